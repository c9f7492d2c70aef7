/* SPDX-License-Identifier: MIT */
/* Magnetic forces q v x B on the charged pebbles of a clump, which do no work, as a linear function
   of the velocity v and the angular velocity w of the clump,

     (force, torque) = m (v, w)   with (v, w) . (force, torque) = 0.

   The matrix m is computed at the positions of an evaluation; motion/total_loads.h applies it to
   the velocities at the end of the step. */
#ifndef INTERACTION_GYRATION_H
#define INTERACTION_GYRATION_H

#include "base/vec.h"

/* Rows: components of force, N, and torque, N m; columns: of v, m/s, and w, rad/s. */
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

/* Add a pebble with this charge times field, C T, at this arm from the centre, m: with the matrices
   of vector products A = -[q B]x and R = [arm]x the four blocks of m are A, -A R, R A, -R A R. */
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

/* to = m by; by: velocity and angular velocity; to: force and torque. */
static inline void gyration_loads(const Gyration *g, const double by[6], double to[6])
{
  for (int i = 0; i < 6; i++) {
    to[i] = 0;
    for (int j = 0; j < 6; j++) to[i] += g->m[i][j] * by[j];
  }
}

#endif
