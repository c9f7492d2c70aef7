/* SPDX-License-Identifier: MIT */
/* Forces along the line of centres between pebbles at the centres of their clumps, the most common
   case: no torques, and only distances are read. Pairs are sorted by their later pebble, which has
   some tens of pairs in a row: its force is summed in registers, as integers, so that the sums have
   the same bits as in any other order. */
#include "interaction/pairs/central.h"

bool pull_is_central(const Interactions *all, const Set *set)
{
  /* places of sums are 32-bit integers */
  bool central = !all->extended && set->needs == 0 && set->keeps == set->n &&
                 all->points.n < INT32_MAX / LOAD_PARTS;

  for (int m = 0; m < set->n; m++) {
    const Acting *item = &all->list[set->list[m]];

    central =
      central && !item->groups && !item->quantity && (item->kind->passes || item->kind->gives == 0);
  }
  return central;
}

static bool has_passes(const Interactions *all, const Set *set)
{
  for (int m = 0; m < set->n; m++)
    if (all->list[set->list[m]].kind->passes) return true;
  return false;
}

bool pull_takes_runs(const Interactions *all, const Set *set)
{
  return pull_is_central(all, set) && !has_passes(all, set);
}

/* Columns from .. to - 1, a multiple of four, with the pairs of one later pebble; up to three more
   at the end have an infinite distance. */
typedef struct {
  int32_t row; /* of its clump */
  int     from, to;
} Part;

/* Pairs of some later pebbles. */
typedef struct {
  _Alignas(64) int32_t other[INTERACTION_TILE], clump[INTERACTION_TILE];
  const int32_t *b; /* clumps of the other pebbles */
  int            n, parts;
  Part           part[INTERACTION_TILE / 4];
} CentralTile;

/* Take pairs of the list as long as there is space, and find their ways; `row` of a part is the
   later pebble. Returns true if a pebble's centre is NaN, as its clump has left. */
KERNEL static bool take(RowWalk *walk, const Ball *at, CentralTile *t, PairBatch *b)
{
  const FourInts lane = {0, 1, 2, 3};
  const Four     far  = {INFINITY, INFINITY, INFINITY, INFINITY};
  RowWalk        w    = *walk;
  FourInts       gone = {0, 0, 0, 0};
  const int32_t *other;
  int32_t        row;
  int            n = 0, parts = 0, some;

  while (n < INTERACTION_TILE &&
         (some = row_walk_run(&w, INTERACTION_TILE - n, &row, &other)) > 0) {
    const int to = n + (some + 3) / 4 * 4;
    Four      x, square = far;
    FourInts  none;

    four_get(&x, &at[row].x);
    t->part[parts++] = (Part){row, n, to};
    for (; n < to; n += 4, other += 4) {
      Four       d[4];
      FourPlaces place;

      row_places(other, &place);
      memcpy(t->other + n, &place, sizeof place);
      for (int m = 0; m < 4; m++) {
        four_get(&d[m], &at[place[m]].x);
        d[m] = d[m] - x;
      }
      four_turn(d);
      square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      gone   = gone | (FourInts)(square != square);
      four_put(b->dx + n, d[0]);
      four_put(b->dy + n, d[1]);
      four_put(b->dz + n, d[2]);
      four_put(b->d2 + n, square);
      some -= 4;
    }
    none = lane > some + 3;
    four_put(b->d2 + n - 4, (Four)(((FourInts)square & ~none) | ((FourInts)far & none)));
  }
  *walk    = w;
  t->n     = n;
  t->parts = parts;
  return four_mask(&gone) != 0;
}

static void tile_gather(const Interactions *all, const Pebbles *p, RowWalk *walk, CentralTile *t,
                        PairBatch *b)
{
  const bool gone = take(walk, p->at, t, b);

  b->n = t->n;
  if (gone) pair_ways_of_gone(b->n, (double *const[]){b->dx, b->dy, b->dz}, b->d2);
  t->b = t->other;
  if (all->lone) return;
  pair_clumps(p, t->other, t->n, t->clump);
  t->b = t->clump;
  for (int k = 0; k < t->parts; k++) t->part[k].row = p->clump[t->part[k].row];
}

/* Round the forces of a tile, add them to the first four sums of their clumps b, of which the fourth
   gets 0, and subtract them from those of clumps a. Integers may wrap: the step is then evaluated
   again. *most: largest |fx| + |fy| + |fz| so far, N; returns the sum of these, N: NaN if a force is
   NaN. */
KERNEL static double add_forces(const PairBatch *b, const CentralTile *t, double unit, int64_t *sum,
                                double *most)
{
  _Alignas(64) int32_t place[INTERACTION_TILE];
  const FourBits       zero  = {0, 0, 0, 0};
  CentralSizes         sizes = {.sum = {0, 0, 0, 0}, .largest = (Four)zero + *most};

  central_places(t->b, t->n, place);
  for (int p = 0; p < t->parts; p++) {
    const Part part = t->part[p];
    FourBits   own  = zero; /* minus the force on clump a */

    for (int k = part.from; k < part.to; k += 4) {
      Four f[4];

      central_push(b, k, unit, place, sum, &sizes, f);
      central_sum(f, &own);
    }
    central_subtract(sum + (size_t)part.row * LOAD_PARTS, &own);
  }
  return central_sizes(&sizes, most);
}

static void note_wild(const InteractionScene *s, const Acting *item, const CentralTile *t,
                      const PairBatch *b, ContactReport *report)
{
  int32_t a[INTERACTION_TILE];

  for (int p = 0; p < t->parts; p++)
    for (int k = t->part[p].from; k < t->part[p].to; k++) a[k] = t->part[p].row;
  pull_note_wild(s, item, a, t->b, b, report);
}

static void pull_runs(Interactions *all, const InteractionScene *s, const Set *set, RowWalk *walk,
                      const CentralSums *sums)
{
  enum { AHEAD = 4 * INTERACTION_TILE };
  PairBatch     *b      = all->pair;
  ContactReport *report = sums->report;
  CentralTile    t;

  b->i = b->j = b->a = b->b = NULL;
  while (walk->at < walk->end) {
    double sum;

    lines_ahead(walk->list->other + walk->at + AHEAD, INTERACTION_TILE * sizeof *walk->list->other);
    tile_gather(all, s->pebbles, walk, &t, b);
    memset(b->push, 0, (size_t)b->n * sizeof *b->push);
    for (int m = 0; m < set->n; m++) {
      const Acting *item = &all->list[set->list[m]];

      item->kind->pair->pull(item->constants, b);
    }
    sum = add_forces(b, &t, sums->loads->force.inverse, sums->loads->sum, &report->largest_force);
    if (!(sum <= FORCE_MOST)) note_wild(s, &all->list[set->list[0]], &t, b, report);
  }
}

void pull_central(Interactions *all, const InteractionScene *s, const Set *set, RowWalk *walk,
                  const CentralSums *sums)
{
  if (has_passes(all, set)) pull_later(all, s, set, walk, sums);
  else pull_runs(all, s, set, walk, sums);
}
