/* SPDX-License-Identifier: MIT */
/* Tangential spring and dashpot with two coefficients of friction: a contact sticks up to friction x
   F, and once it slides the cap is friction_dynamic x F until the force is below that again. The
   spring is that of `hooke`, or with normal: hertz that of `mindlin_secant`. Memory: the stretch, and
   1 while it slides. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_STATIC_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_STATIC_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/tangential.h"

typedef struct {
  double      constant; /* N/m */
  double      modulus;  /* Pa: 2 modulus x reduced radius */
  double      shear;    /* 8 G*, Pa: x contact radius */
  double      sticks, slides;
  SlipDashpot dashpot;
} TangentialStatic;

ALWAYS_INLINE double tangential_static_stiffness_of(const TangentialStatic *h, double radius,
                                                    double depth)
{
  return h->constant + 2 * h->modulus * radius + h->shear * sqrt(radius * depth);
}

/* rooted: dashpot from the damping ratio, else from the rate; slip: time by which the stretch advances
   before the sample, s; share: see batch_start. */
ALWAYS_INLINE void tangential_static_stretch(const TangentialStatic *h, bool rooted,
                                             const double *slip, const double *share,
                                             ContactBatch *b)
{
  const bool ahead  = !(h->shear > 0); /* a stiffness that grows would push along the slip */
  double    *slides = b->memory[3];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = tangential_static_stiffness_of(h, b->elastic[k], -b->gap[k]);
    const double compliance = stiffness > 0 ? 1 / stiffness : 0;
    const double dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double force = b->push[k] > 0 ? b->push[k] : 0, low = h->slides * force;
    const double cap = b->known[k] * slides[k] > 0 ? low : h->sticks * force;

    slides[k] =
      batch_stretch(b, k, stiffness, compliance, dashpot, cap, low, slip[k], share[k], ahead) ? 1
                                                                                              : 0;
  }
}

KERNEL static void tangential_static_apply_ratio(const TangentialStatic *h, const double *slip,
                                                 const double *share, ContactBatch *b)
{
  tangential_static_stretch(h, true, slip, share, b);
}

KERNEL static void tangential_static_apply_rate(const TangentialStatic *h, const double *slip,
                                                const double *share, ContactBatch *b)
{
  tangential_static_stretch(h, false, slip, share, b);
}

static inline void tangential_static_apply(const void *self, ContactBatch *b)
{
  TangentialStatic h = *(const TangentialStatic *)self;
  double           slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * b->entered[k];
    share[k] = h.shear > 0 && !(h.dashpot.rate > 0) ? batch_root_start(b, k) : batch_start(b, k);
  }
  if (h.dashpot.ratio > 0) tangential_static_apply_ratio(&h, slip, share, b);
  else tangential_static_apply_rate(&h, slip, share, b);
}

static inline void tangential_static_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] +=
      batch_stretch_energy(b, k,
                           tangential_static_stiffness_of((const TangentialStatic *)self,
                                                          b->elastic[k], max_real(0, -b->gap[k])));
}

static inline void tangential_static_stored(const void *self, const ContactBatch *b, double *energy)
{
  const TangentialStatic *h = (const TangentialStatic *)self;
  const SlipDashpot       d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness =
                   tangential_static_stiffness_of(h, b->elastic[k], max_real(0, -b->gap[k])),
                 force = max_real(0, b->push[k]);
    const double most  = b->memory[3][k] > 0 ? h->slides : h->sticks;

    energy[k] +=
      batch_stretch_stored(b, k, stiffness, slip_dashpot(&d, d.ratio > 0, b, k, stiffness),
                           most * force, h->slides * force);
  }
}

#endif
