/* SPDX-License-Identifier: MIT */
/* Mistakes of all rows, found before anything runs: each group of ranks looks at some of them. */
#include "base/signals.h"
#include "output/files.h"
#include "run/setup/look.h"
#include "run/setup/scenario.h"
#include "tools/sweep/sweep.h"

/* Seconds after which a long check is reported. */
static const double TOLD_AFTER = 5;

OptionRow row_options(const Sweep *sweep, int row)
{
  const Table    *table = &sweep->table;
  const TableRow *r     = &table->rows[row];
  OptionRow       o     = {.table = table->path, .folder = table->folder, .line = r->line};

  array_create(&o.pairs, sizeof *o.pairs, table->columns.n + ROW_MORE);
  for (int k = 0; k < table->columns.n; k++)
    if (r->cells[k][0])
      o.pairs[o.n++] = (OptionPair){.name = table->columns.names[k], .value = r->cells[k]};
  return o;
}

/* Add the mistakes of a row. Those of its cells begin with the option, as on the command line; the
   others are of the scenario, the command line, or of all together. */
static void take_mistakes(const Sweep *sweep, int row, const Options *options, Faults *faults)
{
  const TableRow *r = &sweep->table.rows[row];
  const char     *place, *text;
  int             line;

  for (int k = 0; (text = options_mistake_text(options, k, &place, &line)); k++) {
    if (strcmp(place, sweep->table.path) == 0)
      faults_add(faults, r->name, r->line, "%s%s", text[0] == '-' ? "column " : "",
                 text + (text[0] == '-'));
    else if (place[0] && line > 0)
      faults_add(faults, r->name, r->line, "%s: line %d: %s", place, line, text);
    else
      faults_add(faults, r->name, r->line, "%s%s", text[0] == '-' ? "on the command line: " : "",
                 text);
  }
}

