/* SPDX-License-Identifier: MIT */
/* Checks of a scenario: pairs of materials without a law, and constraints that exclude each other.
   Mistakes are noted in the options. */
#ifndef CONSTRAINT_CHECKS_H
#define CONSTRAINT_CHECKS_H

#include "constraint/kinds/constraint_link.h"
#include "link/link_make.h"
#include "matter/world.h"

/* ---- kinds/constraint_weld.c ---- */

/* When all links are made: note two welds of the same two clumps that want different places of
   their centres. Collective. */
PetscErrorCode constraints_compare(const LinkScene *scene, const Links *links);

/* ---- lacking_laws.c ---- */

/* Warn of friction in materials that no law uses, as none has a tangential force. Local. */
void laws_check_friction(const Options *options, Warnings *warnings);
/* Note every two materials that can meet without a law, a hard contact or an interaction that says
   what happens then. Local. */
void laws_check_pairs(const World *world);

#endif
