/* SPDX-License-Identifier: MIT */
/* Hysteretic springs. Loading: k1 x overlap. Unloading and reloading: a line of slope k2 > k1 from
   the largest overlap m so far, k2 (overlap - m) + k1 m. `walton_braun`: not below zero. `luding`:
   not below -kc x overlap, an adhesive branch; where it is followed, m is reduced so that the line
   goes through it, and reloading leaves it along such a line. With plastic_depth phi, k2 grows in
   proportion to m from k1 to unloading_stiffness at the overlap

     m = phi 2 R* kp / (kp - k1)       kp: unloading_stiffness

   and from there on loading follows the line too.

   Stored energy: F^2 / (2 k2), F the spring's force. Memory: m. */
#ifndef CONTACT_TERMS_KERNELS_NORMAL_LUDING_H
#define CONTACT_TERMS_KERNELS_NORMAL_LUDING_H

#include "base/kernel.h"
#include "contact/batch.h"
#include "contact/terms/kernels/dashpot.h"

typedef struct {
  double  load;     /* k1, N/m */
  double  unload;   /* kp, N/m */
  double  adhesion; /* kc, N/m; 0: walton_braun */
  double  depth;    /* overlap at which k2 = kp, over R*; 0: k2 = kp always */
  Dashpot dashpot;
} NormalLuding;

/* Stiffness of unloading from the overlap m; limit: overlap at which it is kp. */
ALWAYS_INLINE double normal_luding_slope_at(const NormalLuding *h, bool limited, double m,
                                            double limit)
{
  return limited ? h->load + (h->unload - h->load) * (m / limit) : h->unload;
}

/* The overlap m whose line meets the adhesive branch at this overlap: k2(m) (overlap - m) + k1 m =
   -kc overlap. */
ALWAYS_INLINE double normal_luding_meeting_at(const NormalLuding *h, bool limited, double overlap,
                                              double limit)
{
  const double sum = h->load + h->adhesion, rise = h->unload - h->load;

  return limited ? 0.5 * (overlap + sqrt(overlap * overlap + 4 * sum * overlap * limit / rise))
                 : (h->unload + h->adhesion) * overlap / rise;
}

/* The spring's force at an overlap; most: memory, changed; slope: of the line. limited: with
   plastic_depth. */
ALWAYS_INLINE double normal_luding_spring_at(const NormalLuding *h, bool limited, double overlap,
                                             double radius, double *most, double *slope)
{
  const double limit = limited ? h->depth * radius : INFINITY;
  const double wide = overlap > *most ? overlap : *most, m = wide < limit ? wide : limit;
  const double line = normal_luding_slope_at(h, limited, m, limit) * (overlap - m) + h->load * m,
               low  = -h->adhesion * overlap,
               meet = normal_luding_meeting_at(h, limited, overlap, limit);
  /* without adhesion the line stays, and the force is 0 below it */
  const double back = h->adhesion > 0 ? meet : m;

  *most  = line < low ? back : m;
  *slope = normal_luding_slope_at(h, limited, *most, limit);
  return line < low ? low : line;
}

ALWAYS_INLINE void normal_luding_push_by(const NormalLuding *h, bool limited, const double *ramp,
                                         const double *share, ContactBatch *b)
{
  double *m = b->memory[0];

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    double       most = m[k], slope;
    const double spring =
      normal_luding_spring_at(h, limited, -b->gap[k], b->radius[k], &most, &slope);
    const double dashpot = (h->dashpot.rate * b->mass[k] + h->dashpot.coefficient) * b->approach[k];

    m[k]       = most;
    b->jump[k] = dashpot;
    batch_push(b, k, spring + dashpot, ramp[k] * spring + share[k] * dashpot);
  }
}

KERNEL static void normal_luding_push(const NormalLuding *h, bool limited, const double *ramp,
                                      const double *share, ContactBatch *b)
{
  if (limited) normal_luding_push_by(h, true, ramp, share, b);
  else normal_luding_push_by(h, false, ramp, share, b);
}

static inline void normal_luding_apply(const void *self, ContactBatch *b)
{
  NormalLuding h = *(const NormalLuding *)self;
  double       ramp[TILE], share[TILE];

  h.dashpot = dashpot_in(h.dashpot, dashpot_most(b));
  batch_ramps(b, h.adhesion > 0 ? 0 : 2, ramp); /* without adhesion zero before parting */
  batch_jumps(b, 0, share);
  normal_luding_push(&h, h.depth > 0, ramp, share, b);
}

/* Memory is that of this overlap: the force is read, nothing changes. */
static inline void normal_luding_energy(const void *self, const ContactBatch *b, double *energy)
{
  for (int k = 0; k < b->n; k++) {
    double       most = b->memory[0][k], slope;
    const double force =
      normal_luding_spring_at((const NormalLuding *)self, ((const NormalLuding *)self)->depth > 0,
                              -b->gap[k], b->radius[k], &most, &slope);

    energy[k] += 0.5 * force * force / slope;
  }
}

#endif
