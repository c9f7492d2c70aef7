/* SPDX-License-Identifier: MIT */
/* A run: the main loop of steps and its output. What is written at a step depends on its number
   alone, so that a restarted run writes the same as an uninterrupted one. */
#include "run/run.h"
#include "base/bounds.h"
#include "base/tell.h"
#include "constraint/error.h"
#include "output/run_folder.h"
#include "output/table/tables.h"
#include "run/module_states.h"
#include "run/overlaps.h"
#include "run/step/step.h"

/* Number of steps until this time or just after it, s; 0 if it is not positive. */
static int64_t steps_until(const Sim *sim, double time)
{
  const int    parts = sim->settings.substeps;
  const double n     = min_real(time / (parts * sim->clock.dt), STEPS_MOST / parts);

  return time > 0 ? parts * (int64_t)ceil(n - 1e-9) : 0;
}

/* The step at or just after the end time, if dt stays as it is. */
static int64_t last_step(const Sim *sim)
{
  return sim->clock.first + steps_until(sim, sim->settings.end_time - sim->clock.t0);
}

static void set_intervals(Sim *sim, Schedule *due)
{
  const World *w     = sim_world(sim);
  const double every = option_real(sim->options, "output", NULL, "log_every");
  const int    parts = sim->settings.substeps;

  due->output.rows = world_beat(w, every);
  if (isnan(every) && sim_auto_dt(sim)->on)
    due->output.rows = world_beat(w, sim->settings.end_time / 100);
  else if (isnan(every))
    due->output.rows.steps =
      parts * max_int(1, steps_until(sim, sim->settings.end_time) / (100 * (int64_t)parts));
  due->frames = world_beat(w, option_real(sim->options, "output", NULL, "frames_every"));
}

static Schedule make_schedule(Sim *sim)
{
  Schedule due = {
    .first = sim->clock.step, .saved_step = -1, .status = -1, .opening = {.step = sim->clock.step}};
  PetscLogDouble now;

  (void)PetscTime(&now);
  due.output.began = now;
  due.output.last  = last_step(sim);
  set_intervals(sim, &due);
  due.saves = world_beat(sim_world(sim), option_real(sim->options, "checkpoint", NULL, "every"));
  return due;
}

/* ---- output of a step ---- */

/* True at the end of the run by the scenario: its end time, or an event or inlet that ends it. A
   run that is stopped early, as by a limit of wall time, writes no last rows, and goes on as if it
   had not been stopped. */
static bool is_end(const Sim *sim, const Schedule *due, int64_t step)
{
  return step == due->output.last || (step == sim->clock.step && sim->entry.stop[0]);
}

/* True if log.csv has a row of this step. */
static bool has_row(const Sim *sim, const Schedule *due, int64_t step)
{
  return beat_falls(&due->output.rows, &sim->clock, step) || is_end(sim, due, step);
}

