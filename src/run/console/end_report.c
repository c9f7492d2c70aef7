/* SPDX-License-Identifier: MIT */
/* The last lines that a run prints. */
#define _POSIX_C_SOURCE 200809L
#include "base/signals.h"
#include "run/console/console.h"
#include "run/link_run.h"
#include "run/module_states.h"
#include "run/restart/save.h"
#include "run/shown_velocities.h"
#include "run/timestep/timestep.h"
#include <ctype.h>
#include <unistd.h>

static PetscErrorCode find_totals(Sim *sim, TotalValues *totals)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  AnswersKept        kept;

  PetscFunctionBeginUser;
  PetscCall(shown_velocities_begin(sim, &kept));
  PetscCall(totals_find(&measured, totals));
  shown_velocities_end(sim, &kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode opening_note(Sim *sim, Opening *o)
{
  int64_t counts[3];
  double  next;

  PetscFunctionBeginUser;
  *o = (Opening){
    .step = sim->clock.step, .sent = halo_sent(sim->halo), .times = stages_times(&sim->stages)};
  PetscCall(console_count(sim, counts));
  o->clumps  = counts[0];
  o->pebbles = counts[1];
  o->left    = sim->account.removed + counts[2];
  PetscCall(waiting_next(&sim->par, sim->waiting, &next, &o->waiting));
  o->inserted = sim->account.inserted;
  o->output   = sim->stages.seconds[STAGE_OUTPUT];
  PetscCall(find_totals(sim, &o->totals));
  PetscCall(PetscTime(&o->start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- why ---- */

static void print_reason(const Sim *sim, int64_t reason)
{
  printf("clast: stopped early");
  if (reason > STOP_SIGNAL) printf(" by the signal %s", signals_name((int)(reason - STOP_SIGNAL)));
  else if (reason == STOP_OUTSIDE) printf(", as the sweep stops");
  else if (reason == STOP_JOB) printf(", as the job's time ends (SLURM_JOB_END_TIME)");
  else if (reason == STOP_WALL)
    printf(", as the wall limit of %g s is reached (run: wall_limit)", sim->settings.wall_limit);
  else printf(", as the file %s asked for, which is removed", sim->limits.stop_file);
}

/* Print why the run ended. Ranks may have different reasons: the largest is printed. */
static PetscErrorCode print_why(Sim *sim, const Opening *o, const Ending *e)
{
  int64_t reason = sim->limits.reason;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(&sim->par, &reason, 1));
  sim->limits.reason = (StopReason)reason;
  if (sim->par.rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (e->end == RUN_FINISHED && sim->entry.stop[0]) printf("clast: finished: %s", sim->entry.stop);
  else if (e->end == RUN_FINISHED)
    printf("clast: %sfinished: the end time of %g s is reached",
           sim->restarted && sim->clock.step == o->step ? "already " : "", sim->settings.end_time);
  else if (e->end == RUN_BROKEN) printf("clast: stopped by physics, see the message above");
  else print_reason(sim, reason);
  printf(", at step %" PRId64 ", t = %g s\n", sim->clock.step, sim_time(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies and clumps ---- */

static double kinetic(const TotalValues *t)
{
  return totals_value(t, "kinetic_translational") + totals_value(t, "kinetic_rotational");
}

/* True if the clump has a velocity along a blocked axis and is in no group that follows motions: it
   does work that is not counted. */
static bool is_driven(const Clumps *c, PetscInt a)
{
  const Vec3 v = clump_rounded(clump_way_along(c, a, c->pose[a].q, c->motion[a].v)),
             w = clump_imposed(c, a);
  bool is      = false;

  for (int k = 0; k < 3; k++)
    is = is || (c->blocked[a] >> k & 1 && vec3_axis(v, k) != 0) ||
         (c->blocked[a] >> (3 + k) & 1 && vec3_axis(w, k) != 0);
  return is && !clump_is_gone(c, a) && !clump_is_driven(c, a);
}

static PetscErrorCode find_driven(const Sim *sim, bool *driven)
{
  PetscFunctionBeginUser;
  *driven = false;
  for (PetscInt a = 0; a < sim->clumps->n_owned; a++)
    *driven = *driven || is_driven(sim->clumps, a);
  PetscCall(parallel_any(&sim->par, driven));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double change(const TotalValues *from, const TotalValues *to, const char *name)
{
  return totals_value(to, name) - totals_value(from, name);
}

/* Change of the sum of the energies less the work put in, in % of the largest of: kinetic energies
   at the start and the end, changes of the potential, dissipated and supplied energies. */
static double gap_of(const TotalValues *from, const TotalValues *to)
{
  const double fall = change(from, to, "potential"), lost = change(from, to, "dissipated"),
               put  = change(from, to, "supplied");
  const double gap  = kinetic(to) - kinetic(from) + fall + lost - put;
  const double most = max_real(max_real(kinetic(from), kinetic(to)),
                               max_real(fabs(put), max_real(fabs(fall), fabs(lost))));

  return most > 0 ? 100 * gap / most : 0;
}

static void print_terms(const TotalValues *t, bool supplied)
{
  printf("clast: energies: kinetic %.4g J, potential %.4g J, dissipated %.4g J", kinetic(t),
         totals_value(t, "potential"), totals_value(t, "dissipated"));
  if (supplied) printf(", supplied %.4g J", totals_value(t, "supplied"));
}

static PetscErrorCode print_energies(Sim *sim, const Opening *o, bool closed)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  const bool         supplied = ledger_has(&measured, LEDGER_SUPPLIED);
  TotalValues        t;
  bool               driven;

  PetscFunctionBeginUser;
  PetscCall(find_totals(sim, &t));
  PetscCall(find_driven(sim, &driven));
  if (sim->par.rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  print_terms(&t, supplied);
  if (driven) printf("; driven bodies do work, so their sum is not constant\n");
  else if (closed)
    printf("; their sum is off by %.2g %% of the energy exchanged\n", gap_of(&o->totals, &t));
  else printf("; their sum changed with the clumps that left or entered, or were changed\n");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Runs that take longer are worth a hint, s. */
static const double long_output = 2;

/* If output took much of the time, print how much, and the number of pictures, as they cost most.
   On rank 0, by its clock. */
static void print_output(const Sim *sim, const Opening *o, const Ending *e)
{
  const Shots  *shots   = sim_shots(sim);
  const double  seconds = sim->stages.seconds[STAGE_OUTPUT] - o->output;
  const int64_t n       = shots->drawn;

  if (sim->par.rank != 0 || !(seconds > long_output && seconds > e->seconds / 3)) return;
  printf("clast: output took %.0f %% of the time", 100 * seconds / e->seconds);
  if (n > 0)
    printf(" (%" PRId64 " picture%s: docs/pictures.md tells what they cost)", n, n == 1 ? "" : "s");
  printf("\n");
}

static void print_sources(Sim *sim)
{
  for (PetscInt k = 0; k < sim->entry.sources.n; k++) {
    const SourceForecast f = entry_forecast(sim, k);

    if (!f.name) continue;
    printf("clast: %s %s: %" PRId64 " clump%s (%.6g kg) since the first step", f.kind, f.name,
           f.entered, f.entered == 1 ? "" : "s", f.entered_mass);
    if (f.full > 0) printf("; full in %" PRId64 " release%s", f.full, f.full == 1 ? "" : "s");
    printf("\n");
  }
}

static PetscErrorCode print_clumps(Sim *sim, const Opening *o, const Ending *e)
{
  int64_t counts[3], waiting, left, entered;
  double  next;
  bool    same; /* clumps as at the start */

  PetscFunctionBeginUser;
  PetscCall(console_count(sim, counts));
  PetscCall(waiting_next(&sim->par, sim->waiting, &next, &waiting));
  left    = sim->account.removed + counts[2] - o->left;
  entered = o->waiting - waiting + sim->account.inserted - o->inserted;
  same    = left == 0 && entered == 0 && changes_total(sim_changes(sim)) == 0;
  if (e->end != RUN_BROKEN) PetscCall(print_energies(sim, o, same));
  if (sim->par.rank == 0) {
    printf("clast: clumps: %" PRId64 " in the domain, %" PRId64 " left", counts[0], left);
    outlets_say(sim_world(sim), left);
    printf(", %" PRId64 " entered", entered);
    if (left + entered > 0) printf(" (%" PRId64 " at the start)", o->clumps);
    if (waiting > 0) printf(", %" PRId64 " enter later", waiting);
    printf("\n");
    print_sources(sim);
  }
  PetscCall(modules_write(sim, &(Output){.call = OUTPUT_TELL}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- how to go on ---- */

/* The path relative to the working directory, if it lies below that. */
static const char *relative(const char *path)
{
  char   here[PETSC_MAX_PATH_LEN];
  size_t n;

  if (!getcwd(here, sizeof here)) return path;
  n = strlen(here);
  return strncmp(path, here, n) == 0 && path[n] == '/' && path[n + 1] ? path + n + 1 : path;
}

/* Print a word for a shell, quoted if needed. */
static void print_word(const char *word)
{
  bool plain = word[0] != '\0';

  for (const char *c = word; *c; c++)
    plain = plain && (isalnum((unsigned char)*c) || strchr("/._-+=:,@%", *c));
  if (plain) {
    printf("%s", word);
    return;
  }
  putchar('\'');
  for (; *word; word++) {
    if (*word == '\'') printf("'\\''");
    else putchar(*word);
  }
  putchar('\'');
}

/* Print the program to start: that in CLAST_COMMAND, which jobs/local.sh sets to its own name, else
   the command by which clast was started, with mpirun on several ranks. */
static void print_program(const Sim *sim)
{
  const char *command = getenv("CLAST_COMMAND");
  int         argc;
  char      **argv;

  if (command && command[0]) {
    print_word(command);
    return;
  }
  if (sim->par.size > 1) printf("mpirun -n %d ", sim->par.size);
  if (PetscGetArgs(&argc, &argv) != PETSC_SUCCESS || argc < 1) print_word("clast");
  else
    print_word(strchr(relative(argv[0]), '/') ? relative(argv[0])
                                              : argv[0]); /* a bare name is looked for in PATH */
}

/* True if a smaller dt may help a run that physics stopped: the given one is longer than `auto`. */
static bool dt_is_long(const Sim *sim)
{
  return !sim->settings.dt_is_auto && sim->clock.dt > timestep_auto(sim) * (1 + 1e-9);
}

static void print_command(const Sim *sim, const Ending *e, const char *folder)
{
  const EventSet *events = sim_events(sim);

  if (e->end == RUN_BROKEN && !dt_is_long(sim)) {
    printf("clast: correct the scenario (see the message above) and start it anew\n");
    return;
  }
  if (e->end == RUN_FINISHED && events->ended[0]) {
    printf("clast: to go on, restart with another -event_%s_do: docs/events.md\n", events->ended);
    return;
  }
  printf("clast: to go on: ");
  print_program(sim);
  printf(" -restart ");
  print_word(folder);
  /* a run that has reached its end time needs a later one, which the user must choose:
     twice is shown */
  if (e->end == RUN_FINISHED) printf(" -run_end_time %g", 2 * sim->settings.end_time);
  if (e->end == RUN_BROKEN) printf(" -run_dt %.3g", 0.5 * sim->clock.dt);
  printf("\n");
}

static void print_restart(const Sim *sim, const Ending *e)
{
  char folder[PETSC_MAX_PATH_LEN + 16];

  if (e->saved_step >= 0) snprintf(folder, sizeof folder, "%s/restart", relative(sim->output_dir));
  else snprintf(folder, sizeof folder, "%s", relative(sim->source));
  if (!folder[0]) {
    printf("clast: there is no checkpoint\n");
    return;
  }
  printf("clast: last checkpoint: %s", folder);
  if (e->saved_step >= 0) printf("/clast-%" PRId64 ".h5", e->saved_step);
  printf("\n");
  print_command(sim, e, folder);
}

/* ---- with -verbose ---- */

static void print_balances(const Sim *sim)
{
  const BalanceRow *sums = &sim->balance.sums, *last = &sim->balance.last;

  if (sim->par.size == 1 || sim->counters.balances == 0) return;
  printf("clast: balances moved %" PRId64 " clumps, %" PRId64
         " contacts, %.3g MB in %.3g s; the last: imbalance %.3f to %.3f, "
         "%.3g s, for %.3g s a step; imbalance %.3f at the end\n",
         sums->clumps, sums->records, 1e-6 * (double)sums->bytes, sums->seconds, last->before,
         last->after, last->seconds, last->gain, sim->balance.imbalance);
}

/* Print the numbers of messages and bytes of poses and loads over all steps: mean and maximum over
   ranks. */
static PetscErrorCode print_traffic(const Sim *sim, const Opening *o, int64_t steps)
{
  const HaloSent sent   = halo_sent(sim->halo);
  const int64_t  out[2] = {sent.messages - o->sent.messages, sent.bytes - o->sent.bytes};
  int64_t        sum[2] = {out[0], out[1]}, most[2] = {out[0], out[1]};

  PetscFunctionBeginUser;
  if (sim->par.size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_sum_int(&sim->par, sum, 2));
  PetscCall(parallel_max_int(&sim->par, most, 2));
  if (sim->par.rank == 0)
    printf("clast: a rank sent %.4g messages and %.6g bytes a step (at most %.4g and %.6g), those "
           "at rebuilds included\n",
           (double)sum[0] / ((double)steps * sim->par.size),
           (double)sum[1] / ((double)steps * sim->par.size), (double)most[0] / (double)steps,
           (double)most[1] / (double)steps);
  if (sim->par.rank == 0 && halo_wide(sim->halo) > 0)
    printf("clast: in addition, two sums over all ranks of %d bytes a step, for %d clump%s held by "
           "very many ranks\n",
           halo_wide(sim->halo) * (int)(HALO_POSE_BYTES + HALO_LOAD_BYTES), halo_wide(sim->halo),
           halo_wide(sim->halo) == 1 ? "" : "s");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode print_statistics(const Sim *sim, const Opening *o, const Ending *e,
                                       int64_t steps)
{
  const StageTimes now = stages_times(&sim->stages), t = times_minus(&now, &o->times);
  const double     s = e->seconds;

  PetscFunctionBeginUser;
  if (sim->par.rank == 0) {
    printf("clast: rank 0 spent %.1f %% in motion, %.1f refresh, %.1f place, %.1f contacts, %.1f "
           "reduce, %.1f narrow, %.1f "
           "rebuild; %" PRId64 " narrowings, %" PRId64 " rebuilds, %" PRId64 " balances, %" PRId64
           " steps repeated\n",
           100 * t.motion / s, 100 * t.refresh / s, 100 * t.place / s, 100 * t.contacts / s,
           100 * t.reduce / s, 100 * t.narrow / s, 100 * t.rebuild / s, sim->counters.narrowings,
           sim->counters.rebuilds, sim->counters.balances, sim->counters.repeats);
    print_balances(sim);
    if (sim->walls.n_divided > 0)
      printf("clast: meshes of %d of %d walls divided among the ranks\n", sim->walls.n_divided,
             sim->walls.n);
  }
  PetscCall(print_traffic(sim, o, steps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Print the digest as clast-digest does for a checkpoint of this state. */
static PetscErrorCode print_digest(Sim *sim)
{
  uint64_t digest;

  PetscFunctionBeginUser;
  PetscCall(save_digest(sim, &digest));
  if (sim->par.rank == 0) printf("clast: digest of the state: %016" PRIx64 "\n", digest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all of it ---- */

PetscErrorCode end_report_print(Sim *sim, const Opening *o, const Ending *e)
{
  const int64_t steps   = sim->clock.step - o->step;
  const bool    verbose = option_bool(sim->options, "", NULL, "verbose");
  int64_t       counts[3];

  PetscFunctionBeginUser;
  PetscCall(console_count(sim, counts));
  PetscCall(print_why(sim, o, e));
  if (sim->par.rank == 0 && steps > 0)
    printf("clast: loop %" PRId64 " steps, %" PRId64 " pebbles, %.4f s, %.4g pebble-steps/s\n",
           steps, counts[1], e->seconds, (double)steps * (double)counts[1] / e->seconds);
  if (steps > 0) print_output(sim, o, e);
  if (steps > 0 && verbose) PetscCall(print_statistics(sim, o, e, steps));
  PetscCall(print_clumps(sim, o, e));
  if (steps > 0 && e->end != RUN_BROKEN) PetscCall(link_run_warn(sim, false));
  if (verbose && e->end != RUN_BROKEN) PetscCall(print_digest(sim));
  if (sim->par.rank == 0) print_restart(sim, e);
  PetscFunctionReturn(PETSC_SUCCESS);
}
