/* SPDX-License-Identifier: MIT */
/* Bodies with three different moments, some of whose rotations are blocked: about axes of the lab,
   or about axes of the body, with a rotation imposed there. */
#include "verify/blocked.h"

#define SCENE \
  "schema: 1\n" \
  "run: {end_time: 1e9, dt: %g, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: 1}\n" \
  "template:\n  - s: {material: a, pebbles: [0, 0, 0, 1], mass: 1, mass_properties: given,\n" \
  "         position: [0, 0, 0], inertia: [1, 2, 3, 0, 0, 0]}\n" \
  "clumps:\n  - c: {template: s, position: [0, 0, 0], spin: [1, .7, 0], blocked: Z,\n" \
  "         attitude: [.8, .3, .4, .2]}\n"

static Sim *body_of(double dt)
{
  char text[2000];

  snprintf(text, sizeof text, SCENE, dt);
  return test_sim(PETSC_COMM_SELF, text, "");
}

/* Largest change of the energy in five parts of the time. */
static double drift_of(double dt, int n)
{
  Sim         *sim  = body_of(dt);
  const double from = totals_of(sim).rotational;
  double       most = 0;

  for (int k = 0; k < 5; k++) {
    test_steps(sim, n / 5);
    most = max_real(most, fabs(totals_of(sim).rotational / from - 1));
  }
  CHECK(sim->matter.clumps->w[0].z == 0);
  CALL(sim_destroy(&sim));
  return most;
}

/* No torque does work. |w| dt is .05 and .025; 40 000 steps are 300 turns. */
static void energy_does_not_drift(void)
{
  const double coarse = drift_of(0.04, 40000), fine = drift_of(0.02, 80000);

  test_note("energy off by %.2e, with half the step %.2e", coarse, fine);
  CHECK(coarse < 1e-4); /* (|w| dt)^2 / 24, of what turns with the attitude */
  CHECK(fine < coarse / 2.5);
  test_end("with one rotation blocked the energy of a body of three moments does not drift");
}

/* ---- axes of the body ---- */

#define BODY_SCENE(inertia, keys, more) \
  "schema: 1\n" \
  "run: {end_time: 1e9, dt: 1e-3, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: 1}\n" \
  "template:\n  - s: {material: a, pebbles: [0, 0, 0, 1], mass: 1, mass_properties: given,\n" \
  "         position: [0, 0, 0], inertia: " inertia "}\n" \
  "clumps:\n  - c: {template: s, position: [0, 0, 0], " keys "}\n" more

/* Free to turn about its own y axis alone, which is fixed then, tilted by b = .6 to the horizontal:
   a physical pendulum of the moment about that axis, 2, under the weight F = 3 at the arm 1, let go
   at 90 degrees. Its period is 4 K(sin 45 deg) sqrt(J / (F cos b)). Error of the angle at 5/4 of
   that, when it is at its lowest. */
static double error_of_pendulum(int steps)
{
  const double period = 4 * 1.8540746773013719 * sqrt(2 / (3 * cos(.6)));
  Sim         *sim =
    stepped(BODY_SCENE("[3, 2, 2.5, .3, .2, -.4]",
                       "attitude: [0.95533648912560598, 0.29552020666133955, 0, 0], blocked: xyzUW",
                       "force:\n  - weight: {point: [1, 0, 0], force: [0, 0, -3]}\n"),
            1.25 * period / steps, steps);
  const Quat q = attitude_of(sim);
  const Vec3 x = quat_turn(q, (Vec3){1, 0, 0}), w = quat_turn_back(q, sim->matter.clumps->w[0]);
  double     energy, angle;

  energy = 0.5 * 2 * w.y * w.y + 3 * x.z; /* as at first, 0: it keeps it but for terms of dt^2 */
  angle  = atan2(x.x, vec3_dot(x, (Vec3){0, sin(.6), -cos(.6)}));
  CHECK_NEAR(energy, 0, 40 * pow(1.25 * period / steps, 2));
  CHECK_NEAR(w.x, 0, 1e-14 * fabs(w.y)); /* rounding of the turn to the lab and back */
  CHECK_NEAR(w.z, 0, 1e-14 * fabs(w.y));
  CALL(sim_destroy(&sim));
  return fabs(angle);
}

