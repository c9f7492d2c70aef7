/* SPDX-License-Identifier: MIT */
/* Cells around a mesh: every face is put into the cells whose centres are near it. */
#include "shape/mesh/mesh_grid.h"

/* Limits beyond which the tree is as fast: of cells and of listed faces per face of the mesh; of
   the mean number of faces in a cell that has any. SIDES_MOST: finer cells (two bits each) per face
   of the mesh; SIDES_ALL: in all. */
enum { CELLS_MOST = 64, LISTED_MOST = 128, MEAN_MOST = 40, SIDES_MOST = 1024, SIDES_ALL = 1 << 24 };
enum { FEW_CELLS = 1 << 16 }; /* cells and faces listed that any mesh may have beside these */

/* Largest number of faces listed. */
static double most_listed(const Mesh *m)
{
  return FEW_CELLS + LISTED_MOST * (double)m->n_faces;
}

/* Faces and the cells that they are near to. */
typedef struct {
  int      n;
  PetscInt capacity;
  int     *cell, *face;
} Listed;

/* Lay out at most `most` cells, of at least this size, up to `around` from the mesh. */
static Lattice lay_out(const MeshTree *t, double around, double size, double most)
{
  const MeshNode *all  = &t->node[0];
  const Vec3      side = vec3_sub(all->hi, all->lo);
  Lattice         l    = {.size = size};
  double          n;

  for (;; l.size *= 1.25) {
    n = 1;
    for (int k = 0; k < 3; k++)
      n *= l.n[k] = (int)min_real(1e9, ceil((vec3_axis(side, k) + 2 * around) / l.size) + 1);
    if (n <= most) break;
  }
  l.n_cells = (int)n;
  for (int k = 0; k < 3; k++)
    vec3_set(&l.lo, k, 0.5 * (vec3_axis(all->lo, k) + vec3_axis(all->hi, k) - l.n[k] * l.size));
  return l;
}

static Vec3 centre_of(const Lattice *l, int i, int j, int k)
{
  return vec3_axpy(l->lo, l->size, vec3(i + 0.5, j + 0.5, k + 0.5));
}

/* Distance from the centre of a cell to its corners, with a margin for rounding. */
static double half_of(const Lattice *l)
{
  return (1 + 1e-9) * 0.5 * sqrt(3) * l->size +
         1e-12 * (vec3_norm(l->lo) + l->size * (l->n[0] + l->n[1] + l->n[2]));
}

/* Find the range of cells whose centres may be within a distance of a face. */
static void range_of(const Lattice *l, const Mesh *m, int f, double within, int range[3][2])
{
  for (int axis = 0; axis < 3; axis++) {
    const double a = vec3_axis(mesh_corner(m, f, 0), axis),
                 b = vec3_axis(mesh_corner(m, f, 1), axis),
                 c = vec3_axis(mesh_corner(m, f, 2), axis), lo = vec3_axis(l->lo, axis) + within;

    range[axis][0] = (int)max_real(0, floor((min_real(a, min_real(b, c)) - lo) / l->size - 0.5));
    range[axis][1] = (int)min_real(
      l->n[axis] - 1, ceil((max_real(a, max_real(b, c)) - lo + 2 * within) / l->size - 0.5));
  }
}

/* List the cells whose centres are within a distance of a face. */
static void list_face(const Mesh *m, const Lattice *l, double within, int f, Listed *listed)
{
  int range[3][2];

  range_of(l, m, f, within, range);
  for (int k = range[2][0]; k <= range[2][1]; k++)
    for (int j = range[1][0]; j <= range[1][1]; j++)
      for (int i = range[0][0]; i <= range[0][1]; i++)
        if (mesh_face_square(m, f, centre_of(l, i, j, k)) <= within * within) {
          arrays_reserve(listed->n + 1, &listed->capacity, 2,
                         (ArrayPart[]){ARRAY_PART(listed->cell), ARRAY_PART(listed->face)});
          listed->cell[listed->n]   = (k * l->n[1] + j) * l->n[0] + i;
          listed->face[listed->n++] = f;
        }
}

/* Find the sides of all other cells. Neighbours through which no face passes are on the same side,
   so that few cells need a ray. */
static void spread_sides(const MeshTree *t, bool hollow, const Lattice *l, uint8_t *side)
{
  const int step[3] = {1, l->n[0], l->n[0] * l->n[1]};

  for (int c = 0; c < l->n_cells; c++) {
    const int at[3] = {c % l->n[0], c / l->n[0] % l->n[1], c / step[2]};
    int       here  = CELL_UNKNOWN;

    if (side[c] == CELL_UNKNOWN) continue;
    for (int k = 0; k < 3 && here == CELL_UNKNOWN; k++)
      if (at[k] > 0) here = side[c - step[k]];
    if (here == CELL_UNKNOWN)
      here = mesh_tree_winding(t, centre_of(l, at[0], at[1], at[2])) + hollow > 0 ? CELL_SOLID
                                                                                  : CELL_OUTSIDE;
    side[c] = (uint8_t)here;
  }
}

