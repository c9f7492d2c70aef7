/* SPDX-License-Identifier: MIT */
/* Gravity against closed forms: Kepler's ellipse, and two suns that fall onto each other. */
#include "base/random.h"
#include "sim_test.h"

#define TWO_PI 6.283185307179586

/* ---- Kepler ---- */

/* Two bodies of half a mass each, total mass 1 and G = 1: semi-major axis 1, eccentricity 1/2, from
   the largest distance. Period 2 pi; energy a unit of reduced mass (1/4) -1/2. */
static const char *const kepler =
  "schema: 1\n"
  "run: {end_time: 99, dt: %.17g}\n"
  "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [free, free, free]}\n"
  "material:\n  - rock: {density: 1}\n"
  "template:\n  - ball: {material: rock, pebbles: [0, 0, 0, .1], mass_properties: given, mass: .5, "
  "position: [0, 0, 0], "
  "inertia: [1, 1, 1, 0, 0, 0]}\n"
  "clumps:\n"
  "  - a: {template: ball, id: 1, position: [.75, 0, 0], velocity: [0, %.17g, 0]}\n"
  "  - b: {template: ball, id: 2, position: [-.75, 0, 0], velocity: [0, %.17g, 0]}\n"
  "interaction:\n  - newton: {type: gravity, constant: 1}\n";

/* Error of the place after two periods, and largest change of the energy over the reduced mass. */
static void orbit(int steps, double *place, double *energy)
{
  const double speed = 0.5 / sqrt(3);
  char         text[1200];
  Sim         *sim;
  PetscInt     row;

  snprintf(text, sizeof text, kepler, TWO_PI / steps, speed, -speed);
  sim     = test_sim(PETSC_COMM_WORLD, text, "");
  *energy = 0;
  for (int k = 0; k < 40; k++) {
    Totals totals;

    test_steps(sim, steps / 20);
    totals  = totals_of(sim);
    *energy = max_real(*energy, fabs(4 * energy_of(&totals) + 0.5));
    CHECK_NEAR(vec3_norm(totals.momentum), 0, 1e-15); /* rounding of two speeds of .3 */
  }
  row    = test_row(sim, 1);
  *place = row < 0 ? 0 : vec3_norm(vec3_sub(sim->matter.clumps->pose[row].x, (Vec3){0.75, 0, 0}));
  CALL(parallel_max(&sim->par, place, 1));
  CALL(sim_destroy(&sim));
}

static void kepler_has_its_period_and_energy(void)
{
  double place[2], energy[2];

  orbit(1000, &place[0], &energy[0]);
  orbit(2000, &place[1], &energy[1]);
  if (test_rank() == 0)
    printf("# place after two orbits: %.3g, %.3g m, slope %.3f; energy: %.3g, %.3g, slope %.3f\n",
           place[0], place[1], log2(place[0] / place[1]), energy[0], energy[1],
           log2(energy[0] / energy[1]));
  CHECK_NEAR(log2(place[0] / place[1]), 2, 0.02);   /* the next order is a factor dt^2 less */
  CHECK_NEAR(log2(energy[0] / energy[1]), 2, 0.02); /* likewise */
  CHECK(place[1] < 6e-5);  /* of velocity Verlet at 2000 steps an orbit: 5.6e-5 */
  CHECK(energy[1] < 2e-5); /* likewise 1.3e-5, at the smallest distance */
  test_end("Kepler, e = 1/2: back after two periods, energy -1/2, errors of second order");
}

/* ---- suns ---- */

enum { FALL = 9488 }; /* steps of 4 s until shortly before the contact */

static void suns_meet_when_they_should(void)
{
  static const char *const scenario =
    "schema: 1\n"
    "run: {end_time: 1e5, dt: 4}\n"
    "domain: {lo: [-4e9, -1e9, -1e9], hi: [4e9, 1e9, 1e9], boundary: [open, open, open]}\n"
    "material:\n  - gas: {density: 1410}\n"
    "template:\n  - sun: {material: gas, pebbles: [0, 0, 0, 695732600.2]}\n"
    "clumps:\n"
    "  - a: {template: sun, id: 1, position: [-3478663001, 0, 0]}\n"
    "  - b: {template: sun, id: 2, position: [3478663001, 0, 0]}\n"
    "interaction:\n  - newton: {type: gravity, constant: 6.674e-11}\n";
  Sim   *sim  = test_sim(PETSC_COMM_WORLD, scenario, "");
  double half = 0, speed = 0, left, from, to, t; /* of a sun; accelerations, time */

  test_steps(sim, FALL);
  if (test_row(sim, 2) >= 0) {
    half  = sim->matter.clumps->pose[test_row(sim, 2)].x.x;
    speed = sim->matter.clumps->motion[test_row(sim, 2)].v.x;
  }
  CALL(parallel_max(&sim->par, &half, 1));
  CALL(parallel_min(&sim->par, &speed, 1));
  /* the rest of the way, with an acceleration that is linear in time */
  left = half - 695732600.2;
  from = 6.674e-11 * 1.989e30 / (4 * half * half);
  to   = 6.674e-11 * 1.989e30 / (4 * 695732600.2 * 695732600.2);
  t    = left / -speed;
  CHECK(left > 0 && t < 4);
  for (int k = 0; k < 20; k++) t = left / (-speed + (2 * from + to) / 6 * t);
  speed -= 0.5 * (from + to) * t;
  t += 4.0 * FALL;
  if (test_rank() == 0) printf("# contact after %.5f s at %.3f m/s\n", t, -2 * speed);
  /* velocity Verlet with dt 4 s; radius and mass are given to 10 digits */
  CHECK_NEAR(t, 37955.88749, 1e-3);
  CHECK_NEAR(-2 * speed, 552521.659, 0.3); /* likewise */
  CALL(sim_destroy(&sim));
  test_end("two suns from rest at 10 radii touch after 37955.89 s at 552522 m/s");
}

