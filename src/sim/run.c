/* SPDX-License-Identifier: MIT */
/* Main loop: steps, output (run_output.h), signals and limits of wall time. */
#define _POSIX_C_SOURCE 200809L
#include "base/bounds.h"
#include "sim/rebuild.h"
#include "sim/run_output.h"
#include <signal.h>

static volatile sig_atomic_t signal_caught;

static void signal_note(int number)
{
  signal_caught = number;
}

/* Catch the signals that batch systems send before they end a job. */
static void signal_listen(void)
{
  const int numbers[] = {SIGTERM, SIGUSR1, SIGUSR2, SIGINT};

  signal_caught = 0;
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    struct sigaction action = {.sa_handler = signal_note,
                               .sa_flags   = SA_RESTART}; /* interrupted writes continue */

    sigaction(numbers[k], &action, NULL);
  }
}

/* A time interval as a number of steps, at least 1; 0 if it is not positive: never. */
static int64_t period(double time, double dt)
{
  return time > 0 && time / dt < 9e15 ? max_int(1, llround(time / dt)) : 0;
}

/* Number of steps of dt until this time or just after it, s; 0 if it is not positive. */
static int64_t steps_until(double time, double dt)
{
  return time > 0 ? (int64_t)ceil(min_real(time / dt, STEPS_MOST) - 1e-9) : 0;
}

static Schedule make_schedule(const Sim *sim)
{
  const Settings *s         = &sim->settings;
  const double    log_every = option_real(sim->options, "output", NULL, "log_every");
  Schedule        p = {.first = sim->clock.step, .saved_step = -1, .lock = -1, .status = -1};

  p.last         = sim->clock.first + steps_until(s->end_time - sim->clock.t0, sim->clock.dt);
  p.log_every    = isnan(log_every) ? max_int(1, steps_until(s->end_time, sim->clock.dt) / 100)
                                    : period(log_every, sim->clock.dt);
  p.frames_every = period(option_real(sim->options, "output", NULL, "frames_every"), sim->clock.dt);
  p.save_every   = period(option_real(sim->options, "checkpoint", NULL, "every"), sim->clock.dt);
  p.save_every_wall = option_real(sim->options, "checkpoint", NULL, "every_wall");
  (void)PetscTime(&p.start);
  p.saved = p.start;
  return p;
}

/* ---- the loop ---- */

static bool is_out_of_time(const Sim *sim)
{
  return sim->settings.wall_limit > 0 && wall_since(sim->began) > sim->settings.wall_limit;
}

/* True if this rank has caught a signal or has passed the wall-time limit. */
static bool stop_asked(const Sim *sim)
{
  return signal_caught != 0 || is_out_of_time(sim);
}

static PetscErrorCode loop(Sim *sim, Schedule *due, RunEnd *end)
{
  bool stop = false;

  PetscFunctionBeginUser;
  while (*end == RUN_GOES_ON && sim->clock.step < due->last && !sim->entry.stop[0]) {
    PetscCall(sim_step(sim, &stop, end));
    if (*end != RUN_GOES_ON) break;
    PetscCall(run_write_due(sim, due));
    progress_show(&due->progress, sim);
    if (stop && sim->clock.step < due->last) *end = RUN_STOPPED_EARLY;
    due->wall = *end == RUN_STOPPED_EARLY && is_out_of_time(sim);
  }
  if (*end == RUN_GOES_ON) *end = RUN_FINISHED;
  progress_end(&due->progress);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_run(Sim *sim, RunEnd *end)
{
  Schedule due = make_schedule(sim);
  Opening  opening;
  Ending   ending;

  PetscFunctionBeginUser;
  signal_listen();
  sim->stop_asked = stop_asked;
  PetscCall(run_open_output(sim, &due));
  PetscCall(sim_describe(sim));
  *end = RUN_GOES_ON;
  if (!sim->restarted) PetscCall(sim_begin(sim, end));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(run_write_due(sim, &due));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(sim_even(sim));
  opening = (Opening){.step = sim->clock.step};
  if (*end == RUN_GOES_ON) PetscCall(opening_note(sim, &opening));
  due.progress = progress_start(sim, due.last, opening.pebbles);
  if (*end == RUN_GOES_ON) PetscCall(loop(sim, &due, end));
  ending = (Ending){
    .end = *end, .signal = signal_caught, .wall = due.wall, .seconds = wall_since(opening.start)};
  PetscCall(run_close_output(sim, &due, *end));
  ending.saved_step = due.saved_step;
  PetscCall(closing_print(sim, &opening, &ending));
  PetscFunctionReturn(PETSC_SUCCESS);
}
