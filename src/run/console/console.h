/* SPDX-License-Identifier: MIT */
/* Lines that a run prints while it goes on and at its end. They may have wall times, as nothing
   in the run depends on them. */
#ifndef RUN_CONSOLE_CONSOLE_H
#define RUN_CONSOLE_CONSOLE_H

#include "measure/totals.h"
#include "run/sim.h"

/* ---- describe.c ---- */

/* Numbers over all ranks: clumps that are present, their pebbles, and rows of clumps that have left
   since the last rebuild. Collective. */
PetscErrorCode console_count(const Sim *sim, int64_t counts[3]);

/* ---- progress.c ---- */

typedef struct {
  int64_t first, last; /* first and last step of the run */
  int64_t step;        /* step of the last line or row printed */
  int64_t pebbles;     /* number over all ranks, when last counted */
  /* line: one line on a terminal, overwritten; rows: printed at increasing intervals */
  bool           line, rows;
  PetscLogDouble start, shown; /* wall times of the start and of the last line or row, s */
  double         next;         /* seconds after the start at which the next row is due */
  double         rate;         /* smoothed steps/s */
  bool           open;         /* the line is on the terminal */
} Progress;

/* Form of the progress by -progress: line, rows or none; auto: a line if stderr of this rank is a
   terminal, or the environment has CLAST_TERMINAL=1 (jobs/local.sh sets it if a terminal is behind
   the launcher's pipe), else rows. */
Progress progress_start(const Sim *sim, int64_t last, int64_t pebbles);
/* Called after a step: print if it is time. Rows are due 1, 2, 5, 10, 30 s, 1, 2, 5, 10 min after
   the start, then each time 10 % later: about 80 in a week. Rank 0 prints; not collective. */
void progress_show(Progress *progress, const Sim *sim);
/* Erase the line, before other output. */
void progress_end(Progress *progress);

/* ---- end_report.c ---- */

/* State at the first step of a run, for the differences printed at its end. */
typedef struct {
  int64_t        step, clumps, waiting, inserted, left, pebbles;
  TotalValues    totals;
  HaloSent       sent;
  StageTimes     times;
  double         output; /* wall time of output on this rank before, s */
  PetscLogDouble start;  /* wall time, s */
} Opening;

/* The end of the run. */
typedef struct {
  RunEnd  end;
  int64_t saved_step; /* step of the last checkpoint of this run; -1: none */
  double  seconds;    /* wall time of the steps */
} Ending;

/* Note the state, when the first loads are known. Collective. */
PetscErrorCode opening_note(Sim *sim, Opening *opening);
/* Print the reason of the end, energies, clumps that left or entered, the last checkpoint, and the
   command to continue; with -verbose also times by stage and messages. Between two steps.
   Collective. */
PetscErrorCode end_report_print(Sim *sim, const Opening *opening, const Ending *ending);

#endif
