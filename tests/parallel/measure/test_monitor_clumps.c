/* SPDX-License-Identifier: MIT */
/* Monitors of clumps in free flight: closed forms and double loops; the same bits on any ranks and
   after a restart. */
#include "monitor_case.h"

#define GAS \
  "schema: 1\nrun: {end_time: 9, dt: 0.0078125, seed: 4}\n" \
  "domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, periodic, periodic]}\n" \
  "material:\n  - s: {density: 1000, young: 1.0e7, poisson: 0.25}\n" \
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e2, restitution: 1}\n" \
  "template:\n  - rod: {material: s, pebbles: [0, 0, 0, .04, .05, 0, 0, .04, .1, 0, 0, .04]}\n" \
  "  - ball: {material: s, pebbles: [0, 0, 0, .05]}\n" \
  "clumps:\n" \
  "  - rods: {template: rod, count: 60, lo: [0, 0, 0], hi: [2, 2, 2], velocity: [1, 0.5, -2], " \
  "group: " \
  "[long]}\n" \
  "  - balls: {template: ball, count: 40, lo: [0, 0, 0], hi: [1, 2, 2], velocity: [1, 0.5, -2]}\n"

static const char *const gas = GAS
  "monitor:\n"
  "  - way: {every: 1, type: msd}\n"
  "  - long: {every: 1, type: msd, groups: [long]}\n"
  "  - plane: {every: 1, type: flux, point: [0, 0, .3], normal: [0, 0, -2]}\n"
  "  - whole: {every: 1, type: centre, about: [1, 2, 3]}\n"
  "  - half: {every: 1, type: centre, groups: [long], lo: [0, 0, 0], hi: [2, 2, 1]}\n"
  "  - stay: {every: 1, type: residence, lo: [0, 0, 0], hi: [2, 2, 1]}\n"
  "  - order: {every: 1, type: nematic}\n"
  "  - near: {every: 1, type: rdf, bins: 10, most: .5}\n"
  "  - wide: {every: 1, type: rdf, bins: 20, most: 1}\n"
  "  - part: {every: 1, type: rdf, bins: 10, most: .5, lo: [0, 0, .5], hi: [1, 2, 1.5], groups: "
  "[long]}\n"
  "  - mixed: {every: 1, type: segregation, of: [long], cells: [2, 1, 1]}\n"
  "  - some: {every: 1, type: clumps, ids: [7, 70, 1000000]}\n";

static const char *const doors = GAS
  "monitor:\n"
  "  - door: {every: 1, type: flux, point: [0, 0, .3], normal: [0, 0, -2], lo: [0, 0, .2], hi: [1, "
  "2, "
  ".4]}\n"
  "  - hole: {every: 1, type: flux, point: [1.9, 1, .3], normal: [0, 0, -2], radius: .6}\n";

enum { STEPS = 32 }; /* a quarter of a second */

/* The first sample, and a later one of the same monitor. */
static double *after(Sim *sim, const char *name)
{
  const int k     = monitor_at(sim, name);
  double   *first = monitor_numbers(sim, k);

  array_free(&first);
  test_steps(sim, STEPS);
  return monitor_numbers(sim, k);
}

static double of_body(const Sim *sim, const char *name, PetscInt a)
{
  const Monitor *m = &sim_monitors(sim)->list[monitor_at(sim, name)];

  return m->kind->of_body(m, sim->matter.clumps, sim_time(sim), a);
}

static void displacement_is_that_of_the_flight(void)
{
  Sim    *sim     = test_sim(PETSC_COMM_WORLD, gas, "");
  double *numbers = after(sim, "way");

  CHECK_BITS(numbers[0], 100);
  /* velocities, dt and positions are multiples of powers of two: no digit is rounded */
  CHECK_BITS(numbers[1], (1 + .25 + 4) / 16);
  CHECK_BITS(numbers[4], 4. / 16);
  CHECK_BITS(numbers[6], .5 / 4);
  CHECK_BITS(numbers[7], -2. / 4);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    CHECK_BITS(of_body(sim, "way", a), sqrt((1 + .25 + 4) / 16));
    CHECK(isnan(of_body(sim, "long", a))); /* it has not been sampled */
  }
  array_free(&numbers);
  CALL(sim_destroy(&sim));
  test_end("mean squared displacement of free flight is exact");
}

