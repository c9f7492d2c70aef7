/* SPDX-License-Identifier: MIT */
/* Parts of interactions_energy: of bodies (act.c), of pairs (pull.c, tail.c) and among all clumps
   (mutual.c). Not for other rooms. */
#ifndef INTERACTION_EVALUATE_H
#define INTERACTION_EVALUATE_H

#include "interaction/interactions.h"

PetscErrorCode act_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);
PetscErrorCode mutual_energy(Interactions *interactions, const InteractionScene *scene,
                             Sum *energy);
void           mutual_free(MutualBodies *bodies);
/* Sets Interactions.tail. Collective. */
PetscErrorCode tail_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);
PetscErrorCode pull_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);

#endif
