/* SPDX-License-Identifier: MIT */
/* The pebbles of the tests of the automatic step, and the error of an energy ledger. */
#ifndef TIMESTEP_H
#define TIMESTEP_H

#include "verify/verify.h"

static const double radius = 0.1; /* m */

/* Largest error of the energy ledger up to `time`, relative to the initial kinetic energy,
   starting a step before contact. */
static inline double ledger(Sim *sim, double time)
{
  const Totals first = totals_of(sim);
  double       open  = 0;

  while (sim_time(sim) < time) {
    Totals t;

    test_steps(sim, 1);
    t    = totals_of(sim);
    open = max_of(open, fabs(ledger_of(&t) - energy_of(&first)));
  }
  return open / first.translational;
}

#endif
