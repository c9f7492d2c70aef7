/* SPDX-License-Identifier: MIT */
/* Surfaces that clumps carry (matter/wall.h) in a simulation. What acts on them needs the pose of
   their clump on every rank: it is a wide clump (space/wide.h), and while there are any, a step waits
   for poses before it evaluates contacts, and sends loads after all of them. */
#ifndef SIM_CARRIED_H
#define SIM_CARRIED_H

#include "matter/clumps.h"
#include "output/checkpoint.h"

typedef struct Sim Sim;

/* What is known of a body and another wall since they were last looked at: they cannot be too near
   while they have moved by less than the slack. The same on all ranks. */
typedef struct {
  int    body, other; /* walls */
  Pose   pose[2];     /* at that time; the second one of a carried surface only */
  double slack;       /* m; < 0: look again */
} Guard;

typedef struct {
  PetscInt n, capacity;
  Guard   *list;
} Guards;

/* Templates and clumps of free walls. Mistakes are noted. Collective. */
PetscErrorCode carried_make(Sim *sim, bool restart);
void           carried_free(Sim *sim);
/* When the domain is known: note bodies that are too large for a period, and, as fills look at walls,
   put them where their clumps are. Collective. */
PetscErrorCode carried_begin(Sim *sim);
/* Begin the contacts of bodies that are no pairs of pebbles (contact/solids.h), or go on with those of
   a checkpoint (NULL: none) and its contacts. Collective. */
PetscErrorCode carried_join(Sim *sim, const Checkpoint *checkpoint, const ContactRecords *records);
/* Of these contacts those that there are, when lists have been made; begin: those that overlap only because
   of a change begin. Collective. */
PetscErrorCode carried_settle(Sim *sim, bool begin);
/* Its part in checkpoints (saved_parts.h). */
PetscErrorCode carried_list(Sim *sim, StateParts *parts);
PetscErrorCode carried_document(StateParts *parts);
/* Note a mistake for changes of size of such clumps. */
void carried_check_changes(Sim *sim);
/* After new copies: find the row of each clump. Local. */
void carried_find(Sim *sim);
/* Put the surfaces where their clumps are, whose poses must be up to date. Local. */
void carried_place(Sim *sim);
/* Contacts with walls that stick out in other ways than Surface.ridges tells are not computed. Find a
   body that has come near such a wall, in units of its size
   (CARRIED_NEAR): *body, *other, their walls. The same on all ranks. */
#define CARRIED_NEAR 0.01
PetscErrorCode carried_meet(Sim *sim, bool *meet, int *body, int *other);
/* Note a mistake if that is so at the start. */
PetscErrorCode carried_check(Sim *sim);
/* Explain such an end of the run. */
void carried_tell(const Sim *sim, int body, int other);

#endif
