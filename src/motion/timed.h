/* SPDX-License-Identifier: MIT */
/* Prescribed motions of the scenario with their times, and the sum of those that a body follows.

   A motion acts from start to end; before, its body is where the motion begins, and afterwards it
   stays where it is then. With a ramp the clock of the motion is sped up from rest at the start, and
   slowed down to rest at the end, at constant rates: places are those of that clock, and velocities
   their derivatives. So the place of a body is a function of time alone.

   Several motions of a body add up: shifts and velocities as vectors, rotations as angles about one
   axis, which all rotations of a body share and which is carried along by its shifts. Velocities of
   the surface turn with the body. So its place does not depend on the order of its motions. */
#ifndef MOTION_TIMED_H
#define MOTION_TIMED_H

#include "matter/surface.h"
#include "motion/prescribed.h"

/* A motion of the scenario. */
typedef struct {
  char                    name[NAME_LENGTH];
  const PrescribedMotion *kind;
  void                   *constants; /* owned */
  double start, end; /* s; start: INFINITY while it waits for an event; end: INFINITY if none is
                        given */
  double length;     /* from its start to its end, s */
  double ramp;       /* s, at most half of the length */
  double stopped;    /* time at which an event has stopped it, s; INFINITY: it goes on */
  bool   loose;      /* events start or stop it, so that it may act at any time */
} TimedMotion;

/* The motions that a body follows. */
typedef struct {
  int  n;           /* number of motions */
  int *motion;      /* [n] indices, ascending; owned */
  int  turner;      /* index of its first rotation; -1: it never turns */
  Vec3 point, axis; /* of its rotations, at the start of the run; point 0 if it never turns, axis 0
                       if it turns about several axes through the point */
} Follower;

/* Read a motion; its state is in `saved` after a restart (NULL: none). constants NULL: its type is a
   mistake. Mistakes are noted. Collective. */
PetscErrorCode timed_motion_read(const Parallel *par, Options *options, const char *name,
                                 const char *folder, const State *saved, TimedMotion *motion);
void           timed_motion_free(TimedMotion *motion);
/* Beyond its end a motion stays, without velocities. */
Prescribed timed_motion_at(const TimedMotion *motion, double time);

/* Let a motion that responds do so at this time, s, if it acts then. */
void timed_motion_respond(TimedMotion *motion, double time, const Reaction *reaction);

/* Let it wait until it is started. */
void timed_motion_wait(TimedMotion *motion);
/* Start or stop it at this time (s). A motion that was stopped goes on from where it was. false: it
   is on, or off, already. */
bool timed_motion_turn(TimedMotion *motion, bool on, double time);
/* True if it has come to its end at this time, s. */
bool timed_motion_is_done(const TimedMotion *motion, double time);

/* Without motions; there may be n. */
PetscErrorCode follower_create(int n, Follower *follower);
/* Let a body follow a motion, too; `what` it is, for messages: "wall lid". Mistakes are noted. */
void follower_add(Options *options, const TimedMotion *motions, int motion, const char *what,
                  Follower *follower);
/* The sum of its motions, and the place that follows from it. */
Prescribed   follower_at(const TimedMotion *motions, const Follower *follower, double time);
Displacement follower_place(const Follower *follower, const Prescribed *sum);
/* Upper bound of the speed at this distance from its axis or point (m) over all times, m/s. */
double follower_speed(const TimedMotion *motions, const Follower *follower, double lever);
/* Distance of a point from the axis, or of several axes from their point, after the shift, m. */
double follower_lever(const Follower *follower, Vec3 shift, Vec3 x);

#endif
