/* SPDX-License-Identifier: MIT */
/* Plug-in kind PrescribedMotion: displacement and velocities as a given function of time, so that
   no rebuild, number of ranks or restart changes them. Only a servo responds to loads, at the end
   of a step, and has state that changes. A kind is one file that ends in one const struct, and one
   line in the list below. It does not know what it moves (motion/prescribed/timed.h). */
#ifndef MOTION_PRESCRIBED_PRESCRIBED_H
#define MOTION_PRESCRIBED_PRESCRIBED_H

#include "base/state.h"
#include "options/options.h"

/* Displacement since the start of a motion, and velocities. */
typedef struct {
  Vec3 shift, velocity; /* m, m/s */
  Quat turn;            /* about the axis of the motion */
  Vec3 turned;          /* likewise: the angle, whole turns included, along the axis, rad */
  Vec3 spin;            /* rad/s */
  Vec3 slide;           /* velocity of the surface relative to the shape, m/s */
} Prescribed;

#define PRESCRIBED_REST ((Prescribed){.turn = {1, 0, 0, 0}})

/* Reaction of the clumps on the bodies of a motion, over all ranks. */
typedef struct {
  Vec3   force, torque; /* on the bodies, N; about their pivots, N m */
  double contacts;      /* number, of walls alone */
} Reaction;

/* Largest speed of the shift, m/s, and largest rate of turning, rad/s. */
typedef struct {
  double speed, rate;
} PrescribedMost;

/* Input of read(). */
typedef struct {
  const Parallel *par;
  Options        *options;
  const char     *name;   /* of the motion */
  bool            stored; /* its state has been restored from a checkpoint */
} MotionSource;

typedef struct {
  Plugin head; /* name, sentence, source, keys in `motion` of its own */
  size_t size; /* of its constants, bytes; they are zero before read(), but for restored state */
  const StateItem *state; /* numbers of the constants that checkpoints hold; NULL: none */
  /* Set what the rows of its keys that name a member have not filled; mistakes are noted in
     options. Collective. NULL: nothing is left to do. */
  PetscErrorCode (*read)(void *self, const MotionSource *source);
  /* Read again the keys that events may change (event/action_kinds.c). NULL: there are none. */
  void (*change)(void *self, const Options *options, const char *name);
  /* Free what the constants own besides themselves; NULL: nothing. */
  void (*release)(void *self);
  /* Set the members of *out that differ from PRESCRIBED_REST at the time t >= 0 since its start,
     s. */
  void (*at)(const void *self, double t, Prescribed *out);
  /* Axis k = 0, 1, ... about which it turns at some time: a point, m, and a unit vector; the same
     point for all. false: there are no more. NULL: it never turns. */
  bool (*axis)(const void *self, int k, Vec3 *point, Vec3 *direction);
  /* NULL: the body stays. */
  PrescribedMost (*most)(const void *self);
  bool slides; /* it sets `slide` */
  /* At the beginning of a step: take over the motion that was given for it. t: end of the step, s
     since the start of the motion. NULL: there is nothing to do. */
  void (*begin)(void *self, double t);
  /* At the end of a step, at the time t since its start, s: set the motion of the next step. NULL:
     loads do not change it. */
  void (*respond)(void *self, double t, const Reaction *reaction);
  /* Set the impedance of a contact, kg/s, of a motion that responds, before the first step. If a
     checkpoint has one, this stays, and is returned in *impedance. Returns true if the motion needs
     it, and Reaction.contacts. */
  bool (*impedance)(void *self, double *impedance);
} PrescribedMotion;

/* The list. */
#define PRESCRIBED_MOTIONS(MOTION) \
  MOTION(prescribed_translate) \
  MOTION(prescribed_oscillate) \
  MOTION(prescribed_rotate) \
  MOTION(prescribed_servo) \
  MOTION(prescribed_surface) \
  MOTION(prescribed_table) \
  MOTION(prescribed_host)

#define DECLARE_MOTION(motion) extern const PrescribedMotion motion;
PRESCRIBED_MOTIONS(DECLARE_MOTION)
#undef DECLARE_MOTION

/* All kinds, for the option `type` of motions. NULL-terminated. */
extern const Plugin *const prescribed_kinds[];

/* Unit vector of a key; a mistake is noted, and 0 returned, if it is 0. */
Vec3 prescribed_direction(Options *options, const char *motion, const char *key);

/* Set turn and spin: turned by an angle (rad) about an axis, a unit vector, at a rate, rad/s. */
void prescribed_turn(Vec3 axis, double angle, double rate, Prescribed *out);

#endif
