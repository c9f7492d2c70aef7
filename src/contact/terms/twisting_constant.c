/* SPDX-License-Identifier: MIT */
/* Twisting friction of constant size: a couple mu_t R* F against the relative spin about the normal, F
   the normal force without cohesion. Near rest it is proportional to the spin, as that of
   rolling_constant.c: bodies at rest under a couple creep. */
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/twisting.h"

typedef struct {
  double friction; /* mu_t */
} Constant;

static unsigned constant_read(void *self, const LawSource *s)
{
  ((Constant *)self)->friction = option_real(s->options, "contact", s->law, "twisting_friction");
  return NEEDS_RADIUS | NEEDS_SPIN | NEEDS_TWIST;
}

KERNEL static void oppose(const Constant *h, const double *share, ContactBatch *b)
{
  const double most = CREEP_SHARE / b->dt;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap   = rolling_cap(b, k, h->friction, share[k]);
    const double twist = batch_twist(b, k), size = fabs(twist), rate = most * b->twist[k];

    batch_wring(b, k, -(rate * size > cap ? cap / size : rate) * twist);
  }
}

static void constant_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  rolling_shares(b, share);
  oppose(self, share, b);
}

const ContactTerm twisting_constant = {
  .head =
    {.name = "constant_torque",
     .text =
       "Couple of constant size mu_t R* F against spinning about the normal; bodies at rest creep.",
     .options = {twisting_options}},
  .slot  = SLOT_TWISTING,
  .size  = sizeof(Constant),
  .gives = GIVES_COUPLE,
  .read  = constant_read,
  .apply = constant_apply,
};
