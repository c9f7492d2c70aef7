/* SPDX-License-Identifier: MIT */
/* Shapes by cubes, as pebbles in mass_grid.c and mass_octree.c. What a cube may hold that shapes cut is bounded by cutting it up
   further, as far as that takes a second or so. */
#include "matter/shape_mass.h"

#include <stdio.h>

enum { MOST_CELLS = 1000000, MOST_LEVELS = 40, FINER_AT_MOST = 2 };

static const double most_cut   = 2e7; /* cubes of a grid that surfaces go through */
static const double most_finer = 2e7; /* cubes looked at for the bounds */

typedef struct {
  const ShapeSet *set;
  double         *density;
  Vec3            origin, lo, hi; /* lo and hi in the set */
} Body;

/* Shapes that matter in a cube: a piece of a stack of lists. */
typedef struct {
  int   *item;
  size_t n, room;
} Stack;

static bool grow(void *pointer, size_t size, size_t n, size_t *room)
{
  void *old, *more;

  if (n <= *room) return true;
  memcpy(&old, pointer, sizeof old);
  more = realloc(old, (n + n / 2) * size);
  if (!more) return false;
  memcpy(pointer, &more, sizeof more);
  *room = n + n / 2;
  return true;
}

static bool body_create(const ShapeSet *set, const Materials *materials, Body *body)
{
  *body         = (Body){.set = set};
  body->density = malloc((size_t)set->n * sizeof *body->density);
  if (!body->density) return false;
  for (int i = 0; i < set->n; i++) body->density[i] = shape_density(set, materials, i);
  shapes_bounds(set, &body->lo, &body->hi);
  body->origin = vec3_scale(0.5, vec3_add(body->lo, body->hi));
  return true;
}

/* Which of the n shapes in[] cut the box and are denser than what holds all of it, which is returned; in[] may be out[]. */
static double sift(const Body *b, Vec3 centre, Vec3 half, double sure, int n, const int *in, int *n_out, int *out)
{
  int cut = 0, kept = 0;

  for (int k = 0; k < n; k++) {
    const int       i    = in[k];
    const ShapeSide side = b->density[i] > sure ? shape_side(&b->set->list[i], centre, half) : SHAPE_MISSES;

    if (side == SHAPE_HOLDS) sure = b->density[i];
    if (side == SHAPE_CUTS) out[cut++] = i;
  }
  for (int k = 0; k < cut; k++) {
    if (b->density[out[k]] > sure) out[kept++] = out[k];
  }
  *n_out = kept;
  return sure;
}

static double density_at(const Body *b, Vec3 x, double sure, int n, const int *list)
{
  for (int k = 0; k < n; k++) {
    if (b->density[list[k]] > sure && shape_is_inside(&b->set->list[list[k]], x)) sure = b->density[list[k]];
  }
  return sure;
}

static void add_box(const Body *b, Vec3 centre, Vec3 half, double density, BoxSum *sum)
{
  box_add(vec3_sub(centre, b->origin), half, density, sum);
}

/* ---- bounds ---- */

/* What is cut may be full of the densest or have nothing more than sure: the middle of both, and how far they are from it. The
   weight in [0, 1] less 1/2 of what is more than sure moves the moments by no more than it does at the rim (Cauchy-Schwarz). */
static void add_unknown(const Body *b, Vec3 centre, double edge, double sure, int n, const int *list, BoxSum *middle,
                        BoxDoubt *doubt)
{
  const Vec3   half   = {edge / 2, edge / 2, edge / 2};
  const double volume = edge * edge * edge, far = vec3_norm(vec3_sub(centre, b->origin));
  double       densest = sure, mass, off;

  for (int k = 0; k < n; k++) densest = max_real(densest, b->density[list[k]]);
  add_box(b, centre, half, (sure + densest) / 2, middle);
  if (!(sure > 0)) {
    middle->volume -= volume / 2;
    doubt->volume += volume / 2;
  }
  mass = volume * (densest - sure) / 2;
  off  = mass * edge / sqrt(12);
  doubt->mass += mass;
  doubt->first += mass * far + off;
  doubt->inertia += mass * far * far + 2 * far * off + mass * edge * edge / 4;
  doubt->n++;
}

