/* SPDX-License-Identifier: MIT */
/* Solid fraction of a cell that deforms. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->cell;
}

static double value(const Measured *m)
{
  return m->packing.solid;
}

const Total total_solid_fraction = {
  .name = "solid_fraction",
  .unit = "1",
  .text =
    "of a cell that deforms: volume of the bodies over that of the cell; where bodies overlap "
    "both count",
  .is_used = is_used,
  .value   = value,
};
