/* SPDX-License-Identifier: MIT */
/* Hierarchical cell grids over the pebbles of this rank, one grid for each power of two in size
   that occurs: a pebble is binned in the grid whose cells fit its size, and all grids are searched
   (Iwai, Hong & Greil 1999; Ogarko & Luding 2012, Comput. Phys. Commun. 183, 931). The cost grows
   with the number of pebbles and not with the ratio of their sizes.

   Adjacent rows are mostly close in space: pebbles of one clump, and of clumps sorted along a
   sweep. So rows are searched in bunches: candidates near the bounding box of a bunch are gathered
   once, then each pebble of the bunch is tested against them. Each pebble searches rows before its
   own, so every pair is found once, in the order of the later row. */
#include "base/rows.h"
#include "search/method.h"

enum { CELLS_PER_PEBBLE = 2, LEVELS_MOST = 64, BUNCH_FEW = 8, BUNCH_MOST = 32, SPARE = 4 };

/* Width of a cell and of a bunch over the reach of the largest pebble. Fastest for spheres and
 * clumps of 4 and 20 pebbles. */
static const double cell_share = 0.7, bunch_share = 1;

/* One grid. Its pebbles are sorted by cell, within a cell by row. */
typedef struct {
  double    largest;    /* radius, m */
  Vec3      lo, hi;     /* box of the centres, m */
  double    inverse[3]; /* 1 / width of a cell */
  PetscInt  count[3], n;
  PetscInt *start; /* [n_cells + 2] first pebble of each cell */
  int32_t  *first; /* [n_cells] lowest row in the cell, INT32_MAX if it is empty */
  int32_t  *rows, *cell;
  Ball     *ball; /* same order as rows, padded by SPARE: loads are four wide */
} Level;

/* Consecutive entries of a grid: from .. to-1. */
typedef struct {
  PetscInt from, to;
} Stretch;

/* A bunch: rows from .. to-1 that are close in space. middle, half: centre and half sides of the
   bounding box of the centres, m; largest radius, m. The bunch searches rows before `before`, the
   first row of the clump of row `from`. */
typedef struct {
  PetscInt before, from, to;
  Vec3     middle, half;
  double   largest;
} Bunch;

/* Candidates near a bunch, as columns, padded by SPARE - 1. */
typedef struct {
  PetscInt n, capacity;
  double  *x, *y, *z, *r;
  int32_t *rows;
} Around;

typedef struct {
  const Pebbles *p;
  double         skin;
  double         width; /* of the coarsest grid's cells, m */
  int            levels;
  Level          level[LEVELS_MOST];
  Stretch       *stretch;
  PetscInt       stretches; /* capacity of stretch[] */
  int32_t       *near;      /* same capacity as Around */
  Around         around;
} Cells;

/* Grid of a pebble of radius r: 0 is the coarsest; cells of the next grid are half as wide. */
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
  c->width =
    (2 * largest + c->skin) * (1 + 1e-9); /* so that rounding cannot put a pair just out of reach */
  for (int k = 0; k < LEVELS_MOST; k++)
    c->level[k] =
      (Level){.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}};
  for (PetscInt i = 0; i < p->n; i++) {
    const Ball b = p->at[i];
    const int  k = level_of(c, b.r);
    Level     *l = &c->level[k];

    if (k >= c->levels) c->levels = k + 1;
    l->lo      = vec3_least(l->lo, pebble_centre(p, i));
    l->hi      = vec3_most(l->hi, pebble_centre(p, i));
    l->largest = max_real(l->largest, b.r);
    l->n++;
  }
}

/* Number of cells along each axis: cells at least `width` wide, and at most CELLS_PER_PEBBLE cells
   a pebble (+ 64) however sparse the pebbles are. */
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

/* Index of the cell along axis k that holds x; clamped to the first or last cell outside the box.
 */
static PetscInt coordinate(const Level *l, double x, int k)
{
  const double i = (x - vec3_axis(l->lo, k)) * l->inverse[k];

  return i < 0 ? 0 : i < (double)(l->count[k] - 1) ? (PetscInt)i : l->count[k] - 1;
}

