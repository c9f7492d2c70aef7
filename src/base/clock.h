/* SPDX-License-Identifier: MIT */
/* Simulated time, as a product of a number of steps and the time step. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include "base/state.h"

typedef struct Clock {
  int64_t step;   /* current step */
  int64_t first;  /* step from which t0 counts: 0, or that at which dt last changed */
  double  t0;     /* time of that step, s */
  double  dt;     /* time step, s; set when the lists of clumps are complete (timestep_choose) */
  double  before; /* dt of the step that ended at `first`, s; 0: a run has begun or gone on there */
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

/* Upper bound of the times that count as reached. Times given as decimal numbers are meant to fall
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

/* Steps at which something is due. They follow from the clock alone, so that a restart
   has the same. */
typedef struct {
  double  time;  /* s, > 0: the step nearest to each multiple of this time */
  int64_t steps; /* with time 0: each of so many steps, counted from Clock.first; 0: never */
  int     parts; /* substeps in a step of the scenario; only ends of whole steps count */
} Beat;

static inline bool beat_is_never(const Beat *b)
{
  return !(b->time > 0) && b->steps == 0;
}

/* Number of multiples of the beat, 0 not counted, whose step is this one or an earlier one: the
   number of the last one that was due. */
int64_t beat_number(const Beat *beat, const Clock *clock, int64_t step);
/* True if it is due at this step; a step that is nearest to several multiples counts once. */
bool beat_falls(const Beat *beat, const Clock *clock, int64_t step);

#endif
