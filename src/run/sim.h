/* SPDX-License-Identifier: MIT */
/* A simulation on one communicator. A process may have several, as there are no globals. */
#ifndef RUN_SIM_H
#define RUN_SIM_H

#include "base/clock.h"
#include "constraint/project.h"
#include "contact/contact_listeners.h"
#include "contact/contacts.h"
#include "contact/exclusions.h"
#include "interaction/deform/deform.h"
#include "interaction/interactions.h"
#include "link/links.h"
#include "matter/group.h"
#include "matter/module.h"
#include "matter/waiting.h"
#include "measure/energy/ledger.h"
#include "measure/measured.h"
#include "measure/quanta.h"
#include "measure/timestep/stable.h"
#include "motion/damping/damping.h"
#include "motion/integrator.h"
#include "motion/motion.h"
#include "motion/prescribed/wall_motion.h"
#include "options/report.h"
#include "output/checkpoint/checkpoint.h"
#include "output/console/limits.h"
#include "output/console/stages.h"
#include "output/run_folder.h"
#include "output/table/tables.h"
#include "run/lists/lists.h"
#include "run/module_list.h"
#include "search/pairs.h"
#include "space/halo.h"
#include "space/migration.h"
#include "supply/population/population.h"
#include "supply/source.h"

/* Settings of a run as the scenario gives them. They are read once (settings_read, scenario.h) and
   never change; values that are chosen or tuned later (time step, skins, seeds of random cuts) are
   kept by the part that uses them. */
typedef struct {
  double dt;       /* of a substep as given, s; NAN: automatic. The time step is that of Clock */
  int    substeps; /* steps of Clock in a step of the scenario */
  const Integrator   *integrator;
  double              end_time, overlap_limit, wall_limit;
  bool                dt_is_auto;
  double              dt_safety, impact_speed; /* impact_speed: NAN if it is not given */
  int                 dimension;               /* 2 or 3 */
  Vec3                gravity;
  int64_t             seed;
  int64_t             rebuild_every, balance_every; /* 0: off */
  int64_t             decomp_random;                /* seed of the first random cuts; -1: off */
  int64_t             halo_wide; /* number of copies above which a clump is wide */
  const SearchMethod *method;
  double              skin; /* as given, m; NAN: automatic. The skin is that of Lists */
  double              balance_threshold; /* 0: off */
  double  balance_fraction; /* share of a node's work that may cross its cut in one balance */
  bool    check_only, preview;
  bool    same_bond_id;  /* clumps of equal bond_id touch */
  int64_t static_passes; /* of constraints before the first step */
} Settings;

/* Sources of clumps, and when they release clumps. */
typedef struct {
  Sources sources;
  /* rows for the extremes of clumps that sources may release: used by the checks, the time step and
     the quanta; never simulated */
  Clumps  *extremes;
  PetscInt known; /* rows of `extremes` that the run before the restart had used */
  bool     begun; /* the first release, before the first step, is done */
  double   next;  /* time of the next release, s; INFINITY: there is none; the same on every rank */
  int64_t  last;  /* step at whose end clumps last entered; 0: none has */
  /* not empty: a source or an event ends the run, for this reason; the same on every rank */
  char        stop[SOURCE_WHY];
  AllReadRows rows; /* for messages */
} Entry;

/* The clumps of this rank and their kinds. */
typedef struct {
  Materials materials;
  Templates templates;
  Groups    groups;
  Clumps   *clumps;
  Waiting  *waiting;
  Pebbles  *pebbles;
} Matter;

/* The space they move in, and its division among ranks. */
typedef struct {
  Domain        domain;
  Decomposition decomposition;
  Halo         *halo;
} Space;

/* The modules and their states. Starts as {0}. */
typedef struct {
  ModuleTable      table;
  void            *state[MODULES_LENGTH];
  ContactListeners listeners; /* modules that are shown contacts */
} Modules;

/* Copies of contacts that were seen at a step. */
typedef struct {
  int64_t      of; /* its number + 1; 0: there are none */
  PetscInt     n, capacity, n_memory, memory_capacity;
  ContactSeen *list;
  double      *memory; /* of each, one after the other */
} SeenKept;

/* The last evaluation of loads. */
typedef struct {
  ContactReport report;        /* of its contacts, this rank */
  ForceBalance  force_balance; /* this rank */

  bool     stands;    /* the lists have not changed since */
  bool     done;      /* this process has made one */
  bool     on_walls;  /* it has found the loads on walls (Contacts.on_walls) */
  bool     keeps;     /* its contacts are kept when lists change before the next step */
  bool     pauses;    /* likewise, as the run pauses and a host may look at them */
  Pose    *poses;     /* [owned] its poses, while the clumps have others (sim_settle); or NULL */
  double   dt_before; /* of its scene, s */
  SeenKept all, hard; /* kept contacts: all; hard ones, which are forgotten earlier */
} Evaluation;

