/* SPDX-License-Identifier: MIT */
/* Sums of corrections on clumps: rows of Loads, in kg m (project.h). Not for other rooms. */
#ifndef CONSTRAINT_CORRECT_H
#define CONSTRAINT_CORRECT_H

#include "constraint/project.h"

static inline double correction_largest(Vec3 v)
{
  return max_real(max_real(fabs(v.x), fabs(v.y)), fabs(v.z));
}

/* Add a correction to the sums of a clump, in quanta: move, kg m; turn: angular part over the arm
   of the clump, kg m. */
static inline void correction_add(int64_t *row, Vec3 move, Vec3 turn, const Constraints *c)
{
  loads_add(row + LOAD_FORCE, quanta(move.x, c->move.inverse));
  loads_add(row + LOAD_FORCE + 1, quanta(move.y, c->move.inverse));
  loads_add(row + LOAD_FORCE + 2, quanta(move.z, c->move.inverse));
  loads_add(row + LOAD_TORQUE, quanta(turn.x, c->turn.inverse));
  loads_add(row + LOAD_TORQUE + 1, quanta(turn.y, c->turn.inverse));
  loads_add(row + LOAD_TORQUE + 2, quanta(turn.z, c->turn.inverse));
}

/* Send the poses of owned clumps to their copies. Collective. */
static inline PetscErrorCode correction_refresh(const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(halo_refresh_begin(s->halo, s->clumps));
  PetscCall(halo_refresh_end(s->halo, s->domain, s->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the sums of copies to those of their owners. Collective. */
static inline PetscErrorCode correction_reduce(const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(halo_reduce_begin(s->halo, s->clumps, s->loads));
  PetscCall(halo_reduce_end(s->halo, s->loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