/* Counting sort of every level's pebbles by cell. */
static void bin(Cells *c)
{
  const Pebbles *p                 = c->p;
  PetscInt       done[LEVELS_MOST] = {0};

  for (int k = 0; k < c->levels; k++) {
    Level   *l = &c->level[k];
    PetscInt n;

    if (l->n == 0) continue;
    choose_counts(l, cell_share * ldexp(c->width, -k));
    n = l->count[0] * l->count[1] * l->count[2];
    array_create(&l->start, sizeof *l->start, n + 2);
    array_scratch(&l->first, sizeof *l->first, n);
    array_scratch(&l->rows, sizeof *l->rows, l->n + SPARE);
    array_scratch(&l->cell, sizeof *l->cell, l->n);
    array_scratch(&l->ball, sizeof *l->ball, l->n + SPARE);
    memset(l->rows + l->n, 0, SPARE * sizeof *l->rows);
    memset(l->ball + l->n, 0, SPARE * sizeof *l->ball);
  }
  for (PetscInt i = 0; i < p->n; i++) {
    const Ball    b = p->at[i];
    const int     k = level_of(c, b.r);
    Level        *l = &c->level[k];
    const int32_t cell =
      (int32_t)((coordinate(l, b.x, 0) * l->count[1] + coordinate(l, b.y, 1)) * l->count[2] +
                coordinate(l, b.z, 2));

    l->cell[done[k]++] = cell;
    l->start[cell + 2]++;
  }
  for (int k = 0; k < c->levels; k++) {
    Level         *l       = &c->level[k];
    const PetscInt n_cells = l->n > 0 ? l->count[0] * l->count[1] * l->count[2] : 0;

    for (PetscInt m = 0; m < n_cells; m++) {
      l->start[m + 2] += l->start[m + 1];
      l->first[m] = INT32_MAX;
    }
    done[k] = 0;
  }
  for (PetscInt i = 0; i < p->n; i++) {
    const int      k    = level_of(c, p->at[i].r);
    Level         *l    = &c->level[k];
    const int32_t  cell = l->cell[done[k]++];
    const PetscInt at   = l->start[cell + 1]++;

    if (l->first[cell] == INT32_MAX) l->first[cell] = (int32_t)i;
    l->rows[at] = (int32_t)i;
    l->ball[at] = p->at[i];
  }
}

/* ---- a bunch ---- */

/* The bunch that starts at row `from`: rows are added while their bounding box stays within
   bunch_share of their reach. If `from` is not the first row of its clump, the bunch stays within
   that clump. */
static Bunch bunch_next(const Cells *c, PetscInt before, PetscInt from)
{
  const int   n  = (int)min_int(c->p->n - from, BUNCH_MOST);
  const Ball *at = &c->p->at[n > 0 ? from : 0];
  Vec3        lo = {at->x, at->y, at->z}, hi = lo;
  double      largest = at->r;
  int         k;

  if (n == 0) return (Bunch){.from = from, .to = from};
  for (k = 1; k < n; k++) {
    const Vec3   x = {at[k].x, at[k].y, at[k].z}, l = vec3_least(lo, x), h = vec3_most(hi, x);
    const double r    = max_real(largest, at[k].r),
                 most = (k < BUNCH_FEW ? 2 : bunch_share) * (2 * r + c->skin);

    if (h.x - l.x > most || h.y - l.y > most || h.z - l.z > most) break;
    if (before < from && c->p->clump[from + k] != c->p->clump[from]) break;
    lo      = l;
    hi      = h;
    largest = r;
  }
  {
    const Vec3 middle = vec3_scale(0.5, vec3_add(lo, hi)), up = vec3_sub(hi, middle),
               down = vec3_sub(middle, lo);

    return (Bunch){.before  = before,
                   .from    = from,
                   .to      = from + k,
                   .middle  = middle,
                   .half    = vec3_most(up, down),
                   .largest = largest};
  }
}

/* First row of the clump to which the row after the bunch belongs. */
static PetscInt clump_start(const Pebbles *p, const Bunch *b)
{
  PetscInt i = b->to;

  if (i == p->n) return i;
  while (i > b->from && p->clump[i - 1] == p->clump[b->to]) i--;
  return i > b->from ? i : b->before;
}

/* The pebbles of the adjacent cells first .. last, less cells at both ends that hold no row before
 * `row`. */
static Stretch stretch_between(const Level *l, PetscInt first, PetscInt last, PetscInt row)
{
  while (first <= last && l->first[first] >= row) first++;
  while (first < last && l->first[last] >= row) last--;
  return first <= last ? (Stretch){l->start[first], l->start[last + 1]} : (Stretch){0, 0};
}

/* Columns of cells (z runs fastest) within reach of the bunch, to c->stretch. *n: their number;
 * *total: pebbles in them. */