/* A cube that list[] cuts, cut up `finer` times. list[] has room behind it for n more for each time. */
static void add_doubt(const Body *b, Vec3 centre, double edge, double sure, int n, int *list, int finer, BoxSum *middle,
                      BoxDoubt *doubt)
{
  const double q = edge / 4;

  if (finer == 0) {
    add_unknown(b, centre, edge, sure, n, list, middle, doubt);
    return;
  }
  for (int k = 0; k < 8; k++) {
    const Vec3   part = {centre.x + (k & 1 ? q : -q), centre.y + (k & 2 ? q : -q), centre.z + (k & 4 ? q : -q)};
    int          kept;
    const double surely = sift(b, part, vec3(q, q, q), sure, n, list, &kept, list + n);

    if (kept > 0) add_doubt(b, part, edge / 2, surely, kept, list + n, finer - 1, middle, doubt);
    else add_box(b, part, vec3(q, q, q), surely, middle);
    doubt->n++;
  }
}

/* How many times, for this many cubes. */
static int finer_of(double cubes)
{
  int finer = 0;

  while (finer < FINER_AT_MOST && cubes * pow(8, finer + 1) <= most_finer) finer++;
  return finer;
}

static Sym3 inertia_of(Sym3 s)
{
  return (Sym3){s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz};
}

static double norm_of(Sym3 s)
{
  return sqrt(s.xx * s.xx + s.yy * s.yy + s.zz * s.zz + 2 * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz));
}

/* From integrals about the origin of the body; the error bounds their distance from a body within doubt of middle. */
static void properties_set(const Body *b, const Materials *materials, const BoxSum *found, const BoxSum *middle, BoxDoubt doubt,
                           MassProperties *out)
{
  const double rounding = 16.0 * (double)(doubt.n + 64) * 0x1p-53, far = vec3_norm(found->first) / found->mass;
  BoxSum       apart = *found;

  *out = (MassProperties){.volume = found->volume, .mass = found->mass, .inertia = inertia_of(found->second)};
  shapes_centre(b->origin, found->first, out);
  box_sum_axpy(&apart, -1, middle);
  doubt.volume += fabs(apart.volume) + rounding * found->volume;
  doubt.mass += fabs(apart.mass) + rounding * found->mass;
  doubt.first += vec3_norm(apart.first) + rounding * found->mass * vec3_norm(vec3_sub(b->hi, b->lo));
  doubt.inertia += norm_of(inertia_of(apart.second)) + rounding * norm_of(found->second);
  /* to the centre */
  doubt.inertia += 2 * far * doubt.first + far * far * doubt.mass;
  doubt.first += far * doubt.mass;
  shapes_error_set(b->set, materials, &doubt, out);
}

/* ---- grid ---- */

typedef struct {
  int lo[3], hi[3]; /* cubes lo .. hi - 1 along each axis */
} Block;

typedef struct {
  Body     body;
  Vec3     corner;
  double   edge;
  int      finer;
  Stack    stack;
  BoxSum   found, middle;
  BoxDoubt doubt;
} Grid;

static int longest_side(const Block *block)
{
  int best = 0;

  for (int k = 1; k < 3; k++) {
    if (block->hi[k] - block->lo[k] > block->hi[best] - block->lo[best]) best = k;
  }
  return best;
}

/* stack.item[first .. first + n - 1] reach into the block around this one. Returns false when there is no memory. */
static bool block_add(Grid *g, const Block *block, double sure, size_t first, int n)
{
  const int    side = longest_side(block);
  const size_t next = first + (size_t)n;
  Block        low = *block, high = *block;
  Vec3         centre, half;
  int          kept;

  for (int k = 0; k < 3; k++) {
    vec3_set(&centre, k, vec3_axis(g->corner, k) + g->edge / 2 * (block->lo[k] + block->hi[k]));
    vec3_set(&half, k, g->edge / 2 * (block->hi[k] - block->lo[k]));
  }
  if (!grow(&g->stack.item, sizeof(int), next + (size_t)n * (FINER_AT_MOST + 2), &g->stack.room)) return false;
  sure = sift(&g->body, centre, half, sure, n, g->stack.item + first, &kept, g->stack.item + next);
  g->doubt.n++;
  if (kept == 0) {
    add_box(&g->body, centre, half, sure, &g->found);
    add_box(&g->body, centre, half, sure, &g->middle);
    return true;
  }
  if (block->hi[side] - block->lo[side] == 1) {
    int *list = g->stack.item + next;

    add_box(&g->body, centre, half, density_at(&g->body, centre, sure, kept, list), &g->found);
    add_doubt(&g->body, centre, g->edge, sure, kept, list, g->finer, &g->middle, &g->doubt);
    return true;
  }
  low.hi[side] = high.lo[side] = block->lo[side] + (block->hi[side] - block->lo[side]) / 2;
  return block_add(g, &low, sure, next, kept) && block_add(g, &high, sure, next, kept);
}

