/* SPDX-License-Identifier: MIT */
/* Twisting friction of constant size: a couple mu_t R* F against the relative spin about the normal, F
   the normal force without cohesion. Near rest it is proportional to the spin, as that of
   rolling_constant.c: bodies at rest under a couple creep. */
#ifndef CONTACT_TERMS_KERNELS_TWISTING_CONSTANT_H
#define CONTACT_TERMS_KERNELS_TWISTING_CONSTANT_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/rolling.h"
#include "contact/terms/kernels/twisting.h"

typedef struct {
  double friction; /* mu_t */
} TwistingConstant;

KERNEL static void twisting_constant_oppose(const TwistingConstant *h, const double *share,
                                            ContactBatch *b)
{
  const double most = CREEP_SHARE / b->dt;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap   = rolling_cap(b, k, h->friction, share[k]);
    const double twist = batch_twist(b, k), size = fabs(twist), rate = most * b->twist[k];

    batch_wring(b, k, -(rate * size > cap ? cap / size : rate) * twist);
  }
}

static inline void twisting_constant_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  rolling_shares(b, share);
  twisting_constant_oppose((const TwistingConstant *)self, share, b);
}

#endif
