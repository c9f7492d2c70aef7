/* SPDX-License-Identifier: MIT */
/* Ratio of unbalanced forces in a cell that deforms. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->cell;
}

static double value(const Measured *m)
{
  return m->packing.unbalanced;
}

const Total total_unbalanced = {
  .name    = "unbalanced",
  .unit    = "1",
  .text    = "of a cell that deforms: mean size of the force on a clump that may move, without "
             "damping, over that of the force of a contact or link; nan if nothing touches",
  .is_used = is_used,
  .value   = value,
};