/* Let all modules do their output at the present step. */
static PetscErrorCode call_modules(Sim *sim, Schedule *due, OutputCall call)
{
  Output *out = &due->output;

  PetscFunctionBeginUser;
  if (!due->writes) PetscFunctionReturn(PETSC_SUCCESS);
  out->call    = call;
  out->dir     = sim->folder.dir;
  out->goes_on = sim->folder.goes_on;
  out->row     = has_row(sim, due, sim->clock.step);
  out->ends    = is_end(sim, due, sim->clock.step);
  PetscCall(modules_write(sim_world(sim), out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode save(Sim *sim, Schedule *due)
{
  PetscLogDouble from;
  bool           written;

  PetscFunctionBeginUser;
  if (!due->writes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(call_modules(sim, due, OUTPUT_FLUSH));
  if (due->saved_step == sim->clock.step) {
    PetscCall(checkpoint_is_there(&sim->par, sim->folder.dir, sim->clock.step, &written));
    if (written) PetscFunctionReturn(PETSC_SUCCESS);
    due->saved_step = -1;
  }
  PetscCall(PetscTime(&from));
  PetscCall(save_write(sim, &written));
  if (written) due->saved_step = sim->clock.step;
  limits_saved(&sim->limits, from, sim->clock.step == due->first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write what is due at the present step. */
static PetscErrorCode write_due(Sim *sim, Schedule *due)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_OUTPUT);
  if (has_row(sim, due, sim->clock.step)) {
    PetscCall(sim_mark_gone(sim));
    PetscCall(sim_pose(sim)); /* viscosity adds to the virial */
  }
  PetscCall(call_modules(sim, due, OUTPUT_STEP));
  if (beat_falls(&due->frames, &sim->clock, sim->clock.step)) {
    sim_complete(sim);
    PetscCall(sim_clear_out(sim));
    PetscCall(call_modules(sim, due, OUTPUT_FRAME));
  }
  /* the time of a checkpoint may depend on wall time, its content does not */
  if (sim->clock.step == due->first || sim->limits.agreed == ASK_SAVE ||
      beat_falls(&due->saves, &sim->clock, sim->clock.step))
    PetscCall(save(sim, due));
  stage(&sim->stages, STAGE_NONE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- its start and end ---- */

/* Begin the files of the run in its folder: empty for a new run, cut at the present step for a
   restart. */
static PetscErrorCode begin_files(Sim *sim, Schedule *due)
{
  const char   *dir  = sim->folder.dir;
  const int64_t last = sim->folder.goes_on ? sim->clock.step : -1;
  char          aside[CHECKPOINT_WHY], failed[PETSC_MAX_PATH_LEN + 8];

  PetscFunctionBeginUser;
  PetscCall(call_modules(sim, due, OUTPUT_OPEN));
  PetscCall(
    table_open(&sim->par, dir, last, sim->par.size > 1, &balance_table, &sim->lists.balance.log));
  failed_folder(dir, failed, sizeof failed);
  PetscCall(checkpoint_cut(&sim->par, failed, last, aside)); /* of a former run */
  PetscCall(checkpoint_cut(&sim->par, dir, last, aside));
  if (aside[0])
    warning_add(&sim->warnings, "%s: this run %s", aside,
                sim->folder.goes_on ? "goes on from an earlier one"
                                    : "starts anew; -resume would go on");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Begin the files of the run in its folder, resolved.yaml and `status` first. */
static PetscErrorCode begin_folder(Sim *sim, Schedule *due)
{
  const char    *dir = sim->folder.dir;
  PetscErrorCode error;
  char          *resolved;

  PetscFunctionBeginUser;
  PetscCall(run_folder_check_file(&sim->folder, &sim->par, sim->options, "output", "final", true));
  PetscCall(options_resolved(sim->options, &resolved));
  PetscCall(text_write(&sim->par, dir, "resolved.yaml", resolved));
  sim->folder.writes = true;
  free(resolved);
  PetscCall(status_write(&sim->par, dir, "running", &due->status));
  if (sim->par.rank == 0) limits_watch(&sim->limits, dir);
  error = begin_files(sim, due);
  if (error) PetscCall(status_write(&sim->par, dir, "failed", &due->status));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode close_files(Sim *sim, Schedule *due)
{
  PetscFunctionBeginUser;
  PetscCall(call_modules(sim, due, OUTPUT_CLOSE));
  contact_listeners_stop(&sim->modules.listeners);
  log_close(&sim->lists.balance.log);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take the run's folder, and begin its files. Errors: PETSC_ERR_FILE_OPEN. */
static PetscErrorCode open_output(Sim *sim, Schedule *due)
{
  PetscErrorCode error;

  PetscFunctionBeginUser;
  PetscCall(
    run_folder_take(&sim->folder, &sim->par, option_word(sim->options, "output", NULL, "dir")));
  error = begin_folder(sim, due);
  if (error) {
    /* files are closed, as the process may go on with another run */
    PetscCall(close_files(sim, due));
    status_close(&due->status);
    run_folder_release(&sim->folder);
  }
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void warn_of_losses(Sim *sim, const Output *out, int64_t balances)
{
  if (out->rows_lost + balances > 0)
    warning_add(
      &sim->warnings,
      "%" PRId64
      " row%s of log.csv, events.csv, walls.csv, bodies.csv, pebbles.csv or outlets.csv and "
      "%" PRId64 " of balance.csv could not be written",
      out->rows_lost, out->rows_lost == 1 ? "" : "s", balances);
  if (out->files_lost > 0)
    warning_add(&sim->warnings,
                "%" PRId64 " frames, pictures, dumps, and samples of probes, profiles and monitors "
                "could not be written",
                out->files_lost);
}

/* Write the state in which physics stopped the run, and a picture of the place, to the folder
   `failed` of the run. */
static PetscErrorCode show_failure(Sim *sim, Schedule *due)
{
  PetscFunctionBeginUser;
  PetscCall(call_modules(sim, due, OUTPUT_BROKEN));
  PetscCall(save_failed(sim, &due->failed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the last checkpoint and the final state, and close all. Lost output is reported by the
   status file and as PETSC_ERR_FILE_WRITE, too, as scripts rely on them. */
static PetscErrorCode close_output(Sim *sim, Schedule *due, RunEnd end)
{
  static const char *const words[] = {[RUN_FINISHED]      = "finished",
                                      [RUN_STOPPED_EARLY] = "checkpointed",
                                      [RUN_BROKEN]        = "failed",
                                      [RUN_TOO_DEEP]      = "failed"};
  const Output            *out     = &due->output;
  const int64_t            lost    = sim->lists.balance.log.lost;
  const char              *final   = option_word(sim->options, "output", NULL, "final");
  PetscErrorCode           error   = PETSC_SUCCESS;
  bool                     kept, rows, torn;

  PetscFunctionBeginUser;
  sim_complete(sim);
  if (run_is_broken(end)) PetscCall(call_modules(sim, due, OUTPUT_FLUSH));
  else PetscCall(save(sim, due));
  if (end == RUN_TOO_DEEP) PetscCall(show_failure(sim, due));
  kept = run_is_broken(end) || due->saved_step == sim->clock.step;
  rows = out->rows_lost + lost > 0;
  /* an end by physics has its own status; any other one shows whether all output was written */
  torn = !run_is_broken(end) && (out->gone || rows || out->files_lost > 0);
  if (end == RUN_FINISHED && final[0]) error = final_write(sim_world(sim), final);
  warn_of_losses(sim, out, lost);
  PetscCall(close_files(sim, due));
  if (!out->gone) PetscCall(summary_write(sim_world(sim), sim->folder.dir));
  PetscCall(status_write(&sim->par, sim->folder.dir,
                         kept && !error && !torn ? words[end] : "failed", &due->status));
  status_close(&due->status);
  limits_end(&sim->limits);
  run_folder_release(&sim->folder);
  PetscCall(error);
  PetscCheck(kept, sim->par.comm, PETSC_ERR_FILE_WRITE,
             "the state at the end (step %" PRId64 ") is in no checkpoint: see the warning above",
             sim->clock.step);
  PetscCheck(!torn, sim->par.comm, PETSC_ERR_FILE_WRITE, "%s missing: see the warnings above%s",
             out->gone ? "files are"
             : rows    ? "rows are"
                       : "frames are",
             end == RUN_STOPPED_EARLY ? "; the run was stopped early, and its checkpoint is whole: "
                                        "-resume goes on from it"
                                      : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the console ---- */

PetscErrorCode sim_describe(Sim *sim)
{
  World *w = sim_world(sim);

  PetscFunctionBeginUser;
  PetscCall(console_describe(w));
  if (sim->par.rank == 0) timestep_print(sim);
  PetscCall(console_describe_more(w));
  PetscCall(modules_write(w, &(Output){.call = OUTPUT_ANNOUNCE, .goes_on = sim->folder.goes_on}));
  tell_now(&sim->par, TELL_INFO); /* behind a pipe it would otherwise appear at the end only */
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode report(Sim *sim, const Schedule *due, Ending *ending)
{
  const Opening *opening = &due->opening;
  const bool     whole   = !run_is_broken(ending->end);
  World         *w       = sim_world(sim);
  uint64_t       digest;

  PetscFunctionBeginUser;
  ending->folder     = &sim->folder;
  ending->goes_on    = sim->folder.goes_on;
  ending->dt_is_long = !sim->settings.dt_is_auto && sim->clock.dt > timestep_auto(sim) * (1 + 1e-9);
  ending->saved_step = due->saved_step;
  ending->failed     = due->failed;
  ending->balances   = &sim->lists.balance.sums;
  ending->balance    = &sim->lists.balance.last;
  ending->imbalance  = sim->lists.balance.imbalance;
  PetscCall(end_report_print(w, opening, ending));
  if (sim->clock.step > opening->step && whole) PetscCall(constraints_warn(w, false));
  if (whole && option_bool(sim->options, "", NULL, "verbose")) {
    PetscCall(save_digest(sim, &digest)); /* as clast-digest prints it for a checkpoint */
    if (sim->par.rank == 0)
      tell(&sim->par, TELL_INFO, "clast: digest of the state: %016" PRIx64 "\n", digest);
  }
  if (sim->par.rank == 0) end_report_print_restart(w, ending);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a run that has nothing left to do ---- */

/* *whole: the run goes on at its end, and its folder is complete: status finished, the same
   scenario, the last checkpoint. Then no file is changed. Collective. */
static PetscErrorCode look_for_whole(Sim *sim, Schedule *due, bool *whole)
{
  const char *dir = option_word(sim->options, "output", NULL, "dir");
  char       *resolved;

  PetscFunctionBeginUser;
  *whole = sim->folder.goes_on && sim->clock.step >= due->output.last && !sim->entry.stop[0];
  if (!*whole) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(checkpoint_is_there(&sim->par, dir, sim->clock.step, whole));
  PetscCall(options_resolved(sim->options, &resolved));
  if (sim->par.rank == 0 && *whole)
    *whole = text_is(dir, "status", "finished\n") && text_is(dir, "resolved.yaml", resolved);
  free(resolved);
  PetscCall(parallel_bcast(&sim->par, whole, sizeof *whole, 0));
  if (!*whole) PetscFunctionReturn(PETSC_SUCCESS);
  due->saved_step = sim->clock.step;
  snprintf(sim->folder.dir, sizeof sim->folder.dir, "%s", dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the loop ---- */

/* Before a step: ask for the balance of forces, and for the stress of a cell that deforms, if
   something may read them after it. row: log.csv gets a row, or totals are asked for. Events read
   totals, and an event or inlet may end the run with a row. */
static void ask_forces(Sim *sim, bool row)
{
  const EventSet        *events = sim_events(sim);
  const Clock            clock  = auto_dt_clock(sim_auto_dt(sim), &sim->clock);
  const bool             inlets = sources_have_objects(&sim->entry.sources);
  const DeformationKind *kind   = sim_cell(sim)->moving.deformation.kind;
  CellLoads             *loads  = &sim_cell(sim)->loads;

  loads->places = row || events->n > 0 || inlets || (kind && kind->servo);
  sim->evaluation.force_balance.asked =
    events_ask_balance(events, &clock) ||
    (sim->space.domain.cell.flows && (row || events_may_ask(events, &clock) || inlets));
}

/* Find anew when output is due, if actions have changed intervals. */
static PetscErrorCode retime(Sim *sim, Schedule *due)
{
  PetscFunctionBeginUser;
  if (sim->world.retimed) {
    set_intervals(sim, due);
    PetscCall(call_modules(sim, due, OUTPUT_RETIME));
  }
  sim->world.retimed = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_do(Sim *sim, Schedule *due, const char *item, Text *why)
{
  PetscFunctionBeginUser;
  sim->world.save = false;
  PetscCall(events_do(sim_world(sim), item, why));
  step_shorten_dt(sim);
  PetscCall(retime(sim, due));
  if (sim->world.save) PetscCall(save(sim, due));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void run_move(Sim *sim, const char *name, const HostPose *pose, char *why)
{
  TimedMotion *motion = wall_motions_find(&sim->motion.walls, name);
  Likeness     like   = likeness_start(name);
  HostPose     before;

  why[0] = '\0';
  if (!motion) {
    options_offer(sim->options, "motion", &like);
    snprintf(why, HOST_WHY, "there is no motion '%s'; there are: %s", name,
             likeness_offered(&like));
    return;
  }
  if (motion->kind == &prescribed_host) before = host_motion_pose(motion);
  if (!host_motion_set(motion, pose, sim_time(sim), sim->settings.dimension, why)) return;
  if (impact_of_host(sim_world(sim), motion, before.velocity, before.spin))
    auto_dt_mind(sim_auto_dt(sim));
}

/* Make a step with its output. pauses: a host may ask for totals after it. */
static PetscErrorCode step(Sim *sim, Schedule *due, bool pauses, bool *stop, RunEnd *end)
{
  PetscFunctionBeginUser;
  if (due->evens) PetscCall(sim_even(sim));
  due->evens             = false;
  sim->evaluation.pauses = pauses;
  ask_forces(sim, pauses || has_row(sim, due, sim->clock.step + 1));
  PetscCall(sim_step(sim, stop, end));
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  due->output.last = due->progress.last = last_step(sim);
  PetscCall(retime(sim, due));
  PetscCall(write_due(sim, due));
  progress_show(&due->progress, &sim->world, due->output.pebbles);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_go(Sim *sim, Schedule *due, int64_t steps, double until, RunEnd *end)
{
  const int64_t last = sim->clock.step + min_int(steps, STEPS_MOST - sim->clock.step);
  bool          stop = false;

  PetscFunctionBeginUser;
  while (due->end == RUN_GOES_ON && sim->clock.step < last && sim_time(sim) < until) {
    const bool pauses = sim->clock.step + 1 == last || clock_next(&sim->clock) >= until;

    if (sim->clock.step >= due->output.last || sim->entry.stop[0]) due->end = RUN_FINISHED;
    else PetscCall(step(sim, due, pauses, &stop, &due->end));
    if (due->end == RUN_GOES_ON && stop && sim->clock.step < due->output.last)
      due->end = RUN_STOPPED_EARLY;
  }
  *end = due->end;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_begin(Sim *sim, bool writes, Schedule *due)
{
  Overlaps overlaps = {.n = 0};
  bool     whole    = false;

  PetscFunctionBeginUser;
  *due        = make_schedule(sim);
  due->writes = writes;
  if (writes) PetscCall(look_for_whole(sim, due, &whole));
  if (whole) { /* nothing is to be done, and its files stay as they are */
    due->writes = false;
    due->end    = RUN_FINISHED;
  }
  if (due->writes) PetscCall(open_output(sim, due));
  sim->limits.watched = true;
  PetscCall(sim_describe(sim));
  if (!sim->folder.goes_on) {
    PetscCall(overlaps_watch(sim, &overlaps));
    PetscCall(sim_begin(sim, &due->end));
  }
  if (due->end == RUN_GOES_ON && !sim->folder.goes_on) {
    PetscCall(write_due(sim, due));
    PetscCall(events_warn(sim_world(sim)));
    PetscCall(overlaps_warn(sim, &overlaps));
    due->evens             = true;
    sim->evaluation.pauses = true; /* before the first step */
  }
  if (due->end == RUN_GOES_ON || whole)
    PetscCall(opening_note(sim_world(sim), sim->folder.goes_on, &due->opening));
  due->output.pebbles = due->opening.pebbles;
  due->progress       = progress_start(sim_world(sim), due->output.last);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_end(Sim *sim, Schedule *due, RunEnd *end)
{
  Ending ending = {.seconds = wall_seconds() - due->opening.start};

  PetscFunctionBeginUser;
  if (due->end == RUN_GOES_ON) due->end = RUN_STOPPED_EARLY;
  ending.end = *end = due->end;
  progress_end(&due->progress);
  sources_warn_late(sim_world(sim));
  if (due->writes) PetscCall(close_output(sim, due, *end));
  else contact_listeners_stop(&sim->modules.listeners);
  PetscCall(report(sim, due, &ending));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_run(Sim *sim, RunEnd *end)
{
  Schedule due;

  PetscFunctionBeginUser;
  PetscCall(run_begin(sim, true, &due));
  PetscCall(run_go(sim, &due, STEPS_MOST, INFINITY, end));
  PetscCall(run_end(sim, &due, end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int run_status(RunEnd end)
{
  return run_is_broken(end) ? EXIT_PHYSICS : end == RUN_STOPPED_EARLY ? EXIT_EARLY : EXIT_DONE;
}
