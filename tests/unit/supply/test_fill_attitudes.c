/* SPDX-License-Identifier: MIT */
/* Plans of a random fill: attitudes by formula and in ranges. */
#define _POSIX_C_SOURCE 200809L

#include "fill_case.h"

static Vec3 turned(const FillSpec *p, Quat axes, uint64_t k, Vec3 v)
{
  Random     random = random_stream(5, RANDOM_TEST, k);
  const Quat q      = attitude_draw(&p->attitudes, axes, &random);

  CHECK_NEAR(quat_norm(q), 1, 1e-15);
  return quat_turn(quat_mul(q, quat_conjugate(axes)), v); /* of the template's axes as given */
}

static void check_turn(const char *how, Vec3 from, Vec3 to)
{
  char       fill[256];
  const Quat axes = quat_normalized((Quat){0.3, -0.2, 0.7, 0.5});
  Case       c;

  snprintf(fill, sizeof fill, "template: [ball], count: 3, %s, " BOX, how);
  c = begin_good(fill);
  CHECK_NEAR(vec3_norm(vec3_sub(turned(&c.plan, axes, 1, from), to)), 0, 1e-15);
  end(&c);
}

static void attitudes_follow_their_formulas(void)
{
  const Vec3   x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  const double half = sqrt(0.5);

  check_turn("attitudes: fixed, clump_attitude: {axis: [0, 0, 9], angle: 90}", x, y);
  check_turn("attitudes: fixed, clump_attitude: {axis: [1.0e-200, 1.0e-200, 1.0e-200], angle: 120}",
             x, y);
  check_turn("attitudes: fixed, clump_attitude: [5, 0, 0, 5]", x, y);
  /* former names */
  check_turn("orientation: fixed, axis: [0, 0, 9], angle: 90", x, y);
  check_turn("orientation: fixed, quaternion: [5, 0, 0, 5]", x, y);
  check_turn("attitudes: ranges, azimuth: [90, 90]", x, y);
  check_turn("attitudes: ranges, elevation: [90, 90]", x, vec3(0, 0, -1));
  check_turn("attitudes: ranges, tilt: [90, 90]", y, z);
  check_turn("attitudes: ranges, azimuth: [90, 90], tilt: [90, 90]", z,
             x); /* first to -y, then about z */
  check_turn("attitudes: ranges, elevation: [90, 90], tilt: [90, 90]", y,
             x); /* first to z, then about y */
  check_turn("attitudes: ranges, azimuth: [45, 45], elevation: [90, 90]", z, vec3(half, half, 0));
  test_end("fixed attitudes and turns about z, y and x are as documented");
}

/* Distance of Kolmogorov and Smirnov from evenness over lo .. hi. */
static double unevenness(double *value, int n, double lo, double hi)
{
  double worst = 0;

  qsort(value, (size_t)n, sizeof *value, compare_reals);
  for (int i = 0; i < n; i++) {
    const double share = (value[i] - lo) / (hi - lo);

    worst = fmax(worst, fmax(share - (double)i / n, (i + 1.) / n - share));
  }
  return worst;
}

static void attitudes_keep_to_their_ranges(void)
{
  static const double range[3][2] = {{-170, -20}, {-80, 10}, {30, 31}};
  Case                c           = begin_good(
                             "template: [ball], count: 3, attitudes: ranges, azimuth: [-170, -20], elevation: [-80, 10], "
                                                      "tilt: [30, 31], " BOX);
  Case   every = begin_good("template: [ball], count: 3, " BOX);
  double angle[3][COUNT], height[COUNT];

  for (uint64_t k = 0; k < COUNT; k++) {
    const Vec3 x = turned(&c.plan, quat_identity(), k, vec3(1, 0, 0)),
               y = turned(&c.plan, quat_identity(), k, vec3(0, 1, 0)),
               z = turned(&c.plan, quat_identity(), k, vec3(0, 0, 1));

    angle[0][k] = atan2(x.y, x.x) * 180 / PETSC_PI;
    angle[1][k] = asin(-x.z) * 180 / PETSC_PI;
    angle[2][k] = atan2(y.z, z.z) * 180 / PETSC_PI;
    height[k]   = turned(&every.plan, quat_identity(), k, vec3(0.6, 0, 0.8)).z;
  }
  for (int i = 0; i < 3; i++) {
    const double d = unevenness(angle[i], COUNT, range[i][0], range[i][1]);

    test_note("angle %d: distance %.2f / sqrt(n)", i, d * sqrt(COUNT));
    CHECK(d < 1.95 / sqrt(COUNT)); /* passed by 1 of 1000 even samples; the seed is fixed */
    CHECK(angle[i][0] >= range[i][0] - 1e-10 && angle[i][COUNT - 1] <= range[i][1] + 1e-10);
  }
  CHECK(unevenness(height, COUNT, -1, 1) <
        1.95 / sqrt(COUNT)); /* on a sphere heights are even (Archimedes) */
  end(&c);
  end(&every);
  test_end("attitudes are even over their ranges, or over all");
}

TESTS(.ranks = {1, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  attitudes_follow_their_formulas();
  attitudes_keep_to_their_ranges();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
