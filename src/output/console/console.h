/* SPDX-License-Identifier: MIT */
/* Lines that a run prints when it begins, while it goes on, and at its end. They may have wall
   times, as nothing in the run depends on them. */
#ifndef OUTPUT_CONSOLE_CONSOLE_H
#define OUTPUT_CONSOLE_CONSOLE_H

#include "output/console/limits.h"
#include "output/console/stages.h"
#include "output/run_folder.h"
#include "output/table/tables.h"
#include "space/halo.h"

/* ---- describe.c ---- */

/* Numbers over all ranks: clumps that are present, their pebbles, and rows of clumps that have left
   since the last rebuild. Collective. */
PetscErrorCode console_count(const World *world, int64_t counts[3]);
/* Print how many clumps and ranks there are, the time step and the time. Collective. */
PetscErrorCode console_describe(const World *world);
/* Print the numbers of links and of deformable bodies, the tails of interactions, and when clumps
   that wait enter. Collective. */
PetscErrorCode console_describe_more(World *world);

/* ---- progress.c ---- */

/* The progress of anything that takes long. True if -progress asks for a line on a terminal. */
bool progress_is_line(const Options *options);
/* Time at which the row after the one due at `seconds` is due, s. */
double progress_next(double seconds);
void   progress_say_duration(double seconds, char *text, size_t size);

typedef struct {
  int64_t last; /* step of the run */
  int64_t step; /* of the last line or row printed */
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
Progress progress_start(const World *world, int64_t last);
/* Called after a step, with the number of pebbles over all ranks: print if it is time. Rows are due
   1, 2, 5, 10, 30 s, 1, 2, 5, 10 min after the start, then each time 10 % later: about 80 in a
   week. Rank 0 prints; not collective. */
void progress_show(Progress *progress, const World *world, int64_t pebbles);
/* Erase the line, before other output. */
void progress_end(Progress *progress);

/* ---- end_report.c ---- */

/* State at the first step of a run, for the differences printed at its end. */
typedef struct {
  int64_t        step, clumps, waiting, inserted, left, pebbles;
  TotalValues    totals;
  HaloSent       sent;
  double         seconds[STAGES + 1]; /* Stages.seconds */
  PetscLogDouble start;               /* wall time, s */
} Opening;

/* The end of the run. */
typedef struct {
  RunEnd           end;
  const RunFolder *folder;
  bool             goes_on;    /* the run has gone on from a checkpoint */
  bool             dt_is_long; /* the given time step is longer than the automatic one */
  int64_t          saved_step; /* step of the last checkpoint of this run; -1: none */
  bool             failed;     /* the folder failed_folder has the state in which it stopped */
  double           seconds;    /* wall time of the steps */
  /* sums over all balances, and the last one; the imbalance at the end */
  const BalanceRow *balances, *balance;
  double            imbalance;
} Ending;

/* Note the state, when the first loads are known; goes_on: from a checkpoint. Collective. */
PetscErrorCode opening_note(World *world, bool goes_on, Opening *opening);
/* Print the reason of the end, the speed, with -verbose times by stage and messages, energies, and
   clumps that left or entered. Between two steps. Collective. */
PetscErrorCode end_report_print(World *world, const Opening *opening, const Ending *ending);
/* Print the last checkpoint, and the command to continue. On rank 0. */
void end_report_print_restart(const World *world, const Ending *ending);
/* Write two small files for the part of the run since the last restart: stages.csv, its wall time
   by stage, and warnings.txt, its warnings; without warnings an older warnings.txt is removed. A
   file that cannot be written gives a warning. Collective. */
PetscErrorCode summary_write(const World *world, const char *dir);

#endif
