/* SPDX-License-Identifier: MIT */
/* Integrals over a body by counting boxes: sums, bounds on cut cubes, and the two methods. The
   content of a cut cube is at least the largest content of a single part, at most the sum over its
   parts. */
#include "shape/mass/boxes.h"

static const double most_finer = 4e6; /* largest number of cubes visited for the bounds */

/* Grow *pointer to n items or more by realloc. The numbers may exceed those of a PetscInt. */
static void boxes_reserve(void *pointer, size_t size, size_t n, size_t *room)
{
  void *old;

  if (n <= *room) return;
  memcpy(&old, pointer, sizeof old);
  *room = n + n / 2;
  old   = memory_room(old, *room * size);
  memcpy(pointer, &old, sizeof old);
}

static void point_add(Vec3 x, double mass, BoxSum *sum)
{
  sum->mass += mass;
  sum->first  = vec3_axpy(sum->first, mass, x);
  sum->second = sym3_add_square(sum->second, mass, x);
}

/* Add a box of this density, if > 0. */
static void boxes_add(const Boxes *boxes, Vec3 centre, Vec3 half, double density, BoxSum *sum)
{
  const double volume = 4 * half.x * half.y * (half.z > 0 ? 2 * half.z : 1),
               mass   = density * volume;

  if (!(density > 0)) return;
  sum->volume += volume;
  point_add(vec3_sub(centre, boxes->about), mass, sum);
  sum->second.xx += mass * half.x * half.x / 3;
  sum->second.yy += mass * half.y * half.y / 3;
  sum->second.zz += mass * half.z * half.z / 3;
}

/* sum += s * other */
static void box_sum_axpy(BoxSum *sum, double s, const BoxSum *other)
{
  sum->volume += s * other->volume;
  sum->mass += s * other->mass;
  sum->first  = vec3_axpy(sum->first, s, other->first);
  sum->second = sym3_axpy(sum->second, s, other->second);
}

/* Bound the moments of a cut cube of density `sure` throughout, with denser parts. Errors by
   Cauchy-Schwarz: the unknown density is the largest one times a weight in [0, 1], which differs
   from 1/2 by at most 1/2. */
static void bound(const Boxes *b, Vec3 centre, double edge, double sure, int n, const int *list,
                  BoxFound *found)
{
  const double      volume = boxes_cell(b, edge), far = vec3_norm(vec3_sub(centre, b->about));
  BoxShare          filled = {0, 0}; /* share of its volume */
  double            least = 0, most = 0, densest = 0, mass, off, more, full; /* above `sure` */
  MassErrors *const errors = &found->errors;
  BoxSum *const     middle = &found->middle;

  for (int k = 0; k < n; k++) {
    const BoxShare share  = b->parts->share(b, list[k], centre, edge);
    const double   denser = b->density[list[k]] - sure;

    filled.least = max_real(filled.least, share.least);
    filled.most += share.most;
    least   = max_real(least, denser * share.least);
    densest = max_real(densest, denser);
    most += denser * share.most;
  }
  most        = min_real(most, densest);
  filled.most = min_real(filled.most, 1);
  if (sure > 0) filled = (BoxShare){1, 1};
  mass = volume * (most - least) / 2;
  off  = volume * densest * edge / sqrt(48);
  more = (least + most) / 2;
  full = volume * (filled.least + filled.most) / 2;
  if (b->parts->spread) {
    boxes_add(b, centre, boxes_half(b, edge), sure + more, middle);
    if (sure + more > 0) middle->volume -= volume; /* added by boxes_add */
    middle->volume += full;
  } else {
    boxes_add(b, centre, boxes_half(b, edge), sure, middle);
    if (!(sure > 0)) middle->volume += full;
    point_add(vec3_sub(centre, b->about), volume * more, middle);
  }
  errors->volume += volume * (filled.most - filled.least) / 2;
  errors->mass += mass;
  errors->first += mass * far + off;
  errors->inertia += mass * far * far + 2 * far * off + volume * densest * edge * edge / 6;
  found->cut++;
}

/* Keep the parts of in[] that matter in the box centre +- half: those that may reach into it, do
   not provably contain all of it, and are denser than any part that does. They go to out[] (size
   n, not overlapping in[]), *n_out of them. Returns the density of the densest part that contains
   the whole box, at least `sure`; 0: none. */
