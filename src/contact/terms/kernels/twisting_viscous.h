/* SPDX-License-Identifier: MIT */
/* Twisting friction in proportion to the relative spin about the normal, twisting_viscosity x spin, at
   most mu_t R* F, F the normal force without cohesion. */
#ifndef CONTACT_TERMS_KERNELS_TWISTING_VISCOUS_H
#define CONTACT_TERMS_KERNELS_TWISTING_VISCOUS_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/rolling.h"
#include "contact/terms/kernels/twisting.h"

typedef struct {
  double friction;  /* mu_t */
  double viscosity; /* N m s/rad */
} TwistingViscous;

KERNEL static void twisting_viscous_oppose(const TwistingViscous *h, const double *share,
                                           ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap = rolling_cap(b, k, h->friction, 1), twist = batch_twist(b, k);
    const double size = h->viscosity * fabs(twist), part = size > cap ? cap / size : 1;

    batch_wring(b, k, -share[k] * part * h->viscosity * twist);
  }
}

static inline void twisting_viscous_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  rolling_shares(b, share);
  twisting_viscous_oppose((const TwistingViscous *)self, share, b);
}

#endif
