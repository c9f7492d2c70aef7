/* SPDX-License-Identifier: MIT */
/* Plug-in kind Total: a number, or a vector, of the whole run at one time; a column of log.csv, or
   three. A total is one const struct, and one line in total_list.h. */
#ifndef MEASURE_TOTAL_H
#define MEASURE_TOTAL_H

#include "measure/measured.h"
#include "measure/total_list.h"

typedef struct Total {
  const char        *name, *unit, *text; /* column, its unit (NULL: none), its meaning */
  bool               whole;              /* an integer, below 2^53 */
  const char *const *parts;              /* columns NAME_PART, as of a vector; ends with NULL */
  /* false: this run has no such column. The same on all ranks, and for the whole run. NULL: every
     run has it. */
  bool (*is_used)(const Measured *);
  /* Exactly one of these. add: add this rank's part to one exact sum, or one of each part (zero
     before), whose values over all ranks are the total; largest: this rank's value, of which the
     largest is the total; value, or `part` below: a number that is the same on all ranks. Not
     collective. */
  void (*add)(const Measured *, Sum *);
  /* with `add`: add numbers that are the same on all ranks, such as Measured.energies, to the sum
     over all ranks; NULL: there are none */
  void (*complete)(const Measured *, Sum *);
  double (*largest)(const Measured *);
  double (*value)(const Measured *);
  /* has: false if this run does not have the column of this part; part: its number. Both are the
     same on all ranks */
  bool (*has)(const Measured *, int part);
  double (*part)(const Measured *, int part);
} Total;

/* Parts of a vector, and of a matrix: xx, xy, xz, yx, ... */
extern const char *const total_axes[], *const total_entries[];

#define DECLARE_TOTAL(total) extern const Total total;
TOTALS(DECLARE_TOTAL)
#undef DECLARE_TOTAL

#endif
