/* SPDX-License-Identifier: MIT */
/* A simulation on one communicator. A process may have several, as there are no globals. */
#ifndef RUN_SIM_H
#define RUN_SIM_H

#include "base/clock.h"
#include "constraint/answer.h"
#include "constraint/project.h"
#include "contact/contact_listeners.h"
#include "contact/contacts.h"
#include "contact/exclusions.h"
#include "interaction/deform/deform.h"
#include "interaction/interactions.h"
#include "link/links.h"
#include "matter/group.h"
#include "matter/waiting.h"
#include "measure/energy/account.h"
#include "measure/measured.h"
#include "motion/damping/damping.h"
#include "motion/motion.h"
#include "motion/prescribed/wall_motion.h"
#include "options/report.h"
#include "output/table/tables.h"
#include "run/cell_run.h"
#include "run/console/counters.h"
#include "run/console/limits.h"
#include "run/lists/balance.h"
#include "run/lists/carried.h"
#include "run/lists/lists.h"
#include "run/modules.h"
#include "run/setup/entry.h"
#include "run/setup/settings.h"
#include "run/step/quanta.h"
#include "run/step/stages.h"
#include "run/timestep/shortest.h"
#include "space/halo.h"
#include "space/migration.h"

/* State or end of a run; it determines the exit status of the programs. */
typedef enum { RUN_GOES_ON, RUN_FINISHED, RUN_STOPPED_EARLY, RUN_BROKEN } RunEnd;

struct Sim {
  /* the run */
  Parallel       par;
  Options       *options;
  Warnings       warnings;
  Settings       settings; /* written by sim_create alone (tests/style/greps.sh) */
  char           output_dir[PETSC_MAX_PATH_LEN];
  char           source[PETSC_MAX_PATH_LEN]; /* the checkpoint that this run continues; "": none */
  int            lock;                       /* of the run's folder, rank 0; -1: none */
  bool           chooses;                    /* the checkpoint is the newest of a folder */
  bool           is_look;                    /* the scenario is only checked; nothing is run */
  bool           restarted;
  bool           writes; /* output has begun: later errors are no mistakes in the scenario */
  PetscLogDouble began;  /* wall time at sim_create, s */
  Limits         limits;
  bool           limited; /* ask the limits in every evaluation */
  Ask            asked;   /* what ranks asked for in the last step */

  /* matter and space */
  Materials     materials;
  Templates     templates;
  Groups        groups;
  Walls         walls;
  WallMotions   motions;
  Damping       damping;
  Laws         *laws;
  Domain        domain;
  CellRun       cell; /* of a domain whose cell deforms */
  Decomposition decomposition;
  Halo         *halo;
  Clumps       *clumps;
  Waiting      *waiting;
  Pebbles      *pebbles;
  Pairs        *pairs;
  Contacts     *contacts;
  Links         links;
  Exclusions    exclusions;
  Deforms       deforms;
  Constraints   constraints;
  Interactions *interactions;
  Loads        *loads;

  /* the state of the run */
  Clock           clock;
  Entry           entry;
  Lists           lists;
  Scales          scales;
  ShortestContact shortest;
  ImpactSpeeds    impact;
  Balance         balance;
  ContactReport   report; /* of the last evaluation, this rank */
  Ledger          ledger; /* of energies, this rank's part */
  Account         account;
  bool pending; /* the last half kick of the last step is still to be done: sim_complete */

  /* features (module_list.h) and what they see */
  Modules          modules;
  World            world;
  CellFlow         flow;    /* of the world */
  Journal          journal; /* rows of events.csv that are to be written */
  ContactListeners listeners;
  ContactScene     scene;    /* of `measured` */
  Measured         measured; /* input of totals and monitors for modules */
  AnswersKept      answers;  /* while shown velocities are in place */

  /* counts and wall times */
  Counters counters;
  Stages   stages;
};

static inline double sim_time(const Sim *sim)
{
  return clock_time(&sim->clock);
}

/* ---- sim.c ---- */

/* The simulation as modules see it now. */
World       *sim_world(Sim *sim);
ContactScene sim_scene(const Sim *sim);
/* Input of totals; scene: sim_scene(sim), which must stay. */
Measured         sim_measured(const Sim *sim, const ContactScene *scene);
InteractionScene sim_interaction_scene(const Sim *sim);
/* Distance from a pebble's surface within which copies are needed, with this skin, m. */
double sim_reach(const Sim *sim, double skin);

/* ---- setup.c ---- */

/* Create a simulation, ready to step, from a scenario file (NULL: none) and the command line, with
   -restart from a checkpoint. *mistakes > 0: they were reported, nothing was written, and the sim
   can only be destroyed. Collective. */
PetscErrorCode sim_create(Communicator comm, const char *scenario, Sim **sim, int *mistakes);
/* As sim_create, with options of a row of a table (NULL: none), which override the command line. */
PetscErrorCode sim_create_row(Communicator comm, const char *scenario, const OptionRow *row,
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

/* ---- run.c ---- */

/* Run to the end, with log, frames and checkpoints. Collective. */
PetscErrorCode sim_run(Sim *sim, RunEnd *end);
/* Exit status of a program after this end of its run. */
int run_status(RunEnd end);

/* ---- describe.c ---- */

/* Print how many clumps and ranks there are, the time step and its reason, and the clumps
   that enter later. Collective. */
PetscErrorCode sim_describe(Sim *sim);

#endif
