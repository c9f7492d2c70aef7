/* SPDX-License-Identifier: MIT */
/* Text files of a run: log.csv, status, resolved.yaml. Rank 0 writes; all ranks get the outcome. */
#ifndef OUTPUT_TABLE_LOG_H
#define OUTPUT_TABLE_LOG_H

#include "measure/totals.h"

enum { LOG_COLUMNS_MOST = TOTALS_MOST + 4 };

typedef struct {
  FILE   *file;    /* on rank 0, unbuffered; else NULL */
  bool    is_open; /* the same on all ranks */
  int64_t lost;    /* number of rows that could not be written; the same on all ranks */
  int     fault;   /* errno of the last of them; the same on all ranks */
  bool    has[LOG_COLUMNS_MOST]; /* of log.csv: it has log_column k */
  bool    gone; /* the file was removed or moved, so its rows are lost; the same on all ranks */
  char    path[PETSC_MAX_PATH_LEN];
} Log;

/* A row of log.csv. */
typedef struct {
  int64_t     step;
  double      time, dt; /* s */
  TotalValues totals;
  double      wall_time; /* s */
} LogRow;

/* A column of log.csv: step, time, dt, the totals and wall_time. */
typedef TotalColumn LogColumn;

enum { LOG_LINE = 4096 };

/* Column k of those that a run may have, from 0 on; false: there are no more. */
bool log_column(int k, LogColumn *column);

/* Open DIR/log.csv with the columns that this run has: empty (step < 0), or to append after `step`,
   with later rows removed; rows of other columns are then moved to DIR/log-to-<step of the
   last>.csv, which is reported. Collective. Error: PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode log_open(const Parallel *par, const char *dir, int64_t step,
                        const Measured *measured, Log *log);
/* Append a row as log_line does. Collective. */
PetscErrorCode log_row(const Parallel *par, Log *log, const LogRow *row);
PetscErrorCode log_close(Log *log);

/* Open any table whose rows begin with a step, as log_open does; `header` is its first line.
   Collective. */
PetscErrorCode log_table(const Parallel *par, const char *dir, const char *name, const char *header,
                         int64_t step, Log *log);
/* For a table that this run does not write: remove that of a former run (step < 0), or its rows
   after `step`. Collective. */
PetscErrorCode log_leave(const Parallel *par, const char *dir, const char *name, const char *header,
                         int64_t step, Log *log);
/* Append rank 0's line, which ends with a newline. A line that cannot be written completely is
   removed again and counted as lost. Collective. */
PetscErrorCode log_line(const Parallel *par, Log *log, const char *line);

/* Set `gone` if the file no longer has its path, as after the run's folder was removed or moved.
   Collective. */
PetscErrorCode log_look(const Parallel *par, Log *log);

/* Create the folder of a run and its parents. Collective. Error: PETSC_ERR_FILE_OPEN. */
PetscErrorCode log_folder(const Parallel *par, const char *dir);
/* Write one word to DIR/status, by rename, or by overwriting the file if that fails, as on a full
   disk. *kept, -1 before the first call, keeps a descriptor of the file on rank 0, for the case
   that no further file can be opened. Collective. */
PetscErrorCode status_write(const Parallel *par, const char *dir, const char *word, int *kept);
void           status_close(int *kept);
/* Write `text` to DIR/name, by rename. Collective. */
PetscErrorCode text_write(const Parallel *par, const char *dir, const char *name, const char *text);

#endif
