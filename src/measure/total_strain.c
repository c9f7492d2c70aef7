/* SPDX-License-Identifier: MIT */
/* Strain of a cell that deforms. */
#include "measure/total.h"

static bool is_used(const Measured *m, int part)
{
  return m->cell && m->cell->strained.g[part / 3][part % 3] != 0;
}

static double value(const Measured *m, int part)
{
  return m->scene->domain->cell.strain[part];
}

const Total total_strain = {
  .name = "strain",
  .text =
    "of a cell that deforms, for each entry of the velocity gradient that differs from 0: its "
    "integral over time; xx: logarithm of the stretch along x, xz: shear strain, displacement "
    "along x over the distance along z",
  .parts = total_entries,
  .has   = is_used,
  .part  = value,
};
