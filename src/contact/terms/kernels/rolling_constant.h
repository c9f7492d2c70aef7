/* SPDX-License-Identifier: MIT */
/* Rolling friction of constant size: a couple mu_r R* F against the relative rolling, F the normal
   force without cohesion. The couple reverses with the rolling, which no finite step resolves at
   rest: below a small spin it is proportional to the spin, with the coefficient CREEP_SHARE x
   (effective moment of inertia) / dt. A body under a smaller couple T than the largest therefore
   creeps at the spin T dt / (CREEP_SHARE inertia), which vanishes with the step
   (docs/contact.md). */
#ifndef CONTACT_TERMS_KERNELS_ROLLING_CONSTANT_H
#define CONTACT_TERMS_KERNELS_ROLLING_CONSTANT_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/rolling.h"

typedef struct {
  double friction; /* mu_r */
} RollingConstant;

KERNEL static void rolling_constant_oppose(const RollingConstant *h, const double *share,
                                           ContactBatch *b)
{
  const double most = CREEP_SHARE / b->dt;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double cap  = rolling_cap(b, k, h->friction, share[k]);
    const double rate = most * b->inertia[k];
    double       x = b->wx[k], y = b->wy[k], z = b->wz[k], size, over;

    batch_flatten(b, k, &x, &y, &z);
    size = sqrt(x * x + y * y + z * z);
    over = rate * size > cap ? cap / size : rate;
    b->cx[k] -= over * x;
    b->cy[k] -= over * y;
    b->cz[k] -= over * z;
  }
}

static inline void rolling_constant_apply(const void *self, ContactBatch *b)
{
  const RollingConstant h = *(const RollingConstant *)self;
  double                share[TILE];

  rolling_shares(b, share);
  rolling_constant_oppose(&h, share, b);
}

#endif
