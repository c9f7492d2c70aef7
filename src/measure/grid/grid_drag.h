/* SPDX-License-Identifier: MIT */
/* Drag of a fluid, whose velocities are given in the cells of a grid, on clumps.

   The force on a part of a clump in a cell is beta V (u_cell - v), with the part's volume V and the
   velocity v of its centroid in the rigid motion; on the cell acts the opposite. So a shear or a
   turning clump gives a torque. The coefficient beta, kg/(m^3 s), is one for a clump; it follows
   from u, the mean over its volume of the fluid's velocity less that of the body, and from eps, the
   mean of the fluid's fraction:

   Di Felice (1994, Int. J. Multiphase Flow 20, 153):
     beta V u = 1/2 Cd rho A eps^(2 - chi) |u| u,  Cd = (0.63 + 4.8 / Re^0.5)^2,
     chi = 3.7 - 0.65 exp(-(1.5 - log10 Re)^2 / 2),  Re = eps rho |u| d / mu,
     with the diameter d of the sphere of the clump's volume, and the area A of the clump seen along u,
     exactly that of the union of its pebbles: pi d^2 / 4 of a sphere.
   Ergun (1952), from eps 0.8 on Wen & Yu (1966), as Gidaspow (1994) joins them:
     beta = 150 (1 - eps) mu / (eps d^2) + 1.75 rho |u| / d,
     beta = 3/4 Cd rho eps |u| / d eps^-2.65,  Cd = 24 (1 + 0.15 Re^0.687) / Re, from Re 1000 on 0.44.

   Both are without the force of the mean pressure gradient, -grad p times the volume (model A;
   Zhou et al. 2010, J. Fluid Mech. 661, 482). Functions of base/elementary.h alone: the same
   bits everywhere. */
#ifndef MEASURE_GRID_GRID_DRAG_H
#define MEASURE_GRID_GRID_DRAG_H

#include "measure/grid/grid_shares.h"

typedef enum { DRAG_DI_FELICE, DRAG_ERGUN } DragLaw;

typedef struct {
  double        density, viscosity; /* kg/m^3, Pa s; both > 0 */
  const double *velocity;           /* [n_mine][3] m/s */
  const double
    *fraction; /* [n_mine] of the fluid; NULL: 1 less that of solids, at least DRAG_VOID_LEAST */
  DragLaw law;
} GridDrag;

#define DRAG_VOID_LEAST 0.05

/* Coefficient of a clump of this volume that is seen under the area (m^2), with speed |u|,
   kg/(m^3 s). */
double drag_coefficient(const GridDrag *drag, double volume, double area, double fraction,
                        double speed);
/* Force and torque about the centre of each owned clump, and [n_mine][3] minus their sums on
   cells, N. In three dimensions. Collective. */
PetscErrorCode grid_drag(const FlowGrid *grid, const GridShares *shares, const Clumps *clumps,
                         const Templates *templates, const GridDrag *drag, Vec3 *force,
                         Vec3 *torque, double *reaction);

#endif
