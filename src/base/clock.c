/* SPDX-License-Identifier: MIT */
/* The clock in a checkpoint. */
#include "base/clock.h"
#include "base/bounds.h"

#include <math.h>

static void get_time(const void *owner, void *time)
{
  const double now = clock_time(owner);

  memcpy(time, &now, sizeof now);
}

/* Tolerance in steps: a multiple half way between two steps belongs to the earlier one, in spite of
   rounding. */
#define BEAT_ROUNDING 1e-6

/* Time up to which multiples of a beat belong to a whole step after Clock.first: half a step after
   it. The step at which dt changed has only the multiples before it, as its output was written with
   the former dt. */
static double time_of_beat(const Beat *b, const Clock *c, int64_t whole)
{
  const double half = whole == 0 && c->first > 0 ? 0 : 0.5;

  return c->t0 + ((double)whole + half + BEAT_ROUNDING) * (b->parts * c->dt);
}

/* Number of multiples up to a whole step; beats shorter than a whole step fall on each. */
static int64_t number_until(const Beat *b, const Clock *c, int64_t whole)
{
  return (int64_t)floor(time_of_beat(b, c, whole) / max_real(b->time, b->parts * c->dt));
}

int64_t beat_number(const Beat *b, const Clock *c, int64_t step)
{
  if (b->time > 0) return number_until(b, c, (step - c->first) / b->parts);
  return b->steps > 0 ? (step - c->first) / b->steps : 0;
}

bool beat_falls(const Beat *b, const Clock *c, int64_t step)
{
  const int64_t on = step - c->first;

  if (!(b->time > 0)) return b->steps > 0 && on % b->steps == 0;
  return on % b->parts == 0 &&
         number_until(b, c, on / b->parts) > number_until(b, c, on / b->parts - 1);
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
