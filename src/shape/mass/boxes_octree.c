/* SPDX-License-Identifier: MIT */
/* Octree: boxes are divided as in PFC's clump calculate. A box within one part counts, with its own
   moment; an empty one does not; others are divided in eight (squares in four). The boxes left
   after a level contain about as much of the body as that level found, so all integrals are
   extrapolated by the step of the last level. Stops when this step is within the tolerance, or at a
   million boxes. */
#include "shape/mass/boxes.h"

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

static bool list_reserve(Level *level, size_t n)
{
  return boxes_reserve(&level->list, sizeof *level->list, n, &level->list_room);
}

/* Process one box of the next level: decide it, or keep it there. Returns false if there is no
   memory. */
static bool cell_add(Octree *o, Vec3 centre, double edge, double sure, int n, const int *list)
{
  const Boxes *const b    = o->boxes;
  Level *const       next = &o->next;
  const Vec3         half = boxes_half(b, edge);
  Cell               cell = {.centre = centre, .first = next->n_list};

  if (!list_reserve(next, next->n_list + (size_t)n)) return false;
  cell.sure = b->parts->sift(b, centre, half, sure, n, list, &cell.n, next->list + next->n_list);
  o->looked++;
  if (cell.n == 0) {
    boxes_add(b, centre, half, cell.sure, &o->decided);
    return true;
  }
  if (!boxes_reserve(&next->cell, sizeof *next->cell, next->n + 1, &next->room)) return false;
  next->cell[next->n++] = cell;
  next->n_list += (size_t)cell.n;
  return true;
}

static void level_swap(Octree *o)
{
  const Level done = o->now;

  o->now         = o->next;
  o->next        = done;
  o->next.n      = 0;
  o->next.n_list = 0;
}

/* Start with the bounding cube (square). */
static bool root_add(Octree *o)
{
  const Vec3 lo = o->boxes->lo, hi = o->boxes->hi, side = vec3_sub(hi, lo),
             middle = vec3_scale(0.5, vec3_add(hi, lo));
  const int n       = o->boxes->n;
  int      *all     = malloc((size_t)n * sizeof *all);
  bool      done    = all != NULL;

  o->edge = max_real(side.x, max_real(side.y, side.z));
  for (int i = 0; i < n && done; i++) all[i] = i;
  done = done && cell_add(o, middle, o->edge, 0, n, all);
  free(all);
  level_swap(o);
  return done;
}

static bool level_split(Octree *o)
{
  for (size_t c = 0; c < o->now.n; c++) {
    const Cell cell = o->now.cell[c];

    for (int k = 0; k < boxes_parts(o->boxes); k++) {
      const Vec3 part = boxes_part(o->boxes, cell.centre, o->edge / 4, k);

      if (!cell_add(o, part, o->edge / 2, cell.sure, cell.n, o->now.list + cell.first))
        return false;
    }
  }
  o->edge /= 2;
  level_swap(o);
  return true;
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

/* Divide level by level until the tolerance is met; *sum is extrapolated. Returns false if there is
   no memory. */
static bool levels_walk(Octree *o, double tolerance, BoxSum *sum)
{
  double open;
  BoxSum last = level_sum(o, &open);

  *sum = last;
  for (int level = 1; level <= MOST_LEVELS && o->now.n > 0; level++) {
    BoxSum now;
    bool   within;

    if (!level_split(o)) return false;
    now  = level_sum(o, &open);
    *sum = now;
    box_sum_axpy(sum, 1, &now);
    box_sum_axpy(sum, -1, &last);
    /* a level may find nothing by chance, so the open volume is checked too, of which about half is
       full */
    within = is_within(now.volume, sum->volume, tolerance) &&
             is_within(now.mass, sum->mass, tolerance) && open / 4 <= tolerance * sum->volume;
    if (within || o->now.n >= MOST_CELLS) break;
    last = now;
  }
  return true;
}

/* Bound the boxes not decided. If extrapolation from coarse boxes exceeds the volume possible, the
   middle of the bounds replaces it. Returns false if there is no memory. */
static bool bound(Octree *o, BoxFound *found)
{
  const int finer = boxes_finer(o->boxes, (double)o->now.n);
  double    open;

  found->middle = o->decided;
  found->looked = o->looked;
  found->added  = 8 * (int64_t)o->now.n;
  for (size_t c = 0; c < o->now.n; c++) {
    const Cell  *cell = &o->now.cell[c];
    const size_t n    = (size_t)cell->n;

    if (!list_reserve(&o->next, n * (BOXES_MOST_FINER + 1))) return false;
    memcpy(o->next.list, o->now.list + cell->first, n * sizeof *o->next.list);
    boxes_bound(o->boxes, cell->centre, o->edge, cell->sure, cell->n, o->next.list, finer, found);
  }
  if (found->sum.volume > level_sum(o, &open).volume + open || !(found->sum.mass > 0))
    found->sum = found->middle;
  return true;
}

bool boxes_octree(const Boxes *boxes, const MassOptions *options, BoxFound *found, char *why)
{
  Octree       o         = {.boxes = boxes};
  const double tolerance = max_real(options->tolerance, MASS_LEAST_TOLERANCE);
  const bool   done = root_add(&o) && levels_walk(&o, tolerance, &found->sum) && bound(&o, found);

  if (!done) strcpy(why, "no memory for the boxes of the octree");
  free(o.now.cell);
  free(o.now.list);
  free(o.next.cell);
  free(o.next.list);
  return done;
}
