/* SPDX-License-Identifier: MIT */
/* Numbers of SPH particles and boundaries that pairs read together (Found.packed). */
#include "base/rows.h"
#include "interaction/sph/sph.h"

void sph_weigh(const void *self, const PassRows *rows, double *weight)
{
  const Sph     *s      = self;
  const Pebbles *p      = rows->pebbles;
  const double   sphere = s->dimension == 2 ? PETSC_PI : 4 * PETSC_PI / 3;

  for (PetscInt i = 0; i < p->n; i++)
    weight[i] = p->material[i] == s->material        ? rows->clumps->mass[p->clump[i]]
                : sph_is_boundary(s, p->material[i]) ? s->density * sphere * sph_cell(s, p->at[i].r)
                                                     : 0;
}

/* Centre of a pebble. x - x is added to SPH_PACKED_OTHER: 0, or NaN if the pebble is gone. */
ALWAYS_INLINE void place_one(const double *at, double *to)
{
  const Four zero = {0, 0, 0, 0};
  Four       x, old;

  four_get(&x, at);
  four_get(&old, to);
  four_put(to, FOUR_SHUFFLE(x, old, 0, 1, 2, 7) + FOUR_SHUFFLE(zero, x - x, 0, 0, 0, 4));
}

/* Centres and velocities of four pebbles at a time. centred: they are at the centres of clumps. */
ALWAYS_INLINE void place_rows(const Pebbles *p, const Pose *pose, PetscInt from, PetscInt to,
                              bool centred, double *packed)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };

  for (PetscInt i = from; i < to; i += 4) {
    int32_t  at[4], row[4];
    Four     x[4], c[4], u[4], w[4], d[3];
    FourInts known;

    for (int m = 0; m < 4; m++) {
      at[m]  = (int32_t)(i + m < to ? i + m : to - 1);
      row[m] = p->clump[at[m]];
    }
    four_gather(&pose->x.x + POSE_V, POSE_REALS, row, u); /* and wx */
    if (!centred) {
      four_gather(&p->at->x, BALL, at, x);
      four_gather(&pose->x.x + POSE_X, POSE_REALS, row, c);
      four_gather(&pose->x.x + POSE_WY, POSE_REALS, row, w); /* wy, wz */
      for (int m = 0; m < 3; m++) d[m] = x[m] - c[m];
      u[0] = u[0] + (w[0] * d[2] - w[1] * d[1]);
      u[1] = u[1] + (w[1] * d[0] - u[3] * d[2]);
      u[2] = u[2] + (u[3] * d[1] - w[0] * d[0]);
    }
    known = (FourInts)(u[0] == u[0]) & (FourInts)(u[1] == u[1]) & (FourInts)(u[2] == u[2]);
    for (int m = 0; m < 3; m++) u[m] = (Four)((FourInts)u[m] & known);
    four_turn(u);
    for (int m = 0; m < 4; m++) {
      place_one(&p->at[at[m]].x, packed + (size_t)(i + m) * PACKED + SPH_PACKED_X);
      four_put(packed + (size_t)(i + m) * PACKED + SPH_PACKED_VELOCITY, u[m]);
    }
  }
}

KERNEL static void place_tile(const Pebbles *p, const Pose *pose, PetscInt from, PetscInt to,
                              double *packed)
{
  if (p->centred[from / PEBBLES_TILE]) place_rows(p, pose, from, to, true, packed);
  else place_rows(p, pose, from, to, false, packed);
}

/* 1/h, weights, and which particles are like most others. Those that have entered since the last
   sums have no smoothing length, and no weight: neither they nor others feel them. */
static void pack_lengths(const Sph *s, const PassRows *rows, double *packed)
{
  const Pebbles *p = rows->pebbles;
  const double  *h = rows->found.column[SPH_H];
  /* places in packed[] are 32-bit integers (sph_alike.c) */
  const bool some  = !s->adaptive && !rows->found.mirrors && p->n < INT32_MAX / PACKED;
  double     usual = NAN, mass = NAN; /* smoothing length and weight of the first particle */
  double     last = NAN, inverse = NAN;

  for (PetscInt i = 0; i < p->n; i++, packed += PACKED) {
    const double length = h[p->clump[i]];
    const bool   moves  = p->material[i] == s->material;
    const double weight = length > 0 || !moves ? rows->found.weight[i] : 0;

    if (length != last) {
      last    = length;
      inverse = length > 0 ? 1 / length : 0;
    }
    if (isnan(usual) && some && moves && length > 0) {
      usual = length;
      mass  = weight;
    }
    packed[SPH_PACKED_OTHER] =
      moves && length == usual && weight == mass && !ball_is_gone(p->at[i]) ? 0 : NAN;
    packed[SPH_PACKED_H]      = inverse;
    packed[SPH_PACKED_WEIGHT] = weight;
  }
}

void sph_place(const void *self, const PassRows *rows, double *packed)
{
  const Sph     *s = self;
  const Pebbles *p = rows->pebbles;

  for (PetscInt i = 0; i < p->n; i += PEBBLES_TILE)
    place_tile(p, rows->clumps->pose, i, min_int(i + PEBBLES_TILE, p->n), packed);
  if (rows->fresh || s->adaptive) pack_lengths(s, rows, packed);
}

void sph_pack(const void *self, const PassRows *rows, double *packed)
{
  const Sph     *s     = self;
  const int32_t *clump = rows->pebbles->clump;
  const double  *term = rows->found.column[SPH_TERM], *speed = rows->found.column[SPH_SPEED],
               *density = rows->found.column[SPH_DENSITY];

  if (s->adaptive) pack_lengths(s, rows, packed);
  for (PetscInt i = 0; i < rows->pebbles->n; i++, packed += PACKED) {
    packed[SPH_PACKED_TERM]    = term[clump[i]];
    packed[SPH_PACKED_SPEED]   = speed[clump[i]];
    packed[SPH_PACKED_DENSITY] = density[clump[i]];
  }
}
