/* SPDX-License-Identifier: MIT */
/* Fields of a grid at clumps, with gradients. Local cells; collective. */
#ifndef MEASURE_GRID_GRID_AT_H
#define MEASURE_GRID_GRID_AT_H

#include "measure/grid/grid_shares.h"

typedef enum {
  GRID_AT_CENTRES, /* linear along each axis between the centres of the cells around the centre */
  GRID_BY_SHARES   /* mean over the clump's shares; gradients: differences across cells */
} GridHow;

/* A field of the cells, and room for its values [n_owned][components] and gradients
   [n_owned][components][3] at clumps; gradients may be NULL. */
typedef struct {
  int           components;
  const double *cells;
  double       *values, *gradients;
} GridField;

/* Find the values. Beyond the outermost centres the field is constant; a clump outside the grid has
   NAN. */
PetscErrorCode grid_at_clumps(FlowGrid *grid, const Domain *domain, const GridShares *shares,
                              const Clumps *clumps, GridHow how, const GridField *field);

#endif
