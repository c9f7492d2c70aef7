/* SPDX-License-Identifier: MIT */
/* A tile of touching contacts of one law: what the terms of a law see and add to. Columns, so that loops vectorise; few
   enough contacts that the tile stays in the first-level cache.

   Body a is the canonical first, b the second pebble or a wall. */
#ifndef CONTACT_BATCH_H
#define CONTACT_BATCH_H

#include "contact/record.h"

enum { TILE = 64 };

typedef struct {
  int    n;
  double dt;        /* s, until the next evaluation */
  double dt_before; /* s, since the last evaluation; 0 at the first one of a run */
  /* geometry, read only */
  _Alignas(64) double gap[TILE];                   /* m, < 0 */
  double nx[TILE], ny[TILE], nz[TILE];             /* unit normal from a to b */
  double vx[TILE], vy[TILE], vz[TILE];             /* velocity of a relative to b at the contact point, m/s */
  double approach[TILE];                           /* its part along the normal, > 0: closing, m/s */
  double turn_x[TILE], turn_y[TILE], turn_z[TILE]; /* how fast the contact's frame turns, rad/s */
  double radius[TILE];                             /* reduced: ra rb / (ra + rb), m */
  double mass[TILE];                               /* reduced mass of the bodies, a fixed one counting as infinite, kg */
  double point_mass[TILE]; /* effective mass along the normal at the contact point, kg: NEEDS_POINT_MASS */
  double part[TILE];       /* < 1: they came to touch within the last step, or will part within the next one, after this
                                    part of it; 1: neither */
  double entered[TILE];    /* part of the last step since they touched, 0..1, for contacts that are not known */
  double known[TILE];      /* 1: touched at the last evaluation, 0: new */
  /* added to */
  double push[TILE];                   /* normal force on a against the normal, N */
  double fx[TILE], fy[TILE], fz[TILE]; /* force on a, N; b gets the opposite at the same point */
  /* kept by the law from step to step: the current term's first column */
  double (*memory)[TILE];
  double store[MEMORY_MOST][TILE];
} ContactBatch;

enum { NEEDS_POINT_MASS = 1, NEEDS_FRAME = 2 };

/* Turn a tangential vector with half the contact frame's rotation of a step: x + a x x + a x (a x x) / 2, a = turn dt / 2.
   Half at the end of a step and half at the start of the next make the rotation second order in time. */
static inline void batch_turn(const ContactBatch *b, int k, double dt, double *x, double *y, double *z)
{
  const double ax = 0.5 * dt * b->turn_x[k], ay = 0.5 * dt * b->turn_y[k], az = 0.5 * dt * b->turn_z[k];
  const double ux = ay * *z - az * *y, uy = az * *x - ax * *z, uz = ax * *y - ay * *x;
  const double wx = ay * uz - az * uy, wy = az * ux - ax * uz, wz = ax * uy - ay * ux;

  *x = *x + ux + 0.5 * wx;
  *y = *y + uy + 0.5 * wy;
  *z = *z + uz + 0.5 * wz;
}

/* Drop what a vector has along the normal. */
static inline void batch_flatten(const ContactBatch *b, int k, double *x, double *y, double *z)
{
  const double s = *x * b->nx[k] + *y * b->ny[k] + *z * b->nz[k];

  *x -= s * b->nx[k];
  *y -= s * b->ny[k];
  *z -= s * b->nz[k];
}

/* Share of a force that starts or stops at once with the contact: within the step cut by touching or parting it acts for a
   part of the step only, which the half kicks before and after would miss by up to half a step. `grows`: 1 for a force that
   jumps, 1 / (1 + p) for one that starts like time^p. Keeps the scheme second order across the jump. */
static inline double batch_share(const ContactBatch *b, int k, double grows)
{
  return b->part[k] < 1 ? 0.5 + grows * b->part[k] : 1;
}

/* Add `push` against the normal. */
static inline void batch_push(ContactBatch *b, int k, double push)
{
  b->push[k] += push;
  b->fx[k] -= push * b->nx[k];
  b->fy[k] -= push * b->ny[k];
  b->fz[k] -= push * b->nz[k];
}

#endif
