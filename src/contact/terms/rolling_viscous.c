/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/rolling_viscous.h, which has the formulas. */
#include "contact/terms/kernels/rolling_viscous.h"
#include "base/bounds.h"
#include "contact/terms/rolling.h"
#include "options/rows.h"

/* clang-format off */
static const Option viscosity_options[] = {
  REAL(KEY_IN("rolling_viscosity", RollingViscous, viscosity), "N m s/rad", REQUIRED,
      UP_TO(STIFFNESS_MOST), "couple over the relative rolling, until it is the largest"),
  {NULL},
};
/* clang-format on */

static unsigned viscous_read(void *self, const LawSource *s)
{
  RollingViscous *h = self;

  h->friction = option_real(s->options, "contact", s->law, "rolling_friction");
  options_read_into(s->options, "contact", s->law, viscosity_options, h);
  return NEEDS_RADIUS | NEEDS_SPIN;
}

static void viscous_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  (void)at;
  limits->damping = ((const RollingViscous *)self)->viscosity;
}

const ContactTerm rolling_viscous = {
  .head   = {.name    = "viscous",
             .text    = "Couple in proportion to rolling, up to mu_r R* F; bodies at rest creep.",
             .source  = "model B of Ai, Chen, Rotter & Ooi 2011, Powder Technology 206, 269",
             .options = {rolling_options, viscosity_options}},
  .slot   = SLOT_ROLLING,
  .size   = sizeof(RollingViscous),
  .gives  = GIVES_COUPLE,
  .read   = viscous_read,
  .apply  = rolling_viscous_apply,
  .limits = viscous_limits,
};
