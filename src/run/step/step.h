/* SPDX-License-Identifier: MIT */
/* State and functions that the stages of a step share (step.c calls them in order). For
   step*.c alone. */
#ifndef RUN_STEP_STEP_H
#define RUN_STEP_STEP_H

#include "constraint/project.h"
#include "run/sim.h"

/* Numbers that ranks agree on for hard contacts in doubt (HardDoubt.unsure). */
typedef struct {
  ListTravel moved;             /* at the time when the contacts were found */
  double     way[TRAVEL_REALS]; /* travel of this step until then */
  double     out_of_range;      /* 1: a position was out of range */
} HardAgreed;

/* Numbers that ranks agree on in an evaluation: of this rank, and after `agree` (step.c) the
   largest of all ranks. It is reduced as an array: all members are doubles. */
typedef struct {
  ListTravel moved, moved_next;       /* now; bound at the end of the next step */
  double     force, torque, work;     /* largest loads, N, N m, J */
  double     more[ACCUMULATORS_MOST]; /* of Loads.more */
  double     depth;                   /* of the deepest overlap, of the smaller radius */
  double     reach;                   /* Interactions.reached */
  double     surface_way; /* largest displacement of a surface in this step, m; at a look for dt */
  double     pull;        /* ContactReport.pull */
  double     ask;         /* an Ask */
  /* 1: true on some rank */
  double     left;         /* clumps have left through open faces */
  double     wild;         /* a load is no number, or too large */
  double     out_of_range; /* a position is out of range */
  double     end_wanted;   /* modules_want_end */
  double     unpaired;     /* memory of contacts waits for a rebuild (contact/memory/unpaired.h) */
  HardAgreed hard;
} Agreed;

enum { AGREED_REALS = sizeof(Agreed) / sizeof(double) };

/* How far a step has placed bodies; each state includes those above it. With PLAN_REFRESH a block
   of pebbles is moved, placed and evaluated before the next one, so that its rows are read from
   memory once. With new lists, and in a second evaluation, all are placed from the start. */
typedef enum {
  PLACED_SENT,     /* clumps with copies elsewhere have been moved, and their poses are sent */
  PLACED_EARLY,    /* pebbles of early blocks are placed */
  PLACED_OWN,      /* those of late blocks, too; all owned clumps have been moved */
  PLACED_RECEIVED, /* the poses of held copies have been received */
  PLACED_ALL       /* all pebbles are placed */
} Placed;

/* Hard contacts found in lists of which no rank knows yet whether they lack a pair. */
typedef struct {
  bool         unsure; /* there are such; the other members are of the time when they were found */
  Travel       moved;  /* of this rank's clumps since near lists were made */
  MotionReport motion; /* travel in this step, and whether positions were in range */
  bool         gone;   /* Lists.gone */
} HardDoubt;

typedef struct {
  ContactScene     scene;       /* input of contacts and links */
  InteractionScene interaction; /* input of interactions and deformable bodies */
  MotionStep       motion;
  MotionReport     report;
  /* bound of Lists.moved at the end of the next step; found where lists are renewed, else with the
     first evaluation */
  Travel    moved_next;
  StepPlan  plan;
  Placed    placed;      /* from the first stage on written by step_place.c alone */
  PetscInt  moved_below; /* owned rows below it, and all tiles that are sent, have been moved */
  bool      corrected;   /* constraints have moved and corrected all clumps */
  HardDoubt hard_doubt;
  Travel    travel_before; /* in this step, before lists were renewed for hard contacts */
  Agreed    agreed;        /* in the last evaluation */
  int       evaluations;   /* that were not sufficient */
  Ask       ask;           /* of the ranks: to save or to stop */
  RunEnd    end;
} Step;

/* False at the start of a run. */
static inline bool step_moves(const Step *s)
{
  return s->motion.dt > 0;
}

/* Blocks of near pairs, in the order of Pairs.block. EARLY: pebbles of owned clumps alone. COPIES:
   pairs that have a pebble of a copy. LATE: as EARLY, evaluated while loads are sent. */
typedef enum { EARLY, COPIES, LATE } Blocks;

/* ---- places (step_place.c) ---- */

/* True if pebbles are placed as soon as their clumps have moved, which takes lone pebbles and the
   plan PLAN_REFRESH. */
bool step_places_at_once(const Sim *sim, StepPlan plan);
/* With the present lists, clumps move while loads are found: move those with copies elsewhere, and
   send their poses. */
PetscErrorCode step_move_and_send(Sim *sim, Step *s);
/* Move, place and receive what is not yet, until `to`. */
PetscErrorCode step_place(Sim *sim, Step *s, Placed to);
/* Find how far all must be placed before any block is evaluated: wholly for passes of interactions,
   which go over all pairs; with received poses for carried surfaces, which any pebble may touch. */
Placed step_placed_before_blocks(const Sim *sim);
/* Evaluate blocks; those that are not yet placed are moved and placed one by one. */
PetscErrorCode step_evaluate_blocks(Sim *sim, Step *s, Blocks which);
/* True if near pairs alone use copies in a step: of images of own clumps only those that near pairs
   meet are refreshed and reduced. */
bool step_pairs_alone(const Sim *sim);

/* ---- motion (step_move.c) ---- */