struct Run {
  /* the run */
  Parallel  par;
  Options  *options;
  Warnings  warnings;
  Settings  settings; /* written by sim_create alone (tests/style/greps.sh) */
  RunFolder folder;
  Limits    limits;

  Matter matter;
  Space  space;
  Walls  walls;
  struct {
    WallMotions walls;
    Damping     damping;
    bool        half_kick_due; /* the last one of the last step is still to be made: sim_complete */
  } motion;

  /* what acts on it */
  Laws         *laws;
  Pairs        *pairs;
  Contacts     *contacts;
  Evaluation    evaluation; /* the last one, whose contacts can be shown again */
  Links         links;
  Exclusions    exclusions;
  Deforms       deforms;
  Constraints   constraints;
  Interactions *interactions;
  Loads        *loads;

  /* the state of the run */
  Clock clock;
  Entry entry;
  Lists lists;
  struct {
    Scales     scales; /* of sums */
    StepLimits limits;
  } timestep;
  struct {
    Ledger  ledger; /* this rank's part */
    Account account;
    bool    open; /* clumps may enter, leave or be changed; set in setup */
  } energy;

  /* features (module_list.h), what they see, and what the world serves them on demand */
  Modules modules;
  World   world;
  struct {
    ContactScene scene;    /* of `measured` */
    Measured     measured; /* input of totals and monitors */
  } served;
  Stages stages; /* wall times and counts */
};

static inline double sim_time(const Sim *sim)
{
  return clock_time(&sim->clock);
}

/* True if clumps may enter from now on. */
static inline bool sim_goes_on(const Sim *sim)
{
  return sources_have_objects(&sim->entry.sources) || sim->entry.next < INFINITY;
}

/* ---- sim.c ---- */

/* The simulation as modules see it now. */
World       *sim_world(Sim *sim);
ContactScene sim_scene(const Sim *sim);
/* Input of totals; scene: sim_scene(sim), which must stay. */
Measured         sim_measured(const Sim *sim, const ContactScene *scene);
InteractionScene sim_interaction_scene(const Sim *sim);
/* Add the clumps that sources release at `now` (s) to the owned rows, and find when they next do.
   Collective. */
PetscErrorCode sim_release(Sim *sim, double now);
/* Distance from a pebble's surface within which copies are needed, with this skin, m. */
double sim_reach(const Sim *sim, double skin);

/* ---- modules.c: setup, step, checkpoint, output and console walk the modules here ---- */

/* Make the states of all modules. */
void modules_create(Sim *sim);
void modules_free(Modules *modules);
/* State of a module; NULL before modules_create. */
void *sim_module(const Sim *sim, const Module *module);

typedef enum {
  SETUP_READ,
  SETUP_RESOLVE,
  SETUP_PLACE,
  SETUP_FORESEE,
  SETUP_OPEN,
  SETUP_TIMED
} SetupStage;

/* True if this rank has noted no mistake in values of these kinds (options_are_sound; NULL: none),
   nor in those that every part of setup needs: the dimension and, as free walls are clumps, walls if
   there are such. */
bool sim_options_are_sound(const Sim *sim, const char *kinds);
/* Call the hooks of a stage of setup (ModuleSetup). Modules whose options have mistakes are left
   out. Collective. */
PetscErrorCode modules_setup(Sim *sim, SetupStage stage);

/* The hooks of a step. wanted: modules_want_end on any rank. modules_want_end and modules_book use
   the world as modules_begin_step, or sim_world, has set it. */
PetscErrorCode modules_begin_step(Sim *sim);
bool           modules_want_end(const Sim *sim);
PetscErrorCode modules_book(Sim *sim, bool moved);
PetscErrorCode modules_end_step(Sim *sim, bool wanted);

/* List the states of all modules; sim NULL: their tables alone. */
PetscErrorCode modules_list(Sim *sim, StateParts *parts);

/* ---- setup.c ---- */

/* Create a simulation, ready to step, from a scenario, with -restart from a checkpoint. messages:
   where they go, NULL: to the standard streams; borrowed until sim_destroy. *mistakes > 0: they were
   reported, nothing was written, and the sim can only be destroyed. Collective. */
