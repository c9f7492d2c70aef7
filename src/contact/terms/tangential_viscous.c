/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/tangential_viscous.h, which has the formulas. */
#include "contact/terms/kernels/tangential_viscous.h"
#include "base/bounds.h"
#include "contact/terms/tangential.h"

static void read_ratio(TangentialViscous *h, const LawSource *s)
{
  const ContactTerm *normal = s->terms[SLOT_NORMAL];
  const double       share  = option_real(s->options, "contact", s->law, "tangential_ratio");

  if (!option_has_value(s->options, "contact", s->law, "restitution") || !normal ||
      !normal->linear) {
    option_mistake(
      s->options, "contact", s->law, "tangential_damping",
      "missing: tangential: viscous needs it (1/s), or restitution with normal: hooke");
    return;
  }
  h->ratio = damping_ratio(option_real(s->options, "contact", s->law, "restitution"), false);
  if (option_has_value(s->options, "contact", s->law, "tangential_stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "tangential_stiffness");
  else normal->linear(s->constants[SLOT_NORMAL], share, &h->stiffness, &h->modulus);
}

static unsigned viscous_read(void *self, const LawSource *s)
{
  TangentialViscous *h = self;

  h->friction = option_real(s->options, "contact", s->law, "friction");
  if (option_has_value(s->options, "contact", s->law, "tangential_damping"))
    h->rate = option_real(s->options, "contact", s->law, "tangential_damping");
  else read_ratio(h, s);
  return (h->rate > 0 ? NEEDS_MASS : 0) | (h->ratio > 0 ? NEEDS_POINT_MASS : 0) |
         (h->modulus > 0 ? NEEDS_RADIUS : 0);
}

static void viscous_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  TangentialViscous h = *(const TangentialViscous *)self;

  h.most = INFINITY; /* as asked for: no batch weakens it */
  limits->damping =
    tangential_viscous_coefficient(&h, h.ratio > 0, at->radius, at->mass, at->point_mass);
}

const ContactTerm tangential_viscous = {
  .head   = {.name    = "viscous",
             .text    = "Viscous friction without memory, with a Coulomb cap; bodies at rest creep.",
             .source  = "Haff & Werner 1986, Powder Technology 48, 239",
             .options = {tangential_options, sliding_options}},
  .slot   = SLOT_TANGENTIAL,
  .size   = sizeof(TangentialViscous),
  .read   = viscous_read,
  .apply  = tangential_viscous_apply,
  .limits = viscous_limits,
};
