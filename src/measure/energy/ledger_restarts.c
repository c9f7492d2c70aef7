/* SPDX-License-Identifier: MIT */
/* Energy put in by changes of the scenario at restarts, such as another stiffness of contacts that
   are compressed, or a wall moved into clumps: the energy stored after the change less that before
   it. */
#include "measure/measured.h"

static bool was_changed(const Measured *m)
{
  return m->ledger->changed;
}

const LedgerEntry ledger_restarts = {
  .name    = "restarts",
  .text    = "Energy that changes of the scenario at restarts have put into what is stored.",
  .side    = LEDGER_SUPPLIED,
  .is_used = was_changed,
};
