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
#include "sim/stages.h"
#include "space/halo.h"
#include "space/migration.h"

/* Bounds of the speeds at which surfaces meet, m/s. */
typedef struct {
  double given; /* by the scenario; < 0: use the estimates below, made when the run began */
  double free;  /* fastest surface point of a clump that may move, at the start */
  double fixed; /* fastest surface point of a clump with all axes blocked */
  double fall;  /* speed that a clump gains from rest in the highest fall */
} ImpactSpeeds;

/* Limits of the time step, each with a text that names the pair and the law. */
typedef struct {
  double time; /* shortest contact of two pebbles, s; INFINITY: nothing can touch */
  char   pair[256];
  double face_time; /* shortest contact of several pebbles of a clump at once, s; INFINITY: there is
                       none */
  char   face[256];
  double hit_rate; /* largest rate at which a dashpot slows along the normal at first touch, 1/s */
  char   hit[256];
  double rate; /* largest rate at which a dashpot slows, coefficient over m, 1/s; dt > 1 / rate adds
                  energy */
  char   dashpot[256];
  double hardest; /* largest energy of an impact at the estimated speed, over that of its spring at
                     overlap_limit */
  char   hard[256];
} ShortestContact;

/* How a run ended; it determines the exit status of the programs. */
typedef enum { RUN_GOES_ON, RUN_FINISHED, RUN_STOPPED_EARLY, RUN_BROKEN } RunEnd;

typedef struct {
  double       dt, end_time, overlap_limit, wall_limit;
  bool         dt_is_auto;
  double       dt_safety, impact_speed; /* impact_speed: NAN if it is not given */
  int          dimension;               /* 2 or 3 */
  Vec3         gravity;
  int64_t      seed;
  int64_t      rebuild_every, balance_every, decomp_random; /* 0, 0, -1: off */
  int64_t      halo_wide; /* number of copies above which a clump is wide */
  SearchMethod method;
  double       skin; /* of the wide lists, m */
  bool         skin_is_auto;
  double       balance_threshold; /* 0: off */
  double       balance_fraction;  /* share of a node's work that may cross its cut in one balance */
  double       near_least, skin_least, skin_most; /* bounds of automatic skins, m */
  bool         check_only;
} RunSettings;

/* Counts since the run (or restart) began; `removed` since the first run began. */
typedef struct {
  int64_t rebuilds, narrowings, balances, repeats; /* repeats: repeated evaluations */
  int64_t removed; /* clumps that left through open faces and were removed, over all ranks */
  int64_t parted;  /* contacts whose memory had no pair after a rebuild, as they separated in that
                      step; this rank */
} Counters;

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

/* Measurements since the last rebuild, unless noted, for the automatic skins (skin.c). */
typedef struct {
  int64_t narrowings;
  double  rebuild, narrow; /* wall time of the last rebuild; of the narrowings since, s */
  double  looking, looked; /* of `narrow`: time to test listed pairs, s; number of tests */
  double  waiting;         /* time of refresh and reduce up to the last rebuild, s */
} SkinTuner;

typedef struct Sim {
  Parallel      par;
  Options      *options;
  Warnings      warnings;
  RunSettings   settings;
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
  double  next_entry; /* entry time of the first waiting clump, s; INFINITY: none waits; the same on
                        every rank */
  int64_t entered;    /* step at whose end clumps last entered; 0: none has */
  Pebbles      *pebbles;
  Pairs        *pairs;
  Contacts     *contacts;
  Loads        *loads;
  ContactReport report;           /* of the last evaluation, this rank */
  int64_t       step, first_step; /* current step; step from which t0 counts */
  double        t0;               /* time = t0 + (step - first_step) dt */
  int64_t       built;            /* step of the last rebuild */
  int64_t       next_id;
  Sum     taken; /* energy that contacts took from the clumps so far (+ stored energy at the start),
                this rank's part, J */
  Balance balance;
  bool (*stop_asked)(const struct Sim *); /* true if this rank requests an early stop; NULL: never;
                                             called in every evaluation */
  bool writes; /* output has begun: later errors are no mistakes in the scenario */
  bool rebuild_next, narrow_next, restarted;
  bool
    gone; /* rows of clumps that have left since the last rebuild exist; the same on every rank */
  bool coarse; /* the warning was given that sums of forces are coarse for the lightest clumps */
  ShortestContact shortest;
  ImpactSpeeds    impact;
  double          lightest; /* mass of the lightest clump that may move, kg; INFINITY: none may */
  double   slightest; /* force of the softest law at an overlap of 1e-4 of the smallest radius, N */
  double   near;      /* skin of the near lists, m */
  Travel   moved;     /* of this rank's clumps since the near lists were made */
  Travel   moved_before; /* of this rank's clumps from the last rebuild until then */
  bool     pending;      /* the last half kick of the last step is still to be done: sim_settle */
  Counters counters;
  StageTimes     times;
  PetscLogDouble began; /* wall time at sim_create, s */
  bool     *sent; /* [tiles of owned clumps] copies of clumps of the tile are sent to other ranks */
  PetscInt  sent_capacity;
  Stages    stages;
  SkinTuner tuner;
  char      output_dir[PETSC_MAX_PATH_LEN], scenario_name[NAME_LENGTH];
  char      source[PETSC_MAX_PATH_LEN]; /* the checkpoint that this run continues; "": none */
} Sim;

static inline double sim_time(const Sim *sim)
{
  return sim->t0 + (double)(sim->step - sim->first_step) * sim->settings.dt;
}

/* Upper bound of the times that count as reached: times given as decimal numbers are meant to fall
   on steps, hence the tolerance of 1e-9 dt. */
static inline double time_reached(double time, double dt)
{
  return time + 1e-9 * dt;
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
/* Raise quanta for which the largest contribution over all ranks (force, N; work, J) was too large;
   returns true if one was raised. The exponents depend on physics alone. Local. */
bool quanta_raise(Sim *sim, double force, double work);

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
