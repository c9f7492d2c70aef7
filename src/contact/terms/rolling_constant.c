/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/rolling_constant.h, which has the formulas. */
#include "contact/terms/kernels/rolling_constant.h"
#include "base/bounds.h"
#include "contact/term.h"
#include "contact/terms/rolling.h"

static unsigned constant_read(void *self, const LawSource *s)
{
  RollingConstant *h = self;

  h->friction = option_real(s->options, "contact", s->law, "rolling_friction");
  return NEEDS_RADIUS | NEEDS_SPIN | NEEDS_INERTIA;
}

const ContactTerm rolling_constant = {
  .head  = {.name    = "constant_torque",
            .text    = "Couple of constant size mu_r R* F against rolling; bodies at rest creep.",
            .source  = "Zhou, Wright, Yang, Xu & Yu 1999, Physica A 269, 536; model A of Ai, Chen, "
                        "Rotter & Ooi 2011, Powder Technology 206, 269",
            .options = {rolling_options}},
  .slot  = SLOT_ROLLING,
  .size  = sizeof(RollingConstant),
  .gives = GIVES_COUPLE,
  .read  = constant_read,
  .apply = rolling_constant_apply,
};
