/* SPDX-License-Identifier: MIT */
/* JaxDEM's `spring`: k x overlap, k the harmonic mean 2 E_a E_b / (E_a + E_b) of the numbers given as
   Young's moduli, taken as N/m. No dashpot. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_SPRING_H
#define CONTACT_TERMS_KERNELS_NORMAL_SPRING_H

#include "base/kernel.h"
#include "contact/batch.h"

typedef struct {
  double stiffness; /* N/m */
} NormalSpring;

KERNEL static void normal_spring_push_apart(const NormalSpring *h, const double *ramp,
                                            ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double spring = -h->stiffness * b->gap[k];

    batch_push(b, k, spring, ramp[k] * spring);
  }
}

static inline void normal_spring_apply(const void *self, ContactBatch *b)
{
  double ramp[TILE];

  batch_fill(b, 1, ramp);
  for (int e = 0; e < b->n_events; e++) ramp[b->event[e]] = batch_ramp(b, b->event[e], 0);
  normal_spring_push_apart((const NormalSpring *)self, ramp, b);
}

static inline void normal_spring_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += 0.5 * ((const NormalSpring *)self)->stiffness * b->gap[k] * b->gap[k];
}

#endif
