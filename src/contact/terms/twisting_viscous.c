/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/twisting_viscous.h, which has the formulas. */
#include "contact/terms/kernels/twisting_viscous.h"
#include "base/bounds.h"
#include "contact/terms/twisting.h"
#include "options/rows.h"

/* clang-format off */
static const Option viscosity_options[] = {
  REAL(KEY_IN("twisting_viscosity", TwistingViscous, viscosity), "N m s/rad", REQUIRED,
      UP_TO(STIFFNESS_MOST),
      "couple over the relative spin about the normal, until it is the largest"),
  {NULL},
};
/* clang-format on */

static unsigned viscous_read(void *self, const LawSource *s)
{
  TwistingViscous *h = self;

  h->friction = option_real(s->options, "contact", s->law, "twisting_friction");
  options_read_into(s->options, "contact", s->law, viscosity_options, h);
  return NEEDS_RADIUS | NEEDS_SPIN;
}

static void viscous_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  (void)at;
  limits->damping = ((const TwistingViscous *)self)->viscosity;
}

const ContactTerm twisting_viscous = {
  .head =
    {.name = "viscous",
     .text =
       "Couple in proportion to the spin about the normal, up to mu_t R* F; bodies at rest creep.",
     .options = {twisting_options, viscosity_options}},
  .slot   = SLOT_TWISTING,
  .size   = sizeof(TwistingViscous),
  .gives  = GIVES_COUPLE,
  .read   = viscous_read,
  .apply  = twisting_viscous_apply,
  .limits = viscous_limits,
};
