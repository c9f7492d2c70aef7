/* SPDX-License-Identifier: MIT */
/* One simulation on one communicator. Several may live in a process; nothing here is global. */
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

/* What the time step has to resolve. */
typedef struct {
  double time;         /* shortest contact time pi sqrt(m / k), s; INFINITY: nothing can touch */
  char   pair[256];    /* which bodies, by which law */
  double rate;         /* the fastest at which a dashpot slows, its coefficient over m, 1/s; a step of more than 1 / rate gives
                       energy */
  char   dashpot[256]; /* of which bodies, by which law */
} ShortestContact;

/* How a run ended; the programs' exit status follows. */
typedef enum { RUN_GOES_ON, RUN_FINISHED, RUN_STOPPED_EARLY, RUN_BROKEN } RunEnd;

typedef struct {
  double       dt, end_time, overlap_limit, wall_limit;
  bool         dt_is_auto;
  double       dt_safety;
  int          dimension; /* 2 or 3 */
  Vec3         gravity;
  int64_t      seed;
  int64_t      rebuild_every, balance_every, decomp_random; /* 0, 0, -1: off */
  int64_t      halo_wide;                                   /* copies of a clump up to which its owner sends them itself */
  SearchMethod method;
  double       skin; /* of the wide lists, m */
  bool         skin_is_auto;
  double       balance_threshold;                 /* 0: off */
  double       balance_fraction;                  /* of the work at a cut that may change sides in one balance */
  double       near_least, skin_least, skin_most; /* bounds of automatic skins, m */
  bool         check_only;
} RunSettings;

