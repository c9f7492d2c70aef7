/* SPDX-License-Identifier: MIT */
/* TimeSeries of components over time, and the rates that follow from stresses. */
#include "space/cell/deformation.h"
#include "test.h"

/* xx and zx at three times. */
static const double times[]  = {1, 2, 4};
static const double values[] = {0, 5, 1, 5, -1, 9};

static TimeSeries course(void)
{
  return (TimeSeries){.n = 2, .of = {{0, 0}, {2, 0}}, .points = 3, .time = times, .value = values};
}

static void courses_are_lines(void)
{
  const TimeSeries c = course();

  CHECK_NEAR(time_series_value(&c, 0, -1), 0, 0);
  CHECK_NEAR(time_series_value(&c, 0, 1.5), 0.5, 0);
  CHECK_NEAR(time_series_value(&c, 0, 3), 0, 1e-15);
  CHECK_NEAR(time_series_value(&c, 1, 3), 7, 1e-15);
  CHECK_NEAR(time_series_value(&c, 0, 9), -1, 0);
  CHECK_NEAR(time_series_most(&c, 1, false), 9, 0);
  CHECK_NEAR(time_series_most(&c, 1, true), 2, 0);
  test_end("courses: straight lines between points, constant before and after");
}

/* The mean of the slopes over steps adds up to the way between the points, wherever steps begin. */
static void slopes_add_up(void)
{
  const TimeSeries c    = course();
  const double     dt   = 0.17;
  double           sum  = 0;
  int              same = 0;

  for (int k = 1; k <= 40; k++) {
    const double slope = time_series_slope(&c, 0, k * dt, dt);

    sum += dt * slope;
    same += slope == 1;
    CHECK_NEAR(sum, time_series_value(&c, 0, k * dt), 1e-14);
  }
  CHECK_INT(same, 5); /* steps within the first line have its slope to the bit */
  CHECK_NEAR(time_series_slope(&c, 0, 2, 0.5), 1, 0);
  CHECK_NEAR(time_series_slope(&c, 0, 2.5, 0.5), -1, 0);
  CHECK_NEAR(time_series_slope(&c, 0, 2.25, 0.5), 0, 1e-15);
  CHECK_NEAR(time_series_slope(&c, 0, 0.9, 0.5), 0, 0);
  test_end("courses: mean slopes of steps add up to the strain of the points");
}

static Domain box(int dimension, Vec3 hi)
{
  const Boundary all[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};

  return domain_create(dimension, vec3(0, 0, 0), hi, all, 0.1, 0);
}

static const double stress[3][3] = {{-2, 3, 4}, {5, -6, 7}, {8, 9, -10}};

static void rates_follow_stress(void)
{
  static const double target[] = {-4, 0, 100};
  static const double start    = 0;
  const Domain        d        = box(3, vec3(1, 2, 4));
  Servo               s        = {.target  = {.n      = 3,
                                              .of     = {{0, 0}, {0, 2}, {1, 1}},
                                              .points = 1,
                                              .time   = &start,
                                              .value  = target},
                                  .gain    = 0.5,
                                  .damping = 3,
                                  .limit   = 4};

  for (int k = 0; k < 2000; k++) servo_respond(&s, &d, stress, 1, k * 0.01, 0.01);
  CHECK_NEAR(s.found.g[0][0], -1, 1e-12); /* gain times (target - stress) */
  CHECK_NEAR(s.found.g[0][2], -4, 1e-12); /* of the force along x on z, 8: as far as the limit */
  CHECK_NEAR(s.found.g[1][1], 4, 0);
  CHECK_NEAR(s.found.g[2][2], 0, 0);
  s.damping = NAN;
  s.found   = (Gradient){{{0}}};
  servo_respond(&s, &d, stress, 1, 0, 0.01);
  CHECK_NEAR(s.found.g[0][0], -RATE_DECAY / (1 + RATE_DECAY), 1e-15);
  test_end("proportional: rates go to the gain times the difference of stresses, and are limited");
}

