/* SPDX-License-Identifier: MIT */
/* The section `exclusion` of a scenario: lists of pairs of clumps that never touch. */
#ifndef LINK_EXCLUSIONS_READ_H
#define LINK_EXCLUSIONS_READ_H

#include "contact/exclusions.h"
#include "link/link_make.h"
#include "options/report.h"

extern const OptionKind exclusion_kind;
extern const StateItem  exclusion_state[]; /* of ExclusionList */

/* Read the objects, without their lists. same: run: interact_same_bond_id. */
PetscErrorCode exclusions_read(Options *options, bool same, Exclusions *exclusions);
/* Read the list of object k unless `known`, from a checkpoint. Mistakes are noted in the options.
   Collective. */
PetscErrorCode exclusion_make(const LinkScene *scene, Exclusions *exclusions, int k, bool known);

#endif
