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