PetscErrorCode sim_create(Communicator comm, struct Messages *messages, const ScenarioSource *from,
                          Sim **sim, int *mistakes);
PetscErrorCode sim_destroy(Sim **sim);
/* Free all memory that grows with the number of bodies. Options, templates and walls stay, for
   sim_destroy. */
PetscErrorCode sim_give_up_bodies(Sim *sim);

/* ---- step.c ---- */

/* Evaluate the loads of the initial state. Collective. */
PetscErrorCode sim_begin(Sim *sim, RunEnd *end);
/* Make one step. Its last half kick is done by the next step, or by sim_complete, which must be
   called before velocities or loads are read. *end is RUN_BROKEN if physics stops the run: the
   message has been printed, and the state belongs to no step. *stop: a rank asked for an early stop
   during the evaluation; the step is complete all the same. Collective. */
PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end);
/* Complete the step: positions, velocities and loads at one time. Local. */
void sim_complete(Sim *sim);

/* ---- step_show.c ---- */

/* Between two steps: show the contacts, links and hard contacts of this rank as listeners
   (contact/contact_listeners.h) have seen them in the last step. Links that have broken are left out;
   places of contacts with clumps that have left since are not a number. After a restart, and at the
   first call if lists have been renewed after the step, as when clumps have entered, contacts and
   links are as they act at the present positions and velocities, and no hard contacts are known. The
   state does not change. Collective. */
PetscErrorCode sim_show_contacts(Sim *sim, const ContactVisitor *visitor);
/* Before lists change between two steps: keep what sim_show_contacts shows, if it was ever called.
   Collective. */
PetscErrorCode sim_keep_contacts(Sim *sim);
/* Between two steps: complete the step, and give poses and copies the velocities of the motion, as a
   restart does. Lists must be renewed afterwards. Collective. */
PetscErrorCode sim_settle(Sim *sim);
/* Keep the hard contacts of the last step, before they are forgotten. Local. */
void sim_keep_hard(Sim *sim);
void sim_free_kept(Sim *sim);

/* ---- timestep.c ---- */

/* The step that dt: auto takes with the present scenario, s; INFINITY if nothing can touch. After
   timestep_choose. */
double timestep_auto(const Sim *sim);
/* Find the limits of the step, and with dt: auto the step from them. restart: the step is INFINITY
   if nothing can touch, as the step of the checkpoint is kept unless a shorter one is needed
   (save.c). Mistakes are reported to options. Collective. */
PetscErrorCode timestep_choose(Sim *sim, bool restart);
/* True if dt: auto may follow the state (measure/timestep/auto_dt.h): nothing in the run needs a step that
   stays as it is. */
bool timestep_may_follow(const Sim *sim);
/* The shortest step that may be taken, s: that of the clock, unless it follows the state. */
double timestep_least(const Sim *sim);
/* A program that runs the simulation gives forces from now on. known: all of them are constant; else
   dt: auto knows no limit, and dt no longer follows the state. begun: the first loads are known, or
   the run goes on from a checkpoint. Local; the same on all ranks. */
void timestep_take_forces(Sim *sim, bool known, bool begun);
/* Warn if the final step is too long for contacts or dashpots, and refuse more steps than can be
   counted. */
void timestep_check(Sim *sim);
/* Print one line: the step and the limit that decided it. */
void timestep_print(const Sim *sim);
/* Print a line if bodies may land on several pebbles at once under a law that treats each contact
   by itself. */
void timestep_print_bounce(const Sim *sim);

/* ---- save.c: checkpoints, and restart from them ---- */

/* Restore scalars from the checkpoint; setup.c takes over clumps, templates and contacts. same: the
   scenario is that of the checkpoint, apart from output (revised_nothing). */
PetscErrorCode save_restore(Sim *sim, const Checkpoint *checkpoint, bool same);
/* Write a checkpoint of the state between two steps to the run's folder, or save_failed to its folder
   for failures; a failure to do so is a warning, and the run continues. Collective. */
PetscErrorCode save_write(Sim *sim, bool *written);
PetscErrorCode save_failed(Sim *sim, bool *written);
/* Write a checkpoint into this file; *written false: it could not be written, as a message has told.
   Collective. */
PetscErrorCode save_to(Sim *sim, const char *file, bool *written);
/* Digest of the state. Collective. */
PetscErrorCode save_digest(Sim *sim, uint64_t *digest);

/* ---- run.c; the run itself: run.h ---- */

/* Print how many clumps and ranks there are, the time step and its reason, and the clumps
   that enter later. Collective. */
PetscErrorCode sim_describe(Sim *sim);

#endif
