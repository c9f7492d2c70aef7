/* SPDX-License-Identifier: MIT */
/* Grids over the pebbles at hand, one for every power of two in size that occurs: a pebble is binned in the grid whose cells
   are just wide enough for two like it, and looks for others in its own grid and in the coarser ones (Iwai, Hong & Greil
   1999; Ogarko & Luding 2012, Comput. Phys. Commun. 183, 931). The cost follows the number of pebbles and not the ratio of
   their sizes. */
#include "search/cells.h"
#include "base/kernel.h"
#include "base/rows.h"

enum { CELLS_PER_PEBBLE = 4, LEVELS_MOST = 64, NEAR_SPARE = 8 };

/* One grid, with its pebbles in cell order: the inner loop streams. */
typedef struct {
  double    largest;    /* radius, m */
  Vec3      lo, hi;     /* box of the centres, m */
  double    inverse[3]; /* 1 / width of a cell */
  PetscInt  count[3], n;
  PetscInt *start; /* of each cell, n_cells + 2 */
  int32_t  *rows, *clump, *cell;
  Ball     *ball; /* and three more of no matter: loads go by four */
} Level;

typedef struct {
  const Pebbles *p;
  double         skin;
  double         width; /* of the coarsest grid's cells, m */
  Level          level[LEVELS_MOST];
  int32_t       *near;
} Cells;

/* Which grid: 0 is the coarsest, with cells for two of the largest; each next one has cells half as wide. */
static int level_of(const Cells *c, double r)
{
  double width = 0.5 * c->width;
  int    k     = 0;

  while (2 * r + c->skin <= width && k < LEVELS_MOST - 1) {
    width *= 0.5;
    k++;
  }
  return k;
}

static void measure(Cells *c)
{
  const Pebbles *p       = c->p;
  double         largest = 0;

  for (PetscInt i = 0; i < p->n; i++) largest = max_real(largest, p->at[i].r);
  c->width = (2 * largest + c->skin) * (1 + 1e-9); /* no pair sits on the edge of its reach by rounding */
  for (int k = 0; k < LEVELS_MOST; k++)
    c->level[k] = (Level){.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}};
  for (PetscInt i = 0; i < p->n; i++) {
    const Ball b = p->at[i];
    Level     *l = &c->level[level_of(c, b.r)];

    l->lo      = (Vec3){min_real(l->lo.x, b.x), min_real(l->lo.y, b.y), min_real(l->lo.z, b.z)};
    l->hi      = (Vec3){max_real(l->hi.x, b.x), max_real(l->hi.y, b.y), max_real(l->hi.z, b.z)};
    l->largest = max_real(l->largest, b.r);
    l->n++;
  }
}

/* Cells are at least `width` wide and there are at most some per pebble, however far apart pebbles are. */
static void choose_counts(Level *l, double width)
{
  const double most  = (double)CELLS_PER_PEBBLE * (double)l->n + 64;
  double       total = 1;

  do {
    total = 1;
    for (int k = 0; k < 3; k++) {
      const double side = vec3_axis(l->hi, k) - vec3_axis(l->lo, k), n = floor(side / width) + 1;

      l->inverse[k] = 1 / width;
      l->count[k]   = n < 1e6 ? (PetscInt)n : 1000000;
      total *= n;
    }
    width *= 1.26; /* cube root of 2 */
  } while (total > most);
}

/* The cell along axis k, of places outside the box too: the first or the last. */
static PetscInt coordinate(const Level *l, double x, int k)
{
  const double i = (x - vec3_axis(l->lo, k)) * l->inverse[k];

  return i < 0 ? 0 : i < (double)(l->count[k] - 1) ? (PetscInt)i : l->count[k] - 1;
}

