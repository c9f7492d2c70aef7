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

/* Centres and velocities of four pebbles at a time. */
KERNEL static void place_rows(const Pebbles *p, const Pose *pose, double *packed)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };

  for (PetscInt i = 0; i < p->n; i += 4, packed += 4 * PACKED) {
    int32_t  at[4], row[4];
    Four     x[4], c[4], v[4], w[4], d[3], u[4];
    FourInts known;

    for (int m = 0; m < 4; m++) {
      at[m]  = (int32_t)(i + m < p->n ? i + m : p->n - 1);
      row[m] = p->clump[at[m]];
    }
    four_gather(&p->at->x, BALL, at, x);
    four_gather(&pose->x.x + POSE_X, POSE_REALS, row, c);
    four_gather(&pose->x.x + POSE_V, POSE_REALS, row, v);  /* and wx */
    four_gather(&pose->x.x + POSE_WY, POSE_REALS, row, w); /* wy, wz */
    for (int m = 0; m < 3; m++) d[m] = x[m] - c[m];
    u[0]  = v[0] + (w[0] * d[2] - w[1] * d[1]);
    u[1]  = v[1] + (w[1] * d[0] - v[3] * d[2]);
    u[2]  = v[2] + (v[3] * d[1] - w[0] * d[0]);
    u[3]  = x[3];
    known = (FourInts)(u[0] == u[0]) & (FourInts)(u[1] == u[1]) & (FourInts)(u[2] == u[2]);
    for (int m = 0; m < 3; m++) u[m] = (Four)((FourInts)u[m] & known);
    four_turn(u);
    four_turn(x);
    for (int m = 0; m < 4; m++) {
      four_put(packed + m * PACKED + SPH_PACKED_X, x[m]);
      four_put(packed + m * PACKED + SPH_PACKED_VELOCITY, u[m]);
    }
  }
}

void sph_place(const void *self, const PassRows *rows, double *packed)
{
  (void)self;
  place_rows(rows->pebbles, rows->clumps->pose, packed);
}

/* Particles that have entered since the last sums have no smoothing length, and no weight: neither
   they nor others feel them. */
void sph_pack(const void *self, const PassRows *rows, double *packed)
{
  const Sph     *s      = self;
  const Pebbles *p      = rows->pebbles;
  double *const *column = rows->found.column;
  const bool     some   = !s->adaptive && !rows->found.mirrors; /* may be alike */
  double         usual = NAN, mass = NAN; /* smoothing length and weight of the first particle */

  for (PetscInt i = 0; i < p->n; i++, packed += PACKED) {
    const int32_t a      = p->clump[i];
    const double  h      = column[SPH_H][a];
    const bool    moves  = p->material[i] == s->material;
    const double  weight = h > 0 || !moves ? rows->found.weight[i] : 0;

    if (some && moves && h > 0 && isnan(usual)) {
      usual = h;
      mass  = weight;
    }
    packed[SPH_PACKED_OTHER] =
      moves && h == usual && weight == mass && !ball_is_gone(p->at[i]) ? 0 : NAN;
    packed[SPH_PACKED_H]       = h > 0 ? 1 / h : 0;
    packed[SPH_PACKED_WEIGHT]  = weight;
    packed[SPH_PACKED_TERM]    = column[SPH_TERM][a];
    packed[SPH_PACKED_SPEED]   = column[SPH_SPEED][a];
    packed[SPH_PACKED_DENSITY] = column[SPH_DENSITY][a];
  }
}
