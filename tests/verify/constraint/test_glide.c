/* SPDX-License-Identifier: MIT */
/* Translations blocked along axes of the body: a blade on ice against closed forms, and with
   imposed velocities; and its collisions with contacts, links and reflecting faces. */
#include "verify/blocked.h"

#define SCENE(dimension, gravity, boundary, pebbles, inertia, keys) \
  "schema: 1\n" \
  "run: {end_time: 1e9, dt: 1e-3, dimension: " dimension ", gravity: " gravity "}\n" \
  "domain: {lo: " boundary "}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: 1}\n" \
  "template:\n  - s: {material: a, pebbles: " pebbles ", mass: 2, mass_properties: given,\n" \
  "         " inertia "}\n" \
  "clumps:\n  - c: {template: s, " keys "}\n"

#define IN_SPACE "[-9, -9, -9], hi: [9, 9, 9], boundary: [open, open, open]"
#define SOLID    "position: [0, 0, 0], inertia: [1, 2, 3, 0, 0, 0]"

/* Velocity in the axes of the template. */
static Vec3 way_of(const Sim *sim)
{
  return quat_turn_back(attitude_of(sim), sim->matter.clumps->motion[0].v);
}

/* A blade on a slope, along x at first, that spins at w: x = g / (2 w^2) sin^2 w t and y = g / (2
   w^2) (w t - sin 2 w t / 2), so that it does not go down in the mean (Neimark & Fufaev 1972,
   Dynamics of nonholonomic systems, ch. 2). */
static double error_of_blade(const char *scene, int steps)
{
  const double g = 3, w = 2, time = 4;
  Sim         *sim = stepped(scene, time / steps, steps);
  const Vec3   x   = sim->matter.clumps->pose[0].x;
  const double off = hypot(x.x - g / (2 * w * w) * pow(sin(w * time), 2),
                           x.y - g / (2 * w * w) * (w * time - 0.5 * sin(2 * w * time)));
  Totals       t   = totals_of(sim);

  /* what blocks it does no work; of terms of second order */
  CHECK_NEAR(t.translational, 2 * g * x.x, 20 * pow(w * time / steps, 2));
  CHECK(fabs(way_of(sim).y) < 1e-14); /* rounding of one turn */
  CALL(sim_destroy(&sim));
  return off;
}

static void a_blade_on_a_slope(void)
{
  static const char *const scene[] = {
    SCENE("2", "[3, 0]", "[-9, -9], hi: [9, 9], boundary: [open, open]", "[0, 0, 1]",
          "position: [0, 0], inertia: 3", "position: [0, 0], spin: [0, 0, 2], blocked: v"),
    SCENE("3", "[3, 0, 0]", IN_SPACE, "[0, 0, 0, 1]", SOLID,
          "position: [0, 0, 0], spin: [0, 0, 2], blocked: vwXY")};

  for (int k = 0; k < 2; k++) {
    const double coarse = error_of_blade(scene[k], 1000), fine = error_of_blade(scene[k], 2000);

    test_note("place off by %.2e m, with half the step %.2e: slope %.3f", coarse, fine,
              log2(coarse / fine));
    CHECK(fine < 2e-5); /* (w dt)^2 / 12 of a way of 3 m: 4e-6 */
    CHECK_NEAR(log2(coarse / fine), 2, 0.05);
  }
  test_end("a blade that spins on a slope goes across it, in two and in three dimensions");
}

/* Free rotation of three moments, one and two axes blocked: nothing does work. */
static void nothing_does_work(void)
{
  static const char *const ways[] = {"u", "uw", "vW"};

  for (int k = 0; k < 3; k++) {
    char   scene[1200];
    Sim   *sim;
    double from;
    Vec3   v;

    snprintf(
      scene, sizeof scene,
      SCENE("3", "[0, 0, 0]", IN_SPACE, "[0, 0, 0, 1]", SOLID,
            "position: [0, 0, 0], spin: [2, .3, %s], velocity: [0, %s, 0], attitude: [1, 0, 0, "
            "0], blocked: %s"),
      k == 2 ? "0" : "1", k == 2 ? "0" : ".3", ways[k]);
    sim  = stepped(scene, 1e-2, 0);
    from = totals_of(sim).translational;
    test_steps(sim, 2000);
    v = way_of(sim);
    test_note("blocked %s: energy off by %.1e", ways[k], totals_of(sim).translational - from);
    CHECK_NEAR(totals_of(sim).translational, from, 1e-8); /* of rounds: (w dt)^5 a step */
    for (int i = 0; i < 3; i++)
      if (strchr(ways[k], "uvw"[i])) CHECK(fabs(vec3_axis(v, i)) < 1e-14);
    CALL(sim_destroy(&sim));
  }
  test_end("axes of the body that are blocked do no work, whatever the body turns by");
}