static void find_stretches(Cells *c, const Level *l, const Bunch *b, PetscInt *n, PetscInt *total)
{
  const double reach = (b->largest + l->largest + c->skin) * (1 + 1e-9);
  PetscInt     from[3], to[3];

  *n = *total = 0;
  for (int k = 0; k < 3; k++) {
    const double middle = vec3_axis(b->middle, k), way = vec3_axis(b->half, k) + reach;

    from[k] = coordinate(l, middle - way, k);
    to[k]   = coordinate(l, middle + way, k);
  }
  array_reserve(&c->stretch, sizeof *c->stretch, (to[0] - from[0] + 1) * (to[1] - from[1] + 1),
                &c->stretches);
  for (PetscInt i = from[0]; i <= to[0]; i++)
    for (PetscInt j = from[1]; j <= to[1]; j++) {
      const PetscInt column  = (i * l->count[1] + j) * l->count[2];
      const Stretch  stretch = stretch_between(l, column + from[2], column + to[2], b->before);

      c->stretch[*n] = stretch;
      *n += stretch.from < stretch.to;
      *total += stretch.to - stretch.from;
    }
}

/* way = distance of x from the interval -half .. half, 0 inside. */
#define OUTSIDE(way, x, half) \
  do { \
    const Four far_ = (Four)((FourInts)(x)&size) - (half); \
    (way)           = (Four)((FourInts)far_ & (FourInts)(far_ > zero)); \
  } while (0)

/* Indices in l of the pebbles of the stretches that are within reach of the bunch's box and in rows
   before it, to `near`; returns their number. The reach has a margin of 1e-9 for the rounding of
   the box. */
KERNEL static PetscInt cull(const Level *l, const Bunch *b, double skin, PetscInt n,
                            const Stretch *stretch, int32_t *near)
{
  const FourInts size = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
  const Four     zero = {0, 0, 0, 0};
  const double   r = b->largest + skin, slack = 1 + 1e-9;
  const int32_t  before = (int32_t)b->before, *rows = l->rows;
  const Ball    *ball   = l->ball;
  const Vec3     middle = b->middle, half = b->half;
  size_t         some = 0;

  for (PetscInt s = 0; s < n; s++)
    for (PetscInt k = stretch[s].from; k < stretch[s].to; k += 4) {
      const PetscInt left = stretch[s].to - k;
      FourSmall      row;
      FourInts       yes;
      Four           d[4], reach;
      unsigned       mask;

      for (int m = 0; m < 4; m++) four_get(&d[m], &ball[k + m].x);
      four_turn(d);
      d[0]  = d[0] - middle.x;
      d[1]  = d[1] - middle.y;
      d[2]  = d[2] - middle.z;
      reach = slack * (r + d[3]);
      OUTSIDE(d[0], d[0], half.x);
      OUTSIDE(d[1], d[1], half.y);
      OUTSIDE(d[2], d[2], half.z);
      memcpy(&row, rows + k, sizeof row);
      yes  = (FourInts)(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= reach * reach);
      mask = four_mask(&yes) & small_mask(row < before) & (left < 4 ? (1U << left) - 1 : 15);
      four_pick_places(mask, (int32_t)k, near + some);
      some += four_counts[mask];
    }
  return (PetscInt)some;
}

static void around_reserve(Cells *c, PetscInt n)
{
  Around *a = &c->around;

  if (n > a->capacity)
    arrays_reserve(n, &a->capacity, 6,
                   (ArrayPart[]){ARRAY_PART(a->x), ARRAY_PART(a->y), ARRAY_PART(a->z),
                                 ARRAY_PART(a->r), ARRAY_PART(a->rows), ARRAY_PART(c->near)});
}

static inline void around_put(Around *a, PetscInt k, Ball ball, int32_t row)
{
  a->x[k]    = ball.x;
  a->y[k]    = ball.y;
  a->z[k]    = ball.z;
  a->r[k]    = ball.r;
  a->rows[k] = row;
}

/* Append the pebbles of l at n indices to the candidates. place[] is padded by SPARE here. */
KERNEL static void around_take(Around *a, const Level *l, PetscInt n, int32_t *place)
{
  const Ball    *ball = l->ball;
  const int32_t *rows = l->rows;
  double        *x = a->x + a->n, *y = a->y + a->n, *z = a->z + a->n, *r = a->r + a->n;
  int32_t       *to = a->rows + a->n;

  for (int m = 0; m < SPARE; m++) place[n + m] = 0;
  for (PetscInt k = 0; k < n; k += 4) {
    Four d[4];

    four_gather(&ball->x, sizeof *ball / sizeof(double), place + k, d);
    four_put(x + k, d[0]);
    four_put(y + k, d[1]);
    four_put(z + k, d[2]);
    four_put(r + k, d[3]);
    for (int m = 0; m < 4; m++) to[k + m] = rows[place[k + m]];
  }
  a->n += n;
}

