/* SPDX-License-Identifier: MIT */
/* Forces that turn velocities and do no work, q v x B on the charged pebbles of a clump: a linear
   function of the velocity v and the angular velocity w of the clump,

     force = move.move v + move.turn w,   torque = turn.move v + turn.turn w,

   with (v, w) . (force, torque) = 0. Found at the places of an evaluation; the velocities are those at
   the end of the step with these forces in it (motion/gyrate.h). */
#ifndef INTERACTION_GYRATION_H
#define INTERACTION_GYRATION_H

#include "base/vec.h"

/* Row and column: components of force and torque, of v and w. */
typedef struct {
  double m[6][6];
} Gyration;

/* Matrix of the vector product with v from the left. */
static inline void gyration_cross(Vec3 v, double m[3][3])
{
  const double all[3][3] = {{0, -v.z, v.y}, {v.z, 0, -v.x}, {-v.y, v.x, 0}};

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m[i][j] = all[i][j];
}

static inline void gyration_product(double a[3][3], double b[3][3], double to[3][3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      to[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
}

/* Add a pebble with this charge times field, C T, at this arm from the centre, m: with A = -[q B]x
   and R = [arm]x the four parts are A, -A R, R A, -R A R. */
static inline void gyration_add(Gyration *g, Vec3 charge_field, Vec3 arm)
{
  double a[3][3], r[3][3], ar[3][3], ra[3][3], rar[3][3];

  gyration_cross((Vec3){-charge_field.x, -charge_field.y, -charge_field.z}, a);
  gyration_cross(arm, r);
  gyration_product(a, r, ar);
  gyration_product(r, a, ra);
  gyration_product(ra, r, rar);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      g->m[i][j] += a[i][j];
      g->m[i][3 + j] -= ar[i][j];
      g->m[3 + i][j] += ra[i][j];
      g->m[3 + i][3 + j] -= rar[i][j];
    }
}

/* Components of a velocity and an angular velocity; to: the forces by them. */
static inline void gyration_loads(const Gyration *g, const double by[6], double to[6])
{
  for (int i = 0; i < 6; i++) {
    to[i] = 0;
    for (int j = 0; j < 6; j++) to[i] += g->m[i][j] * by[j];
  }
}

#endif
