/* SPDX-License-Identifier: MIT */
/* The table of a sweep: CSV, a run a row. The header names options as on the command line, without
   the dash, and may have the columns `name` (default row-1, row-2, ...) and `cost` (any unit, >= 0;
   long runs first). Cells with commas stand in double quotes, "" in them is a quote. Blanks around
   cells, blank lines and lines that begin with # are ignored. An empty cell: the option is not
   given in this row. The mistakes of a sweep are collected before anything runs. */
#ifndef TOOLS_SWEEP_TABLE_H
#define TOOLS_SWEEP_TABLE_H

#include "base/parallel.h"
#include "options/text.h"
#include "output/files.h"

enum { FAULT_LENGTH = 1024, FAULTS_TOLD = 100 };

typedef struct {
  int  line, more;       /* of the table, 0: none; further rows with the same text */
  char row[NAME_LENGTH]; /* name of the row, "": none */
  char text[FAULT_LENGTH];
} Fault;

/* Faults with different texts; of equal texts the one with the lowest line is kept. All
   zero: none. */
typedef struct {
  NameIndex texts;
  Fault    *list; /* [texts.n] */
  PetscInt  capacity;
} Faults;

void faults_add(Faults *faults, const char *row, int line, const char *format, ...)
  PETSC_ATTRIBUTE_FORMAT(4, 5);
/* Join those of all ranks on rank 0; *n: their number, the same on every rank. Collective. */
PetscErrorCode faults_gather(const Parallel *par, Faults *faults, int *n);
/* Print them on stderr, by line, with the name of the table, which has n_rows rows. */
void faults_print(Faults *faults, const char *table, int n_rows);
void faults_free(Faults *faults);

typedef struct {
  char   name[NAME_LENGTH];
  double cost;
  int    line;
  char **cells; /* [n_columns], "": not given */
} TableRow;

typedef struct {
  char      path[PETSC_MAX_PATH_LEN], folder[FILE_PATH]; /* folder: absolute */
  char     *bytes;                                       /* of the file */
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
/* Folder of a file: absolute, FILE_PATH bytes. */
void absolute_folder(const char *path, char *folder);
/* Add a cell, in quotes if it needs them. */
void table_say_cell(Text *text, const char *cell);

#endif
