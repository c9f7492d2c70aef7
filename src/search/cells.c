/* SPDX-License-Identifier: MIT */
/* A uniform grid over the pebbles at hand; a cell is as wide as the widest pair, so neighbours are in the 26 cells around. */
#include "search/cells.h"

enum { CELLS_PER_PEBBLE = 4 };

typedef struct {
  const Pebbles *p;
  double         skin;
  Vec3           lo;
  double         inverse[3]; /* 1 / width of a cell */
  PetscInt       count[3];
  PetscInt      *start; /* of each cell in rows, n_cells + 1 */
  int32_t       *rows, *cell, *clump;
  double        *x, *y, *z, *r; /* of the pebbles in cell order: the inner loop streams */
} Cells;

static void find_box(const Pebbles *p, Vec3 *lo, Vec3 *hi, double *largest)
{
  *lo      = (Vec3){INFINITY, INFINITY, INFINITY};
  *hi      = (Vec3){-INFINITY, -INFINITY, -INFINITY};
  *largest = 0;
  for (PetscInt i = 0; i < p->n; i++) {
    *lo      = (Vec3){min_real(lo->x, p->at[i].x), min_real(lo->y, p->at[i].y), min_real(lo->z, p->at[i].z)};
    *hi      = (Vec3){max_real(hi->x, p->at[i].x), max_real(hi->y, p->at[i].y), max_real(hi->z, p->at[i].z)};
    *largest = max_real(*largest, p->at[i].r);
  }
}

/* Cells are at least `width` wide and there are at most some per pebble, however far apart pebbles are. */
static void choose_counts(Cells *cells, Vec3 lo, Vec3 hi, double width)
{
  const double most  = (double)CELLS_PER_PEBBLE * (double)cells->p->n + 64;
  double       total = 1;

  do {
    total = 1;
    for (int k = 0; k < 3; k++) {
      const double side = vec3_axis(hi, k) - vec3_axis(lo, k), n = floor(side / width) + 1;

      cells->inverse[k] = 1 / width;
      cells->count[k]   = n < 1e6 ? (PetscInt)n : 1000000;
      total *= n;
    }
    width *= 1.26; /* cube root of 2 */
  } while (total > most);
  cells->lo = lo;
}

static PetscInt coordinate(const Cells *c, double x, double lo, int k)
{
  const PetscInt i = (PetscInt)((x - lo) * c->inverse[k]);

  return i < c->count[k] ? i : c->count[k] - 1;
}

static PetscErrorCode bin(Cells *c)
{
  const Pebbles *p = c->p;
  const PetscInt n = c->count[0] * c->count[1] * c->count[2];

  PetscFunctionBeginUser;
  PetscCall(array_create(&c->start, sizeof *c->start, n + 2));
  PetscCall(array_create(&c->rows, sizeof *c->rows, p->n));
  PetscCall(array_create(&c->cell, sizeof *c->cell, p->n));
  PetscCall(array_create(&c->x, sizeof *c->x, p->n));
  PetscCall(array_create(&c->y, sizeof *c->y, p->n));
  PetscCall(array_create(&c->z, sizeof *c->z, p->n));
  PetscCall(array_create(&c->r, sizeof *c->r, p->n));
  PetscCall(array_create(&c->clump, sizeof *c->clump, p->n));
  for (PetscInt i = 0; i < p->n; i++) {
    c->cell[i] =
      (int32_t)((coordinate(c, p->at[i].x, c->lo.x, 0) * c->count[1] + coordinate(c, p->at[i].y, c->lo.y, 1)) * c->count[2] +
                coordinate(c, p->at[i].z, c->lo.z, 2));
    c->start[c->cell[i] + 2]++;
  }
  for (PetscInt k = 0; k < n; k++) c->start[k + 2] += c->start[k + 1];
  for (PetscInt i = 0; i < p->n; i++) {
    const PetscInt at = c->start[c->cell[i] + 1]++;

    c->rows[at]  = (int32_t)i;
    c->x[at]     = p->at[i].x;
    c->y[at]     = p->at[i].y;
    c->z[at]     = p->at[i].z;
    c->r[at]     = p->at[i].r;
    c->clump[at] = p->clump[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rows near pebble k (all in cell order) among from .. to-1, of other clumps. Branch-free: most candidates are not near. */
static PetscInt find_near(const Cells *c, PetscInt k, PetscInt from, PetscInt to, int32_t *near)
{
  const double  x = c->x[k], y = c->y[k], z = c->z[k], r = c->r[k] + c->skin;
  const int32_t clump = c->clump[k];
  PetscInt      n     = 0;

  for (PetscInt l = from; l < to; l++) {
    const double dx = x - c->x[l], dy = y - c->y[l], dz = z - c->z[l], reach = r + c->r[l];

    near[n] = c->rows[l];
    n += (dx * dx + dy * dy + dz * dz <= reach * reach) & (c->clump[l] != clump);
  }
  return n;
}

/* Every pebble of a cell with what comes later in its own column of cells (z runs fastest) and in the four columns that come
   later: cells next to each other in z are one stretch of rows. */
static PetscErrorCode visit_cell(const Cells *c, PetscInt i, PetscInt j, PetscInt k, int32_t *near, PairVisitor visit,
                                 void *context)
{
  const PetscInt here = (i * c->count[1] + j) * c->count[2] + k, low = k > 0 ? k - 1 : 0;
  const PetscInt high = k + 1 < c->count[2] ? k + 1 : k, next = here + 1 + (high - k);
  const PetscInt di[] = {0, 1, 1, 1}, dj[] = {1, -1, 0, 1};

  PetscFunctionBeginUser;
  for (PetscInt a = c->start[here]; a < c->start[here + 1]; a++) {
    PetscInt n = find_near(c, a, a + 1, c->start[next], near);

    for (int d = 0; d < 4; d++) {
      const PetscInt u = i + di[d], v = j + dj[d], column = (u * c->count[1] + v) * c->count[2];

      if (u >= c->count[0] || v < 0 || v >= c->count[1]) continue;
      n += find_near(c, a, c->start[column + low], c->start[column + high + 1], near + n);
    }
    for (PetscInt m = 0; m < n; m++) PetscCall(visit(context, c->rows[a], near[m]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cells_visit(const Pebbles *pebbles, double skin, PairVisitor visit, void *context)
{
  Cells    c = {.p = pebbles, .skin = skin};
  Vec3     lo, hi;
  double   largest;
  int32_t *near;

  PetscFunctionBeginUser;
  if (pebbles->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  find_box(pebbles, &lo, &hi, &largest);
  choose_counts(&c, lo, hi, (2 * largest + skin) * (1 + 1e-9)); /* no pair sits on the edge of its reach by rounding */
  PetscCall(bin(&c));
  PetscCall(array_create(&near, sizeof *near, pebbles->n + 8)); /* a pebble may be near to all; one slot more per stretch */
  for (PetscInt i = 0; i < c.count[0]; i++)
    for (PetscInt j = 0; j < c.count[1]; j++)
      for (PetscInt k = 0; k < c.count[2]; k++) PetscCall(visit_cell(&c, i, j, k, near, visit, context));
  array_free(&near);
  array_free(&c.start);
  array_free(&c.rows);
  array_free(&c.cell);
  array_free(&c.x);
  array_free(&c.y);
  array_free(&c.z);
  array_free(&c.r);
  array_free(&c.clump);
  PetscFunctionReturn(PETSC_SUCCESS);
}
