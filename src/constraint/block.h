/* SPDX-License-Identifier: MIT */
/* The equations of one pair, solved together for the changes of their multipliers. */
#ifndef CONSTRAINT_BLOCK_H
#define CONSTRAINT_BLOCK_H

#include "constraint/constraint.h"

/* (a + diag(soft)) change = lack, with least <= lambda + change <= most. a: symmetric, positive
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

#endif
