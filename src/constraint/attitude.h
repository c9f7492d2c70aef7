/* SPDX-License-Identifier: MIT */
/* Relative attitude of the two clumps of a pair, for equations of their angles. All vectors are in
   the axes of clump a, in which a common rotation of both changes nothing. */
#ifndef CONSTRAINT_ATTITUDE_H
#define CONSTRAINT_ATTITUDE_H

#include "constraint/constraint.h"

/* Attitude of b as seen from a. */
Quat attitude_relative(Quat a, Quat b);
/* Rotation of b since the relative attitude was `from`; its scalar part is >= 0. */
Quat attitude_since(Quat a, Quat b, Quat from);
/* Vector of a rotation: axis times angle, rad, at most pi. */
Vec3 attitude_vector(Quat r);
/* Gradient of the component of attitude_vector(r) along `axis` by a rotation of b (Sola et al.
   2018, arXiv:1812.01537, eq. 146). */
Vec3 attitude_gradient(Quat r, Vec3 vector, Vec3 axis);
/* Angle of a rotation about a unit axis, rad, of magnitude at most pi: that of the twist in r =
   swing times twist. *gradient: its gradient by a rotation of b. */
double attitude_twist(Quat r, Vec3 axis, Vec3 *gradient);
/* Two unit vectors perpendicular to a unit vector and to each other. */
void attitude_across(Vec3 axis, Vec3 across[2]);

/* Set an equation of the relative attitude. gradient: by a rotation of b, in the axes of a. */
static inline void constraint_of_attitude(ConstraintBatch *b, int equation, int k, double value,
                                          Vec3 gradient)
{
  const Vec3 turn = quat_turn(b->a[k].q, gradient);

  b->value[equation][k]  = value;
  b->along[equation][k]  = (Vec3){0};
  b->turn_b[equation][k] = turn;
  b->turn_a[equation][k] = vec3_scale(-1, turn);
}

#endif
