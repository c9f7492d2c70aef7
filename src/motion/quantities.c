/* SPDX-License-Identifier: MIT */
/* Quantities of owned clumps in a step (matter/quantity.h), from the sums of flows. They are
   integrated like velocities: half a step with the last flow at the end of a step and half at the
   start of the next, and contacts use the value predicted to the end of the step, T + dt/2 (flow
   over amount). This is Heun's method (Heun 1900, Z. Math. Phys. 45, 23) with the flow at the
   predicted value: second order, and stable for dt below the relaxation time of differences. */
#include "motion/tile.h"

static Accumulator *sums_of(Loads *loads, int q)
{
  return loads_find(loads, quantities[q]->fields[QUANTITY_FLOW].name);
}

static bool flows(const Clumps *c, int q)
{
  return c->uses >> q & 1 && !quantities[q]->of_pebbles;
}

/* Change of the value by a flow in half a step. A pending half has the same bits as a finished one.
   A counted quantity takes the whole flow of a step at once, at its end or, if pending, at the
   start of the next step; this is exact, as per_amount is 0 or 1. */
static double rise(const QuantityColumns *c, PetscInt a, double flow, bool counted, double dt)
{
  return counted ? c->per_amount[a] * flow : 0.5 * dt * flow * c->per_amount[a];
}

/* sums: of the last step if it is pending, else NULL. */
static void start(const QuantityColumns *c, bool counted, double dt, PetscInt from, PetscInt to,
                  bool pending, Accumulator *sums)
{
  for (PetscInt a = from; a < to; a++) {
    const double flow = sums ? (double)sums->sum[a] * sums->quantum.quantum : c->flow[a],
                 half = rise(c, a, flow, counted, dt);

    if (counted ? sums != NULL : pending) c->value[a] += half;
    if (!counted) c->value[a] += half;
    c->predicted[a] = counted ? c->value[a] : c->value[a] + half;
    if (sums) sums->sum[a] = 0;
  }
}

void quantities_start(Clumps *c, double dt, bool pending, PetscInt from, PetscInt to, Loads *loads)
{
  for (int q = 0; c->uses >> q; q++) {
    Accumulator *sums = pending && flows(c, q) ? sums_of(loads, q) : NULL;

    if (!flows(c, q)) continue;
    start(&c->quantity[q], quantities[q]->counted, dt, from, to, pending, sums);
  }
}

void quantities_finish(Clumps *c, Loads *loads, double dt)
{
  for (int q = 0; c->uses >> q; q++) {
    const Accumulator     *sums    = flows(c, q) ? sums_of(loads, q) : NULL;
    const QuantityColumns *columns = &c->quantity[q];

    for (PetscInt a = 0; sums && a < c->n_owned; a++) {
      columns->flow[a] = (double)sums->sum[a] * sums->quantum.quantum;
      columns->value[a] += rise(columns, a, columns->flow[a], quantities[q]->counted, dt);
    }
  }
}

void quantities_pose(Clumps *c)
{
  for (int q = 0; c->uses >> q; q++)
    if (flows(c, q))
      memcpy(c->quantity[q].predicted, c->quantity[q].value,
             (size_t)c->n_owned * sizeof *c->quantity[q].predicted);
}
