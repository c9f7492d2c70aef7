/* SPDX-License-Identifier: MIT */
/* Potential energy of clumps in uniform gravity, zero at the origin. */
#include "measure/measured.h"

static PetscErrorCode add(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a) && clump_is_heavy(c, a))
      sum_add(sum, -c->mass[a] * vec3_dot(m->gravity, measured_place(m, a)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const LedgerEntry ledger_gravity = {
  .name = "gravity",
  .text = "Potential energy in gravity, zero at the origin.",
  .side = LEDGER_STORED,
  .add  = add,
};
