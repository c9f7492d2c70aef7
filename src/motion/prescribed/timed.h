/* SPDX-License-Identifier: MIT */
/* Prescribed motions of the scenario with their times, and the sum of those that a body follows.

   A motion acts from start to end; before, its body is where the motion begins, and afterwards it
   stays where the motion ends. With a ramp the motion has a clock of its own, the rate of which
   rises linearly from 0 to 1 after the start and falls to 0 before the end; velocities are
   derivatives by the time of the run. So the place of a body is a function of time alone.

   Several motions of a body add up: shifts and velocities as vectors, rotations as angles about one
   axis, which all rotations of a body share and which is carried along by its shifts. Velocities of
   the surface turn with the body. So its place does not depend on the order of its motions. */
#ifndef MOTION_PRESCRIBED_TIMED_H
#define MOTION_PRESCRIBED_TIMED_H

#include "matter/world.h"
#include "motion/prescribed/prescribed.h"
#include "wall/surface.h"

/* A motion of the scenario. */
typedef struct TimedMotion {
  char                    name[NAME_LENGTH];
  const PrescribedMotion *kind;
  void                   *constants; /* owned */
  /* s; start: INFINITY while it waits for an event; end: INFINITY if none is given */
  double start, end;
  double length;  /* from its start to its end, s */
  double ramp;    /* s, at most half of the length */
  double stopped; /* time at which an event has stopped it, s; INFINITY: it goes on */
  bool   loose;   /* events start or stop it, so that it may act at any time */
} TimedMotion;

/* The motions that a body follows. */
typedef struct {
  int  n;      /* number of motions */
  int *motion; /* [n] indices, ascending; owned */
  int  turner; /* index of its first rotation; -1: it never turns */
  /* of its rotations, at the start of the run; point 0 if it never turns, axis 0 if it turns about
     several axes through the point */
  Vec3 point, axis;
} Follower;

/* Read a motion; its state is in World.saved after a restart. constants NULL: its type is a mistake.
   Mistakes are noted. Collective. */
PetscErrorCode timed_motion_read(const World *world, const char *name, TimedMotion *motion);
void           timed_motion_free(TimedMotion *motion);

/* Call `begin` of a motion that has it, before the step that ends at this time, s, if it acts then. */
void timed_motion_begin(TimedMotion *motion, double time);
/* Call `respond` of a motion that has it, if the motion acts at this time, s. */
void timed_motion_respond(TimedMotion *motion, double time, const Reaction *reaction);

/* Let it wait until it is started. */
void timed_motion_wait(TimedMotion *motion);
/* Start or stop it at this time (s). A motion that was stopped goes on from where it was. Returns
   false if it is on, or off, already. */
bool timed_motion_turn(TimedMotion *motion, bool on, double time);
/* True if its end is reached at this time, s. */
bool timed_motion_is_done(const TimedMotion *motion, double time);

/* Make a follower without motions, with room for n. */
void follower_create(int n, Follower *follower);
/* Add a motion to those that a body follows. what: the body in messages, such as "wall lid".
   Mistakes are noted. */
void follower_add(Options *options, const TimedMotion *motions, int motion, const char *what,
                  Follower *follower);
/* Sum of its motions at this time, s, and the displacement by this sum. */
Prescribed   follower_at(const TimedMotion *motions, const Follower *follower, double time);
Displacement follower_place(const Follower *follower, const Prescribed *sum);
/* Angle by which this sum turns it about its axis, whole turns included; if it turns about several,
   that of the whole rotation; degrees. */
double follower_angle(const Follower *follower, const Prescribed *sum);
/* Upper bound of the speed at this distance from its axis or point (m) over all times, m/s. */
double follower_speed(const TimedMotion *motions, const Follower *follower, double lever);
/* Distance of a point from the axis, or of several axes from their point, after the shift, m. */
double follower_lever(const Follower *follower, Vec3 shift, Vec3 x);

#endif
