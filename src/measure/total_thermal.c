/* SPDX-License-Identifier: MIT */
/* Heat in the clumps. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->scene->clumps->uses & USE_HEAT;
}

static void add(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_is_there(m, a) && c->per_capacity[a] > 0)
      sum_add(sum, c->temperature[a] / c->per_capacity[a]);
}

const Total total_thermal = {
  .name    = "thermal",
  .unit    = "J",
  .text    = "in runs with temperatures: heat capacity x temperature, of clumps whose temperature "
             "is not held",
  .is_used = is_used,
  .add     = add,
};
