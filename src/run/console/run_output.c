/* SPDX-License-Identifier: MIT */
/* Output of a run (run_output.h). The rows and files of a step depend on its number alone, so that
   a restarted run writes the same as an uninterrupted one. */
#include "run/console/run_output.h"
#include "matter/group_read.h"
#include "output/files.h"
#include "output/frames/frames.h"
#include "output/table/final.h"
#include "output/table/status.h"
#include "output/table/tables.h"
#include "run/console/output_files.h"
#include "run/console/summary.h"
#include "run/link_run.h"
#include "run/lists/rebuild.h"
#include "run/restart/folder_lock.h"
#include "run/restart/save.h"
#include "run/shown_velocities.h"
#include "run/sim.h"

double wall_since(double start)
{
  PetscLogDouble now;

  (void)PetscTime(&now);
  return now - start;
}

/* ---- what is due ---- */

/* True at the end of the run by the scenario: its end time, or an event or inlet that ends it. A
   run that is stopped early, as by a limit of wall time, writes no last rows, and goes on as if it
   had not been stopped. */
static bool is_end(const Sim *sim, const Schedule *due, int64_t step)
{
  return step == due->last || (step == sim->clock.step && sim->entry.stop[0]);
}

bool run_has_row(const Sim *sim, const Schedule *due, int64_t step)
{
  return beat_falls(&due->log_beat, &sim->clock, step) || is_end(sim, due, step);
}

/* The present step for modules. */
static Output *output_at(const Sim *sim, Schedule *due, OutputCall call)
{
  Output *out = &due->output;

  out->call    = call;
  out->dir     = sim->output_dir;
  out->goes_on = sim->restarted;
  out->row     = run_has_row(sim, due, sim->clock.step);
  out->ends    = is_end(sim, due, sim->clock.step);
  out->last    = due->last;
  return out;
}

/* Let modules open, write or close their files. */
static PetscErrorCode write_modules(Sim *sim, Schedule *due, OutputCall call)
{
  return modules_write(sim, output_at(sim, due, call));
}

/* ---- while it runs ---- */

