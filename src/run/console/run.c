/* SPDX-License-Identifier: MIT */
/* Main loop: steps, output (run_output.h) and limits (limits.h). */
#include "base/bounds.h"
#include "run/console/run_output.h"
#include "run/lists/rebuild.h"
#include "run/module_states.h"
#include "run/setup/unlikely.h"

Beat run_beat(const Sim *sim, double time)
{
  const int parts = sim->settings.substeps;

  if (!(time > 0 && time / sim->clock.dt < 9e15)) return (Beat){0};
  return (Beat){.time = time, .parts = parts};
}

/* Number of steps until this time or just after it, s; 0 if it is not positive. */
static int64_t steps_until(const Sim *sim, double time)
{
  const int    parts = sim->settings.substeps;
  const double n     = min_real(time / (parts * sim->clock.dt), STEPS_MOST / parts);

  return time > 0 ? parts * (int64_t)ceil(n - 1e-9) : 0;
}

static void set_intervals(const Sim *sim, Schedule *p)
{
  const Options *o         = sim->options;
  const double   log_every = option_real(o, "output", NULL, "log_every");
  const int      parts     = sim->settings.substeps;

  p->log_beat = run_beat(sim, log_every);
  if (isnan(log_every))
    p->log_beat.steps =
      parts * max_int(1, steps_until(sim, sim->settings.end_time) / (100 * (int64_t)parts));
  p->frames_beat = run_beat(sim, option_real(o, "output", NULL, "frames_every"));
}

static Schedule make_schedule(const Sim *sim)
{
  const Settings *s = &sim->settings;
  Schedule        p = {.first = sim->clock.step, .saved_step = -1, .status = -1};

  p.last = sim->clock.first + steps_until(sim, s->end_time - sim->clock.t0);
  set_intervals(sim, &p);
  p.save_beat = run_beat(sim, option_real(sim->options, "checkpoint", NULL, "every"));
  (void)PetscTime(&p.start);
  return p;
}

/* ---- the loop ---- */

static PetscErrorCode loop(Sim *sim, Schedule *due, RunEnd *end)
{
  EventSet *events = sim_events(sim);
  bool      stop   = false;

  PetscFunctionBeginUser;
  while (*end == RUN_GOES_ON && sim->clock.step < due->last && !sim->entry.stop[0]) {
    cell_run_ask(sim, run_has_row(sim, due, sim->clock.step + 1));
    PetscCall(sim_step(sim, &stop, end));
    if (*end != RUN_GOES_ON) break;
    if (events->changed) {
      set_intervals(sim, due);
      PetscCall(run_retime(sim, due));
    }
    events->changed = false;
    PetscCall(run_write_due(sim, due));
    progress_show(&due->progress, sim);
    if (stop && sim->clock.step < due->last) *end = RUN_STOPPED_EARLY;
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
  PetscCall(run_open_output(sim, &due));
  sim->limited = true;
  PetscCall(sim_describe(sim));
  *end = RUN_GOES_ON;
  if (!sim->restarted) PetscCall(sim_begin(sim, end));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(run_write_due(sim, &due));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(events_warn(sim_world(sim)));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(sim_even(sim));
  opening = (Opening){.step = sim->clock.step};
  if (*end == RUN_GOES_ON) PetscCall(opening_note(sim, &opening));
  due.progress = progress_start(sim, due.last, opening.pebbles);
  if (*end == RUN_GOES_ON) PetscCall(loop(sim, &due, end));
  ending = (Ending){.end = *end, .seconds = wall_since(opening.start)};
  unlikely_warn_inlets(sim);
  PetscCall(run_close_output(sim, &due, *end));
  ending.saved_step = due.saved_step;
  PetscCall(end_report_print(sim, &opening, &ending));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int run_status(RunEnd end)
{
  return end == RUN_BROKEN ? EXIT_PHYSICS : end == RUN_STOPPED_EARLY ? EXIT_EARLY : EXIT_DONE;
}