/* Cubes that surfaces go through, about: one and a half for each square of the faces of the shapes' boxes. */
static double cells_cut(const ShapeSet *set, double edge)
{
  double cells = 0;

  for (int i = 0; i < set->n; i++) {
    const Vec3 s = vec3_scale(1 / edge, vec3_sub(set->list[i].hi, set->list[i].lo));

    cells += 1.5 * 2 * ((s.x + 1) * (s.y + 1) + (s.y + 1) * (s.z + 1) + (s.z + 1) * (s.x + 1));
  }
  return cells;
}

/* The lattice, around the middle of all. */
static bool lattice_set(Grid *g, int div, Block *all, char *why)
{
  const ShapeSet *set      = g->body.set;
  double          smallest = HUGE_VAL, cells;

  for (int i = 0; i < set->n; i++) smallest = min_real(smallest, cbrt(3 * set->list[i].moments.volume / (4 * PETSC_PI)));
  g->edge  = smallest / div;
  cells    = cells_cut(set, g->edge);
  g->finer = finer_of(cells);
  for (int k = 0; k < 3; k++) {
    const double lo = vec3_axis(g->body.lo, k), hi = vec3_axis(g->body.hi, k), n = ceil((hi - lo) / g->edge);

    if (n > 1e9 || cells > most_cut) {
      snprintf(why, 256, "div %d gives %.1e cells to look at, more than %.0e: take a smaller one", div, cells, most_cut);
      return false;
    }
    all->lo[k] = 0;
    all->hi[k] = (int)max_real(n, 1);
    vec3_set(&g->corner, k, (lo + hi) / 2 - all->hi[k] * g->edge / 2);
  }
  return true;
}

bool shapes_grid(const ShapeSet *set, const Materials *materials, const MassOptions *options, MassProperties *out, char *why)
{
  Grid  g = {.edge = 0};
  Block all;
  bool  done = body_create(set, materials, &g.body);

  if (!done) strcpy(why, "no memory for the shapes");
  done = done && lattice_set(&g, options->div, &all, why);
  if (done) {
    done = grow(&g.stack.item, sizeof(int), (size_t)set->n, &g.stack.room);
    for (int i = 0; i < set->n && done; i++) g.stack.item[i] = i;
    done = done && block_add(&g, &all, 0, 0, set->n);
    if (!done) strcpy(why, "no memory for the cells of the grid");
    else if (!(g.found.mass > 0)) {
      snprintf(why, 256, "div %d: no cell has its centre in a shape: take a larger one", options->div);
      done = false;
    } else properties_set(&g.body, materials, &g.found, &g.middle, g.doubt, out);
  }
  free(g.stack.item);
  free(g.body.density);
  return done;
}

/* ---- octree ---- */

typedef struct {
  Vec3   centre;
  double sure;
  size_t first; /* of its shapes in the list */
  int    n;
} Cell;

typedef struct {
  Cell  *cell;
  size_t n, room;
  Stack  list;
} Level;

typedef struct {
  Body    body;
  Level   now, next;
  double  edge;
  BoxSum  settled;
  int64_t looked;
} Octree;

static bool cell_add(Octree *o, Vec3 centre, double edge, double sure, int n, const int *list)
{
  Level *const next = &o->next;
  const Vec3   half = {edge / 2, edge / 2, edge / 2};
  Cell         cell = {.centre = centre, .first = next->list.n};

  if (!grow(&next->list.item, sizeof(int), next->list.n + (size_t)n, &next->list.room)) return false;
  cell.sure = sift(&o->body, centre, half, sure, n, list, &cell.n, next->list.item + next->list.n);
  o->looked++;
  if (cell.n == 0) {
    add_box(&o->body, centre, half, cell.sure, &o->settled);
    return true;
  }
  if (!grow(&next->cell, sizeof *next->cell, next->n + 1, &next->room)) return false;
  next->cell[next->n++] = cell;
  next->list.n += (size_t)cell.n;
  return true;
}

static void level_swap(Octree *o)
{
  const Level done = o->now;

  o->now         = o->next;
  o->next        = done;
  o->next.n      = 0;
  o->next.list.n = 0;
}

