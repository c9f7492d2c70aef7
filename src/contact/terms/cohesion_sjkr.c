/* SPDX-License-Identifier: MIT */
/* Attraction in proportion to an area of contact, cohesion_energy_density x A: `sjkr` that of the
   circle in which the two spheres, or sphere and plane, intersect; `sjkr2` 4 pi R* x overlap, about
   twice as much. No hysteresis. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/cohesion.h"
#include "options/rows.h"

typedef struct {
  double density; /* k, J/m^3 */
} Sjkr;

/* clang-format off */
static const Option density_options[] = {
  REAL(KEY_IN("cohesion_energy_density", Sjkr, density), "J/m^3", OPTIONAL, UP_TO(MODULUS_MOST),
      "attraction over area of contact; without it the mean of the materials'"),
  {NULL},
};
/* clang-format on */

static void sjkr_read(void *self, const LawSource *s)
{
  options_read_into(s->options, "contact", s->law, density_options, self);
}

static unsigned circle_read(void *self, const LawSource *s)
{
  sjkr_read(self, s);
  return NEEDS_CIRCLE | NEEDS_RADIUS;
}

static unsigned overlap_read(void *self, const LawSource *s)
{
  sjkr_read(self, s);
  return NEEDS_RADIUS;
}

/* Both grow in proportion to a small overlap, as a linear spring. */
static void find_shares(const ContactBatch *b, double share[TILE])
{
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) share[b->event[e]] = batch_ramp(b, b->event[e], 0);
}

KERNEL static void attract(const Sjkr *h, bool circle, const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double area =
      circle ? PETSC_PI * b->circle2[k] : -4 * PETSC_PI * b->radius[k] * b->gap[k];

    batch_pull(b, k, share[k] * (h->density * area));
  }
}

static void circle_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  find_shares(b, share);
  attract(self, true, share, b);
}

static void overlap_apply(const void *self, ContactBatch *b)
{
  double share[TILE];

  find_shares(b, share);
  attract(self, false, share, b);
}

/* Magnitude of the slope of the attraction, N/m: dA / d overlap is 2 pi R*, or twice that, at small
   overlaps. */
static void circle_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  limits->stiffness = 2 * PETSC_PI * ((const Sjkr *)self)->density * at->radius;
}

static void overlap_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  circle_limits(self, at, limits);
  limits->stiffness *= 2;
}

/* The area is the slope of the volume in which spheres intersect: two caps of heights x and depth -
   x on a circle of radius c, pi/6 (3 c^2 depth + depth^3 - 3 p depth), p = x (depth - x). With the
   two radii c and R* are given, and p follows from them: of a plane p = 0. */
static double lens_volume(double circle2, double radius, double depth)
{
  const double half = circle2 + depth * radius,
               rest = depth * radius * (depth * radius + 4 * circle2) - circle2 * depth * depth;
  const double p    = max_real(0, half - sqrt(max_real(0, rest)));

  return PETSC_PI / 6 * depth * (3 * circle2 + depth * depth - 3 * p);
}

static void circle_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] -=
      ((const Sjkr *)self)->density * lens_volume(b->circle2[k], b->radius[k], -b->gap[k]);
}

static void overlap_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] -=
      2 * PETSC_PI * ((const Sjkr *)self)->density * b->radius[k] * b->gap[k] * b->gap[k];
}

const ContactTerm cohesion_sjkr = {
  .head   = {.name    = "sjkr",
             .text    = "Attraction over the area in which two spheres intersect, as LIGGGHTS' sjkr.",
             .options = {density_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Sjkr),
  .read   = circle_read,
  .apply  = circle_apply,
  .limits = circle_limits,
  .energy = circle_energy,
};

const ContactTerm cohesion_sjkr2 = {
  .head   = {.name    = "sjkr2",
             .text    = "Attraction over the area 4 pi R* x overlap, as LIGGGHTS' sjkr2.",
             .options = {density_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Sjkr),
  .read   = overlap_read,
  .apply  = overlap_apply,
  .limits = overlap_limits,
  .energy = overlap_energy,
};
