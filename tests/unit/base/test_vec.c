/* SPDX-License-Identifier: MIT */
/* Rotations by quaternions against simple exact rotations and against the matrix form. */
#include "base/vec.h"
#include "test.h"

/* A rotation by an angle whose half has rational sine and cosine, 3-4-5: cos = 7/25, sin =
   24/25. */
static const Quat tilt_z = {0.8, 0, 0, 0.6};

static void check_vec3(Vec3 v, double x, double y, double z, double tolerance)
{
  CHECK_NEAR(v.x, x, tolerance);
  CHECK_NEAR(v.y, y, tolerance);
  CHECK_NEAR(v.z, z, tolerance);
}

static void cross_product_is_right_handed(void)
{
  const Vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};

  check_vec3(vec3_cross(x, y), 0, 0, 1, 0.0);                           /* small integers: exact */
  check_vec3(vec3_cross(y, z), 1, 0, 0, 0.0);                           /* small integers: exact */
  check_vec3(vec3_cross(z, x), 0, 1, 0, 0.0);                           /* small integers: exact */
  check_vec3(vec3_cross(vec3(1, 2, 3), vec3(4, 5, 6)), -3, 6, -3, 0.0); /* small integers: exact */
  test_end("cross product is right-handed");
}

static void norm_of_pythagorean_box(void)
{
  CHECK_NEAR(vec3_norm(vec3(2, -3, 6)), 7, 0.0);      /* 4 + 9 + 36 = 49: exact */
  CHECK_NEAR(quat_norm((Quat){1, 3, -5, 1}), 6, 0.0); /* 1 + 9 + 25 + 1 = 36: exact */
  test_end("norms of whole-numbered vectors are exact");
}

static void components_by_number(void)
{
  Vec3 v = {0};

  for (int k = 0; k < 3; k++) vec3_set(&v, k, 10.0 + k);
  check_vec3(v, 10, 11, 12, 0.0);                                         /* stored, not computed */
  for (int k = 0; k < 3; k++) CHECK_NEAR(vec3_axis(v, k), 10.0 + k, 0.0); /* stored, not computed */
  test_end("components by number are x, y, z");
}

static void quarter_turns_permute_the_axes(void)
{
  const double h   = sqrt(0.5);
  const Vec3   v   = {1, 2, 3};
  const double ulp = 4 * 2.3e-16; /* a few roundings of numbers up to 3 */

  check_vec3(quat_turn((Quat){h, h, 0, 0}, v), 1, -3, 2, ulp); /* y to z, z to -y; ulp as above */
  check_vec3(quat_turn((Quat){h, 0, h, 0}, v), 3, 2, -1, ulp); /* z to x, x to -z; ulp as above */
  check_vec3(quat_turn((Quat){h, 0, 0, h}, v), -2, 1, 3, ulp); /* x to y, y to -x; ulp as above */
  check_vec3(quat_turn((Quat){0.5, 0.5, 0.5, 0.5}, v), 3, 1, 2,
             0.0); /* third of a turn about (1,1,1): exact in binary */
  test_end("quarter turns permute the axes, right-handed");
}

static void rational_turn_has_its_closed_form(void)
{
  const double eps = 1e-15; /* 0.6 and 0.8 are rounded: a few units of 2.2e-16 */

  check_vec3(quat_turn(tilt_z, vec3(1, 0, 0)), 7.0 / 25, 24.0 / 25, 0, eps);  /* eps as above */
  check_vec3(quat_turn(tilt_z, vec3(0, 1, 0)), -24.0 / 25, 7.0 / 25, 0, eps); /* eps as above */
  check_vec3(quat_turn(tilt_z, vec3(0, 0, 1)), 0, 0, 1, 0.0); /* the axis: its products are zero */
  test_end("the 3-4-5 turn is (7, 24)/25");
}

static void product_turns_by_the_right_factor_first(void)
{
  const Quat third     = {0.5, 0.5, 0.5, 0.5};
  const Vec3 v         = {0.3, -1.2, 2.5};
  const Vec3 two_steps = quat_turn(tilt_z, quat_turn(third, v)),
             wrong     = quat_turn(third, quat_turn(tilt_z, v));
  const Vec3   one     = quat_turn(quat_mul(tilt_z, third), v);
  const double eps     = 4e-15; /* about ten roundings of numbers up to 3 */

  check_vec3(one, two_steps.x, two_steps.y, two_steps.z, eps); /* eps as above */
  CHECK(vec3_norm(vec3_sub(one, wrong)) > 0.1);
  test_end("a product turns by its right factor first");
}

static void turning_back_undoes_the_turn(void)
{
  const Quat   q = quat_normalized((Quat){0.9, -0.2, 0.4, 0.7});
  const Vec3   v = {3, -4, 12}, there = quat_turn(q, v), back = quat_turn_back(q, there);
  const double eps = 2e-14; /* numbers up to 13, about ten roundings */

  CHECK_NEAR(quat_norm(q), 1, 4e-16); /* one division and four roundings */
  CHECK(vec3_norm(vec3_sub(there, v)) > 1);
  CHECK_NEAR(vec3_norm(there), 13, eps); /* eps as above */
  check_vec3(back, 3, -4, 12, eps);      /* eps as above */
  test_end("turning back undoes the turn and lengths stay");
}

/* The matrix of a unit quaternion in its textbook form (Goldstein, Classical Mechanics, eq. 4.47',
 * with e0 = w). */
static void turn_agrees_with_the_matrix(void)
{
  const Quat   q  = quat_normalized((Quat){-0.31, 0.77, 0.12, -0.54});
  const Vec3   v  = {-0.4, 1.7, 0.9};
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const Vec3 row_x = {1 - 2 * (yy + zz), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y)};
  const Vec3 row_y = {2 * (q.x * q.y + q.w * q.z), 1 - 2 * (xx + zz), 2 * (q.y * q.z - q.w * q.x)};
  const Vec3 row_z = {2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (xx + yy)};
  const double eps = 4e-15; /* about ten roundings of numbers up to 2, and |q| = 1 to 4e-16 */

  check_vec3(quat_turn(q, v), vec3_dot(row_x, v), vec3_dot(row_y, v), vec3_dot(row_z, v),
             eps); /* eps as above */
  test_end("a turn agrees with its matrix");
}

static void tensor_times_vector(void)
{
  const Sym3 s = {.xx = 1, .yy = 2, .zz = 3, .xy = 4, .xz = 5, .yz = 6};

  check_vec3(sym3_mul(s, vec3(1, 10, 100)), 541, 624, 365, 0.0); /* small integers: exact */
  test_end("a symmetric tensor keeps each component in its place");
}

TESTS(.ranks = {1})
{
  cross_product_is_right_handed();
  norm_of_pythagorean_box();
  components_by_number();
  quarter_turns_permute_the_axes();
  rational_turn_has_its_closed_form();
  product_turns_by_the_right_factor_first();
  turning_back_undoes_the_turn();
  turn_agrees_with_the_matrix();
  tensor_times_vector();
}
