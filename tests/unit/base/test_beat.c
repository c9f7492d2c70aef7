/* SPDX-License-Identifier: MIT */
/* Steps at which output is due: those nearest to the multiples of a time. */
#include "base/clock.h"
#include "base/random.h"
#include "test.h"

/* The slow twin: the multiples of the time, from 0, whose nearest step this is. */
static int64_t multiples_at(const Beat *b, const Clock *c, int64_t step, int64_t *last)
{
  int64_t n = 0;

  for (int64_t k = 0; (double)k * b->time < (double)(step + 2 * b->parts) * c->dt; k++)
    if (llround((double)k * b->time / (b->parts * c->dt)) * b->parts == step) {
      *last = k;
      n++;
    }
  return n;
}

static void nearest_steps_are_due(void)
{
  Random random = random_stream(1, RANDOM_TEST, 0);

  for (int k = 0; k < 300; k++) {
    const Clock c    = {.dt = 1e-6 * (1 + random_real(&random))};
    const int   n    = 1 + k % 3; /* as below a whole step each is due, with numbers of its own */
    const Beat  b    = {.time = c.dt * max_real(n, 20 * random_real(&random)), .parts = n};
    int64_t     last = 0;

    for (int64_t step = 0; step < 60; step++) {
      const bool due = multiples_at(&b, &c, step, &last) > 0;

      CHECK(beat_falls(&b, &c, step) == due);
      CHECK_INT(beat_number(&b, &c, step), last);
    }
  }
  test_end("a step is due if it is the nearest one to a multiple of the time");
}

static void whole_numbers_of_steps_do_not_drift(void)
{
  const Clock c   = {.dt = 1e-4};
  const Beat  b   = {.time = 7e-4, .parts = 1};
  int64_t     due = 0;

  for (int64_t step = 0; step < 700000; step++) {
    CHECK(beat_falls(&b, &c, step) == (step % 7 == 0));
    due += beat_falls(&b, &c, step);
  }
  CHECK_INT(due, 100000);
  test_end("a time of a whole number of steps is due at its multiples, however far out");
}

static void times_may_be_long_or_short(void)
{
  const Clock  c       = {.dt = 1e-6};
  const double times[] = {1e-300, 1e-17, 3e-7, 1e-6, 1e3, 1e4, 1e300};

  for (int k = 0; k < 7; k++) {
    const Beat b = {.time = times[k], .parts = 1};

    for (int64_t step = 0; step < 4; step++) {
      CHECK(beat_falls(&b, &c, step) == (step == 0 || b.time <= c.dt));
      CHECK_INT(beat_number(&b, &c, step), b.time <= c.dt ? step : 0);
    }
  }
  CHECK(beat_falls(&(Beat){.time = 1e4, .parts = 1}, &c, 10000000000));
  CHECK(!beat_falls(&(Beat){.time = 1e4, .parts = 1}, &c, 9999999999));
  test_end("the start is due for any time; times below a step are due in each");
}

/* At step 1000 dt changes from 1e-3 to 3.1e-4 s. */
static void nothing_is_lost_when_dt_changes(void)
{
  const Clock before = {.dt = 1e-3}, after = {.dt = 3.1e-4, .first = 1000, .t0 = 1};
  const Beat  b = {.time = 3.7e-3, .parts = 1};
  int64_t     n = 0;

  for (int64_t step = 0; step <= 1000; step++) n += beat_falls(&b, &before, step);
  for (int64_t step = 1001; step < 5000; step++) {
    n += beat_falls(&b, &after, step);
    CHECK_INT(beat_number(&b, &after, step), n - 1); /* the first one is number 0 */
  }
  test_end("numbers go on when dt changes");
}

/* dt follows the state: it changes after every few steps. Each multiple of a time is due once, and its
   number goes on. It is due at the nearest step, or the one after it where dt has grown just then. */
static void each_is_due_once_while_dt_follows(void)
{
  const int    ticks[] = {4, 3, 6, 1, 12, 2};
  const double tick    = 1e-3 / 12;
  const Beat   b       = {.time = 3.7e-3, .parts = 1};
  Clock        c       = {.dt = ticks[0] * tick};
  int64_t      n = 0, made = 0;

  for (int64_t step = 0; step < 6000; step++) {
    c.step = step;
    if (beat_falls(&b, &c, step)) {
      CHECK_NEAR(clock_time(&c), (double)n * b.time, 1.0001e-3); /* the longest step */
      CHECK_INT(beat_number(&b, &c, step), n);
      n++;
    }
    if (step % 7 == 6) {
      const int64_t now = ticks[step / 7 % 6], next = ticks[(step / 7 + 1) % 6];

      made += (step - c.first) * now;
      c = (Clock){.step   = step,
                  .first  = step,
                  .t0     = (double)made * tick,
                  .dt     = (double)next * tick,
                  .before = c.dt};
    }
  }
  CHECK_NEAR((double)n * b.time, clock_time(&c), b.time);
  test_end("each time is due once while dt follows the state");
}

/* A multiple half way between two steps up to rounding belongs to the earlier one, also where dt becomes a
   tenth there. */
static void halves_are_due_once_when_dt_changes(void)
{
  const Beat  b      = {.time = 1 + 0.5e-3 + 0.7e-9, .parts = 1};
  const Clock before = {.dt = 1e-3}, after = {.dt = 1e-4, .first = 1000, .t0 = 1, .before = 1e-3};
  int         n = 0;

  for (int64_t step = 1; step <= 1000; step++) n += beat_falls(&b, &before, step);
  CHECK_INT(n, 1);
  for (int64_t step = 1001; step <= 1020; step++) n += beat_falls(&b, &after, step);
  CHECK_INT(n, 1);
  test_end("a time half way between two steps is due once where dt changes");
}

static void others_count_steps(void)
{
  const Clock c = {.dt = 1, .first = 3};
  const Beat  b = {.steps = 4}, never = {0};

  CHECK(beat_falls(&b, &c, 3) && beat_falls(&b, &c, 11) && !beat_falls(&b, &c, 12));
  CHECK(beat_is_never(&never) && !beat_is_never(&b) && !beat_falls(&never, &c, 3));
  test_end("without a time steps are counted from the one at which dt changed; or it is never due");
}

TESTS(.ranks = {1})
{
  nearest_steps_are_due();
  whole_numbers_of_steps_do_not_drift();
  times_may_be_long_or_short();
  nothing_is_lost_when_dt_changes();
  each_is_due_once_while_dt_follows();
  halves_are_due_once_when_dt_changes();
  others_count_steps();
}
