/* SPDX-License-Identifier: MIT */
/* The section `force`: given forces and couples on the centres of clumps, on points or on pebbles
   of them: constant or from a table in time, plus formulas (options/expression.h). Each is an
   Acting in the list of interactions, evaluated by the owner of the clump; its work counts as
   supplied. */
#ifndef INTERACTION_FORCE_H
#define INTERACTION_FORCE_H

#include "interaction/formulas.h"
#include "interaction/interactions.h"

/* Parts of a load: force, N, and couple, N m. */
enum { FORCE_PARTS = 6 };

/* Constants of a force. */
typedef struct {
  struct {
    Vec3 force, torque;
  } load;                /* constant part */
  int        n;          /* rows of the table; 0: none */
  double    *table;      /* [n][1 + FORCE_PARTS]: time since the start, s, ascending; load */
  int        n_formulas; /* 0, 3 or 6 */
  Expression formula[FORCE_PARTS];
} Force;

extern const OptionKind  force_kind;
extern const Interaction interaction_force; /* of the section `force` only */

/* Append the forces to the list, which has room for them. Collective. */
PetscErrorCode forces_read(const Parallel *par, Options *options, Interactions *all);
/* Find points and groups of pebbles, when templates are known. Local. */
void forces_prepare(Interactions *all, Options *options, const Templates *templates,
                    Groups *groups);
/* Read the constant force and torque again, which an event has changed. */
void force_change(const Options *options, Acting *item);

#endif
