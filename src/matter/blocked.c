/* SPDX-License-Identifier: MIT */
/* Angular velocity and effective mass of clumps with blocked degrees of freedom. */
#include "matter/clumps.h"

void clump_lab_inertia(Quat q, Vec3 inertia, double m[3][3])
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
  clump_lab_inertia(q, inertia, m);
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

/* ---- about axes of the lab, or of the body ---- */

/* Rotation from the axes of blocked degrees of freedom, of the body with this bit, to the lab. */
static Quat frame_of(const Clumps *c, PetscInt a, Quat q, uint64_t bit)
{
  return c->blocked[a] & bit ? quat_normalized(quat_mul(
                                 q, quat_conjugate(c->templates->list[c->template[a]].mass.axes)))
                             : quat_identity();
}

Vec3 clump_along(const Clumps *c, PetscInt a, Quat q, Vec3 v)
{
  return c->blocked[a] & BLOCK_BODY ? quat_turn_back(frame_of(c, a, q, BLOCK_BODY), v) : v;
}

Vec3 clump_from(const Clumps *c, PetscInt a, Quat q, Vec3 along)
{
  return c->blocked[a] & BLOCK_BODY ? quat_turn(frame_of(c, a, q, BLOCK_BODY), along) : along;
}

Vec3 clump_way_along(const Clumps *c, PetscInt a, Quat q, Vec3 v)
{
  return c->blocked[a] & BLOCK_BODY_MOVE ? quat_turn_back(frame_of(c, a, q, BLOCK_BODY_MOVE), v)
                                         : v;
}

Vec3 clump_way_from(const Clumps *c, PetscInt a, Quat q, Vec3 along)
{
  return c->blocked[a] & BLOCK_BODY_MOVE ? quat_turn(frame_of(c, a, q, BLOCK_BODY_MOVE), along)
                                         : along;
}

Vec3 clump_free_way(const Clumps *c, PetscInt a, Quat q, Vec3 v)
{
  Vec3 along = clump_way_along(c, a, q, v);

  for (int k = 0; k < 3; k++)
    if (c->blocked[a] & ((uint64_t)BLOCK_X << k)) vec3_set(&along, k, 0);
  return clump_way_from(c, a, q, along);
}

Vec3 clump_rounded(Vec3 along)
{
  const double most = max_real(fabs(along.x), max_real(fabs(along.y), fabs(along.z)));
  double       magic;
  int          exponent;

  frexp(most, &exponent);
  magic = ldexp(1.5, exponent - 44 + 52);
  return (Vec3){(along.x + magic) - magic, (along.y + magic) - magic, (along.z + magic) - magic};
}

/* In each step w turns with the body, the rounding of which would add up. */
Vec3 clump_imposed(const Clumps *c, PetscInt a)
{
  const Vec3 w = clump_along(c, a, c->pose[a].q, c->w[a]);

  return c->blocked[a] & BLOCK_BODY ? clump_rounded(w) : w;
}

Vec3 clump_spin_along(const Clumps *c, PetscInt a, Vec3 momentum, Vec3 imposed)
{
  return clump_spin_blocked(momentum, c->templates->list[c->template[a]].mass.axes, c->inertia[a],
                            imposed, c->blocked[a]);
}

Vec3 clump_spin_held(const Clumps *c, PetscInt a, Quat q, Vec3 momentum)
{
  if (!(c->blocked[a] & BLOCK_BODY))
    return clump_spin_blocked(momentum, q, c->inertia[a], c->w[a], c->blocked[a]);
  return clump_from(c, a, q,
                    clump_spin_along(c, a, clump_along(c, a, q, momentum), clump_imposed(c, a)));
}

Vec3 clump_spin_by(const Clumps *c, PetscInt a, Quat q, Vec3 impulse)
{
  const Vec3 none = {0, 0, 0};

  if (!(c->blocked[a] & BLOCK_BODY))
    return clump_spin_blocked(impulse, q, c->inertia[a], none, c->blocked[a]);
  return clump_from(c, a, q, clump_spin_along(c, a, clump_along(c, a, q, impulse), none));
}

double clump_inverse_at(const Clumps *c, PetscInt a, Vec3 arm, Vec3 n)
{
  const Quat q = c->pose[a].q;
  const Vec3 u = vec3_cross(arm, n), w = clump_spin_by(c, a, q, u),
             free = clump_free_way(c, a, q, n);

  return vec3_dot(free, free) / c->mass[a] + vec3_dot(u, w);
}