/* Pad the columns with pebbles at infinity, which match nothing. */
static void around_end(Around *a)
{
  for (PetscInt k = a->n; k < a->n + SPARE - 1; k++)
    around_put(a, k, (Ball){INFINITY, INFINITY, INFINITY, 0}, 0);
}

/* Gather all pebbles in rows before the bunch that may be within its reach. */
static void look_around(Cells *c, const Bunch *b)
{
  c->around.n = 0;
  for (int k = 0; k < c->levels; k++) {
    const Level *l = &c->level[k];
    PetscInt     n, total;

    if (l->n == 0) continue;
    find_stretches(c, l, b, &n, &total);
    around_reserve(c, c->around.n + total + BUNCH_MOST + 2 * SPARE);
    n = cull(l, b, c->skin, n, c->stretch, c->near);
    around_take(&c->around, l, n, c->near);
  }
}

/* Rows of the candidates within reach of pebble b, to `near`; returns their number. Branch-free,
   four at a time, as most candidates are out of reach. */
KERNEL static PetscInt find_near(const Around *a, Ball b, double skin, int32_t *near)
{
  const double  *x = a->x, *y = a->y, *z = a->z, *radius = a->r, r = b.r + skin;
  const int32_t *rows = a->rows;
  const size_t   n    = (size_t)a->n;
  size_t         some = 0;

  for (size_t k = 0; k < n; k += 4) {
    Four     d[4], reach;
    FourInts yes;
    unsigned mask;

    four_get(&d[0], x + k);
    four_get(&d[1], y + k);
    four_get(&d[2], z + k);
    four_get(&d[3], radius + k);
    d[0]  = b.x - d[0];
    d[1]  = b.y - d[1];
    d[2]  = b.z - d[2];
    reach = r + d[3];
    yes   = (FourInts)(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= reach * reach);
    mask  = four_mask(&yes);
    four_pick(mask, rows + k, near + some);
    some += four_counts[mask];
  }
  return (PetscInt)some;
}

/* Visit each pebble of the bunch with the candidates and with the bunch's own pebbles of earlier
 * clumps. */
static void visit_bunch(Cells *c, const Bunch *b, PairVisitor visit, void *context)
{
  const Pebbles *p    = c->p;
  PetscInt       done = b->from;

  around_end(&c->around);
  for (PetscInt i = b->from; i < b->to; i++) {
    PetscInt n;

    if (i > done && p->clump[i] != p->clump[i - 1]) {
      for (; done < i; done++) around_put(&c->around, c->around.n++, p->at[done], (int32_t)done);
      around_end(&c->around);
    }
    n = find_near(&c->around, p->at[i], c->skin, c->near);
    if (n > 0) visit(context, i, n, c->near);
  }
}

static void cells_free(Cells *c)
{
  for (int k = 0; k < c->levels; k++) {
    Level *l = &c->level[k];

    array_free(&l->start);
    array_free(&l->first);
    array_free(&l->rows);
    array_free(&l->cell);
    array_free(&l->ball);
  }
  array_free(&c->stretch);
  array_free(&c->near);
  array_free(&c->around.x);
  array_free(&c->around.y);
  array_free(&c->around.z);
  array_free(&c->around.r);
  array_free(&c->around.rows);
}

PetscErrorCode cells_visit(const Pebbles *pebbles, double skin, PetscInt from, PairVisitor visit,
                           void *context)
{
  Cells *c;

  PetscFunctionBeginUser;
  if (pebbles->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&c, sizeof *c, 1);
  *c = (Cells){.p = pebbles, .skin = skin};
  measure(c);
  for (int k = 0; k < c->levels; k++)
    PetscCheck(c->level[k].n == 0 || isfinite(vec3_norm(vec3_sub(c->level[k].hi, c->level[k].lo))),
               PETSC_COMM_SELF, PETSC_ERR_PLIB, "pebbles that are nowhere came to the search");
  bin(c);
  for (Bunch b = bunch_next(c, from, from); b.from < b.to;
       b       = bunch_next(c, clump_start(pebbles, &b), b.to)) {
    look_around(c, &b);
    visit_bunch(c, &b, visit, context);
  }
  cells_free(c);
  array_free(&c);
  PetscFunctionReturn(PETSC_SUCCESS);
}