static void flow_is_that_of_the_crossings(void)
{
  Sim          *sim     = test_sim_alone(gas, "");
  double        mass    = 0, *numbers;
  int           crossed = 0, inside = 0;
  const Clumps *c;

  if (sim) {
    c = sim->matter.clumps;
    for (PetscInt a = 0; a < c->n_owned; a++) {
      const double z = domain_wrapped(&sim->space.domain, c->pose[a].x).z;
      /* they sink by .5 */
      const bool cross = z >= .3 ? z - .5 < .3 : z - .5 < .3 - 2;

      crossed += cross;
      inside += z < 1;
      mass += cross ? c->mass[a] : 0;
    }
    numbers = monitor_numbers(sim, monitor_at(sim, "stay"));
    CHECK_BITS(numbers[0], inside);
    array_free(&numbers);
    numbers = after(sim, "plane");
    CHECK(crossed > 10);
    CHECK_BITS(numbers[0], crossed);
    CHECK_NEAR(numbers[1], mass, 1e-12 * mass); /* order of sums */
    CHECK_BITS(numbers[2], 0);
    array_free(&numbers);
    numbers = monitor_numbers(sim, monitor_at(sim, "stay"));
    inside  = 0;
    for (PetscInt a = 0; a < c->n_owned; a++) {
      const double z   = domain_wrapped(&sim->space.domain, c->pose[a].x).z,
                   age = of_body(sim, "stay", a);

      inside += z < 1;
      /* it sinks by .5: into the window, or it was there */
      if (z >= 1) CHECK(isnan(age));
      else CHECK_BITS(age, z < .5 ? .25 : 0);
    }
    CHECK_BITS(numbers[0], inside);
    CHECK_BITS(numbers[2], .25);
    CHECK_BITS(numbers[4], .25);
    array_free(&numbers);
    CALL(sim_destroy(&sim));
  }
  test_end("crossings of a plane are those of the flight, and so is the time in a window");
}

static bool is_long(const Sim *sim, PetscInt a)
{
  return sim->matter.clumps->template[a] == 0;
}

/* Distance along a periodic axis of 2 m. */
static double apart(double a, double b)
{
  return fabs(a - b - 2 * rint((a - b) / 2));
}

static void parts_of_a_plane_count_what_crosses_them(void)
{
  Sim    *sim  = test_sim_alone(doors, "");
  int     door = 0, hole = 0;
  double *first;

  if (sim) {
    const Clumps *c = sim->matter.clumps;

    for (PetscInt a = 0; a < c->n_owned; a++) {
      const Vec3   x    = domain_wrapped(&sim->space.domain, c->pose[a].x);
      const double time = (x.z >= .3 ? x.z - .3 : x.z - .3 + 2) / 2, /* of its way to the plane */
        at = x.x + time, across = x.y + time / 2;

      if (time > .25) continue;
      door += at - 2 * floor(at / 2) < 1;
      hole += hypot(apart(at, 1.9), apart(across, 1)) <= .6;
    }
    first = monitor_numbers(sim, monitor_at(sim, "hole"));
    array_free(&first);
    first = after(sim, "door");
    CHECK(door > 5 && hole > 3);
    CHECK_BITS(first[0], door);
    array_free(&first);
    first = monitor_numbers(sim, monitor_at(sim, "hole"));
    CHECK_BITS(first[0], hole);
    array_free(&first);
    CALL(sim_destroy(&sim));
  }
  test_end("a window or a disc of a plane counts the bodies that cross it there");
}