static void faces_have_mass(void)
{
  static const double target = 0, start = 0;
  const Domain        d = box(3, vec3(1, 2, 4)), flat = box(2, vec3(1, 4, 0));
  Servo s = {.target  = {.n = 1, .of = {{0, 2}}, .points = 1, .time = &start, .value = &target},
             .inertia = true,
             .mass    = 5,
             .limit   = 1e9};

  servo_respond(&s, &d, stress, 1, 0, 0.01);
  servo_respond(&s, &d, stress, 1, 0.01, 0.01);
  CHECK_NEAR(s.found.g[0][2], -2 * 0.01 * 8 * 8. / (5 * 16), 1e-15);
  s.target.of[0] = (Component){-1, -1};
  s.found        = (Gradient){{{0}}};
  servo_respond(&s, &d, stress, 1, 0, 0.01);
  CHECK_NEAR(s.found.g[2][2], 0.01 * 6 * 8. / (5 * 4), 1e-15); /* mean -6; L = 2 */
  CHECK_NEAR(s.found.g[0][0], s.found.g[2][2], 0);
  s.found = (Gradient){{{0}}};
  servo_respond(&s, &flat, stress, 1, 0, 0.01);
  CHECK_NEAR(s.found.g[1][1], 0.01 * 4 * 4. / (5 * 4), 1e-15); /* in two dimensions mean -4 */
  CHECK_NEAR(s.found.g[2][2], 0, 0);
  test_end("parrinello_rahman: stresses accelerate faces with a mass");
}

/* Friction of a face with mass, and a target that moves: m L^2 (1 + c dt) rate = dt V (s0 - s). */
static void faces_have_friction(void)
{
  static const double target[] = {0, -8}, time[] = {0, 2};
  const Domain        d = box(3, vec3(1, 2, 4));
  Servo s = {.target  = {.n = 1, .of = {{1, 1}}, .points = 2, .time = time, .value = target},
             .inertia = true,
             .mass    = 5,
             .damping = 7,
             .limit   = 1e9};

  servo_respond(&s, &d, stress, 1, 1.5, 0.01); /* target -6, as the stress */
  CHECK_NEAR(s.found.g[1][1], 0, 1e-15);
  servo_respond(&s, &d, stress, 1, 0.5, 0.01); /* target -2 */
  CHECK_NEAR(s.found.g[1][1], 0.01 * 4 * 8. / (5 * 4) / 1.07, 1e-15);
  servo_respond(&s, &d, stress, 1, 1.5, 0.01);
  CHECK_NEAR(s.found.g[1][1], 0.01 * 4 * 8. / (5 * 4) / 1.07 / 1.07, 1e-15);
  test_end("parrinello_rahman: friction slows faces, and targets are those of the time");
}

static void rates_are_limited(void)
{
  static const double target[] = {-100, 0, 100}, start = 0;
  const Domain        d = box(3, vec3(1, 2, 4));
  Servo               s = {.target  = {.n      = 3,
                                       .of     = {{0, 0}, {0, 2}, {1, 1}},
                                       .points = 1,
                                       .time   = &start,
                                       .value  = target},
                           .gain    = 0.5,
                           .damping = 3,
                           .limit   = 1,
                           .found   = {{{-3, 0, 0.5}, {0, 2, 0}, {0, 9, 0}}}};
  Gradient            g;

  servo_take(&s, 0.25, &g);
  CHECK_NEAR(g.g[0][0], -0.25, 0);
  CHECK_NEAR(g.g[0][2], 0.25, 0);
  CHECK_NEAR(g.g[1][1], 0.25, 0);
  CHECK_NEAR(s.found.g[0][0], -3, 0);
  servo_resume(&s, 3);
  CHECK_NEAR(s.found.g[0][0], -1, 0);
  CHECK_NEAR(s.found.g[0][2], 0.5, 0);
  CHECK_NEAR(s.found.g[1][1], 1, 0);
  CHECK_NEAR(s.found.g[2][1], 0, 0); /* no component of the target */
  servo_respond(&s, &d, stress, 0.125, 0, 1);
  CHECK_NEAR(s.found.g[0][0], -0.125, 0);
  CHECK_NEAR(s.found.g[1][1], 0.125, 0);
  test_end("rates stay within the limit and its factor, at a restart those of the target alone");
}

TESTS(.ranks = {1})
{
  courses_are_lines();
  slopes_add_up();
  rates_follow_stress();
  faces_have_mass();
  faces_have_friction();
  rates_are_limited();
}
