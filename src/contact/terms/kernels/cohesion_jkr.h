/* SPDX-License-Identifier: MIT */
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
#ifndef CONTACT_TERMS_KERNELS_COHESION_JKR_H
#define CONTACT_TERMS_KERNELS_COHESION_JKR_H

#include "base/elementary.h"
#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/cohesion.h"

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
  for (int k = 0; k < b->n; k++) unit[k] = cohesion_jkr_depth_unit(&h, b->radius[k]);
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
