/* SPDX-License-Identifier: MIT */
/* Mass properties of pebbles taken whole: overlaps count as often as pebbles lie in them. */
#include "matter/mass.h"

/* Roundings of a sum of n terms of one sign, each of some ten operations. */
static double rounding_of(int n)
{
  return (n + 16) * 0x1p-52;
}

static void pebble_add(Vec3 d, double r, double mass, Sym3 *inertia)
{
  const double own = 0.4 * mass * r * r;

  inertia->xx += own + mass * (d.y * d.y + d.z * d.z);
  inertia->yy += own + mass * (d.x * d.x + d.z * d.z);
  inertia->zz += own + mass * (d.x * d.x + d.y * d.y);
  inertia->xy -= mass * d.x * d.y;
  inertia->xz -= mass * d.x * d.z;
  inertia->yz -= mass * d.y * d.z;
}

static bool sum_find(const PebbleSet *set, const Materials *materials, MassProperties *out, char *why)
{
  Vec3 first = {0, 0, 0};

  *out = (MassProperties){.error = rounding_of(set->n)};
  if (!pebbles_are_sound(set, materials, why)) return false;
  for (int i = 0; i < set->n; i++) {
    const double volume = sphere_volume(set->r[i]), mass = volume * materials->list[set->material[i]].density;

    out->volume += volume;
    out->mass += mass;
    /* from the first pebble, so that a set far from the origin loses nothing */
    first = vec3_axpy(first, mass, vec3_sub(set->x[i], set->x[0]));
  }
  first       = vec3_scale(1 / out->mass, first);
  out->centre = vec3_add(set->x[0], first);
  for (int i = 0; i < set->n; i++) {
    const double mass = sphere_volume(set->r[i]) * materials->list[set->material[i]].density;

    pebble_add(vec3_sub(vec3_sub(set->x[i], set->x[0]), first), set->r[i], mass, &out->inertia);
  }
  return true;
}

const MassMethod mass_sum = {
  .name   = "sum",
  .text   = "Every pebble whole: right when none overlap, else overlaps count twice.",
  .source = "Parallel axis theorem.",
  .find   = sum_find,
};
