/* SPDX-License-Identifier: MIT */
/* Grids of a solver of flows: cells of equal size, each of which is on one rank, in boxes that
   the solver has chosen. Numbers of cells reach the owners of clumps, and what these add reaches
   the cells, with the same bits on any number of ranks. */
#ifndef MEASURE_GRID_FLOW_GRID_H
#define MEASURE_GRID_FLOW_GRID_H

#include "base/parallel.h"
#include "base/vec.h"

/* Cells from .. to - 1 along each axis. */
typedef struct {
  int64_t from[3], to[3];
} CellBox;

typedef struct {
  const Parallel *par;
  int             dimension; /* 2: cells are rectangles, one layer along z */
  Vec3            lo, hi;    /* m */
  int64_t         n[3];
  bool            wraps[3]; /* the grid covers a periodic axis: its ends meet */
  CellBox         mine;
  int64_t         n_mine; /* cells of this rank, x fastest */
  CellBox        *box;    /* [ranks] */
  int             last;   /* the rank whose cell was looked for last */
} FlowGrid;

/* Where a cell is: on a rank, number `at` of its box. */
typedef struct {
  int64_t at;
  int     rank;
} CellPlace;

/* Make a grid; false: some cell is on no rank or on several, and nothing is kept. Collective. */
PetscErrorCode flow_grid_create(const Parallel *par, const FlowGrid *given, FlowGrid *grid,
                                bool *whole);
void           flow_grid_free(FlowGrid *grid);

static inline int64_t cell_box_count(const CellBox *b)
{
  int64_t n = 1;

  for (int k = 0; k < 3; k++) n *= b->to[k] > b->from[k] ? b->to[k] - b->from[k] : 0;
  return n;
}

/* Place of the face below cell i along an axis, m. */
static inline double flow_grid_face(const FlowGrid *g, int axis, int64_t i)
{
  const double lo = vec3_axis(g->lo, axis), hi = vec3_axis(g->hi, axis);

  return i == g->n[axis] ? hi : lo + (double)i * ((hi - lo) / (double)g->n[axis]);
}

static inline double flow_grid_side(const FlowGrid *g, int axis)
{
  return (vec3_axis(g->hi, axis) - vec3_axis(g->lo, axis)) / (double)g->n[axis];
}

/* Volume of a cell, m^3, or area, m^2. */
static inline double flow_grid_cell(const FlowGrid *g)
{
  return flow_grid_side(g, 0) * flow_grid_side(g, 1) *
         (g->dimension == 2 ? 1 : flow_grid_side(g, 2));
}

/* Place of the cell i, which is in the grid, and back. Local. */
CellPlace flow_grid_place(FlowGrid *grid, const int64_t i[3]);
void      flow_grid_cell_of(const FlowGrid *grid, CellPlace place, int64_t i[3]);

enum { FLOW_GRID_VALUES = 6 };

/* Get the values of n cells: `field` has so many components (up to FLOW_GRID_VALUES) for each
   cell of this rank. Collective. */
PetscErrorCode flow_grid_get(const FlowGrid *grid, PetscInt n, const CellPlace *place,
                             int components, const double *field, double *values);
/* Set each cell of this rank to the sum of the values added to it, in the order of ids: an id
   has at most one for each cell. Collective. */
PetscErrorCode flow_grid_add(const FlowGrid *grid, PetscInt n, const CellPlace *place, const Id *id,
                             int components, const double *values, double *field);

#endif
