/* SPDX-License-Identifier: MIT */
/* Friction without memory: against the slip v with the size min(c |v|, mu F). c is a rate times the
   reduced mass (Haff & Werner), or as in JaxDEM's cundallstrack 2 z sqrt(m k), with z from
   restitution, the effective mass m and k = tangential_ratio x the normal stiffness. Nothing
   sticks: under a constant load below mu F surfaces creep. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_VISCOUS_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_VISCOUS_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/dashpot.h"
#include "contact/terms/kernels/tangential.h"

ALWAYS_INLINE void tangential_viscous_oppose_as(const TangentialSpring *h, bool rooted,
                                                const double *share, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3   slip = batch_slip(b, k);
    const double c =
      slip_dashpot(&h->dashpot, rooted, b, k, tangential_linear_stiffness(h, b->elastic[k]));
    const double cap = tangential_cap(b, k, h->friction), size = vec3_norm(slip), most = cap / size,
                 over = share[k] * (c * size > cap ? most : c);

    batch_add_force(b, k, vec3_scale(-over, slip));
  }
}

KERNEL static void tangential_viscous_oppose(const TangentialSpring *h, bool rooted,
                                             const double *share, ContactBatch *b)
{
  if (rooted) tangential_viscous_oppose_as(h, true, share, b);
  else tangential_viscous_oppose_as(h, false, share, b);
}

static inline void tangential_viscous_apply(const void *self, ContactBatch *b)
{
  TangentialSpring h = *(const TangentialSpring *)self;
  double           share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  batch_starts(b, share);
  tangential_viscous_oppose(&h, h.dashpot.ratio > 0, share, b);
}

#endif
