/* SPDX-License-Identifier: MIT */
/* The run: steps, and what is written on the way. Everything written follows from the step number, so that a restarted run
   writes what the whole run would have. */
#define _POSIX_C_SOURCE 200809L
#include "output/files.h"
#include "output/final.h"
#include "output/frames.h"
#include "output/log.h"
#include "sim/claims.h"
#include "sim/memory.h"
#include "sim/save.h"
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t signal_caught;

static void signal_note(int number)
{
  signal_caught = number;
}

/* What batch systems send before they end a job; a file that may not grow is like a full disk. */
static void signal_listen(void)
{
  const int numbers[] = {SIGTERM, SIGUSR1, SIGUSR2, SIGINT};

  signal_caught = 0;
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    struct sigaction action = {.sa_handler = signal_note, .sa_flags = SA_RESTART}; /* writes go on */

    sigaction(numbers[k], &action, NULL);
  }
  signal(SIGXFSZ, SIG_IGN);
}

typedef struct {
  int64_t        last;                                /* step at which the run ends */
  int64_t        log_every, frames_every, save_every; /* steps, 0: never */
  double         save_every_wall;                     /* s, 0: never */
  PetscLogDouble start, saved, shown;                 /* wall times, s */
  int64_t        first, saved_step;
  HaloSent       sent;   /* before the first step, */
  StageTimes     before; /* and what stages had taken */
  int64_t        frames_lost;
  Log            log;
  int            lock; /* on the run's folder, rank 0 */
} Plan;

/* A period in time as a number of steps, at least one. */
static int64_t period(double time, double dt)
{
  return time > 0 && time / dt < 9e15 ? max_int(1, llround(time / dt)) : 0;
}

static Plan make_plan(const Sim *sim)
{
  const RunSettings *s         = &sim->settings;
  const double       log_every = option_real(sim->options, "output", NULL, "log_every");
  Plan               p         = {.first = sim->step, .saved_step = -1, .lock = -1};

  p.last            = sim->first_step + (int64_t)ceil((s->end_time - sim->t0) / s->dt - 1e-9);
  p.log_every       = isnan(log_every) ? max_int(1, (int64_t)ceil(s->end_time / s->dt - 1e-9) / 100) : period(log_every, s->dt);
  p.frames_every    = period(option_real(sim->options, "output", NULL, "frames_every"), s->dt);
  p.save_every      = period(option_real(sim->options, "checkpoint", NULL, "every"), s->dt);
  p.save_every_wall = option_real(sim->options, "checkpoint", NULL, "every_wall");
  (void)PetscTime(&p.start);
  p.saved = p.shown = p.start;
  return p;
}

static double since(PetscLogDouble start)
{
  PetscLogDouble now;

  (void)PetscTime(&now);
  return now - start;
}

/* ---- what is written ---- */

