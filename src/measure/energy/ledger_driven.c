/* SPDX-License-Identifier: MIT */
/* Work of groups of clumps that follow prescribed motions. */
#include "measure/measured.h"

static bool groups_move(const Measured *m)
{
  return m->driven && m->driven->n > 0;
}

static const Sum *half(const Measured *m)
{
  return &m->driven->work;
}

const LedgerEntry ledger_driven = {
  .name    = "groups",
  .text    = "Work that groups of clumps which follow motions have done on the others.",
  .side    = LEDGER_SUPPLIED,
  .is_used = groups_move,
  .half    = half,
};