static double sift(const Boxes *b, Vec3 centre, Vec3 half, double sure, int n, const int *in,
                   int *n_out, int *out)
{
  int cut = 0;

  for (int k = 0; k < n; k++) {
    const double    density = b->density[in[k]];
    const ShapeSide side = density > sure ? b->parts->side(b, in[k], centre, half) : SHAPE_MISSES;

    if (side == SHAPE_HOLDS) sure = density;
    if (side == SHAPE_CUTS) out[cut++] = in[k];
  }
  *n_out = 0;
  for (int k = 0; k < cut; k++)
    if (b->density[out[k]] > sure) out[(*n_out)++] = out[k];
  return sure;
}

/* Density at x, of the parts in list[], at least `sure`. */
static double density_at(const Boxes *b, Vec3 x, double sure, int n, const int *list)
{
  for (int k = 0; k < n; k++)
    if (b->density[list[k]] > sure && b->parts->is_inside(b, list[k], x))
      sure = b->density[list[k]];
  return sure;
}

/* Bound the content of a cube cut by the parts in list[], divided `finer` times: adds to middle,
   errors and cut of `found`. The list is used as a stack, of size (finer + 1) n. */
static void boxes_bound(const Boxes *b, Vec3 centre, double edge, double sure, int n, int *list,
                        int finer, BoxFound *found)
{
  const Vec3 half = boxes_half(b, edge / 2);

  if (finer == 0) {
    bound(b, centre, edge, sure, n, list, found);
    return;
  }
  for (int k = 0; k < boxes_parts(b); k++) {
    const Vec3   part = boxes_part(b, centre, edge / 4, k);
    int          kept;
    const double surely = sift(b, part, half, sure, n, list, &kept, list + n);

    if (kept > 0) boxes_bound(b, part, edge / 2, surely, kept, list + n, finer - 1, found);
    else boxes_add(b, part, half, surely, &found->middle);
    found->cut++;
  }
}

/* Number of subdivisions of `cubes` cubes that take about a second, at most parts->finer. */
static int boxes_finer(const Boxes *boxes, double cubes)
{
  int finer = 0;

  while (finer < boxes->parts->finer && cubes * pow(boxes_parts(boxes), finer + 1) <= most_finer)
    finer++;
  return finer;
}

MassErrors box_found_apart(const BoxFound *found)
{
  BoxSum apart = found->sum;

  box_sum_axpy(&apart, -1, &found->middle);
  return (MassErrors){fabs(apart.volume), fabs(apart.mass), vec3_norm(apart.first),
                      sym3_norm(inertia_of_seconds(apart.second))};
}

double boxes_rounding(int64_t n)
{
  return 16.0 * (double)(n + 64) * 0x1p-53;
}

/* ---- grid: cubes with the radius of the smallest part over div as edge, each with the density at
   its centre. Blocks of cubes within one part are added at once, which gives the same sum, so that
   the cost is that of the surface. ---- */

typedef struct {
  int lo[3], hi[3]; /* cubes lo .. hi - 1 along each axis */
} Block;

typedef struct {
  const Boxes *boxes;
  Vec3         corner; /* lowest corner of the lattice, m */
  double       edge;   /* of a cube, m */
  int          finer;
  int         *list; /* stack of the parts of the blocks being divided */
  size_t       room;
  BoxFound    *found;
} Grid;

static int block_side(const Block *block, int k)
{
  return block->hi[k] - block->lo[k];
}

/* Set *centre and *half of the box of a block. */
static void block_box(const Grid *g, const Block *block, Vec3 *centre, Vec3 *half)
{
  const double h = g->edge / 2;

  *centre = *half = vec3(0, 0, 0);
  for (int k = 0; k < g->boxes->dimension; k++) {
    vec3_set(centre, k, vec3_axis(g->corner, k) + h * (block->lo[k] + block->hi[k]));
    vec3_set(half, k, h * block_side(block, k));
  }
}

