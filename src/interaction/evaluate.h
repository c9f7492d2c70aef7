/* SPDX-License-Identifier: MIT */
/* Parts of the interactions: reading (interactions_read.c); evaluation of bodies (act.c), of pairs
   (pairs/) and among all clumps (mutual.c). Not for other rooms. */
#ifndef INTERACTION_EVALUATE_H
#define INTERACTION_EVALUATE_H

#include "interaction/interactions.h"

static inline bool interaction_has_tail(const Interaction *kind)
{
  return kind->pair && kind->pair->tail;
}

/* Read the objects of `interaction` and `force`. Collective. */
PetscErrorCode interactions_read(InteractionSource *source, Interactions *interactions);

/* Add the stored energy of forces on this rank's bodies, J. */
void act_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);
/* Add that of this rank's pairs, J. */
void pull_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);
/* Add that of potentials beyond their cutoffs, J, and set Interactions.tail. Collective. */
PetscErrorCode tail_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);
/* Add that of clumps that act on each other at any distance, J. Collective. */
PetscErrorCode mutual_energy(Interactions *interactions, const InteractionScene *scene,
                             Sum *energy);

/* True if the pairs of the set may be evaluated by pull_central: their interactions push along the
   line of centres, act on all clumps and give no flow of a quantity, and all pebbles are at the
   centres of their clumps. */
bool pull_is_central(const Interactions *interactions, const Set *set);
/* True if pull_central takes the pairs of the set as runs of one later pebble, and needs no list of
   later pebbles. */
bool pull_takes_runs(const Interactions *interactions, const Set *set);
/* Where it adds; lost: what the pairs lose in half a step, J. */
typedef struct {
  Loads         *loads;
  ContactReport *report;
  Sum           *lost;
} CentralSums;
/* Add the forces of the pairs of the near list from this place to its end, which are of this set. In
   the batch a is the later pebble. */
void pull_central(Interactions *interactions, const InteractionScene *scene, const Set *set,
                  RowWalk *walk, const CentralSums *sums);

/* Report the first pair of the batch whose force is beyond FORCE_MOST. a, b: clump rows. */
void pull_note_wild(const InteractionScene *scene, const Acting *item, const int32_t *a,
                    const int32_t *b, const PairBatch *batch, ContactReport *report);

#endif
