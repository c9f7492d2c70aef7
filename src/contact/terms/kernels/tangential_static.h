/* SPDX-License-Identifier: MIT */
/* Tangential springs and dashpots whose memory is the stretch, at the stiffness of the moment.

   `static_dynamic` has two coefficients of friction: a contact sticks up to friction x F, and once
   it slides the cap is friction_dynamic x F until the force is below that again. The spring is that
   of `hooke`, or with normal: hertz that of `mindlin_secant`. Further memory: 1 while it slides.

   `mindlin_secant` is Mindlin's spring: the force is that of the whole stretch at the stiffness 8
   G* x contact radius, so that it changes with the load without slip (LAMMPS' tangential mindlin,
   LIGGGHTS' hertz). Integrated as the linear spring; but at the Coulomb limit, where the dashpot
   alone exceeds it, the stretch becomes 0: stretched forward, so that spring and dashpot have the
   force of the limit, the spring would push along the slip as its stiffness grows, faster than the
   dashpot. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_STATIC_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_STATIC_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/tangential.h"

/* rooted: dashpot from the damping ratio, else from the rate; dynamic: of static_dynamic, else of
   mindlin_secant; time, share: as of batch_spring_times. */
ALWAYS_INLINE void tangential_static_stretch_as(const TangentialSpring *h, bool rooted,
                                                bool dynamic, const double *time,
                                                const double *share, ContactBatch *b)
{
  /* a stiffness that grows would push along the slip */
  const bool ahead  = dynamic && !(h->shear > 0);
  double    *slides = b->memory[3];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double stiffness = dynamic ? tangential_stiffness(h, b->elastic[k], -b->gap[k])
                                     : h->shear * sqrt(-b->radius[k] * b->gap[k]);
    const double low = tangential_cap(b, k, h->slides), sticks = tangential_cap(b, k, h->friction),
                 cap = dynamic && b->known[k] * slides[k] > 0 ? low : sticks;
    const bool slid =
      batch_stretch(b, k,
                    (Stretch){.stiffness  = stiffness,
                              .compliance = stiffness > 0 ? 1 / stiffness : 0,
                              .dashpot    = slip_dashpot(&h->dashpot, rooted, b, k, stiffness),
                              .cap        = cap,
                              .low        = dynamic ? low : cap,
                              .time       = time[k],
                              .share      = share[k],
                              .ahead      = ahead});

    if (dynamic) slides[k] = slid ? 1 : 0;
  }
}

KERNEL static void tangential_static_stretch(const TangentialSpring *h, bool rooted, bool dynamic,
                                             const double *time, const double *share,
                                             ContactBatch *b)
{
  if (dynamic && rooted) tangential_static_stretch_as(h, true, true, time, share, b);
  else if (dynamic) tangential_static_stretch_as(h, false, true, time, share, b);
  else if (rooted) tangential_static_stretch_as(h, true, false, time, share, b);
  else tangential_static_stretch_as(h, false, false, time, share, b);
}

ALWAYS_INLINE void tangential_static_apply_as(const void *self, bool dynamic, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           time[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_spring_times(b, false, h.shear > 0 && !(h.dashpot.rate > 0), time, share);
  tangential_static_stretch(&h, h.dashpot.ratio > 0, dynamic, time, share, b);
}

static inline void tangential_static_apply(const void *self, ContactBatch *b)
{
  tangential_static_apply_as(self, true, b);
}

static inline void tangential_secant_apply(const void *self, ContactBatch *b)
{
  tangential_static_apply_as(self, false, b);
}

static inline void tangential_static_stored(const void *self, const ContactBatch *b, double *energy)
{
  tangential_stretch_stored_with((const TangentialSpring *)self, b, b->memory[3], energy);
}

#endif
