/* SPDX-License-Identifier: MIT */
/* The results of a sweep. DIR/NAME/sweep.row is the record of a row, written by the ranks that run
   it: with it any sweep of the folder goes on. DIR/sweep.csv is made from the records and the last
   rows of log.csv; it is replaced as a whole. All functions are local. */
#ifndef TOOLS_SWEEP_RESULTS_H
#define TOOLS_SWEEP_RESULTS_H

#include "output/console/limits.h"
#include "tools/sweep/table.h"

typedef enum {
  ROW_WAITING,
  ROW_RUNNING,      /* or killed */
  ROW_CHECKPOINTED, /* stopped early, goes on */
  ROW_FINISHED,
  ROW_FAILED,
  ROW_STATES
} RowStatus;

typedef struct {
  RowStatus  status;
  int        exit;  /* exit status that the run by itself would have */
  int        begun; /* how often it was begun, or gone on with */
  int        ranks; /* of the last run */
  double     wall; /* wall time of all its runs that came to an end, set-up and files included, s */
  StopReason reason; /* of an early stop; not kept in the record */
} RowState;

/* True if a sweep that goes on leaves the row as it is: finished, or stopped by physics. */
bool row_is_done(const RowState *state);

/* Read the record in the row's folder. Without a record the row waits; with an incomplete one it
   was begun. A row whose run has finished by its file `status` is finished, even if its record
   says otherwise. */
void row_read(const char *folder, RowState *state);
/* Write the record. Returns false with `why` if it cannot be written. */
bool row_write(const char *folder, const RowState *state, char *why, size_t size);

/* Names and numbers for sweep.csv from the row's folder, as two lines of cells: the last row of
   log.csv without its wall time, then what -sweep_collect asks for. The caller frees ->s. */
void row_harvest(const char *folder, int n_asked, const char *const asked[], Text *harvest);
/* The fault of a word of -sweep_collect; NULL: none. */
const char *collect_fault(const char *word);

/* All rows. */
typedef struct {
  const Table *table;
  char         path[FAULT_LENGTH]; /* of sweep.csv */
  RowState    *states;             /* [n_rows] */
  char       **harvests;           /* [n_rows] or NULL */
  bool         changed;            /* since it was written */
  double       written, cost;      /* when it was written, and how long that took, s */
  bool         lost;               /* it could not be written last time, which was reported */
} Results;

void results_create(const Table *table, const char *dir, Results *results);
void results_free(Results *results);
/* Take the state of a row, and its harvest (copied; NULL: none). */
void results_set(Results *results, int row, const RowState *state, const char *harvest);
int  results_count(const Results *results, RowStatus status);
/* True if rows have been finished, and none of them has a value in this column of
   their harvests. */
bool results_lack(const Results *results, const char *column);
/* Write sweep.csv: temporary name, sync, rename. always false: only if that takes at most 2
   % of the time. */
void results_write(Results *results, bool always);

#endif
