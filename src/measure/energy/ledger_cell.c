/* SPDX-License-Identifier: MIT */
/* Work of the faces of a cell that deforms. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->images != NULL;
}

static const Sum *half(const Measured *m)
{
  return m->images;
}

const LedgerEntry ledger_cell = {
  .name = "cell",
  .text =
    "Work that the faces of a deforming cell have done on the clumps: of forces between clumps "
    "and images, and of going to another image.",
  .side    = LEDGER_SUPPLIED,
  .is_used = is_used,
  .half    = half,
};
