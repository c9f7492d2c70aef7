/* SPDX-License-Identifier: MIT */
/* Volume of a cell that deforms. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->cell;
}

static double value(const Measured *m)
{
  return cell_volume(m->scene->domain);
}

const Total total_cell_volume = {
  .name    = "cell_volume",
  .unit    = "m^3",
  .text    = "volume of a cell that deforms; in two dimensions its area, m^2",
  .is_used = is_used,
  .value   = value,
};
