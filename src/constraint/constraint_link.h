/* SPDX-License-Identifier: MIT */
/* Constraints as a kind of link: what an object of the scenario says, and what a pair keeps. */
#ifndef CONSTRAINT_CONSTRAINT_LINK_H
#define CONSTRAINT_CONSTRAINT_LINK_H

#include "constraint/constraint.h"
#include "contact/links.h"

/* Constants of an object of the section `constraint`. */
typedef struct {
  const Constraint *kind;
  double            compliance;           /* inverse stiffness, m/N */
  double            damping;              /* kg/s */
  double            break_force;          /* N; INFINITY: it never breaks */
  int               sweeps;               /* of a step */
  _Alignas(16) char own[CONSTRAINT_SIZE]; /* constants of the kind */
} ConstraintObject;

/* Places in the memory of a pair. */
enum {
  CONSTRAINT_ARMS = 0, /* of a and of b, principal axes, m */
  CONSTRAINT_SHARES =
    6,                  /* number of equations on the clumps a and b when the run began or an object
                            was added */
  CONSTRAINT_FORCE = 8, /* of the last step, N: with one equation the force along its gradient, else
                            the norm */
  CONSTRAINT_KEPT  = 9  /* numbers of the kind */
};

extern const LinkKind link_constraints;

/* The set of constraints; its objects are ConstraintObject. */
LinkSet *constraint_set(Links *links);
/* The input of a batch, from links of one object of this kind. */
void constraint_batch(const Constraint *kind, const LinkBatch *links, ConstraintBatch *batch);

#endif
