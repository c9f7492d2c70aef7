/* SPDX-License-Identifier: MIT */
/* Totals over all clumps, the columns of log.csv that are found from the state: exact sums, so that
   a row has the same digits on any number of ranks. */
#ifndef MEASURE_TOTALS_H
#define MEASURE_TOTALS_H

#include "matter/module.h"
#include "measure/measured.h"

/* A column that a run may have. */
typedef struct {
  char                name[NAME_LENGTH];
  const char         *unit, *text; /* unit NULL: none */
  bool                whole;       /* an integer */
  bool                largest;     /* the largest number of all ranks, no sum */
  const struct Total *of;          /* the total; NULL: the content of a quantity */
  int                 part;        /* of the total, or the quantity */
} TotalColumn;

enum { TOTALS_MOST = 128 };

/* Values at one time, in the order of columns; those of columns that the run does not
   have are 0. */
typedef struct TotalValues {
  double value[TOTALS_MOST];
} TotalValues;

/* Column k, from 0 on; false: there are no more. */
bool totals_column(int k, TotalColumn *column);
/* True if this run has the column. */
bool total_is_used(const TotalColumn *column, const Measured *measured);
/* Value of the column of this name; NAN: there is none. */
double totals_value(const TotalValues *totals, const char *name);
/* Find all totals, after a finished step. Clumps with all degrees of freedom blocked count in the
   numbers of clumps and pebbles only. Collective. */
PetscErrorCode totals_find(const Measured *measured, TotalValues *totals);
/* Find all totals of a run, whose last step is completed for this. Collective. */
PetscErrorCode totals_now(World *world, TotalValues *totals);
/* The same in parts. totals_ask: append this rank's part of all sums; totals_from: the totals from
   these sums over all ranks, and, if `maxima` is set, from further maxima over them; others are 0
   then. Collective. */
PetscErrorCode totals_ask(const Measured *measured, AskedSums *asked);
PetscErrorCode totals_from(const Measured *measured, const Sum *sums, bool maxima,
                           TotalValues *totals);

#endif
