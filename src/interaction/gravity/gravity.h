/* SPDX-License-Identifier: MIT */
/* Newtonian gravity among clumps: methods that compute the forces. Not for other rooms. */
#ifndef INTERACTION_GRAVITY_GRAVITY_H
#define INTERACTION_GRAVITY_GRAVITY_H

#include "interaction/interaction.h"

/* Constants of an object, and the workspace of its method. */
typedef struct {
  double constant; /* G, m^3/(kg s^2) */
  double soft2;    /* squared softening length, m^2 */
  double opening;  /* tree: a node acts as a whole up to this ratio of its size to its distance */
  int    method;   /* index in the table of gravity.c */
  void  *work;     /* workspace of the method, owned; NULL: not made yet */
} Gravity;

/* Plug-in kind: a method that computes the forces. */
typedef struct {
  Plugin head;
  PetscErrorCode (*force)(Gravity *gravity, MutualBodies *bodies); /* collective */
  PetscErrorCode (*energy)(Gravity *gravity, const MutualBodies *bodies,
                           Sum *energy); /* collective */
  void (*free)(void *work);
} GravityMethod;

extern const GravityMethod gravity_direct, gravity_tree;

#endif
