/* SPDX-License-Identifier: MIT */
/* The clock in a checkpoint. */
#include "base/clock.h"
#include "base/bounds.h"

static void get_time(const void *owner, void *time)
{
  const double now = clock_time(owner);

  memcpy(time, &now, sizeof now);
}

/* Tolerance in steps: a multiple half way between two steps belongs to the earlier one, in spite of
   rounding. */
#define BEAT_ROUNDING 1e-6

/* Number of multiples up to a whole step after Clock.first: those until half a step after it; beats
   shorter than a whole step fall on each. The step at which dt changed has the multiples until half
   of the former dt after it, as its output was written with that; after a restart with another dt
   those before it. */
static int64_t number_until(const Beat *b, const Clock *c, int64_t whole)
{
  const double dt = b->parts * c->dt, more = BEAT_ROUNDING * dt;
  const double past  = ((double)whole + 0.5) * dt + more;
  const double done  = c->before > 0   ? (0.5 + BEAT_ROUNDING) * c->before
                       : c->first == 0 ? 0.5 * dt + more
                                       : more; /* after the step Clock.first */
  const double until = c->t0 + (whole < 0 ? past : whole == 0 ? done : max_real(done, past));

  return (int64_t)floor(until / (c->before > 0 ? b->time : max_real(b->time, dt)));
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
  if (b->time <= b->parts * c->dt) return on % b->parts == 0;
  return on % b->parts == 0 &&
         number_until(b, c, on / b->parts) > number_until(b, c, on / b->parts - 1);
}

/* clang-format off */
const StateItem clock_state[] = {
  ITEM(INT64, IN(Clock, step), NULL, 0, STEPS_MOST, "number of the time step"),
  ITEM(REAL, BY("time", get_time, NULL), "s", 0, 2 * TIME_MOST,
       "simulated time: first_time + (step - first_step) dt"),
  ITEM(REAL, IN(Clock, dt), "s", 1e-300, TIME_MOST, "time step"),
  ITEM(INT64, KEY_IN("first_step", Clock, first), NULL, 0, STEPS_MOST,
       "step from which time is counted with this dt"),
  ITEM(REAL, KEY_IN("first_time", Clock, t0), "s", 0, 2 * TIME_MOST, "time of that step"),
  {0},
};
/* clang-format on */
