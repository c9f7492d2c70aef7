/* SPDX-License-Identifier: MIT */
/* Forces of cohesion terms along the normal, which do not count in the cap of friction. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_H
#define CONTACT_TERMS_KERNELS_COHESION_H

#include "base/kernel.h"
#include "contact/batch.h"

/* Add an attraction, N, shares included. It is no part of ContactBatch.push, from which caps of
   friction and rolling are. */
static inline void batch_pull(ContactBatch *b, int k, double force)
{
  batch_add_force(b, k, vec3_scale(force, batch_normal(b, k)));
}

/* Shares of an attraction that starts with a jump where surfaces touch for the first time, not
   where they touch again while the contact is kept. */
static inline void cohesion_starts(const ContactBatch *b, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k) && !(b->kept[k] > 0)) share[k] = batch_start(b, k);
  }
}

/* ---- cohesion: linear */

/* Attraction with a rupture distance: F0 while the surfaces touch; once they have touched, F0 (1 -
   gap / range) up to the gap `range`, where the contact ruptures. Surfaces that come closer without
   having touched do not attract each other.

   The force follows from the energy F0 gap for overlaps (gap < 0) and F0 gap (1 - gap / (2 range))
   beyond, so touching gives no energy and rupture takes F0 range / 2. The cap of friction and of
   rolling couples is that of the force of spring and dashpot, without cohesion (ContactBatch.push):
   with F the force that the bodies feel it is mu (F + F0) while they touch. */

typedef struct {
  double force; /* F0, N */
  double range; /* m */
} CohesionLinear;

KERNEL static void cohesion_linear_attract(const CohesionLinear *h, const double *share,
                                           ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double gap = b->gap[k];

    batch_pull(b, k, share[k] * (gap > 0 ? h->force * (1 - gap / h->range) : h->force));
  }
}

static inline void cohesion_linear_apply(const void *self, ContactBatch *b)
{
  const CohesionLinear h = *(const CohesionLinear *)self;
  double               share[TILE];

  cohesion_starts(b, share);
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

/* ---- cohesion: dmt */

/* Attraction of Derjaguin, Muller and Toporov: 4 pi gamma R* as long as the surfaces touch, beside
   a normal force that is not changed by it. No hysteresis: what touching gives, parting takes. */

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

  batch_jumps(b, 0, share);
  cohesion_dmt_attract((const CohesionDmt *)self, share, b);
}

static inline void cohesion_dmt_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += ((const CohesionDmt *)self)->pull * b->radius[k] * b->gap[k];
}

/* ---- cohesion: sjkr, sjkr2 */

/* Attraction in proportion to an area of contact, cohesion_energy_density x A: `sjkr` that of the
   circle in which the two spheres, or sphere and plane, intersect; `sjkr2` 4 pi R* x overlap, about
   twice as much. No hysteresis. */

typedef struct {
  double density; /* k, J/m^3 */
} CohesionSjkr;

KERNEL static void cohesion_sjkr_attract(const CohesionSjkr *h, bool circle, const double *share,
                                         ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double area = circle ? PI * b->circle2[k] : -4 * PI * b->radius[k] * b->gap[k];

    batch_pull(b, k, share[k] * (h->density * area));
  }
}

/* Both grow in proportion to a small overlap, as a linear spring. */
static inline void cohesion_sjkr_circle_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  batch_ramps(b, 0, share);
  cohesion_sjkr_attract((const CohesionSjkr *)self, true, share, b);
}

static inline void cohesion_sjkr_overlap_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  batch_ramps(b, 0, share);
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

/* ---- cohesion: van_der_waals */

/* Van der Waals' attraction of smooth spheres that are near, H R* / (6 s^2), s the distance of the
   surfaces, from hamaker_cutoff on (where it begins with H R* / (6 cutoff^2)) down to hamaker_gap,
   and constant at smaller distances and in overlaps. No hysteresis. */

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
