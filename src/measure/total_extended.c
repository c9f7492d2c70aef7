/* SPDX-License-Identifier: MIT */
/* Energy of clumps and thermostats together. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->thermostats && m->thermostats->extended;
}

static void add(const Measured *m, Sum *sum)
{
  total_kinetic_translational.add(m, sum);
  total_kinetic_rotational.add(m, sum);
  if (m->par->rank != 0) return;
  sum_add(sum, m->energies->stored);
  sum_add(sum, thermostats_energy(m->thermostats));
}

const Total total_extended = {
  .name    = "extended",
  .unit    = "J",
  .text    = "in runs with a nose_hoover thermostat: kinetic and potential energy with that of the "
             "variables of the thermostat, which is constant where nothing else takes or gives any",
  .is_used = is_used,
  .add     = add,
};
