/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/tangential_secant.h, which has the formulas. */
#include "contact/terms/kernels/tangential_secant.h"
#include "contact/terms/tangential.h"

static unsigned secant_read(void *self, const LawSource *s)
{
  TangentialSecant  *h      = self;
  const ContactTerm *normal = s->terms[SLOT_NORMAL];

  h->friction = option_real(s->options, "contact", s->law, "friction");
  if (!normal || !normal->hertzian) {
    option_mistake(s->options, "contact", s->law, "tangential",
                   "mindlin_secant needs normal: hertz; with normal: hooke use hooke");
    return NEEDS_FRAME;
  }
  if (s->a->young > 0 && s->b->young > 0) h->shear = contact_shear(s->a, s->b);
  h->dashpot = slip_dashpot_read(s, GROWING_RATIO);
  return NEEDS_FRAME | NEEDS_RADIUS | slip_dashpot_needs(&h->dashpot);
}

static void secant_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TangentialSecant *h = self;

  limits->stiffness = 8 * h->shear * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void secant_undamp(void *self)
{
  ((TangentialSecant *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField secant_memory[] = {{"stretch", "m", 3}, {NULL}};

const ContactTerm tangential_secant = {
  .head     = {.name = "mindlin_secant",
               .text = "Mindlin's tangential spring, its whole stretch at the stiffness of the moment.",
               .source  = "Mindlin & Deresiewicz 1953, J. Appl. Mech. 20, 327",
               .options = {sliding_options}},
  .slot     = SLOT_TANGENTIAL,
  .size     = sizeof(TangentialSecant),
  .memory   = secant_memory,
  .read     = secant_read,
  .apply    = tangential_secant_apply,
  .limits   = secant_limits,
  .undamp   = secant_undamp,
  .duration = 1.2829, /* as the Hertz contact (tangential_mindlin.c) */
  .energy   = tangential_secant_energy,
  .stored   = tangential_secant_stored,
};
