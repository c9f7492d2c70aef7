/* SPDX-License-Identifier: MIT */
/* Hertz contact of elastic spheres with a dashpot whose restitution does not depend on speed. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_HERTZ_H
#define CONTACT_TERMS_KERNELS_NORMAL_HERTZ_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/dashpot.h"

typedef struct {
  double  young; /* E*, Pa */
  Dashpot dashpot;
} NormalHertz;

/* F = 4/3 E* sqrt(R d) d + 2 sqrt(5/6) z sqrt(m dF/dd) v (Tsuji et al. 1992; the factor: Antypov &
   Elliott 2011), or with the dashpot of another kind. */
ALWAYS_INLINE void normal_hertz_push_apart(const NormalHertz *h, DashpotKind kind,
                                           const double *share, ContactBatch *b)
{
  const double zero = h->dashpot.limited ? 0 : -INFINITY;
  const double root = 2 * GROWING_RATIO * h->dashpot.ratio; /* sqrt(5/6) */
  const double most = dashpot_most(b), rate = dashpot_within(h->dashpot.rate, most);
  const bool   starts = kind == DASHPOT_RATE || kind == DASHPOT_COEFFICIENT; /* with a jump */

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact = sqrt(-b->radius[k] * b->gap[k]); /* radius of the contact area */
    const double slope   = 2 * h->young * contact;
    const double spring  = -(2.0 / 3.0) * slope * b->gap[k];
    const double damping =
      kind == DASHPOT_RATIO
        ? dashpot_within(root * sqrt(b->point_mass[k] * slope), most * b->point_mass[k])
      : kind == DASHPOT_RATE        ? rate * b->mass[k]
      : kind == DASHPOT_COEFFICIENT ? h->dashpot.coefficient
                                    : h->dashpot.time * slope;
    const double dashpot = damping * b->approach[k];
    const double push = spring + dashpot, acts = spring + share[k] * dashpot;

    b->jump[k] = !starts || dashpot < zero ? 0 : dashpot;
    batch_push(b, k, push > zero ? push : zero, acts > zero ? acts : zero);
  }
}

KERNEL static void normal_hertz_apply_ratio(const NormalHertz *h, const double *share,
                                            ContactBatch *b)
{
  normal_hertz_push_apart(h, DASHPOT_RATIO, share, b);
}

KERNEL static void normal_hertz_apply_rate(const NormalHertz *h, const double *share,
                                           ContactBatch *b)
{
  normal_hertz_push_apart(h, DASHPOT_RATE, share, b);
}

KERNEL static void normal_hertz_apply_coefficient(const NormalHertz *h, const double *share,
                                                  ContactBatch *b)
{
  normal_hertz_push_apart(h, DASHPOT_COEFFICIENT, share, b);
}

KERNEL static void normal_hertz_apply_time(const NormalHertz *h, const double *share,
                                           ContactBatch *b)
{
  normal_hertz_push_apart(h, DASHPOT_TIME, share, b);
}

static inline void normal_hertz_apply(const void *self, ContactBatch *b)
{
  static void (*const apply[])(const NormalHertz *, const double *, ContactBatch *) = {
    normal_hertz_apply_ratio, normal_hertz_apply_rate, normal_hertz_apply_coefficient,
    normal_hertz_apply_time};
  const NormalHertz h    = *(const NormalHertz *)self;
  const DashpotKind kind = dashpot_kind(&h.dashpot);
  /* limited: the force is zero before parting already */
  const double least = h.dashpot.limited ? 2 : 0;
  double       share[TILE];

  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    /* the dashpot of a ratio starts like time^(1/4), that of a rate or coefficient with a jump */
    if (kind != DASHPOT_TIME)
      share[k] = kind == DASHPOT_RATIO ? batch_root_start(b, k) * batch_root_stop(b, k, least)
                                       : batch_start(b, k) * batch_stop(b, k, least);
  }
  apply[kind](&h, share, b);
}

static inline void normal_hertz_energy(const void *self, const ContactBatch *b, double *energy)
{
  const NormalHertz *h = (const NormalHertz *)self;

  for (int k = 0; k < b->n; k++)
    energy[k] += 8.0 / 15.0 * h->young * sqrt(-b->radius[k] * b->gap[k]) * b->gap[k] * b->gap[k];
}

#endif
