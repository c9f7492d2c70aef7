/* SPDX-License-Identifier: MIT */
/* Many bodies in two dimensions: a gas, crowds, and no coordinate ever leaves the plane, to the
   bit. */
#include "plane.h"

enum { BODIES = 150 };

/* ---- many ---- */

static void add_crowd(Draft *t, double dt, const char *faces, const char *law, double gy)
{
  add_plane(t, dt, 0, gy, 12, faces);
  add(t, "contact:\n  - law: {between: [stuff, stuff], %s}\n", law);
  add_discs(t, 2, 0.3, 1, 0.3);
  add(t,
      "clumps:\n  - left: {template: [body], count: %d, lo: [-12, -11.5], hi: [12, 12], velocity: "
      "[3, 1]}\n",
      BODIES / 2);
  add(
    t,
    "  - right: {template: [body], count: %d, lo: [-12, -11.5], hi: [12, 12], velocity: [-3, 0]}\n",
    BODIES / 2);
}

static void a_gas_keeps_momentum_and_energy(void)
{
  Draft *t = calloc(1, sizeof *t);
  double drift[2], heat = 0;
  Sim   *sim;

  for (int k = 0; k < 2; k++) {
    const double dt = k ? 2e-4 : 4e-4;
    Totals       before, after;
    double       worst = 0;

    add_crowd(t, dt, "periodic, periodic", "normal: hooke, stiffness: 2e4, restitution: 1", 0);
    sim    = sim_of(t, NULL);
    before = totals_of(sim);
    for (int part = 0; part < 10; part++) {
      test_steps(sim, k ? 2000 : 1000);
      after = totals_of(sim);
      worst = fmax(worst, fabs(energy_of(&after) / energy_of(&before) - 1));
    }
    drift[k] = worst;
    CHECK_NEAR(after.momentum.x, before.momentum.x,
               1e-11); /* rounding of 10000 steps of 150 velocities */
    CHECK_NEAR(after.momentum.y, before.momentum.y, 1e-11);
    CHECK(after.momentum.z == 0 && after.angular.x == 0 && after.angular.y == 0);
    heat = (after.translational - BODIES / 2. * 0.25) /
           after.rotational; /* less the common drift of y: M v^2 / 2 = 150 / 8 */
    check_in_plane(sim);
    CALL(sim_destroy(&sim));
  }
  test_note("energy off by %.3g and, with half the step, %.3g; heat of flight over rotation %.3g",
            drift[0], drift[1], heat);
  CHECK(drift[0] < 3e-4 &&
        drift[1] < 1e-4);   /* would be a fourth if both trajectories were the same */
  CHECK_NEAR(heat, 2, 0.6); /* two degrees of freedom against one; three standard deviations for 300
                               and 150 of them */
  free(t);
  test_end("a gas in the plane keeps momentum to rounding, energy as the step is fine, and shares "
           "its heat 2 : 1");
}

/* Friction, walls and damping over thousands of steps: all stays in the plane to the bit. */
static void nothing_leaves_the_plane(void)
{
  const char *const laws[] = {
    "normal: hooke, stiffness: 2e4, restitution: .6, tangential: hooke, friction: .5",
    "normal: hertz, restitution: .6, tangential: mindlin, friction: .5"};
  Draft *t = calloc(1, sizeof *t);

  for (size_t k = 0; k < 2 && test_case_here(k); k++) {
    Totals totals;
    Sim   *sim;

    add_crowd(t, k ? 2e-4 : 4e-4, "open, free", laws[k], -9.81);
    add(t,
        "wall:\n  - floor: {shape: plane, material: stuff, point: [0, -11.8], normal: [0.1, 1]}\n"
        "  - left: {shape: plane, material: stuff, point: [-12, 0], normal: [1, 0]}\n"
        "  - right: {shape: plane, material: stuff, point: [12, 0, 0], normal: [-2, 0.2, 0]}\n");
    t->text[t->n] = 0;
    sim           = sim_of(t, NULL);
    for (int part = 0; part < 4; part++) {
      test_steps(sim, 2000);
      check_in_plane(sim);
    }
    CHECK(touching(sim) > 20);
    totals = totals_of(sim);
    CHECK(totals.momentum.z == 0 && totals.angular.x == 0 && totals.angular.y == 0 &&
          totals.rotational > 0);
    test_note("%s: %d contacts at the end", laws[k], touching(sim));
    CALL(sim_destroy(&sim));
  }
  free(t);
  test_end("with friction, walls and thousands of steps nothing leaves the plane by a bit");
}

/* The normal of two coincident centres is arbitrary, but must lie in the plane. */
static void discs_in_one_place_part_in_the_plane(void)
{
  Draft *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  Body   two[2];
  Sim   *sim;

  add_plane(t, 1e-4, 0, 0, 10, "open, open");
  add(t, "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: 1e4, restitution: "
         ".6}\n");
  add_discs(t, 1, radius, mass, 1);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add_row(rows, 0, vec3(1, 2, 0), 0, vec3(0, 0, 0), 0);
  add_row(rows, 1, vec3(1, 2, 0), 0, vec3(0, 0, 0), 0);
  test_file("bodies.csv", rows->text);
  sim = test_sim(PETSC_COMM_WORLD, t->text, "-run_overlap_limit 9");
  test_steps(sim, 1000);
  check_in_plane(sim);
  bodies_of(sim, 2, two);
  CHECK(vec3_norm(vec3_sub(two[0].x, two[1].x)) > 2 * radius);
  CALL(sim_destroy(&sim));
  free(t);
  free(rows);
  test_end("two discs in one place part, in the plane");
}

TESTS(.ranks = {1, 2})
{
  if (test_forms_here()) a_gas_keeps_momentum_and_energy();
  nothing_leaves_the_plane();
  discs_in_one_place_part_in_the_plane();
  test_folder_remove();
}