/* The cube around all. */
static bool root_add(Octree *o)
{
  const Vec3 side = vec3_sub(o->body.hi, o->body.lo);
  const int  n    = o->body.set->n;
  int       *all  = malloc((size_t)n * sizeof *all);
  bool       done = all != NULL;

  o->edge = max_real(side.x, max_real(side.y, side.z));
  for (int i = 0; i < n && done; i++) all[i] = i;
  done = done && cell_add(o, o->body.origin, o->edge, 0, n, all);
  free(all);
  level_swap(o);
  return done;
}

static bool level_split(Octree *o)
{
  const double q = o->edge / 4;

  for (size_t c = 0; c < o->now.n; c++) {
    const Cell cell = o->now.cell[c];

    for (int k = 0; k < 8; k++) {
      const Vec3 part = {cell.centre.x + (k & 1 ? q : -q), cell.centre.y + (k & 2 ? q : -q), cell.centre.z + (k & 4 ? q : -q)};

      if (!cell_add(o, part, o->edge / 2, cell.sure, cell.n, o->now.list.item + cell.first)) return false;
    }
  }
  o->edge /= 2;
  level_swap(o);
  return true;
}

/* What is known to be full after this level; open: volume of the boxes of which nothing is known. */
static BoxSum level_sum(const Octree *o, double *open)
{
  const Vec3 half = {o->edge / 2, o->edge / 2, o->edge / 2};
  BoxSum     sum  = o->settled;

  *open = 0;
  for (size_t c = 0; c < o->now.n; c++) {
    add_box(&o->body, o->now.cell[c].centre, half, o->now.cell[c].sure, &sum);
    if (!(o->now.cell[c].sure > 0)) *open += o->edge * o->edge * o->edge;
  }
  return sum;
}

static bool is_within(double found, double extrapolated, double tolerance)
{
  return extrapolated > 0 && fabs(extrapolated - found) <= tolerance * extrapolated;
}

/* Levels until it is good enough; `found` is extrapolated by the step of the last one. Returns false when there is no memory. */
static bool levels_walk(Octree *o, double tolerance, BoxSum *found)
{
  double open;
  BoxSum last = level_sum(o, &open);

  *found = last;
  for (int level = 1; level <= MOST_LEVELS && o->now.n > 0; level++) {
    BoxSum now;

    if (!level_split(o)) return false;
    now    = level_sum(o, &open);
    *found = now;
    box_sum_axpy(found, 1, &now);
    box_sum_axpy(found, -1, &last);
    if (is_within(now.volume, found->volume, tolerance) && is_within(now.mass, found->mass, tolerance) &&
        open / 4 <= tolerance * found->volume)
      break;
    if (o->now.n >= MOST_CELLS) break;
    last = now;
  }
  return true;
}

/* Coarse boxes may extrapolate to more than there is room for; then the middle of what is possible is as good. */
static bool doubt_find(Octree *o, BoxSum *found, BoxSum *middle, BoxDoubt *doubt)
{
  const int finer = finer_of((double)o->now.n);
  size_t    room  = 0;
  int      *list  = NULL;
  bool      done  = true;
  double    open;

  *middle = o->settled;
  *doubt  = (BoxDoubt){.n = o->looked};
  for (size_t c = 0; c < o->now.n && done; c++) {
    const Cell  *cell = &o->now.cell[c];
    const size_t n    = (size_t)cell->n;

    done = grow(&list, sizeof *list, n * (FINER_AT_MOST + 2), &room);
    if (!done) break;
    memcpy(list, o->now.list.item + cell->first, n * sizeof *list);
    add_doubt(&o->body, cell->centre, o->edge, cell->sure, cell->n, list, finer, middle, doubt);
  }
  free(list);
  if (found->volume > level_sum(o, &open).volume + open || !(found->mass > 0)) *found = *middle;
  return done;
}

bool shapes_octree(const ShapeSet *set, const Materials *materials, const MassOptions *options, MassProperties *out, char *why)
{
  Octree   o = {.edge = 0};
  BoxSum   found, middle;
  BoxDoubt doubt;
  bool     done = body_create(set, materials, &o.body);

  done = done && root_add(&o) && levels_walk(&o, max_real(options->tolerance, MASS_LEAST_TOLERANCE), &found);
  done = done && doubt_find(&o, &found, &middle, &doubt);
  if (done) properties_set(&o.body, materials, &found, &middle, doubt, out);
  else strcpy(why, "no memory for the boxes of the octree");
  free(o.now.cell);
  free(o.now.list.item);
  free(o.next.cell);
  free(o.next.list.item);
  free(o.body.density);
  return done;
}
