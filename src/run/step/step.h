/* SPDX-License-Identifier: MIT */
/* State and functions that the stages of a step share (step.c calls them in order). For
   step*.c alone. */
#ifndef RUN_STEP_STEP_H
#define RUN_STEP_STEP_H

#include "constraint/project.h"
#include "run/sim.h"

/* Values reduced by MPI_MAX over all ranks in every evaluation. */
enum {
  AGREE_MOVED      = 0 * TRAVEL_REALS, /* each Travel takes TRAVEL_REALS values */
  AGREE_AHEAD      = 1 * TRAVEL_REALS,
  AGREE_NEAR_MOVED = 2 * TRAVEL_REALS,
  AGREE_NEAR_AHEAD = 3 * TRAVEL_REALS,
  AGREE_FORCE      = 4 * TRAVEL_REALS,
  AGREE_TORQUE,
  AGREE_WORK,
  AGREE_DEPTH,
  AGREE_LEFT,
  AGREE_WILD,
  AGREE_RANGE,
  AGREE_STOP,
  AGREE_SEEN,  /* a module has something to do (modules_see) */
  AGREE_REACH, /* Interactions.reached */
  AGREE_HELD,  /* memory of contacts waits for a rebuild (contact/memory/unpaired.h) */
  AGREE_MORE,  /* one for each of Loads.more, then those of step_hard.c */
  AGREE_HARD = 3 * TRAVEL_REALS + 1,
  AGREE_MOST = AGREE_MORE + ACCUMULATORS_MOST + AGREE_HARD
};

/* The plan of a step says how lists are renewed, from least to most. It is chosen when the step
   begins. */
typedef enum {
  PLAN_STAND,   /* clumps stay as they are, with the lists that there are: the start of a run */
  PLAN_REFRESH, /* lists are kept: blocks are moved while the poses of copies are sent */
  PLAN_NARROW,  /* all clumps are moved, then near pairs are picked from the listed ones */
  PLAN_REBUILD, /* all clumps are moved, then they get new owners, copies and lists */
  PLAN_BALANCE  /* as PLAN_REBUILD, with new boxes of the ranks */
} StepPlan;

/* How far a step has placed bodies. With PLAN_REFRESH a block of pebbles is moved, placed and
   evaluated before the next one, so that its rows are read from memory once; where all bodies must
   be known before pairs are evaluated, PLACED_OWN, or more, is reached first (step_place_first).
   With new lists and in a second evaluation all are placed from the start. */
typedef enum {
  PLACED_NONE, /* clumps with copies elsewhere have been moved, and their poses are sent */
  PLACED_OWN,  /* all owned clumps have been moved; pebbles of early and late blocks are placed */
  PLACED_RECEIVED, /* the poses of held copies have been received */
  PLACED_ALL       /* all pebbles are placed */
} Placed;

/* Hard contacts found in lists of which no rank knows yet whether they lack a pair. */
typedef struct {
  bool         unsure; /* there are such; the other members are of the time when they were found */
  Travel       moved;  /* of this rank's clumps since near lists were made */
  MotionReport motion; /* travel in this step, and whether positions were in range */
  bool         gone;   /* Lists.gone */
} FoundContacts;

typedef struct {
  ContactScene     scene;
  InteractionScene far; /* input of interactions */
  MotionStep       motion;
  MotionReport     report;
  Travel   ahead; /* bound of displacements since the near lists were made, one step ahead */
  StepPlan plan;
  Placed   placed;
  /* owned rows below this one have been moved, and all tiles that are sent; n_owned: constraints
     have corrected all of them, too */
  PetscInt      started;
  FoundContacts found;
  Travel        before_lists;       /* in this step, before lists were renewed for hard contacts */
  double        agreed[AGREE_MOST]; /* of the last evaluation */
  int           evaluations;        /* that were not sufficient */
  Ask           asked;              /* what ranks ask for */
  RunEnd        end;
} Step;

/* False at the start of a run. */
static inline bool step_moves(const Step *s)
{
  return s->motion.dt > 0;
}

/* The plan by which lists are renewed that do not suffice. */
static inline StepPlan step_plan(bool rebuild, bool narrow)
{
  return rebuild ? PLAN_REBUILD : narrow ? PLAN_NARROW : PLAN_REFRESH;
}

/* EARLY: blocks of pebbles of owned clumps alone. COPIES: blocks with pairs that have a pebble of a
   copy. LATE: blocks as EARLY that are evaluated while loads are sent. */
typedef enum { EARLY, COPIES, LATE } Blocks;

/* ---- motion and places (step_move.c) ---- */

/* Start the step of the owned rows below `row` that are not sent and not yet moved, in whole tiles.
   Local. */
