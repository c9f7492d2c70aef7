/* SPDX-License-Identifier: MIT */
/* Temperatures of clumps: half kicks by the heat flow. */
#include "motion/warming.h"

/* Change of temperature in half a step. A pending half has the same bits as a finished one. */
static double half_rise(const Clumps *c, PetscInt a, double flow, double dt)
{
  return 0.5 * dt * flow * c->per_capacity[a];
}

void warming_start(Clumps *c, double dt, bool pending, PetscInt from, PetscInt to, Loads *loads)
{
  Accumulator *heat = pending ? loads_find(loads, "heat") : NULL;

  for (PetscInt a = from; a < to; a++) {
    const double flow = heat ? (double)heat->sum[a] * heat->quantum.quantum : c->heat[a],
                 rise = half_rise(c, a, flow, dt);

    if (pending) c->temperature[a] += rise;
    c->temperature[a] += rise;
    c->predicted[a] = c->temperature[a] + rise;
    if (heat) heat->sum[a] = 0;
  }
}

void warming_finish(Clumps *c, Loads *loads, double dt)
{
  const Accumulator *heat = loads_find(loads, "heat");

  for (PetscInt a = 0; heat && a < c->n_owned; a++) {
    c->heat[a] = (double)heat->sum[a] * heat->quantum.quantum;
    c->temperature[a] += half_rise(c, a, c->heat[a], dt);
  }
}

void warming_pose(Clumps *c)
{
  memcpy(c->predicted, c->temperature, (size_t)c->n_owned * sizeof *c->predicted);
}
