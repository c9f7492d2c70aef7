/* SPDX-License-Identifier: MIT */
/* rotation_free: free rotation is exact for bodies of revolution, second order for others. */
#include "motion/rotation.h"
#include "test.h"

enum { LEVELS = 4, STEPS = 1000000 };

typedef struct {
  const char *name;
  Vec3        moments; /* kg m^2, ascending */
  int         axis;    /* of revolution */
} Top;

/* A rod, a disc, and a body whose three moments are equal up to rounding. */
static const Top tops[] = {{"rod", {0.25, 0.9, 0.9}, 0},
                           {"disc", {0.5, 0.5, 0.9}, 2},
                           {"ball", {0.4, 0.4, 0.4 * (1 + 0x1p-51)}, 2}};

enum { TOPS = sizeof tops / sizeof *tops };

static const Vec3 momentum = {0.31, -0.52, 0.43};

static Vec3 inverse_of(Vec3 moments)
{
  return (Vec3){1 / moments.x, 1 / moments.y, 1 / moments.z};
}

static Quat first_attitude(void)
{
  return quat_normalized((Quat){0.7, -0.1, 0.4, 0.5});
}

static Quat turn_about(Vec3 axis, double angle)
{
  const double s = sin(0.5 * angle) / vec3_norm(axis);

  return (Quat){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

/* Closed form: the axis of revolution precesses about the momentum, and the body spins about the
   axis. */
static Quat exact_attitude(const Top *top, double time)
{
  const Quat   q      = first_attitude();
  const Vec3   i      = inverse_of(top->moments);
  const double across = i.y, along = vec3_axis(i, top->axis),
               l  = vec3_axis(quat_turn_back(q, momentum), top->axis);
  const Vec3 axis = {top->axis == 0, 0, top->axis == 2};

  return quat_mul(turn_about(momentum, vec3_norm(momentum) * across * time),
                  quat_mul(q, turn_about(axis, l * (along - across) * time)));
}

static Quat free_attitude(Vec3 moments, double dt, int steps)
{
  const Vec3 inverse = inverse_of(moments);
  Quat       q       = first_attitude();

  for (int k = 0; k < steps; k++) q = rotation_free(q, momentum, inverse, dt);
  return q;
}

/* Angle between two attitudes, rad, for small angles; q and -q are the same attitude. */
static double apart(Quat a, Quat b)
{
  const Quat p = quat_mul(quat_conjugate(a), b);

  return 2 * sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
}

static double order_of(int n, const double *dt, const double *error)
{
  return log(error[0] / error[n - 1]) / log(dt[0] / dt[n - 1]);
}

static void a_top_turns_as_the_closed_form_says(void)
{
  for (int k = 0; k < TOPS; k++) {
    const double time = 10;
    double       dt[LEVELS], error[LEVELS];
    const double fine =
      apart(free_attitude(tops[k].moments, time / 1000, 1000), exact_attitude(&tops[k], time));

    for (int l = 0; l < LEVELS; l++) {
      const int steps = 12 << l;

      dt[l] = time / steps;
      error[l] =
        apart(free_attitude(tops[k].moments, dt[l], steps), exact_attitude(&tops[k], time));
    }
    test_note("%s, in steps of %.2f to %.2f rad: off by %.1e to %.1e, order %.2f; of .02 rad: %.1e",
              tops[k].name, vec3_norm(momentum) / tops[k].moments.y * dt[0],
              vec3_norm(momentum) / tops[k].moments.y * dt[LEVELS - 1], error[0], error[LEVELS - 1],
              order_of(LEVELS, dt, error), fine);
    CHECK(order_of(LEVELS, dt, error) > 7); /* 8, the order of the tangent series */
    CHECK_NEAR(fine, 0, 1e-13);             /* rounding of 1000 steps; error of the series: 1e-18 */
  }
  test_end("rods, discs and balls precess and spin as in the closed form, to rounding");
}

static void a_million_steps_keep_axial_spin_and_energy(void)
{
  for (int k = 0; k < TOPS; k++) {
    const Vec3   i = inverse_of(tops[k].moments), l0 = quat_turn_back(first_attitude(), momentum);
    const double e0   = vec3_dot(l0, vec3_mul(i, l0));
    Quat         q    = first_attitude();
    double       spin = 0, energy = 0, norm = 0;

    for (int s = 0; s < STEPS; s++) {
      Vec3 l;

      q      = rotation_free(q, momentum, i, 0.05);
      l      = quat_turn_back(q, momentum);
      spin   = fmax(spin, fabs(vec3_axis(l, tops[k].axis) - vec3_axis(l0, tops[k].axis)));
      energy = fmax(energy, fabs(vec3_dot(l, vec3_mul(i, l)) / e0 - 1));
      norm   = fmax(norm, fabs(quat_norm(q) - 1));
    }
    test_note("%s, %d steps: axial momentum off by %.1e of %.2f, energy by %.1e, |q| by %.1e",
              tops[k].name, STEPS, spin, vec3_axis(l0, tops[k].axis), energy, norm);
    CHECK_NEAR(spin, 0, 1e-12);   /* rounding of a million steps, 1e-16 each at random */
    CHECK_NEAR(energy, 0, 1e-12); /* likewise */
    CHECK_NEAR(norm, 0, 1e-15);   /* normalised every step */
  }
  test_end(
    "a million steps conserve the spin about the axis of revolution and the energy to rounding");
}

/* A step with dt, then one with -dt. */
static void a_turn_can_be_undone(void)
{
  const Vec3 moments[] = {{1, 2, 2.9}, {0.25, 0.9, 0.9}, {0.5, 0.5, 0.9}};

  for (int k = 0; k < 3; k++) {
    const Quat q = rotation_free(first_attitude(), momentum, inverse_of(moments[k]), 0.4);

    CHECK_NEAR(apart(rotation_free(q, momentum, inverse_of(moments[k]), -0.4), first_attitude()), 0,
               1e-15); /* rounding */
  }
  test_end("a step back undoes a step, whatever the moments");
}

/* The error is proportional to the difference of two moments: it vanishes continuously towards
   bodies of revolution. */
static void the_error_goes_with_the_difference_of_moments(void)
{
  const double dt = 0.1;
  double       difference[3], error[3];

  for (int k = 0; k < 3; k++) {
    const double d = ldexp(1, -4 - 4 * k);
    const Vec3   m = {0.25, 0.9 * (1 - d), 0.9};

    difference[k] = d;
    error[k]      = apart(free_attitude(m, dt, 100), free_attitude(m, dt / 64, 6400));
    test_note("moments differ by %.4f: off by %.1e", d, error[k]);
  }
  CHECK_NEAR(order_of(3, difference, error), 1,
             0.1); /* the splitting error is proportional to this difference */
  test_end("the error of a step goes to zero with the difference of two moments");
}

TESTS(.ranks = {1})
{
  a_top_turns_as_the_closed_form_says();
  a_million_steps_keep_axial_spin_and_energy();
  a_turn_can_be_undone();
  the_error_goes_with_the_difference_of_moments();
}
