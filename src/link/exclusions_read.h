/* SPDX-License-Identifier: MIT */
/* The section `exclusion` of a scenario: lists of pairs of clumps that never touch. */
#ifndef LINK_EXCLUSIONS_READ_H
#define LINK_EXCLUSIONS_READ_H

#include "contact/exclusions.h"
#include "matter/module.h"

extern const OptionKind exclusion_kind;

/* Read the objects, without their lists. same: run: interact_same_bond_id. */
void exclusions_read(Options *options, bool same, Exclusions *exclusions);
/* Take the lists of the checkpoint (World.saved), and read those that it does not have. more:
   clumps are still to come. Mistakes are noted in the options. Collective. */
PetscErrorCode exclusions_make(World *world, bool more);
/* Check the lists, before all clumps are there. Mistakes as above. Collective. */
PetscErrorCode exclusions_look(World *world, bool more);

#endif
