/* SPDX-License-Identifier: MIT */
/* All walls of a run: from the scenario, with a file, divided among ranks, and those that clumps
   carry. */
#ifndef WALL_WALLS_H
#define WALL_WALLS_H

#include "matter/module.h"
#include "wall/wall.h"

/* ---- of the scenario ---- */

extern const OptionKind wall_kind;

/* Read all walls, in the order declared. Mistakes are noted in options, and such a wall is left
   out. */
void walls_read(Options *options, const Materials *materials, Walls *walls);
/* Note a mistake for every wall whose images along periodic axes differ. */
void walls_check_periods(Options *options, const Walls *walls, const bool periodic[3]);
/* Add a wall whose solid is where clumps should be, and what to do: "wall lid (line 7), ...: turn its
   normal, or move it". */
void wall_say_cure(const Options *options, const Wall *wall, Text *text);
void walls_free(Walls *walls);

/* ---- with a file, which a checkpoint holds, too ---- */

/* Read the files of walls, except those that the checkpoint (World.saved) holds. Mistakes are noted
   in the options. Collective. */
PetscErrorCode walls_load(World *world);
/* Prepare all walls for use. smallest: radius of a pebble, m; 0: there is none. Collective. */
PetscErrorCode walls_prepare(World *world, double smallest);

/* ---- divided: each rank has the part near its box (surface.h, Division) ---- */

/* Largest overlap_limit (section run) with divided walls. A pebble whose centre is deeper in a
   solid than its radius stops the run then, so that its exact depth, which this rank's part may not
   give, does not matter. */
#define DIVIDED_OVERLAP 1

/* Divide walls, before the first step. Setup and checks before this may ask for distances at any
   place; from here on, with walls_renew, each rank asks only for places near its box.
   Collective. */
PetscErrorCode walls_divide(World *world);
/* Give each rank the part near its box, for the present cuts and positions of walls, before lists
   are made, and before clumps enter. skin: of pair lists; reach: at which contacts and interactions
   act, the skin included; depth: of thermostats near walls, m. Collective. */
PetscErrorCode walls_renew(World *world, double skin, double reach, double depth);
/* Give rank 0 all of the walls, for frames and checkpoints, until walls_disperse. Collective. */
PetscErrorCode walls_gather(const Walls *walls, const Parallel *par);
void           walls_disperse(const Walls *walls);

/* ---- surfaces that clumps carry ----

   Contacts with them need the pose of their clump on every rank: it is a wide clump (space/wide.h).
   While there are such clumps, a step receives all poses before it evaluates contacts, and sends
   loads after all contacts. */

/* When the domain is known: note bodies that are too large for a period, and place all bodies, as
   fills keep clear of walls. Collective. */
PetscErrorCode walls_begin_carried(World *world);
/* After new copies: find the row of each clump. Local. */
void walls_find_carried(Walls *walls, const Templates *templates, const Clumps *clumps);

#endif
