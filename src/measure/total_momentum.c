/* SPDX-License-Identifier: MIT */
/* Momenta. */
#include "measure/total.h"

static void add_vec3(Sum *sums, Vec3 v)
{
  sum_add(&sums[0], v.x);
  sum_add(&sums[1], v.y);
  sum_add(&sums[2], v.z);
}

static void add_linear(const Measured *m, Sum *sums)
{
  const Clumps *c = m->scene->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a)) add_vec3(sums, vec3_scale(c->mass[a], c->motion[a].v));
}

/* About the origin, from positions with the box lengths they have crossed. */
static void add_angular(const Measured *m, Sum *sums)
{
  const Clumps *c = m->scene->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Motion *motion = &c->motion[a];

    if (measured_moves(m, a))
      add_vec3(
        sums, vec3_axpy(motion->momentum, c->mass[a], vec3_cross(measured_place(m, a), motion->v)));
  }
}

const Total total_momentum = {.name   = "momentum",
                              .unit   = "kg m/s",
                              .text   = "total momentum",
                              .vector = true,
                              .add    = add_linear};

const Total total_angular_momentum = {
  .name   = "angular_momentum",
  .unit   = "kg m^2/s",
  .text   = "total angular momentum about the origin",
  .vector = true,
  .add    = add_angular,
};
