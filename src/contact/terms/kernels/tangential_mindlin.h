/* SPDX-License-Identifier: MIT */
/* Mindlin's tangential spring, whose stiffness grows with the contact radius, and a dashpot, with a
   Coulomb cap. Memory: the elastic force, not a stretch, so that a growing contact stiffens later
   slip only; when the contact radius shrinks, the force is reduced in proportion. Integrated in
   time as the linear spring (tangential_hooke.c). `mindlin_incremental` is the same without that
   reduction. */
#ifndef CONTACT_TERMS_KERNELS_TANGENTIAL_MINDLIN_H
#define CONTACT_TERMS_KERNELS_TANGENTIAL_MINDLIN_H

#include "base/kernel.h"
#include "base/vec.h"
#include "contact/batch.h"
#include "contact/terms/kernels/tangential.h"

typedef struct {
  double      shear; /* G*, Pa */
  double      friction;
  SlipDashpot dashpot;
} TangentialMindlin;

/* Update the elastic force and add force and dashpot. rescaled: it is reduced with the contact
   radius; rooted, slip, share: as in tangential_hooke.c. */
ALWAYS_INLINE void tangential_mindlin_stretch(const TangentialMindlin *h, bool rooted,
                                              bool rescaled, const double *slip,
                                              const double *share, ContactBatch *b)
{
  double(*m)[TILE] = b->memory;

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double contact   = sqrt(-b->radius[k] * b->gap[k]);
    const double stiffness = 8 * h->shear * contact;
    const double dashpot   = slip_dashpot(&h->dashpot, rooted, b, k, stiffness);
    const double tx        = b->vx[k] - b->approach[k] * b->nx[k],
                 ty        = b->vy[k] - b->approach[k] * b->ny[k],
                 tz        = b->vz[k] - b->approach[k] * b->nz[k];
    const double cap       = h->friction * (b->push[k] > 0 ? b->push[k] : 0);
    const double less      = contact / m[3][k],
                 give      = b->known[k] * (rescaled && contact < m[3][k] ? less : 1);
    const double half      = 0.5 * b->dt;
    double       x = m[0][k], y = m[1][k], z = m[2][k], fx, fy, fz, size, keep;

    batch_turn(b, k, b->dt_before, &x, &y, &z);
    batch_flatten(b, k, &x, &y, &z);
    x    = give * x - stiffness * slip[k] * tx;
    y    = give * y - stiffness * slip[k] * ty;
    z    = give * z - stiffness * slip[k] * tz;
    fx   = x - dashpot * tx;
    fy   = y - dashpot * ty;
    fz   = z - dashpot * tz;
    size = sqrt(fx * fx + fy * fy + fz * fz);
    keep = size > cap ? cap / size : 1;
    fx *= keep;
    fy *= keep;
    fz *= keep;
    b->fx[k] += share[k] * fx;
    b->fy[k] += share[k] * fy;
    b->fz[k] += share[k] * fz;
    x = keep < 1 ? fx + dashpot * tx : x;
    y = keep < 1 ? fy + dashpot * ty : y;
    z = keep < 1 ? fz + dashpot * tz : z;
    x -= stiffness * half * tx;
    y -= stiffness * half * ty;
    z -= stiffness * half * tz;
    batch_turn(b, k, b->dt, &x, &y, &z);
    m[0][k] = x;
    m[1][k] = y;
    m[2][k] = z;
    m[3][k] = contact;
  }
}

KERNEL static void tangential_mindlin_apply_ratio(const TangentialMindlin *h, const double *slip,
                                                  const double *share, ContactBatch *b)
{
  tangential_mindlin_stretch(h, true, true, slip, share, b);
}

KERNEL static void tangential_mindlin_apply_rate(const TangentialMindlin *h, const double *slip,
                                                 const double *share, ContactBatch *b)
{
  tangential_mindlin_stretch(h, false, true, slip, share, b);
}

KERNEL static void tangential_mindlin_keep_ratio(const TangentialMindlin *h, const double *slip,
                                                 const double *share, ContactBatch *b)
{
  tangential_mindlin_stretch(h, true, false, slip, share, b);
}

KERNEL static void tangential_mindlin_keep_rate(const TangentialMindlin *h, const double *slip,
                                                const double *share, ContactBatch *b)
{
  tangential_mindlin_stretch(h, false, false, slip, share, b);
}

static inline void tangential_mindlin_find_shares(const TangentialMindlin *h, const ContactBatch *b,
                                                  double *slip, double *share)
{
  batch_fill(b, 0.5 * b->dt_before, slip);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k)) slip[k] = b->dt_before * batch_root_slip(b->entered[k]);
    /* scales the force, not the memory; no share at parting, where the cap brings the force to
       zero */
    share[k] = h->dashpot.rate > 0 ? batch_start(b, k) : batch_root_start(b, k);
  }
}

static inline void tangential_mindlin_apply(const void *self, ContactBatch *b)
{
  TangentialMindlin h = *(const TangentialMindlin *)self;
  double            slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  tangential_mindlin_find_shares(&h, b, slip, share);
  if (h.dashpot.ratio > 0) tangential_mindlin_apply_ratio(&h, slip, share, b);
  else tangential_mindlin_apply_rate(&h, slip, share, b);
}

static inline void tangential_mindlin_incremental_apply(const void *self, ContactBatch *b)
{
  TangentialMindlin h = *(const TangentialMindlin *)self;
  double            slip[TILE], share[TILE];

  h.dashpot = slip_dashpot_in(h.dashpot, b);
  tangential_mindlin_find_shares(&h, b, slip, share);
  if (h.dashpot.ratio > 0) tangential_mindlin_keep_ratio(&h, slip, share, b);
  else tangential_mindlin_keep_rate(&h, slip, share, b);
}

/* The force in memory is half a step ahead: that half step is subtracted. */
static inline void tangential_mindlin_energy(const void *self, const ContactBatch *b,
                                             double *energy)
{
  const TangentialMindlin *h = (const TangentialMindlin *)self;

  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 half      = 0.5 * b->dt * stiffness;
    const double x         = b->memory[0][k] + half * (b->vx[k] - b->approach[k] * b->nx[k]),
                 y         = b->memory[1][k] + half * (b->vy[k] - b->approach[k] * b->ny[k]),
                 z         = b->memory[2][k] + half * (b->vz[k] - b->approach[k] * b->nz[k]);

    if (stiffness > 0) energy[k] += 0.5 * (x * x + y * y + z * z) / stiffness;
  }
}

static inline void tangential_mindlin_stored(const void *self, const ContactBatch *b,
                                             double *energy)
{
  const TangentialMindlin *h = (const TangentialMindlin *)self;
  const SlipDashpot        d = slip_dashpot_in(h->dashpot, b);

  for (int k = 0; k < b->n; k++) {
    const double stiffness = 8 * h->shear * sqrt(-b->radius[k] * b->gap[k]),
                 half      = 0.5 * b->dt * stiffness;
    const double cap       = h->friction * max_real(0, b->push[k]),
                 dashpot   = slip_dashpot(&d, d.ratio > 0, b, k, stiffness);
    const Vec3 m           = {b->memory[0][k], b->memory[1][k], b->memory[2][k]};
    Vec3       slip, spring;

    batch_slip(b, k, &slip.x, &slip.y, &slip.z);
    spring = vec3_axpy(m, half, slip);
    energy[k] += stored_below(spring, vec3_axpy(spring, -dashpot, slip), stiffness, cap, cap);
  }
}

#endif
