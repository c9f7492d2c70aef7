/* SPDX-License-Identifier: MIT */
/* Liquid bridges between wet bodies. A clump has an amount of liquid (matter/quantity_liquid.c). Where
   dry surfaces, with amounts L_a and L_b, touch, a bridge forms of the volume

     V = min(liquid_fraction (L_a + L_b), liquid_volume)     if that is at least liquid_least,

   to which each gives in proportion to its amount. At rupture each gets back half of it:

     V / 2 - V L_a / (L_a + L_b) = V (L_b - L_a) / (2 (L_a + L_b))

   more than it gave flows from b to a. Until then the liquid in a bridge counts as that of the two that
   gave it, so that none is lost with a contact. Flows are multiples of a power of two, a 2^-32nd of
   liquid_volume or less, as the amounts are: the sum of all is exact. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_LIQUID_MIGRATION_H
#define CONTACT_TERMS_KERNELS_COHESION_LIQUID_MIGRATION_H

#include "base/elementary.h"
#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/cohesion.h"
#include "contact/terms/kernels/liquid.h"

enum { GRAIN_BITS = 32, LEAST_PARTS = 1000 };
/* Contacts are kept up to this times the largest distance of rupture: further than one that breaks can be
   a step later, but for the fastest ones, which break before. */
#define KEPT 1.25

typedef struct {
  Bridge bridge; /* with the largest volume */
  double fraction;
  double smallest; /* m^3 */
  double grain;    /* m^3 */
} CohesionLiquidMigration;

/* Columns of the memory. */
enum { MIGRATION_VOLUME, MIGRATION_GAIN };

static inline double cohesion_liquid_migration_keeps(const void *self)
{
  return KEPT * ((const CohesionLiquidMigration *)self)->bridge.range;
}

/* Whether contact k is without a bridge and forms one, which is put into its memory. */
static inline bool cohesion_liquid_migration_forms(const CohesionLiquidMigration *h,
                                                   ContactBatch *b, int k)
{
  const double a = max_real(b->exchange->a[k], 0), c = max_real(b->exchange->b[k], 0), all = a + c,
               volume = min_real(h->fraction * all, h->bridge.volume);

  if (b->memory[MIGRATION_VOLUME][k] > 0 || b->gap[k] > 0 || !(volume >= h->smallest)) return false;
  b->memory[MIGRATION_VOLUME][k] = volume;
  b->memory[MIGRATION_GAIN][k]   = h->grain * rint(0.5 * volume * (c - a) / all / h->grain);
  return true;
}

/* A bridge beyond its distance of rupture breaks; so does one whose contact may be out of sight at the
   next step. */
static inline void cohesion_liquid_migration_part(const CohesionLiquidMigration *h, ContactBatch *b,
                                                  int k)
{
  double volume = b->memory[MIGRATION_VOLUME][k];
  bool   breaks;

  if (!(volume > 0)) return;
  breaks = b->gap[k] > h->bridge.reach * cube_root(volume) ||
           b->gap[k] - b->dt * b->approach[k] > cohesion_liquid_migration_keeps(h);
  if (!breaks) return;
  b->exchange->flow[k] += b->memory[MIGRATION_GAIN][k];
  b->memory[MIGRATION_VOLUME][k] = b->memory[MIGRATION_GAIN][k] = 0;
}

KERNEL static void cohesion_liquid_migration_attract(const CohesionLiquidMigration *h,
                                                     const double *share, ContactBatch *b)
{
  const bool willett = h->bridge.willett;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double volume = b->memory[MIGRATION_VOLUME][k], s = b->gap[k] > 0 ? b->gap[k] : 0;
    const double some = volume > 0 ? volume : 1;
    const double pull = bridge_pull(&h->bridge, willett, some, b->radius[k], s, b->approach[k]);

    batch_pull(b, k, volume > 0 ? share[k] * pull : 0);
  }
}

static inline void cohesion_liquid_migration_apply(const void *self, ContactBatch *b)
{
  const CohesionLiquidMigration h = *(const CohesionLiquidMigration *)self;
  double                        share[TILE];
  bool                          fresh[TILE];

  for (int k = 0; k < b->n; k++) {
    for (int c = MIGRATION_VOLUME; c <= MIGRATION_GAIN; c++) b->memory[c][k] *= b->kept[k];
    fresh[k] = cohesion_liquid_migration_forms(&h, b, k);
  }
  for (int e = 0; e < b->n_apart; e++) cohesion_liquid_migration_part(&h, b, b->apart[e]);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (fresh[k] && batch_is_new(b, k)) share[k] = batch_start(b, k);
  }
  cohesion_liquid_migration_attract(&h, share, b);
}

static inline void cohesion_liquid_migration_energy(const void *self, const ContactBatch *b,
                                                    double *energy)
{
  const CohesionLiquidMigration *h = (const CohesionLiquidMigration *)self;

  for (int k = 0; k < b->n; k++)
    if (b->memory[MIGRATION_VOLUME][k] > 0)
      energy[k] +=
        bridge_stored(&h->bridge, b->memory[MIGRATION_VOLUME][k], b->radius[k], b->gap[k]);
}

#endif
