/* SPDX-License-Identifier: MIT */
/* The section `exclusion` of a scenario: lists of pairs of clumps that never touch. */
#ifndef CONTACT_EXCLUSIONS_READ_H
#define CONTACT_EXCLUSIONS_READ_H

#include "base/report.h"
#include "contact/exclusions.h"
#include "contact/link_make.h"

extern const OptionKind exclusion_kind;
extern const StateItem  exclusion_state[]; /* of ExclusionList */

/* Read the objects, without their lists. same: run: interact_same_bond_id. */
PetscErrorCode exclusions_read(Options *options, bool same, Exclusions *exclusions);
/* Read the list of object k unless `known`, from a checkpoint. Mistakes are noted in the options.
   Collective. */
PetscErrorCode exclusion_make(const LinkScene *scene, Exclusions *exclusions, int k, bool known);

#endif