static void centre_and_momenta_are_those_of_a_loop(void)
{
  Sim *sim = test_sim_alone(gas, "");

  for (int half = 0; half < 2 && sim; half++) {
    const Clumps *c = sim->matter.clumps;
    const int     k = monitor_at(sim, half ? "half" : "whole");
    double       *number;
    double        n = 0, mass = 0, z = 0, energy = 0, spin = 0, turn = 0;
    const Vec3    about = half ? vec3(0, 0, 0) : vec3(1, 2, 3);

    test_steps(sim, 1);
    number = monitor_numbers(sim, k);
    for (PetscInt a = 0; a < c->n_owned; a++) {
      const Vec3 x = domain_shifted(&sim->space.domain, c->pose[a].x, c->image[a]),
                 r = vec3_sub(x, about), v = c->motion[a].v;

      if (half && (!is_long(sim, a) || domain_wrapped(&sim->space.domain, x).z >= 1)) continue;
      n++;
      mass += c->mass[a];
      z += c->mass[a] * x.z;
      energy += 0.5 * c->mass[a] * vec3_dot(v, v);
      spin += 0.5 * vec3_dot(c->w[a], c->motion[a].momentum);
      turn += c->mass[a] * (r.x * v.y - r.y * v.x) + c->motion[a].momentum.z;
    }
    CHECK(half ? n > 10 && n < 50 : n == 100);
    CHECK_BITS(number[0], n);
    /* the order of sums of 100 numbers: */
    CHECK_NEAR(monitor_number(sim, k, number, 0, "mass"), mass, 1e-13 * mass);
    CHECK_NEAR(monitor_number(sim, k, number, 0, "z"), z / mass, 1e-13);
    CHECK_NEAR(monitor_number(sim, k, number, 0, "momentum_z"), -2 * mass, 1e-13 * mass);
    CHECK_NEAR(monitor_number(sim, k, number, 0, "kinetic_translational"), energy, 1e-13 * energy);
    CHECK_NEAR(monitor_number(sim, k, number, 0, "kinetic_rotational"), spin, 1e-13 * energy);
    CHECK_NEAR(monitor_number(sim, k, number, 0, "angular_momentum_z"), turn, 1e-12 * mass);
    array_free(&number);
  }
  if (sim) CALL(sim_destroy(&sim));
  test_end("centre of mass, momenta and energies are those of a loop");
}

/* While each body crosses the plane once, the mean flow is the mass over that time. */
static void flow_is_that_of_the_momentum(void)
{
  enum { ROUND = 128 };
  Sim   *sim = test_sim_alone(gas, "");
  double sum = 0, mass = 0;

  if (sim) {
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) mass += sim->matter.clumps->mass[a];
    for (int k = 0; k < ROUND; k++) {
      double *numbers = monitor_numbers(sim, monitor_at(sim, "plane"));

      sum += numbers[4] / ROUND;
      array_free(&numbers);
      test_steps(sim, 1);
    }
    CHECK_NEAR(sum, mass, 5e-3 * mass); /* five samples on the way of a pebble through the plane */
    CALL(sim_destroy(&sim));
  }
  test_end("flow of mass through a plane is that of the momentum");
}

/* Pairs of all, or of rods with the first in the window, at distances in each bin. */
static void count_pairs(const Sim *sim, bool part, int *count, int *bodies)
{
  const Clumps *c = sim->matter.clumps;

  memset(count, 0, 10 * sizeof *count);
  *bodies = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = domain_wrapped(&sim->space.domain, c->pose[a].x);

    if (part && (!is_long(sim, a) || x.x >= 1 || x.z < .5 || x.z >= 1.5)) continue;
    ++*bodies;
    for (PetscInt b = 0; b < c->n_owned; b++)
      for (int k = 0; k < 27; k++) {
        const Vec3   y = vec3_add(domain_wrapped(&sim->space.domain, c->pose[b].x),
                                  vec3(2 * (k % 3 - 1), 2 * (k / 3 % 3 - 1), 2 * (k / 9 - 1)));
        const double r = vec3_norm(vec3_sub(x, y));

        if (a != b && r < .5 && (!part || is_long(sim, b))) count[(int)(r / .05)]++;
      }
  }
}

