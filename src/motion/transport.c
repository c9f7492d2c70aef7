/* SPDX-License-Identifier: MIT */
#include "motion/tile.h"

/* The velocity v along an axis, or 0 if with it the bounding ball of a clump, of this radius, would
   come nearer to a reflecting face that it reaches. */
static double kept_inside(const Domain *d, int axis, double x, double radius, double v, double dt)
{
  const double to = x + dt * v, lo = vec3_axis(d->lo, axis) + radius,
               hi = vec3_axis(d->hi, axis) - radius;

  if (!boundary_reflects(d->boundary[axis])) return v;
  return (v < 0 && to < lo) || (v > 0 && to > hi) ? 0 : v;
}

/* Velocity of transport of a row at the centre x. */
static Vec3 velocity_of(const Clumps *c, const MotionStep *step, PetscInt a, Vec3 x)
{
  const Vec3 none = {0, 0, 0};
  Vec3       v    = {step->transport[0][a], step->transport[1][a], step->transport[2][a]};

  if (clump_is_gone(c, a) || clump_is_fixed(c, a) || clump_is_driven(c, a)) return none;
  v = clump_free_way(c, a, c->pose[a].q, v);
  for (int k = 0; step->faces && k < step->domain->dimension; k++) {
    /* reflect.c keeps pebbles a few quanta away from faces */
    const double radius =
      step->faces->templates->list[c->template[a]].bound * c->scale[a] + 32 * step->domain->quantum;

    vec3_set(&v, k,
             kept_inside(step->domain, k, vec3_axis(x, k), radius, vec3_axis(v, k), step->dt));
  }
  return v;
}

void transport_places(const Clumps *c, const MotionStep *step, PetscInt from, int n, MotionTile *t,
                      Vec3 carried[CLUMPS_TILE])
{
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 v = velocity_of(c, step, from + row_at(k, n), get3(&t->pose[X], k));

    tile_drift(t, k, vec3_scale(step->dt, v), step->domain->magic);
    carried[k] = v;
  }
}

void transport_ways(const Vec3 carried[CLUMPS_TILE], MotionTile *t)
{
  for (int k = 0; k < CLUMPS_TILE; k++)
    put3(&t->motion[U], k, vec3_add(get3(&t->motion[U], k), carried[k]));
}
