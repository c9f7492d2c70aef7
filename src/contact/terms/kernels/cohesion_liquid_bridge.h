/* SPDX-License-Identifier: MIT */
/* A liquid bridge of a given volume V, which forms when surfaces touch and breaks at the distance
   (1 + angle / 2) V^(1/3). Capillary force at the distance s, with 2 R* as the radius of equal
   spheres:

     willett      4 pi R* sigma cos(angle) / (1 + 1.05 x + 2.5 x^2),  x = s sqrt(2 R* / V)
     rabinovich   4 pi R* sigma cos(angle) (1 - s / sqrt(s^2 + V / (pi R*)))

   and that of s = 0 in overlaps. Viscous force of the squeezed liquid, against the normal velocity v:

     6 pi eta R*^2 v / max(s, liquid_gap) (1 - s / sqrt(s^2 + V / (pi R*)))^2 */
#ifndef CONTACT_TERMS_KERNELS_COHESION_LIQUID_BRIDGE_H
#define CONTACT_TERMS_KERNELS_COHESION_LIQUID_BRIDGE_H

#include "base/elementary.h"
#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/cohesion.h"
#include "contact/terms/kernels/liquid.h"

ALWAYS_INLINE void cohesion_liquid_bridge_attract(const Bridge *h, bool willett,
                                                  const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double radius = b->radius[k], s = b->gap[k] > 0 ? b->gap[k] : 0;

    batch_pull(b, k, share[k] * bridge_pull(h, willett, h->volume, radius, s, b->approach[k]));
  }
}

KERNEL static void cohesion_liquid_bridge_attract_willett(const Bridge *h, const double *share,
                                                          ContactBatch *b)
{
  cohesion_liquid_bridge_attract(h, true, share, b);
}

KERNEL static void cohesion_liquid_bridge_attract_rabinovich(const Bridge *h, const double *share,
                                                             ContactBatch *b)
{
  cohesion_liquid_bridge_attract(h, false, share, b);
}

static inline void cohesion_liquid_bridge_apply(const void *self, ContactBatch *b)
{
  const Bridge h = *(const Bridge *)self;
  double       share[TILE];

  cohesion_starts(b, share);
  if (h.willett) cohesion_liquid_bridge_attract_willett(&h, share, b);
  else cohesion_liquid_bridge_attract_rabinovich(&h, share, b);
}

static inline void cohesion_liquid_bridge_energy(const void *self, const ContactBatch *b,
                                                 double *energy)
{
  const Bridge *h = (const Bridge *)self;

  for (int k = 0; k < b->n; k++) energy[k] += bridge_stored(h, h->volume, b->radius[k], b->gap[k]);
}

#endif
