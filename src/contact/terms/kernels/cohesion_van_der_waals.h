/* SPDX-License-Identifier: MIT */
/* Van der Waals' attraction of smooth spheres that are near, H R* / (6 s^2), s the distance of the
   surfaces, from hamaker_cutoff on (where it begins with H R* / (6 cutoff^2)) down to hamaker_gap,
   and constant at smaller distances and in overlaps. No hysteresis. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_VAN_DER_WAALS_H
#define CONTACT_TERMS_KERNELS_COHESION_VAN_DER_WAALS_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/cohesion.h"

typedef struct {
  double sixth; /* H / 6, J */
  double least; /* m */
  double cutoff;
} CohesionVanDerWaals;

KERNEL static void cohesion_van_der_waals_attract(const CohesionVanDerWaals *h, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double s = b->gap[k] > h->least ? b->gap[k] : h->least;

    batch_pull(b, k, h->sixth * b->radius[k] / (s * s));
  }
}

static inline void cohesion_van_der_waals_apply(const void *self, ContactBatch *b)
{
  cohesion_van_der_waals_attract((const CohesionVanDerWaals *)self, b);
}

static inline void cohesion_van_der_waals_energy(const void *self, const ContactBatch *b,
                                                 double *energy)
{
  const CohesionVanDerWaals *h = (const CohesionVanDerWaals *)self;

  for (int k = 0; k < b->n; k++) {
    const double s = max_real(b->gap[k], h->least);

    energy[k] -= h->sixth * b->radius[k] * (1 / s - 1 / h->cutoff + (s - b->gap[k]) / (s * s));
  }
}

#endif
