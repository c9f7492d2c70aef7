/* SPDX-License-Identifier: MIT */
/* Still water in tanks whose walls are mirrors of an SPH fluid. */
#ifndef TANK_CASE_H
#define TANK_CASE_H

#include "contact/wall_loads.h"
#include "sph_case.h"

#define TANK_SPACING 0.125
enum { TANK_LAYERS = 10 };

/* A form of the tank; its floor is the first wall. */
typedef struct {
  const char *name, *walls;
  int         dimension, across; /* spacings, in a cylinder of its diameter */
  bool        round;
} Tank;

#define TANK_STEEL "material: steel"

static const Tank tank_box = {
  "box", "  - tank: {shape: box, " TANK_STEEL ", lo: [0, 0, 0], hi: [.625, .625, 5]}\n", 3, 5,
  false};
static const Tank tank_planes = {
  "planes",
  "  - floor: {shape: plane, " TANK_STEEL ", point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - left: {shape: plane, " TANK_STEEL ", point: [0, 0, 0], normal: [1, 0, 0]}\n"
  "  - right: {shape: plane, " TANK_STEEL ", point: [.625, 0, 0], normal: [-1, 0, 0]}\n"
  "  - front: {shape: plane, " TANK_STEEL ", point: [0, 0, 0], normal: [0, 1, 0]}\n"
  "  - back: {shape: plane, " TANK_STEEL ", point: [0, .625, 0], normal: [0, -1, 0]}\n",
  3, 5, false};
static const Tank tank_cylinder = {"cylinder",
                                   "  - floor: {shape: plane, " TANK_STEEL
                                   ", point: [0, 0, 0], normal: [0, 0, 1]}\n"
                                   "  - side: {shape: cylinder, " TANK_STEEL
                                   ", point: [.75, .75, 0], axis: [0, 0, 1], radius: .75}\n",
                                   3, 12, true};
static const Tank tank_flat_box = {
  "box in two dimensions", "  - tank: {shape: box, " TANK_STEEL ", lo: [0, 0], hi: [1, 5]}\n", 2, 8,
  false};
static const Tank tank_flat_planes = {
  "planes in two dimensions",
  "  - floor: {shape: plane, " TANK_STEEL ", point: [0, 0], normal: [0, 1]}\n"
  "  - left: {shape: plane, " TANK_STEEL ", point: [0, 0], normal: [1, 0]}\n"
  "  - right: {shape: plane, " TANK_STEEL ", point: [1, 0], normal: [-1, 0]}\n",
  2, 8, false};

/* Write tank.csv, a lattice of particles; returns their number. */
static inline int tank_fill(const Tank *t)
{
  static char text[SPH_TEXT];
  const int   n = t->across, deep = t->dimension == 2 ? 1 : n;
  int         count = 0;

  snprintf(text, sizeof text, t->dimension == 2 ? "template,x,y\n" : "template,x,y,z\n");
  for (int k = 0; k < TANK_LAYERS * n * deep; k++) {
    const double up = (k / (n * deep) + .5) * TANK_SPACING, x = (k % n + .5) * TANK_SPACING,
                 y = (k / n % deep + .5) * TANK_SPACING, middle = 0.5 * n * TANK_SPACING;

    if (t->round && hypot(x - middle, y - middle) > middle - 0.4 * TANK_SPACING) continue;
    if (t->dimension == 2) sph_row(text, "drop,%.9g,%.9g\n", x, up);
    else sph_row(text, "drop,%.9g,%.9g,%.9g\n", x, y, up);
    count++;
  }
  test_file("tank.csv", text);
  return count;
}

static inline Sim *tank_sim(const Tank *t, const char *keys, const char *options)
{
  static char  text[4000];
  const bool   flat   = t->dimension == 2;
  const double radius = flat ? TANK_SPACING / sqrt(PETSC_PI) : TANK_SPACING * cbrt(0.75 / PETSC_PI);

  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: auto, dimension: %d, gravity: [%s-9.81]}\n"
    "domain: {lo: [-1, -1%s], hi: [3, 6%s], boundary: [open, open%s]}\n"
    "material:\n  - water: {density: 1000}\n  - steel: {density: 7800}\n"
    "template:\n  - drop: {material: water, pebbles: [0, 0, %s%.17g], turns: false}\n"
    "clumps:\n  - water: {file: tank.csv}\nwall:\n%s"
    "interaction:\n  - water: {type: sph, material: water, walls: [steel], %s, state: {type: "
    "tait, sound_speed: 20}}\n",
    t->dimension, flat ? "0, " : "0, 0, ", flat ? "" : ", -1", flat ? "" : ", 6",
    flat ? "" : ", open", flat ? "" : "0, ", radius, t->walls, keys);
  return test_sim(PETSC_COMM_SELF, text, options);
}

