/* SPDX-License-Identifier: MIT */
/* Elastic-perfectly plastic spheres of Thornton & Ning: Hertz' force until the pressure in the
   middle of the contact is yield_pressure p, from there on linear with the slope pi p R*; unloading
   as Hertz' contact of the flattened radius Rp, which touches in the same circle:

     overlap_y = R* (pi p / (2 E*))^2,   F = F_y + pi p R* (overlap - overlap_y)
     Rp = R* F_h / F at the largest overlap m, F_h Hertz' force there;   m - left = m R* / Rp

   The force is zero while the overlap is below `left`. Memory: m. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_ELASTIC_PLASTIC_H
#define CONTACT_TERMS_KERNELS_NORMAL_ELASTIC_PLASTIC_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/dashpot.h"

typedef struct {
  double  young; /* E*, Pa */
  double  slope; /* pi p, Pa */
  double  yield; /* overlap at yield over the reduced radius */
  Dashpot dashpot;
} NormalElasticPlastic;

ALWAYS_INLINE double normal_elastic_plastic_hertz_at(const NormalElasticPlastic *h, double radius,
                                                     double overlap)
{
  return 4.0 / 3 * h->young * sqrt(radius * overlap) * overlap;
}

/* Force at an overlap if `most` is the largest so far, this one included; *left: overlap at which
   it is zero. */
ALWAYS_INLINE double normal_elastic_plastic_spring_at(const NormalElasticPlastic *h, double radius,
                                                      double overlap, double most, double *left)
{
  const double yield   = h->yield * radius,
               elastic = normal_elastic_plastic_hertz_at(h, radius, most);
  const double plastic = normal_elastic_plastic_hertz_at(h, radius, yield) +
                         h->slope * radius * (most - yield);                   /* at `most` */
  const double peak = most > yield ? plastic : elastic, flat = peak / elastic; /* R* / Rp */
  const double depth = overlap - most * (1 - flat), part = depth > 0 ? depth / (most * flat) : 0;

  *left = most * (1 - flat);
  return peak * part * sqrt(part);
}

KERNEL static void normal_elastic_plastic_push_apart(const NormalElasticPlastic *h,
                                                     const double *share, ContactBatch *b)
{
  double *most = b->memory[0];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double overlap = -b->gap[k], m = overlap > most[k] ? overlap : most[k];
    const double dashpot = (h->dashpot.rate * b->mass[k] + h->dashpot.coefficient) * b->approach[k];
    double       left;
    const double spring =
      m > 0 ? normal_elastic_plastic_spring_at(h, b->radius[k], overlap, m, &left) : 0;

    most[k]    = m;
    b->jump[k] = dashpot;
    batch_push(b, k, spring + dashpot, spring + share[k] * dashpot);
  }
}

static inline void normal_elastic_plastic_apply(const void *self, ContactBatch *b)
{
  NormalElasticPlastic h = *(const NormalElasticPlastic *)self;
  double               share[TILE];

  h.dashpot = dashpot_in(h.dashpot, dashpot_most(b));
  batch_jumps(b, 0, share);
  normal_elastic_plastic_push_apart(&h, share, b);
}

/* 2/5 of force x depth, as of Hertz' contact. */
static inline void normal_elastic_plastic_energy(const void *self, const ContactBatch *b,
                                                 double *energy)
{
  for (int k = 0; k < b->n; k++) {
    const double most = max_real(b->memory[0][k], -b->gap[k]);
    double       left, force;

    if (!(most > 0)) continue;
    force = normal_elastic_plastic_spring_at((const NormalElasticPlastic *)self, b->radius[k],
                                             -b->gap[k], most, &left);
    energy[k] += 0.4 * force * max_real(0, -b->gap[k] - left);
  }
}

#endif