/* Note the mistakes on the lowest of the ranks that have found most. */
static PetscErrorCode note_mistakes(const Sweep *sweep, const Parallel *par, int row,
                                    const Options *options, Faults *faults)
{
  const char *place;
  int64_t     teller;
  int         most, mine = 0, line;

  PetscFunctionBeginUser;
  PetscCall(options_mistakes(options, &most));
  while (options_mistake_text(options, mine, &place, &line)) mine++;
  teller = mine == most ? -par->rank : -par->size;
  PetscCall(parallel_max_int(par, &teller, 1));
  if (par->rank == -teller) take_mistakes(sweep, row, options, faults);
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

/* Note options of the command line that are columns, too, or are for a single run. Rank 0. */
static void check_line(const Sweep *sweep, const Options *line, Faults *faults)
{
  const char *name;

  for (int k = 0; (name = options_name(line, k)); k++)
    if (name_find(&sweep->table.columns, name) >= 0)
      faults_add(faults, NULL, 0,
                 "-%s is on the command line, and a column of the table: give one of them", name);
  if (option_is_set(line, "", NULL, "restart"))
    faults_add(faults, NULL, 0, "-restart is for one run; a sweep goes on by the same command");
  if (option_is_set(line, "", NULL, "plan"))
    faults_add(faults, NULL, 0, "-plan is for one run: give it without -sweep");
}

/* Note settings that do not fit the table or the number of ranks. Rank 0. */
static void check_settings(const Sweep *sweep, Faults *faults)
{
  const char *fault;

  if (sweep->ranks > sweep->par.size)
    faults_add(faults, NULL, 0, "-sweep_ranks: %d ranks a run, but there %s %d in all (mpirun -n)",
               sweep->ranks, sweep->par.size == 1 ? "is" : "are", sweep->par.size);
  if (sweep->only >= sweep->table.n_rows)
    faults_add(faults, NULL, 0, "-sweep_row: there is no row %d, the table has %d", sweep->only + 1,
               (int)sweep->table.n_rows);
  for (int k = 0; k < sweep->n_collect; k++)
    if ((fault = collect_fault(sweep->collect[k])))
      faults_add(faults, NULL, 0, "-sweep_collect: '%s': %s", sweep->collect[k], fault);
}

PetscErrorCode sweep_read(Sweep *sweep, const Options *line, Faults *faults)
{
  OptionRow            first = row_options(sweep, 0);
  const ScenarioSource from  = {.file = sweep->scenario, .row = &first};

  PetscFunctionBeginUser;
  PetscCall(scenario_options(&sweep->par, &from, &sweep->options));
  array_free(&first.pairs);
  sweep->only    = option_is_set(sweep->options, "", NULL, "sweep_row")
                     ? (int)option_int(sweep->options, "", NULL, "sweep_row") - 1
                     : -1;
  sweep->ranks   = sweep->only >= 0 ? 1 : (int)option_int(sweep->options, "", NULL, "sweep_ranks");
  sweep->collect = option_words(sweep->options, "", NULL, "sweep_collect", &sweep->n_collect);
  sweep->row_limits = name_find(&sweep->table.columns, "run_wall_limit") >= 0;
  PetscCall(find_dir(sweep));
  if (sweep->par.rank == 0) {
    check_line(sweep, line, faults);
    check_settings(sweep, faults);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *out: the row is not to be run, as it is done or another row is asked for. */
static PetscErrorCode is_left_out(const Sweep *sweep, const Team *team, int row, bool *out)
{
  char     folder[FILE_PATH];
  RowState state;

  PetscFunctionBeginUser;
  *out = sweep->only >= 0 && sweep->only != row;
  if (*out || option_bool(sweep->options, "", NULL, "check")) PetscFunctionReturn(PETSC_SUCCESS);
  row_folder(sweep, row, folder);
  if (team->par.rank == 0) {
    row_read(folder, &state);
    *out = row_is_done(&state);
  }
  PetscCall(parallel_bcast(&team->par, out, sizeof *out, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Report the progress of the check, at increasing intervals. Rank 0. */
static void tell_check(const Sweep *sweep, int done, double *due)
{
  const double since = wall_seconds() - sweep->began;

  if (since < *due) return;
  *due = 2 * since;
  if (strcmp(option_word(sweep->options, "", NULL, "progress"), "none") == 0) return;
  printf("clast: sweep: %d of %d rows checked, before the first one is run\n", done,
         (int)sweep->table.n_rows);
  fflush(stdout);
}

PetscErrorCode sweep_check(const Sweep *sweep, Faults *faults, bool *stopped)
{
  const int size = sweep->par.size, ranks = sweep->only >= 0 ? size : sweep->ranks,
            groups = (int)max_int(1, size / ranks), group = sweep->par.rank * groups / size;
  Team    team   = {.sweep = sweep};
  Look    look   = {0};
  double  due    = TOLD_AFTER;
  int64_t signal = 0;

  PetscFunctionBeginUser;
  PetscCall(team_create(sweep, groups, &team));
  /* Clumps are placed at random with -check and before a new sweep. A sweep that goes on has been
     checked so before, and a single row is set up right afterwards. */
  look.fills = sweep->only < 0 && sweep->par.rank == 0 && !start_was_made(sweep);
  PetscCall(parallel_bcast(&sweep->par, &look.fills, sizeof look.fills, 0));
  look.fills = look.fills || option_bool(sweep->options, "", NULL, "check");
  for (int r = group; r < sweep->table.n_rows; r += groups) {
    OptionRow            given;
    const ScenarioSource from    = {.file = sweep->scenario, .row = &given};
    Options             *options = NULL;
    bool                 out;

    signal = signals_caught() != 0;
    PetscCall(parallel_max_int(&team.par, &signal, 1));
    if (signal) break;
    if (sweep->par.rank == 0) tell_check(sweep, r, &due);
    PetscCall(is_left_out(sweep, &team, r, &out));
    if (out) continue;
    given = row_options(sweep, r);
    PetscCall(look_at(&look, team.comm, &from, &options));
    PetscCall(note_mistakes(sweep, &team.par, r, options, faults));
    array_free(&given.pairs);
  }
  PetscCall(look_end(&look));
  PetscCall(team_free(&team));
  PetscCall(parallel_max_int(&sweep->par, &signal, 1));
  *stopped = signal != 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
