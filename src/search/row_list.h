/* SPDX-License-Identifier: MIT */
/* Pair lists by row: the later pebble of a pair is written once for all of its pairs, and of each
   pair only the other one. Half as much is read from memory as in a PairList (search/pairs.h) of
   the same pairs. */
#ifndef SEARCH_ROW_LIST_H
#define SEARCH_ROW_LIST_H

#include "base/rows.h"
#include "matter/pebbles.h"

/* The pairs of one later pebble. */
typedef struct {
  int32_t row, n; /* n > 0 */
} RowRun;

/* Pairs of cell c (a block of rows and a law) are start[c] .. start[c + 1] - 1, its runs first[c] ..
   first[c + 1] - 1, in the order of rows. */
typedef struct {
  PetscInt  n, capacity, n_runs, run_capacity, cells;
  RowRun   *run;
  int32_t  *other; /* row of the earlier pebble; ~row if it is the first in canonical order */
  PetscInt *start, *first; /* [cells + 1] */
  /* near lists: row of the later pebble of each pair, if it is wanted */
  int32_t *later;
  bool     wants_later;
  PetscInt later_capacity;
} RowList;

enum { ROW_SPARE = 4 }; /* entries past the end of other[] that may be read or overwritten */

/* The row of other[]. */
static inline int32_t row_of_other(int32_t other)
{
  return other ^ (other >> 31);
}

typedef uint32_t FourPlaces __attribute__((vector_size(16), may_alias));

/* The rows of four entries of other[]. */
ALWAYS_INLINE void row_places(const int32_t *other, FourPlaces *row)
{
  FourSmall four;

  memcpy(&four, other, sizeof four);
  *row = (FourPlaces)(four ^ (four >> 31));
}

/* A place in a list, from which pairs are taken in their order. */
typedef struct {
  const RowList *list;
  const RowRun  *run;
  int32_t        done; /* pairs of the run before the place */
  PetscInt       at, end;
} RowWalk;

/* Begin at the first pair of a cell; `end` is behind its last one. */
static inline RowWalk row_walk(const RowList *list, int cell)
{
  return (RowWalk){.list = list,
                   .run  = list->run + list->first[cell],
                   .at   = list->start[cell],
                   .end  = list->start[cell + 1]};
}

/* Take at most `most` pairs of one later pebble; returns their number, 0 at the end. */
ALWAYS_INLINE int row_walk_run(RowWalk *w, int most, int32_t *row, const int32_t **other)
{
  int n;

  if (w->at == w->end) return 0;
  n      = w->run->n - w->done < most ? w->run->n - w->done : most;
  *row   = w->run->row;
  *other = w->list->other + w->at;
  w->at += n;
  w->done += n;
  if (w->done == w->run->n) {
    w->run++;
    w->done = 0;
  }
  return n;
}

/* Take n pairs, which are there: the later pebbles, of which ROW_SPARE more are overwritten, and
   where their entries of other[] begin. */
ALWAYS_INLINE const int32_t *row_walk_take(RowWalk *walk, int n, int32_t *later)
{
  RowWalk        w    = *walk; /* stores to later[] cannot change it */
  const int32_t *from = w.list->other + w.at, *other;
  int32_t       *end  = later + n;

  if (w.list->wants_later) {
    memcpy(later, w.list->later + w.at, (size_t)n * sizeof *later);
    walk->at += n; /* runs are not asked for */
    return from;
  }
  while (later < end) {
    int32_t         row  = 0;
    const int       some = row_walk_run(&w, (int)(end - later), &row, &other);
    const FourSmall four = (FourSmall){0, 0, 0, 0} + row;

    for (int m = 0; m < some; m += 4) memcpy(later + m, &four, sizeof four);
    later += some;
  }
  *walk = w;
  return from;
}

void row_list_free(RowList *list);
/* Empty the list, for so many cells. */
void row_list_clear(RowList *list, int cells);
/* Space for so many pairs and runs in all. */
void row_list_reserve(RowList *list, PetscInt pairs, PetscInt runs);
/* Append the next cells, which are `laws` of one block: the pairs of n runs by law, each law's in the
   order of rows; law: of each pair, if there are several. */
void row_list_append(RowList *list, int cell, const RowRun *run, PetscInt n, const int32_t *other,
                     const int32_t *law, int laws);
/* Set `to` to the pairs whose surfaces are closer than near + reach[] of their law, m. */
void row_list_narrow(const RowList *list, const Ball *at, double near, const double *reach,
                     int laws, RowList *to);

#endif
