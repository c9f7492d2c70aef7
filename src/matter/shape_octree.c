/* SPDX-License-Identifier: MIT */
/* Shapes by boxes that are halved, as pebbles in mass_octree.c. */
#include "matter/shape_boxes.h"

enum { MOST_CELLS = 1000000, MOST_LEVELS = 40 };

typedef struct {
  Vec3   centre;
  double sure;
  size_t first; /* of its shapes in the list */
  int    n;
} Cell;

typedef struct {
  Cell  *cell;
  size_t n, room;
  int   *list;
  size_t n_list, list_room;
} Level;

typedef struct {
  ShapeBody body;
  Level     now, next;
  double    edge;
  BoxSum    settled;
  int64_t   looked;
} Octree;

static bool cell_add(Octree *o, Vec3 centre, double edge, double sure, int n, const int *list)
{
  Level *const next = &o->next;
  const Vec3   half = {edge / 2, edge / 2, edge / 2};
  Cell         cell = {.centre = centre, .first = next->n_list};

  if (!shape_list_grow(&next->list, sizeof(int), next->n_list + (size_t)n, &next->list_room)) return false;
  cell.sure = shape_sift(&o->body, centre, half, sure, n, list, &cell.n, next->list + next->n_list);
  o->looked++;
  if (cell.n == 0) {
    shape_box_add(&o->body, centre, half, cell.sure, &o->settled);
    return true;
  }
  if (!shape_list_grow(&next->cell, sizeof *next->cell, next->n + 1, &next->room)) return false;
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

      if (!cell_add(o, part, o->edge / 2, cell.sure, cell.n, o->now.list + cell.first)) return false;
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
    shape_box_add(&o->body, o->now.cell[c].centre, half, o->now.cell[c].sure, &sum);
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
  const int finer = shape_finer((double)o->now.n);
  size_t    room  = 0;
  int      *list  = NULL;
  bool      done  = true;
  double    open;

  *middle = o->settled;
  *doubt  = (BoxDoubt){.n = o->looked};
  for (size_t c = 0; c < o->now.n && done; c++) {
    const Cell  *cell = &o->now.cell[c];
    const size_t n    = (size_t)cell->n;

    done = shape_list_grow(&list, sizeof *list, n * (SHAPE_FINER_AT_MOST + 2), &room);
    if (!done) break;
    memcpy(list, o->now.list + cell->first, n * sizeof *list);
    shape_cube_doubt(&o->body, cell->centre, o->edge, cell->sure, cell->n, list, finer, middle, doubt);
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
  bool     done = shape_body_create(set, materials, &o.body);

  done = done && root_add(&o) && levels_walk(&o, max_real(options->tolerance, MASS_LEAST_TOLERANCE), &found);
  done = done && doubt_find(&o, &found, &middle, &doubt);
  if (done) shape_box_properties(&o.body, materials, &found, &middle, doubt, out);
  else strcpy(why, "no memory for the boxes of the octree");
  free(o.now.cell);
  free(o.now.list);
  free(o.next.cell);
  free(o.next.list);
  shape_body_free(&o.body);
  return done;
}
