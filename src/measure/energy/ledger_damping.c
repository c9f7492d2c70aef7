/* SPDX-License-Identifier: MIT */
/* Work that damping takes from the clumps. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->damping && m->damping->used;
}

static const Sum *half(const Measured *m)
{
  return &m->damping->work;
}

const LedgerEntry ledger_damping = {
  .name    = "damping",
  .text    = "Work that `run: damping` and the section `damping` have taken from the clumps.",
  .side    = LEDGER_TAKEN,
  .is_used = is_used,
  .half    = half,
};
