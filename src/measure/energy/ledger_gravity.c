/* SPDX-License-Identifier: MIT */
/* Potential energy of clumps in uniform gravity, zero at the origin. */
#include "base/sum_bank.h"
#include "measure/measured.h"

static PetscErrorCode add(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  SumBatch      all;

  PetscFunctionBeginUser;
  sum_batch_begin(&all, sum);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a) && clump_is_heavy(c, a))
      sum_batch_add(&all, -c->mass[a] * vec3_dot(m->gravity, measured_place(m, a)));
  sum_batch_end(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const LedgerEntry ledger_gravity = {
  .name = "gravity",
  .text = "Potential energy in gravity, zero at the origin.",
  .side = LEDGER_STORED,
  .add  = add,
};
