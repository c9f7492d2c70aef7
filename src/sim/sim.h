/* SPDX-License-Identifier: MIT */
/* A simulation on one communicator. A process may have several, as nothing here is global. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "base/report.h"
#include "contact/contacts.h"
#include "matter/group.h"
#include "matter/waiting.h"
#include "motion/motion.h"
#include "sim/balance.h"
#include "sim/clock.h"
#include "sim/counters.h"
#include "sim/entry.h"
#include "sim/lists.h"
#include "sim/scales.h"
#include "sim/settings.h"
#include "sim/shortest.h"
#include "sim/stages.h"
#include "space/halo.h"
#include "space/migration.h"

/* How a run ended; it determines the exit status of the programs. */
typedef enum { RUN_GOES_ON, RUN_FINISHED, RUN_STOPPED_EARLY, RUN_BROKEN } RunEnd;

/* Wall time of the stages of a step on this rank, s. */
typedef struct {
  double motion, refresh, place, contacts, reduce, narrow, rebuild;
} StageTimes;

static inline StageTimes stage_minus(const StageTimes *a, const StageTimes *b)
{
  return (StageTimes){.motion   = a->motion - b->motion,
                      .refresh  = a->refresh - b->refresh,
                      .place    = a->place - b->place,
                      .contacts = a->contacts - b->contacts,
                      .reduce   = a->reduce - b->reduce,
                      .narrow   = a->narrow - b->narrow,
                      .rebuild  = a->rebuild - b->rebuild};
}

typedef struct Sim {
  /* the run */
  Parallel       par;
  Options       *options;
  Warnings       warnings;
  const Settings settings; /* written by sim_create alone */
  char           output_dir[PETSC_MAX_PATH_LEN], scenario_name[NAME_LENGTH];
  char           source[PETSC_MAX_PATH_LEN]; /* the checkpoint that this run continues; "": none */
  bool           restarted;
  bool           writes; /* output has begun: later errors are no mistakes in the scenario */
  PetscLogDouble began;  /* wall time at sim_create, s */
  bool (*stop_asked)(const struct Sim *); /* true if this rank requests an early stop; NULL: never;
                                             called in every evaluation */

  /* matter and space */
  Materials     materials;
  Templates     templates;
  Groups        groups;
  Walls         walls;
  Laws         *laws;
  Domain        domain;
  Decomposition decomposition;
  Halo         *halo;
  Clumps       *clumps;
  Waiting      *waiting;
  Pebbles      *pebbles;
  Pairs        *pairs;
  Contacts     *contacts;
  Loads        *loads;
  int64_t       next_id;

  /* the state of the run */
  Clock           clock;
  Entry           entry;
  Lists           lists;
  Scales          scales;
  ShortestContact shortest;
  ImpactSpeeds    impact;
  Balance         balance;
  ContactReport   report; /* of the last evaluation, this rank */
  Sum  taken;   /* energy that contacts took from the clumps so far (+ stored energy at the start),
                   this rank's part, J */
  bool pending; /* the last half kick of the last step is still to be done: sim_settle */

  /* its account */
  Counters   counters;
  StageTimes times;
  Stages     stages;
} Sim;

static inline double sim_time(const Sim *sim)
{
  return clock_time(&sim->clock);
}

/* Time of this rank in forces and motion, s: the part that balancing can share. */
static inline double sim_busy(const Sim *sim)
{
  return sim->times.motion + sim->times.place + sim->times.contacts;
}

ContactScene sim_scene(const Sim *sim);

/* ---- setup.c ---- */

/* Create a simulation, ready to step, from a scenario file (NULL: none) and the command line, with
   -restart from a checkpoint. *mistakes > 0: they were reported, nothing was written, and the sim
   can only be destroyed. Collective. */
PetscErrorCode sim_create(Communicator comm, const char *scenario, Sim **sim, int *mistakes);
PetscErrorCode sim_destroy(Sim **sim);

/* ---- rebuild.c ---- */

/* Rebuild: new owners, copies, pebbles and pairs; contact memory is carried over; rows of clumps
   that have left are removed. balance: find new cuts first. dt: of the step in progress (velocities
   are half a step behind), 0 between steps. Collective. */
PetscErrorCode sim_rebuild(Sim *sim, double dt, bool balance);
/* Rebuild between two steps if there are rows of clumps that have left, before clumps are listed.
   Collective. */
PetscErrorCode sim_clear_out(Sim *sim);
/* Between two steps: add the waiting clumps whose entry time is reached, and build new lists. The
   result is the same as if the run had been restarted with these clumps. Collective. */
