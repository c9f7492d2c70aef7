/* SPDX-License-Identifier: MIT */
/* Main loop: steps and output. What is written depends on the step number alone, so that a
   restarted run writes the same as an uninterrupted one. */
#define _POSIX_C_SOURCE 200809L
#include "base/bounds.h"
#include "output/files.h"
#include "output/final.h"
#include "output/frames.h"
#include "output/log.h"
#include "sim/claims.h"
#include "sim/console.h"
#include "sim/save.h"
#include "sim/timestep.h"
#include <signal.h>
#include <unistd.h>

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

typedef struct {
  int64_t        last;                                /* step at which the run ends */
  int64_t        log_every, frames_every, save_every; /* steps, 0: never */
  double         save_every_wall;                     /* s, 0: never */
  PetscLogDouble start, saved;                        /* wall times, s */
  int64_t        first, saved_step;
  int64_t        frames_lost;
  Progress       progress;
  bool           wall; /* this rank found the wall-time limit reached */
  Log            log;
  int            lock;   /* of the lock on the run's folder, rank 0 */
  int            status; /* of the file `status`, rank 0 */
} Schedule;

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

static double since(PetscLogDouble start)
{
  PetscLogDouble now;

  (void)PetscTime(&now);
  return now - start;
}

/* ---- what is written ---- */

