/* SPDX-License-Identifier: MIT */
/* Objects that hold the same two clumps in ways that exclude each other. */
#ifndef CONSTRAINT_CONTRADICT_H
#define CONSTRAINT_CONTRADICT_H

#include "constraint/kinds/constraint_link.h"
#include "link/link_make.h"

/* When all links are made: note as mistakes of the options two welds of the same two clumps that
   want different places of their centres. Collective. */
PetscErrorCode constraints_compare(const LinkScene *scene, const Links *links);

#endif