/* With constraints: move all clumps and correct them, so that lists and forces use the corrected
   poses. Without: only clear what constraints and groups that follow motions have summed up in the
   step before. */
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

/* ---- a time step that follows the state: dt: auto (step_dt.c) ---- */

/* Before a look: bound of the displacement of a surface of this rank in a step, m; else 0. */
double step_surface_way(const Sim *sim);
/* Prepare the look at the end of the step, if there is one: find the gap up to which lists must be
   complete, from numbers that all ranks have agreed on. */
void step_prepare_look(Sim *sim, const Agreed *agreed);
/* The gap up to which a look at the end of a step needs all pairs, m; 0: there is none. */
double step_gap_needed(const Sim *sim, int64_t step);
/* Look at the contacts of the evaluation, if it is time (measure/timestep/auto_dt.h).
   Collective. */
PetscErrorCode step_look_for_dt(Sim *sim, const Step *s);
/* Before a step: change dt if it follows the state, and its last look has found another one.
   Collective. */
PetscErrorCode step_adapt_dt(Sim *sim);
/* At the end of a step: take the shortest step before one in which a force or field begins to act,
   as its acceleration is not known yet. */
void step_shorten_dt(Sim *sim);

/* ---- hard contacts (step_hard.c) ---- */

/* When clumps have moved, before the sweeps: renew lists by the step's plan, which is PLAN_REFRESH
   afterwards. On one rank, or if a rebuild is due, lists that lack a pair are renewed, too; else
   hard_doubt.unsure is set. Collective. */
PetscErrorCode step_renew_for_contacts(Sim *sim, Step *s);
/* This rank's part of what is agreed on hard contacts, if hard_doubt.unsure. */
HardAgreed step_hard_doubt(const Sim *sim, const Step *s);
/* When ranks have agreed: if lists lacked a pair (*again), make the sweeps again with new lists,
   and begin the evaluation again. Collective. */
PetscErrorCode step_judge_contacts(Sim *sim, Step *s, bool *again);

/* ---- loads (step_loads.c) ---- */

/* Set loads to zero, except those of clumps yet to be moved, which motion reads and
   sets to zero, and begin the evaluation of contacts. */
void step_clear_loads(Sim *sim, const Step *s);
/* Add what hard contacts have done in the sweeps: loads on walls, and the deepest overlap. */
void step_add_hard_wall_loads(Sim *sim);
/* Run the passes of interactions, which go over all pairs before the forces, with messages
   of their own. */
PetscErrorCode step_run_passes(Sim *sim, const Step *s);
/* Evaluate the contacts of free meshes with each other and with ridges of walls
   (contact/solid/solids.h). */
void step_evaluate_solids(Sim *sim, const Step *s);
/* Evaluate the links and the skins of deformable bodies, which may have ends on other ranks. */
void step_evaluate_links(Sim *sim, const Step *s);
/* True if late blocks may act on clumps of other ranks, which carry surfaces: they are evaluated
   before loads are sent. */
bool step_late_before_sending(const Sim *sim);
/* Evaluate a block, whose pebbles are placed. */
void step_evaluate_block(Sim *sim, const Step *s, int block);
/* Apply fields to owned clumps, all of which have been moved. Energy lost in fields is
   booked with that of contacts. */
PetscErrorCode step_act_on_bodies(Sim *sim, const Step *s);

/* ---- messages (breakdown.c) ---- */

/* Messages when physics stops a run in the step in progress: the lowest rank that has
   the fault prints one message on stderr. All functions are collective but
   breakdown_tell_cell and breakdown_tell_endless. */

/* Print "clast: stopped at step 3 (t = 1 s, rank 0): ", with the rank unless it is -1, and the
   message. */
void breakdown_say(const Sim *sim, int rank, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(3, 4);
/* The deepest overlap over all ranks (Step.agreed) exceeds overlap_limit: rank 0 tells of which
   bodies, where, and the likely causes. Between contacts_end and contacts_commit; sets
   World.place. */
PetscErrorCode breakdown_tell_depth(Sim *sim, const Step *step);
/* The next two write an option that cures a cause (breakdown_cure.c); false: none is known.
   Local. */

/* Reverse the translation that moves the wall against a body, from which `out` points to the
   wall. */
bool breakdown_move_back(const Sim *sim, int wall, Vec3 out, char option[WORLD_WHY]);
/* Make the contacts of a law so many times as stiff. */
bool breakdown_stiffen(const Sim *sim, const char *law, double times, char option[WORLD_WHY]);
/* The velocity with which a motion moves the wall at x, m/s; the name of the motion, or NULL: none
   does, or the wall stands still there. Local. */
const char *breakdown_mover(const Sim *sim, int wall, Vec3 x, Vec3 *velocity);
/* The force or the work of a contact is not a number, or out of range. */
PetscErrorCode breakdown_tell_wild(Sim *sim);
/* A clump is out of range, or not a number: the one with the lowest id is named. */
PetscErrorCode breakdown_tell_lost(Sim *sim);
/* The cell has grown beyond the sides that its position grid allows. Local. */
void breakdown_tell_cell(const Sim *sim);
/* Lists or quanta were still insufficient after so many evaluations. force (N), work (J), way (m):
   the largest over all ranks. Local. */
void breakdown_tell_endless(const Sim *sim, int evaluations, double force, double work, double way);

#endif