static PetscErrorCode write_row(Sim *sim, Plan *plan)
{
  const int64_t lost  = plan->log.lost;
  ContactScene  scene = sim_scene(sim);
  Totals        totals;

  PetscFunctionBeginUser;
  sim_settle(sim);
  PetscCall(totals_find(&sim->par, &sim->templates, sim->settings.gravity, sim->contacts, &scene, &sim->taken,
                        sim->report.deepest_gap, &totals));
  PetscCall(log_row(&sim->par, &plan->log, sim->step, sim_time(sim), sim->settings.dt, &totals, since(plan->start)));
  if (plan->log.lost == 1 && lost == 0)
    warning_add(&sim->warnings, "no row of log.csv at step %" PRId64 ", and perhaps later: %s", sim->step,
                strerror(plan->log.fault));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_frame(Sim *sim, Plan *plan)
{
  char why[FRAMES_WHY];
  bool written;

  PetscFunctionBeginUser;
  sim_settle(sim);
  PetscCall(sim_clear_out(sim));
  PetscCall(frames_write(&sim->par, sim->output_dir, sim->step, sim_time(sim), sim->clumps, &sim->templates, &sim->groups,
                         &sim->domain, &written, why));
  plan->frames_lost += !written;
  if (!written) warning_add(&sim->warnings, "no frame at step %" PRId64 ": %s", sim->step, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode save(Sim *sim, Plan *plan)
{
  bool written;

  PetscFunctionBeginUser;
  if (plan->saved_step == sim->step) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(save_write(sim, &written));
  if (written) plan->saved_step = sim->step;
  PetscCall(PetscTime(&plan->saved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool falls_on(int64_t step, int64_t every)
{
  return every > 0 && step % every == 0; /* steps since dt is what it is */
}

static PetscErrorCode write_due(Sim *sim, Plan *plan)
{
  bool wall;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_OUTPUT);
  if (falls_on(sim->step - sim->first_step, plan->log_every) || sim->step == plan->last) PetscCall(write_row(sim, plan));
  if (falls_on(sim->step - sim->first_step, plan->frames_every)) PetscCall(write_frame(sim, plan));
  if (sim->step == plan->first || falls_on(sim->step - sim->first_step, plan->save_every)) PetscCall(save(sim, plan));
  /* wall time decides when to save, never what: asked now and then, agreed by all */
  if (plan->save_every_wall > 0 && sim->step % 64 == 0) {
    wall = since(plan->saved) > plan->save_every_wall;
    PetscCall(parallel_any(&sim->par, &wall));
    if (wall) PetscCall(save(sim, plan));
  }
  stage(&sim->stages, STAGE_NONE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Clumps, their pebbles, and rows of clumps that have left. */
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

/* One line that is overwritten, on a terminal only. */
static PetscErrorCode show_progress(Sim *sim, Plan *plan, int64_t pebbles)
{
  const double seconds = since(plan->start), rate = (double)(sim->step - plan->first) / seconds;

  PetscFunctionBeginUser;
  if (sim->par.rank != 0 || since(plan->shown) < 0.5) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&plan->shown));
  if (!isatty(STDERR_FILENO)) PetscFunctionReturn(PETSC_SUCCESS);
  fprintf(stderr,
          "\rclast: t = %.6g of %g s, %.4g steps/s, %.3g pebble-steps/s, %.0f s to go, imbalance %.2f, %" PRId64 " warnings   ",
          sim_time(sim), sim->settings.end_time, rate, rate * (double)pebbles, (double)(plan->last - sim->step) / rate,
          sim->balance.imbalance, sim->warnings.n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the loop ---- */

static PetscErrorCode loop(Sim *sim, Plan *plan, RunEnd *end)
{
  int64_t counts[3];
  bool    stop = false;

  PetscFunctionBeginUser;
  PetscCall(count_pebbles(sim, counts));
  while (*end == RUN_GOES_ON && sim->step < plan->last) {
    stop = signal_caught != 0 || (sim->settings.wall_limit > 0 && since(sim->began) > sim->settings.wall_limit);
    PetscCall(sim_step(sim, &stop, end));
    if (*end != RUN_GOES_ON) break;
    PetscCall(write_due(sim, plan));
    PetscCall(show_progress(sim, plan, counts[1]));
    if (stop && sim->step < plan->last) *end = RUN_STOPPED_EARLY;
  }
  if (*end == RUN_GOES_ON) *end = RUN_FINISHED;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What balancing was good for. */
static void print_balances(const Sim *sim)
{
  const BalanceRow *sums = &sim->balance.sums, *last = &sim->balance.last;

  if (sim->par.size == 1 || sim->counters.balances == 0) return;
  printf("clast: balances moved %" PRId64 " clumps, %" PRId64 " contacts, %.3g MB in %.3g s; the last: imbalance %.3f to %.3f, "
         "%.3g s, for %.3g s a step; imbalance %.3f at the end\n",
         sums->clumps, sums->records, 1e-6 * (double)sums->bytes, sums->seconds, last->before, last->after, last->seconds,
         last->gain, sim->balance.imbalance);
}

/* What steps sent, exactly: poses out, loads back; and the maximum over ranks, once each. */
static PetscErrorCode print_traffic(const Sim *sim, const Plan *plan, int64_t steps)
{
  const HaloSent sent   = halo_sent(sim->halo);
  const int64_t  out[2] = {sent.messages - plan->sent.messages, sent.bytes - plan->sent.bytes};
  int64_t        sum[2] = {out[0], out[1]}, most[2] = {out[0], out[1]};

  PetscFunctionBeginUser;
  if (sim->par.size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_sum_int(&sim->par, sum, 2));
  PetscCall(parallel_max_int(&sim->par, most, 2));
  if (sim->par.rank == 0)
    printf("clast: a rank sent %.4g messages and %.6g bytes a step (at most %.4g and %.6g), those at rebuilds included\n",
           (double)sum[0] / ((double)steps * sim->par.size), (double)sum[1] / ((double)steps * sim->par.size),
           (double)most[0] / (double)steps, (double)most[1] / (double)steps);
  if (sim->par.rank == 0 && halo_wide(sim->halo) > 0)
    printf("clast: beside these, two sums over all ranks of %d bytes a step, for %d clump%s held by very many\n",
           halo_wide(sim->halo) * (int)(HALO_POSE_BYTES + HALO_LOAD_BYTES), halo_wide(sim->halo),
           halo_wide(sim->halo) == 1 ? "" : "s");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode print_summary(Sim *sim, const Plan *plan, double seconds)
{
  const StageTimes t     = stage_minus(&sim->times, &plan->before);
  const int64_t    steps = sim->step - plan->first;
  int64_t          counts[3];

  PetscFunctionBeginUser;
  PetscCall(count_pebbles(sim, counts));
  if (sim->par.rank == 0 && steps > 0) {
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\n");
    printf("clast: loop %" PRId64 " steps, %" PRId64 " pebbles, %.4f s, %.4g pebble-steps/s\n", steps, counts[1], seconds,
           (double)steps * (double)counts[1] / seconds);
    printf("clast: rank 0 spent %.1f %% in motion, %.1f refresh, %.1f place, %.1f contacts, %.1f reduce, %.1f narrow, %.1f "
           "rebuild; %" PRId64 " narrowings, %" PRId64 " rebuilds, %" PRId64 " balances, %" PRId64 " steps repeated, %" PRId64
           " clumps left\n",
           100 * t.motion / seconds, 100 * t.refresh / seconds, 100 * t.place / seconds, 100 * t.contacts / seconds,
           100 * t.reduce / seconds, 100 * t.narrow / seconds, 100 * t.rebuild / seconds, sim->counters.narrowings,
           sim->counters.rebuilds, sim->counters.balances, sim->counters.repeats, sim->counters.removed + counts[2]);
    print_balances(sim);
  }
  if (steps > 0) PetscCall(print_traffic(sim, plan, steps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The run's folder, for this run alone. */
static PetscErrorCode take_folder(Sim *sim, Plan *plan)
{
  bool taken = false;

  PetscFunctionBeginUser;
  snprintf(sim->output_dir, sizeof sim->output_dir, "%s", option_word(sim->options, "output", NULL, "dir"));
  PetscCheck(strlen(sim->output_dir) + 4 * NAME_LENGTH < CHECKPOINT_PATH, sim->par.comm, PETSC_ERR_FILE_OPEN,
             "output: dir: the name of the folder is too long: %zu characters with those above it, of %d",
             strlen(sim->output_dir), CHECKPOINT_PATH - 4 * NAME_LENGTH);
  PetscCall(log_folder(&sim->par, sim->output_dir));
  if (sim->par.rank == 0) taken = !folder_lock(sim->output_dir, &plan->lock);
  PetscCall(parallel_any(&sim->par, &taken));
  PetscCheck(!taken, sim->par.comm, PETSC_ERR_FILE_OPEN,
             "%s: another run is writing into this folder: wait until it has ended, or give another -output_dir",
             sim->output_dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tables, frames and checkpoints begin anew, or go on from here. */
static PetscErrorCode open_tables(Sim *sim, Plan *plan)
{
  const bool    goes_on = sim->restarted;
  const int64_t last    = goes_on ? sim->step : -1;
  int64_t       kept    = last;

  PetscFunctionBeginUser;
  /* the last row of a run that ended off the schedule is not one that the whole run would have written */
  if (goes_on && !falls_on(sim->step - sim->first_step, plan->log_every) && sim->step < plan->last) kept--;
  PetscCall(log_open(&sim->par, sim->output_dir, kept, &plan->log));
  PetscCall(balances_open(&sim->par, sim->output_dir, last, &sim->balance.log));
  PetscCall(frames_cut(&sim->par, sim->output_dir, goes_on ? time_reached(sim_time(sim), sim->settings.dt) : -HUGE_VAL));
  PetscCall(checkpoint_cut(&sim->par, sim->output_dir, last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode open_output(Sim *sim, Plan *plan)
{
  PetscErrorCode error;
  char          *resolved;

  PetscFunctionBeginUser;
  PetscCall(take_folder(sim, plan));
  PetscCall(claims_check(sim, "output", "final", true));
  PetscCall(options_resolved(sim->options, &resolved));
  PetscCall(text_write(&sim->par, sim->output_dir, "resolved.yaml", resolved));
  sim->writes = true;
  free(resolved);
  PetscCall(status_write(&sim->par, sim->output_dir, "running"));
  error = open_tables(sim, plan);
  if (error) PetscCall(status_write(&sim->par, sim->output_dir, "failed"));
  PetscCall(error);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What could not be kept is told by the status and the exit status, too: somebody relies on it. */
static PetscErrorCode close_output(Sim *sim, Plan *plan, RunEnd end)
{
  const char    *final   = option_word(sim->options, "output", NULL, "final");
  const char    *words[] = {[RUN_FINISHED] = "finished", [RUN_STOPPED_EARLY] = "checkpointed", [RUN_BROKEN] = "failed"};
  const int64_t  lost[]  = {plan->log.lost, sim->balance.log.lost};
  const bool     torn    = end == RUN_FINISHED && lost[0] + lost[1] + plan->frames_lost > 0; /* an earlier end has its own */
  PetscErrorCode error   = PETSC_SUCCESS;
  bool           kept;

  PetscFunctionBeginUser;
  sim_settle(sim);
  if (end != RUN_BROKEN) PetscCall(save(sim, plan));
  kept = end == RUN_BROKEN || plan->saved_step == sim->step;
  if (end == RUN_FINISHED && final[0])
    error = final_write(&sim->par, final, &sim->domain, &sim->materials, &sim->templates, &sim->groups, sim->clumps);
  if (lost[0] + lost[1] > 0)
    warning_add(&sim->warnings, "%" PRId64 " rows of log.csv and %" PRId64 " of balance.csv could not be written", lost[0],
                lost[1]);
  PetscCall(log_close(&plan->log));
  PetscCall(log_close(&sim->balance.log));
  PetscCall(status_write(&sim->par, sim->output_dir, kept && !error && !torn ? words[end] : "failed"));
  folder_unlock(plan->lock);
  PetscCall(error);
  PetscCheck(kept, sim->par.comm, PETSC_ERR_FILE_WRITE,
             "the state at the end (step %" PRId64 ") is in no checkpoint: see the warning above", sim->step);
  PetscCheck(!torn, sim->par.comm, PETSC_ERR_FILE_WRITE, "%s missing: see the warnings above",
             lost[0] + lost[1] > 0 ? "rows are" : "frames are");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode describe_waiting(const Sim *sim)
{
  double  next;
  int64_t n;

  PetscFunctionBeginUser;
  PetscCall(waiting_next(&sim->par, sim->waiting, &next, &n));
  if (n > 0 && sim->par.rank == 0)
    printf("clast: %" PRId64 " clump%s for later, from t = %g s on%s\n", n, n == 1 ? " waits" : "s wait", next,
           next > sim->settings.end_time ? ", which is after the end" : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_groups(const Groups *groups)
{
  static const char *const used[] = {"nobody", "clumps", "pebbles", "clumps and pebbles"};

  for (int k = 0; k < groups->n; k++) {
    const Group *g = &groups->list[k];

    printf("clast: group %s of slot %s, of %s\n", g->name, g->slot, used[g->used & (GROUP_CLUMPS | GROUP_PEBBLES)]);
  }
}

static PetscErrorCode describe(Sim *sim)
{
  int64_t        counts[3];
  const Part     here    = parts_here(sim);
  double         most[3] = {(double)here.pebbles, 0, memory_of_part(&here, sim->laws->memory, sim->par.size).peak};
  PetscLogDouble memory; /* most over ranks: pebbles with held ones, bytes now, and that a run takes */

  PetscFunctionBeginUser;
  PetscCall(count_pebbles(sim, counts));
  PetscCall(PetscMemoryGetCurrentUsage(&memory));
  most[1] = memory;
  PetscCall(parallel_max(&sim->par, most, 3));
  if (sim->par.rank == 0) {
    printf("clast: %" PRId64 " clumps of %" PRId64 " %s on %d rank%s; dt = %.6g s, t = %g to %g s\n", counts[0], counts[1],
           sim->settings.dimension == 2 ? "discs in two dimensions" : "pebbles", sim->par.size, sim->par.size == 1 ? "" : "s",
           sim->settings.dt, sim_time(sim), sim->settings.end_time);
    printf("clast: at most %.0f pebbles (copies included) and %.0f MB on a rank; rebuilds take up to %.0f MB beside the program "
           "and its templates; imbalance %.2f\n",
           most[0], most[1] / 1e6, most[2] / 1e6, sim->balance.imbalance);
    if (isfinite(sim->shortest.time))
      printf("clast: shortest contact %.4g s: %s; dt is %.3g of it\n", sim->shortest.time, sim->shortest.pair,
             sim->settings.dt / sim->shortest.time);
    if (sim->settings.check_only) describe_groups(&sim->groups);
  }
  PetscCall(describe_waiting(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_check(Sim *sim, RunEnd *end)
{
  double deepest;

  PetscFunctionBeginUser;
  PetscCall(describe(sim));
  *end = RUN_FINISHED;
  if (sim->restarted) PetscFunctionReturn(PETSC_SUCCESS);
  *end = RUN_GOES_ON;
  PetscCall(sim_begin(sim, end));
  if (*end == RUN_BROKEN) PetscFunctionReturn(PETSC_SUCCESS);
  *end    = RUN_FINISHED;
  deepest = sim->report.deepest_gap;
  PetscCall(parallel_max(&sim->par, &deepest, 1));
  if (sim->par.rank == 0 && deepest > 0) printf("clast: the deepest overlap at the start is %.3g m\n", deepest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_run(Sim *sim, RunEnd *end)
{
  Plan           plan = make_plan(sim);
  PetscLogDouble start;
  double         seconds;

  PetscFunctionBeginUser;
  signal_listen();
  PetscCall(open_output(sim, &plan));
  PetscCall(describe(sim));
  *end = RUN_GOES_ON;
  if (!sim->restarted) PetscCall(sim_begin(sim, end));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(write_due(sim, &plan));
  if (*end == RUN_GOES_ON && !sim->restarted) PetscCall(sim_even(sim));
  PetscCall(PetscTime(&start));
  plan.sent   = halo_sent(sim->halo);
  plan.before = sim->times;
  if (*end == RUN_GOES_ON) PetscCall(loop(sim, &plan, end));
  seconds = since(start);
  PetscCall(close_output(sim, &plan, *end));
  PetscCall(print_summary(sim, &plan, seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}