/* Find the sides of all cells, and pack them. */
static void find_sides(const MeshTree *t, bool hollow, MeshGrid *g)
{
  const Lattice *l       = &g->sides;
  Listed         crossed = {0};
  uint8_t       *side;

  array_create(&side, sizeof *side, l->n_cells);
  memset(side, CELL_OUTSIDE, (size_t)l->n_cells);
  for (int f = 0; f < t->mesh->n_faces; f++) { /* The face may pass through these cells. */
    crossed.n = 0;
    list_face(t->mesh, l, half_of(l), f, &crossed);
    for (int k = 0; k < crossed.n; k++) side[crossed.cell[k]] = CELL_UNKNOWN;
  }
  spread_sides(t, hollow, l, side);
  array_create(&g->side, sizeof *g->side, l->n_cells / 4 + 1);
  for (int c = 0; c < l->n_cells; c++) g->side[c / 4] |= (uint8_t)(side[c] << 2 * (c % 4));
  array_free(&side);
  array_free(&crossed.cell);
  array_free(&crossed.face);
}

static void put_float(Vec3 x, float *to)
{
  to[0] = (float)x.x;
  to[1] = (float)x.y;
  to[2] = (float)x.z;
}

/* Find the constants of all faces for lower bounds of distances. */
static void bound_faces(const Mesh *m, MeshGrid *g)
{
  array_create(&g->bound, sizeof *g->bound, m->n_faces);
  for (int f = 0; f < m->n_faces; f++) {
    FaceBound *b      = &g->bound[f];
    Vec3       normal = mesh_face_normal(m, f);

    b->corner = mesh_corner(m, f, 0);
    vec3_normalize(&normal);
    put_float(normal, b->normal);
    for (int k = 0; k < 3; k++) {
      const Vec3 a = mesh_corner(m, f, k), e = vec3_sub(mesh_corner(m, f, (k + 1) % 3), a);
      Vec3       out = vec3_cross(e, normal);

      vec3_normalize(&out);
      put_float(out, b->out[k]);
      /* A lower value is a lower bound, too. */
      b->past[k] = (float)(vec3_dot(vec3_sub(b->corner, a), out) * (1 + 1e-7));
    }
  }
}

/* Create grids: cells of lists have the size of the reach; cells of sides are so small that none
   has an unknown side around a point that is farther from all faces than 0.8 of the reach. */
void mesh_grid_create(const MeshTree *t, bool solid, bool hollow, double reach, MeshGrid *g)
{
  const Mesh  *m      = t->mesh;
  const double n      = m->n_faces;
  Listed       listed = {0};
  int          cells  = 0; /* that list any face */

  *g = (MeshGrid){.reach = reach};
  if (n > MESH_GRID_MOST || !(reach > 0 && reach < INFINITY)) return;
  g->lists = lay_out(t, reach, reach, FEW_CELLS + CELLS_MOST * n);
  for (int f = 0; f < m->n_faces && listed.n <= most_listed(m); f++)
    list_face(m, &g->lists, (1 + 1e-9) * reach + half_of(&g->lists), f, &listed);
  array_create(&g->start, sizeof *g->start, g->lists.n_cells + 1);
  array_create(&g->face, sizeof *g->face, listed.n);
  g->n_listed = listed.n;
  sort_bins(listed.n, listed.cell, g->lists.n_cells, g->start, g->face);
  for (int k = 0; k < listed.n; k++) g->face[k] = listed.face[g->face[k]]; /* in their order */
  for (int c = 0; c < g->lists.n_cells; c++) cells += g->start[c + 1] > g->start[c];
  if (listed.n <= MEAN_MOST * (double)cells && listed.n <= most_listed(m)) {
    bound_faces(m, g);
    if (solid) {
      g->sides = lay_out(t, reach, 0.4 * reach, min_real(SIDES_ALL, FEW_CELLS + SIDES_MOST * n));
      find_sides(t, hollow, g);
    }
  } else mesh_grid_free(g);
  array_free(&listed.cell);
  array_free(&listed.face);
}

void mesh_grid_free(MeshGrid *g)
{
  array_free(&g->start);
  array_free(&g->face);
  array_free(&g->side);
  array_free(&g->bound);
  g->lists.n_cells = g->sides.n_cells = g->n_listed = 0;
}
