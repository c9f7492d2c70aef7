/* SPDX-License-Identifier: MIT */
/* events.csv of a run: what happened when, such as bonds that broke. Rows are collected on the rank
   where it happened, and written from time to time in an order that does not depend on ranks. */
#ifndef OUTPUT_TABLE_EVENTS_H
#define OUTPUT_TABLE_EVENTS_H

#include "output/table/log.h"

typedef struct {
  int64_t step;
  double  time;                 /* s */
  char    event[16];            /* what happened: a word */
  char    name[NAME_LENGTH];    /* of the object of the scenario */
  char    mode[NAME_LENGTH];    /* how; "": not given */
  Id      clump, other;         /* -1: none; other -1: only one clump is concerned */
  int32_t pebble, other_pebble; /* -1: the clump as a whole */
  Vec3    place;                /* m; of a clump only */
  double  value;                /* NAN: none */
  int64_t order;                /* order within a step of events that concern no clump */
} Event;

/* Rows that are still to be written: this rank's. Starts as {0}; array_free(rows). */
typedef struct Journal {
  bool     used; /* something may happen in this run; the same on all ranks */
  PetscInt n, capacity;
  Event   *rows;
} Journal;

PetscErrorCode journal_add(Journal *journal, const Event *event);

/* A column of events.csv, for docs/files.md. */
typedef struct {
  const char *name, *unit, *text;
} EventColumn; /* the list ends with name == NULL */

extern const EventColumn event_columns[];

/* Open DIR/events.csv: empty (step < 0), or to append after `step`, with later rows removed. used
   false: nothing can happen in this run; the file of an earlier run is removed or cut. Collective.
   Error: PETSC_ERR_FILE_OPEN if it cannot be written. */
PetscErrorCode events_open(const Parallel *par, const char *dir, int64_t step, bool used, Log *log);
/* Append this rank's events, and those of all others, by step, then by name and clumps. Does
   nothing if the log is not open. Collective. */
PetscErrorCode events_write(const Parallel *par, Log *log, PetscInt n, const Event *list);

#endif
