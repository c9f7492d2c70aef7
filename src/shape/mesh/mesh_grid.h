/* SPDX-License-Identifier: MIT */
/* Cells around a mesh. For a point near the mesh they tell the few faces that may be within a
   reach, and for a point farther away on which side of a closed mesh it is. A cell lists the faces
   within reach of any of its points, so that a search among them finds the same as one among all
   faces. */
#ifndef SHAPE_MESH_MESH_GRID_H
#define SHAPE_MESH_MESH_GRID_H

#include "shape/mesh/mesh_tree.h"

/* Constants for a lower bound of the distance from a face, by its plane and the planes through its
   edges. */
typedef struct {
  Vec3  corner;    /* the first, m */
  float normal[3]; /* unit vector */
  float out[3][3]; /* unit vectors across each edge, away from the face */
  float past[3];   /* height of the first corner over the plane of each edge, m, <= 0 */
} FaceBound;

/* Cubes that fill a box. */
typedef struct {
  Vec3   lo;
  double size; /* of a cell, m */
  int    n[3], n_cells;
} Lattice;

/* Side of the surface on which all points of a cell are; unknown if a face may pass through it. */
typedef enum { CELL_UNKNOWN, CELL_OUTSIDE, CELL_SOLID } CellSide;

typedef struct {
  double     reach; /* reach of the lists, m */
  Lattice    lists; /* n_cells 0: there is no grid */
  int       *start; /* [lists.n_cells + 1] first face of each cell */
  int       *face;  /* ascending in each cell */
  int        n_listed;
  Lattice    sides; /* finer, so that few points are in cells of unknown side; n_cells 0: a sheet */
  uint8_t   *side;  /* [sides.n_cells / 4 + 1] CellSide, two bits each */
  FaceBound *bound; /* [n_faces] */
} MeshGrid;

/* Make the cells of a mesh for points within reach (m) of it. solid: it is closed; hollow: matter
   is all around, and the inside is empty. A mesh whose faces are much smaller than the reach, or
   which has more than MESH_GRID_MOST of them, gets no cells, as the lists would be long. Local. */
#define MESH_GRID_MOST 100000
void mesh_grid_create(const MeshTree *tree, bool solid, bool hollow, double reach, MeshGrid *grid);
void mesh_grid_free(MeshGrid *grid);

/* The cell of a point; -1: it is outside of the box, which is farther than the reach from all
   faces. */
static inline int lattice_cell(const Lattice *l, Vec3 x)
{
  const double u = (x.x - l->lo.x) / l->size, v = (x.y - l->lo.y) / l->size,
               w = (x.z - l->lo.z) / l->size;

  if (!(u >= 0 && v >= 0 && w >= 0 && u < l->n[0] && v < l->n[1] && w < l->n[2])) return -1;
  return ((int)w * l->n[1] + (int)v) * l->n[0] + (int)u;
}

/* The cell of the lists; -1: likewise, or there is no grid. */
static inline int mesh_grid_cell(const MeshGrid *g, Vec3 x)
{
  return g->lists.n_cells > 0 ? lattice_cell(&g->lists, x) : -1;
}

static inline CellSide mesh_grid_side(const MeshGrid *g, Vec3 x)
{
  const int cell = g->sides.n_cells > 0 ? lattice_cell(&g->sides, x) : -1;

  return cell < 0 ? CELL_UNKNOWN : (CellSide)(g->side[cell / 4] >> 2 * (cell % 4) & 3);
}

static inline double float_dot(const float *u, Vec3 d)
{
  return (double)u[0] * d.x + (double)u[1] * d.y + (double)u[2] * d.z;
}

/* Square of a lower bound of the distance from a face, m^2. The error of the heights is less than c
   |d|, c = 2e-7, so that of their squares is less than 1e-4 of them plus 1e4 c^2 d^2. */
static inline double face_bound_square(const FaceBound *b, Vec3 x)
{
  const Vec3   d      = vec3_sub(x, b->corner);
  const double height = float_dot(b->normal, d);
  double       past   = 0;

  for (int k = 0; k < 3; k++) past = max_real(past, float_dot(b->out[k], d) + (double)b->past[k]);
  return (1 - 2e-4) * (height * height + past * past) - 1e-9 * vec3_dot(d, d);
}

#endif
