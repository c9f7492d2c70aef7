/* SPDX-License-Identifier: MIT */
/* Attraction of Derjaguin, Muller and Toporov: 4 pi gamma R* as long as the surfaces touch, beside a
   normal force that is not changed by it. No hysteresis: what touching gives, parting takes. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/cohesion.h"

typedef struct {
  double pull; /* over the reduced radius, N/m */
} Dmt;

static unsigned dmt_read(void *self, const LawSource *s)
{
  ((Dmt *)self)->pull = 4 * PETSC_PI * option_real(s->options, "contact", s->law, "surface_energy");
  return NEEDS_RADIUS;
}

KERNEL static void attract(const Dmt *h, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) batch_pull(b, k, share[k] * (h->pull * b->radius[k]));
}

static void dmt_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++)
    share[b->event[e]] = batch_start(b, b->event[e]) * batch_stop(b, b->event[e], 0);
  attract(self, share, b);
}

static void dmt_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++) energy[k] += ((const Dmt *)self)->pull * b->radius[k] * b->gap[k];
}

const ContactTerm cohesion_dmt = {
  .head   = {.name    = "dmt",
             .text    = "Attraction 4 pi surface_energy R* of surfaces that touch.",
             .source  = "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
             .options = {surface_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Dmt),
  .read   = dmt_read,
  .apply  = dmt_apply,
  .energy = dmt_energy,
};
