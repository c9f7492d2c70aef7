/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/tangential_hooke.h, which has the formulas. */
#include "contact/terms/kernels/tangential_hooke.h"
#include "contact/terms/tangential.h"

static unsigned hooke_read(void *self, const LawSource *s)
{
  TangentialHooke   *h      = self;
  const double       share  = option_real(s->options, "contact", s->law, "tangential_ratio");
  const ContactTerm *normal = s->terms[SLOT_NORMAL];

  h->friction = option_real(s->options, "contact", s->law, "friction");
  if (!normal || !normal->linear) {
    option_mistake(s->options, "contact", s->law, "tangential",
                   "hooke needs normal: hooke; with normal: hertz use mindlin");
    return NEEDS_FRAME;
  }
  if (option_has_value(s->options, "contact", s->law, "tangential_stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "tangential_stiffness");
  else normal->linear(s->constants[SLOT_NORMAL], share, &h->stiffness, &h->modulus);
  h->dashpot = slip_dashpot_read(s, 1);
  return NEEDS_FRAME | slip_dashpot_needs(&h->dashpot) | (h->modulus > 0 ? NEEDS_RADIUS : 0);
}

static void hooke_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TangentialHooke *h = self;

  limits->stiffness = tangential_hooke_stiffness_of(h, at->radius);
  limits->damping =
    dashpot_of(h->dashpot.ratio, h->dashpot.rate, limits->stiffness, at->mass, at->point_mass);
}

static void hooke_undamp(void *self)
{
  ((TangentialHooke *)self)->dashpot = (SlipDashpot){0};
}

static const MemoryField hooke_memory[] = {{"stretch", "m", 3}, {NULL}};

const ContactTerm tangential_hooke = {
  .head =
    {
      .name    = "hooke",
      .text    = "Linear tangential spring and dashpot with a Coulomb cap.",
      .source  = "Cundall & Strack 1979, Geotechnique 29, 47; Luding 2008, Granular Matter 10, 235",
      .options = {tangential_options, sliding_options},
    },
  .slot   = SLOT_TANGENTIAL,
  .size   = sizeof(TangentialHooke),
  .memory = hooke_memory,
  .read   = hooke_read,
  .apply  = tangential_hooke_apply,
  .limits = hooke_limits,
  .undamp = hooke_undamp,
  .energy = tangential_hooke_energy,
  .stored = tangential_hooke_stored,
};
