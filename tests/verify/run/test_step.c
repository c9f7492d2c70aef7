/* SPDX-License-Identifier: MIT */
/* The automatic step: the shortest contact of rods against its closed form, that of any clump
   against forces in all directions, one by one; clumps that leave do not shorten the step, even
   with many templates. */
#include "base/random.h"
#include "verify/verify.h"

static const double stiffness = 1e4;

static void add_start(Draft *t)
{
  add(t, "schema: 1\nrun: {end_time: 1, dt: fixed}\ndomain: {lo: [0, 0, 0], hi: [400, 400, 400], "
         "boundary: [open, open, open]}\n");
  add(t, "material:\n  - a: {density: 1000, young: 1e6, poisson: .3}\n");
  add(t, "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: %.17g, restitution: 1}\n",
      stiffness);
}

/* Contact of two rods of touching balls, end to end: 1/m = 1/M + arm^2 / I about the axes
   across, for each of the two. */
static void a_rod_gives_way_at_its_end(void)
{
  const int    sizes[] = {1, 2, 3, 8, 32};
  const double r = 0.01, ball = 1000 * 4. / 3 * pi * r * r * r;

  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int n      = sizes[k];
    double    moment = 0, arm = (n - 1) * r;
    Draft     t = {0};
    Sim      *sim;

    add_start(&t);
    add(&t, "template:\n  - rod: {material: a, pebbles: [");
    for (int i = 0; i < n; i++) {
      const double x = (2 * i - n + 1) * r;

      moment += ball * (x * x + 0.4 * r * r);
      add(&t, "%s%.17g, 0, 0, %.17g", i ? ", " : "", x, r);
    }
    add(&t, "]}\nclumps:\n  - one: {template: [rod], position: [1, 1, 1]}\n");
    sim = test_sim(PETSC_COMM_WORLD, t.text, "");
    /* rounding of mass properties only */
    CHECK_NEAR(sim->timestep.limits.time,
               pi / sqrt(2 * (1 / (n * ball) + arm * arm / moment) * stiffness),
               1e-9 * sim->timestep.limits.time);
    CALL(sim_destroy(&sim));
  }
  test_end("the shortest contact of rods of 1 to 32 balls is that of their ends");
}

/* 1/m for a force in direction n at a pebble's surface. */
static double gives_way(const Template *t, int i, Vec3 n)
{
  const Vec3 u = vec3_cross(t->offset[i], n), p = t->mass.principal;

  return 1 / t->mass.mass + u.x * u.x / p.x + u.y * u.y / p.y + u.z * u.z / p.z;
}

/* Clumps of a few random pebbles: the largest 1/m over 20 000 directions equals the value used,
   except for the gaps between directions: at an angle of .02 from the worst one the share of
   rotation is off by that squared. */
static void no_direction_is_worse(void)
{
  Random r = random_stream(7, RANDOM_TEST, 0);

  for (int body = 0; body < 12; body++) {
    const int n     = 2 + body % 4;
    double    worst = 0, taken;
    Draft     t     = {0};
    Sim      *sim;

    add_start(&t);
    add(&t, "template:\n  - lump: {material: a, pebbles: [");
    for (int i = 0; i < n; i++) {
      const double x = random_real(&r), y = 0.3 * random_real(&r), z = 0.1 * random_real(&r);

      add(&t, "%s%.17g, %.17g, %.17g, %.17g", i ? ", " : "", x, y, z, 0.05 + 0.1 * random_real(&r));
    }
    add(&t, "]}\nclumps:\n  - one: {template: [lump], position: [1, 1, 1]}\n");
    sim = test_sim(PETSC_COMM_WORLD, t.text, "");
    for (int d = 0; d < 20000; d++) {
      const double c = 1 - (2 * d + 1) / 20000., s = sqrt(1 - c * c),
                   a = d * pi * (3 - sqrt(5)); /* a spiral */

      for (int i = 0; i < n; i++)
        worst = fmax(worst,
                     gives_way(&sim->matter.templates.list[0], i, vec3(s * cos(a), s * sin(a), c)));
    }
    taken = pi * pi / (sim->timestep.limits.time * sim->timestep.limits.time * stiffness) / 2;
    CHECK(taken >= worst * (1 - 1e-12) && taken <= worst * 1.001);
    CALL(sim_destroy(&sim));
  }
  test_end("no direction has a larger 1/m than the step was chosen for, and one has the same");
}

/* Step of `n` balls of sizes over a decade, each with its own template; templates `without` to
   `without` + 99 have no clump. */
static double step_of(int n, int without)
{
  static Draft t;
  Sim         *sim;
  double       dt;

  t.n = 0;
  add_start(&t);
  add(&t, "template:\n");
  for (int i = 0; i < n; i++)
    add(&t, "  - b%d: {material: a, pebbles: [0, 0, 0, %.6g]}\n", i,
        0.1 * pow(10, i * 7919 % n / (double)n));
  add(&t, "clumps:\n");
  for (int i = 0; i < n; i++)
    if (i < without || i >= without + 100)
      add(&t, "  - c%d: {template: [b%d], position: [%d, %d, 9]}\n", i, i, 9 + 4 * (i % 20),
          9 + 4 * (i / 20));
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  dt  = sim->clock.dt;
  CALL(sim_destroy(&sim));
  return dt;
}

static void clumps_that_leave_do_not_shorten_it(void)
{
  enum { MANY = 400 };
  const double all = step_of(MANY, MANY), r = 0.1, m = 1000 * 4. / 3 * pi * r * r * r;

  for (int from = 0; from < MANY; from += 100) CHECK(step_of(MANY, from) >= all);
  /* Hooke: the smallest ball with itself; equal balls cost at most a third */
  CHECK(all <= 0.02 * pi / sqrt(2 / m * stiffness) * (1 + 1e-9) &&
        all >= 0.02 * pi / sqrt(2 / m * stiffness) / 1.34);
  test_end("of 400 templates no clump that leaves makes the step shorter, and it is nearly that of "
           "the lightest");
}

TESTS(.ranks = {1, 2})
{
  a_rod_gives_way_at_its_end();
  no_direction_is_worse();
  clumps_that_leave_do_not_shorten_it();
  test_folder_remove();
}