void step_move_below(Sim *sim, Step *s, PetscInt row);
/* Add this step to the bound of the displacements, and return the bound one step ahead. If that
   exceeds half of the near skin, the sum of steps is replaced by actual displacements. Local. */
Travel step_find_way(Sim *sim, const Step *s);
/* Bound of the displacements of clumps of all ranks, and of walls, from the making of lists until
   `time`, m. which: AGREE_MOVED, or another Travel of s->agreed. */
double step_bound(const Sim *sim, const Step *s, int which, double time);
/* The same bound from maxima of Travels: `maxima` since lists were made, `built` since the last
   rebuild. near: the lists are the near lists. */
double step_bound_of(const Sim *sim, const double *maxima, const double *built, bool near,
                     double time);
/* Bound of the displacements of this step, with rounding to the grid. */
Travel step_this_way(const Sim *sim, const MotionReport *motion);
/* With constraints: move all clumps and correct them, so that lists and forces use the
   corrected poses. */
PetscErrorCode step_move_and_correct(Sim *sim, Step *s);
/* Input of constraints, and the energies that they change. */
ConstraintScene step_constraint_scene(Sim *sim);
ConstraintWork  step_constraint_work(Sim *sim);
/* Correct all clumps, which have moved. */
PetscErrorCode step_correct(Sim *sim, Step *s);
/* Before the first step: static passes of constraints, if any are asked for; lists are due then. */
PetscErrorCode step_settle(Sim *sim, Step *s);
/* New lists by this plan, of clumps that have all been moved. */
PetscErrorCode step_renew_lists(Sim *sim, Step *s, StepPlan plan);
/* Move all clumps, then renew lists by the step's plan. */
PetscErrorCode step_move_to_new_lists(Sim *sim, Step *s);
/* True if near pairs alone use copies in a step: of images of own clumps only those that near pairs
   meet are refreshed and reduced. */
bool step_pairs_alone(const Sim *sim);
/* With the present lists, clumps move while loads are found: move those with copies elsewhere, and
   send their poses. */
PetscErrorCode step_move_and_send(Sim *sim, Step *s);
/* Wait for the poses of held copies. */
PetscErrorCode step_receive_poses(Sim *sim, Step *s);

/* ---- hard contacts (step_hard.c) ---- */

/* When clumps have moved, before the sweeps: renew lists by the step's plan, which is PLAN_REFRESH
   afterwards. On one rank, or if a rebuild is due, lists that lack a pair are renewed, too; else
   found.unsure is set. Collective. */
PetscErrorCode step_renew_for_contacts(Sim *sim, Step *s);
/* Set the AGREE_HARD values of the reduction, if found.unsure. */
void step_collect_contacts(const Sim *sim, const Step *s, double *agreed);
/* When ranks have agreed: if lists lacked a pair (*again), make the sweeps again with new lists,
   and begin the evaluation again. Collective. */
PetscErrorCode step_judge_contacts(Sim *sim, Step *s, bool *again);

/* ---- listeners of contacts (step_show.c) ---- */

/* When constraints have corrected the clumps: show the hard contacts. Local. */
PetscErrorCode step_show_hard(Sim *sim, const ConstraintScene *scene);
/* After the evaluation, before anything is committed: show all other contacts. Local. */
PetscErrorCode step_show(Sim *sim, const Step *s);

/* ---- loads (step_loads.c) ---- */

/* Set loads to zero, except those of clumps yet to be moved, which motion reads and
   sets to zero. */
PetscErrorCode step_clear_loads(Sim *sim, const Step *s);
/* With carried surfaces, which any pebble may touch, or phases of interactions, which
   need all pairs: move all clumps and receive all poses before any block is
   evaluated. Else nothing is done. */
PetscErrorCode step_place_first(Sim *sim, Step *s);
/* Run the phases of interactions, which go over all pairs before the forces, with messages
   of their own. */
PetscErrorCode step_find_phases(Sim *sim, const Step *s);
/* Move, place and evaluate block by block; late blocks have been placed (step_place_late). */
PetscErrorCode step_evaluate_blocks(Sim *sim, Step *s, Blocks which);
/* Move and place the rest (late blocks, and clumps without a pebble here), as pebbles of copies may
   touch any of them. Local. */
void step_place_late(Sim *sim, Step *s);
/* Evaluate the links and the skins of deformable bodies, which may have ends on other ranks. */
PetscErrorCode step_evaluate_links(Sim *sim, const Step *s);
/* Evaluate the late blocks: before loads are sent if they may act on clumps of other ranks that
   carry surfaces, else after. before: which of the two calls this is. */
PetscErrorCode step_evaluate_late(Sim *sim, Step *s, bool before);
/* Apply fields to owned clumps, all of which have been moved. Energy lost in fields is
   booked with that of contacts. */
PetscErrorCode step_act_on_bodies(Sim *sim, const Step *s);

#endif
