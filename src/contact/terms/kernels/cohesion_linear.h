/* SPDX-License-Identifier: MIT */
/* Attraction with a rupture distance: F0 while the surfaces touch; once they have touched, F0 (1 -
   gap / range) up to the gap `range`, where the contact ruptures. Surfaces that come closer without
   having touched do not attract each other.

   The force follows from the energy F0 gap for overlaps (gap < 0) and F0 gap (1 - gap / (2 range))
   beyond, so touching gives no energy and rupture takes F0 range / 2. The cap of friction and of
   rolling couples is that of the force of spring and dashpot, without cohesion (ContactBatch.push):
   with F the force that the bodies feel it is mu (F + F0) while they touch. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_LINEAR_H
#define CONTACT_TERMS_KERNELS_COHESION_LINEAR_H

#include "base/kernel.h"
#include "contact/batch.h"

typedef struct {
  double force; /* F0, N */
  double range; /* m */
} CohesionLinear;

ALWAYS_INLINE double cohesion_linear_pull(const CohesionLinear *h, double gap)
{
  return gap > 0 ? h->force * (1 - gap / h->range) : h->force;
}

KERNEL static void cohesion_linear_attract(const CohesionLinear *h, const double *share,
                                           ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double force = share[k] * cohesion_linear_pull(h, b->gap[k]);

    b->fx[k] += force * b->nx[k];
    b->fy[k] += force * b->ny[k];
    b->fz[k] += force * b->nz[k];
  }
}

static inline void cohesion_linear_apply(const void *self, ContactBatch *b)
{
  const CohesionLinear h = *(const CohesionLinear *)self;
  double               share[TILE];

  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    /* it starts with a jump where surfaces touch for the first time, not where they touch again */
    if (batch_is_new(b, k) && !(b->kept[k] > 0)) share[k] = batch_start(b, k);
  }
  cohesion_linear_attract(&h, share, b);
}

static inline void cohesion_linear_energy(const void *self, const ContactBatch *b, double *energy)
{
  const CohesionLinear *h = (const CohesionLinear *)self;

  for (int k = 0; k < b->n; k++) {
    const double gap = b->gap[k];

    energy[k] += h->force * (gap > 0 ? gap * (1 - 0.5 * gap / h->range) : gap);
  }
}

#endif
