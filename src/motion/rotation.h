/* SPDX-License-Identifier: MIT */
/* Rotation of a rigid body in a step. Pure functions of + - * / sqrt only. */
#ifndef MOTION_ROTATION_H
#define MOTION_ROTATION_H

#include "base/kernel.h"
#include "base/vec.h"

/* Quaternion of the rotation for dt with constant angular velocity w (rad/s), not normalised: (1,
   tan(h) w / |w|) with h = |w| dt / 2, by the series of tan(h) / h. */
ALWAYS_INLINE Quat turn_of(Vec3 w, double dt)
{
  const double h2 = 0.25 * dt * dt * vec3_dot(w, w);
  const double s  = 0.5 * dt * (1 + h2 * (1.0 / 3 + h2 * (2.0 / 15 + h2 * (17.0 / 315))));

  return (Quat){1, s * w.x, s * w.y, s * w.z};
}

/* Attitude after rotation for dt with constant angular velocity w (lab frame, rad/s); error below
   1e-12 for |w| dt < .1. */
ALWAYS_INLINE Quat rotation_spin(Quat q, Vec3 w, double dt)
{
  return quat_normalized(quat_mul(turn_of(w, dt), q));
}

/* tan(h) by the series of turn_of, evaluated with a shorter chain of dependent operations. */
ALWAYS_INLINE double tan_small(double h)
{
  const double h2 = h * h;

  return h * ((1 + h2 * (1.0 / 3)) + h2 * h2 * (2.0 / 15 + h2 * (17.0 / 315)));
}

/* Rotation about body axis x or z by the angle 2h: the attitude is multiplied by (1, tan(h) e), not
   normalised, and the body components of the momentum rotate by -2h. */
ALWAYS_INLINE void turn_x(Quat *q, Vec3 *l, double h)
{
  const double t = tan_small(h), s = 2 / (1 + t * t), c = s - 1, n = t * s;

  *q = (Quat){q->w - t * q->x, q->x + t * q->w, q->y + t * q->z, q->z - t * q->y};
  *l = (Vec3){l->x, c * l->y + n * l->z, c * l->z - n * l->y};
}

ALWAYS_INLINE void turn_z(Quat *q, Vec3 *l, double h)
{
  const double t = tan_small(h), s = 2 / (1 + t * t), c = s - 1, n = t * s;

  *q = (Quat){q->w - t * q->z, q->x + t * q->y, q->y - t * q->x, q->z + t * q->w};
  *l = (Vec3){c * l->x + n * l->y, c * l->y - n * l->x, l->z};
}

/* Attitude after free rotation for dt with angular momentum L (lab frame, constant), principal
   moments 1 / inverse in ascending order.

   The energy is |L|^2 / (2 Iy) + (1/Ix - 1/Iy) Lx^2 / 2 + (1/Iz - 1/Iy) Lz^2 / 2. The first term
   rotates the body about L, which is fixed in the lab, and commutes with the other two, which
   rotate it about its own axes x and z and are split symmetrically (Touma & Wisdom 1994, Astron. J.
   107, 1189). Second order, symplectic, |q| = 1 to rounding. If Ix = Iy or Iy = Iz, one of the
   body-axis rotations vanishes and the step is exact: to 1e-12 of the angle for |w| dt < .1, to
   rounding for .02. The spin about the axis of revolution is then conserved to rounding at any dt,
   as rotation about that axis or about L does not change the angle between them. */
ALWAYS_INLINE Quat rotation_free(Quat q, Vec3 momentum, Vec3 inverse, double dt)
{
  const double x = 0.25 * dt * (inverse.x - inverse.y), z = 0.5 * dt * (inverse.z - inverse.y);
  Vec3         l = quat_turn_back(q, momentum);

  q = quat_mul(turn_of(vec3_scale(inverse.y, momentum), dt), q);
  turn_x(&q, &l, x * l.x);
  turn_z(&q, &l, z * l.z);
  turn_x(&q, &l, x * l.x);
  return quat_normalized(q);
}

#endif
