/* SPDX-License-Identifier: MIT */
/* -check: a report on the run of this state, without running it. */
#include "output/console/console.h"
#include "run/module_states.h"
#include "run/overlaps.h"
#include "tools/plan/footprint.h"
#include "tools/plan/plan.h"

PetscErrorCode memory_print(const Sim *sim)
{
  const Part      here = parts_here(sim);
  const Footprint run =
    footprint_of_part(&here, sim->matter.clumps->fields, sim->laws->memory, sim->par.size);
  /* maxima over ranks: pebbles with copies, bytes now, additional bytes in a rebuild */
  double         most[3] = {(double)here.pebbles, 0, run.peak - run.standing};
  PetscLogDouble memory;

  PetscFunctionBeginUser;
  PetscCall(PetscMemoryGetCurrentUsage(&memory));
  most[1] = memory;
  PetscCall(parallel_max(&sim->par, most, 3));
  if (sim->par.rank == 0)
    printf("clast: memory: about %.0f MB on a rank, and %.0f MB more while pair lists are rebuilt; "
           "at most %.0f pebbles on a rank, "
           "copies of its neighbours' included; largest work of a rank over the mean: %.2f\n",
           most[1] / 1e6, most[2] / 1e6, most[0], sim->lists.balance.imbalance);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Print the numbers of links and of near pairs of hard contacts, and their cost; nothing if
   there are none. */
static PetscErrorCode held_print(const Sim *sim)
{
  const Part   here   = parts_here(sim);
  int64_t      sums[] = {here.links, here.hard, here.held_bytes, here.pull_work + here.held_work,
                         part_work(&here)};
  const double own    = (double)sums[3];
  double       most   = own;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, sums, 5));
  PetscCall(parallel_max(&sim->par, &most, 1));
  if (sim->par.rank == 0 && sums[0] + sums[1] > 0)
    printf(
      "clast: links and hard contacts: %" PRId64 " links, %" PRId64
      " near pairs of hard contacts, %.3g MB; about %.3g s a step on all ranks, %.3g s at most "
      "on one, %.0f %% of all work; %" PRId64 " messages to and %" PRId64
      " from every neighbour in a step for sweeps\n",
      sums[0], sums[1], (double)sums[2] / 1e6, 1e-9 * (double)sums[3] / WORK_NANOSECOND,
      1e-9 * most / WORK_NANOSECOND, 100 * (double)sums[3] / (double)sums[4], here.sweep_out,
      here.sweep_back);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bytes of a clump of so many pebbles, with the pairs and contacts of a dense packing. */
static double clump_bytes(const Sim *sim, double pebbles)
{
  static const double of_pebble[FOR_N] = {
    [FOR_PEBBLE] = 1, [FOR_LISTED] = 20, [FOR_PAIR] = 6, [FOR_CONTACT] = 3};
  double bytes = footprint_of_one(FOR_OWNED, sim->matter.clumps->fields, sim->laws->memory).peak;

  for (int user = 0; user < FOR_N; user++)
    if (of_pebble[user] > 0)
      bytes +=
        pebbles * of_pebble[user] *
        footprint_of_one((FootprintUser)user, sim->matter.clumps->fields, sim->laws->memory).peak;
  return bytes;
}

/* Warn of inlets without a bound; with `verbose` print how much more memory the clumps of all inlets
   take. Nothing without inlets. */
static void memory_print_entering(Sim *sim, bool verbose)
{
  double clumps, pebbles;

  sources_bound(sim_world(sim), &clumps, &pebbles);
  if (sim->par.rank != 0 || !(clumps > 0)) return;
  if (isfinite(clumps) && verbose)
    printf("clast: memory: about %.3g MB more on a rank when all %.3g clumps of inlets are there, "
           "evenly on all ranks; the step then takes longer in the same measure\n",
           clumps * clump_bytes(sim, pebbles / clumps) / sim->par.size / 1e6, floor(clumps + 0.5));
  else if (!isfinite(clumps))
    printf("clast: memory: not bounded, as inlets go on as long as clumps find places, in a domain "
           "without end\n");
}

