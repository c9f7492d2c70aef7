/* SPDX-License-Identifier: MIT */
/* Springs of the normal terms that yield. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_PLASTIC_H
#define CONTACT_TERMS_KERNELS_NORMAL_PLASTIC_H

#include "contact/terms/kernels/dashpot.h"

/* ---- normal: walton_braun, luding */

/* Hysteretic springs. Loading: k1 x overlap. Unloading and reloading: a line of slope k2 > k1 from
   the largest overlap m so far, k2 (overlap - m) + k1 m. `walton_braun`: not below zero. `luding`:
   not below -kc x overlap, an adhesive branch; where it is followed, m is reduced so that the line
   goes through it, and reloading leaves it along such a line. With plastic_depth phi, k2 grows in
   proportion to m from k1 to unloading_stiffness at the overlap

     m = phi 2 R* kp / (kp - k1)       kp: unloading_stiffness

   and from there on loading follows the line too.

   Stored energy: F^2 / (2 k2), F the spring's force. Memory: m. */

typedef struct {
  double  load;     /* k1, N/m */
  double  unload;   /* kp, N/m */
  double  adhesion; /* kc, N/m; 0: walton_braun */
  double  depth;    /* overlap at which k2 = kp, over R*; 0: k2 = kp always */
  Dashpot dashpot;
} NormalLuding;

/* Stiffness of unloading from the overlap m; limit: overlap at which it is kp. */
ALWAYS_INLINE double normal_luding_slope_at(const NormalLuding *h, bool limited, double m,
                                            double limit)
{
  return limited ? h->load + (h->unload - h->load) * (m / limit) : h->unload;
}

/* The overlap m whose line meets the adhesive branch at this overlap: k2(m) (overlap - m) + k1 m =
   -kc overlap. */
ALWAYS_INLINE double normal_luding_meeting_at(const NormalLuding *h, bool limited, double overlap,
                                              double limit)
{
  const double sum = h->load + h->adhesion, rise = h->unload - h->load;

  return limited ? 0.5 * (overlap + sqrt(overlap * overlap + 4 * sum * overlap * limit / rise))
                 : (h->unload + h->adhesion) * overlap / rise;
}

/* The spring's force at an overlap; most: memory, changed; slope: of the line. limited: with
   plastic_depth. */
ALWAYS_INLINE double normal_luding_spring_at(const NormalLuding *h, bool limited, double overlap,
                                             double radius, double *most, double *slope)
{
  const double limit = limited ? h->depth * radius : INFINITY;
  const double wide = overlap > *most ? overlap : *most, m = wide < limit ? wide : limit;
  const double line = normal_luding_slope_at(h, limited, m, limit) * (overlap - m) + h->load * m,
               low  = -h->adhesion * overlap,
               meet = normal_luding_meeting_at(h, limited, overlap, limit);
  /* without adhesion the line stays, and the force is 0 below it */
  const double back = h->adhesion > 0 ? meet : m;

  *most  = line < low ? back : m;
  *slope = normal_luding_slope_at(h, limited, *most, limit);
  return line < low ? low : line;
}

ALWAYS_INLINE void normal_luding_push_by(const NormalLuding *h, bool limited, const double *ramp,
                                         const double *share, ContactBatch *b)
{
  double *m = b->memory[0];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    double       most = m[k], slope;
    const double spring =
      normal_luding_spring_at(h, limited, -b->gap[k], b->radius[k], &most, &slope);
    const double dashpot = (h->dashpot.rate * b->mass[k] + h->dashpot.coefficient) * b->approach[k];

    m[k]       = most;
    b->jump[k] = dashpot;
    batch_push(b, k, spring + dashpot, ramp[k] * spring + share[k] * dashpot);
  }
}

KERNEL static void normal_luding_push(const NormalLuding *h, bool limited, const double *ramp,
                                      const double *share, ContactBatch *b)
{
  if (limited) normal_luding_push_by(h, true, ramp, share, b);
  else normal_luding_push_by(h, false, ramp, share, b);
}

static inline void normal_luding_apply(const void *self, ContactBatch *b)
{
  NormalLuding h = *(const NormalLuding *)self;
  double       ramp[TILE], share[TILE];

  h.dashpot = dashpot_in(h.dashpot, dashpot_most(b));
  batch_ramps(b, h.adhesion > 0 ? 0 : 2, ramp); /* without adhesion zero before parting */
  batch_jumps(b, 0, share);
  normal_luding_push(&h, h.depth > 0, ramp, share, b);
}

/* Memory is that of this overlap: the force is read, nothing changes. */
static inline void normal_luding_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++) {
    double       most = b->memory[0][k], slope;
    const double force =
      normal_luding_spring_at((const NormalLuding *)self, ((const NormalLuding *)self)->depth > 0,
                              -b->gap[k], b->radius[k], &most, &slope);

    energy[k] += 0.5 * force * force / slope;
  }
}

/* ---- normal: elastic_plastic */

/* Elastic-perfectly plastic spheres of Thornton & Ning: Hertz' force until the pressure in the
   middle of the contact is yield_pressure p, from there on linear with the slope pi p R*; unloading
   as Hertz' contact of the flattened radius Rp, which touches in the same circle:

     overlap_y = R* (pi p / (2 E*))^2,   F = F_y + pi p R* (overlap - overlap_y)
     Rp = R* F_h / F at the largest overlap m, F_h Hertz' force there;   m - left = m R* / Rp

   The force is zero while the overlap is below `left`. Memory: m. */

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
