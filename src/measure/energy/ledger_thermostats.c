/* SPDX-License-Identifier: MIT */
/* Heat that thermostats give to the clumps. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->thermostats && m->thermostats->n > 0;
}

const LedgerEntry ledger_thermostats = {
  .name    = "thermostats",
  .text    = "Heat that thermostats have given to the clumps.",
  .side    = LEDGER_SUPPLIED,
  .is_used = is_used,
};