PetscErrorCode sim_enter(Sim *sim);
/* Before the first step of a new run: balance from the contacts, now known, as the first cuts used
   pebbles alone. Done if it reduces the imbalance enough; not with threshold 0 or random cuts.
   Collective. */
PetscErrorCode sim_even(Sim *sim);
/* Second half of a rebuild, and the first build of a run: migrate clumps by the cuts, make copies
   and lists, assign the records' memory to their pairs. Afterwards every pebble is placed, as a
   step with new lists requires. Collective. */
PetscErrorCode sim_build(Sim *sim, double dt, ContactRecords *records);

/* Make new near lists, for poses at the time of the step in progress; every pebble is placed.
   Collective. */
PetscErrorCode sim_narrow(Sim *sim);

/* ---- balance.c ---- */

/* Find the first cuts, from the positions and shapes of clumps alone. Collective. */
PetscErrorCode sim_decompose(Sim *sim);
/* Work of a step by the present lists, as weighted points: pebbles in this rank's box with their
   pairs, whichever rank owns the clump, and clumps at their centres. Over all ranks each counts
   once. Pebbles must be placed; PetscFree x and weight. Not collective. */
PetscErrorCode sim_weigh(const Sim *sim, Vec3 **x, int32_t **weight, Points *points);
/* Find new cuts from the work of the present lists; pebbles must be placed. forced: even if little
   is gained. records: of the contacts, to count those that move. Collective. */
PetscErrorCode sim_balance(Sim *sim, bool forced, const ContactRecords *records);
/* Cuts for `parts` ranks: those at the start of a run (sim_cut); those after its first balance
   (sim_cut_again, which needs lists of the present state); whether that balance would be made,
   given the imbalance of the first cuts (sim_cuts_again: by sim_even for a new run, at the next
   rebuild for a restarted one). The run's own cuts are unchanged. Collective but for the last. */
PetscErrorCode sim_cut(const Sim *sim, int parts, Decomposition *out);
PetscErrorCode sim_cut_again(const Sim *sim, Decomposition *cut);
bool           sim_cuts_again(const Sim *sim, int parts, double imbalance);
/* After a rebuild that began at wall time `since`: measure the imbalance, decide if a balance is
   due, and record cost and gain of this one. Collective. */
PetscErrorCode sim_watch(Sim *sim, bool balanced, double since);

/* ---- quanta.c ---- */

/* Choose the spare bits of sums for the contacts of all clumps present and waiting; smallest:
   radius of their smallest pebble, m (0: there are none). Quanta start finer than any load, and the
   first contacts raise them. Collective. */
PetscErrorCode quanta_choose(Sim *sim, double smallest);
/* Warn, once, if forces of large clumps have made the force quantum too coarse for small clumps.
   The same on every rank. */
void quanta_look(Sim *sim);
/* Raise quanta for which the largest contribution over all ranks (force, N; work, J; those to
   Loads.more) was too large; returns true if one was raised. The exponents depend on physics alone.
   Local. */
bool quanta_raise(Sim *sim, double force, double work, const double *more);

/* ---- skin.c ---- */

/* Before a rebuild: choose the skins of the next lists from the measured costs of the last ones.
   The same on every rank. Collective. */
PetscErrorCode skin_tune(Sim *sim);
/* Before a narrowing: choose the near skin alone, after some narrowings since the last rebuild have
   been timed. Collective. */
PetscErrorCode skin_tune_near(Sim *sim);

/* ---- step.c ---- */

/* Evaluate the loads of the initial state. Collective. */
PetscErrorCode sim_begin(Sim *sim, RunEnd *end);
/* Make one step. Its last half kick is done by the next step, or by sim_settle, which must be
   called before velocities or loads are read. *end is RUN_BROKEN if physics stops the run: the
   message has been printed, and the state belongs to no step. *stop: a rank requested an early stop
   (stop_asked) during the evaluation; the step is complete all the same. Collective. */
PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end);
/* Complete the step: positions, velocities and loads at one time. Local. */
void sim_settle(Sim *sim);

/* ---- run.c ---- */

/* Run to the end, with log, frames and checkpoints. Collective. */
PetscErrorCode sim_run(Sim *sim, RunEnd *end);
/* Print how many clumps and ranks there are, the time step and why it is so long, and what enters
 * later. Collective. */
PetscErrorCode sim_describe(Sim *sim);

#endif
