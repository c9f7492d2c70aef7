/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/twisting_constant.h, which has the formulas. */
#include "contact/terms/kernels/twisting_constant.h"
#include "contact/terms/twisting.h"

static unsigned constant_read(void *self, const LawSource *s)
{
  ((TwistingConstant *)self)->friction =
    option_real(s->options, "contact", s->law, "twisting_friction");
  return NEEDS_RADIUS | NEEDS_SPIN | NEEDS_TWIST;
}

const ContactTerm twisting_constant = {
  .head =
    {.name = "constant_torque",
     .text =
       "Couple of constant size mu_t R* F against spinning about the normal; bodies at rest creep.",
     .options = {twisting_options}},
  .slot  = SLOT_TWISTING,
  .size  = sizeof(TwistingConstant),
  .gives = GIVES_COUPLE,
  .read  = constant_read,
  .apply = twisting_constant_apply,
};
