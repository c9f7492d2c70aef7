/* SPDX-License-Identifier: MIT */
/* Work of walls that follow prescribed motions. */
#include "measure/measured.h"

static bool walls_move(const Measured *m)
{
  return m->scene->walls->move;
}

static const Sum *half(const Measured *m)
{
  return &m->contacts->driven;
}

const LedgerEntry ledger_walls = {
  .name    = "walls",
  .text    = "Work that walls which move have done on the clumps.",
  .side    = LEDGER_SUPPLIED,
  .is_used = walls_move,
  .half    = half,
};
