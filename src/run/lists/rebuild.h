/* SPDX-License-Identifier: MIT */
/* Rebuild and narrowing: new lists. The physical state does not change. */
#ifndef RUN_LISTS_REBUILD_H
#define RUN_LISTS_REBUILD_H

#include "contact/contacts.h"

typedef struct Sim Sim;

/* Rebuild: new owners, copies, pebbles and pairs; contact memory is carried over; rows of clumps
   that have left are removed. balance: find new cuts first. dt: of the step in progress (velocities
   are half a step behind), 0 between steps. Collective. */
PetscErrorCode sim_rebuild(Sim *sim, double dt, bool balance);
/* Rebuild between two steps if there are rows of clumps that have left, before clumps are listed.
   Collective. */
PetscErrorCode sim_clear_out(Sim *sim);
/* Between two steps: mark the copies and pebbles of clumps that an outlet has just taken as gone,
   for sums over pairs and links. Collective. */
PetscErrorCode sim_tell_gone(Sim *sim);
/* Between two steps: let sources release clumps, and build new lists. The result is the same as if
   the run had been restarted with these clumps. Collective. */
PetscErrorCode sim_enter(Sim *sim);
/* Between two steps: call `extend`, which adds clumps or links and may migrate clumps by the
   present cuts, and build new lists. Collective. */
PetscErrorCode sim_extend(Sim *sim, PetscErrorCode (*extend)(Sim *));
/* Before the first step of a new run: balance from the contacts, now known, as the first cuts used
   pebbles alone. Done if it reduces the imbalance enough; not with threshold 0 or random cuts.
   Collective. */
PetscErrorCode sim_even(Sim *sim);
/* Second half of a rebuild, and the first build of a run: migrate clumps by the cuts, make copies
   and lists, assign the records' memory to their pairs. Afterwards every pebble is placed, as a
   step with new lists requires. Collective. */
PetscErrorCode sim_build(Sim *sim, double dt, ContactRecords *records);

/* Make new near lists, for poses at the time of the step in progress; every pebble is placed.
   Collective. */
PetscErrorCode sim_narrow(Sim *sim);

/* Complete the last step and, with phases, give poses, also of copies, the velocities at
   its end: output of forces of pairs is then the same as after a restart. The run itself
   is not changed. Collective. */
PetscErrorCode sim_pose(Sim *sim);

#endif