/* Print the mass of all clumps, waiting ones included, and that of the first templates in use. */
static PetscErrorCode masses_print(const Sim *sim)
{
  enum { TOLD = 8 };
  const bool    flat    = sim->settings.dimension == 2;
  const Clumps *both[2] = {sim->matter.clumps, sim->matter.waiting->clumps};
  Sum           all     = {{0}, 0};
  int64_t      *count;
  int           told = 0;

  PetscFunctionBeginUser;
  array_create(&count, sizeof *count, sim->matter.templates.n + 1);
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < both[k]->n_owned; a++) {
      count[both[k]->template[a]]++;
      sum_add(&all, both[k]->mass[a]);
    }
  PetscCall(sum_reduce(&sim->par, &all, 1));
  PetscCall(parallel_sum_int(&sim->par, count, sim->matter.templates.n));
  if (sim->par.rank == 0) printf("clast: mass of all clumps: %.6g kg\n", sum_value(&all));
  for (int k = 0; k < sim->matter.templates.n && sim->par.rank == 0 && told < TOLD; k++) {
    const Template *t = &sim->matter.templates.list[k];

    if (count[k] == 0 || t->carries) continue;
    printf("clast: template %s: %" PRId64
           " clump%s; one weighs %.6g kg at scale 1, and a %s of its "
           "volume has the diameter %.4g m\n",
           t->name, count[k], count[k] == 1 ? "" : "s", t->mass.mass, flat ? "disc" : "sphere",
           flat ? 2 * sqrt(t->mass.volume / PETSC_PI) : cbrt(6 * t->mass.volume / PETSC_PI));
    told++;
  }
  array_free(&count);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the trial of the first steps ---- */

enum { TRIAL_STEPS = 20 };

/* Say that it was the trial that physics has stopped, not a run. */
static void trial_say_stopped(const Sim *sim)
{
  if (sim->par.rank > 0) return;
  if (sim->clock.step == 0)
    fprintf(stderr,
            "clast: -check found this in the forces at the start; nothing was written, and a "
            "run would stop there, too\n");
  else
    fprintf(stderr,
            "clast: -check found this in a trial of the next %d steps, made in memory; nothing was "
            "written, and a run would stop there, too\n",
            TRIAL_STEPS);
}

static void say_duration(double seconds, char *text, size_t size)
{
  if (seconds < 10) snprintf(text, size, "%.2g s", seconds);
  else progress_say_duration(seconds, text, size);
}

/* "2 min", or "2 min to 5 min". */
static void say_durations(double least, double most, char *text, size_t size)
{
  char from[32], to[32];

  say_duration(least, from, sizeof from);
  say_duration(most, to, sizeof to);
  if (strcmp(from, to) == 0) snprintf(text, size, "%s", to);
  else snprintf(text, size, "%s to %s", from, to);
}

/* Numbers of steps from now to the end: with the longest step, that which is taken while nothing
   touches, and with the shortest, that for all contacts that there may be. They differ if dt follows
   the contacts. */
typedef struct {
  double longest, shortest; /* s */
  double fewest, most;
} StepsLeft;

static StepsLeft steps_left(const Sim *sim)
{
  const AutoDt *f    = sim_auto_dt(sim);
  const double  left = sim->settings.end_time - sim_time(sim);
  StepsLeft     s    = {.longest  = f->on ? f->most : sim->clock.dt,
                        .shortest = f->on ? f->least : sim->clock.dt};

  s.fewest = ceil(left / s.longest - 1e-9);
  s.most   = ceil(left / s.shortest - 1e-9);
  return s;
}

/* Print how many steps the run makes and how long these take, each so many seconds. */
static void print_forecast(const Sim *sim, const StepsLeft *s, double each)
{
  const char *more = sim->folder.goes_on ? "" : "; more when bodies touch";
  char        text[80];

  say_durations(s->fewest * each, s->most * each, text, sizeof text);
  if (sim->par.rank > 0) return;
  if (s->fewest < s->most)
    printf(
      "clast: %.0f to %.0f steps of %.2g to %.2g s until t = %g s, as contacts come and go, take "
      "about %s, %.2g s each now%s\n",
      s->fewest, s->most, s->shortest, s->longest, sim->settings.end_time, text, each, more);
  else
    printf("clast: %.0f steps until t = %g s take about %s, %.2g s each%s\n", s->most,
           sim->settings.end_time, text, each, more);
}

/* Forecast the time that the run takes, from some steps that are made in memory: always as many, so
   that -check ends alike everywhere. *end is the end of the run if physics stops it in these. */