/* Error of a circle of .25 m: .5 m/s along its x axis and a spin of 2 rad/s are imposed. Gravity of
   4 m/s^2 has no effect along its y axis, which is blocked; along z it falls. */
static double error_of_circle(int steps)
{
  const double w = 2, r = 0.25, time = 3;
  Sim         *sim = stepped(SCENE("3", "[0, 4, -1]", IN_SPACE, "[0, 0, 0, 1]", SOLID,
                                   "position: [0, 0, 0], spin: [0, 0, 2], velocity: [.5, 0, 0], "
                                           "blocked: uvXYZ"),
                             time / steps, steps);
  const Vec3   x = sim->matter.clumps->pose[0].x, v = way_of(sim);
  const double off = hypot(x.x - r * sin(w * time), x.y - r * (1 - cos(w * time)));

  CHECK_NEAR(x.z, -0.5 * time * time, 1e-9); /* rounding to the grid */
  CHECK_NEAR(v.x, 0.5, 1e-13);               /* 44 bits, and the turn to the lab and back */
  CHECK_NEAR(v.y, 0, 1e-13);
  CALL(sim_destroy(&sim));
  return off;
}

static void velocities_are_imposed(void)
{
  const double coarse = error_of_circle(500), fine = error_of_circle(1000);

  test_note("place off by %.2e m, with half the step %.2e", coarse, fine);
  CHECK(fine < 1e-5); /* (w dt)^2 / 12 of a way of 1.5 m */
  CHECK_NEAR(log2(coarse / fine), 2, 0.05);
  test_end("a velocity imposed along an axis of the body turns with it");
}

/* A rod that can only move along itself and turn about z is shot at a fixed ball, beside its
   centre, and between reflecting faces: its energy is kept. */
static void what_is_met_keeps_the_energy(void)
{
  const char *const scene =
    SCENE("2", "[0, 0]", "[-3, -2], hi: [3, 2], boundary: [reflect, reflect]",
          "[-.6, 0, .2, 0, 0, .2, .6, 0, .2]", "position: [0, 0], inertia: .5",
          "position: [-1, 0], velocity: [0.98019801980198020, 0.19801980198019803], spin: [0, 0, "
          ".2], attitude: [1, 0, 0, .1], blocked: v}\n"
          "  - d: {template: s, position: [1.2, .5], blocked: xyZ");
  Sim   *sim  = test_sim(PETSC_COMM_SELF, scene, "-run_dt 1e-4 -contact_a-a_stiffness 1e5");
  double from = totals_of(sim).translational + totals_of(sim).rotational, worst = 0;
  int    touched = 0, turned = 0;

  for (int k = 0; k < 2000; k++) {
    const double before = way_of(sim).x;
    Totals       t;

    test_steps(sim, 20);
    t = totals_of(sim);
    turned += before * way_of(sim).x < 0;
    touched += t.contacts > 0;
    CHECK(fabs(way_of(sim).y) < 1e-12);
    if (t.contacts == 0) worst = max_real(worst, fabs((t.translational + t.rotational) / from - 1));
  }
  test_note("touched at %d of 2000 times, turned back %d times, energy off by %.1e", touched,
            turned, worst);
  CHECK(touched > 5 && turned > 1);
  CHECK(worst < 1e-3); /* second order: dt is 1/140 of a contact */
  CALL(sim_destroy(&sim));
  test_end("contacts and reflecting faces do not move a body along its blocked axis");
}

TESTS(.ranks = {1})
{
  a_blade_on_a_slope();
  nothing_does_work();
  velocities_are_imposed();
  what_is_met_keeps_the_energy();
  test_folder_remove();
}
