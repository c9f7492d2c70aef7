/* SPDX-License-Identifier: MIT */
/* Parts that the sources of csv.h share. */
#ifndef OPTIONS_CSV_INTERNAL_H
#define OPTIONS_CSV_INTERNAL_H

#include "options/csv.h"

/* The part of a cell that a message shows. */
typedef struct {
  char s[CSV_CELL_SHOWN + 4];
} CsvShown;

CsvShown csv_show(const char *cell);

#endif
