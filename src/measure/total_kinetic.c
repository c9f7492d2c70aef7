/* SPDX-License-Identifier: MIT */
/* Kinetic energies. */
#include "measure/total.h"

static void add_translational(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 v = c->motion[a].v;

    if (measured_moves(m, a)) sum_add(sum, 0.5 * c->mass[a] * vec3_dot(v, v));
  }
}

static void add_rotational(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a)) sum_add(sum, 0.5 * vec3_dot(c->w[a], c->motion[a].momentum));
}

const Total total_kinetic_translational = {
  .name = "kinetic_translational",
  .unit = "J",
  .text = "of clumps that are free to move",
  .add  = add_translational,
};

const Total total_kinetic_rotational = {
  .name = "kinetic_rotational",
  .unit = "J",
  .text = "of clumps that are free to move",
  .add  = add_rotational,
};
