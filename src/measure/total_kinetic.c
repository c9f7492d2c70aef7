/* SPDX-License-Identifier: MIT */
/* Kinetic energies. */
#include "base/sum_bank.h"
#include "measure/total.h"

static void add_translational(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  SumBatch      all;

  sum_batch_begin(&all, sum);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 v = c->motion[a].v;

    if (measured_moves(m, a)) sum_batch_add(&all, 0.5 * c->mass[a] * vec3_dot(v, v));
  }
  sum_batch_end(&all);
}

static void add_rotational(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  SumBatch      all;

  sum_batch_begin(&all, sum);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a)) sum_batch_add(&all, 0.5 * vec3_dot(c->w[a], c->motion[a].momentum));
  sum_batch_end(&all);
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
