/* SPDX-License-Identifier: MIT */
/* W J of a clump in a projection (project.h): how its centre moves along a gradient, and how it
   turns. Not for other rooms. */
#ifndef CONSTRAINT_RESPOND_H
#define CONSTRAINT_RESPOND_H

#include "matter/clumps.h"

/* Response of a clump. If it is free to turn, its inverse inertia in the lab frame is found once,
   as most pairs have several equations. */
typedef struct {
  const Clumps *clumps;
  int32_t       row;
  double        inverse_mass;
  bool          moves, turns; /* free to: no such degree of freedom is blocked */
  Sym3          inverse;      /* inertia */
} Response;

/* turning: some equation turns the clump. */
static inline Response response_of(const Clumps *c, int32_t row, bool turning)
{
  const Vec3 i = c->inertia[row];
  Response   r = {.clumps       = c,
                  .row          = row,
                  .inverse_mass = 1 / c->mass[row],
                  .moves        = !(c->blocked[row] & (BLOCK_MOVE | BLOCK_BODY_MOVE)),
                  .turns        = turning && !(c->blocked[row] & BLOCK_TURN)};

  if (r.turns) r.inverse = sym3_of_body((Vec3){1 / i.x, 1 / i.y, 1 / i.z}, c->pose[row].q);
  return r;
}

/* Displacement of the centre by the gradient of its position. */
static inline Vec3 response_move(const Response *r, Vec3 along)
{
  if (!r->moves) along = clump_free_way(r->clumps, r->row, r->clumps->pose[r->row].q, along);
  return vec3_scale(r->inverse_mass, along);
}

/* Rotation by the gradient of its rotations. */
static inline Vec3 response_turn(const Response *r, Vec3 u)
{
  if (r->turns) return sym3_mul(r->inverse, u);
  if (u.x == 0 && u.y == 0 && u.z == 0) return u;
  return clump_spin_by(r->clumps, r->row, r->clumps->pose[r->row].q, u);
}

#endif
