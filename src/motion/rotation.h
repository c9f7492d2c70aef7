/* SPDX-License-Identifier: MIT */
/* Turning a rigid body. Kernels: values in, values out; only + - * / sqrt. */
#ifndef MOTION_ROTATION_H
#define MOTION_ROTATION_H

#include "base/kernel.h"
#include "base/vec.h"
#include <stdint.h>

/* Attitude after turning for dt with the constant angular velocity w (lab frame, rad/s); exact to 1e-12 for |w| dt < .1. */
ALWAYS_INLINE Quat rotation_spin(Quat q, Vec3 w, double dt)
{
  const double h2 = 0.25 * dt * dt * vec3_dot(w, w);
  /* tan(h) / h, h half the angle */
  const double s = 0.5 * dt * (1 + h2 * (1.0 / 3 + h2 * (2.0 / 15 + h2 * (17.0 / 315))));

  return quat_normalized(quat_mul((Quat){1, s * w.x, s * w.y, s * w.z}, q));
}

/* One turn about body axis k with tangent t of half the angle: the attitude gains the factor (1, t e_k), not normalised,
   and the momentum's body components turn back. */
ALWAYS_INLINE void turn_x(Quat *q, Vec3 *l, double t)
{
  const double s = 1 / (1 + t * t), c = (1 - t * t) * s, n = 2 * t * s;

  *q = (Quat){q->w - t * q->x, q->x + t * q->w, q->y + t * q->z, q->z - t * q->y};
  *l = (Vec3){l->x, c * l->y + n * l->z, c * l->z - n * l->y};
}

ALWAYS_INLINE void turn_y(Quat *q, Vec3 *l, double t)
{
  const double s = 1 / (1 + t * t), c = (1 - t * t) * s, n = 2 * t * s;

  *q = (Quat){q->w - t * q->y, q->x - t * q->z, q->y + t * q->w, q->z + t * q->x};
  *l = (Vec3){c * l->x - n * l->z, l->y, c * l->z + n * l->x};
}

ALWAYS_INLINE void turn_z(Quat *q, Vec3 *l, double t)
{
  const double s = 1 / (1 + t * t), c = (1 - t * t) * s, n = 2 * t * s;

  *q = (Quat){q->w - t * q->z, q->x + t * q->y, q->y - t * q->x, q->z + t * q->w};
  *l = (Vec3){c * l->x + n * l->y, c * l->y - n * l->x, l->z};
}

/* Attitude after free rotation for dt with angular momentum L (lab frame, constant), principal moments 1 / inverse.
   Symmetric splitting into turns about the principal axes (Dullweber, Leimkuhler & McLachlan 1997, J. Chem. Phys. 107, 5840),
   each turn a Cayley map: symplectic, |q| = 1 to rounding. Bodies with three equal moments are better served by rotation_spin. */
ALWAYS_INLINE Quat rotation_free(Quat q, Vec3 momentum, Vec3 inverse, double dt)
{
  Vec3 l = quat_turn_back(q, momentum);

  turn_x(&q, &l, 0.25 * dt * l.x * inverse.x);
  turn_y(&q, &l, 0.25 * dt * l.y * inverse.y);
  turn_z(&q, &l, 0.5 * dt * l.z * inverse.z);
  turn_y(&q, &l, 0.25 * dt * l.y * inverse.y);
  turn_x(&q, &l, 0.25 * dt * l.x * inverse.x);
  return quat_normalized(q);
}

#endif
