/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/tangential_static.h, which has the formulas. */
#include "contact/terms/kernels/tangential_static.h"
#include "base/bounds.h"
#include "contact/terms/tangential.h"
#include "options/rows.h"

/* clang-format off */
static const Option dynamic_options[] = {
  REAL(KEY_IN("friction_dynamic", TangentialStatic, slides), "1", OPTIONAL, UP_TO(FRICTION_MOST),
      "Coulomb coefficient while a contact slides, at most friction; without it the mean of the "
      "materials'", .usual = 1),
  {NULL},
};
/* clang-format on */

static void read_spring(TangentialStatic *h, const LawSource *s)
{
  const ContactTerm *normal = s->terms[SLOT_NORMAL];
  const double       share  = option_real(s->options, "contact", s->law, "tangential_ratio");

  if (normal && normal->hertzian) {
    if (s->a->young > 0 && s->b->young > 0) h->shear = 8 * contact_shear(s->a, s->b);
  } else if (option_has_value(s->options, "contact", s->law, "tangential_stiffness"))
    h->constant = option_real(s->options, "contact", s->law, "tangential_stiffness");
  else if (normal && normal->linear)
    normal->linear(s->constants[SLOT_NORMAL], share, &h->constant, &h->modulus);
  else
    option_mistake(s->options, "contact", s->law, "tangential",
                   "static_dynamic needs normal: hooke or hertz, or tangential_stiffness");
}

static unsigned static_read(void *self, const LawSource *s)
{
  TangentialStatic *h = self;

  h->sticks = option_real(s->options, "contact", s->law, "friction");
  options_read_into(s->options, "contact", s->law, dynamic_options, h);
  if (h->slides > h->sticks)
    option_mistake(s->options, "contact", s->law, "friction_dynamic",
                   "%g, above friction, %g: give at most that", h->slides, h->sticks);
  read_spring(h, s);
  h->dashpot = slip_dashpot_read(s, h->shear > 0 ? GROWING_RATIO : 1);
  return NEEDS_FRAME | NEEDS_RADIUS | slip_dashpot_needs(&h->dashpot);
}

static void static_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TangentialStatic *h = self;

  limits->stiffness = tangential_static_stiffness_of(h, at->radius, at->overlap * at->radius);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void static_undamp(void *self)
{
  ((TangentialStatic *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField static_memory[] = {{"stretch", "m", 3}, {"slides", "1", 1}, {NULL}};

const ContactTerm tangential_static = {
  .head     = {.name   = "static_dynamic",
               .text   = "Tangential spring that sticks up to friction and slides at friction_dynamic.",
               .source = "Luding 2008, Granular Matter 10, 235",
               .options = {tangential_options, sliding_options, dynamic_options}},
  .slot     = SLOT_TANGENTIAL,
  .size     = sizeof(TangentialStatic),
  .memory   = static_memory,
  .read     = static_read,
  .apply    = tangential_static_apply,
  .limits   = static_limits,
  .undamp   = static_undamp,
  .duration = 1, /* of a linear spring, the shorter one */
  .energy   = tangential_static_energy,
  .stored   = tangential_static_stored,
};
