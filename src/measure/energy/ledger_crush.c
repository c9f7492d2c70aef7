/* SPDX-License-Identifier: MIT */
/* Energy that clumps lose when they break into fragments. The energy that their contacts and links
   stored needs no entry: it is dissipated, as it is no longer stored. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->crushes;
}

const LedgerEntry ledger_crush = {
  .name    = "crush",
  .text    = "Kinetic energy, and energy in gravity, that clumps have lost when they broke into "
             "fragments.",
  .side    = LEDGER_TAKEN,
  .is_used = is_used,
};
