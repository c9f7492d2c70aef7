/* SPDX-License-Identifier: MIT */
/* Simulated time, as a product of a number of steps and the time step. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include "base/state.h"

typedef struct {
  int64_t step;  /* current step */
  int64_t first; /* step from which t0 counts: 0, or that at which dt last changed */
  double  t0;    /* time of that step, s */
  double  dt;    /* time step, s; set when the lists of clumps are complete (timestep_choose) */
} Clock;

extern const StateItem clock_state[];

static inline double clock_time(const Clock *c)
{
  return c->t0 + (double)(c->step - c->first) * c->dt;
}

/* Time of the next step, s. */
static inline double clock_next(const Clock *c)
{
  return c->t0 + (double)(c->step + 1 - c->first) * c->dt;
}

/* Upper bound of the times that count as reached: times given as decimal numbers are meant to fall
   on steps, hence the tolerance of 1e-9 dt. */
static inline double time_reached(double time, double dt)
{
  return time + 1e-9 * dt;
}

/* The same for the present time. */
static inline double clock_reached(const Clock *c)
{
  return time_reached(clock_time(c), c->dt);
}

#endif
