/* SPDX-License-Identifier: MIT */
/* Rotations as vectors and as angles, and their derivatives. */
#include "constraint/attitude.h"
#include "base/elementary.h"

Quat attitude_relative(Quat a, Quat b)
{
  return quat_mul(quat_conjugate(a), b);
}

Quat attitude_since(Quat a, Quat b, Quat from)
{
  const Quat r = quat_mul(attitude_relative(a, b), quat_conjugate(from));

  return r.w < 0 ? (Quat){-r.w, -r.x, -r.y, -r.z} : r;
}

/* Angle of the point (x, y) from the x axis, rad; y >= 0. */
static double arc(double y, double x)
{
  return arc_degrees(y, x) * (PETSC_PI / 180);
}

/* If the sine of half the angle is below 1e-6, it equals half the angle to rounding. */
Vec3 attitude_vector(Quat r)
{
  const Vec3   v    = {r.x, r.y, r.z};
  const double sine = vec3_norm(v);

  return vec3_scale(sine > 1e-6 ? 2 * arc(sine, r.w) / sine : 2, v);
}

/* (1 - h cot(h)) / angle^2, h half the angle. Below 0.1 rad it is found by its series, whose next
   term is 3e-11 of it. */
static double curvature(Quat r, Vec3 vector)
{
  const double square = vec3_dot(vector, vector);

  if (square < 0.01) return 1.0 / 12 + square * (1.0 / 720 + square / 30240);
  return (1 - 0.5 * sqrt(square) * r.w / vec3_norm((Vec3){r.x, r.y, r.z})) / square;
}

Vec3 attitude_gradient(Quat r, Vec3 vector, Vec3 axis)
{
  const Vec3 once = vec3_cross(vector, axis);

  return vec3_axpy(vec3_axpy(axis, 0.5, once), curvature(r, vector), vec3_cross(vector, once));
}

/* With p = v.axis: angle = 2 atan(p / w); d(w) = -v.o / 2 and d(p) = (w axis + v x axis).o / 2 by a
   rotation o. */
double attitude_twist(Quat r, Vec3 axis, Vec3 *gradient)
{
  const Vec3   v = {r.x, r.y, r.z};
  const double p = vec3_dot(v, axis), square = r.w * r.w + p * p;
  const double angle = 2 * arc(fabs(p), r.w);
  const Vec3   part  = vec3_axpy(vec3_cross(v, axis), r.w, axis);

  *gradient = square > 0 ? vec3_scale(1 / square, vec3_axpy(vec3_scale(p, v), r.w, part)) : axis;
  return p < 0 ? -angle : angle;
}

void attitude_across(Vec3 axis, Vec3 across[2])
{
  const double x = fabs(axis.x), y = fabs(axis.y), z = fabs(axis.z);
  const Vec3   other = {x <= y && x <= z, y < x && y <= z, z < x && z < y};

  across[0] = vec3_cross(axis, other);
  (void)vec3_normalize(&across[0]);
  across[1] = vec3_cross(axis, across[0]);
}
