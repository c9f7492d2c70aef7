/* SPDX-License-Identifier: MIT */
/* Forces of cohesion terms along the normal, which do not count in the cap of friction. */
#ifndef CONTACT_TERMS_KERNELS_COHESION_H
#define CONTACT_TERMS_KERNELS_COHESION_H

#include "base/elementary.h"
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

/* ---- cohesion: jkr */

/* Adhesion of Johnson, Kendall and Roberts, beside normal: hertz: this term adds what their force
   has beyond that of Hertz. Surfaces attract each other from touching on, and once they have
   touched until they are as far apart as at the largest pull, 3 pi gamma R*, or with jkr_end: fold
   until no solution is left.

   With c = 2 R* sqrt(pi gamma / E*), u = c^(1/3) and the contact radius a = (u x)^2:

     R* overlap = u^4 (x^4 - x),   F = 8 pi gamma R* (2/3 x^6 - x^3)

   so that x = 1 at touching, (3/4)^(1/3) at the largest pull and (1/4)^(1/3) at the fold, where
   overlap(x) is least. Energy from touching on: 8 pi gamma u^4 (4/15 x^10 - 2/3 x^7 + x^4/4 +
   3/20).

   Memory: 1 while the surfaces attract each other. */

#define FOLD       0.6299605249474366  /* (1/4)^(1/3) */
#define FOLD_DEPTH -0.4724703937105774 /* x^4 - x there */
#define PULL_DEPTH -0.2271400741040175 /* at the largest pull */

typedef struct {
  double young;   /* E*, Pa */
  double energy;  /* gamma, J/m^2 */
  double unit;    /* c over the reduced radius */
  double end;     /* x^4 - x at which surfaces part */
  double farther; /* distance at which they part at the largest radius, m */
  double widest;  /* that radius, m */
} CohesionJkr;

/* u^4 / R* at a reduced radius, m. */
static inline double cohesion_jkr_depth_unit(const CohesionJkr *h, double radius)
{
  const double u = cube_root(h->unit * radius);

  return u * u * u * u / radius;
}

/* cohesion_jkr_depth_unit for all contacts. */
KERNEL static void cohesion_jkr_units(const CohesionJkr *h, const ContactBatch *b, double *unit)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double u = cube_root_normal(max_real(h->unit * b->radius[k], 0x1p-1022));

    unit[k] = u * u * u * u / b->radius[k];
  }
}

/* The root of x^4 - x = e on the branch x >= FOLD, by Newton's method from above, where it
   converges from one side. */
ALWAYS_INLINE double cohesion_jkr_branch(double e)
{
  const double above = e > FOLD_DEPTH ? e - FOLD_DEPTH : 0;
  const double near = FOLD + sqrt(above / (6 * FOLD * FOLD)), far = 1 + sqrt(sqrt(e > 0 ? e : 0));
  double       x = near < far ? near : far;

  for (int round = 0; round < 6; round++) {
    const double cube = x * x * x, slope = 4 * cube - 1;

    x -= slope > 1e-9 ? (cube * x - x - e) / slope : 0;
  }
  return x;
}

/* Attraction less the force of Hertz' spring, which the normal term has. */
KERNEL static void cohesion_jkr_attract(const CohesionJkr *h, const double *unit,
                                        const double *acts, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double radius = b->radius[k], depth = b->gap[k] < 0 ? -b->gap[k] : 0;
    const double x = cohesion_jkr_branch(-b->gap[k] / unit[k]), cube = x * x * x;
    const double push  = 8 * PI * h->energy * radius * (2.0 / 3 * cube * cube - cube);
    const double hertz = 4.0 / 3 * h->young * sqrt(radius * depth) * depth;

    batch_pull(b, k, acts[k] > 0 ? acts[k] * (hertz - push) : 0);
  }
}

static inline void cohesion_jkr_apply(const void *self, ContactBatch *b)
{
  const CohesionJkr h = *(const CohesionJkr *)self;
  double            unit[TILE], acts[TILE], *holds = b->memory[0];

  if (!(h.unit > 0)) return;
  cohesion_jkr_units(&h, b, unit);
  batch_fill(b, 1, acts);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k) && !(holds[k] > 0) && b->gap[k] <= 0) acts[k] = batch_start(b, k);
  }
  for (int k = 0; k < b->n; k++) {
    holds[k] = b->gap[k] <= 0 || (holds[k] > 0 && -b->gap[k] >= h.end * unit[k]);
    acts[k] *= holds[k];
  }
  cohesion_jkr_attract(&h, unit, acts, b);
}

static inline void cohesion_jkr_energy(const void *self, const ContactBatch *b, double *energy)
{
  const CohesionJkr *h = (const CohesionJkr *)self;

  for (int k = 0; k < b->n && h->unit > 0; k++) {
    const double radius = b->radius[k], unit = cohesion_jkr_depth_unit(h, radius),
                 depth = b->gap[k] < 0 ? -b->gap[k] : 0;
    const double x = cohesion_jkr_branch(-b->gap[k] / unit), cube = x * x * x, fourth = cube * x;

    if (!(b->memory[0][k] > 0)) continue;
    energy[k] += 8 * PI * h->energy * unit * radius *
                   (fourth * (4.0 / 15 * cube * cube - 2.0 / 3 * cube + 0.25) + 0.15) -
                 8.0 / 15 * h->young * sqrt(radius * depth) * depth * depth;
  }
}

#endif
