/* SPDX-License-Identifier: MIT */
/* Pressure of a cell that deforms. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->cell;
}

static double value(const Measured *m)
{
  double sum = 0;

  for (int k = 0; k < m->scene->domain->dimension; k++) sum -= m->stress[k][k];
  return sum / m->scene->domain->dimension;
}

const Total total_pressure = {
  .name    = "pressure",
  .unit    = "Pa",
  .text    = "of a cell that deforms: minus the mean of its normal stresses; in two dimensions N/m",
  .is_used = is_used,
  .value   = value,
};
