/* SPDX-License-Identifier: MIT */
/* A body with one free axis against the closed form of a pendulum. */
#include "rotation.h"

/* Restoring torque of a pendulum about z: its strength, and the body direction whose angle from
   x counts. */
typedef struct {
  double pull;
  Vec3   arm;
} Pendulum;

static double angle_of(Quat q, const Pendulum *p)
{
  const Vec3 a = quat_turn(q, p->arm);

  return atan2(a.y, a.x);
}

static Vec3 pull_back(Quat q, const void *context)
{
  const Pendulum *p = context;

  return vec3(0.3, -0.4,
              -p->pull * sin(angle_of(q, p))); /* torques about blocked axes must have no effect */
}

static double mean_of_means(double a, double b)
{
  for (int k = 0; k < 30; k++) {
    const double m = 0.5 * (a + b);

    b = sqrt(a * b);
    a = m;
  }
  return a;
}

/* Angle after one exact period, minus the initial angle. */
static double pendulum_error(int steps, double *error_of_speed)
{
  const double first = 2, pull = 0.7;
  const Quat   q0     = turn_about(vec3(1, -2, 0.5), 1.1);
  Sim         *sim    = one_body(uneven, vec3(0, 0, 0), q0, "xyzXY");
  const Vec3   z      = quat_turn_back(q0, vec3(0, 0, 1));
  const double moment = vec3_dot(z, vec3_mul(uneven, z)),
               period = 2 * pi * sqrt(moment / pull) / mean_of_means(1, cos(first / 2));
  Pendulum p          = {pull, quat_turn_back(q0, vec3(cos(first), sin(first), 0))};
  double   error;

  CHECK_NEAR(angle_of(sim->matter.clumps->pose[0].q, &p), first, 1e-14); /* rounding */
  take_torque(sim, 0, pull_back, &p);
  turn(sim, period / steps, steps, pull_back, &p);
  error           = angle_of(sim->matter.clumps->pose[0].q, &p) - first;
  *error_of_speed = sim->matter.clumps->w[0].z;
  CHECK_BITS(sim->matter.clumps->w[0].x, 0);
  CHECK_BITS(sim->matter.clumps->w[0].y, 0);
  CALL(sim_destroy(&sim));
  return error;
}

static void a_body_with_one_free_axis_swings_like_a_pendulum(void)
{
  enum { LEVELS = 4 };
  double dt[LEVELS], speed[LEVELS], angle = 0;

  for (int l = 0; l < LEVELS; l++) {
    dt[l]    = 1.0 / (100 << l);
    angle    = pendulum_error(100 << l, &speed[l]);
    speed[l] = fabs(speed[l]);
    test_note("%4d steps a period: angle off by %.1e, speed by %.1e", 100 << l, angle, speed[l]);
  }
  test_note("order of the phase %.2f", slope_of(LEVELS, dt, speed));
  CHECK_NEAR(slope_of(LEVELS, dt, speed), 2,
             0.1); /* second order: at the turning point a phase error shows in the speed */
  CHECK_NEAR(speed[LEVELS - 1], 0, 1e-4); /* 800 steps a period */
  CHECK_NEAR(angle, 0, 1e-6); /* the same; at the turning point the angle is stationary */
  test_end(
    "a body free to turn about z alone, its principal axes askew, swings with a pendulum's period");
}

TESTS(.ranks = {1})
{
  a_body_with_one_free_axis_swings_like_a_pendulum();
  test_folder_remove();
}
