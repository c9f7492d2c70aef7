/* SPDX-License-Identifier: MIT */
/* Walls that follow prescribed motions: their places, velocities, and bounds of their travel.

   Several motions of a wall add up: shifts and velocities as vectors, rotations as angles about one
   axis, which all rotations of a wall share and which is carried along by its shifts. Velocities of
   the surface turn with the wall. A motion acts from start to end; then the wall stays where it is.
   So the place of a wall does not depend on the order of its motions, and is a function of time
   alone. */
#ifndef MOTION_WALL_MOTION_H
#define MOTION_WALL_MOTION_H

#include "matter/pebbles.h"
#include "matter/wall.h"
#include "motion/prescribed.h"
#include "motion/travel.h"

/* A motion of the scenario. */
typedef struct {
  char                    name[NAME_LENGTH];
  const PrescribedMotion *kind;
  void                   *constants; /* owned */
  double start, end; /* s; start: INFINITY while it waits for an event; end: INFINITY if none is
                        given */
  double length;     /* from its start to its end, s */
  double stopped;    /* time at which an event has stopped it, s; INFINITY: it goes on */
  bool   loose;      /* events start or stop it, so that it may act at any time */
} TimedMotion;

/* A wall that moves. */
typedef struct {
  int          wall;        /* index */
  int          n;           /* number of its motions */
  int         *motion;      /* [n] indices, ascending; owned */
  int          turner;      /* index of its first rotation; -1: it never turns */
  Vec3         point, axis; /* of its rotations, at the start of the run; 0 if it never turns */
  Displacement now, built, near; /* at present; at the last rebuild; when near lists were made */
  double lever; /* of walls that turn: largest distance of a pebble's centre from the axis at the
                   last rebuild, over all ranks, m */
} MovingWall;

typedef struct {
  int          n_motions, n; /* motions; walls that move */
  TimedMotion *motions;
  MovingWall  *list; /* [n] */
} WallMotions;

extern const OptionKind motion_kind;

/* Read all motions of the scenario, and set which walls move, turn and slide. Mistakes are noted in
   options. */
PetscErrorCode wall_motions_read(Options *options, Walls *walls, WallMotions *motions);
/* Note a mistake for every wall that turns out of a periodic direction. */
void wall_motions_check_periods(Options *options, const WallMotions *motions, const Walls *walls,
                                const bool periodic[3]);
void wall_motions_free(WallMotions *motions);

/* The motion of this name; NULL: there is none. */
TimedMotion *wall_motions_find(const WallMotions *motions, const char *name);
/* Let it wait until it is started. */
void timed_motion_wait(TimedMotion *motion);
/* Start or stop it at this time (s). A motion that was stopped goes on from where it was. false: it
   is on, or off, already. */
bool timed_motion_turn(TimedMotion *motion, bool on, double time);
/* True if it has come to its end at this time, s. */
bool timed_motion_is_done(const TimedMotion *motion, double time);

/* Put the walls where they are at this time (s), with their velocities. */
void wall_motions_place(WallMotions *motions, double time, Walls *walls);

/* Keep the present places as those at which pair lists were made: near lists, and at a rebuild both.
   The pebbles are placed, too. Collective if built. */
PetscErrorCode wall_motions_mark(WallMotions *motions, const Parallel *par, const Pebbles *pebbles,
                                 bool built);

typedef enum { SINCE_BUILT, SINCE_NEAR } Since;

/* Bound of the displacements of the walls since lists were made until `time` (s), as far as pebbles
   can notice them, to be joined with the travel of clumps. way: largest displacement of a pebble
   since the last rebuild, m. The same on every rank. */
Travel wall_motions_travel(const WallMotions *motions, Since since, double time, double way);

/* Upper bound of the speed of a wall's shape at this distance from its axis (m) over all times,
   m/s. */
double moving_wall_speed(const WallMotions *motions, const MovingWall *wall, double lever);
/* Distance of a point from the axis of a wall, where it is after the shift, m. */
double moving_wall_lever(const MovingWall *wall, Vec3 shift, Vec3 x);

#endif