/* Load on the floor along gravity, N, at the last evaluation. */
static inline double tank_load(const Sim *sim, const Tank *t)
{
  Sum sum = sim->contacts->on_walls[0].sum[WALL_FORCE + t->dimension - 1];

  sum_normalize(&sum);
  return -sum_value(&sum);
}

/* Sums over time of what a tank shows. */
typedef struct {
  int    outside;
  double weights, load;                              /* of samples; N */
  double height[TANK_LAYERS], pressure[TANK_LAYERS]; /* of layers, m and Pa */
} TankSeen;

static inline double tank_height(const Sim *sim, const Tank *t, PetscInt a)
{
  return vec3_axis(sim->matter.clumps->pose[a].x, t->dimension - 1);
}

typedef struct {
  double height, pressure;
} TankPlace;

static inline int tank_compare(const void *a, const void *b)
{
  const double x = ((const TankPlace *)a)->height, y = ((const TankPlace *)b)->height;

  return (x > y) - (x < y);
}

/* Add a sample of this weight; n: particles. */
static inline void tank_see(const Sim *sim, const Tank *t, int n, double weight, TankSeen *seen)
{
  static TankPlace place[1000];
  const int        layer = n / TANK_LAYERS;

  seen->weights += weight;
  seen->load += weight * tank_load(sim, t);
  for (int a = 0; a < n; a++)
    place[a] = (TankPlace){tank_height(sim, t, a), sph_column(sim, SPH_PRESSURE)[a]};
  qsort(place, (size_t)n, sizeof *place, tank_compare);
  for (int k = 0; k < n; k++) {
    seen->height[k / layer] += weight * place[k].height / layer;
    seen->pressure[k / layer] += weight * place[k].pressure / layer;
  }
}

/* True if a particle is behind a wall. */
static inline bool tank_is_outside(const Sim *sim, const Tank *t, PetscInt a)
{
  const Vec3   x     = sim->matter.clumps->pose[a].x;
  const double width = t->across * TANK_SPACING, middle = 0.5 * width;

  if (tank_height(sim, t, a) < 0) return true;
  if (t->round) return hypot(x.x - middle, x.y - middle) > middle;
  return x.x < 0 || x.x > width || (t->dimension == 3 && (x.y < 0 || x.y > width));
}

/* Largest difference of the pressures of layers from rho g h, over that at the floor; h: below the
   highest layer's surface. */
static inline double tank_error(const TankSeen *seen)
{
  const double surface = seen->height[TANK_LAYERS - 1] / seen->weights + 0.5 * TANK_SPACING;
  double       worst   = 0;

  for (int k = 0; k < TANK_LAYERS; k++) {
    const double depth = surface - seen->height[k] / seen->weights;

    worst = fmax(worst, fabs(seen->pressure[k] / seen->weights / 9810 - depth) / surface);
  }
  return worst;
}

/* Run for 5 s, with dt: auto or an integer part of it, and check what still water does. Loads and
   pressures are means over the last 2 s, weighted by sin^2: water that sloshes then has no part in
   them. */
static inline void tank_check(const Tank *t, const char *keys, int parts)
{
  const int    n   = tank_fill(t);
  Sim         *sim = tank_sim(t, keys, "");
  const double dt = sim->clock.dt / parts, cell = t->dimension == 2 ? 1 : TANK_SPACING,
               weight = 9810 * n * TANK_SPACING * TANK_SPACING * cell;
  char     options[100];
  double   fastest = 0;
  TankSeen seen    = {0};

  CALL(sim_destroy(&sim));
  snprintf(options, sizeof options, "-run_dt %.17g -output_walls_every 1", dt);
  sim = tank_sim(t, keys, options);
  for (int k = 0; k < (int)(5 / dt); k++) {
    test_steps(sim, 1);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
      seen.outside += tank_is_outside(sim, t, a);
    if (k * dt < 1) fastest = fmax(fastest, totals_of(sim).translational);
    if (k * dt > 3) tank_see(sim, t, n, pow(sin(PETSC_PI / 2 * (k * dt - 3)), 2), &seen);
  }
  printf(
    "# %s, dt / %d: outside %d, floor %.1f N of %.1f, pressures of layers off by up to %.2f %% of "
    "that at the floor, kinetic energy %.3g J, at first %.3g J\n",
    t->name, parts, seen.outside, seen.load / seen.weights, weight, 100 * tank_error(&seen),
    totals_of(sim).translational, fastest);
  CHECK_INT(0, seen.outside);
  CHECK_NEAR(seen.load / seen.weights, weight, 0.005 * weight); /* it still sloshes */
  CHECK(tank_error(&seen) < 0.05);                              /* of ten layers */
  CHECK(totals_of(sim).translational < 0.1 * fastest);
  CALL(sim_destroy(&sim));
  test_end(t->name);
}

#endif
