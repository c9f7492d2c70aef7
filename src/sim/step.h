/* SPDX-License-Identifier: MIT */
/* What the stages of a step share (step.c has them in order). Not for other files. */
#ifndef SIM_STEP_H
#define SIM_STEP_H

#include "constraint/project.h"
#include "sim/sim.h"

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
  AGREE_EXIT,  /* an outlet takes a clump */
  AGREE_REACH, /* Interactions.reached */
  AGREE_HELD,  /* memory of contacts waits for a rebuild (contact/unpaired.h) */
  AGREE_MORE,  /* one for each of Loads.more, then those of step_hard.c */
  AGREE_HARD = 3 * TRAVEL_REALS + 1,
  AGREE_MOST = AGREE_MORE + ACCUMULATORS_MOST + AGREE_HARD
};

/* State of a step. A block of pebbles is moved, placed and evaluated before the next one, so that
   its rows are read from memory once. */
typedef struct {
  ContactScene     scene;
  InteractionScene far; /* what interactions see */
  MotionStep       motion;
  MotionReport     report;
  Travel ahead; /* bound of displacements since the near lists were made, one step ahead */
  bool   moves; /* false: clumps stay as they are, at the start of a run */
  bool   rebuild, balance, narrow; /* due before loads are found */
  bool   moved;    /* all clumps have been moved, and constraints have corrected them */
  bool   moving;   /* clumps move block by block (unless moved), while poses of copies are
                           exchanged; else all have been moved and their pebbles placed */
  bool   received; /* the poses of held copies */
  bool   chosen;   /* of images of own clumps those alone that near pairs meet (halo_choose) */
  bool   placed;   /* the early and late blocks, before any was evaluated (step_place_first) */
  bool   whole;    /* likewise those of copies: all pebbles are placed */
  /* hard contacts were found in lists of which no rank knows yet whether they lack a pair; then the travel
     of this rank's clumps since near lists were made, until they were found; the part of this step; whether
     places were in range; and whether rows of clumps that have left were there */
  bool     unsure;
  Travel   found, found_way;
  bool     found_in_range, gone;
  Travel   before_lists; /* in this step, until lists were renewed for hard contacts */
  PetscInt started; /* owned rows below have been moved; tiles that are sent were moved first */
  double   agreed[AGREE_MOST]; /* of the last evaluation */
  int      evaluations;
  bool     complete; /* lists and quanta were sufficient for the last evaluation */
  Ask      asked;    /* what ranks ask for */
  RunEnd   end;
} Step;

/* EARLY: blocks of pebbles of owned clumps alone. COPIES: blocks whose pairs have a pebble of a
   copy. LATE: as EARLY, kept for the time in which loads are sent. */
typedef enum { EARLY, COPIES, LATE } Blocks;

/* ---- motion and places (step_move.c) ---- */

/* Start the step of owned rows below `row`, in whole tiles, that are not sent and not yet moved.
   Local. */
void step_move_below(Sim *sim, Step *s, PetscInt row);
/* Add this step to the bound of the displacements, and look one step ahead; where that exceeds half
   of the near skin, replace the sum of steps by actual displacements. Local. */
Travel step_find_way(Sim *sim, const Step *s);
/* Bound of the displacements of all ranks, and of walls, since lists were made until `time`, m. which:
   AGREE_MOVED, or another Travel of s->agreed. */
double step_bound(const Sim *sim, const Step *s, int which, double time);
/* The same of these maxima of Travels: since lists were made, and since the last rebuild. near: since near
   lists were made. */
double step_bound_of(const Sim *sim, const double *maxima, const double *built, bool near,
                     double time);
/* Bound of the displacements of this step, with rounding to the grid. */
Travel step_this_way(const Sim *sim, const MotionReport *motion);
/* With constraints: move all clumps, and correct them, so that lists and forces see them where they
   are held. */
PetscErrorCode step_move_and_correct(Sim *sim, Step *s);
/* What constraints see, and the energies that they change. */
ConstraintScene step_constraint_scene(Sim *sim);
ConstraintWork  step_constraint_work(Sim *sim);
/* Correct all clumps, which have moved. */
PetscErrorCode step_correct(Sim *sim, Step *s);
/* Before the first step: static passes of constraints, if any are asked for; lists are due then. */
PetscErrorCode step_settle(Sim *sim, Step *s);
/* New lists, of clumps that have all been moved. */
PetscErrorCode step_renew_lists(Sim *sim, Step *s);
/* Move all clumps, then rebuild or narrow. */
PetscErrorCode step_move_to_new_lists(Sim *sim, Step *s);
/* With the present lists clumps move while loads are found: first those with copies elsewhere,
   whose poses are sent. receive: wait for the poses of held copies. */
PetscErrorCode step_move_and_send(Sim *sim, Step *s);
PetscErrorCode step_receive_poses(Sim *sim, Step *s);

/* ---- hard contacts (step_hard.c) ---- */

/* When clumps have moved, before the sweeps: lists that are due are renewed; on one rank, and where lists
   are rebuilt, those that lack a pair, too. Else `unsure` is set. Collective. */
PetscErrorCode step_renew_for_contacts(Sim *sim, Step *s);
/* What the reduction needs: AGREE_HARD values, if `unsure`. */
void step_collect_contacts(const Sim *sim, const Step *s, double *agreed);
/* When ranks have agreed: if lists lacked a pair, `*again`, make the sweeps again with new ones, and begin
   the evaluation anew. Collective. */
PetscErrorCode step_judge_contacts(Sim *sim, Step *s, bool *again);

/* ---- loads (step_loads.c) ---- */

/* Loads of zero, those of clumps yet to be moved excepted: motion reads and zeroes these. */
PetscErrorCode step_clear_loads(Sim *sim, const Step *s);
/* Surfaces that clumps carry may be touched by any pebble, and phases of interactions see all pairs:
   move all clumps and wait for all poses before any block is evaluated. */
PetscErrorCode step_place_first(Sim *sim, Step *s);
/* What interactions find of all pairs before the forces, with messages of its own. */
PetscErrorCode step_find_phases(Sim *sim, const Step *s);
/* Move, place and evaluate block by block; late blocks have been placed (step_place_late). */
PetscErrorCode step_evaluate_blocks(Sim *sim, Step *s, Blocks which);
/* Move and place what is left, as pebbles of copies may touch any: the late blocks, and clumps
   without a pebble here. Local. */
void step_place_late(Sim *sim, Step *s);
/* Evaluate the links and the skins of deformable bodies, which may have ends on other ranks. */
PetscErrorCode step_evaluate_links(Sim *sim, const Step *s);
/* The late blocks before loads are sent, if they may act on clumps of other ranks that carry surfaces,
   or after. */
PetscErrorCode step_evaluate_late(Sim *sim, Step *s, bool before);
/* Fields act on owned clumps, all of which have been moved. What they lose counts with contacts. */
PetscErrorCode step_act_on_bodies(Sim *sim, const Step *s);

#endif
