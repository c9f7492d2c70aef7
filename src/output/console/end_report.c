/* SPDX-License-Identifier: MIT */
/* The last lines that a run prints. */
#define _POSIX_C_SOURCE 200809L
#include "base/signals.h"
#include "base/tell.h"
#include "link/links.h"
#include "matter/waiting.h"
#include "measure/energy/ledger.h"
#include "output/console/console.h"
#include "output/files.h"
#include "output/picture/shot.h"
#include "wall/wall.h"
#include <ctype.h>
#include <unistd.h>

PetscErrorCode opening_note(World *w, bool goes_on, Opening *o)
{
  int64_t counts[3];
  double  next;

  PetscFunctionBeginUser;
  *o = (Opening){.step = w->clock->step, .sent = halo_sent(w->halo)};
  memcpy(o->seconds, w->stages->seconds, sizeof o->seconds);
  PetscCall(console_count(w, counts));
  /* those that sources have released at the start of a new run have entered in it */
  o->inserted = goes_on ? w->account->inserted : 0;
  o->clumps   = counts[0] - (w->account->inserted - o->inserted);
  o->pebbles  = counts[1];
  o->left     = w->account->removed + counts[2];
  PetscCall(waiting_next(w->par, w->waiting, &next, &o->waiting));
  PetscCall(totals_now(w, &o->totals));
  o->start = wall_seconds();
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- why ---- */

static void print_reason(const World *w, int64_t reason)
{
  tell(w->par, TELL_INFO, "clast: stopped early");
  if (reason > STOP_SIGNAL)
    tell(w->par, TELL_INFO, " by the signal %s", signals_name((int)(reason - STOP_SIGNAL)));
  else if (reason == STOP_OUTSIDE) tell(w->par, TELL_INFO, ", as the sweep stops");
  else if (reason == STOP_JOB)
    tell(w->par, TELL_INFO, ", as the job's time ends (SLURM_JOB_END_TIME)");
  else if (reason == STOP_WALL)
    tell(w->par, TELL_INFO, ", as the wall limit of %g s is reached (run: wall_limit)",
         w->limits->wall_limit);
  else if (reason == STOP_NOT) tell(w->par, TELL_INFO, ", as its host ends it");
  else
    tell(w->par, TELL_INFO, ", as the file %s asked for, which is removed", w->limits->stop_file);
}

/* Print why the run ended. Ranks may have different reasons: the largest is printed. */
static PetscErrorCode print_why(World *w, const Opening *o, const Ending *e)
{
  int64_t reason = w->limits->reason;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(w->par, &reason, 1));
  w->limits->reason = (StopReason)reason;
  if (w->par->rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (e->end == RUN_FINISHED && w->stop[0]) tell(w->par, TELL_INFO, "clast: finished: %s", w->stop);
  else if (e->end == RUN_FINISHED)
    tell(w->par, TELL_INFO, "clast: %sfinished: the end time of %g s is reached",
         e->goes_on && w->clock->step == o->step ? "already " : "", w->end);
  else if (run_is_broken(e->end))
    tell(w->par, TELL_INFO, "clast: stopped by physics, see the message above");
  else print_reason(w, reason);
  tell(w->par, TELL_INFO, ", at step %" PRId64 ", t = %g s\n", w->clock->step,
       clock_time(w->clock));
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

static double change(const TotalValues *from, const TotalValues *to, const char *name)
{
  return totals_value(to, name) - totals_value(from, name);
}

/* Change of the sum of the energies less what was put in, in % of the largest of: kinetic energies
   at the start and the end, changes of all others. */
static double gap_of(const TotalValues *from, const TotalValues *to)
{
  static const struct {
    const char *name;
    int         sign;
  } parts[]   = {{"potential", 1}, {"dissipated", 1}, {"supplied", -1},
                 {"entered", -1},  {"changed", -1},   {"left", 1}};
  double gap  = kinetic(to) - kinetic(from);
  double most = max_real(kinetic(from), kinetic(to));

  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    const double by = change(from, to, parts[k].name);

    gap += parts[k].sign * by;
    most = max_real(most, fabs(by));
  }
  return most > 0 ? 100 * gap / most : 0;
}

/* Print the energies of clumps that came, went or were changed. */
static void print_exchanged(const World *w, const TotalValues *t)
{
  static const char *const names[] = {"entered", "left", "changed"};

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (totals_value(t, names[k]) != 0)
      tell(w->par, TELL_INFO, ", %s %.4g J", names[k], totals_value(t, names[k]));
}

/* True if interactions may have stored energy with clumps that left through open faces. */
static bool some_is_missed(const World *w, int64_t left)
{
  bool open = false;

  for (int axis = 0; axis < w->dimension; axis++)
    open = open || w->domain->boundary[axis] == BOUNDARY_OPEN;
  return left > 0 && open && interactions_store(w->interactions);
}

static PetscErrorCode print_energies(World *w, const Opening *o, int64_t left)
{
  const bool  supplied = ledger_has(world_measured(w), LEDGER_SUPPLIED);
  TotalValues t;
  bool        driven = false;

  PetscFunctionBeginUser;
  PetscCall(totals_now(w, &t));
  for (PetscInt a = 0; a < w->clumps->n_owned && !driven; a++) driven = is_driven(w->clumps, a);
  PetscCall(parallel_any(w->par, &driven));
  if (w->par->rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  tell(w->par, TELL_INFO, "clast: energies: kinetic %.4g J, potential %.4g J, dissipated %.4g J",
       kinetic(&t), totals_value(&t, "potential"), totals_value(&t, "dissipated"));
  if (supplied) tell(w->par, TELL_INFO, ", supplied %.4g J", totals_value(&t, "supplied"));
  print_exchanged(w, &t);
  if (driven) tell(w->par, TELL_INFO, "; driven bodies do work, so their sum is not constant\n");
  else
    tell(w->par, TELL_INFO, "; their sum is off by %.2g %% of the energy exchanged%s\n",
         gap_of(&o->totals, &t),
         some_is_missed(w, left)
           ? ", without that of interactions with clumps that left through open faces"
           : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Runs that take longer are worth a hint, s. */
static const double long_output = 2;

/* If output took much of the time, print how much, and the number of pictures, as they cost most.
   On rank 0, by its clock. */
static void print_output(const World *w, const Opening *o, const Ending *e)
{
  const Shots  *shots   = world_module(w, &pictures_module);
  const double  seconds = w->stages->seconds[STAGE_OUTPUT] - o->seconds[STAGE_OUTPUT];
  const int64_t n       = shots->drawn;

  if (w->par->rank != 0 || !(seconds > long_output && seconds > e->seconds / 3)) return;
  tell(w->par, TELL_INFO, "clast: output took %.0f %% of the time", 100 * seconds / e->seconds);
  if (n > 0)
    tell(w->par, TELL_INFO, " (%" PRId64 " picture%s: docs/guide/pictures.md tells what they cost)",
         n, n == 1 ? "" : "s");
  tell(w->par, TELL_INFO, "\n");
}

/* If no clump is left, and some left through open faces, say so. left: number that left. */
static PetscErrorCode print_empty(const World *w, int64_t present, int64_t waiting, int64_t left)
{
  int64_t     through[6], sum = 0;
  const char *between = "";

  PetscFunctionBeginUser;
  memcpy(through, w->through, sizeof through);
  PetscCall(parallel_sum_int(w->par, through, 6));
  for (int k = 0; k < 6; k++) sum += through[k];
  if (present > 0 || waiting > 0 || sum == 0 || sum > left || w->par->rank != 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  tell(w->par, TELL_INFO, "clast: all clumps have left, ");
  for (int k = 0; k < 6; k++) {
    if (through[k] == 0) continue;
    tell(w->par, TELL_INFO, "%s%" PRId64 " through the face %c %s", between, through[k],
         "xyz"[k / 2], k % 2 ? "hi" : "lo");
    between = ", ";
  }
  tell(w->par, TELL_INFO, ": the domain is empty\n");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode print_clumps(World *w, const Opening *o, const Ending *e)
{
  Output  out = {.call = OUTPUT_LEFT};
  int64_t counts[3], waiting, entered;
  double  next;

  PetscFunctionBeginUser;
  PetscCall(console_count(w, counts));
  PetscCall(waiting_next(w->par, w->waiting, &next, &waiting));
  out.left = w->account->removed + counts[2] - o->left;
  entered  = o->waiting - waiting + w->account->inserted - o->inserted;
  if (!run_is_broken(e->end)) PetscCall(print_energies(w, o, out.left));
  if (w->par->rank == 0)
    tell(w->par, TELL_INFO, "clast: clumps: %" PRId64 " in the domain, %" PRId64 " have left",
         counts[0], out.left);
  PetscCall(modules_write(w, &out));
  if (w->par->rank == 0) {
    tell(w->par, TELL_INFO, ", %" PRId64 " have entered", entered);
    if (out.left + entered > 0) tell(w->par, TELL_INFO, " (%" PRId64 " at the start)", o->clumps);
    if (waiting > 0) tell(w->par, TELL_INFO, ", %" PRId64 " enter later", waiting);
    tell(w->par, TELL_INFO, "\n");
  }
  out.call = OUTPUT_REPORT;
  PetscCall(modules_write(w, &out));
  PetscCall(print_empty(w, counts[0], waiting, out.left));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Print how many links have broken, if some have. */
static PetscErrorCode print_broken(const World *w)
{
  const char *before = "clast: broken since the first step: ";
  int64_t     n[LINK_KINDS];

  PetscFunctionBeginUser;
  if (!links_are_used(w->links)) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(n, w->links->broken, sizeof n);
  PetscCall(parallel_sum_int(w->par, n, LINK_KINDS));
  for (int k = 0; k < LINK_KINDS && w->par->rank == 0; k++) {
    const char *name = w->links->set[k].kind->head.name; /* a plural */

    if (n[k] == 0) continue;
    tell(w->par, TELL_INFO, "%s%" PRId64 " %.*s", before, n[k], (int)strlen(name) - (n[k] == 1),
         name);
    before = ", ";
  }
  if (before[0] == ',') tell(w->par, TELL_INFO, "\n");
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
static void print_word(const World *w, const char *word)
{
  bool plain = word[0] != '\0';

  for (const char *c = word; *c; c++)
    plain = plain && (isalnum((unsigned char)*c) || strchr("/._-+=:,@%", *c));
  if (plain) {
    tell(w->par, TELL_INFO, "%s", word);
    return;
  }
  tell(w->par, TELL_INFO, "'");
  for (; *word; word++) {
    if (*word == '\'') tell(w->par, TELL_INFO, "'\\''");
    else tell(w->par, TELL_INFO, "%c", *word);
  }
  tell(w->par, TELL_INFO, "'");
}

/* Print the program to start: that in CLAST_COMMAND, which jobs/local.sh sets to its own name, else
   the command by which clast was started, with mpirun on several ranks. */
static void print_program(const World *w)
{
  const char *command = getenv("CLAST_COMMAND");
  int         argc;
  char      **argv;

  if (command && command[0]) {
    print_word(w, command);
    return;
  }
  if (w->par->size > 1) tell(w->par, TELL_INFO, "mpirun -n %d ", w->par->size);
  if (PetscGetArgs(&argc, &argv) != PETSC_SUCCESS || argc < 1) print_word(w, "clast");
  else
    print_word(w, strchr(relative(argv[0]), '/') ? relative(argv[0])
                                                 : argv[0]); /* a bare name is looked for in PATH */
}

/* An end to go on to: twice that of the run, or, if that is past, as much again from now. */
static double later_end(const World *w)
{
  const double now = clock_time(w->clock), length = w->end > 0 ? w->end : 1;

  return 2 * w->end > now ? 2 * w->end : now + length;
}

static void print_command(const World *w, const Ending *e, const char *folder)
{
  if (run_is_broken(e->end) && !e->dt_is_long) {
    tell(w->par, TELL_INFO,
         "clast: correct the scenario (see the message above) and start it anew\n");
    return;
  }
  if (e->end == RUN_FINISHED && w->cure[0]) {
    tell(w->par, TELL_INFO, "clast: to go on, %s\n", w->cure);
    return;
  }
  tell(w->par, TELL_INFO, "clast: to go on: ");
  print_program(w);
  tell(w->par, TELL_INFO, " -restart ");
  print_word(w, folder);
  /* a run that has reached its end time needs a later one, which the user must choose:
     twice is shown */
  if (e->end == RUN_FINISHED) tell(w->par, TELL_INFO, " -run_end_time %g", later_end(w));
  if (run_is_broken(e->end)) tell(w->par, TELL_INFO, " -run_dt %.3g", 0.5 * w->clock->dt);
  tell(w->par, TELL_INFO, "\n");
}

/* Tell where the state of a failed run is, and how to go on from it. */
static void print_failed(const World *w, const Ending *e)
{
  char dir[PETSC_MAX_PATH_LEN + 8];

  failed_folder(e->folder->dir, dir, sizeof dir);
  tell(w->par, TELL_INFO,
       "clast: the state is in %s/restart/clast-%" PRId64
       ".h5, a picture of the place in %s/place.png\n",
       relative(dir), w->clock->step, relative(dir));
  tell(w->par, TELL_INFO, "clast: continue from it with other values, such as: ");
  print_program(w);
  tell(w->par, TELL_INFO, " -restart ");
  print_word(w, relative(dir));
  if (w->place.option[0]) tell(w->par, TELL_INFO, " %s\n", w->place.option);
  else tell(w->par, TELL_INFO, " -run_overlap_limit %.2g\n", 1.5 * w->place.overlap);
}

void end_report_print_restart(const World *w, const Ending *e)
{
  char folder[PETSC_MAX_PATH_LEN + 16];

  if (e->failed) print_failed(w, e);
  if (e->saved_step >= 0) snprintf(folder, sizeof folder, "%s/restart", relative(e->folder->dir));
  else snprintf(folder, sizeof folder, "%s", relative(e->folder->source));
  if (!folder[0]) {
    if (!e->failed) tell(w->par, TELL_INFO, "clast: there is no checkpoint\n");
    return;
  }
  tell(w->par, TELL_INFO, "clast: last %scheckpoint: %s",
       run_is_broken(e->end) && !e->failed ? "good " : "", folder);
  if (e->saved_step >= 0) tell(w->par, TELL_INFO, "/clast-%" PRId64 ".h5", e->saved_step);
  tell(w->par, TELL_INFO, "\n");
  if (!e->failed) print_command(w, e, folder);
}

/* ---- with -verbose ---- */

static void print_balances(const World *w, const Ending *e)
{
  const BalanceRow *sums = e->balances, *last = e->balance;

  if (w->par->size == 1 || w->counters->balances == 0) return;
  tell(w->par, TELL_INFO,
       "clast: balances moved %" PRId64 " clumps, %" PRId64
       " contacts and %.3g MB in %.3g s. The last one took %.3g s, brought the imbalance from %.3f "
       "to %.3f and saves %.3g s a step; at the end the imbalance is %.3f\n",
       sums->clumps, sums->records, 1e-6 * (double)sums->bytes, sums->seconds, last->seconds,
       last->before, last->after, last->gain, e->imbalance);
}

/* Print the numbers of messages and bytes of poses and loads over all steps: mean and maximum over
   ranks. */
static PetscErrorCode print_traffic(const World *w, const Opening *o, int64_t steps)
{
  const HaloSent sent   = halo_sent(w->halo);
  const int64_t  out[2] = {sent.messages - o->sent.messages, sent.bytes - o->sent.bytes};
  int64_t        sum[2] = {out[0], out[1]}, most[2] = {out[0], out[1]};

  PetscFunctionBeginUser;
  if (w->par->size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_sum_int(w->par, sum, 2));
  PetscCall(parallel_max_int(w->par, most, 2));
  if (w->par->rank == 0)
    tell(w->par, TELL_INFO,
         "clast: a rank sent %.4g messages and %.6g bytes a step (at most %.4g and %.6g), those "
         "at rebuilds included\n",
         (double)sum[0] / ((double)steps * w->par->size),
         (double)sum[1] / ((double)steps * w->par->size), (double)most[0] / (double)steps,
         (double)most[1] / (double)steps);
  if (w->par->rank == 0 && halo_wide(w->halo) > 0)
    tell(w->par, TELL_INFO,
         "clast: in addition two sums of %d bytes over all ranks were made in each step, for %d "
         "clump%s held by very many ranks\n",
         halo_wide(w->halo) * (int)(HALO_POSE_BYTES + HALO_LOAD_BYTES), halo_wide(w->halo),
         halo_wide(w->halo) == 1 ? "" : "s");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode print_statistics(const World *w, const Opening *o, const Ending *e,
                                       int64_t steps)
{
  Stages       since = *w->stages;
  StageTimes   t;
  const double s = e->seconds;

  for (int k = 0; k < STAGES; k++) since.seconds[k] -= o->seconds[k];
  t = stages_times(&since);
  if (w->par->rank == 0) {
    tell(w->par, TELL_INFO,
         "clast: rank 0 spent %.1f %% in motion, %.1f refresh, %.1f place, %.1f contacts, %.1f "
         "reduce, %.1f narrow, %.1f "
         "rebuild; %" PRId64 " narrowings, %" PRId64 " rebuilds, %" PRId64 " balances, %" PRId64
         " steps repeated\n",
         100 * t.motion / s, 100 * t.refresh / s, 100 * t.place / s, 100 * t.contacts / s,
         100 * t.reduce / s, 100 * t.narrow / s, 100 * t.rebuild / s, w->counters->narrowings,
         w->counters->rebuilds, w->counters->balances, w->counters->repeats);
    print_balances(w, e);
    if (w->walls->n_divided > 0)
      tell(w->par, TELL_INFO, "clast: the meshes of %d of %d walls are divided among the ranks\n",
           w->walls->n_divided, w->walls->n);
  }
  return print_traffic(w, o, steps);
}

/* ---- all of it ---- */

PetscErrorCode end_report_print(World *w, const Opening *o, const Ending *e)
{
  const int64_t steps   = w->clock->step - o->step;
  const bool    verbose = option_bool(w->options, "", NULL, "verbose");
  int64_t       counts[3];

  PetscFunctionBeginUser;
  PetscCall(console_count(w, counts));
  PetscCall(print_why(w, o, e));
  if (w->par->rank == 0 && steps > 0)
    tell(w->par, TELL_INFO,
         "clast: loop %" PRId64 " steps, %" PRId64 " pebbles, %.4f s, %.4g pebble-steps/s\n", steps,
         counts[1], e->seconds, (double)steps * (double)counts[1] / e->seconds);
  if (steps > 0) print_output(w, o, e);
  if (steps > 0 && verbose) PetscCall(print_statistics(w, o, e, steps));
  PetscCall(print_clumps(w, o, e));
  if (!run_is_broken(e->end)) PetscCall(print_broken(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- files ---- */

enum { ROW = 96 };

/* Replace a file of the folder, or remove it if there is nothing to write. True: that failed. */
static bool put(const char *dir, const char *name, const char *text)
{
  char path[PETSC_MAX_PATH_LEN + 32];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (text) return text_replace(path, text) != 0;
  file_remove(path);
  return false;
}

PetscErrorCode summary_write(const World *w, const char *dir)
{
  const Stages *s = w->stages;
  int64_t       sum[STAGES], most[STAGES]; /* ns */
  char          text[(STAGES + 1) * ROW] = "stage,mean,largest\n";
  bool          failed                   = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < STAGES; k++) sum[k] = most[k] = (int64_t)(1e9 * s->seconds[k]);
  PetscCall(parallel_sum_int(w->par, sum, STAGES));
  PetscCall(parallel_max_int(w->par, most, STAGES));
  for (int k = 0; k < STAGES; k++) {
    const size_t n = strlen(text);

    snprintf(text + n, sizeof text - n, "%s,%.6f,%.6f\n", stage_names[k],
             1e-9 * (double)sum[k] / w->par->size, 1e-9 * (double)most[k]);
  }
  if (w->par->rank == 0) {
    const bool stages = put(dir, "stages.csv", text);

    failed = put(dir, "warnings.txt", w->warnings->text) || stages;
  }
  PetscCall(parallel_any(w->par, &failed));
  if (failed) warning_add(w->warnings, "stages.csv or warnings.txt in %s cannot be written", dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}
