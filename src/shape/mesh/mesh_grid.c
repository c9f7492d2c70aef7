/* SPDX-License-Identifier: MIT */
/* Cells around a mesh: every face is put into the cells whose centres are near it. */
#include "shape/mesh/mesh_grid.h"

/* Largest numbers, for each face of the mesh, of cells and of faces listed, and of faces in a cell
   on average: beyond these the tree is as fast. SIDES_MOST: finer cells, two bits each, for each
   face; SIDES_ALL: in all. */
enum { CELLS_MOST = 64, LISTED_MOST = 128, MEAN_MOST = 40, SIDES_MOST = 1024, SIDES_ALL = 1 << 24 };
enum { FEW_CELLS = 1 << 16 }; /* cells and faces listed that any mesh may have beside these */

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

static PetscErrorCode listed_add(Listed *l, int cell, int face)
{
  PetscInt room = l->capacity;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&l->cell, sizeof *l->cell, l->n + 1, &room));
  PetscCall(array_reserve(&l->face, sizeof *l->face, l->n + 1, &l->capacity));
  l->cell[l->n]   = cell;
  l->face[l->n++] = face;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* List the cells that a face is near to. */
static PetscErrorCode list_face(const Mesh *m, const MeshGrid *g, int f, Listed *listed)
{
  const Lattice *l      = &g->lists;
  const double   within = (1 + 1e-9) * g->reach + half_of(l);
  int            range[3][2];

  PetscFunctionBeginUser;
  range_of(l, m, f, within, range);
  for (int k = range[2][0]; k <= range[2][1]; k++)
    for (int j = range[1][0]; j <= range[1][1]; j++)
      for (int i = range[0][0]; i <= range[0][1]; i++)
        if (mesh_face_square(m, f, centre_of(l, i, j, k)) <= within * within)
          PetscCall(listed_add(listed, (k * l->n[1] + j) * l->n[0] + i, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sort the faces by cell, by counting, which keeps their order. */
static PetscErrorCode sort_faces(const Listed *l, MeshGrid *g)
{
  int n = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&g->start, sizeof *g->start, g->lists.n_cells + 1));
  PetscCall(array_create(&g->face, sizeof *g->face, l->n));
  g->n_listed = l->n;
  for (int k = 0; k < l->n; k++) g->start[l->cell[k]]++;
  for (int c = 0; c <= g->lists.n_cells; c++) {
    const int here = c < g->lists.n_cells ? g->start[c] : 0;

    g->start[c] = n;
    n += here;
  }
  for (int k = 0; k < l->n; k++) g->face[g->start[l->cell[k]]++] = l->face[k];
  for (int c = g->lists.n_cells; c > 0; c--) g->start[c] = g->start[c - 1];
  g->start[0] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Mark the cells through which a face may pass as unknown. */
static void cross_cells(const Mesh *m, int f, const Lattice *l, uint8_t *side)
{
  const double half = half_of(l);
  int          range[3][2];

  range_of(l, m, f, half, range);
  for (int k = range[2][0]; k <= range[2][1]; k++)
    for (int j = range[1][0]; j <= range[1][1]; j++)
      for (int i = range[0][0]; i <= range[0][1]; i++)
        if (mesh_face_square(m, f, centre_of(l, i, j, k)) <= half * half)
          side[(k * l->n[1] + j) * l->n[0] + i] = CELL_UNKNOWN;
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

static PetscErrorCode find_sides(const MeshTree *t, bool hollow, MeshGrid *g)
{
  const Lattice *l = &g->sides;
  uint8_t       *side;

  PetscFunctionBeginUser;
  PetscCall(array_create(&side, sizeof *side, l->n_cells));
  memset(side, CELL_OUTSIDE, (size_t)l->n_cells);
  for (int f = 0; f < t->mesh->n_faces; f++) cross_cells(t->mesh, f, l, side);
  spread_sides(t, hollow, l, side);
  PetscCall(array_create(&g->side, sizeof *g->side, l->n_cells / 4 + 1));
  for (int c = 0; c < l->n_cells; c++) g->side[c / 4] |= (uint8_t)(side[c] << 2 * (c % 4));
  array_free(&side);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void put_float(Vec3 x, float *to)
{
  to[0] = (float)x.x;
  to[1] = (float)x.y;
  to[2] = (float)x.z;
}

static PetscErrorCode bound_faces(const Mesh *m, MeshGrid *g)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&g->bound, sizeof *g->bound, m->n_faces));
  for (int f = 0; f < m->n_faces; f++) {
    FaceBound *b = &g->bound[f];

    Vec3 normal = mesh_face_normal(m, f);

    b->corner = mesh_corner(m, f, 0);
    vec3_normalize(&normal);
    put_float(normal, b->normal);
    for (int k = 0; k < 3; k++) {
      const Vec3 a = mesh_corner(m, f, k), e = vec3_sub(mesh_corner(m, f, (k + 1) % 3), a);
      Vec3       out = vec3_cross(e, normal);

      vec3_normalize(&out);
      put_float(out, b->out[k]);
      /* a lower value is a lower bound, too */
      b->past[k] = (float)(vec3_dot(vec3_sub(b->corner, a), out) * (1 + 1e-7));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_short(const Mesh *m, const MeshGrid *g, const Listed *l)
{
  int cells = 0;

  for (int c = 0; c < g->lists.n_cells; c++) cells += g->start[c + 1] > g->start[c];
  return l->n <= MEAN_MOST * (double)cells && l->n <= most_listed(m);
}

/* Create grids: cells of lists have the size of the reach; cells of sides are so small that none
   has an unknown side around a point that is farther from all faces than 0.8 of the reach. */
PetscErrorCode mesh_grid_create(const MeshTree *t, bool solid, bool hollow, double reach,
                                MeshGrid *g)
{
  const Mesh  *m      = t->mesh;
  const double n      = m->n_faces;
  Listed       listed = {0};

  PetscFunctionBeginUser;
  *g = (MeshGrid){.reach = reach};
  if (n > MESH_GRID_MOST || !(reach > 0 && reach < INFINITY)) PetscFunctionReturn(PETSC_SUCCESS);
  g->lists = lay_out(t, reach, reach, FEW_CELLS + CELLS_MOST * n);
  for (int f = 0; f < m->n_faces && listed.n <= most_listed(m); f++)
    PetscCall(list_face(m, g, f, &listed));
  PetscCall(sort_faces(&listed, g));
  if (is_short(m, g, &listed)) {
    PetscCall(bound_faces(m, g));
    if (solid) {
      g->sides = lay_out(t, reach, 0.4 * reach, min_real(SIDES_ALL, FEW_CELLS + SIDES_MOST * n));
      PetscCall(find_sides(t, hollow, g));
    }
  } else mesh_grid_free(g);
  array_free(&listed.cell);
  array_free(&listed.face);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void mesh_grid_free(MeshGrid *g)
{
  array_free(&g->start);
  array_free(&g->face);
  array_free(&g->side);
  array_free(&g->bound);
  g->lists.n_cells = g->sides.n_cells = g->n_listed = 0;
}
