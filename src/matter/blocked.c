/* SPDX-License-Identifier: MIT */
/* Angular velocity and effective mass of clumps with blocked degrees of freedom. */
#include "matter/clumps.h"

/* Inertia in the lab frame: R diag(I) R^T. */
static void lab_inertia(Quat q, Vec3 inertia, double m[3][3])
{
  for (int j = 0; j < 3; j++) {
    const Vec3 column = clump_momentum((Vec3){j == 0, j == 1, j == 2}, q, inertia);

    m[0][j] = column.x;
    m[1][j] = column.y;
    m[2][j] = column.z;
  }
}

Vec3 clump_spin_blocked(Vec3 momentum, Quat q, Vec3 inertia, Vec3 w, uint64_t blocked)
{
  double m[3][3], rest[3];
  int    free[3], n = 0;

  for (int k = 0; k < 3; k++)
    if (!(blocked & ((uint64_t)BLOCK_RX << k))) free[n++] = k;
  if (n == 0) return w;
  if (n == 3) return clump_spin(momentum, q, inertia);
  lab_inertia(q, inertia, m);
  for (int i = 0; i < n; i++) {
    rest[i] = vec3_axis(momentum, free[i]);
    for (int k = 0; k < 3; k++)
      if (blocked & ((uint64_t)BLOCK_RX << k)) rest[i] -= m[free[i]][k] * vec3_axis(w, k);
  }
  if (n == 1) {
    vec3_set(&w, free[0], rest[0] / m[free[0]][free[0]]);
  } else {
    const double a = m[free[0]][free[0]], b = m[free[0]][free[1]], d = m[free[1]][free[1]],
                 det = a * d - b * b;

    vec3_set(&w, free[0], (d * rest[0] - b * rest[1]) / det);
    vec3_set(&w, free[1], (a * rest[1] - b * rest[0]) / det);
  }
  return w;
}

/* Inverse effective mass of the centre along the unit vector n, without rotation, 1/kg. */
static double inverse_along(const Clumps *c, PetscInt a, Vec3 n)
{
  const uint64_t blocked = c->blocked[a];
  double         share   = 0;

  for (int k = 0; k < 3; k++)
    if (!(blocked & ((uint64_t)BLOCK_X << k))) share += vec3_axis(n, k) * vec3_axis(n, k);
  return share / c->mass[a];
}

double clump_inverse_at(const Clumps *c, PetscInt a, Vec3 arm, Vec3 n)
{
  const Vec3 u = vec3_cross(arm, n),
             w = clump_spin_blocked(u, c->pose[a].q, c->inertia[a], (Vec3){0, 0, 0}, c->blocked[a]);

  return inverse_along(c, a, n) + vec3_dot(u, w);
}
