/* SPDX-License-Identifier: MIT */
/* Rolling friction in proportion to the relative rolling, rolling_viscosity x spin, at most mu_r R* F,
   F the normal force without cohesion. */
#ifndef CONTACT_TERMS_KERNELS_ROLLING_VISCOUS_H
#define CONTACT_TERMS_KERNELS_ROLLING_VISCOUS_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/rolling.h"

typedef struct {
  double friction;  /* mu_r */
  double viscosity; /* N m s/rad */
} RollingViscous;

KERNEL static void rolling_viscous_oppose(const RollingViscous *h, const double *share,
                                          ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap = rolling_cap(b, k, h->friction, 1);
    double       x = b->wx[k], y = b->wy[k], z = b->wz[k], size, over;

    batch_flatten(b, k, &x, &y, &z);
    size = sqrt(x * x + y * y + z * z);
    over = share[k] * (h->viscosity * size > cap ? cap / size : h->viscosity);
    b->cx[k] -= over * x;
    b->cy[k] -= over * y;
    b->cz[k] -= over * z;
  }
}

static inline void rolling_viscous_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  rolling_shares(b, share);
  rolling_viscous_oppose((const RollingViscous *)self, share, b);
}

#endif
