/* SPDX-License-Identifier: MIT */
/* Watchers of contacts: what measures or writes contacts registers here before the run begins, and sees the
   contacts of the steps that it names, and those of the initial state. They are shown at the end of the
   evaluation (contact/visit.h), when lists, poses and memory belong together: what is to be written later
   in the step is kept by the watcher. A step without watchers that are due does nothing.

   Order in such a step: begin; see, for each hard contact, then for the contacts of laws, links and
   constraints; end. Contacts of one rank alone: sums over ranks belong to the watcher. Those that
   ask for them see pairs of interactions, too (interactions_visit). Not seen are all other loads of
   interactions, skins of deformable bodies and mirrors. */
#ifndef SIM_WATCHING_H
#define SIM_WATCHING_H

#include "base/clock.h"
#include "constraint/project.h"
#include "contact/visit.h"
#include "interaction/interactions.h"

typedef struct Sim Sim;

typedef struct {
  void   *self; /* stays until watching_stop */
  Beat    beat; /* when it is due */
  int64_t also; /* a step more, such as the last one; -1: none */
  PetscErrorCode (*begin)(
    void *self); /* what follows is of a new step, or of one made again: on all ranks */
  PetscErrorCode (*see)(void *self, const ContactSeen *seen);
  /* the last one has been shown; outlets have not yet taken clumps. Local. NULL: nothing is done */
  void (*end)(void *self, const Clumps *clumps);
  bool far; /* it sees pairs of interactions, too */
} Watcher;

enum {
  DUMPS_MOST    = 64,
  SHOTS_MOST    = 64,                              /* pictures */
  WATCHERS_MOST = DUMPS_MOST + SHOTS_MOST + 2 * 32 /* and monitors and profiles */
};

typedef struct {
  int     n;
  Watcher list[WATCHERS_MOST];
  bool    due[WATCHERS_MOST]; /* in the present step */
  bool    any;                /* one of them */
} Watching;

/* Add a watcher, on all ranks. Error: PETSC_ERR_ARG_OUTOFRANGE. */
PetscErrorCode watching_add(Sim *sim, const Watcher *watcher);
/* Leave all out. */
void watching_stop(Sim *sim);

/* ---- for the step ---- */

/* At its start: find who is due. */
PetscErrorCode watching_begin(Sim *sim);
/* When constraints have corrected the clumps: show the hard contacts. Local. */
PetscErrorCode watching_show_hard(Sim *sim, const ConstraintScene *scene);
/* After the evaluation, before anything is committed: show all others. Local. */
PetscErrorCode watching_show(Sim *sim, const ContactScene *scene, const InteractionScene *far);

#endif
