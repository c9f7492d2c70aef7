/* SPDX-License-Identifier: MIT */
/* Attraction in proportion to an area of contact, cohesion_energy_density x A: `sjkr` that of the
   circle in which the two spheres, or sphere and plane, intersect; `sjkr2` 4 pi R* x overlap, about
   twice as much. No hysteresis. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_SJKR_H
#define CONTACT_TERMS_KERNELS_COHESION_SJKR_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/cohesion.h"

typedef struct {
  double density; /* k, J/m^3 */
} CohesionSjkr;

/* Both grow in proportion to a small overlap, as a linear spring. */
static inline void cohesion_sjkr_find_shares(const ContactBatch *b, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) share[b->event[e]] = batch_ramp(b, b->event[e], 0);
}

KERNEL static void cohesion_sjkr_attract(const CohesionSjkr *h, bool circle, const double *share,
                                         ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double area = circle ? PI * b->circle2[k] : -4 * PI * b->radius[k] * b->gap[k];

    batch_pull(b, k, share[k] * (h->density * area));
  }
}

static inline void cohesion_sjkr_circle_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  cohesion_sjkr_find_shares(b, share);
  cohesion_sjkr_attract((const CohesionSjkr *)self, true, share, b);
}

static inline void cohesion_sjkr_overlap_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  cohesion_sjkr_find_shares(b, share);
  cohesion_sjkr_attract((const CohesionSjkr *)self, false, share, b);
}

/* The area is the slope of the volume in which spheres intersect: two caps of heights x and depth -
   x on a circle of radius c, pi/6 (3 c^2 depth + depth^3 - 3 p depth), p = x (depth - x). With the
   two radii c and R* are given, and p follows from them: of a plane p = 0. */
static inline double cohesion_sjkr_lens_volume(double circle2, double radius, double depth)
{
  const double half = circle2 + depth * radius,
               rest = depth * radius * (depth * radius + 4 * circle2) - circle2 * depth * depth;
  const double p    = max_real(0, half - sqrt(max_real(0, rest)));

  return PI / 6 * depth * (3 * circle2 + depth * depth - 3 * p);
}

static inline void cohesion_sjkr_circle_energy(const void *self, const ContactBatch *b,
                                               double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] -= ((const CohesionSjkr *)self)->density *
                 cohesion_sjkr_lens_volume(b->circle2[k], b->radius[k], -b->gap[k]);
}

static inline void cohesion_sjkr_overlap_energy(const void *self, const ContactBatch *b,
                                                double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] -=
      2 * PI * ((const CohesionSjkr *)self)->density * b->radius[k] * b->gap[k] * b->gap[k];
}

#endif
