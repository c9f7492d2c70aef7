/* SPDX-License-Identifier: MIT */
/* A row of 20 bonded balls, the first of which is fixed, as a chain of lumped masses. */
#ifndef BONDED_CHAIN_H
#define BONDED_CHAIN_H

#include "base/vec.h"
#include "sim_test.h"

enum { BALLS = 20, FREE = BALLS - 1, DOF = 2 * FREE };

/* Balls of radius .0098 at a spacing of .02, so that no contact acts. */
#define SPACING 0.02
#define RADIUS  0.0098
#define DENSITY 2000.0
#define NORMAL  2e9 /* Pa/m */
#define SHEAR   8e8

static inline double area(void)
{
  return PETSC_PI * RADIUS * RADIUS;
}

static inline double second(void)
{
  return PETSC_PI * pow(RADIUS, 4) / 4;
}

static inline double mass(void)
{
  return DENSITY * 4 / 3 * PETSC_PI * pow(RADIUS, 3);
}

/* ---- the lumped chain: sideways displacements w and turns t of balls 1 .. 19; ball 0 is fixed
   ---- */

/* Add k (row . x)^2 / 2 to the energy x K x / 2; row: up to four entries. */
static inline void add_spring(double stiffness[DOF][DOF], double k, const int *dof,
                              const double *row)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      if (dof[i] >= 0 && dof[j] >= 0) stiffness[dof[i]][dof[j]] += k * row[i] * row[j];
}

static inline void find_stiffness(double stiffness[DOF][DOF])
{
  const double slip[4] = {-1, -SPACING / 2, 1, -SPACING / 2}, bend[4] = {0, -1, 0, 1};

  memset(stiffness, 0, DOF * sizeof *stiffness);
  for (int b = 0; b < FREE; b++) {
    const int dof[4] = {b > 0 ? 2 * b - 2 : -1, b > 0 ? 2 * b - 1 : -1, 2 * b, 2 * b + 1};

    add_spring(stiffness, SHEAR * area(), dof, slip);
    add_spring(stiffness, NORMAL * second(), dof, bend);
  }
}

/* Solve by elimination: the matrix is positive definite, and destroyed. */
static inline void solve(double a[DOF][DOF], double *x)
{
  for (int k = 0; k < DOF; k++)
    for (int i = k + 1; i < DOF; i++) {
      const double f = a[i][k] / a[k][k];

      for (int j = k; j < DOF; j++) a[i][j] -= f * a[k][j];
      x[i] -= f * x[k];
    }
  for (int k = DOF - 1; k >= 0; k--) {
    for (int j = k + 1; j < DOF; j++) x[k] -= a[k][j] * x[j];
    x[k] /= a[k][k];
  }
}

#endif
