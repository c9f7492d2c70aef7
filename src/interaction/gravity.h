/* SPDX-License-Identifier: MIT */
/* Newtonian gravity among clumps: the two methods. Not for other rooms. */
#ifndef INTERACTION_GRAVITY_H
#define INTERACTION_GRAVITY_H

#include "interaction/interaction.h"

/* Constants of an object, and workspaces, which belong to the method. */
typedef struct {
  double constant; /* G, m^3/(kg s^2) */
  double soft2;    /* squared softening length, m^2 */
  double opening;  /* largest size of a node over its distance, of the tree */
  int    method;   /* index in gravity_methods */
  void  *work;     /* owned; NULL: not yet */
} Gravity;

/* Plug-in kind: a method of finding the forces. */
typedef struct {
  Plugin head;
  PetscErrorCode (*force)(Gravity *gravity, MutualBodies *bodies); /* collective */
  PetscErrorCode (*energy)(Gravity *gravity, const MutualBodies *bodies,
                           Sum *energy); /* collective */
  void (*free)(void *work);
} GravityMethod;

extern const GravityMethod gravity_direct, gravity_tree;

#endif