/* Write to events.csv what happened since the last call. */
static PetscErrorCode write_events(Sim *sim, Log *log)
{
  Journal *journal = &sim->journal;

  PetscFunctionBeginUser;
  PetscCall(link_run_tell(sim, journal));
  PetscCall(table_write(&sim->par, log, journal->n, journal->rows));
  journal->n = 0; /* nobody reads them if there is no file */
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_row(Sim *sim, Schedule *due)
{
  const int64_t lost     = due->log.lost;
  ContactScene  scene    = sim_scene(sim);
  Measured      measured = sim_measured(sim, &scene);
  AnswersKept   kept;
  LogRow        row = {.step = sim->clock.step, .time = sim_time(sim), .dt = sim->clock.dt};

  PetscFunctionBeginUser;
  PetscCall(sim_tell_gone(sim));
  PetscCall(sim_pose(sim)); /* viscosity adds to the virial */
  PetscCall(shown_velocities_begin(sim, &kept));
  PetscCall(totals_find(&measured, &row.totals));
  shown_velocities_end(sim, &kept);
  row.wall_time = wall_since(due->start);
  PetscCall(write_events(sim, &due->events));
  PetscCall(table_write(&sim->par, &due->log, 1, &row));
  due->progress.pebbles = (int64_t)totals_value(&row.totals, "pebbles");
  if (due->log.lost == 1 && lost == 0)
    warning_add(&sim->warnings,
                "no row of log.csv at step %" PRId64 ", and perhaps at later steps: %s",
                sim->clock.step, strerror(due->log.fault));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Mask of the groups that a key of `output` names, checked in setup; 0: all. */
static uint64_t shown_of(const Sim *sim, const char *key)
{
  uint64_t mask;

  groups_selected(sim->options, "output", NULL, key, &sim->groups, &mask);
  return mask;
}

static PetscErrorCode write_frame(Sim *sim, Schedule *due)
{
  const WallMotions *motions = &sim->motions;
  FrameWall         *walls;
  AnswersKept        kept;
  char               why[FRAMES_WHY];
  bool               written;

  PetscFunctionBeginUser;
  PetscCall(array_create(&walls, sizeof *walls, motions->n));
  for (int k = 0; k < motions->n; k++)
    walls[k] = (FrameWall){sim->walls.list[motions->list[k].wall].name, motions->list[k].now};
  sim_complete(sim);
  PetscCall(sim_clear_out(sim));
  PetscCall(shown_velocities_begin(sim, &kept));
  PetscCall(frames_write(
    &sim->par, sim->output_dir, sim->clock.step, sim_time(sim), sim->clumps, &sim->templates,
    &sim->groups, shown_of(sim, "frames_groups"), &sim->domain, motions->n, walls,
    (int)option_int(sim->options, "output", NULL, "frames_compress"), &written, why));
  shown_velocities_end(sim, &kept);
  array_free(&walls);
  file_count(written, &due->told, "frame", why, sim_world(sim), &due->output);
  PetscCall(write_modules(sim, due, OUTPUT_FRAME));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn once if the run's folder was removed or moved. The run continues, with its checkpoints in a
   new folder of this name. */
static PetscErrorCode look_at_log(Sim *sim, Schedule *due)
{
  const bool before = due->log.gone;

  PetscFunctionBeginUser;
  PetscCall(log_look(&sim->par, &due->log));
  if (due->log.gone && !before)
    warning_add(&sim->warnings,
                "%s: has been removed or moved while the run goes on: rows, frames and checkpoints "
                "until now are lost",
                due->log.path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode save(Sim *sim, Schedule *due)
{
  PetscLogDouble from;
  bool           written;

  PetscFunctionBeginUser;
  PetscCall(look_at_log(sim, due));
  PetscCall(write_events(sim, &due->events));
  PetscCall(write_modules(sim, due, OUTPUT_FLUSH));
  if (due->saved_step == sim->clock.step) {
    PetscCall(checkpoint_is_there(&sim->par, sim->output_dir, sim->clock.step, &written));
    if (written) PetscFunctionReturn(PETSC_SUCCESS);
    due->saved_step = -1;
  }
  PetscCall(PetscTime(&from));
  PetscCall(save_write(sim, &written));
  if (written) due->saved_step = sim->clock.step;
  limits_saved(&sim->limits, from);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_retime(Sim *sim, Schedule *due)
{
  return write_modules(sim, due, OUTPUT_RETIME);
}

PetscErrorCode run_write_due(Sim *sim, Schedule *due)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_OUTPUT);
  if (run_has_row(sim, due, sim->clock.step)) PetscCall(write_row(sim, due));
  PetscCall(write_modules(sim, due, OUTPUT_STEP));
  if (beat_falls(&due->frames_beat, &sim->clock, sim->clock.step)) PetscCall(write_frame(sim, due));
  /* the time of a checkpoint may depend on wall time, its content does not */
  if (sim->clock.step == due->first || sim->asked == ASK_SAVE ||
      beat_falls(&due->save_beat, &sim->clock, sim->clock.step))
    PetscCall(save(sim, due));
  stage(&sim->stages, STAGE_NONE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- at its start and end ---- */

/* Open tables, frames and checkpoints: empty for a new run, cut at the present step
   for a restart. */
static PetscErrorCode open_tables(Sim *sim, Schedule *due)
{
  const bool         goes_on  = sim->restarted;
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  const int64_t      last     = goes_on ? sim->clock.step : -1;
  char               aside[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  PetscCall(log_open(&sim->par, sim->output_dir,
                     output_kept(output_at(sim, due, OUTPUT_OPEN), sim_world(sim), &due->log_beat),
                     &measured, &due->log));
  PetscCall(table_open(&sim->par, sim->output_dir, last,
                       sim->journal.used || links_are_used(&sim->links), &event_table,
                       &due->events));
  PetscCall(write_modules(sim, due, OUTPUT_OPEN));
  PetscCall(table_open(&sim->par, sim->output_dir, last, sim->par.size > 1, &balance_table,
                       &sim->balance.log));
  PetscCall(series_cut(&sim->par, sim->output_dir, "frames",
                       goes_on ? clock_reached(&sim->clock) : -HUGE_VAL));
  PetscCall(checkpoint_cut(&sim->par, sim->output_dir, last, aside));
  if (aside[0])
    warning_add(&sim->warnings, "%s: this run %s", aside,
                goes_on ? "goes on from an earlier one" : "starts anew; -resume would go on");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Begin the files of the run in its folder. */
static PetscErrorCode begin_files(Sim *sim, Schedule *due)
{
  PetscErrorCode error;
  char          *resolved;

  PetscFunctionBeginUser;
  PetscCall(output_files_check(sim, "output", "final", true));
  PetscCall(options_resolved(sim->options, &resolved));
  PetscCall(text_write(&sim->par, sim->output_dir, "resolved.yaml", resolved));
  sim->writes = true;
  free(resolved);
  PetscCall(status_write(&sim->par, sim->output_dir, "running", &due->status));
  if (sim->par.rank == 0) limits_watch(&sim->limits, sim->output_dir);
  error = open_tables(sim, due);
  if (error) PetscCall(status_write(&sim->par, sim->output_dir, "failed", &due->status));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_open_output(Sim *sim, Schedule *due)
{
  PetscErrorCode error;

  PetscFunctionBeginUser;
  PetscCall(folder_lock_take(sim));
  error = begin_files(sim, due);
  if (error) {
    /* files are closed, as the process may go on with another run */
    PetscCall(log_close(&due->log));
    PetscCall(write_modules(sim, due, OUTPUT_CLOSE));
    contact_listeners_stop(&sim->listeners);
    PetscCall(log_close(&sim->balance.log));
    status_close(&due->status);
    folder_lock_end(sim);
  }
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_close_output(Sim *sim, Schedule *due, RunEnd end)
{
  const char *final   = option_word(sim->options, "output", NULL, "final");
  const char *words[] = {
    [RUN_FINISHED] = "finished", [RUN_STOPPED_EARLY] = "checkpointed", [RUN_BROKEN] = "failed"};
  const int64_t  lost[] = {due->log.lost + due->events.lost + due->output.rows_lost,
                           sim->balance.log.lost};
  PetscErrorCode error  = PETSC_SUCCESS;
  bool           kept, gone, torn;

  PetscFunctionBeginUser;
  sim_complete(sim);
  if (end == RUN_BROKEN) PetscCall(write_modules(sim, due, OUTPUT_FLUSH));
  else PetscCall(save(sim, due));
  kept = end == RUN_BROKEN || due->saved_step == sim->clock.step;
  gone = due->log.gone;
  /* an end by physics has its own status; any other one shows whether all output was written */
  torn = end != RUN_BROKEN && (gone || lost[0] + lost[1] + due->output.files_lost > 0);
  if (end == RUN_FINISHED && final[0])
    error = final_write(&sim->par, final, &sim->domain, &sim->materials, &sim->templates,
                        &sim->groups, shown_of(sim, "final_groups"), sim->clumps);
  if (lost[0] + lost[1] > 0)
    warning_add(
      &sim->warnings,
      "%" PRId64
      " rows of log.csv, events.csv, walls.csv, bodies.csv, pebbles.csv or outlets.csv and "
      "%" PRId64 " of balance.csv could not be written",
      lost[0], lost[1]);
  if (due->output.files_lost > 0)
    warning_add(&sim->warnings,
                "%" PRId64 " frames, pictures, dumps, and samples of probes, profiles and monitors "
                "could not be written",
                due->output.files_lost);
  PetscCall(write_events(sim, &due->events));
  PetscCall(write_modules(sim, due, OUTPUT_CLOSE));
  contact_listeners_stop(&sim->listeners);
  PetscCall(log_close(&due->log));
  PetscCall(log_close(&due->events));
  PetscCall(log_close(&sim->balance.log));
  if (!gone) PetscCall(summary_write(sim));
  PetscCall(status_write(&sim->par, sim->output_dir,
                         kept && !error && !torn ? words[end] : "failed", &due->status));
  status_close(&due->status);
  limits_end(&sim->limits);
  folder_lock_end(sim);
  PetscCall(error);
  PetscCheck(kept, sim->par.comm, PETSC_ERR_FILE_WRITE,
             "the state at the end (step %" PRId64 ") is in no checkpoint: see the warning above",
             sim->clock.step);
  PetscCheck(!torn, sim->par.comm, PETSC_ERR_FILE_WRITE, "%s missing: see the warnings above%s",
             gone                    ? "files are"
             : lost[0] + lost[1] > 0 ? "rows are"
                                     : "frames are",
             end == RUN_STOPPED_EARLY ? "; the run was stopped early, and its checkpoint is whole: "
                                        "-resume goes on from it"
                                      : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}
