/* SPDX-License-Identifier: MIT */
/* The text files of a run: log.csv, status, resolved.yaml. Rank 0 writes, all ranks learn whether it worked. */
#ifndef OUTPUT_LOG_H
#define OUTPUT_LOG_H

#include "measure/totals.h"

typedef struct {
  FILE   *file;    /* rank 0, unbuffered */
  bool    is_open; /* on every rank */
  int64_t lost;    /* rows that could not be written, and */
  int     fault;   /* errno of the last of them; alike on every rank */
} Log;

/* Open DIR/log.csv: anew (step < 0), or going on after `step`, with later rows cut off. Collective.
   Error: PETSC_ERR_FILE_OPEN when it cannot be written. */
PetscErrorCode log_open(const Parallel *par, const char *dir, int64_t step, Log *log);
PetscErrorCode log_row(const Parallel *par, Log *log, int64_t step, double time, double dt, const Totals *totals,
                       double wall_time); /* as log_line */
PetscErrorCode log_close(Log *log);

/* Any table whose rows begin with a step, opened in the same way; `header` is its first line. Collective. */
PetscErrorCode log_table(const Parallel *par, const char *dir, const char *name, const char *header, int64_t step, Log *log);
/* A table that this run does not write: what another left is removed (step < 0), or loses its rows after `step`. Collective. */
PetscErrorCode log_leave(const Parallel *par, const char *dir, const char *name, const char *header, int64_t step, Log *log);
/* One more row, of rank 0, with its line end. What cannot be written whole is taken back and counted as lost. Collective. */
PetscErrorCode log_line(const Parallel *par, Log *log, const char *line);

/* The folder of a run, and those above it. Collective. */
PetscErrorCode log_folder(const Parallel *par, const char *dir);
/* One word into DIR/status, by rename, or over what is there if the disk is full. Collective. */
PetscErrorCode status_write(const Parallel *par, const char *dir, const char *word);
/* `text` into DIR/name, by rename. Collective. */
PetscErrorCode text_write(const Parallel *par, const char *dir, const char *name, const char *text);

#endif
