/* SPDX-License-Identifier: MIT */
/* Early stops and checkpoints by wall time (limits.h). */
#define _POSIX_C_SOURCE 200809L
#include "output/console/limits.h"
#include "base/signals.h"
#include "output/files.h"
#include <errno.h>
#include <time.h>

/* Seconds between two looks for the file `stop`. */
static const double LOOK_EVERY = 1;
/* Seconds to the first checkpoint by wall time, at most. */
static const double FIRST_SAVE = 120;

/* Wall time at which the batch system ends the job, s; INFINITY: not known, or over. */
static double end_of_job(void)
{
  const char  *text = getenv("SLURM_JOB_END_TIME");
  const time_t date = time(NULL);
  char        *rest = NULL;
  long long    end;

  if (!text || !text[0]) return INFINITY;
  errno = 0;
  end   = strtoll(text, &rest, 10);
  return *rest || errno || end <= (long long)date
           ? INFINITY
           : wall_seconds() + (double)(end - (long long)date);
}

Limits limits_read(const Options *options, double began)
{
  const double every  = option_real(options, "checkpoint", NULL, "every_wall");
  Limits       limits = {.began      = began,
                         .wall_limit = option_real(options, "run", NULL, "wall_limit"),
                         .job_end    = end_of_job(),
                         .save_every = isnan(every) ? INFINITY : every,
                         .mtbf = isnan(every) ? option_real(options, "checkpoint", NULL, "mtbf") : 0,
                         .saved = wall_seconds()};

  if (isfinite(limits.job_end))
    limits.reserve = 5 + min_real(120, 0.02 * (limits.job_end - limits.saved));
  return limits;
}

void limits_watch(Limits *limits, const char *dir)
{
  snprintf(limits->stop_file, sizeof limits->stop_file, "%s/stop", dir);
}

double limits_interval(double cost, double mtbf)
{
  const double part = cost / (2 * mtbf);

  if (part >= 1) return mtbf;
  return sqrt(2 * cost * mtbf) * (1 + sqrt(part) / 3 + part / 9) - cost;
}

double limits_due(const Limits *limits)
{
  if (limits->save_every == 0) return INFINITY;
  return limits->saves ? limits->save_every : min_real(limits->save_every, FIRST_SAVE);
}

void limits_saved(Limits *limits, double from, bool start)
{
  if (!start) limits->saves = true;
  limits->saved = wall_seconds();
  limits->cost  = limits->saved - from;
  if (limits->mtbf > 0) limits->save_every = limits_interval(limits->cost, limits->mtbf);
}

static StopReason reason_now(Limits *limits, double time)
{
  /* checkpoints written last took `cost`, and one or two evaluations go before the end */
  const double to_end = limits->reserve + 3 * (limits->cost + limits->longest);

  if (signals_caught()) return (StopReason)((int)STOP_SIGNAL + signals_caught());
  if (limits->outside && limits->outside(limits->context)) return STOP_OUTSIDE;
  if (time + to_end > limits->job_end) return STOP_JOB;
  if (limits->wall_limit > 0 && time - limits->began > limits->wall_limit) return STOP_WALL;
  if (!limits->stop_file[0] || time - limits->looked < LOOK_EVERY) return STOP_NOT;
  limits->looked = time;
  return file_exists(limits->stop_file) ? STOP_FILE : STOP_NOT;
}

Ask limits_ask(Limits *limits)
{
  const double time = wall_seconds();

  if (limits->asked > 0) limits->longest = max_real(limits->longest, time - limits->asked);
  limits->asked = time;
  if (limits->reason == STOP_NOT) limits->reason = reason_now(limits, time);
  if (limits->reason != STOP_NOT) return ASK_STOP;
  return time - limits->saved > limits_due(limits) ? ASK_SAVE : ASK_NOTHING;
}

void limits_end(Limits *limits)
{
  if (limits->reason == STOP_FILE) file_remove(limits->stop_file);
}
