/* SPDX-License-Identifier: MIT */
/* Quantities of clumps: half kicks by flows, or whole flows of a step (quantities.h). */
#include "motion/quantities.h"

static Accumulator *sums_of(Loads *loads, int q)
{
  return loads_find(loads, quantities[q]->fields[QUANTITY_FLOW].name);
}

static bool flows(const Clumps *c, int q)
{
  return c->uses >> q & 1 && !quantities[q]->of_pebbles;
}

/* Change of the value in half a step. A pending half has the same bits as a finished one. */
static double half_rise(const QuantityColumns *c, PetscInt a, double flow, double dt)
{
  return 0.5 * dt * flow * c->per_amount[a];
}

static void start(const QuantityColumns *c, double dt, bool pending, PetscInt from, PetscInt to,
                  Accumulator *sums)
{
  for (PetscInt a = from; a < to; a++) {
    const double flow = sums ? (double)sums->sum[a] * sums->quantum.quantum : c->flow[a],
                 rise = half_rise(c, a, flow, dt);

    if (pending) c->value[a] += rise;
    c->value[a] += rise;
    c->predicted[a] = c->value[a] + rise;
    if (sums) sums->sum[a] = 0;
  }
}

/* Add the whole flow of a step to a counted quantity, at its end, or when it is pending. */
static void take(const QuantityColumns *c, PetscInt a, double flow)
{
  c->value[a] += c->per_amount[a] * flow; /* exact: per_amount is 0 or 1 */
}

static void start_counted(const QuantityColumns *c, bool pending, PetscInt from, PetscInt to,
                          Accumulator *sums)
{
  for (PetscInt a = from; a < to; a++) {
    if (pending && sums) take(c, a, (double)sums->sum[a] * sums->quantum.quantum);
    if (sums) sums->sum[a] = 0;
    c->predicted[a] = c->value[a];
  }
}

void quantities_start(Clumps *c, double dt, bool pending, PetscInt from, PetscInt to, Loads *loads)
{
  for (int q = 0; c->uses >> q; q++) {
    Accumulator *sums = pending && flows(c, q) ? sums_of(loads, q) : NULL;

    if (!flows(c, q)) continue;
    if (quantities[q]->counted) start_counted(&c->quantity[q], pending, from, to, sums);
    else start(&c->quantity[q], dt, pending, from, to, sums);
  }
}

static void finish(const QuantityColumns *c, bool counted, double dt, PetscInt n,
                   const Accumulator *sums)
{
  for (PetscInt a = 0; a < n; a++) {
    c->flow[a] = (double)sums->sum[a] * sums->quantum.quantum;
    if (counted) take(c, a, c->flow[a]);
    else c->value[a] += half_rise(c, a, c->flow[a], dt);
  }
}

void quantities_finish(Clumps *c, Loads *loads, double dt)
{
  for (int q = 0; c->uses >> q; q++)
    if (flows(c, q) && sums_of(loads, q))
      finish(&c->quantity[q], quantities[q]->counted, dt, c->n_owned, sums_of(loads, q));
}

void quantities_pose(Clumps *c)
{
  for (int q = 0; c->uses >> q; q++)
    if (flows(c, q))
      memcpy(c->quantity[q].predicted, c->quantity[q].value,
             (size_t)c->n_owned * sizeof *c->quantity[q].predicted);
}
