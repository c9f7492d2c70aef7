/* SPDX-License-Identifier: MIT */
/* Watchers of contacts. Code that measures or writes contacts registers a watcher before the run
   begins. It is shown the contacts of the initial state and of the steps that it names, at the end
   of the evaluation (contact/visit.h), when lists, poses and memory belong together; it keeps what
   is written later in the step. A step in which no watcher is due costs nothing.

   Order in such a step: begin; see, for each hard contact, then for each contact of laws, links and
   constraints; end. A watcher sees the contacts of its rank, and sums over ranks itself. If it asks
   for them, pairs of interactions are shown, too (interactions_visit). Other loads of interactions,
   skins of deformable bodies and mirrors are not shown. */
#ifndef RUN_WATCHING_H
#define RUN_WATCHING_H

#include "base/clock.h"
#include "constraint/project.h"
#include "contact/visit.h"
#include "interaction/interactions.h"

typedef struct Sim Sim;

typedef struct {
  void   *self; /* stays until watching_stop */
  Beat    beat; /* when it is due */
  int64_t also; /* one more step, such as the last one; -1: none */
  /* contacts of a step follow: a new one, or one that is made again. Called on all ranks */
  PetscErrorCode (*begin)(void *self);
  PetscErrorCode (*see)(void *self, const ContactSeen *seen);
  /* the last contact has been shown; outlets have not yet taken clumps.
     Local. NULL: nothing is done */
  void (*end)(void *self, const Clumps *clumps);
  bool far; /* pairs of interactions are shown, too */
} Watcher;

enum {
  DUMPS_MOST    = 64,
  SHOTS_MOST    = 64,                              /* pictures */
  WATCHERS_MOST = DUMPS_MOST + SHOTS_MOST + 2 * 32 /* the last: monitors and profiles */
};

typedef struct {
  int     n;
  Watcher list[WATCHERS_MOST];
  bool    due[WATCHERS_MOST]; /* in the present step */
  bool    any;                /* at least one is due */
} Watching;

/* Add a watcher, on all ranks. Error: PETSC_ERR_ARG_OUTOFRANGE. */
PetscErrorCode watching_add(Sim *sim, const Watcher *watcher);
/* Remove all watchers. */
void watching_stop(Sim *sim);

/* ---- for the step ---- */

/* At the start of a step: find the watchers that are due. */
PetscErrorCode watching_begin(Sim *sim);
/* When constraints have corrected the clumps: show the hard contacts. Local. */
PetscErrorCode watching_show_hard(Sim *sim, const ConstraintScene *scene);
/* After the evaluation, before anything is committed: show all other contacts. Local. */
PetscErrorCode watching_show(Sim *sim, const ContactScene *scene, const InteractionScene *far);

#endif
