/* SPDX-License-Identifier: MIT */
/* Mindlin's tangential spring, whose stiffness grows with the contact radius, and a dashpot, with a
   Coulomb cap. Memory: the elastic force, not a stretch, so that a growing contact stiffens later
   slip only; when the contact radius shrinks, the force is reduced in proportion. Integrated in
   time as the linear spring (tangential_hooke.h). `mindlin_incremental` is the same without that
   reduction. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_MINDLIN_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_MINDLIN_H

#include "base/kernel.h"
#include "base/vec.h"
#include "contact/batch.h"
#include "contact/terms/kernels/tangential.h"

/* Update the elastic force and add force and dashpot. rescaled: it is reduced with the contact
   radius; rooted, time, share: as in tangential_hooke.h. */
ALWAYS_INLINE void tangential_mindlin_stretch_as(const TangentialSpring *h, bool rooted,
                                                 bool rescaled, const double *time,
                                                 const double *share, ContactBatch *b)
{
  double *before = b->memory[3];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact   = sqrt(-b->radius[k] * b->gap[k]);
    const double stiffness = h->shear * contact;
    const double dashpot   = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double cap       = tangential_cap(b, k, h->friction);
    const double less      = contact / before[k],
                 give      = b->known[k] * (rescaled && contact < before[k] ? less : 1);
    const Vec3 slip        = batch_slip(b, k),
               kept        = batch_across(b, k, batch_turned(b, k, b->dt_before, batch_kept(b, k))),
               spring = vec3_sub(vec3_scale(give, kept), vec3_scale(stiffness * time[k], slip)),
               all    = vec3_sub(spring, vec3_scale(dashpot, slip));
    const double size = vec3_norm(all), keep = size > cap ? cap / size : 1;
    const Vec3   force = vec3_scale(keep, all),
               to      = vec3_choose(keep < 1, vec3_axpy(force, dashpot, slip), spring);

    batch_add_force(b, k, vec3_scale(share[k], force));
    batch_keep(
      b, k, batch_turned(b, k, b->dt, vec3_sub(to, vec3_scale(stiffness * (0.5 * b->dt), slip))));
    before[k] = contact;
  }
}

KERNEL static void tangential_mindlin_stretch(const TangentialSpring *h, bool rooted, bool rescaled,
                                              const double *time, const double *share,
                                              ContactBatch *b)
{
  if (rescaled && rooted) tangential_mindlin_stretch_as(h, true, true, time, share, b);
  else if (rescaled) tangential_mindlin_stretch_as(h, false, true, time, share, b);
  else if (rooted) tangential_mindlin_stretch_as(h, true, false, time, share, b);
  else tangential_mindlin_stretch_as(h, false, false, time, share, b);
}

ALWAYS_INLINE void tangential_mindlin_apply_as(const void *self, bool rescaled, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           time[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_spring_times(b, true, !(h.dashpot.rate > 0), time, share);
  tangential_mindlin_stretch(&h, h.dashpot.ratio > 0, rescaled, time, share, b);
}

static inline void tangential_mindlin_apply(const void *self, ContactBatch *b)
{
  tangential_mindlin_apply_as(self, true, b);
}

static inline void tangential_mindlin_incremental_apply(const void *self, ContactBatch *b)
{
  tangential_mindlin_apply_as(self, false, b);
}

/* The force of the spring at the sample, N: that in memory is half a step ahead. */
static inline Vec3 tangential_mindlin_now(const ContactBatch *b, int k, double stiffness)
{
  return vec3_axpy(batch_kept(b, k), 0.5 * b->dt * stiffness, batch_slip(b, k));
}

static inline void tangential_mindlin_energy(const void *self, const ContactBatch *b,
                                             double *energy)
{
  const TangentialSpring *h = (const TangentialSpring *)self;

  for (int k = 0; k < b->n; k++) {
    const double stiffness = h->shear * sqrt(-b->radius[k] * b->gap[k]);
    const Vec3   spring    = tangential_mindlin_now(b, k, stiffness);

    if (stiffness > 0) energy[k] += 0.5 * vec3_dot(spring, spring) / stiffness;
  }
}

static inline void tangential_mindlin_stored(const void *self, const ContactBatch *b,
                                             double *energy)
{
  const TangentialSpring *h = (const TangentialSpring *)self;
  const SlipDashpot       d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 cap       = tangential_cap(b, k, h->friction),
                 dashpot   = slip_dashpot(&d, d.ratio > 0, b, k, stiffness);
    const Vec3 spring      = tangential_mindlin_now(b, k, stiffness);

    energy[k] +=
      stored_below(spring, vec3_axpy(spring, -dashpot, batch_slip(b, k)), stiffness, cap, cap);
  }
}

#endif
