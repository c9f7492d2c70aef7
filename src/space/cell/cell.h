/* SPDX-License-Identifier: MIT */
/* Cells with three vectors, and cells that deform (Domain.cell): their periods in motion.

   A clump that leaves the cell through a periodic face enters at the opposite one at the place, and
   with the velocity, of its image there: Lees & Edwards 1972, J. Phys. C 5, 1921, for any velocity
   gradient. Motion.v is that of the image whose centre is in the cell; Pose.x and Pose.v are those
   of one image that is followed between rebuilds, Clumps.lead periods from there. Periods, places
   and the velocities of poses are on grids, so that going to another image and back changes no bit:
   it makes no difference when rows are wrapped. */
#ifndef SPACE_CELL_CELL_H
#define SPACE_CELL_CELL_H

#include "space/domain.h"

enum { CELL_WHY = 256 };

/* Velocity gradient, component i of the velocity along axis j: g[i][j], 1/s. */
typedef struct {
  double g[3][3];
} Gradient;

/* Velocity at the place x relative to where it is 0, m/s. */
static inline Vec3 gradient_times(const Gradient *g, Vec3 x)
{
  return (Vec3){g->g[0][0] * x.x + g->g[0][1] * x.y + g->g[0][2] * x.z,
                g->g[1][0] * x.x + g->g[1][1] * x.y + g->g[1][2] * x.z,
                g->g[2][0] * x.x + g->g[2][1] * x.y + g->g[2][2] * x.z};
}

/* Give the domain these periods, rows a, b, c, of which the sides lo .. hi are the diagonal, for
   gradients whose entries are 0 where those of `may` are. False: there is no order of the axes as
   CellShape needs it, or a period that is not that of a periodic axis is not along its axis; `why`
   has the reason. */
bool cell_create(Domain *domain, const Vec3 period[3], const Gradient *may, char why[CELL_WHY]);

/* Choose the grid of velocities: `largest` (m/s) and those below are on it. */
void cell_set_speeds(Domain *domain, double largest);

/* Advance the periods of periodic axes by dt (s) with this gradient: P' = g P, to second order in
   dt. The face at lo stays, the one at hi moves. Domain.cell.rate is then that of the new
   periods. */
void cell_advance(Domain *domain, const Gradient *gradient, double dt);
/* Set Domain.cell.rate without a step. */
void cell_set_rate(Domain *domain, const Gradient *gradient);

/* Volume of the cell, which is that of the box, m^3; in two dimensions its area, m^2. */
static inline double cell_volume(const Domain *d)
{
  return d->length.x * d->length.y * (d->dimension == 2 ? 1 : d->length.z);
}

/* Place of the image of an owned row that is in the cell, m. */
Vec3 cell_place(const Domain *domain, const Clumps *clumps, PetscInt row);

/* The flow of a cell that deforms, v = G (x - rest). */
typedef struct CellFlow {
  const Domain *domain;
  Gradient      gradient; /* in the last step, 1/s */
  Vec3          rest;     /* where it is at rest, m */
} CellFlow;

/* Velocity of the flow at the place of an owned row, in its image in the cell, m/s. */
static inline Vec3 cell_flow_at(const CellFlow *flow, const Clumps *clumps, PetscInt row)
{
  return gradient_times(&flow->gradient,
                        vec3_sub(cell_place(flow->domain, clumps, row), flow->rest));
}

/* The reduced periods, rows a, b, c, m. */
void cell_periods(const Domain *domain, Vec3 period[3]);
/* x moved as its image n has moved in the last cell_advance; exact. */
Vec3 cell_carried(const Domain *domain, Vec3 x, Image n);
/* Velocity of image n relative to the clump, m/s, on the grid of velocities. */
Vec3 cell_jump(const Domain *domain, Image n);

static inline double cell_round_speed(const Domain *d, double v)
{
  return (v + d->cell.speed_magic) - d->cell.speed_magic;
}

static inline Vec3 cell_round_speed3(const Domain *d, Vec3 v)
{
  return (Vec3){cell_round_speed(d, v.x), cell_round_speed(d, v.y), cell_round_speed(d, v.z)};
}

/* After the state has been read. */
void cell_resume(Domain *domain);

/* State of a cell in checkpoints; the sides are those of the domain. */
extern const StateItem cell_state[];

#endif
