/* SPDX-License-Identifier: MIT */
/* The clock in a checkpoint. */
#include "base/clock.h"
#include "base/bounds.h"

static void get_time(const void *owner, void *time)
{
  const double now = clock_time(owner);

  memcpy(time, &now, sizeof now);
}

const StateItem clock_state[] = {
  {.name   = "step",
   .text   = "number of the time step",
   .type   = STATE_INT64,
   .offset = offsetof(Clock, step),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {.name = "time",
   .unit = "s",
   .text = "simulated time: first_time + (step - first_step) dt",
   .type = STATE_REAL,
   .get  = get_time,
   .lo   = 0,
   .hi   = 2 * TIME_MOST},
  {.name   = "dt",
   .unit   = "s",
   .text   = "time step",
   .type   = STATE_REAL,
   .offset = offsetof(Clock, dt),
   .lo     = 1e-300,
   .hi     = TIME_MOST},
  {.name   = "first_step",
   .text   = "step from which time is counted with this dt",
   .type   = STATE_INT64,
   .offset = offsetof(Clock, first),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {.name   = "first_time",
   .unit   = "s",
   .text   = "time of that step",
   .type   = STATE_REAL,
   .offset = offsetof(Clock, t0),
   .lo     = 0,
   .hi     = 2 * TIME_MOST},
  {NULL},
};