static void one_axis_is_a_pendulum(void)
{
  const double coarse = error_of_pendulum(500), fine = error_of_pendulum(1000);

  test_note("angle off by %.3g, with half the step %.3g: slope %.3f", coarse, fine,
            log2(coarse / fine));
  CHECK(fine < 1e-4);                       /* (w dt)^2 / 24 x angle gone through, 2 pi: 3e-5 */
  CHECK_NEAR(log2(coarse / fine), 2, 0.05); /* terms of fourth order */
  test_end("a body free to turn about one of its own axes is the pendulum of its moment there");
}

/* W imposed about the axis of the largest moment A of three; the others are free: B y' = (C - A) W
   z, C z' = (A - B) W y, so y = y0 cos(k t), k^2 = (A - B) (A - C) W^2 / (B C). */
static double error_of_imposed(int steps)
{
  const double k = 2 * sqrt((3 - 2) * (3 - 1.5) / (2 * 1.5)), time = 10;
  Sim         *sim = stepped(BODY_SCENE("[3, 2, 1.5]",
                                        "attitude: [.8, .3, .4, .2], spin: [1.0537634408602152, "
                                                "1.9247311827956988, -0.43010752688172038], "
                                                "blocked: U",
                                        ""),
                             time / steps, steps);
  const Vec3   w   = quat_turn_back(attitude_of(sim), sim->matter.clumps->w[0]);

  CHECK_NEAR(w.x, 2, 2e-13); /* 44 bits, and those of the turn to the lab and back */
  CALL(sim_destroy(&sim));
  return fabs(w.y - cos(k * time));
}

static void a_rotation_is_imposed_about_an_axis_of_the_body(void)
{
  const double coarse = error_of_imposed(1000), fine = error_of_imposed(2000);

  test_note("spin off by %.3g, with half the step %.3g: slope %.3f", coarse, fine,
            log2(coarse / fine));
  CHECK(fine < 2e-4);                       /* (k dt)^2 / 12 x k t = 1e-4 */
  CHECK_NEAR(log2(coarse / fine), 2, 0.05); /* terms of fourth order */
  test_end("a rotation imposed about an axis of the body is kept, and the others follow Euler");
}

/* Two free axes and a full tensor (Suslov's problem, which is not a pendulum): what blocks the
   third does no work. The rule keeps the quadratic energy to the error of its rounds, (w dt)^5. */
static void a_blocked_axis_of_the_body_does_no_work(void)
{
  const char  *scene = BODY_SCENE("[3, 2, 2.5, .5, .6, -.4]",
                                  "attitude: [1, 0, 0, 0], spin: [0, .7, -2], blocked: U", "");
  Sim         *sim   = stepped(scene, 1e-2, 0);
  const double from  = totals_of(sim).rotational;
  Vec3         w;

  test_steps(sim, 5000);
  w = quat_turn_back(attitude_of(sim), sim->matter.clumps->w[0]);
  test_note("energy off by %.2e; spin %.3f %.3f, at first .7 -2",
            totals_of(sim).rotational / from - 1, w.y, w.z);
  CHECK_NEAR(totals_of(sim).rotational / from, 1, 1e-8);
  CHECK_NEAR(w.x, 0, 1e-14);
  CHECK(fabs(w.y - .7) > .1); /* the free ones have changed */
  CALL(sim_destroy(&sim));
  test_end("an axis of the body that is blocked does no work, and the other two go on");
}

TESTS(.ranks = {1})
{
  energy_does_not_drift();
  one_axis_is_a_pendulum();
  a_rotation_is_imposed_about_an_axis_of_the_body();
  a_blocked_axis_of_the_body_does_no_work();
  test_folder_remove();
}
