/* SPDX-License-Identifier: MIT */
/* Attraction of Derjaguin, Muller and Toporov: 4 pi gamma R* as long as the surfaces touch, beside a
   normal force that is not changed by it. No hysteresis: what touching gives, parting takes. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_DMT_H
#define CONTACT_TERMS_KERNELS_COHESION_DMT_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/cohesion.h"

typedef struct {
  double pull; /* over the reduced radius, N/m */
} CohesionDmt;

KERNEL static void cohesion_dmt_attract(const CohesionDmt *h, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) batch_pull(b, k, share[k] * (h->pull * b->radius[k]));
}

static inline void cohesion_dmt_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++)
    share[b->event[e]] = batch_start(b, b->event[e]) * batch_stop(b, b->event[e], 0);
  cohesion_dmt_attract((const CohesionDmt *)self, share, b);
}

static inline void cohesion_dmt_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += ((const CohesionDmt *)self)->pull * b->radius[k] * b->gap[k];
}

#endif
