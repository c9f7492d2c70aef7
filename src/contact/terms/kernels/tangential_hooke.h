/* SPDX-License-Identifier: MIT */
/* Linear tangential spring and dashpot with a Coulomb cap. Memory: the spring's stretch, rotated
   with the contact's frame and integrated by the trapezoidal rule, so that the law is second order
   in time. While sliding, the force points against the slip of half a step ago: first order where
   the direction of slip turns (docs/contact.md). */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_HOOKE_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_HOOKE_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/tangential.h"

typedef struct {
  double      stiffness; /* N/m; 0: ratio x 2 modulus x reduced radius */
  double      modulus;   /* Pa, times the ratio */
  double      friction;
  SlipDashpot dashpot;
} TangentialHooke;

static inline double tangential_hooke_stiffness_of(const TangentialHooke *h, double radius)
{
  return h->stiffness + 2 * h->modulus * radius;
}

/* Slip time of a new contact at its first sample, s. */
static inline double tangential_hooke_first_slip(const TangentialHooke *h, const ContactBatch *b,
                                                 int k)
{
  const double stiffness = tangential_hooke_stiffness_of(h, b->elastic[k]);
  const double tx = b->vx[k] - b->approach[k] * b->nx[k], ty = b->vy[k] - b->approach[k] * b->ny[k],
               tz    = b->vz[k] - b->approach[k] * b->nz[k];
  const double speed = sqrt(tx * tx + ty * ty + tz * tz);
  /* if the dashpot alone exceeds the cap at touching, the contact slides at once and the spring
     starts stretched backwards */
  const double back = speed > 0 ? slip_dashpot(&h->dashpot, h->dashpot.ratio > 0, b, k, stiffness) -
                                    h->friction * b->jump[k] / speed
                                : 0;

  return b->entered[k] * b->dt_before - (back > 0 ? back : 0) / stiffness;
}

/* Update the stretch and add the force. rooted: dashpot from the damping ratio, else from the rate;
   uniform: one stiffness for all contacts; slip: time by which the stretch advances before the
   sample, s; share: see batch_start. */
ALWAYS_INLINE void tangential_hooke_stretch(const TangentialHooke *h, bool rooted, bool uniform,
                                            const double *slip, const double *share,
                                            ContactBatch *b)
{
  const double all = h->stiffness, inverse = 1 / h->stiffness;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = uniform ? all : tangential_hooke_stiffness_of(h, b->elastic[k]),
                 compliance = uniform ? inverse : 1 / stiffness;
    const double dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double cap        = h->friction * (b->push[k] > 0 ? b->push[k] : 0);

    (void)batch_stretch(b, k, stiffness, compliance, dashpot, cap, cap, slip[k], share[k], true);
  }
}

KERNEL static void tangential_hooke_apply_rate(const TangentialHooke *h, const double *slip,
                                               const double *share, ContactBatch *b)
{
  tangential_hooke_stretch(h, false, true, slip, share, b);
}

KERNEL static void tangential_hooke_apply_ratio(const TangentialHooke *h, const double *slip,
                                                const double *share, ContactBatch *b)
{
  tangential_hooke_stretch(h, true, true, slip, share, b);
}

KERNEL static void tangential_hooke_apply_any(const TangentialHooke *h, const double *slip,
                                              const double *share, ContactBatch *b)
{
  if (h->dashpot.ratio > 0) tangential_hooke_stretch(h, true, false, slip, share, b);
  else tangential_hooke_stretch(h, false, false, slip, share, b);
}

static inline void tangential_hooke_apply(const void *self, ContactBatch *b)
{
  TangentialHooke h = *(const TangentialHooke *)self;
  double          slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = tangential_hooke_first_slip(&h, b, k);
    /* scales the force, not the stretch; no share at parting, where the cap brings the force to
       zero */
    share[k] = batch_start(b, k);
  }
  if (h.modulus > 0) tangential_hooke_apply_any(&h, slip, share, b);
  else if (h.dashpot.ratio > 0) tangential_hooke_apply_ratio(&h, slip, share, b);
  else tangential_hooke_apply_rate(&h, slip, share, b);
}

static inline void tangential_hooke_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++)
    energy[k] += batch_stretch_energy(
      b, k, tangential_hooke_stiffness_of((const TangentialHooke *)self, b->elastic[k]));
}

static inline void tangential_hooke_stored(const void *self, const ContactBatch *b, double *energy)
{
  const TangentialHooke *h = (const TangentialHooke *)self;
  const SlipDashpot      d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = tangential_hooke_stiffness_of(h, b->elastic[k]),
                 cap       = h->friction * max_real(0, b->push[k]);

    energy[k] += batch_stretch_stored(b, k, stiffness,
                                      slip_dashpot(&d, d.ratio > 0, b, k, stiffness), cap, cap);
  }
}

#endif
