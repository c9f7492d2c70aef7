/* SPDX-License-Identifier: MIT */
/* Momenta. */
#include "base/sum_bank.h"
#include "measure/total.h"

/* Sums of vectors. */
typedef struct {
  SumBatch axis[3];
} Batches;

static void begin(Batches *to, Sum *sums)
{
  for (int k = 0; k < 3; k++) sum_batch_begin(&to->axis[k], &sums[k]);
}

static void add_vec3(Batches *to, Vec3 v)
{
  sum_batch_add(&to->axis[0], v.x);
  sum_batch_add(&to->axis[1], v.y);
  sum_batch_add(&to->axis[2], v.z);
}

static void end(Batches *to)
{
  for (int k = 0; k < 3; k++) sum_batch_end(&to->axis[k]);
}

static void add_linear(const Measured *m, Sum *sums)
{
  const Clumps *c = m->scene->clumps;
  Batches       all;

  begin(&all, sums);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a)) add_vec3(&all, vec3_scale(c->mass[a], c->motion[a].v));
  end(&all);
}

/* Angular momentum about the origin, from positions with the box lengths that they have crossed. */
static void add_angular(const Measured *m, Sum *sums)
{
  const Clumps *c = m->scene->clumps;
  Batches       all;

  begin(&all, sums);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Motion *motion = &c->motion[a];

    if (measured_moves(m, a))
      add_vec3(
        &all, vec3_axpy(motion->momentum, c->mass[a], vec3_cross(measured_place(m, a), motion->v)));
  }
  end(&all);
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