/* Counted since the run (or restart) began; those removed since the first run did. */
typedef struct {
  int64_t rebuilds, narrowings, balances, repeats; /* repeats: steps evaluated again */
  int64_t removed;                                 /* clumps that left through open faces and were taken out, over all ranks */
  int64_t parted; /* contacts' memory that no pair was left for at a rebuild: they came apart in that step; this rank's */
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

/* What the automatic skins are found from (skin.c), since the last rebuild but for its own cost. */
typedef struct {
  int64_t narrowings;
  double  rebuild, narrow; /* wall time of the last rebuild, and of the narrowings since, s */
  double  looking, looked; /* of these: that of looking at listed pairs, s; at how many */
  double  waiting;         /* of refresh and reduce until the last rebuild, s */
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
  double        next_entry; /* when the first of all that wait enters, s; INFINITY: none waits; alike on every rank */
  Pebbles      *pebbles;
  Pairs        *pairs;
  Contacts     *contacts;
  Loads        *loads;
  ContactReport report;           /* of the last evaluation, this rank */
  int64_t       step, first_step; /* now; where t0 counts from */
  double        t0;               /* time = t0 + (step - first_step) dt */
  int64_t       built;            /* step of the last rebuild */
  int64_t       next_id;
  Sum     taken; /* energy that contacts took from the bodies so far (+ what they stored at the start), this rank's part, J */
  Balance balance;
  bool    writes; /* files are being written: what fails now is no mistake in the scenario */
  bool    rebuild_next, narrow_next, restarted;
  bool    gone;   /* there are rows of bodies that have left since the last rebuild; alike on every rank */
  bool    coarse; /* it was told that sums of forces are coarse for the lightest clumps */
  ShortestContact shortest;
  double          lightest;     /* mass of a clump that may move, kg; INFINITY: none may */
  double          slightest;    /* what the softest law has the smallest pebbles bear at a ten-thousandth of their radius, N */
  double          near;         /* what near lists hold beyond touching, m */
  Travel          moved;        /* of this rank's clumps since the near lists were made */
  Travel          moved_before; /* and from the last rebuild until then */
  bool            pending;      /* the last step's last half kick is still to come: sim_settle */
  Counters        counters;
  StageTimes      times;
  PetscLogDouble  began; /* wall time at sim_create, s */
  bool           *sent;  /* tiles of owned clumps of which copies are sent to other ranks */
  PetscInt        sent_capacity;
  Stages          stages;
  SkinTuner       tuner;
  char            output_dir[PETSC_MAX_PATH_LEN], scenario_name[NAME_LENGTH];
  char            source[PETSC_MAX_PATH_LEN]; /* the checkpoint that this goes on from; "": none */
} Sim;

static inline double sim_time(const Sim *sim)
{
  return sim->t0 + (double)(sim->step - sim->first_step) * sim->settings.dt;
}

/* Times that are given as numbers are meant to fall on steps: a billionth of a step later is still in time. */
static inline double time_reached(double time, double dt)
{
  return time + 1e-9 * dt;
}

/* What this rank has spent on forces and motion, s: what balancing can share. */
static inline double sim_busy(const Sim *sim)
{
  return sim->times.motion + sim->times.place + sim->times.contacts;
}

ContactScene sim_scene(const Sim *sim);

/* ---- setup.c ---- */

/* From a scenario file (NULL: none) and the command line, with -restart from a checkpoint, to a state ready to step.
   *mistakes > 0: what is wrong was reported, nothing was written, and the sim can only be destroyed. Collective. */
PetscErrorCode sim_create(Communicator comm, const char *scenario, Sim **sim, int *mistakes);
PetscErrorCode sim_destroy(Sim **sim);

/* ---- rebuild.c ---- */

/* New owners, copies, pebbles and pairs; memory is carried over; rows of bodies that have left are removed. balance: new
   cuts first. dt: of the step under way (velocities are half a step behind), 0 between steps. Collective. */
PetscErrorCode sim_rebuild(Sim *sim, double dt, bool balance);
/* Between two steps, before somebody lists the bodies: new lists, if the old ones still have rows of bodies that have left.
   Collective. */
PetscErrorCode sim_clear_out(Sim *sim);
/* Between two steps: what waits until now or earlier is there from here on, with new lists, as if the run had been stopped
   and restarted with it. Collective. */
PetscErrorCode sim_enter(Sim *sim);
/* Before a new run's first step: contacts are known now, the first cuts knew of pebbles alone. Others, if there is something to
   gain; not with threshold 0 or random cuts. Collective. */
PetscErrorCode sim_even(Sim *sim);
/* The second half of a rebuild, and the first build of a run: migrate by the cuts, make copies and lists, give the
   records' memory to their pairs. Afterwards every pebble is placed, which a step with new lists counts on. Collective. */
PetscErrorCode sim_build(Sim *sim, double dt, ContactRecords *records);

/* The near lists anew, for poses at the time of the step under way; every pebble is placed. Collective. */
PetscErrorCode sim_narrow(Sim *sim);

/* ---- balance.c ---- */

/* The first cuts, when nothing is known but where clumps are. Collective. */
PetscErrorCode sim_decompose(Sim *sim);
/* The work of a step where it is done, as this rank's lists show it: a pebble of any clump with its pairs in the box that it lies
   in, a clump at its centre. Over all ranks each is there once. Pebbles must be placed; PetscFree x and weight. Not
   collective. */
PetscErrorCode sim_weigh(const Sim *sim, Vec3 **x, int32_t **weight, Points *points);
/* New cuts from the work that the lists show, which are those of now with pebbles placed. forced: however little there is to
   gain. records: of the contacts, for the account. Collective. */
PetscErrorCode sim_balance(Sim *sim, bool forced, const ContactRecords *records);
/* The cuts that this state would get at the start of a run on so many ranks; those after its first balance; and would that be
   made, with the first ones' largest work over the mean (for a new run by sim_even; for one that goes on, at the next rebuild)?
   The run's own cuts are not touched; sim_cut_again needs lists of now. Collective but for the last. */
PetscErrorCode sim_cut(const Sim *sim, int parts, Decomposition *out);
PetscErrorCode sim_cut_again(const Sim *sim, Decomposition *cut);
bool           sim_cuts_again(const Sim *sim, int parts, double imbalance);
/* After a rebuild that began at wall time `since`: how even is it, is a balance due, and what has this one cost and gained?
   Collective. */
PetscErrorCode sim_watch(Sim *sim, bool balanced, double since);

/* ---- quanta.c ---- */

/* Room in the sums for the contacts of all clumps that are or will be there; `smallest`: radius of their smallest pebble,
   m (0: there are none). Quanta finer than any load, as the first contacts raise them to what they need. Collective. */
PetscErrorCode quanta_choose(Sim *sim, double smallest);
/* Warn, once, where forces of large bodies are so large that what sums can tell below them is not enough for small ones. Alike on
   every rank. */
void quanta_look(Sim *sim);
/* Coarser quanta where the largest contribution over all ranks (force, N; work, J) was too large; was one? The exponents hang on
   physics alone. Local. */
bool quanta_raise(Sim *sim, double force, double work);

/* ---- skin.c ---- */

/* Before a rebuild: skins for the next lists, from what the last ones cost. The same on every rank. Collective. */
PetscErrorCode skin_tune(Sim *sim);
/* Before a narrowing: the near skin alone, once some narrowings since the last rebuild have shown what they cost. Collective. */
PetscErrorCode skin_tune_near(Sim *sim);

/* ---- step.c ---- */

/* Loads at the state as it is: the start of a run. Collective. */
PetscErrorCode sim_begin(Sim *sim, RunEnd *end);
/* One step. Its last half kick is left to the next one, or to sim_settle, which everybody calls who looks at velocities or loads.
   *end is RUN_BROKEN when physics stops it: the message is printed, the state is that of no step. `stop`: this
   rank asks for an early stop; agreed with the others in *stop. Collective. */
PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end);
/* Positions, velocities and loads at one time. Local. */
void sim_settle(Sim *sim);

/* ---- fill.c ---- */

/* Random fills of the scenario: `clumps` objects with templates and a count. Collective. */
PetscErrorCode sim_fill(Sim *sim);

/* ---- run.c ---- */

/* Steps to the end with log, frames and checkpoints. Collective. */
PetscErrorCode sim_run(Sim *sim, RunEnd *end);
/* What would run: counts, dt, memory, ranks, and what touches at the start: as in sim_run *end is RUN_BROKEN when that would stop
   it. Collective. */
PetscErrorCode sim_check(Sim *sim, RunEnd *end);

#endif
