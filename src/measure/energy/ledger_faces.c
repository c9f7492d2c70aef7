/* SPDX-License-Identifier: MIT */
/* Energy that reflecting faces take. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->faces != NULL;
}

const LedgerEntry ledger_faces = {
  .name    = "faces",
  .text    = "Energy that reflecting faces have taken from the clumps.",
  .side    = LEDGER_TAKEN,
  .is_used = is_used,
};
