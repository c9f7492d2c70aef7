/* SPDX-License-Identifier: MIT */
/* Plug-in kind ChangeKind: changes of the clumps of some groups at a given time, or when an event
   starts one. A kind is a const ChangeKind, and one line in the list below.

   A change is made at the end of the first step that ends at its time or later; it depends on the
   state of the clumps and the schedule only. Then lists are renewed, as at a restart with the
   changed clumps. */
#ifndef SUPPLY_CHANGE_H
#define SUPPLY_CHANGE_H

#include "matter/group.h"
#include "supply/source.h"

extern const OptionKind change_kind;

/* Object of the scenario that is read. */
typedef struct {
  Options    *options;
  Groups     *groups;
  const char *name;
} ChangeSource;

/* Clumps to change: those of the run, or the rows of extremes (foresee, a hook of the module). */
typedef struct {
  Clumps          *clumps;
  const Materials *materials;
  const Templates *templates;
  const Groups    *groups;
  uint64_t         driven; /* mask of the groups that motions drive, which are not freed */
} ChangeScene;

typedef struct {
  Plugin head; /* its keys */
  size_t size; /* of its constants, bytes; they are zero before read() */
  /* Mistakes are noted in the options. NULL: the tables of `head` name all members. */
  void (*read)(void *own, const ChangeSource *source);
  /* Change an owned row, complete to the time of the step: position, velocity, spin and angular
     momentum. The same for the same row on any rank. */
  void (*apply)(const void *own, const ChangeScene *scene, PetscInt row);
  bool removes; /* rows are dropped; there is no apply() */
  bool frees;   /* blocked rows may move afterwards */
  bool widens;  /* changes masses, sizes, velocities or freedom, on which bounds and dt depend */
  /* Factor on the lengths of clumps; NULL: 1. */
  double (*growth)(const void *own);
} ChangeKind;

/* The list. */
#define CHANGE_KINDS(X) \
  X(change_delete) \
  X(change_density) \
  X(change_fix) \
  X(change_free) \
  X(change_group) \
  X(change_push) \
  X(change_scale) \
  X(change_velocity)

#define CHANGE_DECLARED(kind) extern const ChangeKind kind;
CHANGE_KINDS(CHANGE_DECLARED)
#undef CHANGE_DECLARED

/* An object of the section `change`. */
typedef struct {
  const char       *name;   /* owned by the options */
  const ChangeKind *kind;   /* NULL: a mistake */
  char             *own;    /* constants of the kind; owned */
  uint64_t          groups; /* of the clumps; 0: all */
  /* state */
  int32_t waits;  /* 1: it waits for an event */
  double  first;  /* time at which it is made, s */
  int64_t step;   /* after which it was made; 0: not yet */
  int64_t clumps; /* number of clumps that it has changed */
} Change;

/* Starts as {0}. */
typedef struct {
  int     n;
  Change *list;
} Changes;

extern const Module changes_module; /* its state: Changes */

/* The clumps of the run, to be changed. */
ChangeScene change_scene(const World *world);
/* Set the spin of a row, rad/s, and the angular momentum that goes with it. Local. */
void change_spin(Clumps *clumps, PetscInt row, Vec3 spin);
/* Block these degrees of freedom (BLOCK_ bits) of a row and free all others. Local. */
void change_blocked(const ChangeScene *scene, PetscInt row, uint64_t blocked);
/* Make the changes that are due now, in the order of the scenario, as at the end of each step.
   Collective. */
PetscErrorCode changes_make_due(World *world);

/* Bounds of the factors on lengths by changes still to come: product of those above 1, and below
   1. */
void changes_growth(const Changes *changes, double *larger, double *smaller);
/* Start or stop a change. When started it is made at the end of the step at `now` (s), again if it
   was made before. Returns false if it is due (on), or not due (off), already. */
bool change_turn(Change *change, bool on, double now);

#endif
