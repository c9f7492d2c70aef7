/* SPDX-License-Identifier: MIT */
/* Mass properties of pebbles taken whole: overlaps count as often as pebbles lie in them. How far that is from the body is
   bounded by what pairs share (Bonferroni's inequality: more than two in one place are then counted too often, never too
   seldom). */
#include "matter/mass.h"
#include "matter/sphere_tree.h"

/* What the sum may have too much of. */
typedef struct {
  double volume, mass, first, inertia; /* m^3, kg, kg m, kg m^2 about the centre found */
} Excess;

/* Roundings of a sum of n terms of one sign, each of some ten operations. */
static double rounding_of(int n)
{
  return (n + 16) * 0x1p-52;
}

static double density_of(const PebbleSet *set, const Materials *materials, int i)
{
  return materials->list[set->material[i]].density;
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

/* Volume that two spheres share: two caps (the smaller sphere, if it is inside). */
static double lens_volume(double a, double b, double distance)
{
  const double deep = a + b - distance, less = fabs(a - b);

  if (deep <= 0) return 0;
  if (distance <= less) return sphere_volume(min_real(a, b));
  return PETSC_PI * deep * deep * (distance * distance + 2 * distance * (a + b) - 3 * less * less) / (12 * distance);
}

static void lens_add(const PebbleSet *set, const Materials *materials, Vec3 centre, int i, int j, Excess *e)
{
  const double volume = lens_volume(set->r[i], set->r[j], vec3_norm(vec3_sub(set->x[i], set->x[j])));
  const double mass   = volume * min_real(density_of(set, materials, i), density_of(set, materials, j));
  const double far =
    min_real(vec3_norm(vec3_sub(set->x[i], centre)) + set->r[i], vec3_norm(vec3_sub(set->x[j], centre)) + set->r[j]);

  e->volume += volume;
  e->mass += mass;
  e->first += mass * far;
  e->inertia += mass * far * far;
}

/* Returns false when there is no memory. */
static bool excess_find(const PebbleSet *set, const Materials *materials, Vec3 centre, Excess *e)
{
  SphereTree tree;
  const bool done = sphere_tree_create(set->n, set->x, set->r, &tree);

  *e = (Excess){.volume = 0};
  for (int i = 0; i < set->n && done; i++) {
    SphereWalk walk = sphere_tree_walk(&tree, set->x[i], set->r[i], false);

    for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) {
      if (j < i) lens_add(set, materials, centre, i, j, e);
    }
  }
  sphere_tree_free(&tree);
  return done;
}

/* Errors of the sum itself come on top. */
static bool bound(const PebbleSet *set, const Materials *materials, MassProperties *out, char *why)
{
  Excess e;
  double heaviest = 0;

  if (!excess_find(set, materials, out->centre, &e)) {
    strcpy(why, "no memory for the pairs of pebbles");
    return false;
  }
  for (int i = 0; i < set->n; i++) {
    heaviest = max_real(heaviest, sphere_volume(set->r[i]) * density_of(set, materials, i));
  }
  /* the centre of the body is off by first / mass, which takes first^2 / mass off its inertia */
  mass_error_set(set, materials, e.volume, e.mass, e.inertia + e.first * e.first / max_real(heaviest, out->mass - e.mass), out);
  out->error += rounding_of(set->n);
  return true;
}

static bool sum_find(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out, char *why)
{
  Vec3 first = {0, 0, 0};

  (void)options;
  *out = (MassProperties){.volume = 0};
  if (!pebbles_are_sound(set, materials, why)) return false;
  for (int i = 0; i < set->n; i++) {
    const double volume = sphere_volume(set->r[i]), mass = volume * density_of(set, materials, i);

    out->volume += volume;
    out->mass += mass;
    /* from the first pebble, so that a set far from the origin loses nothing */
    first = vec3_axpy(first, mass, vec3_sub(set->x[i], set->x[0]));
  }
  first       = vec3_scale(1 / out->mass, first);
  out->centre = vec3_add(set->x[0], first);
  for (int i = 0; i < set->n; i++) {
    const double mass = sphere_volume(set->r[i]) * density_of(set, materials, i);

    pebble_add(vec3_sub(vec3_sub(set->x[i], set->x[0]), first), set->r[i], mass, &out->inertia);
  }
  return bound(set, materials, out, why);
}

const MassMethod mass_sum = {
  .name   = "sum",
  .text   = "Every pebble whole: right when none overlap, else overlaps count twice.",
  .source = "Parallel axis theorem.",
  .find   = sum_find,
};
