/* SPDX-License-Identifier: MIT */
/* W J of a clump in a projection (project.h): how its centre moves along a gradient, and how it turns. Not
   for other rooms. */
#ifndef CONSTRAINT_RESPOND_H
#define CONSTRAINT_RESPOND_H

#include "matter/clumps.h"

/* Of a clump that is free to turn the inverse inertia in the lab frame is found once, as most pairs have
   several equations. */
typedef struct {
  const Clumps *clumps;
  int32_t       row;
  double        inverse_mass;
  bool          moves, turns; /* free to: no such degree of freedom is blocked */
  double        xx, yy, zz, xy, xz, yz;
} Response;

/* turning: some equation turns the clump. */
static inline Response response_of(const Clumps *c, int32_t row, bool turning)
{
  const Quat q = c->pose[row].q;
  Response   r = {.clumps       = c,
                  .row          = row,
                  .inverse_mass = 1 / c->mass[row],
                  .moves        = !(c->blocked[row] & (BLOCK_MOVE | BLOCK_BODY_MOVE)),
                  .turns        = turning && !(c->blocked[row] & BLOCK_TURN)};

  if (r.turns) {
    const Vec3 i = c->inertia[row], x = quat_turn(q, (Vec3){1, 0, 0}),
               y = quat_turn(q, (Vec3){0, 1, 0}), z = quat_turn(q, (Vec3){0, 0, 1});
    const Vec3 a = vec3_scale(1 / i.x, x), b = vec3_scale(1 / i.y, y), d = vec3_scale(1 / i.z, z);

    r.xx = a.x * x.x + b.x * y.x + d.x * z.x;
    r.yy = a.y * x.y + b.y * y.y + d.y * z.y;
    r.zz = a.z * x.z + b.z * y.z + d.z * z.z;
    r.xy = a.x * x.y + b.x * y.y + d.x * z.y;
    r.xz = a.x * x.z + b.x * y.z + d.x * z.z;
    r.yz = a.y * x.z + b.y * y.z + d.y * z.z;
  }
  return r;
}

/* By the gradient of its centre. */
static inline Vec3 response_move(const Response *r, Vec3 along)
{
  if (!r->moves) along = clump_free_way(r->clumps, r->row, r->clumps->pose[r->row].q, along);
  return vec3_scale(r->inverse_mass, along);
}

/* By that of its rotations. */
static inline Vec3 response_turn(const Response *r, Vec3 u)
{
  if (r->turns)
    return (Vec3){r->xx * u.x + r->xy * u.y + r->xz * u.z, r->xy * u.x + r->yy * u.y + r->yz * u.z,
                  r->xz * u.x + r->yz * u.y + r->zz * u.z};
  if (u.x == 0 && u.y == 0 && u.z == 0) return u;
  return clump_spin_by(r->clumps, r->row, r->clumps->pose[r->row].q, u);
}

#endif
