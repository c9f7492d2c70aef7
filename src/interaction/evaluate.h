/* SPDX-License-Identifier: MIT */
/* Parts of interactions_energy: of bodies (act.c) and of pairs (pull.c). Not for other rooms. */
#ifndef INTERACTION_EVALUATE_H
#define INTERACTION_EVALUATE_H

#include "interaction/interactions.h"

PetscErrorCode act_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);
PetscErrorCode pull_energy(Interactions *interactions, const InteractionScene *scene, Sum *energy);

#endif