/* Add a block by bisection; list[first .. first + n - 1] reach into its parent. */
static void block_add(Grid *g, const Block *block, double sure, size_t first, int n)
{
  const Boxes *const b    = g->boxes;
  const size_t       next = first + (size_t)n;
  Block              low = *block, high = *block;
  Vec3               centre, half;
  int                side = 0, kept;

  for (int k = 1; k < 3; k++)
    if (block_side(block, k) > block_side(block, side)) side = k;
  block_box(g, block, &centre, &half);
  boxes_reserve(&g->list, sizeof *g->list, next + (size_t)n * (BOXES_MOST_FINER + 1), &g->room);
  sure = sift(b, centre, half, sure, n, g->list + first, &kept, g->list + next);
  g->found->looked++;
  if (kept == 0) {
    boxes_add(b, centre, half, sure, &g->found->sum);
    boxes_add(b, centre, half, sure, &g->found->middle);
    g->found->added++;
  } else if (block_side(block, side) == 1) {
    int *cut = g->list + next;

    boxes_add(b, centre, half, density_at(b, centre, sure, kept, cut), &g->found->sum);
    boxes_bound(b, centre, g->edge, sure, kept, cut, g->finer, g->found);
  } else {
    low.hi[side] = high.lo[side] = block->lo[side] + block_side(block, side) / 2;
    block_add(g, &low, sure, next, kept);
    block_add(g, &high, sure, next, kept);
  }
}

/* Choose the lattice; false: it has too many cells. It is centred on the bounding box so that
   symmetric bodies stay symmetric. */
static bool lattice_set(Grid *g, int div, Block *all, char *why)
{
  const Boxes *const b     = g->boxes;
  const double       cells = b->parts->cells_cut(b, b->smallest / div);

  g->edge  = b->smallest / div;
  g->finer = boxes_finer(b, cells);
  for (int k = 0; k < 3; k++) {
    const double lo = vec3_axis(b->lo, k), hi = vec3_axis(b->hi, k),
                 n = k < b->dimension ? ceil((hi - lo) / g->edge) : 1;

    if (n > 1e9 || cells > b->parts->most_cut)
      return why_not(why, "div %d gives %.1e cells to look at, more than %.0e: take a smaller one",
                     div, cells, b->parts->most_cut);
    all->lo[k] = 0;
    all->hi[k] = (int)max_real(n, 1);
    vec3_set(&g->corner, k, (lo + hi) / 2 - all->hi[k] * g->edge / 2);
  }
  return true;
}

bool boxes_grid(const Boxes *boxes, const MassOptions *options, BoxFound *found, char *why)
{
  Grid  g = {.boxes = boxes, .found = found};
  Block all;

  if (!lattice_set(&g, options->div, &all, why)) return false;
  boxes_reserve(&g.list, sizeof *g.list, (size_t)boxes->n, &g.room);
  for (int i = 0; i < boxes->n; i++) g.list[i] = i;
  block_add(&g, &all, 0, 0, boxes->n);
  free(g.list);
  return true;
}

/* ---- octree: boxes are divided as in PFC's clump calculate. A box within one part counts, with
   its own moment; an empty one does not; others are divided in eight (squares in four). The boxes
   left after a level contain about as much of the body as that level found, so all integrals are
   extrapolated by the step of the last level. The division stops when this step is within the
   tolerance, or at a million boxes. ---- */

enum { MOST_CELLS = 1000000, MOST_LEVELS = 40 };

typedef struct {
  Vec3   centre;
  double sure;  /* density of its densest part that contains it all */
  size_t first; /* first of its parts in the list */
  int    n;
} Cell;

/* Boxes of one level that are still cut. */
typedef struct {
  Cell  *cell;
  size_t n, room;
  int   *list;
  size_t n_list, list_room;
} Level;

typedef struct {
  const Boxes *boxes;
  Level        now, next;
  double       edge; /* of the boxes in now, m */
  BoxSum       decided;
  int64_t      looked;
} Octree;

/* Process one box of the next level: decide it, or keep it there. */
static void cell_add(Octree *o, Vec3 centre, double edge, double sure, int n, const int *list)
{
  const Boxes *const b    = o->boxes;
  Level *const       next = &o->next;
  const Vec3         half = boxes_half(b, edge);
  Cell               cell = {.centre = centre, .first = next->n_list};

  boxes_reserve(&next->list, sizeof *next->list, next->n_list + (size_t)n, &next->list_room);
  cell.sure = sift(b, centre, half, sure, n, list, &cell.n, next->list + next->n_list);
  o->looked++;
  if (cell.n == 0) {
    boxes_add(b, centre, half, cell.sure, &o->decided);
    return;
  }
  boxes_reserve(&next->cell, sizeof *next->cell, next->n + 1, &next->room);
  next->cell[next->n++] = cell;
  next->n_list += (size_t)cell.n;
}

