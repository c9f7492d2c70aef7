/* SPDX-License-Identifier: MIT */
/* The cell of a run: its vectors at the start or from a checkpoint and, if it deforms, its motion
   in every step and the flow that clumps take part in. */
#ifndef SPACE_CELL_MOVING_CELL_H
#define SPACE_CELL_MOVING_CELL_H

#include "matter/module.h"
#include "space/cell/cell.h"
#include "space/cell/deformation.h"

/* Starts as {0}. */
typedef struct MovingCell {
  Domain     *domain; /* its vectors are in Domain.cell; borrowed; NULL: not known yet */
  Deformation deformation;
  CellFlow    flow;     /* moving_cell_flow; its gradient is that of the last step */
  double      extent;   /* of the largest clump, m */
  double      step_way; /* displacement of images relative to clumps in the last step, m */
  double      way;      /* the same since the near lists were made, m */
} MovingCell;

/* Where sides of the cell may change, its position grid has room for sides about this many times as
   long as those at the start. */
enum { CELL_ROOM = 8 };

/* moving_cell_deforms: true if the cell deforms at some time; moving_cell_grows: sides may change;
   moving_cell_fits: false if it has grown beyond its position grid. Local, the same on all
   ranks. */
bool moving_cell_deforms(const MovingCell *cell);
bool moving_cell_grows(const MovingCell *cell);
bool moving_cell_fits(const MovingCell *cell);

/* ---- setup ---- */

/* Take the limits and vectors of a domain from a checkpoint, of this run or of another one. Faults
   are mistakes. *found: the checkpoint has vectors. */
bool moving_cell_take(World *world, const State *saved, Domain *there);
/* Give the domain the cell of the scenario (edges as given, or those of the box), or of the
   checkpoint (World.saved); faults are mistakes. vectors: the scenario has the key. */
void moving_cell_make(World *world, MovingCell *cell, const Vec3 given[3], bool vectors);
/* When the step is known: the grid of velocities, and the gradient at the start. smallest: radius
   of a pebble, m. Local. */
PetscErrorCode moving_cell_open(World *world, MovingCell *cell, double smallest);
/* List the vectors, and the rates of a servo; cell NULL: the tables alone. */
void moving_cell_list(MovingCell *cell, StateParts *parts);

/* ---- a step ---- */

/* Before a step: add a sudden change of the velocity gradient to the velocities of clumps.
   Collective. */
void moving_cell_kick(World *world, const MovingCell *cell);
/* Add the velocity of the flow to clumps that have entered: owned rows from `first` on. Local. */
void moving_cell_join(const MovingCell *cell, Clumps *clumps, PetscInt first);
/* In a step, before clumps move: advance the cell by dt to `time` (s); reach: distance within which
   images are needed, m. Returns true if the gradient is another one than in the step before.
   Local. */
bool moving_cell_advance(MovingCell *cell, double time, double dt, double reach);
/* The flow of the last step; NULL if the cell does not deform. Local. */
const CellFlow *moving_cell_flow(MovingCell *cell);

#endif
