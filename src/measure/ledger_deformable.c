/* SPDX-License-Identifier: MIT */
/* Energy stored in deformable bodies, and what they lose when they yield. What their dashpots take is
   added to the work of contacts. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->deforms && m->deforms->n > 0;
}

static bool yields(const Measured *m)
{
  return m->deforms && m->deforms->yields;
}

static PetscErrorCode add(const Measured *m, Sum *sum)
{
  deforms_energy(m->deforms, m->scene->clumps, sum);
  return PETSC_SUCCESS;
}

const LedgerEntry ledger_deformable = {
  .name    = "deformable",
  .text    = "Energy stored in deformable bodies.",
  .side    = LEDGER_STORED,
  .is_used = is_used,
  .add     = add,
};

const LedgerEntry ledger_yielding = {
  .name    = "yielding",
  .text    = "Energy that deformable bodies have lost by yielding.",
  .side    = LEDGER_TAKEN,
  .is_used = yields,
};
