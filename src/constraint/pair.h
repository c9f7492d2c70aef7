/* SPDX-License-Identifier: MIT */
/* One pair in a sweep (project.h). Not for other rooms. */
#ifndef CONSTRAINT_PAIR_H
#define CONSTRAINT_PAIR_H

#include "constraint/project.h"

/* The equations of one pair, solved together for the changes of their multipliers:
   (a + diag(soft)) change = lack, with least <= lambda + change <= most. a: symmetric, positive
   semidefinite; a row with a zero diagonal is left out. Units of an equation: project.h. */
typedef struct {
  int    n;
  double a[CONSTRAINT_EQUATIONS][CONSTRAINT_EQUATIONS]; /* lower triangle */
  double soft[CONSTRAINT_EQUATIONS], lack[CONSTRAINT_EQUATIONS];
  double lambda[CONSTRAINT_EQUATIONS], least[CONSTRAINT_EQUATIONS], most[CONSTRAINT_EQUATIONS];
} Equations;

/* Solve for change[n]. A multiplier that would be beyond a bound is set to the bound, and the
   others are solved again, until none is beyond: the solution of the inequalities if one equation
   has bounds, else an approximation. An equation that depends on others of the block, to rounding,
   changes by 0. */
void block_solve(const Equations *block, double *change);

/* Pair i of the tile. */
typedef struct {
  const ConstraintObject *object;
  const ConstraintBatch  *batch;
  double                  shares[2];
  const ConstraintStart  *start; /* of both ends; NULL: not damped */
  PairWork               *work;  /* of the step; NULL: it is not counted */
  bool                    rates; /* velocities are corrected, not places */
  bool                    acts;  /* its force was not 0 in the last step */
  int32_t                 row[2];
  int                     i;
} Pair;

/* Add n J W J of both ends to the block. */
void pair_respond(const Clumps *clumps, const Pair *pair, Equations *block);
/* Find the change of the multipliers of a pair by its equations. */
void pair_solve(const Clumps *clumps, const Pair *pair, const double *lambda, double *change);
/* Set the equations of a pair without damping, from multipliers of 0: `lack` is its errors. */
void pair_errors(const Clumps *clumps, const Pair *pair, Equations *block);
/* Rate of an equation: J times the velocities. */
double pair_rate(const Clumps *clumps, const Pair *pair, int equation);
/* True if the rate of an equation is kept: it has no bounds, or is the only one and acts. */
bool pair_keeps_rate(const Pair *pair, int equation);
/* Numbers of equations on both clumps of pair k; with hard contacts those of this step. */
void pair_shares(const Constraints *constraints, const LinkSet *set, PetscInt k,
                 const double *memory, double shares[2]);
/* Pair i of the present tile, of this object; members that only some pairs have are 0. */
Pair pair_of(const Constraints *constraints, const LinkSet *set, const ConstraintObject *object,
             int i);
/* True if changes of multipliers turn the part of a clump at one of the ends by more than `most`,
   rad. */
bool pair_turns(const Clumps *clumps, const Pair *pair, const double *change, double most);
/* Add changes of multipliers to the sums of both clumps, or the part of them that is not beyond the
   largest correction, and to lambda. */
void pair_add(const Constraints *constraints, const ConstraintScene *scene, const Pair *pair,
              const double *change, double *lambda);

#endif
