/* SPDX-License-Identifier: MIT */
/* Forces along the line of centres that depend on what passes have found. Pairs are sorted by their
   later pebble, which has some ten pairs in a row: its force is summed in registers, as integers, so
   that the sums have the same bits as in any other order. */
#include "interaction/pairs/central.h"

/* Round the forces of n pairs, a multiple of four, add them to the first four sums of their clumps
   b, of which the fourth gets 0, and subtract them from those of clumps a. Integers may wrap: the
   step is then evaluated again. *most: largest |fx| + |fy| + |fz| so far, N; returns the sum of
   these, N: NaN if a force is NaN. */
KERNEL static double add_forces(const PairBatch *b, const LaterTile *t, int n, double unit,
                                int64_t *sum, double *most)
{
  const int32_t       *row_a = t->a;            /* gcc would read it again after every store */
  _Alignas(64) int32_t place[INTERACTION_TILE]; /* of the sums of clumps b */
  const FourBits       zero  = {0, 0, 0, 0};
  CentralSizes         sizes = {.sum = {0, 0, 0, 0}, .largest = (Four)zero + *most};
  FourBits             own   = zero; /* minus the force on clump `row` */
  int32_t              row   = row_a[0];

  central_places(t->b, n, place);
  for (int k = 0; k < n; k += 4) {
    Four f[4];

    central_push(b, k, unit, place, sum, &sizes, f);
    if (row_a[k] == row && row_a[k + 3] == row) {
      central_sum(f, &own);
      continue;
    }
    for (int m = 0; m < 4; m++) {
      if (row_a[k + m] != row) {
        central_subtract(sum + (size_t)row * LOAD_PARTS, &own);
        own = zero;
        row = row_a[k + m];
      }
      own = own + (FourBits)f[m];
    }
  }
  central_subtract(sum + (size_t)row * LOAD_PARTS, &own);
  return central_sizes(&sizes, most);
}

static void point(const Acting *item, const LaterTile *t, PairBatch *b)
{
  b->found = item->found;
  b->i     = t->later;
  b->j     = t->other;
  b->a     = t->a;
  b->b     = t->b;
}

/* The pushes by PairForce.alike, and what they lose; false: they need pull(). */
static bool pull_alike(const Acting *item, const InteractionScene *s, const LaterTile *t,
                       PairBatch *b, const CentralSums *to)
{
  point(item, t, b);
  if (!item->kind->pair->alike(item->constants, b)) return false;
  pair_tile_add_losses(item, b, s->dt, to->loads, to->report, to->lost);
  return true;
}

/* The pushes of all interactions on the pairs of a tile, of n padded to `full`. */
static void pull_each(Interactions *all, const InteractionScene *s, const Set *set,
                      const LaterTile *t, int full, const CentralSums *to)
{
  PairBatch *b = all->pair;

  memset(b->push, 0, (size_t)full * sizeof *b->push);
  pair_ways(s->pebbles->at, t->later, t->other, full, (double *const[]){b->dx, b->dy, b->dz},
            b->d2);
  for (int m = 0; m < set->n; m++) {
    const Acting *item = &all->list[set->list[m]];

    if (!item->kind->passes) {
      item->kind->pair->pull(item->constants, b);
      continue;
    }
    point(item, t, b);
    memset(b->loss, 0, sizeof b->loss);
    item->kind->pair->pull(item->constants, b);
    pair_tile_add_losses(item, b, s->dt, to->loads, to->report, to->lost);
  }
}

void pull_later(Interactions *all, const InteractionScene *s, const Set *set, RowWalk *walk,
                const CentralSums *sums)
{
  const Acting  *first  = &all->list[set->list[0]];
  const bool     alike  = set->n == 1 && first->kind->pair->alike;
  const double   unit   = sums->loads->force.inverse;
  PairBatch     *b      = all->pair;
  ContactReport *report = sums->report;
  LaterTile      t;

  while (walk->at < walk->end) {
    int    full;
    double sum;

    b->n = later_tile_gather(all, s->pebbles, walk, &t, &full);
    if (!alike || !pull_alike(first, s, &t, b, sums)) pull_each(all, s, set, &t, full, sums);
    sum = add_forces(b, &t, full, unit, sums->loads->sum, &report->largest_force);
    if (!(sum <= FORCE_MOST && report->largest_work <= WORK_MOST))
      pull_note_wild(s, first, t.a, t.b, b, report);
  }
}
