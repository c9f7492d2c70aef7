/* SPDX-License-Identifier: MIT */
/* Mass properties by boxes that are halved, as PFC's clump calculate does: a box that one pebble holds counts, with its own
   moment; one that none reaches into does not; the others are split in eight (squares in four). What is still to be split
   after a level holds about as much of the body as that level found, so all integrals are extrapolated by the step of the last
   level. It stops when the step is within the tolerance, or at a million boxes. */
#include "matter/mass_boxes.h"

enum { MOST_CELLS = 1000000, MOST_LEVELS = 40 };

typedef struct {
  Vec3   centre;
  double sure;  /* density that is everywhere in it */
  size_t first; /* of its pebbles in the list */
  int    n;
} Cell;

/* The boxes of one level that are to be split. */
typedef struct {
  Cell  *cell;
  size_t n, room;
  int   *list;
  size_t n_list, list_room;
} Level;

typedef struct {
  Boxes  boxes;
  Level  now, next;
  double edge; /* of the boxes in now, m */
  BoxSum settled;
} Octree;

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

/* One box of the next level: settled, or kept there. Returns false when there is no memory. */
static bool cell_add(Octree *o, Vec3 centre, double edge, double sure, int n, const int *list)
{
  Level *const next = &o->next;
  Cell         cell = {.centre = centre, .first = next->n_list};

  if (!grow(&next->list, sizeof *next->list, next->n_list + (size_t)n, &next->list_room)) return false;
  cell.sure = box_sift(&o->boxes, centre, boxes_half(&o->boxes, edge), sure, n, list, &cell.n, next->list + next->n_list);
  if (cell.n == 0) {
    box_add(centre, boxes_half(&o->boxes, edge), cell.sure, &o->settled);
    return true;
  }
  if (!grow(&next->cell, sizeof *next->cell, next->n + 1, &next->room)) return false;
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

/* The cube (square) around all. */
static bool root_add(Octree *o)
{
  const Vec3 side = vec3_sub(o->boxes.hi, o->boxes.lo), middle = vec3_scale(0.5, vec3_add(o->boxes.hi, o->boxes.lo));
  const int  n    = o->boxes.set->n;
  int       *all  = malloc((size_t)n * sizeof *all);
  bool       done = all != NULL;

  o->edge = max_real(side.x, max_real(side.y, side.z));
  for (int i = 0; i < n && done; i++) all[i] = i;
  done = done && cell_add(o, middle, o->edge, 0, n, all);
  free(all);
  level_swap(o);
  return done;
}

static bool level_split(Octree *o)
{
  const double quarter = o->edge / 4;
  const int    parts   = o->boxes.set->dimension == 2 ? 4 : 8;

  for (size_t c = 0; c < o->now.n; c++) {
    const Cell cell = o->now.cell[c];

    for (int k = 0; k < parts; k++) {
      Vec3 step = vec3(k & 1 ? quarter : -quarter, k & 2 ? quarter : -quarter, k & 4 ? quarter : -quarter);

      if (parts == 4) step.z = 0;
      if (!cell_add(o, vec3_add(cell.centre, step), o->edge / 2, cell.sure, cell.n, o->now.list + cell.first)) return false;
    }
  }
  o->edge /= 2;
  level_swap(o);
  return true;
}

/* What is known to be full after this level; `open`, if not NULL: volume of the boxes of which nothing is known. */
static BoxSum level_sum(const Octree *o, double *open)
{
  BoxSum sum = o->settled;

  *open = 0;
  for (size_t c = 0; c < o->now.n; c++) {
    box_add(o->now.cell[c].centre, boxes_half(&o->boxes, o->edge), o->now.cell[c].sure, &sum);
    if (!(o->now.cell[c].sure > 0)) *open += boxes_cell(&o->boxes, o->edge);
  }
  return sum;
}

static bool is_within(double found, double extrapolated, double tolerance)
{
  return extrapolated > 0 && fabs(extrapolated - found) <= tolerance * extrapolated;
}

/* Levels until it is good enough; `found` is extrapolated. Returns false when there is no memory. */
static bool levels_walk(Octree *o, double tolerance, BoxSum *found)
{
  double open, above;
  BoxSum last = level_sum(o, &above);

  for (int level = 1; level <= MOST_LEVELS && o->now.n > 0; level++) {
    BoxSum now;
    bool   within;

    if (!level_split(o)) return false;
    now    = level_sum(o, &open);
    *found = now;
    box_sum_axpy(found, 1, &now);
    box_sum_axpy(found, -1, &last);
    /* a level may find nothing by chance, hence the look at what is open, of which about half is full */
    within = is_within(now.volume, found->volume, tolerance) && is_within(now.mass, found->mass, tolerance) &&
             open / 4 <= tolerance * found->volume;
    if (within || o->now.n >= MOST_CELLS) break;
    last = now;
  }
  return true;
}

/* Coarse boxes may extrapolate to more than there is room for; then the middle of what is possible is as good. */
static void doubt_find(const Octree *o, BoxSum *found, BoxSum *middle, BoxDoubt *doubt)
{
  double open;

  *middle = o->settled;
  *doubt  = (BoxDoubt){.n = (int64_t)o->now.n * 8};
  for (size_t c = 0; c < o->now.n; c++) {
    const Cell *cell = &o->now.cell[c];

    cell_doubt(&o->boxes, cell->centre, o->edge, cell->sure, cell->n, o->now.list + cell->first, middle, doubt);
  }
  if (found->volume > level_sum(o, &open).volume + open || !(found->mass > 0)) *found = *middle;
}

static bool octree_find(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out,
                        char *why)
{
  Octree   o     = {.edge = 0};
  BoxSum   found = {.volume = 0}, middle;
  BoxDoubt doubt;
  bool     sound = boxes_create(set, materials, &o.boxes, why), done = sound;

  if (done) done = root_add(&o) && levels_walk(&o, max_real(options->tolerance, MASS_LEAST_TOLERANCE), &found);
  if (done) {
    doubt_find(&o, &found, &middle, &doubt);
    boxes_properties(&o.boxes, &found, &middle, &doubt, out);
  } else if (sound) {
    strcpy(why, "no memory for the boxes of the octree");
  }
  free(o.now.cell);
  free(o.now.list);
  free(o.next.cell);
  free(o.next.list);
  boxes_free(&o.boxes);
  return done;
}

const MassMethod mass_octree = {
  .name   = "octree",
  .text   = "Boxes fully inside, halved until within the tolerance, and extrapolated.",
  .source = "Itasca PFC, clump create, keyword calculate.",
  .find   = octree_find,
};
