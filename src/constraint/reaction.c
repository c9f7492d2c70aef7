/* SPDX-License-Identifier: MIT */
#include "constraint/reaction.h"

void reactions_clear(Clumps *c)
{
  const Vec3 none = {0, 0, 0};

  for (PetscInt a = 0; c->held_force && a < c->n_owned; a++)
    c->held_force[a] = c->held_torque[a] = none;
}

static Vec3 vector_of(const int64_t *sum)
{
  return (Vec3){(double)sum[0], (double)sum[1], (double)sum[2]};
}

void reactions_add(const Constraints *c, const ConstraintScene *s)
{
  Clumps *of = s->clumps;

  for (PetscInt a = 0; of->held_force && a < of->n_owned; a++) {
    const int64_t *sum  = s->loads->sum + (size_t)a * LOAD_PARTS;
    const double   turn = c->turn.quantum / of->pose[a].per_arm;

    of->held_force[a]  = vec3_axpy(of->held_force[a], c->move.quantum, vector_of(sum + LOAD_FORCE));
    of->held_torque[a] = vec3_axpy(of->held_torque[a], turn, vector_of(sum + LOAD_TORQUE));
  }
}

void reactions_add_rows(const Constraints *c, const ConstraintScene *s)
{
  const RodRows *k  = &c->rows;
  Clumps        *of = s->clumps;

  for (PetscInt r = 0; of->held_force && r < k->n_runs; r++)
    for (PetscInt a = k->run[r][0]; a < k->run[r][1]; a++)
      of->held_force[a] = vec3_axpy(of->held_force[a], c->move.quantum, vector_of(k->rows.sum[a]));
}

void reactions_end(const ConstraintScene *s)
{
  const double over = 1 / (s->dt * s->dt);
  Clumps      *of   = s->clumps;

  for (PetscInt a = 0; of->held_force && a < of->n_owned; a++) {
    of->held_force[a]  = vec3_scale(over, of->held_force[a]);
    of->held_torque[a] = vec3_scale(over, of->held_torque[a]);
  }
}
