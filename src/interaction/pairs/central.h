/* SPDX-License-Identifier: MIT */
/* Forces along the line of centres, four pairs at a time: shared by pull_central.c, which takes
   runs of pairs with the same later pebble, and pull_later.c. Not for other files. */
#ifndef INTERACTION_PAIRS_CENTRAL_H
#define INTERACTION_PAIRS_CENTRAL_H

#include "base/bounds.h"
#include "interaction/evaluate.h"
#include "interaction/pairs/pair_tile.h"

ALWAYS_INLINE void central_add(int64_t *row, const FourBits *by)
{
  FourBits now;

  four_get_bits(&now, row);
  four_put_bits(row, now + *by);
}

ALWAYS_INLINE void central_subtract(int64_t *row, const FourBits *by)
{
  FourBits now;

  four_get_bits(&now, row);
  four_put_bits(row, now - *by);
}

/* Forces of pairs k .. k+3 on their other pebbles, N, in columns; returns the sums of the sizes of
   their components. */
ALWAYS_INLINE void central_forces(const PairBatch *b, int k, Four f[3], Four *size)
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

/* Sizes of the forces of a tile, N; four at a time. */
typedef struct {
  Four sum, largest; /* of |fx| + |fy| + |fz|; sum: NaN if a force is NaN */
} CentralSizes;

/* Forces of pairs k .. k+3 on their other pebbles in quanta, a row of each with 0 as its fourth
   number, added to the sums at place[k] .. place[k+3]. */
ALWAYS_INLINE void central_push(const PairBatch *b, int k, double unit, const int32_t *place,
                                int64_t *sum, CentralSizes *sizes, Four f[4])
{
  const Four magic = {LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC, LOAD_MAGIC};
  Four       size;
  FourInts   larger;

  central_forces(b, k, f, &size);
  sizes->sum     = sizes->sum + size;
  larger         = (FourInts)(size > sizes->largest);
  sizes->largest = (Four)(((FourInts)size & larger) | ((FourInts)sizes->largest & ~larger));
  for (int m = 0; m < 3; m++) f[m] = (Four)((FourBits)(f[m] * unit + magic) - (FourBits)magic);
  f[3] = (Four){0, 0, 0, 0};
  four_turn(f);
  for (int m = 0; m < 4; m++) central_add(sum + place[k + m], (const FourBits *)&f[m]);
}

/* The sum of four rows of quanta. */
ALWAYS_INLINE void central_sum(const Four f[4], FourBits *own)
{
  *own = *own + (((FourBits)f[0] + (FourBits)f[1]) + ((FourBits)f[2] + (FourBits)f[3]));
}

/* Places at which the sums of clumps begin. */
ALWAYS_INLINE void central_places(const int32_t *row, int n, int32_t *place)
{
#pragma omp simd
  for (int k = 0; k < n; k++) place[k] = row[k] * LOAD_PARTS;
}

/* *most: the largest size so far; returns their sum. */
ALWAYS_INLINE double central_sizes(const CentralSizes *s, double *most)
{
  for (int m = 0; m < 4; m++) *most = s->largest[m] > *most ? s->largest[m] : *most;
  return (s->sum[0] + s->sum[1]) + (s->sum[2] + s->sum[3]);
}

/* pull_central of a set with passes, whose pebbles have some ten pairs. */
void pull_later(Interactions *interactions, const InteractionScene *scene, const Set *set,
                RowWalk *walk, const CentralSums *sums);

#endif
