/* SPDX-License-Identifier: MIT */
/* Tables of a run in CSV: columns, and rows that are structs. Rank 0 writes; all ranks get the
   outcome. */
#ifndef OUTPUT_TABLE_TABLE_H
#define OUTPUT_TABLE_TABLE_H

#include "matter/module.h"

/* Member of a row that a column shows, and how it is printed. */
typedef enum {
  TABLE_INT64,
  TABLE_INT32,
  TABLE_WHOLE,     /* double: an integer */
  TABLE_REAL,      /* double: 17 digits */
  TABLE_SOME,      /* double: 17 digits; empty if it is not a number */
  TABLE_DECIMALS3, /* double: three decimals */
  TABLE_DECIMALS4, /* double: four decimals */
  TABLE_DIGITS3,   /* double: three digits */
  TABLE_NAME,      /* const char * */
  TABLE_WORD       /* char[], ends with a zero */
} TableType;

typedef struct {
  char        name[NAME_LENGTH];
  const char *unit; /* NULL: none */
  TableType   type;
  size_t      offset; /* in a row */
  const char *text;   /* meaning */
} OutputColumn;       /* a list ends with an empty name */

typedef struct {
  const char         *name;    /* of the file in the folder of the run */
  const OutputColumn *columns; /* the first is the step, an integer */
  size_t              row_size;
  /* Order of the rows of all ranks; NULL: rank 0 has all rows, in order. */
  int (*compare)(const void *, const void *);
} OutputTable;

/* Number of a row whose columns are known at run time only: TABLE_INT64 or TABLE_REAL. */
typedef union {
  int64_t whole;
  double  real;
} TableNumber;

/* A table, or another text that grows, while it is written. */
typedef struct {
  FILE       *file;    /* on rank 0, unbuffered; else NULL */
  bool        is_open; /* the same on all ranks */
  int64_t     lost;    /* number of rows that could not be written; the same on all ranks */
  int         fault;   /* errno of the last of them; the same on all ranks */
  bool        gone; /* the file was removed or moved, so its rows are lost; the same on all ranks */
  char        path[PETSC_MAX_PATH_LEN];
  OutputTable table; /* without the name */
  OutputColumn *own; /* columns to be freed with it, or NULL */
} Log;

/* Open DIR/<name of the table>: empty (step < 0), or to append after `step`, with later rows
   removed; rows of other columns are then moved to DIR/NAME-to-<step of the last>.csv, which is
   reported. wanted false: nothing is written, but the table of a former run is removed, or cut.
   Collective. Error: PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode table_open(const Parallel *par, const char *dir, int64_t step, bool wanted,
                          const OutputTable *table, Log *log);
/* As table_open, for columns that were made with array_create: they belong to the log. */
PetscErrorCode table_open_made(const Parallel *par, const char *dir, int64_t step,
                               OutputTable table, OutputColumn *columns, Log *log);
/* The same for DIR/SECTIONs/NAME.csv, whose rows are numbers (TableNumber) one after the other. */
PetscErrorCode table_open_numbers(const Parallel *par, const char *dir, const char *section,
                                  const char *name, int64_t step, OutputColumn *columns, Log *log);
/* Append rows as one piece: those of rank 0, or with an order those of all ranks. Does nothing if
   the log is not open. Collective. */
PetscErrorCode table_write(const Parallel *par, Log *log, PetscInt n, const void *rows);
/* Records of all ranks, `size` bytes each, in this order on rank 0; elsewhere *n is 0. *all is
   freed with array_free. Collective. */
PetscErrorCode table_gather(const Parallel *par, size_t                          size,
                            int (*compare)(const void *, const void *), PetscInt n_mine,
                            const void *mine, PetscInt *n, void *all);

/* ---- texts whose rows begin with a step ---- */

/* Open DIR/NAME as table_open does; `header` is its first line. Collective. */
PetscErrorCode log_table(const Parallel *par, const char *dir, const char *name, const char *header,
                         int64_t step, Log *log);
/* Open the text at log->path, which is empty but for a header, or go on with the one that is there
   (appends). code: errno of rank 0 so far, which fails on all ranks. Collective. */
PetscErrorCode log_open(const Parallel *par, int code, bool appends, const char *header, Log *log);
/* Append rank 0's line, or lines, the last of which ends with a newline. What cannot be written
   completely is removed again and counted as lost. Collective. */
PetscErrorCode log_line(const Parallel *par, Log *log, const char *line);
/* Set `gone` if the file no longer has its path, as after the run's folder was removed or moved.
   Collective. */
PetscErrorCode log_look(const Parallel *par, Log *log);
void           log_close(Log *log);

/* ---- what modules count (Output) ---- */

/* After calls that write rows, of which `before` were lost until then: count those lost since; the
   first gives a warning: "no WHAT at step ...". */
void log_count(const Log *log, int64_t before, const char *what, const World *world,
               Output *output);
/* Count a file, or a row of one, that was not written, in *lost, too; the first one gives a warning
   with the reason: "WHAT at step ...". */
void file_count(bool written, int64_t *lost, const char *why, const World *world, Output *output,
                const char *what, ...) PETSC_ATTRIBUTE_FORMAT(6, 7);
/* At the end of a step: complete it and show velocities, if any of n objects of a module is due,
   and call `write` for each that is. beat: of the first object, and `stride` bytes on of the next;
   ready: NULL, or what to do before velocities are shown. Collective. */
PetscErrorCode due_write(void *self, World *world, Output *output, int n, const Beat *beat,
                         size_t stride, PetscErrorCode (*ready)(World *world),
                         PetscErrorCode (*write)(void *self, World *world, int k, Output *output));

#endif
