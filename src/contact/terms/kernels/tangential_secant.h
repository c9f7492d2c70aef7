/* SPDX-License-Identifier: MIT */
/* Mindlin's tangential spring with the stretch as memory: the force is that of the whole stretch at
   the stiffness of the moment, 8 G* x contact radius, so that it changes with the load without slip
   (LAMMPS' tangential mindlin, LIGGGHTS' hertz). Integrated as the linear spring; but at the Coulomb
   limit, where the dashpot alone exceeds it, the stretch becomes 0: stretched forward, so that spring
   and dashpot have the force of the limit, the spring would push along the slip as its stiffness
   grows, faster than the dashpot. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_SECANT_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_SECANT_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/tangential.h"

typedef struct {
  double      shear; /* G*, Pa */
  double      friction;
  SlipDashpot dashpot;
} TangentialSecant;

/* rooted: dashpot from the damping ratio, else from the rate; slip: time by which the stretch advances
   before the sample, s; share: see batch_start. */
ALWAYS_INLINE void tangential_secant_stretch(const TangentialSecant *h, bool rooted,
                                             const double *slip, const double *share,
                                             ContactBatch *b)
{

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]);
    const double compliance = stiffness > 0 ? 1 / stiffness : 0;
    const double dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double cap        = h->friction * (b->push[k] > 0 ? b->push[k] : 0);

    (void)batch_stretch(b, k, stiffness, compliance, dashpot, cap, cap, slip[k], share[k], false);
  }
}

KERNEL static void tangential_secant_apply_ratio(const TangentialSecant *h, const double *slip,
                                                 const double *share, ContactBatch *b)
{
  tangential_secant_stretch(h, true, slip, share, b);
}

KERNEL static void tangential_secant_apply_rate(const TangentialSecant *h, const double *slip,
                                                const double *share, ContactBatch *b)
{
  tangential_secant_stretch(h, false, slip, share, b);
}

static inline void tangential_secant_apply(const void *self, ContactBatch *b)
{
  TangentialSecant h = *(const TangentialSecant *)self;
  double           slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * b->entered[k];
    share[k] = h.dashpot.rate > 0 ? batch_start(b, k) : batch_root_start(b, k);
  }
  if (h.dashpot.ratio > 0) tangential_secant_apply_ratio(&h, slip, share, b);
  else tangential_secant_apply_rate(&h, slip, share, b);
}

static inline void tangential_secant_energy(const void *self, const ContactBatch *b, double *energy)
{
  const double unit = 8 * ((const TangentialSecant *)self)->shear;

  for (int k = 0; k < b->n; k++)
    energy[k] += batch_stretch_energy(b, k, unit * sqrt(-b->radius[k] * b->gap[k]));
}

static inline void tangential_secant_stored(const void *self, const ContactBatch *b, double *energy)
{
  const TangentialSecant *h = (const TangentialSecant *)self;
  const SlipDashpot       d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 cap       = h->friction * max_real(0, b->push[k]);

    energy[k] += batch_stretch_stored(b, k, stiffness,
                                      slip_dashpot(&d, d.ratio > 0, b, k, stiffness), cap, cap);
  }
}

#endif
