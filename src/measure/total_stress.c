/* SPDX-License-Identifier: MIT */
/* Stress of a cell that deforms. */
#include "measure/total.h"

static bool is_used(const Measured *m, int part)
{
  return m->cell && (m->scene->domain->dimension == 3 || (part / 3 < 2 && part % 3 < 2));
}

static double value(const Measured *m, int part)
{
  return m->stress[part / 3][part % 3];
}

const Total total_stress = {
  .name  = "stress",
  .unit  = "Pa",
  .text  = "of a cell that deforms, positive in tension; xz: force along z on a face across x over "
           "its area, of contacts, links and interactions, and of velocities relative to the flow "
           "and less their mean",
  .parts = total_entries,
  .has   = is_used,
  .part  = value,
};
