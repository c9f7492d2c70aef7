/* SPDX-License-Identifier: MIT */
/* Stress of a cell that deforms, of all forces that clumps and their images exert on each other.

   The force f on the image of a clump that is n periods from the clump, and its opposite on the
   other body, add the force times the vector between the two centres (Love-Weber; as the
   monitor `stress`). Summed by rows instead of contacts, with F the force on a clump, x its
   place and P the periods,

     V sigma_ij = - sum over clumps of x_i F_j - sum over k of P_k,i B_k,j
                  - sum over clumps of m u_i u_j

   where B_k = sum over images of n_k f. u is the velocity relative to the flow G x, less its
   mean. The work of the images is minus that of B along the motion of the periods. B is an exact
   sum of integers: it has the same value however clumps are spread over ranks and whichever
   image is followed.

   Beside it the solid fraction. */
#ifndef MEASURE_CELL_STRESS_H
#define MEASURE_CELL_STRESS_H

#include "base/sums/sum.h"
#include "matter/loads.h"
#include "space/cell/moving_cell.h"

/* Mass, momentum, its products with velocities, CellLoads.place and .load, of the stress. */
enum { CELL_STRESS_SUMS = 1 + 3 + 3 * 9 };

/* Sums of the last evaluation, this rank's part. */
typedef struct {
  bool     places;      /* the sums `place` are asked for */
  Sum      load[3][3];  /* B: [reduced period][component], N */
  Sum      place[3][3]; /* [axis of the place][component of the force], J */
  Sum      half;        /* work of images in half a step, J */
  Gradient strained;    /* entries that differ from 0 in the run: columns of strain */
} CellLoads;

/* The cell of a run, and its loads: the state of cell_module. */
typedef struct {
  MovingCell moving;
  CellLoads  loads;
} CellState;

extern const Module cell_module;

/* At the start of a run, when loads are known: find the gradient of the first step where the stress
   is controlled; the module finds that of the steps that follow. Collective. */
PetscErrorCode cell_begin(CellState *cell, World *world);

/* cell_loads_begin starts the sums with the loads of copies, before they are sent; cell_loads_end
   adds those of owned rows, when all loads have been summed. Local. */
void cell_loads_begin(CellLoads *cell, const Domain *domain, const Clumps *clumps,
                      const Loads *loads);
void cell_loads_end(CellLoads *cell, const Domain *domain, const Clumps *clumps,
                    const Loads *loads);

/* Find the work of the images of the last evaluation in half a step (half), by the rates of the
   step that ends, which contacts use, too: where the gradient changes, the work booked for contacts
   in the half step to come has the same error. damping: work of the damping of the flow. Local. */
void cell_loads_book(CellLoads *cell, const Domain *domain, double dt, const Sum *damping);

/* The stress, positive in tension, [i][j]: the force along j on a face across i, Pa, of
   the loads and of the velocities as they are now; in two dimensions N/m. NAN if
   `places` was false. cell_stress_add adds this rank's part to the sums; cell_stress_of finds the
   stress from the sums over all ranks. Local. */
void cell_stress_add(const Domain *domain, const Clumps *clumps, const CellLoads *cell,
                     Sum sums[CELL_STRESS_SUMS]);
void cell_stress_of(const Domain *domain, const CellLoads *cell, const Sum sums[CELL_STRESS_SUMS],
                    double stress[3][3]);

/* Add the volume of this rank's bodies, m^3; in two dimensions their area. Local. */
void cell_solid_add(const Clumps *clumps, Sum *sum);

#endif