static void pairs_are_those_of_a_double_loop(void)
{
  Sim *sim = test_sim_alone(gas, "");

  for (int part = 0; part < 2 && sim; part++) {
    const double volume  = part ? 2 : 8;
    double      *numbers = monitor_numbers(sim, monitor_at(sim, part ? "part" : "near"));
    int          count[10], bodies;

    count_pairs(sim, part, count, &bodies);
    CHECK(bodies > 5);
    for (int k = 0; k < 10; k++) {
      const double a = .05 * k, b = .05 * (k + 1);
      const double g =
        count[k] / (bodies * (bodies / volume) * 4 * PETSC_PI / 3 * (b * b * b - a * a * a));

      CHECK_NEAR(numbers[4 * k + 2], g, 1e-12 * (g + 1)); /* rounding */
    }
    array_free(&numbers);
  }
  if (sim) {
    double *near = monitor_numbers(sim, monitor_at(sim, "near")),
           *wide = monitor_numbers(sim, monitor_at(sim, "wide"));

    /* one cell along each axis in place of three */
    for (int k = 0; k < 10; k++) CHECK_NEAR(wide[4 * k + 3], near[4 * k + 3], 1e-12); /* rounding */
    array_free(&near);
    array_free(&wide);
    CALL(sim_destroy(&sim));
  }
  test_end("g(r) is that of a double loop over all images");
}

static void order_and_mixing_are_those_of_loops(void)
{
  Sim *sim = test_sim_alone(gas, "");

  if (sim) {
    const Clumps *c     = sim->matter.clumps;
    double       *order = monitor_numbers(sim, monitor_at(sim, "order")), q = 0;
    double       *mixed   = monitor_numbers(sim, monitor_at(sim, "mixed"));
    double       *some    = monitor_numbers(sim, monitor_at(sim, "some"));
    double        n[2][2] = {{0}, {0}}, s2 = 0;

    for (PetscInt a = 0; a < c->n_owned; a++) {
      const Vec3 u = quat_turn(
        c->pose[a].q, quat_turn_back(sim->matter.templates.list[0].mass.axes, vec3(1, 0, 0)));

      if (is_long(sim, a)) q += (3 * u.x * u.z) / 2 / 60;
      n[domain_wrapped(&sim->space.domain, c->pose[a].x).x >= 1][is_long(sim, a)]++;
      if (c->id[a] == 70) CHECK_BITS(some[20 + 1], c->pose[a].x.x);
    }
    CHECK_BITS(order[0], 60);
    CHECK_NEAR(order[1] + order[2] + order[3], 0, 1e-14); /* rounding */
    CHECK_NEAR(order[5], q, 1e-14);                       /* likewise */
    for (int k = 0; k < 2; k++)
      s2 += (n[k][0] + n[k][1]) / 100 * (n[k][1] / (n[k][0] + n[k][1]) - .6) *
            (n[k][1] / (n[k][0] + n[k][1]) - .6);
    CHECK_NEAR(mixed[2], s2, 1e-14);                            /* likewise */
    CHECK_NEAR(mixed[3], (.24 - s2) / (.24 - .24 / 50), 1e-14); /* likewise */
    CHECK(isnan(some[40 + 1]));
    array_free(&order);
    array_free(&mixed);
    array_free(&some);
    CALL(sim_destroy(&sim));
  }
  test_end("order, mixing and places of clumps are those of loops");
}

static void sample_all(Sim *sim)
{
  for (int k = 0; k < sim_monitors(sim)->n; k++) {
    double *numbers = monitor_numbers(sim, k);

    array_free(&numbers);
  }
}

static void compare(const char *scenario)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, scenario, "-decomp_random 5"),
      *one = test_sim_alone(scenario, "");

  sample_all(sim);
  if (one) sample_all(one);
  test_steps(sim, STEPS / 2);
  sim = test_restarted(sim, "");
  test_steps(sim, STEPS / 2);
  if (one) test_steps(one, STEPS);
  for (int k = 0; k < sim_monitors(sim)->n; k++) monitor_compare(sim, one, k);
  if (one) CALL(sim_destroy(&one));
  CALL(sim_destroy(&sim));
}

static void ranks_and_restarts_change_nothing(void)
{
  compare(gas);
  compare(doors);
  test_end("the numbers have the same bits on any ranks and after a restart");
}

TESTS(.ranks = {1, 2, 3, 8})
{
  displacement_is_that_of_the_flight();
  flow_is_that_of_the_crossings();
  parts_of_a_plane_count_what_crosses_them();
  flow_is_that_of_the_momentum();
  centre_and_momenta_are_those_of_a_loop();
  pairs_are_those_of_a_double_loop();
  order_and_mixing_are_those_of_loops();
  ranks_and_restarts_change_nothing();
  test_folder_remove();
}
