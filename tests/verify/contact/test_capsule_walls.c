/* SPDX-License-Identifier: MIT */
/* Capsules on walls that stick out: gaps against a slow twin, impacts on edges, corners, rims and round
   sides, energy among obstacles, a rod on two bars, and rods that fall on a rough mesh. */
#include "contact/solid/shafts.h"
#include "verify/mesh_drops.h"

/* A rod of half length .3 m and radius .1 m along x. */
static const double HALF = 0.3, RADIUS = 0.1;

static const char *const obstacles[] = {
  "shape: box, lo: [-.5, -.4, -.3], hi: [.4, .5, .6], side: outside",
  "shape: sphere, point: [.1, 0, 0], radius: .5, side: outside",
  "shape: cylinder, point: [0, 0, 0], axis: [1, 2, 3], radius: .4, side: outside",
  "shape: cylinder, point: [0, 0, -.5], axis: [.1, .2, 1], radius: .4, length: 1, side: outside, "
  "ends: "
  "closed",
  "shape: cylinder, point: [0, 0, -.5], axis: [.1, .2, 1], radius: .6, length: 1, side: both",
  "shape: cone, point: [0, .1, -.5], axis: [.3, .2, 1], radius: [.6, .2], length: 1, side: "
  "outside, ends: "
  "closed",
  "shape: cone, point: [0, .1, -.5], axis: [.3, .2, 1], radius: [.6, 0], length: 1, side: outside, "
  "ends: "
  "closed",
  "shape: mesh, file: block.stl, scale: .35, shift: [-.7, -.7, 0], side: outside"};

enum { OBSTACLES = sizeof obstacles / sizeof *obstacles };

/* Scenario in an open box of half size 4 with an obstacle and the template `rod`. */
static void begin(Draft *t, double dt, Vec3 gravity, const char *law, const char *obstacle)
{
  t->n = 0;
  add(
    t,
    "schema: 1\nrun: {end_time: 1e6, dt: %.17g, gravity: [%.17g, %.17g, %.17g], overlap_limit: 9}\n"
    "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\nmaterial:\n",
    dt, gravity.x, gravity.y, gravity.z);
  add_material(t, "stone", 1, 0, 1000);
  add_material(t, "wall", 1, 0, 1);
  add_laws(t, "stone", "wall", law);
  add(t, "template:\n  - rod: {material: stone, capsules: [%g, 0, 0, %g, 0, 0, %g]}\n", -HALF, HALF,
      RADIUS);
  add(t, "clumps:\n  - all: {file: bodies.csv}\nwall:\n  - obstacle: {material: wall, %s}\n",
      obstacle);
}

/* Point of the axis of a rod, s from -1 to 1. */
static Vec3 axis_at(Vec3 x, Quat q, double s)
{
  return vec3_add(x, quat_turn(q, vec3(s * HALF, 0, 0)));
}

/* ---- the slow twin ---- */

/* Gap of a rod by many points of its axis, m; beyond a radius INFINITY. */
static double brute_gap(const Wall *wall, const Start *at, int points, Features *space)
{
  double least = INFINITY;

  for (int k = 0; k <= points; k++)
    least = fmin(
      least, wall_distance(wall, axis_at(at->x, at->q, -1 + 2. * k / points), 2 * RADIUS, space));
  return least - RADIUS;
}

