/* SPDX-License-Identifier: MIT */
/* Forces along the line of centres between pebbles at the centres of their clumps, the most common
   case: no torques, and only distances, or what passes have found, are read. Pairs are sorted by
   their later pebble, which has some tens of pairs in a row: its force is summed in registers, as
   integers, so that the sums have the same bits as in any other order. */
#include "base/bounds.h"
#include "interaction/evaluate.h"
#include "interaction/pairs/pair_tile.h"

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

ALWAYS_INLINE void add_bits(int64_t *row, const FourBits *by)
{
  FourBits now;

  four_get_bits(&now, row);
  four_put_bits(row, now + *by);
}

ALWAYS_INLINE void subtract_bits(int64_t *row, const FourBits *by)
{
  FourBits now;

  four_get_bits(&now, row);
  four_put_bits(row, now - *by);
}

/* Forces of pairs k .. k+3 on their other pebbles, N, in columns; returns the sums of the sizes of
   their components. */
ALWAYS_INLINE void four_forces(const PairBatch *b, int k, Four f[3], Four *size)
{
  const FourInts number = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}; /* all bits but the sign */
  Four           push, d[3];

  four_get(&push, b->push + k);
  four_get(&d[0], b->dx + k);
  four_get(&d[1], b->dy + k);
  four_get(&d[2], b->dz + k);
  for (int m = 0; m < 3; m++) f[m] = push * d[m];
  *size = ((Four)((FourInts)f[0] & number) + (Four)((FourInts)f[1] & number)) +
          (Four)((FourInts)f[2] & number);
}

/* Round the forces of n pairs, a multiple of four, add them to the first four sums of their clumps
   b, of which the fourth gets 0, and subtract them from those of clumps a. Integers may wrap: the
   step is then evaluated again. *most: largest |fx| + |fy| + |fz| so far, N; returns the sum of
   these, N: NaN if a force is NaN. */
KERNEL static double add_forces(const PairBatch *b, const LaterTile *t, int n, double unit,
                                int64_t *sum, double *most)
{
  const int32_t *row_a = t->a, *row_b = t->b; /* gcc would read these again after every store */
  _Alignas(64) int32_t at[INTERACTION_TILE];  /* where the sums of clumps b begin */
  const Four           magic = {LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC};
  const FourBits       zero  = {0, 0, 0, 0};
  Four                 all = {0, 0, 0, 0}, largest = all + *most;
  FourBits             own = zero; /* minus the force on clump `row` */
  int32_t              row = row_a[0];

#pragma omp simd
  for (int k = 0; k < n; k++) at[k] = row_b[k] * LOAD_PARTS;
  for (int k = 0; k < n; k += 4) {
    Four     f[4], size;
    FourInts larger;

    four_forces(b, k, f, &size);
    all     = all + size;
    larger  = (FourInts)(size > largest);
    largest = (Four)(((FourInts)size & larger) | ((FourInts)largest & ~larger));
    for (int m = 0; m < 3; m++) f[m] = (Four)((FourBits)(f[m] * unit + magic) - (FourBits)magic);
    f[3] = (Four)zero;
    four_turn(f);
    for (int m = 0; m < 4; m++) add_bits(sum + at[k + m], (const FourBits *)&f[m]);
    if (row_a[k] == row && row_a[k + 3] == row) {
      own = own + (((FourBits)f[0] + (FourBits)f[1]) + ((FourBits)f[2] + (FourBits)f[3]));
      continue;
    }
    for (int m = 0; m < 4; m++) {
      if (row_a[k + m] != row) {
        subtract_bits(sum + (size_t)row * LOAD_PARTS, &own);
        own = zero;
        row = row_a[k + m];
      }
      own = own + (FourBits)f[m];
    }
  }
  subtract_bits(sum + (size_t)row * LOAD_PARTS, &own);
  for (int m = 0; m < 4; m++) *most = largest[m] > *most ? largest[m] : *most;
  return (all[0] + all[1]) + (all[2] + all[3]);
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

void pull_central(Interactions *all, const InteractionScene *s, const Set *set, PetscInt from,
                  PetscInt to, const CentralSums *sums)
{
  const Acting  *first  = &all->list[set->list[0]];
  const bool     alike  = set->n == 1 && first->kind->pair->alike;
  const double   unit   = sums->loads->force.inverse;
  PairBatch     *b      = all->pair;
  ContactReport *report = sums->report;
  LaterTile      t;

  for (; from < to; from += INTERACTION_TILE) {
    int    full;
    double sum;

    b->n = (int)min_int(INTERACTION_TILE, to - from);
    full = later_tile_gather(all, s->pebbles, from, b->n, &t);
    if (!alike || !pull_alike(first, s, &t, b, sums)) pull_each(all, s, set, &t, full, sums);
    sum = add_forces(b, &t, full, unit, sums->loads->sum, &report->largest_force);
    if (!(sum <= FORCE_MOST && report->largest_work <= WORK_MOST))
      pull_note_wild(s, first, t.a, t.b, b, report);
  }
}
