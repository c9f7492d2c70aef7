/* SPDX-License-Identifier: MIT */
/* The table of a sweep: CSV, a run a row. The header names options as on the command line, without
   the dash, and may have the columns `name` (default row-1, row-2, ...) and `cost` (any unit, >= 0;
   long runs first). Cells with commas stand in double quotes, "" in them is a quote. Blanks around
   cells, blank lines and lines that begin with # are ignored. An empty cell: the option is not
   given in this row. */
#ifndef TOOLS_SWEEP_TABLE_H
#define TOOLS_SWEEP_TABLE_H

#include "tools/sweep/faults.h"

typedef struct {
  char   name[NAME_LENGTH];
  double cost;
  int    line;
  char **cells; /* [n_columns], "": not given */
} TableRow;

typedef struct {
  char      path[PETSC_MAX_PATH_LEN], folder[PETSC_MAX_PATH_LEN]; /* folder: absolute */
  char     *bytes;                                                /* of the file */
  size_t    size;
  NameIndex columns; /* names of options */
  bool      has_cost;
  PetscInt  n_rows, capacity;
  TableRow *rows;
} Table;

/* Read the file on rank 0; all ranks get the table. Its mistakes are added to faults on rank 0; the
   rows without mistakes are there all the same. Collective. */
PetscErrorCode table_read(const Parallel *par, const char *path, Table *table, Faults *faults);
void           table_free(Table *table);
/* Row of this name, -1: none. */
int table_row(const Table *table, const char *name);
/* Add a cell, in quotes if it needs them. */
void table_say_cell(Text *text, const char *cell);

#endif