static void level_swap(Octree *o)
{
  const Level done = o->now;

  o->now         = o->next;
  o->next        = done;
  o->next.n      = 0;
  o->next.n_list = 0;
}

/* Integrals known after this level; *open: volume of the boxes of unknown content. */
static BoxSum level_sum(const Octree *o, double *open)
{
  const Vec3 half = boxes_half(o->boxes, o->edge);
  BoxSum     sum  = o->decided;

  *open = 0;
  for (size_t c = 0; c < o->now.n; c++) {
    boxes_add(o->boxes, o->now.cell[c].centre, half, o->now.cell[c].sure, &sum);
    if (!(o->now.cell[c].sure > 0)) *open += boxes_cell(o->boxes, o->edge);
  }
  return sum;
}

static bool is_within(double found, double extrapolated, double tolerance)
{
  return extrapolated > 0 && fabs(extrapolated - found) <= tolerance * extrapolated;
}

/* Divide the bounding cube (square) level by level until the tolerance is met; *sum is
   extrapolated. */
static void levels_walk(Octree *o, double tolerance, BoxSum *sum)
{
  const Vec3 lo = o->boxes->lo, hi = o->boxes->hi, side = vec3_sub(hi, lo);
  const int  n   = o->boxes->n;
  int       *all = memory_zero((size_t)n, sizeof *all);
  double     open;
  BoxSum     last;

  o->edge = max_real(side.x, max_real(side.y, side.z));
  for (int i = 0; i < n; i++) all[i] = i;
  cell_add(o, vec3_scale(0.5, vec3_add(hi, lo)), o->edge, 0, n, all);
  free(all);
  level_swap(o);
  *sum = last = level_sum(o, &open);
  for (int level = 1; level <= MOST_LEVELS && o->now.n > 0; level++) {
    BoxSum now;
    bool   within;

    for (size_t c = 0; c < o->now.n; c++) {
      const Cell cell = o->now.cell[c];

      for (int k = 0; k < boxes_parts(o->boxes); k++)
        cell_add(o, boxes_part(o->boxes, cell.centre, o->edge / 4, k), o->edge / 2, cell.sure,
                 cell.n, o->now.list + cell.first);
    }
    o->edge /= 2;
    level_swap(o);
    now  = level_sum(o, &open);
    *sum = now;
    box_sum_axpy(sum, 1, &now);
    box_sum_axpy(sum, -1, &last);
    /* A level may find nothing by chance, so the open volume is checked, too, of which about half
       is full. */
    within = is_within(now.volume, sum->volume, tolerance) &&
             is_within(now.mass, sum->mass, tolerance) && open / 4 <= tolerance * sum->volume;
    if (within || o->now.n >= MOST_CELLS) break;
    last = now;
  }
}

/* Bound the boxes not decided. If extrapolation from coarse boxes exceeds the volume possible, the
   middle of the bounds replaces it. */
static void bound_rest(Octree *o, BoxFound *found)
{
  const int finer = boxes_finer(o->boxes, (double)o->now.n);
  double    open;

  found->middle = o->decided;
  found->looked = o->looked;
  found->added  = 8 * (int64_t)o->now.n;
  for (size_t c = 0; c < o->now.n; c++) {
    const Cell  *cell = &o->now.cell[c];
    const size_t n    = (size_t)cell->n;

    boxes_reserve(&o->next.list, sizeof *o->next.list, n * (BOXES_MOST_FINER + 1),
                  &o->next.list_room);
    memcpy(o->next.list, o->now.list + cell->first, n * sizeof *o->next.list);
    boxes_bound(o->boxes, cell->centre, o->edge, cell->sure, cell->n, o->next.list, finer, found);
  }
  if (found->sum.volume > level_sum(o, &open).volume + open || !(found->sum.mass > 0))
    found->sum = found->middle;
}

bool boxes_octree(const Boxes *boxes, const MassOptions *options, BoxFound *found, char *why)
{
  Octree o = {.boxes = boxes};

  (void)why;
  levels_walk(&o, max_real(options->tolerance, MASS_LEAST_TOLERANCE), &found->sum);
  bound_rest(&o, found);
  free(o.now.cell);
  free(o.now.list);
  free(o.next.cell);
  free(o.next.list);
  return true;
}