static PetscErrorCode level_create(Level *l)
{
  const PetscInt n = l->count[0] * l->count[1] * l->count[2];

  PetscFunctionBeginUser;
  PetscCall(array_create(&l->start, sizeof *l->start, n + 2));
  PetscCall(array_create(&l->rows, sizeof *l->rows, l->n));
  PetscCall(array_create(&l->clump, sizeof *l->clump, l->n));
  PetscCall(array_create(&l->cell, sizeof *l->cell, l->n));
  PetscCall(array_create(&l->ball, sizeof *l->ball, l->n + 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void level_free(Level *l)
{
  array_free(&l->start);
  array_free(&l->rows);
  array_free(&l->clump);
  array_free(&l->cell);
  array_free(&l->ball);
}

/* Counting sort of every level's pebbles by cell. */
static PetscErrorCode bin(Cells *c)
{
  const Pebbles *p                 = c->p;
  PetscInt       done[LEVELS_MOST] = {0};

  PetscFunctionBeginUser;
  for (int k = 0; k < LEVELS_MOST; k++) {
    if (c->level[k].n == 0) continue;
    choose_counts(&c->level[k], ldexp(c->width, -k));
    PetscCall(level_create(&c->level[k]));
  }
  for (PetscInt i = 0; i < p->n; i++) {
    const Ball    b = p->at[i];
    const int     k = level_of(c, b.r);
    Level        *l = &c->level[k];
    const int32_t cell =
      (int32_t)((coordinate(l, b.x, 0) * l->count[1] + coordinate(l, b.y, 1)) * l->count[2] + coordinate(l, b.z, 2));

    l->cell[done[k]++] = cell;
    l->start[cell + 2]++;
  }
  for (int k = 0; k < LEVELS_MOST; k++) {
    Level         *l       = &c->level[k];
    const PetscInt n_cells = l->n > 0 ? l->count[0] * l->count[1] * l->count[2] : 0;

    for (PetscInt m = 0; m < n_cells; m++) l->start[m + 2] += l->start[m + 1];
    done[k] = 0;
  }
  for (PetscInt i = 0; i < p->n; i++) {
    const int      k  = level_of(c, p->at[i].r);
    Level         *l  = &c->level[k];
    const PetscInt at = l->start[l->cell[done[k]++] + 1]++;

    l->rows[at]  = (int32_t)i;
    l->clump[at] = p->clump[i];
    l->ball[at]  = p->at[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rows next to each other in a grid: from .. to-1. */
typedef struct {
  PetscInt from, to;
} Stretch;

/* Rows of l near the pebble at b among those of n stretches, of other clumps. Branch-free, four at a time: most are not near. */
KERNEL static PetscInt find_near(const Level *l, Ball b, double skin, int32_t clump, int n, const Stretch *stretch, int32_t *near)
{
  const double r    = b.r + skin;
  PetscInt     some = 0;

  for (int s = 0; s < n; s++)
    for (PetscInt k = stretch[s].from; k < stretch[s].to; k += 4) {
      const PetscInt last = stretch[s].to - k < 4 ? stretch[s].to - k : 4;
      int64_t        close[4];
      FourInts       yes;
      Four           d[4], reach;

      for (int m = 0; m < 4; m++) four_get(&d[m], &l->ball[k + m].x);
      four_turn(d);
      d[0]  = b.x - d[0];
      d[1]  = b.y - d[1];
      d[2]  = b.z - d[2];
      reach = r + d[3];
      yes   = (FourInts)(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= reach * reach);
      memcpy(close, &yes, sizeof yes);
      for (PetscInt m = 0; m < last; m++) {
        near[some] = l->rows[k + m];
        some += (close[m] != 0) & (l->clump[k + m] != clump);
      }
    }
  return some;
}

/* Every pebble of a cell with what comes later in its own column of cells (z runs fastest) and in the four columns that come
   later: cells next to each other in z are one stretch of rows. */
static PetscErrorCode visit_cell(const Cells *c, const Level *l, PetscInt i, PetscInt j, PetscInt k, PairVisitor visit,
                                 void *context)
{
  const PetscInt here = (i * l->count[1] + j) * l->count[2] + k, low = k > 0 ? k - 1 : 0;
  const PetscInt high = k + 1 < l->count[2] ? k + 1 : k, next = here + 1 + (high - k);
  const PetscInt di[] = {0, 1, 1, 1}, dj[] = {1, -1, 0, 1};
  Stretch        stretch[5];
  int            n_stretches = 1;

  PetscFunctionBeginUser;
  if (l->start[here] == l->start[here + 1]) PetscFunctionReturn(PETSC_SUCCESS);
  for (int d = 0; d < 4; d++) {
    const PetscInt u = i + di[d], v = j + dj[d], column = (u * l->count[1] + v) * l->count[2];

    if (u >= l->count[0] || v < 0 || v >= l->count[1] || l->start[column + low] == l->start[column + high + 1]) continue;
    stretch[n_stretches++] = (Stretch){l->start[column + low], l->start[column + high + 1]};
  }
  for (PetscInt a = l->start[here]; a < l->start[here + 1]; a++) {
    PetscInt n;

    stretch[0] = (Stretch){a + 1, l->start[next]};
    n          = find_near(l, l->ball[a], c->skin, l->clump[a], n_stretches, stretch, c->near);
    if (n > 0) PetscCall(visit(context, l->rows[a], n, c->near));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode visit_level(const Cells *c, const Level *l, PairVisitor visit, void *context)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < l->count[0]; i++)
    for (PetscInt j = 0; j < l->count[1]; j++)
      for (PetscInt k = 0; k < l->count[2]; k++) PetscCall(visit_cell(c, l, i, j, k, visit, context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pebbles of a fine grid with those of a coarse one within reach of each. */
static PetscErrorCode visit_levels(const Cells *c, const Level *fine, const Level *coarse, PairVisitor visit, void *context)
{
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < fine->n; a++) {
    const Ball   b     = fine->ball[a];
    const double reach = (b.r + coarse->largest + c->skin) * (1 + 1e-9);
    PetscInt     from[3], to[3], n = 0;

    for (int k = 0; k < 3; k++) {
      const double x = k == 0 ? b.x : k == 1 ? b.y : b.z;

      from[k] = coordinate(coarse, x - reach, k);
      to[k]   = coordinate(coarse, x + reach, k);
    }
    for (PetscInt i = from[0]; i <= to[0]; i++)
      for (PetscInt j = from[1]; j <= to[1]; j++) {
        const PetscInt column  = (i * coarse->count[1] + j) * coarse->count[2];
        const Stretch  stretch = {coarse->start[column + from[2]], coarse->start[column + to[2] + 1]};

        if (stretch.from < stretch.to) n += find_near(coarse, b, c->skin, fine->clump[a], 1, &stretch, c->near + n);
      }
    if (n > 0) PetscCall(visit(context, fine->rows[a], n, c->near));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cells_visit(const Pebbles *pebbles, double skin, PairVisitor visit, void *context)
{
  Cells *c;

  PetscFunctionBeginUser;
  if (pebbles->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&c, sizeof *c, 1));
  *c = (Cells){.p = pebbles, .skin = skin};
  measure(c);
  for (int k = 0; k < LEVELS_MOST; k++)
    PetscCheck(c->level[k].n == 0 || isfinite(vec3_norm(vec3_sub(c->level[k].hi, c->level[k].lo))), PETSC_COMM_SELF,
               PETSC_ERR_PLIB, "pebbles that are nowhere came to the search");
  PetscCall(bin(c));
  PetscCall(array_create(&c->near, sizeof *c->near, pebbles->n + NEAR_SPARE)); /* a pebble may be near to all */
  for (int k = 0; k < LEVELS_MOST; k++) {
    if (c->level[k].n == 0) continue;
    PetscCall(visit_level(c, &c->level[k], visit, context));
    for (int m = 0; m < k; m++)
      if (c->level[m].n > 0) PetscCall(visit_levels(c, &c->level[k], &c->level[m], visit, context));
  }
  for (int k = 0; k < LEVELS_MOST; k++) level_free(&c->level[k]);
  array_free(&c->near);
  array_free(&c);
  PetscFunctionReturn(PETSC_SUCCESS);
}
