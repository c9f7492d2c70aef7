/* SPDX-License-Identifier: MIT */
/* Many runs in one job: the rows of a table, side by side on groups of ranks.

     table.c     reading the table; the mistakes of a sweep
     check.c     mistakes of all rows, before anything runs
     start.c     the folder of the sweep, and the check that the same sweep was started there
     results.c   numbers from the folders of rows, their records, and sweep.csv
     dispatch.c  which row is run next, and its result: rank 0 and the first ranks of groups
     row.c       one row on one group
     sweep.c     a sweep from its table to its end
     make.c      tables: grids and Latin hypercubes */
#ifndef TOOLS_SWEEP_SWEEP_H
#define TOOLS_SWEEP_SWEEP_H

#include "tools/sweep/results.h"

typedef struct {
  Parallel    par;      /* all ranks */
  const char *scenario; /* file; NULL: none */
  double      began;    /* wall time, s */
  Table       table;
  Options    *options; /* of the first row, for what concerns the sweep */
  char        dir[PETSC_MAX_PATH_LEN];
  char        final[PETSC_MAX_PATH_LEN]; /* name of output: final in the row's folder; "": none */
  int         ranks, only; /* ranks a run; the row that is run alone, -1: all are run */
  int         n_collect;
  const char *const *collect;    /* words of -sweep_collect */
  bool               row_limits; /* run: wall_limit is a column: it counts for each row */
} Sweep;

/* `clast -sweep TABLE.csv`: read, check, run. *status: exit status of the program. Collective. */
PetscErrorCode sweep_run(Communicator comm, const char *scenario, int *status);

typedef struct {
  const Sweep *sweep;
  Communicator comm;
  Parallel     par;
  bool (*outside)(void *context); /* asks the run to stop, on the first rank of the group */
  void *context;
} Team;

/* ---- check.c ---- */

/* Read the settings of the sweep from those of its first row. line: options of the command line. */
PetscErrorCode sweep_read(Sweep *sweep, const Options *line, Faults *faults);
/* Check all rows that are to be run, on groups of ranks as they run, so that a row has the memory
   that it needs. With -check, and before a sweep is started, bodies are placed, too. *stopped: a
   signal came before all had been checked. Collective. */
PetscErrorCode sweep_check(const Sweep *sweep, Faults *faults, bool *stopped);
/* The options of a row, with room for ROW_MORE further ones; array_free(pairs). */
enum { ROW_MORE = 4 };
OptionRow row_options(const Sweep *sweep, int row);

/* ---- start.c ---- */

/* True if a sweep was started in the folder, so that all its rows have been checked.
   Rank 0 only. */
bool start_was_made(const Sweep *sweep);
/* Note the start of the sweep in its folder, which exists and is locked; if one was started there,
   compare it: any difference is a fault, and nothing is changed. Rank 0 only. */
PetscErrorCode start_check(const Sweep *sweep, Faults *faults);

/* ---- row.c ---- */

/* Divide the ranks into so many groups of consecutive ranks, at most one for each rank, and create
   that of this rank. Ranks left over join groups one by one. Collective. */
PetscErrorCode team_create(const Sweep *sweep, int groups, Team *team);
PetscErrorCode team_free(Team *team);
/* Folder of a row, FILE_PATH bytes. */
void row_folder(const Sweep *sweep, int row, char *folder);
/* Run a row to its end, or go on with it. Its prints go to DIR/NAME/output.txt, unless it is run
   alone. harvest: on rank 0 of the group; freed by the caller. Collective on the team. */
PetscErrorCode row_run(const Team *team, int row, RowState *state, Text *harvest);

/* ---- dispatch.c ---- */

typedef struct Dispatch Dispatch;

/* Create the dispatch. On rank 0 it queues the rows to do, those begun least often first, then by
   cost. results: on rank 0, else NULL. The caller keeps `sweep` and `results`. groups: number of
   groups. Local. */
void dispatch_create(const Sweep *sweep, Results *results, int groups, Dispatch **dispatch);
void dispatch_destroy(Dispatch **dispatch);
/* Report the result of the last row (`last`, -1: none) and get the next row for the group of this
   first rank, -1: no more. May wait for rank 0. */
PetscErrorCode dispatch_next(Dispatch *dispatch, int last, const RowState *state,
                             const char *harvest, int *row);
/* Called often while a row runs, on first ranks: rank 0 answers other groups and shows the
   progress. True: stop the row, as the sweep stops. For Team.outside. */
bool dispatch_attend(void *dispatch);
/* Rank 0: attend until all other groups have been told that there are no more rows. */
PetscErrorCode dispatch_close(Dispatch *dispatch);

/* ---- make.c: clast -sweep_make grid|latin -sweep TABLE.csv -KEY SPEC ... ---- */

/* True if the command line asks for a table. */
bool sweep_make_is_asked(int argc, char **argv);
/* Write the table; mistakes are reported on stderr. Returns the exit status of the
   program. Needs no MPI. */
int sweep_make(int argc, char **argv);

#endif