/* Least gap of each rod: of its ends, and at ridges. */
static void find_gaps(Sim *sim, int n, double *gap)
{
  const ContactScene s    = sim_scene(sim);
  const WallPairs    all  = contact_wall_pairs(&s);
  const PairList    *list = all.list;

  for (int k = 0; k < n; k++) gap[k] = INFINITY;
  for (int32_t pair = 0; pair < list->n; pair++) {
    const int32_t i  = list->a[pair];
    double       *to = &gap[s.clumps->id[s.pebbles->clump[i]]];
    SolidPlace    place;
    Nearest       near;

    if (pebble_role(s.pebbles, i) == PEBBLE_SHAFT) {
      if (shaft_place(&s, list, pair, INFINITY, &place)) *to = fmin(*to, place.gap);
    } else {
      wall_pairs_nearest(&all, &pair, 1, &near);
      *to = fmin(*to, near.distance[0] - s.pebbles->at[i].r);
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, gap, n, MPI_DOUBLE, MPI_MIN, PETSC_COMM_WORLD);
}

enum { RODS = 200 };

/* Random rods whose gap from the obstacle is between -.4 and .2 radii; sets their gaps. */
static void place_rods(int o, const Wall *wall, Start at[RODS], double gap[RODS])
{
  Random   random = random_stream(48, RANDOM_TEST, (uint64_t)o);
  Features space  = {0};

  for (int k = 0; k < RODS;) {
    at[k]   = (Start){.q = random_orientation(&random)};
    at[k].x = vec3(2.8 * random_real(&random) - 1.4, 2.8 * random_real(&random) - 1.4,
                   2.8 * random_real(&random) - 1.4);
    gap[k]  = brute_gap(wall, &at[k], 40, &space); /* .015 m apart */
    if (!(gap[k] > -0.4 * RADIUS && gap[k] < 0.3 * RADIUS)) continue;
    gap[k] = brute_gap(wall, &at[k], 2000, &space);
    k += gap[k] > -0.4 * RADIUS && gap[k] < 0.2 * RADIUS;
  }
  array_free(&space.list);
}

static void slow_twin(void)
{
  const Start far = {.x = {3, 3, 3}};

  for (int o = 0; o < OBSTACLES; o++) {
    static Draft  scenario, bodies;
    static Start  at[RODS];
    static double brute[RODS], gap[RODS];
    double        worst = 0;
    Sim          *sim;

    begin(&scenario, 1e-9, vec3(0, 0, 0), "normal: hooke, stiffness: 1, restitution: 1",
          obstacles[o]);
    add_bodies_head(&bodies);
    add_body(&bodies, 0, "rod", &far);
    sim = sim_of(&scenario, &bodies);
    place_rods(o, &sim->walls.list[0], at, brute);
    CALL(sim_destroy(&sim));
    add_bodies_head(&bodies);
    for (int k = 0; k < RODS; k++) add_body(&bodies, k, "rod", &at[k]);
    sim = sim_of(&scenario, &bodies);
    find_gaps(sim, RODS, gap);
    for (int k = 0; k < RODS; k++)
      if (brute[k] < 0) worst = fmax(worst, fabs(gap[k] - brute[k]));
    test_note("%s: gaps differ by %.1e m", obstacles[o], worst);
    /* points of the axis are 3e-4 m apart: a sharp edge .06 m away or more is as far as that by
       (1.5e-4)^2 / .12 */
    CHECK_NEAR(worst, 0, 3e-7);
    CALL(sim_destroy(&sim));
  }
  test_end("gaps between rods and walls that stick out are those of many points of their axes");
}

/* ---- impacts ---- */

/* A rod hits an obstacle at a place whose normal and arm are known: afterwards the place moves with the
   restitution times its velocity, and J = (1 + e) v / (1/m + (arm x n) I^-1 (arm x n)). */
typedef struct {
  const char *wall;
  Vec3        place; /* on the wall, m */
  Vec3        n;     /* outwards; the rod comes against it */
  Vec3        along; /* unit vector along the rod */
  double      off;   /* place on the axis from its middle, m */
} Hit;

static const Hit hits[] = {
  /* an edge, a corner */
  {"shape: box, lo: [-.5, -.5, -.5], hi: [.5, .5, .5], side: outside",
   {.5, .1, .5},
   {1, 0, 1},
   {1, 0, -1},
   0},
  {"shape: box, lo: [-.5, -.5, -.5], hi: [.5, .5, .5], side: outside",
   {.5, .1, .5},
   {1, 0, 1},
   {1, .3, -1},
   .12},
  {"shape: box, lo: [-.5, -.5, -.5], hi: [.5, .5, .5], side: outside",
   {.5, .5, .5},
   {1, 1, 1},
   {1, -1, 0},
   -.1},
  /* round sides */
  {"shape: sphere, point: [0, 0, 0], radius: .5, side: outside",
   {0, 0, .5},
   {0, 0, 1},
   {1, 0, 0},
   .2},
  {"shape: cylinder, point: [0, 0, 0], axis: [0, 1, 0], radius: .4, side: outside",
   {0, 0, .4},
   {0, 0, 1},
   {1, .5, 0},
   .15},
  {"shape: cylinder, point: [0, -1, 0], axis: [0, 1, 0], radius: .4, length: 2, side: outside, "
   "ends: closed",
   {0, 0, .4},
   {0, 0, 1},
   {1, .5, 0},
   .15},
  {"shape: cone, point: [0, 0, -.4], axis: [0, 0, 1], radius: [.4, 0], length: .4, side: outside, "
   "ends: closed",
   {.2, 0, -.2},
   {1, 0, 1},
   {0, 1, 0},
   .1},
  {"shape: cone, point: [0, 0, -.4], axis: [0, 0, 1], radius: [.4, 0], length: .4, side: outside, "
   "ends: closed",
   {0, 0, 0},
   {0, 0, 1},
   {1, 0, 0},
   .1},
  /* a rim */
  {"shape: cylinder, point: [0, 0, -1], axis: [0, 0, 1], radius: .4, length: 1, side: outside, "
   "ends: closed",
   {.4, 0, 0},
   {1, 0, 1},
   {1, 0, -1},
   .1},
};

static void impacts(void)
{
  const double k = 1e9, e[2] = {1, 0.5}, early = 1e-6;
  double       worst = 0;

  for (size_t h = 0; h < sizeof hits / sizeof *hits; h++)
    for (int c = 0; c < 2; c++) {
      Draft  scenario, bodies;
      char   law[200];
      Vec3   n = hits[h].n, u = hits[h].along, turn, arm;
      Start  rod = {.q = {1, 0, 0, 0}};
      Body   before, after;
      bool   touched = false;
      double impulse;
      Sim   *sim;

      (void)vec3_normalize(&n);
      (void)vec3_normalize(&u);
      if (u.x < 1) {
        Vec3 axis = vec3_cross(vec3(1, 0, 0), u);

        (void)vec3_normalize(&axis);
        rod.q = turn_about(axis, acos(u.x));
      }
      rod.x = vec3_axpy(vec3_axpy(hits[h].place, RADIUS + early, n), -hits[h].off, u);
      rod.v = vec3_scale(-1, n);
      snprintf(law, sizeof law, "normal: hooke, stiffness: %g, restitution: %g", k, e[c]);
      begin(&scenario, 1e-7, vec3(0, 0, 0), law, hits[h].wall);
      add_bodies_head(&bodies);
      add_body(&bodies, 0, "rod", &rod);
      sim = sim_of(&scenario, &bodies);
      bodies_of(sim, 1, &before);
      for (int i = 0; i < 20000; i++) {
        test_steps(sim, 1);
        touched = touched || touching(sim) > 0;
        if (touched && touching(sim) == 0) break;
      }
      CHECK(touched);
      bodies_of(sim, 1, &after);
      arm  = vec3_scale(hits[h].off, u);
      turn = quat_turn_back(before.q, vec3_cross(arm, n));
      turn = vec3(turn.x / before.inertia.x, turn.y / before.inertia.y, turn.z / before.inertia.z);
      impulse =
        (1 + e[c]) / (1 / before.mass + vec3_dot(quat_turn(before.q, turn), vec3_cross(arm, n)));
      {
        const Vec3 v = vec3_axpy(before.v, impulse / before.mass, n),
                   w = vec3_scale(impulse, quat_turn(before.q, turn));
        const double off =
          fmax(vec3_norm(vec3_sub(after.v, v)), HALF * vec3_norm(vec3_sub(after.w, w)));

        test_note("hit %d, restitution %g: off by %.1e m/s", (int)h, e[c], off);
        worst = fmax(worst, off);
      }
      CALL(sim_destroy(&sim));
    }
  /* the rod turns by 1e-3 while it touches, and steps of .1 us resolve an impact of 1e-3 s */
  CHECK_NEAR(worst, 0, 5e-3);
  test_end("rods rebound from edges, corners, rims and round sides by the restitution");
}

/* ---- energy ---- */

/* Kinetic and elastic energy, J. */
static double all_energy(Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  return totals_value(&t, "kinetic_translational") + totals_value(&t, "kinetic_rotational") +
         totals_value(&t, "potential");
}

/* Rods in a box with an obstacle: largest change of the energy over a time, relative, and the number of
   contacts with ridges seen. */
static double follow(const char *obstacle, double dt, int64_t *seen)
{
  enum { N = 27 };
  static Draft scenario, bodies;
  Random       random = random_stream(48, RANDOM_TEST, 77);
  double       first, worst = 0;
  const int    steps = (int)lround(0.5 / dt);
  Sim         *sim;

  begin(&scenario, dt, vec3(0, 0, 0), "normal: hooke, stiffness: 1e6, restitution: 1", obstacle);
  add(&scenario, "  - box: {material: wall, shape: box, lo: [-2, -2, -2], hi: [2, 2, 2]}\n");
  add_bodies_head(&bodies);
  for (int k = 0; k < N; k++) { /* on the outer shell of a lattice, towards its middle */
    Start at = {.q = random_orientation(&random),
                .x = {1.4 * (k % 3 - 1), 1.4 * (k / 3 % 3 - 1), 1.4 * (k / 9 - 1)},
                .w = {random_real(&random), random_real(&random), random_real(&random)}};

    at.v = vec3_scale(-4, at.x);
    if (k != 13) add_body(&bodies, k, "rod", &at);
  }
  sim   = sim_of(&scenario, &bodies);
  first = all_energy(sim);
  *seen = 0;
  for (int i = 0; i < steps; i++) {
    test_steps(sim, 1);
    for (int cell = 0; cell < sim->pairs->n_blocks * sim->pairs->n_laws; cell++) {
      const Run *run = sim->contacts->walls[sim->contacts->now].run + cell;

      if (pairs_of_capsules(sim->pairs, cell)) *seen += run[1].first - run[0].first;
    }
    if (i % 20 == 19) worst = fmax(worst, fabs(all_energy(sim) / first - 1));
  }
  MPI_Allreduce(MPI_IN_PLACE, seen, 1, MPI_INT64_T, MPI_SUM, PETSC_COMM_WORLD);
  CALL(sim_destroy(&sim));
  return worst;
}

static void energy(void)
{
  for (int o = 0; o < OBSTACLES; o++) {
    int64_t      seen;
    const double off = follow(obstacles[o], 2e-4, &seen);

    test_note("%s: %d contacts with ridges, energy off by %.1e", obstacles[o], (int)seen, off);
    CHECK(seen > 50);
    /* by the step: contacts take 20 of them or more, and the error falls to a quarter with half of it */
    CHECK(off < 1e-3);
  }
  test_end("elastic rods keep their energy among obstacles of all kinds");
}

/* ---- a rod on two bars ---- */

/* A rod on two round bars, at -a and b from its middle: they bear b and a parts of its weight. */
static void on_two_bars(void)
{
  const double a = 0.1, b = 0.2, g = 9.81, k = 1e6, bar = 0.05;
  Draft        scenario, bodies;
  Start        rod = {.x = {0, 0, bar + RADIUS}};
  double       left, right;
  Body         seen;
  Sim         *sim;

  begin(&scenario, 5e-5, vec3(0, 0, -g),
        "normal: hooke, stiffness: 1e6, restitution: 0.2, tangential: hooke, friction: 0.5",
        "shape: cylinder, point: [-.1, 0, 0], axis: [0, 1, 0], radius: .05, side: outside");
  add(&scenario,
      "  - other: {material: wall, shape: cylinder, point: [.2, 0, 0], axis: [0, 1, 0], radius: "
      ".05, side: outside}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "rod", &rod);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 20000);
  bodies_of(sim, 1, &seen);
  left  = bar + RADIUS - axis_at(seen.x, seen.q, -a / HALF).z;
  right = bar + RADIUS - axis_at(seen.x, seen.q, b / HALF).z;
  test_note("overlaps %.6g and %.6g m, velocity %.1e", left, right, vec3_norm(seen.v));
  CHECK_INT(touching(sim), 2);
  /* of 1.5e-4 m, as the tilt of 2.5e-4 moves the places by 4e-5 m of .1 m */
  CHECK_NEAR(left, seen.mass * g * b / (a + b) / k, 1.2e-7);
  CHECK_NEAR(right, seen.mass * g * a / (a + b) / k, 1.2e-7);
  CHECK_NEAR(vec3_norm(seen.v), 0, 1e-7);
  CALL(sim_destroy(&sim));
  test_end("a rod across two round bars lies on both, by the lever rule");
}

/* ---- a rough mesh ---- */

/* Rods that fall on a mesh with ridges and valleys of all angles: none gets through. */
static void drops(void)
{
  const int faces = write_rough_block(20);
  Features  space = {0};
  int64_t   n     = 0;
  Draft     t     = {0};
  Totals    totals;
  Sim      *sim;

  add(
    &t,
    "schema: 1\nrun: {end_time: 1e6, dt: 2e-4, seed: 4, gravity: [0, 0, -9.81], overlap_limit: 9}\n"
    "domain: {lo: [-1, -1, -2], hi: [9, 9, 9], boundary: [open, open, open]}\n"
    "material:\n  - s: {density: 1000, young: 1e7, poisson: .3}\n"
    "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e5, restitution: .3, "
    "tangential: hooke, tangential_ratio: .3, friction: .3}\n"
    "template:\n  - rod: {material: s, capsules: [-.3, 0, 0, .3, 0, 0, .1]}\n"
    "clumps:\n  - rain: {template: rod, count: 60, lo: [1, 1, .5], hi: [7, 7, 3], velocity: [0, 0, "
    "-4]}\n"
    "wall:\n  - block: {shape: mesh, material: s, file: block.stl, side: outside}\n");
  sim = sim_of(&t, NULL);
  test_steps(sim, 8000);
  totals = totals_of(sim);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Pose *p = &sim->matter.clumps->pose[a];

    for (int k = -20; k <= 20; k++)
      n += wall_distance(&sim->walls.list[0], axis_at(p->x, p->q, k / 20.), 0.2, &space) < 0.07;
  }
  array_free(&space.list);
  MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT64_T, MPI_SUM, PETSC_COMM_WORLD);
  test_note("60 rods on %d triangles: %d contacts", faces, (int)totals.contacts);
  CHECK(totals.contacts > 100);
  CHECK_INT(n + sim->energy.account.removed, 0);
  CALL(sim_destroy(&sim));
  test_end("rods that fall on a rough mesh touch it with their ends and shafts: none gets through");
}

TESTS(.ranks = {1})
{
  (void)write_rough_block(10);
  slow_twin();
  impacts();
  energy();
  on_two_bars();
  drops();
  test_folder_remove();
}
