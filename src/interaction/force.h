/* SPDX-License-Identifier: MIT */
/* The section `force`: forces and couples that the scenario gives, on clumps, points or pebbles of
   them: constant, from a table in time, or by formulas (base/expression.h). They act as interactions
   do, on owned bodies; their work counts as supplied. */
#ifndef INTERACTION_FORCE_H
#define INTERACTION_FORCE_H

#include "interaction/formulas.h"
#include "interaction/interactions.h"

/* Parts of a load: force, N, and couple, N m. */
enum { FORCE_PARTS = 6 };

/* Constants of a force. */
typedef struct {
  double     load[FORCE_PARTS]; /* constant part */
  int        n;                 /* rows of the table; 0: none */
  double    *table;             /* [n][1 + FORCE_PARTS]: time since the start, s, ascending; load */
  int        n_formulas;        /* 0, 3 or 6 */
  Expression formula[FORCE_PARTS];
} Force;

extern const OptionKind  force_kind;
extern const Interaction interaction_force; /* of the section `force` only */

/* Number of objects in the section. */
int forces_count(const Options *options);
/* Append the forces to the list, which has room for them. Collective. */
PetscErrorCode forces_read(const Parallel *par, Options *options, Interactions *all);
/* Find points and groups of pebbles, when templates are known. */
PetscErrorCode forces_prepare(Interactions *all, Options *options, const Templates *templates,
                              const Groups *groups);
/* Read its constant force and torque again, which have changed. */
void force_change(const Options *options, Acting *item);
/* True for a force without formulas: it limits no time step. */
bool force_is_steady(const Acting *item);

#endif