static PetscErrorCode write_row(Sim *sim, Schedule *due)
{
  const int64_t lost  = due->log.lost;
  ContactScene  scene = sim_scene(sim);
  LogRow        row   = {.step = sim->clock.step, .time = sim_time(sim), .dt = sim->clock.dt};

  PetscFunctionBeginUser;
  sim_settle(sim);
  PetscCall(totals_find(&sim->par, &sim->templates, sim->settings.gravity, sim->contacts, &scene,
                        &sim->taken, sim->report.deepest_gap, &row.totals));
  row.wall_time = since(due->start);
  PetscCall(log_row(&sim->par, &due->log, &row));
  due->progress.pebbles = row.totals.pebbles;
  if (due->log.lost == 1 && lost == 0)
    warning_add(&sim->warnings, "no row of log.csv at step %" PRId64 ", and perhaps later: %s",
                sim->clock.step, strerror(due->log.fault));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_frame(Sim *sim, Schedule *due)
{
  char why[FRAMES_WHY];
  bool written;

  PetscFunctionBeginUser;
  sim_settle(sim);
  PetscCall(sim_clear_out(sim));
  PetscCall(frames_write(&sim->par, sim->output_dir, sim->clock.step, sim_time(sim), sim->clumps,
                         &sim->templates, &sim->groups, &sim->domain, &written, why));
  due->frames_lost += !written;
  if (!written)
    warning_add(&sim->warnings, "no frame at step %" PRId64 ": %s", sim->clock.step, why);
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
  bool written;

  PetscFunctionBeginUser;
  PetscCall(look_at_log(sim, due));
  if (due->saved_step == sim->clock.step) {
    PetscCall(checkpoint_is_there(&sim->par, sim->output_dir, sim->clock.step, &written));
    if (written) PetscFunctionReturn(PETSC_SUCCESS);
    due->saved_step = -1;
  }
  PetscCall(save_write(sim, &written));
  if (written) due->saved_step = sim->clock.step;
  PetscCall(PetscTime(&due->saved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool falls_on(int64_t step, int64_t every)
{
  return every > 0 && step % every == 0; /* counted from the step at which dt last changed */
}

static PetscErrorCode write_due(Sim *sim, Schedule *due)
{
  bool wall;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_OUTPUT);
  if (falls_on(sim->clock.step - sim->clock.first, due->log_every) || sim->clock.step == due->last)
    PetscCall(write_row(sim, due));
  if (falls_on(sim->clock.step - sim->clock.first, due->frames_every))
    PetscCall(write_frame(sim, due));
  if (sim->clock.step == due->first ||
      falls_on(sim->clock.step - sim->clock.first, due->save_every))
    PetscCall(save(sim, due));
  /* wall time decides when to save, not what; checked every 64 steps, agreed by all ranks */
  if (due->save_every_wall > 0 && sim->clock.step % 64 == 0) {
    wall = since(due->saved) > due->save_every_wall;
    PetscCall(parallel_any(&sim->par, &wall));
    if (wall) PetscCall(save(sim, due));
  }
  stage(&sim->stages, STAGE_NONE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers over all ranks: clumps, their pebbles, and rows of clumps that have left. */
static PetscErrorCode count_pebbles(const Sim *sim, int64_t counts[3])
{
  PetscFunctionBeginUser;
  counts[0] = counts[1] = counts[2] = 0;
  for (PetscInt a = 0; a < sim->clumps->n_owned; a++) {
    const bool gone = clump_is_gone(sim->clumps, a);

    counts[gone ? 2 : 0]++;
    if (gone) continue;
    counts[1] += sim->templates.list[sim->clumps->shape[a]].n;
  }
  PetscCall(parallel_sum_int(&sim->par, counts, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the loop ---- */

static bool is_out_of_time(const Sim *sim)
{
  return sim->settings.wall_limit > 0 && since(sim->began) > sim->settings.wall_limit;
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
  while (*end == RUN_GOES_ON && sim->clock.step < due->last) {
    PetscCall(sim_step(sim, &stop, end));
    if (*end != RUN_GOES_ON) break;
    PetscCall(write_due(sim, due));
    progress_show(&due->progress, sim);
    if (stop && sim->clock.step < due->last) *end = RUN_STOPPED_EARLY;
    due->wall = *end == RUN_STOPPED_EARLY && is_out_of_time(sim);
  }
  if (*end == RUN_GOES_ON) *end = RUN_FINISHED;
  progress_end(&due->progress);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Create and lock the run's folder. */
static PetscErrorCode take_folder(Sim *sim, Schedule *due)
{
  bool taken = false;

  PetscFunctionBeginUser;
  snprintf(sim->output_dir, sizeof sim->output_dir, "%s",
           option_word(sim->options, "output", NULL, "dir"));
  PetscCheck(
    strlen(sim->output_dir) + 4 * NAME_LENGTH < CHECKPOINT_PATH, sim->par.comm, PETSC_ERR_FILE_OPEN,
    "output: dir: the name of the folder is too long: %zu characters with those above it, of %d",
    strlen(sim->output_dir), CHECKPOINT_PATH - 4 * NAME_LENGTH);
  PetscCall(log_folder(&sim->par, sim->output_dir));
  if (sim->par.rank == 0) taken = !folder_lock(sim->output_dir, &due->lock);
  PetscCall(parallel_any(&sim->par, &taken));
  PetscCheck(!taken, sim->par.comm, PETSC_ERR_FILE_OPEN,
             "%s: another run is writing into this folder: wait until it has ended, or give "
             "another -output_dir",
             sim->output_dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Open tables, frames and checkpoints: empty for a new run, cut at the present step for a restart.
 */
static PetscErrorCode open_tables(Sim *sim, Schedule *due)
{
  const bool    goes_on = sim->restarted;
  const int64_t last    = goes_on ? sim->clock.step : -1;
  int64_t       kept    = last;

  PetscFunctionBeginUser;
  /* an uninterrupted run would not have written the last row of a run that ended between log steps
   */
  if (goes_on && !falls_on(sim->clock.step - sim->clock.first, due->log_every) &&
      sim->clock.step < due->last)
    kept--;
  PetscCall(log_open(&sim->par, sim->output_dir, kept, sim->clumps->uses, &due->log));
  PetscCall(balances_open(&sim->par, sim->output_dir, last, &sim->balance.log));
  PetscCall(
    frames_cut(&sim->par, sim->output_dir, goes_on ? clock_reached(&sim->clock) : -HUGE_VAL));
  PetscCall(checkpoint_cut(&sim->par, sim->output_dir, last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode open_output(Sim *sim, Schedule *due)
{
  PetscErrorCode error;
  char          *resolved;

  PetscFunctionBeginUser;
  PetscCall(take_folder(sim, due));
  PetscCall(claims_check(sim, "output", "final", true));
  PetscCall(options_resolved(sim->options, &resolved));
  PetscCall(text_write(&sim->par, sim->output_dir, "resolved.yaml", resolved));
  sim->writes = true;
  free(resolved);
  PetscCall(status_write(&sim->par, sim->output_dir, "running", &due->status));
  error = open_tables(sim, due);
  if (error) PetscCall(status_write(&sim->par, sim->output_dir, "failed", &due->status));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lost output is reported by the status file and the exit status, too, as scripts rely on them. */
static PetscErrorCode close_output(Sim *sim, Schedule *due, RunEnd end)
{
  const char *final   = option_word(sim->options, "output", NULL, "final");
  const char *words[] = {
    [RUN_FINISHED] = "finished", [RUN_STOPPED_EARLY] = "checkpointed", [RUN_BROKEN] = "failed"};
  const int64_t  lost[] = {due->log.lost, sim->balance.log.lost};
  PetscErrorCode error  = PETSC_SUCCESS;
  bool           kept, gone, torn;

  PetscFunctionBeginUser;
  sim_settle(sim);
  if (end != RUN_BROKEN) PetscCall(save(sim, due));
  kept = end == RUN_BROKEN || due->saved_step == sim->clock.step;
  gone = due->log.gone;
  /* an early end has a status of its own */
  torn = end == RUN_FINISHED && (gone || lost[0] + lost[1] + due->frames_lost > 0);
  if (end == RUN_FINISHED && final[0])
    error = final_write(&sim->par, final, &sim->domain, &sim->materials, &sim->templates,
                        &sim->groups, sim->clumps);
  if (lost[0] + lost[1] > 0)
    warning_add(&sim->warnings,
                "%" PRId64 " rows of log.csv and %" PRId64 " of balance.csv could not be written",
                lost[0], lost[1]);
  PetscCall(log_close(&due->log));
  PetscCall(log_close(&sim->balance.log));
  PetscCall(status_write(&sim->par, sim->output_dir,
                         kept && !error && !torn ? words[end] : "failed", &due->status));
  status_close(&due->status);
  folder_unlock(due->lock);
  PetscCall(error);
  PetscCheck(kept, sim->par.comm, PETSC_ERR_FILE_WRITE,
             "the state at the end (step %" PRId64 ") is in no checkpoint: see the warning above",
             sim->clock.step);
  PetscCheck(!torn, sim->par.comm, PETSC_ERR_FILE_WRITE, "%s missing: see the warnings above",
             gone                    ? "files are"
             : lost[0] + lost[1] > 0 ? "rows are"
                                     : "frames are");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode describe_waiting(const Sim *sim)
{
  double  next;
  int64_t n;

  PetscFunctionBeginUser;
  PetscCall(waiting_next(&sim->par, sim->waiting, &next, &n));
  if (n > 0 && sim->par.rank == 0)
    printf("clast: %" PRId64 " clump%s later, from t = %g s on%s\n", n,
           n == 1 ? " enters" : "s enter", next,
           next > sim->settings.end_time ? ", which is after the end" : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_describe(Sim *sim)
{
  int64_t counts[3];

  PetscFunctionBeginUser;
  PetscCall(count_pebbles(sim, counts));
  if (sim->par.rank == 0) {
    printf("clast: %" PRId64 " clumps of %" PRId64
           " %s on %d rank%s; dt = %.6g s, t = %g to %g s\n",
           counts[0], counts[1],
           sim->settings.dimension == 2 ? "discs in two dimensions" : "pebbles", sim->par.size,
           sim->par.size == 1 ? "" : "s", sim->clock.dt, sim_time(sim), sim->settings.end_time);
    timestep_print(sim);
  }
  PetscCall(describe_waiting(sim));
  fflush(stdout); /* behind a pipe it would otherwise appear at the end only */
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
  PetscCall(open_output(sim, &due));
  PetscCall(sim_describe(sim));
  *end = RUN_GOES_ON;
  if (!sim->restarted) PetscCall(sim_begin(sim, end));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(write_due(sim, &due));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(sim_even(sim));
  opening = (Opening){.step = sim->clock.step};
  if (*end == RUN_GOES_ON) PetscCall(opening_note(sim, &opening));
  due.progress = progress_start(sim, due.last, opening.pebbles);
  if (*end == RUN_GOES_ON) PetscCall(loop(sim, &due, end));
  ending = (Ending){
    .end = *end, .signal = signal_caught, .wall = due.wall, .seconds = since(opening.start)};
  PetscCall(close_output(sim, &due, *end));
  ending.saved_step = due.saved_step;
  PetscCall(closing_print(sim, &opening, &ending));
  PetscFunctionReturn(PETSC_SUCCESS);
}
