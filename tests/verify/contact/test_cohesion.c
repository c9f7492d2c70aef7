/* SPDX-License-Identifier: MIT */
/* Linear cohesion against its definition: pull-off force and rupture distance. */
#include "cohesion.h"

static double weight(void)
{
  return density * 4 / 3 * PETSC_PI * radius * radius * radius * gravity;
}

/* A sphere under a ceiling (z = 0), to which it sticks with this force; it overlaps by `depth`. */
static Sim *hanging(double force, double range, double depth, double dt)
{
  Draft *t = calloc(1, sizeof *t);
  Sim   *sim;

  add_head(t, dt, vec3(0, 0, -gravity), 10);
  add(t,
      "material:\n  - a: {density: %g}\ncontact:\n  - l: {between: [a, a], normal: hooke, "
      "stiffness: %g, restitution: 0.5, cohesion: linear, cohesion_force: %.17g, cohesion_range: "
      "%.17g}\n",
      density, stiffness, force, range);
  add(t, "wall:\n  - roof: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, -1]}\n");
  add(t, "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n", radius);
  add(t, "clumps:\n  - one: {template: ball, position: [0, 0, %.17g], id: 0}\n", depth - radius);
  sim = sim_of(t, NULL);
  free(t);
  return sim;
}

/* The weight is less, or more, than the pull-off force by 2e-7 of it. */
static void the_pull_off_force_is_as_given(void)
{
  const double range = 1e-4, excess = 2e-7;

  for (size_t k = 0; k < 2 && test_case_here(k); k++) {
    const double force = weight() * (1 + (k ? -excess : excess)),
                 depth = (force - weight()) / stiffness;
    Sim *sim           = hanging(force, range, k ? 0x1p-44 : depth, 2e-5);
    Body before, after;

    CHECK_INT(touching(sim), 1);
    bodies_of(sim, 1, &before);
    test_steps(sim, 20000);
    bodies_of(sim, 1, &after);
    test_note("pull-off force %.9g of the weight: falls by %.3g m", force / weight(),
              before.x.z - after.x.z);
    if (k) {
      CHECK(before.x.z - after.x.z > range);
      CHECK_INT(touching(sim), 0);
    } else {
      CHECK_NEAR(after.x.z, before.x.z, 1e-12); /* on the grid of positions, 1e-13 m */
      CHECK_INT(touching(sim), 1);
    }
    CALL(sim_destroy(&sim));
  }
  test_end("a sphere hangs if its weight is 2e-7 less than the pull-off force, and falls if it is "
           "more");
}

static void the_rupture_distance_is_as_given(void)
{
  const double speed = 1e-2, dt = 2e-6, range = 1e-3; /* 4e-8 m a step, 4e-10 in the end */
  Sim         *sim = parting(1e-8, speed, 1, dt, ", blocked: xyzXY");
  double       gap = 0, last = 0;
  bool         fine = false;
  Body         body[2];

  while (touching(sim) > 0 && gap < 2 * range) {
    const bool slow = !fine && gap > range - 2e-7;

    for (PetscInt a = 0; slow && a < sim->matter.clumps->n_owned; a++)
      sim->matter.clumps->motion[a].v.x *= 0.01;
    fine = fine || slow;
    last = gap;
    test_steps(sim, fine || gap > range - 1e-5 ? 1 : 100);
    bodies_of(sim, 2, body);
    gap = body[1].x.x - body[0].x.x - 2 * radius;
    if (touching(sim) > 0 && gap > 0 && !fine)
      CHECK_NEAR(body[0].force.x, 3 * (1 - gap / range), 3e-6 * 3); /* of one half step: 2e-7 */
  }
  test_note("rupture at a gap between %.9g and %.9g m", last, gap);
  CHECK_NEAR(last, range, 1e-6 * range);
  CHECK_NEAR(gap, range, 1e-6 * range);
  CALL(sim_destroy(&sim));
  test_end("the attraction falls linearly and ends at the rupture distance, within 1e-6");
}

TESTS(.ranks = {1, 2}, .limit = 200)
{
  the_pull_off_force_is_as_given();
  the_rupture_distance_is_as_given();
  test_folder_remove();
}
