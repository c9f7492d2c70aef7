/* SPDX-License-Identifier: MIT */
/* Fields of a grid at clumps, with gradients. Local cells; collective. */
#ifndef MEASURE_GRID_GRID_AT_H
#define MEASURE_GRID_GRID_AT_H

#include "measure/grid/grid_shares.h"

typedef enum {
  GRID_AT_CENTRES, /* linear along each axis between the centres of the cells around the centre */
  GRID_BY_SHARES   /* mean over the clump's shares; gradients: differences across cells */
} GridHow;

/* Values [n_owned][components] of a field of cells, and gradients [n_owned][components][3]
   unless NULL. Beyond the outermost centres the field is constant; a clump outside the grid has
   NAN. */
PetscErrorCode grid_at_clumps(FlowGrid *grid, const Domain *domain, const GridShares *shares,
                              const Clumps *clumps, GridHow how, int components,
                              const double *field, double *values, double *gradients);

#endif
