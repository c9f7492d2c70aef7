/* SPDX-License-Identifier: MIT */
/* Walls that follow prescribed motions: their places, velocities, and bounds of their travel. */
#ifndef MOTION_PRESCRIBED_WALL_MOTION_H
#define MOTION_PRESCRIBED_WALL_MOTION_H

#include "matter/pebbles.h"
#include "motion/prescribed/driven.h"
#include "motion/travel.h"
#include "wall/wall.h"

/* A wall that moves. */
typedef struct {
  int          wall; /* index */
  Follower     follows;
  Displacement now, built, near; /* at present; at the last rebuild; when near lists were made */
  /* of walls that turn: largest distance of a pebble's centre from the axis at the last rebuild,
     over all ranks, m */
  double lever;
} MovingWall;

typedef struct WallMotions {
  int          n_motions, n; /* motions; walls that move */
  TimedMotion *motions;
  MovingWall  *list;   /* [n] */
  Driven       driven; /* groups of clumps that move */
} WallMotions;

extern const OptionKind motion_kind;

/* Read all motions of the scenario (World.motions), with their states of World.saved, and set which
   walls move, turn and slide. Mistakes are noted in the options. Collective. */
PetscErrorCode wall_motions_read(World *world);
/* Note a mistake for every wall that turns out of a periodic direction. */
void wall_motions_check_periods(Options *options, const WallMotions *motions, const Walls *walls,
                                const bool periodic[3]);
void wall_motions_free(WallMotions *motions);

/* Index of the wall of this name; -1: there is none. */
int wall_index(const Walls *walls, const char *name);
/* The motion of this name; NULL: there is none. */
TimedMotion *wall_motions_find(const WallMotions *motions, const char *name);

/* Set places and velocities of walls, and of driven groups, at this time, s. */
void wall_motions_place(WallMotions *motions, double time, Walls *walls);

/* Note the present places of walls as those at which near lists were made, and at a rebuild (built)
   pair lists, too. Pebbles must have been placed. Collective if built. */
PetscErrorCode wall_motions_mark(WallMotions *motions, const Parallel *par, const Pebbles *pebbles,
                                 bool built);

typedef enum { SINCE_BUILT, SINCE_NEAR } Since;

/* Bound of the displacements of the walls since lists were made until `time` (s), at places that
   pebbles can reach, to be joined with the travel of clumps. way: largest displacement of a pebble
   since the last rebuild, m. The same on every rank. */
Travel wall_motions_travel(const WallMotions *motions, Since since, double time, double way);

#endif
