/* SPDX-License-Identifier: MIT */
/* Work of the forces of the scenario, and of electric fields. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return interactions_supply(m->interactions);
}

static const Sum *half(const Measured *m)
{
  return &m->interactions->supplied;
}

const LedgerEntry ledger_forces = {
  .name = "forces",
  .text =
    "Work that the forces of the section `force` and electric fields have done on the clumps.",
  .side    = LEDGER_SUPPLIED,
  .is_used = is_used,
  .half    = half,
};
