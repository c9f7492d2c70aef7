/* SPDX-License-Identifier: MIT */
/* Linear tangential spring and dashpot with a Coulomb cap. Memory: the spring's stretch, rotated
   with the contact's frame and integrated by the trapezoidal rule, so that the law is second order
   in time. While sliding, the force points against the slip of half a step ago: first order where
   the direction of slip turns (docs/physics/contact.md). */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_HOOKE_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_HOOKE_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/tangential.h"

/* Slip time of a new contact at its first sample, s. */
static inline double tangential_hooke_first_slip(const TangentialSpring *h, const ContactBatch *b,
                                                 int k)
{
  const double stiffness = tangential_linear_stiffness(h, b->elastic[k]),
               speed     = vec3_norm(batch_slip(b, k));
  /* if the dashpot alone exceeds the cap at touching, the contact slides at once and the spring
     starts stretched backwards */
  const double back = speed > 0 ? slip_dashpot(&h->dashpot, h->dashpot.ratio > 0, b, k, stiffness) -
                                    h->friction * b->jump[k] / speed
                                : 0;

  return b->entered[k] * b->dt_before - (back > 0 ? back : 0) / stiffness;
}

/* Update the stretch and add the force. rooted: dashpot from the damping ratio, else from the rate;
   uniform: one stiffness for all contacts; time, share: as of batch_spring_times. */
ALWAYS_INLINE void tangential_hooke_stretch_as(const TangentialSpring *h, bool rooted, bool uniform,
                                               const double *time, const double *share,
                                               ContactBatch *b)
{
  const double all = h->constant, inverse = 1 / h->constant;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness  = uniform ? all : tangential_linear_stiffness(h, b->elastic[k]),
                 compliance = uniform ? inverse : 1 / stiffness,
                 cap        = tangential_cap(b, k, h->friction);

    (void)batch_stretch(b, k,
                        (Stretch){.stiffness  = stiffness,
                                  .compliance = compliance,
                                  .dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness),
                                  .cap        = cap,
                                  .low        = cap,
                                  .time       = time[k],
                                  .share      = share[k],
                                  .ahead      = true});
  }
}

KERNEL static void tangential_hooke_stretch(const TangentialSpring *h, bool rooted, bool uniform,
                                            const double *time, const double *share,
                                            ContactBatch *b)
{
  if (uniform && rooted) tangential_hooke_stretch_as(h, true, true, time, share, b);
  else if (uniform) tangential_hooke_stretch_as(h, false, true, time, share, b);
  else if (rooted) tangential_hooke_stretch_as(h, true, false, time, share, b);
  else tangential_hooke_stretch_as(h, false, false, time, share, b);
}

static inline void tangential_hooke_apply(const void *self, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           time[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_fill(b, 0.5 * b->dt_before, time);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) time[k] = tangential_hooke_first_slip(&h, b, k);
    share[k] = batch_start(b, k);
  }
  tangential_hooke_stretch(&h, h.dashpot.ratio > 0, !(h.modulus > 0), time, share, b);
}

#endif
