/* SPDX-License-Identifier: MIT */
/* The parts of clumps in the cells of a grid: places in several pebbles of a clump count once.
   To 1e-9 of each (geometry/ball_union.h). A clump that reaches through a periodic face is in the
   cells at both ends of the grid. */
#ifndef MEASURE_GRID_GRID_SHARES_H
#define MEASURE_GRID_GRID_SHARES_H

#include "matter/clumps.h"
#include "measure/grid/flow_grid.h"
#include "space/domain.h"

/* Starts as {0}. The shares of the clump in owned row a: start[a] .. start[a + 1] - 1, in the
   order of cells. */
typedef struct {
  PetscInt   n_clumps, n;
  PetscInt  *start;  /* [n_clumps + 1] */
  CellPlace *place;  /* [n] */
  Id        *id;     /* [n] of the clump */
  double    *volume; /* [n] m^3; m^2 in two dimensions */
  Vec3      *first;  /* [n] integral of the arm from the clump's centre, m^4 */
  double    *whole;  /* [n_clumps] volume of the clump, cells or not */
  PetscInt   clumps_room, room;
  /* the state that they are of */
  Id   *of;   /* [n_clumps] ids */
  Pose *pose; /* [n_clumps] */
} GridShares;

/* True if they are those of the present state. Local. */
bool grid_shares_are_present(const GridShares *shares, const Clumps *clumps);
/* Find the shares of the owned clumps, whose poses are complete. Clumps that carry a surface have
   none. Local. */
void grid_shares_find(FlowGrid *grid, const Domain *domain, const Clumps *clumps,
                      const Templates *templates, GridShares *shares);
void grid_shares_free(GridShares *shares);

/* Volumes of solids in the cells of this rank and, unless NULL, their momenta [n_mine][3], kg
   m/s, a clump's mass being spread evenly over its volume. Collective. */
PetscErrorCode grid_shares_solids(const FlowGrid *grid, const GridShares *shares,
                                  const Clumps *clumps, double *volume, double *momentum);
/* Mean velocities of the solids in the cells of this rank [n_mine][3], by mass, m/s; 0 where there are
   none. Collective. */
PetscErrorCode grid_shares_velocity(const FlowGrid *grid, const GridShares *shares,
                                    const Clumps *clumps, double *velocity);
/* Force densities [n_mine][3] of cells, N/m^3, times the volumes in them: force and torque about
   the centre of each owned clump. Collective. */
PetscErrorCode grid_shares_push(const FlowGrid *grid, const GridShares *shares,
                                const double *density, Vec3 *force, Vec3 *torque);

#endif
