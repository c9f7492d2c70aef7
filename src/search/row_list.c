/* SPDX-License-Identifier: MIT */
/* Pair lists by row (row_list.h): how they are made and narrowed. */
#include "search/row_list.h"
#include "base/rows.h"

void row_list_free(RowList *list)
{
  array_free(&list->run);
  array_free(&list->other);
  array_free(&list->start);
  array_free(&list->first);
  array_free(&list->later);
}

void row_list_clear(RowList *list, int cells)
{
  if (cells != list->cells || !list->start) {
    array_free(&list->start);
    array_free(&list->first);
    array_create(&list->start, sizeof *list->start, cells + 1);
    array_create(&list->first, sizeof *list->first, cells + 1);
    list->cells = cells;
  }
  list->n = list->n_runs = 0;
}

void row_list_reserve(RowList *list, PetscInt pairs, PetscInt runs)
{
  array_reserve(&list->other, sizeof *list->other, pairs + ROW_SPARE, &list->capacity);
  array_reserve(&list->run, sizeof *list->run, runs, &list->run_capacity);
}

/* Where the next pair of a law goes, its next run, and the last run of the block that had one. */
typedef struct {
  PetscInt pairs, runs, last;
} Law;

/* Counting sort of the pairs of several laws. */
static void append_sorted(RowList *list, int cell, const RowRun *run, PetscInt n,
                          const int32_t *other, const int32_t *law, int laws)
{
  PetscInt k = 0;
  Law     *at;

  array_create(&at, sizeof *at, laws);
  for (PetscInt r = 0; r < n; r++)
    for (int32_t m = 0; m < run[r].n; m++, k++) {
      Law *l = &at[law[k]];

      l->runs += l->last != r + 1;
      l->last = r + 1;
      l->pairs++;
    }
  for (int g = 0; g < laws; g++) {
    const Law l = at[g];

    at[g]                 = (Law){.pairs = list->n, .runs = list->n_runs};
    list->start[cell + g] = list->n;
    list->first[cell + g] = list->n_runs;
    list->n += l.pairs;
    list->n_runs += l.runs;
  }
  k = 0;
  row_list_reserve(list, list->n, list->n_runs);
  for (PetscInt r = 0; r < n; r++)
    for (int32_t m = 0; m < run[r].n; m++, k++) {
      Law *l = &at[law[k]];

      if (l->last != r + 1) list->run[l->runs++] = (RowRun){run[r].row, 0};
      l->last = r + 1;
      list->run[l->runs - 1].n++;
      list->other[l->pairs++] = other[k];
    }
  array_free(&at);
}

void row_list_append(RowList *list, int cell, const RowRun *run, PetscInt n, const int32_t *other,
                     const int32_t *law, int laws)
{
  PetscInt pairs = 0;

  if (laws > 1) append_sorted(list, cell, run, n, other, law, laws);
  else {
    for (PetscInt r = 0; r < n; r++) pairs += run[r].n;
    list->start[cell] = list->n;
    list->first[cell] = list->n_runs;
    row_list_reserve(list, list->n + pairs, list->n_runs + n);
    if (n > 0) {
      memcpy(list->run + list->n_runs, run, (size_t)n * sizeof *run);
      memcpy(list->other + list->n, other, (size_t)pairs * sizeof *other);
    }
    list->n += pairs;
    list->n_runs += n;
  }
  list->start[cell + laws] = list->n;
  list->first[cell + laws] = list->n_runs;
  for (int k = 0; k < ROW_SPARE; k++) list->other[list->n + k] = 0; /* a row that is there */
}

/* Bit mask of four pairs that are closer than near, m. x: centre of the later pebble, and its radius
   times -1. */
ALWAYS_INLINE unsigned near_mask(const Ball *at, const int32_t *other, const Four *x, double near)
{
  FourPlaces place;
  Four       d[4], square, reach;
  FourInts   yes;

  row_places(other, &place);
  for (int m = 0; m < 4; m++) {
    four_get(&d[m], &at[place[m]].x);
    d[m] = d[m] - *x;
  }
  four_turn(d);
  square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  reach  = d[3] + near;
  yes    = (FourInts)(square < reach * reach);
  return four_mask(&yes);
}

/* Append the pairs of runs from .. to - 1 that are closer than near, m, to `out`. */
KERNEL static void pick_runs(const RowList *list, const Ball *at, double near, PetscInt from,
                             PetscInt to, PetscInt first_pair, RowList *out)
{
  const FourInts sign    = {0, 0, 0, INT64_MIN};
  const int32_t *other   = list->other + first_pair;
  const RowRun  *run     = list->run;
  RowRun        *out_run = out->run + out->n_runs;
  int32_t       *begin   = out->other + out->n;

  for (PetscInt r = from; r < to; r++) {
    const int32_t row = run[r].row, *last = other + run[r].n;
    int32_t      *end = begin;
    Four          x;

    four_get(&x, &at[row].x);
    x = (Four)((FourInts)x ^ sign);
    for (; other + 4 <= last; other += 4) {
      const unsigned mask = near_mask(at, other, &x, near);

      four_pick(mask, other, end);
      end += four_counts[mask];
    }
    if (other < last) {
      const unsigned mask = near_mask(at, other, &x, near) & ((1U << (last - other)) - 1);

      four_pick(mask, other, end);
      end += four_counts[mask];
    }
    other    = last;
    *out_run = (RowRun){row, (int32_t)(end - begin)};
    out_run += end > begin;
    begin = end;
  }
  out->n      = (PetscInt)(begin - out->other);
  out->n_runs = (PetscInt)(out_run - out->run);
}

static void write_later(RowList *list)
{
  int32_t *to;

  array_reserve(&list->later, sizeof *list->later, list->n + ROW_SPARE, &list->later_capacity);
  to = list->later;
  for (PetscInt r = 0; r < list->n_runs; r++) {
    const RowRun run = list->run[r];

    for (int32_t m = 0; m < run.n; m += 4) {
      const FourSmall four = (FourSmall){0, 0, 0, 0} + run.row;

      memcpy(to + m, &four, sizeof four);
    }
    to += run.n;
  }
}

void row_list_narrow(const RowList *list, const Ball *at, double near, const double *reach,
                     int laws, RowList *to)
{
  const int cells = (int)list->cells;

  row_list_clear(to, cells);
  for (int c = 0; c < cells; c++) {
    const PetscInt from = list->first[c], runs = list->first[c + 1] - from;

    to->start[c] = to->n;
    to->first[c] = to->n_runs;
    /* one run more: the last is written even if it is empty */
    row_list_reserve(to, to->n + list->start[c + 1] - list->start[c], to->n_runs + runs + 1);
    pick_runs(list, at, near + reach[c % laws], from, from + runs, list->start[c], to);
  }
  to->start[cells] = to->n;
  to->first[cells] = to->n_runs;
  if (to->wants_later) write_later(to);
  row_list_reserve(to, to->n, to->n_runs);
  for (int k = 0; k < ROW_SPARE; k++) to->other[to->n + k] = 0;
}