static PetscErrorCode trial_print(Sim *sim, RunEnd *end)
{
  const StepsLeft left = steps_left(sim);
  const int       made = (int)min_real(TRIAL_STEPS, left.fewest);
  double          from, each;
  bool            stop;

  PetscFunctionBeginUser;
  if (made <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  from = wall_seconds();
  *end = RUN_GOES_ON;
  for (int k = 0; *end == RUN_GOES_ON && k < made; k++) PetscCall(sim_step(sim, &stop, end));
  if (run_is_broken(*end)) trial_say_stopped(sim);
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  *end = RUN_FINISHED;
  each = (wall_seconds() - from) / made;
  PetscCall(parallel_max(&sim->par, &each, 1));
  print_forecast(sim, &left, each);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- overlaps at the start ---- */

/* Print the deepest overlap at the start, with the two bodies and the place, if they have been seen.
   Collective. */
static PetscErrorCode overlap_print(Sim *sim, Overlaps *overlaps)
{
  const Overlap *o       = &overlaps->deepest;
  double         deepest = sim->evaluation.report.deepest_gap;
  int64_t        more;
  char           one[320], other[320];

  PetscFunctionBeginUser;
  PetscCall(parallel_max(&sim->par, &deepest, 1));
  PetscCall(overlaps_gather(sim, overlaps));
  more = overlaps->n - (o->part > OVERLAP_LARGE);
  if (sim->par.rank > 0 || !(deepest > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  printf("clast: the deepest overlap at the start is %.3g m", o->depth > 0 ? o->depth : deepest);
  if (o->depth > 0) {
    overlap_name(sim, o, one, other, sizeof one);
    printf(
      ", %.2g of the smaller radius, of %s and %s at (%.3g, %.3g, %.3g) m; the centre of clump "
      "%" PRId64 " is at (%.4g, %.4g, %.4g) m",
      o->part, one, other, o->at.x, o->at.y, o->at.z, o->a, o->x_a.x, o->x_a.y, o->x_a.z);
    if (!o->wall)
      printf(", that of clump %" PRId64 " at (%.4g, %.4g, %.4g) m", o->b, o->x_b.x, o->x_b.y,
             o->x_b.z);
  }
  if (more > 0)
    printf("; and %" PRId64 " more overlap%s above %g of a radius", more, more == 1 ? "" : "s",
           OVERLAP_LARGE);
  printf("\n");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_check(Sim *sim, RunEnd *end)
{
  const bool               verbose  = option_bool(sim->options, "", NULL, "verbose");
  static const char *const used[]   = {"nothing", "clumps", "pebbles", "clumps and pebbles"};
  Overlaps                 overlaps = {.n = 0};

  PetscFunctionBeginUser;
  PetscCall(run_folder_try(&sim->par, option_word(sim->options, "output", NULL, "dir")));
  PetscCall(sim_describe(sim));
  PetscCall(masses_print(sim));
  if (verbose) PetscCall(memory_print(sim));
  PetscCall(held_print(sim));
  memory_print_entering(sim, verbose);
  if (sim->par.rank == 0) timestep_print_bounce(sim);
  for (int k = 0; k < sim->matter.groups.n && sim->par.rank == 0; k++) {
    const Group *g = &sim->matter.groups.list[k];

    if (g->used == 0) continue; /* it selects a template */
    printf("clast: group %s of slot %s, of %s\n", g->name, g->slot,
           used[g->used & (GROUP_CLUMPS | GROUP_PEBBLES)]);
  }
  PetscCall(likely_mistakes_report(sim));
  *end = RUN_GOES_ON;
  PetscCall(overlaps_watch(sim, &overlaps));
  if (!sim->folder.goes_on) PetscCall(sim_begin(sim, end));
  contact_listeners_stop(&sim->modules.listeners);
  if (run_is_broken(*end)) trial_say_stopped(sim);
  if (run_is_broken(*end)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!sim->folder.goes_on) PetscCall(events_warn(sim_world(sim)));
  *end = RUN_FINISHED;
  if (!sim->folder.goes_on) PetscCall(overlap_print(sim, &overlaps));
  PetscCall(modules_write(sim_world(sim),
                          &(Output){.call = OUTPUT_PREVIEW,
                                    .dir  = sim->settings.preview
                                              ? option_word(sim->options, "output", NULL, "dir")
                                              : NULL}));
  PetscCall(trial_print(sim, end));
  if (run_is_broken(*end)) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->par.rank == 0) printf("clast: no mistakes found; nothing was run\n");
  PetscFunctionReturn(PETSC_SUCCESS);
}
