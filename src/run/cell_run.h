/* SPDX-License-Identifier: MIT */
/* The deforming cell in a simulation: its shape at the start or from a checkpoint, its motion in
   every step, the work of its faces. */
#ifndef RUN_CELL_RUN_H
#define RUN_CELL_RUN_H

#include "measure/cell_stress.h"
#include "motion/profile.h"
#include "motion/travel.h"
#include "output/checkpoint/checkpoint.h"
#include "run/setup/scenario.h"
#include "space/cell/deformation.h"
#include "space/decomposition.h"

typedef struct Sim Sim;

typedef struct {
  Deformation deformation;
  Gradient    now;      /* in the last step, 1/s */
  CellLoads   loads;    /* of images in the last evaluation, this rank's part */
  Sum         half;     /* their work in half a step, J, this rank's part */
  bool        asked;    /* the stress of the step is asked for */
  double      extent;   /* of the largest clump, m */
  double      step_way; /* displacement of images relative to clumps in the last step, m */
  double      way;      /* the same since the near lists were made, m */
} CellRun;

/* Give the domain the cell of the scenario (edges as given, or those of the box), or of the
   checkpoint (NULL: none); faults are mistakes. vectors: the scenario has the key. */
PetscErrorCode cell_run_make(Sim *sim, const Vec3 given[3], bool vectors, const Checkpoint *ck);
/* Take limits and edges from a checkpoint, as the cell was there. Faults are mistakes. */
PetscErrorCode cell_run_given(Sim *sim, const Checkpoint *ck, DomainGiven *given);
/* Report objects of the scenario that do not go with leaning or moving vectors. Local. */
PetscErrorCode cell_run_check(Sim *sim);
/* When the step is known: the grid of velocities, and the gradient at the start. Local. */
PetscErrorCode cell_run_open(Sim *sim);

/* Where sides of the cell may change, its position grid has room for sides about this many times as
   long as those at the start. */
enum { CELL_RUN_ROOM = 8 };
/* True if the cell deforms at some time. Local. */
bool cell_run_deforms(const Sim *sim);
/* True if sides of the cell may change. Local. */
bool cell_run_grows(const Sim *sim);
/* False: the cell has grown beyond its position grid. Local, the same on all ranks. */
bool cell_run_fits(const Sim *sim);

/* Before a step: add a sudden change of the velocity gradient to the velocities of clumps.
   Collective. */
PetscErrorCode cell_run_kick(Sim *sim);
/* Add the velocity of the flow to clumps that have entered: owned rows from `first` on. Local. */
void cell_run_join(Sim *sim, PetscInt first);
/* In a step, before clumps move: advance the cell. Local. */
void cell_run_advance(Sim *sim);
/* True if clumps must be wrapped by a rebuild, as they have moved by up to `way` (m)
   since the last one. Lists that age by displacements relative to the flow do not
   notice a common motion. Local. */
bool cell_run_is_far(const Sim *sim, double way);
/* At a rebuild, before rows migrate: stretch the cuts with the cell. Local. */
void cell_run_stretch(Sim *sim);
/* Sum up the loads of images in an evaluation. cell_run_begin_work: those of copies, before they are
   sent; cell_run_end_work: those of owned rows, when all loads have been summed. Local. */
void cell_run_begin_work(Sim *sim);
void cell_run_end_work(Sim *sim);
/* After the evaluation, before anything is committed: sum up the stress of contacts if it
   is asked for. */
PetscErrorCode cell_run_see(Sim *sim, const ContactScene *scene);
/* After an evaluation: find the gradient of the next step where the stress is controlled.
   Collective. */
PetscErrorCode cell_run_respond(Sim *sim);
/* Find the work of the images of the last evaluation in half a step (CellRun.half). Local. */
void cell_run_book(Sim *sim);
/* Before a step: say whether its stress and balance are asked for; without a call those of
   every step are found. Local. */
void cell_run_ask(Sim *sim, bool stress);

/* The flow of the last step; NULL if the cell does not deform. Local. */
const CellFlow *cell_run_flow(const Sim *sim, CellFlow *flow);
/* Find the profile to which displacements are relative: the flow of a gradient with one column
   across its axis, such as simple shear, which images follow, too. For other gradients
   profile->used is false. Local. */
void cell_run_find_profile(const Sim *sim, Profile *profile);

/* Bound of a travel together with a motion of images relative to clumps by `way` (m). Relative to a
   profile, centres and images move alike, and only the whole way is longer. */
Travel cell_run_widen(const Sim *sim, Travel travel, double way);

/* For run/restart/saved_parts.c. */
PetscErrorCode cell_run_list(Sim *sim, StateParts *parts);
PetscErrorCode cell_run_document(StateParts *parts);

#endif