/* ---- many bodies ---- */

enum { MANY = 40 };

/* Dumbbells, of which the centre counts, some fixed, some heavy, with softening, in two groups. */
/* dt: auto: a hundredth of the period at the surface of a body; without contacts, of two bodies at
   the softening. Touching bodies turn twice as slowly, and keep their energy. */
static void automatic_steps(void)
{
  const char *const law = "contact:\n  - r-r: {between: [rock, rock], normal: hooke, stiffness: 1, "
                          "restitution: 1}\n";
  char              text[1500];
  Sim              *sim;
  double            first;
  Totals            now;

  for (int contact = 0; contact < 2; contact++) {
    const size_t n = (size_t)snprintf(text, sizeof text, kepler, 1.0, 0.0, 0.0);

    snprintf(text + n, sizeof text - n, "%s", contact ? law : "");
    sim = test_sim(PETSC_COMM_WORLD, text,
                   contact ? "-run_dt auto -clumps_a_position .1005,0,0 -clumps_b_position "
                             "-.1005,0,0 -clumps_a_velocity 0,1.11,0 -clumps_b_velocity 0,-1.11,0"
                           : "-run_dt auto -interaction_newton_softening .2");
    CHECK_NEAR(sim->clock.dt, 0.02 * PETSC_PI * (contact ? sqrt(.001 / .5) : sqrt(.008 / (2 * .5))),
               1e-9); /* of the radius as the root of a volume */
    now   = totals_of(sim);
    first = energy_of(&now);
    test_steps(sim, contact ? 200 : 1);
    now = totals_of(sim);
    CHECK_NEAR(energy_of(&now), first, 1e-3 * fabs(first)); /* second order: (2 pi / 200)^2 */
    CALL(sim_destroy(&sim));
  }
  test_end("dt: auto follows from the density of bodies, or from the softening");
}

static void forces_are_those_of_a_plain_sum(void)
{
  static char text[9000];
  size_t      n = (size_t)snprintf(
         text, sizeof text,
         "schema: 1\nrun: {end_time: 1, dt: 1e-3}\n"
              "domain: {lo: [0, 0, 0], hi: [10, 10, 10], boundary: [open, reflect, free]}\n"
              "material:\n  - rock: {density: 1000}\n"
              "contact:\n  - r-r: {between: [rock, rock], normal: hooke, stiffness: 1, restitution: 1}\n"
              "template:\n  - pair: {material: rock, pebbles: [0, 0, 0, .1, .1, 0, 0, .2]}\n"
              "interaction:\n"
              "  - newton: {type: gravity, constant: 1e-3, softening: .3, groups: [near]}\nclumps:\n");
  Random r = random_stream(9, RANDOM_TEST, 0);
  Sim   *sim;
  Vec3   x[MANY], total     = {0, 0, 0};
  double mass[MANY], energy = 0, most = 0;

  for (int k = 0; k < MANY; k++)
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "  - c%d: {template: pair, id: %d, position: [%.5f, %.5f, %.5f], scale: "
                          "%g, blocked: %s, group: %s}\n",
                          k, k, 2.2 * (k % 4) + 1 + 0.5 * random_real(&r),
                          2.2 * (k / 4 % 4) + 1 + 0.5 * random_real(&r),
                          3.0 * (k / 16) + 1 + random_real(&r), k % 3 ? 1.0 : 2.0,
                          k % 7 ? "\"\"" : "xyzXYZ", k % 5 ? "near" : "far");
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  for (int k = 0; k < MANY; k++) {
    const PetscInt row    = test_row(sim, k);
    double         put[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};

    if (row >= 0)
      memcpy(put,
             (double[]){sim->matter.clumps->pose[row].x.x, sim->matter.clumps->pose[row].x.y,
                        sim->matter.clumps->pose[row].x.z, sim->matter.clumps->mass[row]},
             sizeof put);
    CALL(parallel_max(&sim->par, put, 4));
    x[k]    = (Vec3){put[0], put[1], put[2]};
    mass[k] = put[3];
  }
  for (int k = 0; k < MANY; k++) {
    const PetscInt row  = test_row(sim, k);
    Vec3           pull = {0, 0, 0};

    for (int j = 0; j < MANY; j++) {
      const Vec3   d    = vec3_sub(x[j], x[k]);
      const double d2   = vec3_dot(d, d) + 0.09;
      const bool   acts = j != k && j % 5 && k % 5;

      if (acts) pull = vec3_axpy(pull, 1e-3 * mass[k] * mass[j] / (d2 * sqrt(d2)), d);
      if (acts) energy -= 0.5e-3 * mass[k] * mass[j] / sqrt(d2);
    }
    most  = max_real(most, vec3_norm(pull));
    total = vec3_add(total, pull);
    if (row >= 0) CHECK_NEAR(vec3_norm(vec3_sub(sim->matter.clumps->force[row], pull)), 0, 1e-12);
  }
  CHECK(most > 0.1); /* N: the tolerance above is 1e-12 of it, the sum of 32 rounded numbers */
  CHECK_NEAR(totals_of(sim).potential, energy, 1e-13 * fabs(energy)); /* likewise */
  CALL(sim_destroy(&sim));
  test_end("forces and energy of clumps, some fixed, are those of a plain sum over their centres");
}

TESTS(.ranks = {1, 2})
{
  kepler_has_its_period_and_energy();
  suns_meet_when_they_should();
  automatic_steps();
  forces_are_those_of_a_plain_sum();
  test_folder_remove();
}
