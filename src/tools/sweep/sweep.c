/* SPDX-License-Identifier: MIT */
/* A sweep from its table to its end. */
#define _POSIX_C_SOURCE 200809L
#include "tools/sweep/sweep.h"
#include "base/signals.h"
#include "output/files.h"
#include "run/setup/scenario.h"

/* Report the mistakes. *n: their number. Collective. */
static PetscErrorCode report(const Sweep *sweep, Faults *faults, int *n)
{
  PetscFunctionBeginUser;
  PetscCall(faults_gather(&sweep->par, faults, n));
  if (*n > 0 && sweep->par.rank == 0)
    faults_print(faults, sweep->table.path, (int)sweep->table.n_rows);
  faults_free(faults);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read and check table, settings and rows. All mistakes are reported: those of the table do not
   hide those of its rows. *status: EXIT_USAGE if there are any, EXIT_EARLY if a signal came before
   all rows had been checked. Collective. */
static PetscErrorCode prepare(Sweep *sweep, int *status)
{
  Faults      faults  = {0};
  bool        stopped = false;
  int         n;
  const char *path;
  Options    *line;

  PetscFunctionBeginUser;
  PetscCall(options_create(&sweep->par, scenario_kinds, &line));
  PetscCall(options_read_command_line(line));
  path = option_given(line, "", NULL, "sweep");
  PetscCall(table_read(&sweep->par, path ? path : "", &sweep->table, &faults));
  if (sweep->table.n_rows > 0) {
    PetscCall(sweep_read(sweep, line, &faults));
    PetscCall(sweep_check(sweep, &faults, &stopped));
  }
  options_destroy(&line);
  PetscCall(report(sweep, &faults, &n));
  if (n == 0 && stopped && sweep->par.rank == 0)
    printf("clast: sweep: stopped by a signal while its rows were checked; nothing has been run, "
           "give the same command again\n");
  *status = n > 0 ? EXIT_USAGE : stopped ? EXIT_EARLY : EXIT_DONE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lock the folder, which one sweep at a time may use, or tasks of an array with a row each. *lock:
   on rank 0; *good false: the folder cannot be used, which has been reported. Collective. */
static PetscErrorCode lock_folder(const Sweep *sweep, int *lock, bool *good)
{
  const bool one = sweep->only >= 0;
  char       why[FAULT_LENGTH];

  PetscFunctionBeginUser;
  *lock = -1;
  *good = true;
  if (sweep->par.rank == 0 && !folder_create(sweep->dir, why, sizeof why)) {
    fprintf(stderr, "clast: %s; nothing has been run\n", why);
    *good = false;
  } else if (sweep->par.rank == 0) {
    *good = folder_lock(sweep->dir, one, lock);
    if (!*good)
      fprintf(stderr,
              "clast: %s: another sweep%s is running in this folder: wait until it has ended, "
              "or give another -sweep_dir\n",
              sweep->dir, one ? "" : ", or a row of this one,");
  }
  PetscCall(parallel_bcast(&sweep->par, good, sizeof *good, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Run rows on a group until there are no more. Collective on the team. */
static PetscErrorCode run_rows(Team *team, Dispatch *dispatch, int64_t *busy)
{
  RowState state   = {.status = ROW_WAITING};
  Text     harvest = {0};
  int      row     = -1;

  PetscFunctionBeginUser;
  for (;;) {
    double start;

    if (team->par.rank == 0) PetscCall(dispatch_next(dispatch, row, &state, harvest.s, &row));
    PetscCall(parallel_bcast(&team->par, &row, sizeof row, 0));
    text_free(&harvest);
    if (row < 0) break;
    start = wall_seconds();
    PetscCall(row_run(team, row, &state, &harvest));
    *busy += llround(1e6 * (wall_seconds() - start));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Exit status of the sweep: 75 if rows are left to do, else the largest of the rows. */
static int exit_of(const Results *results)
{
  int most = results->lost ? EXIT_WRITING : EXIT_DONE;

  for (PetscInt r = 0; r < results->table->n_rows; r++) {
    const RowState *s = &results->states[r];

    if (s->status == ROW_FAILED) most = (int)max_int(most, s->exit);
    else if (s->status != ROW_FINISHED) return EXIT_EARLY;
  }
  return most;
}

/* Warn of columns asked for that no row has, as their names may be misspelt. */
static void warn_of_lacks(const Sweep *sweep, const Results *results)
{
  for (int k = 0; k < sweep->n_collect; k++)
    if (results_lack(results, sweep->collect[k]))
      fprintf(stderr, "clast: warning: -sweep_collect: %s: no finished row has it\n",
              sweep->collect[k]);
}

/* Print the result in one line on stdout, and what to do next. busy: wall time in rows, summed
   over ranks, s. */
static void print_end(const Sweep *sweep, const Results *a, int groups, double busy, int before)
{
  const double seconds = wall_seconds() - sweep->began;
  const int    n = (int)a->table->n_rows, finished = results_count(a, ROW_FINISHED),
            failed = results_count(a, ROW_FAILED);

  printf("clast: sweep: %d of %d rows finished, %d failed, %d to do%s; %.3f s on %d group%s of "
         "ranks, %.1f %% of it in the runs\n",
         finished, n, failed, n - finished - failed, before > 0 ? " (some were done before)" : "",
         seconds, groups, groups == 1 ? "" : "s", 100 * busy / (seconds * sweep->par.size));
  printf("clast: %s\n", a->path);
  for (int r = 0, told = 0; r < n && told < 10; r++)
    if (a->states[r].status == ROW_FAILED) {
      told++;
      printf("clast: row %s failed with exit status %d, see %s/%s/output.txt\n",
             a->table->rows[r].name, a->states[r].exit, sweep->dir, a->table->rows[r].name);
    }
  if (n > finished + failed) printf("clast: to go on: give the same command again\n");
  fflush(stdout);
}

/* Read the results of all rows from their folders. Rank 0. */
static void results_read(const Sweep *sweep, Results *results)
{
  results_create(&sweep->table, sweep->dir, results);
  for (PetscInt r = 0; r < sweep->table.n_rows; r++) {
    char     folder[FILE_PATH];
    RowState state;
    Text     harvest = {0};

    row_folder(sweep, (int)r, folder);
    row_read(folder, &state);
    if (state.status == ROW_RUNNING) state.status = ROW_CHECKPOINTED; /* it was killed */
    if (state.status != ROW_WAITING)
      row_harvest(folder, sweep->n_collect, sweep->collect, &harvest);
    results_set(results, (int)r, &state, harvest.s);
    text_free(&harvest);
  }
}

static PetscErrorCode run_all(Sweep *sweep, int *status)
{
  Results   results = {0};
  Dispatch *dispatch;
  Team      team     = {.sweep = sweep, .outside = dispatch_attend};
  int64_t   busy     = 0;   /* us */
  int       known[2] = {0}; /* number of groups, rows done before */

  PetscFunctionBeginUser;
  if (sweep->par.rank == 0) {
    results_read(sweep, &results);
    for (PetscInt r = 0; r < sweep->table.n_rows; r++) known[1] += row_is_done(&results.states[r]);
    known[0] =
      (int)max_int(1, min_int(sweep->par.size / sweep->ranks, sweep->table.n_rows - known[1]));
  }
  PetscCall(parallel_bcast(&sweep->par, known, sizeof known, 0));
  PetscCall(team_create(sweep, known[0], &team));
  dispatch_create(sweep, sweep->par.rank == 0 ? &results : NULL, known[0], &dispatch);
  team.context = dispatch;
  if (sweep->par.rank == 0) results_write(&results, true);
  PetscCall(run_rows(&team, dispatch, &busy));
  PetscCall(dispatch_close(dispatch));
  dispatch_destroy(&dispatch);
  PetscCall(team_free(&team));
  PetscCall(parallel_sum_int(&sweep->par, &busy, 1));
  if (sweep->par.rank == 0) {
    results_write(&results, true);
    print_end(sweep, &results, known[0], 1e-6 * (double)busy, known[1]);
    warn_of_lacks(sweep, &results);
    *status = exit_of(&results);
  }
  PetscCall(parallel_bcast(&sweep->par, status, sizeof *status, 0));
  results_free(&results);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write sweep.csv again from all folders. Tasks of an array do so one after the other, so that each
   reads the results that those before it have written. Rank 0. */
static void renew_results(const Sweep *sweep)
{
  Results results = {0};
  char    path[FILE_PATH + 16];
  int     lock;

  snprintf(path, sizeof path, "%s/sweep.lock", sweep->dir);
  lock = file_lock(path);
  results_read(sweep, &results);
  results_write(&results, true);
  warn_of_lacks(sweep, &results);
  results_free(&results);
  folder_unlock(lock);
}

/* -sweep_row: run one row on all ranks, and write sweep.csv again. */
static PetscErrorCode run_one(Sweep *sweep, int *status)
{
  Team     team = {.sweep = sweep, .par = sweep->par, .comm = sweep->par.comm};
  RowState state;
  Text     harvest = {0};
  char     folder[FILE_PATH];

  PetscFunctionBeginUser;
  row_folder(sweep, sweep->only, folder);
  row_read(folder, &state);
  PetscCall(parallel_bcast(&sweep->par, &state, sizeof state, 0));
  if (!row_is_done(&state)) PetscCall(row_run(&team, sweep->only, &state, &harvest));
  else if (sweep->par.rank == 0)
    printf("clast: row %s %s before: nothing is run\n", sweep->table.rows[sweep->only].name,
           state.status == ROW_FINISHED ? "has been finished" : "has failed");
  *status = state.exit;
  if (sweep->par.rank == 0) renew_results(sweep);
  text_free(&harvest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sweep_run(Communicator comm, const char *scenario, int *status)
{
  Sweep  sweep  = {.scenario = scenario, .began = wall_seconds()};
  Faults faults = {0};
  bool   good;
  int    lock = -1, n;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(comm, &sweep.par));
  PetscCall(prepare(&sweep, status));
  if (*status == EXIT_DONE && option_bool(sweep.options, "", NULL, "check")) {
    if (sweep.par.rank == 0)
      printf("clast: %d row%s without mistakes; nothing was run\n", (int)sweep.table.n_rows,
             sweep.table.n_rows == 1 ? "" : "s");
  } else if (*status == EXIT_DONE) {
    PetscCall(lock_folder(&sweep, &lock, &good));
    if (good) { /* start the sweep there, or go on; the folder may be that of another sweep */
      if (sweep.par.rank == 0) PetscCall(start_check(&sweep, &faults));
      PetscCall(report(&sweep, &faults, &n));
      good = n == 0;
    }
    if (!good) *status = EXIT_USAGE;
    else PetscCall(sweep.only >= 0 ? run_one(&sweep, status) : run_all(&sweep, status));
    folder_unlock(lock);
  }
  table_free(&sweep.table);
  options_destroy(&sweep.options);
  PetscCall(parallel_destroy(&sweep.par));
  PetscFunctionReturn(PETSC_SUCCESS);
}
