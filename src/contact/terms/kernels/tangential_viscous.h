/* SPDX-License-Identifier: MIT */
/* Friction without memory: against the slip v with the size min(c |v|, mu F). c is a rate times the
   reduced mass (Haff & Werner), or as in JaxDEM's cundallstrack 2 z sqrt(m k), with z from
   restitution, the effective mass m and k = tangential_ratio x the normal stiffness. Nothing sticks:
   under a constant load below mu F surfaces creep. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_VISCOUS_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_VISCOUS_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/dashpot.h"
#include "contact/terms/kernels/tangential.h"

typedef struct {
  double friction;
  double rate;      /* 1/s; 0: from the ratio */
  double ratio;     /* damping ratio */
  double most;      /* in a batch: largest coefficient over the effective mass (dashpot.h), 1/s */
  double stiffness; /* N/m */
  double modulus;   /* Pa: stiffness + 2 modulus x reduced radius */
} TangentialViscous;

/* rooted: from the ratio, which is above 0. */
ALWAYS_INLINE double tangential_viscous_coefficient(const TangentialViscous *h, bool rooted,
                                                    double radius, double mass, double slip_mass)
{
  const double stiffness = h->stiffness + 2 * h->modulus * radius;

  return rooted ? dashpot_within(2 * h->ratio * sqrt(slip_mass * stiffness), h->most * slip_mass)
                : h->rate * mass;
}

ALWAYS_INLINE void tangential_viscous_oppose(const TangentialViscous *h, bool rooted,
                                             const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double c =
      tangential_viscous_coefficient(h, rooted, b->elastic[k], b->mass[k], b->slip_mass[k]);
    const double cap = h->friction * (b->push[k] > 0 ? b->push[k] : 0);
    double       x, y, z, size, most, over;

    batch_slip(b, k, &x, &y, &z);
    size = sqrt(x * x + y * y + z * z);
    most = cap / size;
    over = share[k] * (c * size > cap ? most : c);
    b->fx[k] -= over * x;
    b->fy[k] -= over * y;
    b->fz[k] -= over * z;
  }
}

KERNEL static void tangential_viscous_oppose_ratio(const TangentialViscous *h, const double *share,
                                                   ContactBatch *b)
{
  tangential_viscous_oppose(h, true, share, b);
}

KERNEL static void tangential_viscous_oppose_rate(const TangentialViscous *h, const double *share,
                                                  ContactBatch *b)
{
  tangential_viscous_oppose(h, false, share, b);
}

static inline void tangential_viscous_apply(const void *self, ContactBatch *b)
{
  TangentialViscous h = *(const TangentialViscous *)self;
  const SlipDashpot d = slip_dashpot_in((SlipDashpot){.rate = h.rate}, b);
  double            share[TILE];

  h.rate = d.rate;
  h.most = d.most;
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) share[b->event[e]] = batch_start(b, b->event[e]);
  if (h.ratio > 0) tangential_viscous_oppose_ratio(&h, share, b);
  else tangential_viscous_oppose_rate(&h, share, b);
}

#endif
