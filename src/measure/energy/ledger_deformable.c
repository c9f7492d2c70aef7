/* SPDX-License-Identifier: MIT */
/* Energy stored in deformable bodies, and energy lost when they yield. The work of their dashpots
   is added to that of contacts. */
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
