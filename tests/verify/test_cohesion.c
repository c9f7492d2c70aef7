/* np: 1 2, limit: 200 */
/* SPDX-License-Identifier: MIT */
/* Linear cohesion against its definition: pull-off force, rupture distance, and the energy that a
   rupture takes. */
#include "verify.h"

static const double radius = 0.05, density = 2500, gravity = 9.81, stiffness = 1e5;

static double weight(void)
{
  return density * 4 / 3 * PETSC_PI * radius * radius * radius * gravity;
}

/* A sphere under a ceiling (z = 0), to which it sticks with this force; it overlaps by `depth`. */
static Sim *hanging(double force, double range, double depth, double dt)
{
  Text *t = calloc(1, sizeof *t);
  Sim  *sim;

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

  for (int k = 0; k < 2; k++) {
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

/* Two spheres held at constant speeds part: the force at each gap, and the gap of rupture. Axes are
   blocked, so the speeds stay. */
static Sim *parting(double depth, double speed, double dt, const char *blocked)
{
  Text *t = calloc(1, sizeof *t);
  Sim  *sim;

  add_head(t, dt, vec3(0, 0, 0), 1);
  add(t,
      "material:\n  - a: {density: %g}\ncontact:\n  - l: {between: [a, a], normal: hooke, "
      "stiffness: %g, restitution: 1, cohesion: linear, cohesion_force: 3, cohesion_range: 1e-3}\n",
      density, stiffness);
  add(t, "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n", radius);
  for (int k = 0; k < 2; k++)
    add(t,
        "%s  - c%d: {template: ball, position: [%.17g, 0, 0], velocity: [%.17g, 0, 0], id: %d%s}\n",
        k ? "" : "clumps:\n", k, k ? radius - 0.5 * depth : 0.5 * depth - radius,
        k ? speed : -speed, k, blocked);
  sim = sim_of(t, NULL);
  free(t);
  return sim;
}

static void the_rupture_distance_is_as_given(void)
{
  const double speed = 1e-4, dt = 2e-6, range = 1e-3; /* 4e-10 m a step */
  Sim         *sim = parting(1e-8, speed, dt, ", blocked: xyzXY");
  double       gap = 0, last = 0;
  Body         body[2];

  for (int step = 0; touching(sim) > 0 && gap < 2 * range; step++) {
    const bool fine = gap > range - 1e-7;

    last = gap;
    test_steps(sim, fine ? 1 : 100);
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

/* Free spheres without damping that touch and part: what is lost is F0 x range / 2; before they
   touch, they feel nothing. */
static void a_rupture_takes_its_energy(void)
{
  const double start = -0.01, lost = 0.5 * 3 * 1e-3;
  double       dt[3], off[3];

  for (int k = 0; k < 3; k++) {
    Sim   *sim;
    Totals first, t;
    double off_book  = 0;
    bool   attracted = false, touched = false;

    dt[k] = 2e-5 / (1 << k);
    sim   = parting(start, -0.2, dt[k], "");
    first = totals_of(sim);
    for (int step = 0; step < (4000 << k); step++) {
      test_steps(sim, 1);
      t         = totals_of(sim);
      touched   = touched || t.max_overlap > 0;
      attracted = attracted || (!touched && t.contacts > 0);
      off_book =
        max_of(off_book, fabs(t.translational + t.potential + t.dissipated - first.translational));
    }
    CHECK(touched && !attracted);
    CHECK_INT(t.contacts, 0);
    off[k] = fabs(t.dissipated - lost);
    test_note("dt %.2g s: %.9g J lost, stated %.9g; book open by %.1e J", dt[k], t.dissipated, lost,
              off_book);
    CHECK_NEAR(t.translational + t.dissipated, first.translational,
               1e-3 * lost * dt[k] / 2e-5); /* second order */
    CALL(sim_destroy(&sim));
  }
  CHECK_NEAR(off[2], 0, 1e-4 * lost); /* 7e-4 at 2e-5 s, second order */
  CHECK(slope_of(3, dt, off) > 1.5);
  test_end("a rupture takes cohesion_force x cohesion_range / 2, and spheres that have not touched "
           "feel nothing");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  the_pull_off_force_is_as_given();
  the_rupture_distance_is_as_given();
  a_rupture_takes_its_energy();
  test_folder_remove();
  return test_finish();
}
