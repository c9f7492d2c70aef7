/* SPDX-License-Identifier: MIT */
/* Mistakes of all rows, found before anything runs: each rank checks some of them. */
#include "sim/scenario.h"
#include "sweep/sweep.h"

OptionRow row_options(const Sweep *sweep, int row, OptionPair *pairs)
{
  const Table    *table = &sweep->table;
  const TableRow *r     = &table->rows[row];
  OptionRow o = {.pairs = pairs, .table = table->path, .folder = table->folder, .line = r->line};

  for (int k = 0; k < table->columns.n; k++)
    if (r->cells[k][0])
      pairs[o.n++] = (OptionPair){.name = table->columns.names[k], .value = r->cells[k]};
  return o;
}

/* Add the mistakes of a row. Those of its cells begin with the option, as on the command line; the
   others are of the scenario, the command line, or of all together. */
static PetscErrorCode take_mistakes(const Sweep *sweep, int row, const Options *options,
                                    Faults *faults)
{
  const TableRow *r = &sweep->table.rows[row];
  const char     *place, *text;
  int             line;

  PetscFunctionBeginUser;
  for (int k = 0; (text = options_mistake_text(options, k, &place, &line)); k++) {
    if (strcmp(place, sweep->table.path) == 0)
      PetscCall(faults_add(faults, r->name, r->line, "%s%s", text[0] == '-' ? "column " : "",
                           text + (text[0] == '-')));
    else if (place[0] && line > 0)
      PetscCall(faults_add(faults, r->name, r->line, "%s: line %d: %s", place, line, text));
    else
      PetscCall(faults_add(faults, r->name, r->line, "%s%s",
                           text[0] == '-' ? "on the command line: " : "", text));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode look_at_row(const Sweep *sweep, const Parallel *par, int row,
                                  Options **options)
{
  OptionPair *pairs;
  OptionRow   given;

  PetscFunctionBeginUser;
  PetscCall(array_create(&pairs, sizeof *pairs, sweep->table.columns.n + 1));
  given = row_options(sweep, row, pairs);
  PetscCall(scenario_look(par, sweep->scenario, &given, options));
  array_free(&pairs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* DIR, absolute: -sweep_dir, or sweep in the folder of output: dir. */
static PetscErrorCode find_dir(Sweep *sweep)
{
  const char *given = option_word(sweep->options, "", NULL, "sweep_dir");
  const char *out   = option_word(sweep->options, "output", NULL, "dir");
  const char *final = option_word(sweep->options, "output", NULL, "final");
  const char *slash = strrchr(final, '/');
  char        here[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(PetscGetWorkingDirectory(here, sizeof here));
  if (given[0]) snprintf(sweep->dir, sizeof sweep->dir, "%s", given);
  else if (out[0]) snprintf(sweep->dir, sizeof sweep->dir, "%.4000s/sweep", out);
  else snprintf(sweep->dir, sizeof sweep->dir, "%.4000s/out/sweep", here);
  PetscCall(parallel_bcast(&sweep->par, sweep->dir, sizeof sweep->dir, 0));
  snprintf(sweep->final, sizeof sweep->final, "%s", slash ? slash + 1 : final);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Columns that are given on the command line, too. */
static PetscErrorCode check_columns(const Sweep *sweep, Faults *faults)
{
  const Table *table = &sweep->table;
  Options     *line;
  const char  *name;

  PetscFunctionBeginUser;
  PetscCall(options_create(&sweep->par, scenario_kinds, &line));
  PetscCall(options_read_command_line(line));
  for (int k = 0; (name = options_name(line, k)) && sweep->par.rank == 0; k++)
    if (name_find(&table->columns, name) >= 0)
      PetscCall(faults_add(
        faults, NULL, 0, "-%s is on the command line, and a column of the table: give one of them",
        name));
  if (sweep->par.rank == 0 && option_is_set(line, "", NULL, "restart"))
    PetscCall(
      faults_add(faults, NULL, 0, "-restart is for one run; a sweep goes on by the same command"));
  if (sweep->par.rank == 0 && option_is_set(line, "", NULL, "plan"))
    PetscCall(faults_add(faults, NULL, 0, "-plan is for one run: give it without -sweep"));
  PetscCall(options_destroy(&line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Note settings that do not fit the table or the number of ranks. Rank 0. */
static PetscErrorCode check_settings(const Sweep *sweep, Faults *faults)
{
  const char        *fault;
  int                n;
  const char *const *asked = option_words(sweep->options, "", NULL, "sweep_collect", &n);

  PetscFunctionBeginUser;
  if (sweep->ranks > sweep->par.size)
    PetscCall(faults_add(faults, NULL, 0,
                         "-sweep_ranks: %d ranks a run, but there %s %d in all (mpirun -n)",
                         sweep->ranks, sweep->par.size == 1 ? "is" : "are", sweep->par.size));
  if (sweep->only >= sweep->table.n_rows)
    PetscCall(faults_add(faults, NULL, 0, "-sweep_row: there is no row %d, the table has %d",
                         sweep->only + 1, (int)sweep->table.n_rows));
  for (int k = 0; k < n; k++)
    if ((fault = collect_fault(asked[k])))
      PetscCall(faults_add(faults, NULL, 0, "-sweep_collect: '%s': %s", asked[k], fault));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sweep_read(Sweep *sweep, Faults *faults)
{
  PetscFunctionBeginUser;
  PetscCall(look_at_row(sweep, &sweep->par, 0, &sweep->options));
  sweep->only  = option_is_set(sweep->options, "", NULL, "sweep_row")
                   ? (int)option_int(sweep->options, "", NULL, "sweep_row") - 1
                   : -1;
  sweep->ranks = sweep->only >= 0 ? 1 : (int)option_int(sweep->options, "", NULL, "sweep_ranks");
  sweep->row_limits = name_find(&sweep->table.columns, "run_wall_limit") >= 0;
  PetscCall(find_dir(sweep));
  PetscCall(check_columns(sweep, faults));
  if (sweep->par.rank == 0) PetscCall(check_settings(sweep, faults));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sweep_check(const Sweep *sweep, Faults *faults)
{
  Parallel alone;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(communicator_alone(), &alone));
  for (PetscInt r = sweep->par.rank; r < sweep->table.n_rows; r += sweep->par.size) {
    Options *options;

    if (sweep->only >= 0 && sweep->only != r) continue;
    PetscCall(look_at_row(sweep, &alone, (int)r, &options));
    PetscCall(take_mistakes(sweep, (int)r, options, faults));
    PetscCall(options_destroy(&options));
  }
  PetscCall(parallel_destroy(&alone));
  PetscFunctionReturn(PETSC_SUCCESS);
}
