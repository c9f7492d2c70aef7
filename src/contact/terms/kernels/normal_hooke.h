/* SPDX-License-Identifier: MIT */
/* Linear spring and dashpot along the normal. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_HOOKE_H
#define CONTACT_TERMS_KERNELS_NORMAL_HOOKE_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/dashpot.h"

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
ALWAYS_INLINE void normal_hooke_push_apart(const NormalHooke *h, DashpotKind kind, ContactBatch *b)
{
  const double zero = h->dashpot.limited ? 0 : -INFINITY;
  /* limited: zero before parting already */
  const bool   damped = kind != DASHPOT_RATE || h->dashpot.rate > 0;
  const double least  = h->dashpot.limited && damped ? 2 : 0;
  const double most = dashpot_most(b), rate = dashpot_within(h->dashpot.rate, most);
  double       ramp[TILE], share[TILE];

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
    const double damping =
      kind == DASHPOT_RATIO
        ? dashpot_within(2 * h->dashpot.ratio * sqrt(b->point_mass[k] * stiffness),
                         most * b->point_mass[k])
      : kind == DASHPOT_RATE        ? rate * b->mass[k]
      : kind == DASHPOT_COEFFICIENT ? h->dashpot.coefficient
                                    : h->dashpot.time * stiffness;
    const double dashpot = damping * b->approach[k];
    /* Unless limited, the dashpot may pull before parting: cut at zero with an uncorrected ratio,
       restitution .5 would come out as .55. */
    const double push = spring + dashpot, acts = ramp[k] * spring + share[k] * dashpot;

    b->jump[k] = dashpot > zero ? dashpot : zero;
    batch_push(b, k, push > zero ? push : zero, acts > zero ? acts : zero);
  }
}

KERNEL static void normal_hooke_apply_ratio(const NormalHooke *h, ContactBatch *b)
{
  normal_hooke_push_apart(h, DASHPOT_RATIO, b);
}

KERNEL static void normal_hooke_apply_rate(const NormalHooke *h, ContactBatch *b)
{
  normal_hooke_push_apart(h, DASHPOT_RATE, b);
}

KERNEL static void normal_hooke_apply_coefficient(const NormalHooke *h, ContactBatch *b)
{
  normal_hooke_push_apart(h, DASHPOT_COEFFICIENT, b);
}

KERNEL static void normal_hooke_apply_time(const NormalHooke *h, ContactBatch *b)
{
  normal_hooke_push_apart(h, DASHPOT_TIME, b);
}

static inline void normal_hooke_apply(const void *self, ContactBatch *b)
{
  static void (*const apply[])(const NormalHooke *, ContactBatch *) = {
    normal_hooke_apply_ratio, normal_hooke_apply_rate, normal_hooke_apply_coefficient,
    normal_hooke_apply_time};
  const NormalHooke h = *(const NormalHooke *)self;

  apply[dashpot_kind(&h.dashpot)](&h, b);
}

static inline void normal_hooke_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += 0.5 * normal_hooke_stiffness_of((const NormalHooke *)self, b->elastic[k]) *
                 b->gap[k] * b->gap[k];
}

#endif
