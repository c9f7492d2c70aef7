/* SPDX-License-Identifier: MIT */
/* A ball that rolls to and fro at the bottom of a rough cylinder: period 2 pi sqrt(7 (R - r) / 5
   g), times 1 + a^2 / 16 for an amplitude a; and its weight on each surface at rest. */
#include "verify/verify.h"

static const double g = 9.81, radius = 0.1, stiffness = 8e6;

static Sim *ball_at(double angle, double dt, const char *wall)
{
  const double bore = 1, deep = 4.18879 * 9.81 / stiffness;
  Draft        t = {0};

  add_head(&t, dt, vec3(0, 0, -g), 3);
  add(&t,
      "material:\n  - s: {young: 1e7, poisson: .3, density: 1000}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: %g, restitution: .5, "
      "tangential: hooke, tangential_ratio: 1, friction: 1}\n"
      "template:\n  - ball: {material: s, pebbles: [0, 0, 0, %g]}\n"
      "clumps:\n  - one: {template: ball, position: [%.17g, 0, %.17g]}\nwall:\n%s",
      stiffness, radius, (bore - radius + deep) * sin(angle), -(bore - radius + deep) * cos(angle),
      wall);
  return sim_of(&t, NULL);
}

/* Zero crossings of x, interpolated. */
static void it_rolls_like_a_pendulum(void)
{
  enum { CROSSINGS = 3 };
  const double dt = 2e-5, a = 0.05,
               wanted = 2 * pi * sqrt(7 * (1 - radius) / (5 * g)) * (1 + a * a / 16);
  Sim *sim            = ball_at(
               a, dt,
               "  - bore: {shape: cylinder, material: s, point: [0, 0, 0], axis: [0, 1, 0], radius: 1}\n");
  double time[CROSSINGS], before = 1;
  int    n = 0;
  Body   b;

  while (n < CROSSINGS && sim->clock.step < 400000) {
    test_steps(sim, 1);
    bodies_of(sim, 1, &b);
    if (before * b.x.x < 0)
      time[n++] = (double)sim->clock.step * dt - dt * b.x.x / (b.x.x - before);
    before = b.x.x;
  }
  CHECK_INT(n, CROSSINGS);
  test_note("period %.6f s, wanted %.6f s", time[2] - time[0], wanted);
  CHECK_NEAR((time[2] - time[0]) / wanted, 1, 1e-3); /* overlap, 5e-5 of the radius; springs */
  CALL(sim_destroy(&sim));
  test_end("a ball rolls in a rough cylinder with the period of a pendulum");
}

static void it_weighs(void)
{
  static const char *const walls[] = {
    "  - w: {shape: sphere, material: s, point: [0, 0, 0], radius: 1}\n",
    "  - w: {shape: cylinder, material: s, point: [0, 0, 0], axis: [0, 1, 0], radius: 1}\n",
    ("  - w: {shape: cylinder, material: s, point: [0, 0, -1], radius: 1, length: 2, ends: "
     "closed}\n"),
    "  - w: {shape: box, material: s, lo: [-1, -1, -1], hi: [1, 1, 1]}\n",
    "  - w: {shape: box, material: s, lo: [-1, -1, -2], hi: [1, 1, -1], side: outside}\n",
    "  - w: {shape: sphere, material: s, point: [0, 0, -2], radius: 1, side: outside}\n",
    "  - w: {shape: plane, material: s, point: [0, 0, -1], normal: [0, 0, 1], side: both}\n"};

  for (size_t k = 0; k < sizeof walls / sizeof *walls; k++) {
    Sim   *sim = ball_at(0, 2e-5, walls[k]);
    double sink;
    Body   b;

    test_steps(sim, 5000);
    bodies_of(sim, 1, &b);
    sink = -b.x.z - (1 - radius);                         /* overlap */
    CHECK_NEAR(stiffness * sink / (b.mass * g), 1, 1e-6); /* the oscillation has decayed */
    CALL(sim_destroy(&sim));
  }
  test_end("at rest a surface bears the weight");
}

TESTS(.ranks = {1})
{
  it_rolls_like_a_pendulum();
  it_weighs();
  test_folder_remove();
}
