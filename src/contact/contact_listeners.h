/* SPDX-License-Identifier: MIT */
/* Listeners of contacts. Code that measures or writes contacts adds a listener before the run
   begins. It is shown the contacts of the initial state and of the steps that it names, at the end
   of the evaluation (contact/visit.h), when lists, poses and memory belong together; it keeps what
   is written later in the step. A step in which no listener is due costs nothing.

   Order in such a step: begin; see, for each hard contact, then for each contact of laws, links and
   constraints; end. A listener sees the contacts of its rank, and sums over ranks itself. If it
   asks for them, pairs of interactions are shown, too (interactions_visit). Other loads of
   interactions, skins of deformable bodies and mirrors are not shown. */
#ifndef CONTACT_CONTACT_LISTENERS_H
#define CONTACT_CONTACT_LISTENERS_H

#include "base/clock.h"
#include "contact/visit.h"

typedef struct {
  void   *self; /* stays until contact_listeners_stop */
  Beat    beat; /* when it is due */
  int64_t also; /* one more step, such as the last one; -1: none */
  /* contacts of a step follow: a new one, or one that is made again. Called on all ranks */
  void (*begin)(void *self);
  void (*see)(void *self, const ContactSeen *seen);
  /* the last contact has been shown; outlets have not yet taken clumps.
     Local. NULL: nothing is done */
  void (*end)(void *self, const Clumps *clumps);
  bool far; /* pairs of interactions are shown, too */
} ContactListener;

enum {
  DUMPS_MOST = 64,
  SHOTS_MOST = 64, /* pictures */
  /* the last: monitors and profiles; looks at the start */
  LISTENERS_MOST = DUMPS_MOST + SHOTS_MOST + 2 * 32 + 2
};

/* Starts as {0}. */
typedef struct ContactListeners {
  int             n;
  ContactListener list[LISTENERS_MOST];
  bool            due[LISTENERS_MOST]; /* in the present step */
  bool            any;                 /* at least one is due */
} ContactListeners;

/* Add a listener, on all ranks. Error: PETSC_ERR_ARG_OUTOFRANGE. */
PetscErrorCode contact_listeners_add(ContactListeners *all, const ContactListener *listener);
/* Remove all listeners. */
void contact_listeners_stop(ContactListeners *all);

/* ---- for the step ---- */

/* At the start of a step: find the listeners that are due. */
void contact_listeners_begin(ContactListeners *all, const Clock *clock);
/* The visitor that shows contacts to those that are due; far: to those that ask for pairs of
   interactions. */
ContactVisitor contact_listeners_visitor(ContactListeners *all, bool far);
/* True if a listener that is due asks for pairs of interactions. */
bool contact_listeners_ask_far(const ContactListeners *all);
/* All contacts of the step have been shown. */
void contact_listeners_end(ContactListeners *all, const Clumps *clumps);

#endif
