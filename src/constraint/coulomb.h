/* SPDX-License-Identifier: MIT */
/* One contact with Coulomb friction, solved by itself. */
#ifndef CONSTRAINT_COULOMB_H
#define CONSTRAINT_COULOMB_H

#include "base/vec.h"

/* A contact in axes of its own, the first of which is its normal: displacements u = b + k p by the
   impulse p on one side, times dt. k is symmetric, and positive but for axes along which nothing
   moves. */
typedef struct {
  double k[3][3]; /* 1/kg */
  double b[3];    /* m */
  double friction;
} Coulomb;

/* The impulse p, kg m, for which the contact opens (p = 0, u_0 >= 0), sticks (u = 0, |p_t| <=
   friction p_0), or slides (u_0 = 0, p_t against u_t, of that size). Of several the first that
   there is in this order. k[0][0] must be > 0. */
void coulomb_solve(const Coulomb *contact, double p[3]);

#endif
