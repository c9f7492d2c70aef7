/* SPDX-License-Identifier: MIT */
/* Motions of fragments, and the energy that is lost when a clump breaks (crush.h). */
#include "supply/crush/crush.h"

/* Tensor of inertia about the centre of row a, lab axes: add it to m. */
static void add_inertia(const Clumps *c, PetscInt a, double m[3][3])
{
  for (int k = 0; k < 3; k++) {
    Vec3 e = {0, 0, 0}, column;

    vec3_set(&e, k, 1);
    column = clump_momentum(e, c->pose[a].q, c->inertia[a]);
    for (int i = 0; i < 3; i++) m[i][k] += vec3_axis(column, i);
  }
}

static double determinant(double m[3][3])
{
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Solve m x = b by Cramer's rule, in two dimensions along z alone; 0 if there is no solution. */
static Vec3 solve(double m[3][3], Vec3 b, int dimension)
{
  const double d = determinant(m);
  Vec3         x = {0, 0, 0};

  if (dimension == 2) return m[2][2] > 0 ? vec3(0, 0, b.z / m[2][2]) : x;
  for (int k = 0; k < 3 && d > 0; k++) {
    double one[3][3];

    memcpy(one, m, sizeof one);
    for (int i = 0; i < 3; i++) one[i][k] = vec3_axis(b, i);
    vec3_set(&x, k, determinant(one) / d);
  }
  return x;
}

/* Angular velocity of a row: l, but about blocked axes the one that it has. */
static Vec3 held_spin(const Clumps *c, PetscInt row, Vec3 l)
{
  const Quat q     = c->pose[row].q;
  const Vec3 own   = clump_along(c, row, q, c->w[row]);
  Vec3       along = clump_along(c, row, q, l);

  if (!(c->blocked[row] & BLOCK_TURN)) return l;
  for (int k = 0; k < 3; k++)
    if (c->blocked[row] & ((uint64_t)BLOCK_RX << k)) vec3_set(&along, k, vec3_axis(own, k));
  return clump_from(c, row, q, along);
}

/* Add `sign` times the kinetic and gravitational energy of row k of `of` to the lost energy. */
static void book_energy(World *w, const Clumps *of, PetscInt k, int sign)
{
  const bool heavy = clump_is_among(of, k, w->clumps->heavy);
  const Vec3 v = of->motion[k].v, x = domain_shifted(w->domain, of->pose[k].x, of->image[k]);
  Sum       *lost = world_energy(w, "crush");

  if (of->blocked[k] == BLOCK_ALL) return;
  sum_add(lost, sign * 0.5 * of->mass[k] * vec3_dot(v, v));
  sum_add(lost, sign * 0.5 * vec3_dot(of->w[k], of->motion[k].momentum));
  if (heavy) sum_add(lost, -sign * of->mass[k] * vec3_dot(w->gravity, x));
}

void crush_set_motions(World *world, PetscInt a, Clumps *to)
{
  const Clumps *c = world->clumps;
  const Vec3    w = c->w[a], x = c->pose[a].x;
  Vec3          centre = {0, 0, 0}, l = c->motion[a].momentum;
  double        m[3][3] = {{0}};

  for (PetscInt k = 0; k < to->n_owned; k++)
    centre = vec3_axpy(centre, to->mass[k] / c->mass[a], vec3_sub(to->pose[k].x, x));
  for (PetscInt k = 0; k < to->n_owned; k++) {
    const Vec3 r = vec3_sub(to->pose[k].x, x);

    to->motion[k].v = vec3_add(c->motion[a].v, vec3_cross(w, vec3_sub(r, centre)));
    l = vec3_axpy(l, -to->mass[k], vec3_cross(r, to->motion[k].v)); /* about the clump's centre */
    add_inertia(to, k, m);
  }
  l = solve(m, l, world->dimension);
  for (PetscInt k = 0; k < to->n_owned; k++) {
    to->w[k]               = held_spin(to, k, l);
    to->motion[k].momentum = clump_momentum(to->w[k], to->pose[k].q, to->inertia[k]);
  }
  book_energy(world, c, a, 1);
  for (PetscInt k = 0; k < to->n_owned; k++) book_energy(world, to, k, -1);
}
