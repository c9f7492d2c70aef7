/* SPDX-License-Identifier: MIT */
/* Springs and dashpots of the normal terms without memory. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_H
#define CONTACT_TERMS_KERNELS_NORMAL_H

#include "contact/terms/kernels/dashpot.h"

/* ---- normal: hooke */

typedef struct {
  double  stiffness;        /* N/m; 0: from modulus */
  double  modulus;          /* Pa: stiffness = 2 modulus x reduced radius */
  double  young_a, young_b; /* of the materials, Pa; 0 if the stiffness is given */
  Dashpot dashpot;
} NormalHooke;

static inline double normal_hooke_stiffness_of(const NormalHooke *h, double radius)
{
  return h->stiffness + 2 * h->modulus * radius;
}

/* Add spring and dashpot. */
ALWAYS_INLINE void normal_hooke_push_by(const NormalHooke *h, DashpotKind kind, ContactBatch *b)
{
  const double zero = h->dashpot.limited ? 0 : -INFINITY, most = dashpot_most(b);
  /* limited: zero before parting already */
  const bool    damped = kind != DASHPOT_RATE || h->dashpot.rate > 0;
  const double  least  = h->dashpot.limited && damped ? 2 : 0;
  const Dashpot d      = dashpot_in(h->dashpot, most);
  double        ramp[TILE], share[TILE];

#pragma omp simd
  for (int k = 0; k < b->n; k++) ramp[k] = share[k] = 1; /* kernels call nobody */
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    ramp[k]  = batch_ramp(b, k, least);
    share[k] = batch_start(b, k) * batch_stop(b, k, least);
  }
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness = normal_hooke_stiffness_of(h, b->elastic[k]);
    const double spring    = -stiffness * b->gap[k];
    const double dashpot =
      dashpot_at(&d, kind, 2 * d.ratio, most, b, k, stiffness) * b->approach[k];
    /* Unless limited, the dashpot may pull before parting: cut at zero with an uncorrected ratio,
       restitution .5 would come out as .55. */
    const double push = spring + dashpot, acts = ramp[k] * spring + share[k] * dashpot;

    b->jump[k] = dashpot > zero ? dashpot : zero;
    batch_push(b, k, push > zero ? push : zero, acts > zero ? acts : zero);
  }
}

KERNEL static void normal_hooke_push(const NormalHooke *h, DashpotKind kind, ContactBatch *b)
{
  if (kind == DASHPOT_RATIO) normal_hooke_push_by(h, DASHPOT_RATIO, b);
  else if (kind == DASHPOT_RATE) normal_hooke_push_by(h, DASHPOT_RATE, b);
  else if (kind == DASHPOT_COEFFICIENT) normal_hooke_push_by(h, DASHPOT_COEFFICIENT, b);
  else normal_hooke_push_by(h, DASHPOT_TIME, b);
}

static inline void normal_hooke_apply(const void *self, ContactBatch *b)
{
  const NormalHooke h = *(const NormalHooke *)self;

  normal_hooke_push(&h, dashpot_kind(&h.dashpot), b);
}

static inline void normal_hooke_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += 0.5 * normal_hooke_stiffness_of((const NormalHooke *)self, b->elastic[k]) *
                 b->gap[k] * b->gap[k];
}

/* ---- normal: spring */

/* JaxDEM's `spring`: k x overlap, k the harmonic mean 2 E_a E_b / (E_a + E_b) of the numbers given
   as Young's moduli, taken as N/m. No dashpot. */

typedef struct {
  double stiffness; /* N/m */
} NormalSpring;

KERNEL static void normal_spring_push_apart(const NormalSpring *h, const double *ramp,
                                            ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double spring = -h->stiffness * b->gap[k];

    batch_push(b, k, spring, ramp[k] * spring);
  }
}

static inline void normal_spring_apply(const void *self, ContactBatch *b)
{
  double ramp[TILE];

  batch_ramps(b, 0, ramp);
  normal_spring_push_apart((const NormalSpring *)self, ramp, b);
}

static inline void normal_spring_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += 0.5 * ((const NormalSpring *)self)->stiffness * b->gap[k] * b->gap[k];
}

/* ---- normal: hertz */

/* Hertz contact of elastic spheres with a dashpot whose restitution does not depend on speed. */

typedef struct {
  double  young; /* E*, Pa */
  Dashpot dashpot;
} NormalHertz;

/* F = 4/3 E* sqrt(R d) d + 2 sqrt(5/6) z sqrt(m dF/dd) v (Tsuji et al. 1992; the factor: Antypov &
   Elliott 2011), or with the dashpot of another kind. */
ALWAYS_INLINE void normal_hertz_push_by(const NormalHertz *h, DashpotKind kind, const double *share,
                                        ContactBatch *b)
{
  const double  zero = h->dashpot.limited ? 0 : -INFINITY, most = dashpot_most(b);
  const Dashpot d            = dashpot_in(h->dashpot, most);
  const double  double_ratio = 2 * GROWING_RATIO * d.ratio;
  const bool    starts = kind == DASHPOT_RATE || kind == DASHPOT_COEFFICIENT; /* with a jump */

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact = sqrt(-b->radius[k] * b->gap[k]); /* radius of the contact area */
    const double slope   = 2 * h->young * contact;
    const double spring  = -(2.0 / 3.0) * slope * b->gap[k];
    const double dashpot = dashpot_at(&d, kind, double_ratio, most, b, k, slope) * b->approach[k];
    const double push = spring + dashpot, acts = spring + share[k] * dashpot;

    b->jump[k] = !starts || dashpot < zero ? 0 : dashpot;
    batch_push(b, k, push > zero ? push : zero, acts > zero ? acts : zero);
  }
}

KERNEL static void normal_hertz_push(const NormalHertz *h, DashpotKind kind, const double *share,
                                     ContactBatch *b)
{
  if (kind == DASHPOT_RATIO) normal_hertz_push_by(h, DASHPOT_RATIO, share, b);
  else if (kind == DASHPOT_RATE) normal_hertz_push_by(h, DASHPOT_RATE, share, b);
  else if (kind == DASHPOT_COEFFICIENT) normal_hertz_push_by(h, DASHPOT_COEFFICIENT, share, b);
  else normal_hertz_push_by(h, DASHPOT_TIME, share, b);
}

static inline void normal_hertz_apply(const void *self, ContactBatch *b)
{
  const NormalHertz h    = *(const NormalHertz *)self;
  const DashpotKind kind = dashpot_kind(&h.dashpot);
  /* limited: the force is zero before parting already */
  const double least = h.dashpot.limited ? 2 : 0;
  double       share[TILE];

  /* the dashpot of a ratio starts like time^(1/4), that of a rate or coefficient with a jump */
  if (kind == DASHPOT_RATIO) batch_roots(b, least, share);
  else if (kind == DASHPOT_TIME) batch_fill(b, 1, share);
  else batch_jumps(b, least, share);
  normal_hertz_push(&h, kind, share, b);
}

static inline void normal_hertz_energy(const void *self, const ContactBatch *b, double *energy)
{
  const NormalHertz *h = (const NormalHertz *)self;

  for (int k = 0; k < b->n; k++)
    energy[k] += 8.0 / 15.0 * h->young * sqrt(-b->radius[k] * b->gap[k]) * b->gap[k] * b->gap[k];
}

#endif
