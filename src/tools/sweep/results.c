/* SPDX-License-Identifier: MIT */
/* Records of rows, and sweep.csv. */
#include "tools/sweep/results.h"
#include "output/files.h"
#include <errno.h>
#include <stdio.h>

const char *const row_status_names[] = {
  [ROW_WAITING] = "waiting",   [ROW_RUNNING] = "running", [ROW_CHECKPOINTED] = "checkpointed",
  [ROW_FINISHED] = "finished", [ROW_FAILED] = "failed",   [ROW_STATES] = NULL};

static double now(void)
{
  PetscLogDouble seconds;

  (void)PetscTime(&seconds);
  return seconds;
}

/* Replace a file; sync: it is complete even if the machine fails. */
static bool replace(const char *path, const char *text, bool sync, char *why, size_t size)
{
  char  fresh[FILE_PATH + 8];
  bool  good;
  FILE *file;

  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  file = file_create(fresh);
  good = file && fputs(text, file) >= 0 && fflush(file) == 0;
  if (file && fclose(file) != 0) good = false;
  if (good && sync) return file_commit(fresh, path, why, size);
  good = good && rename(fresh, path) == 0;
  if (!good) snprintf(why, size, "%s: cannot write: %s", path, strerror(errno));
  return good;
}

/* ---- the record of a row ---- */

bool row_is_done(const RowState *state)
{
  return state->status == ROW_FINISHED ||
         (state->status == ROW_FAILED && state->exit == EXIT_PHYSICS);
}

/* First word of DIR/NAME, "" if there is none. */
static void first_word(const char *folder, const char *name, char word[NAME_LENGTH])
{
  char  path[FILE_PATH];
  FILE *file;

  word[0] = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  file = fopen(path, "r");
  if (!file) return;
  if (fscanf(file, "%63s", word) != 1) word[0] = 0;
  fclose(file);
}

static void take_status(const char *word, RowState *state)
{
  for (int k = 0; k < ROW_STATES; k++)
    if (strcmp(word, row_status_names[k]) == 0) state->status = (RowStatus)k;
}

void row_read(const char *folder, RowState *state)
{
  char     path[FILE_PATH], word[NAME_LENGTH] = "";
  RowState read = {.exit = 0};
  FILE    *file;

  *state = (RowState){.status = ROW_WAITING};
  snprintf(path, sizeof path, "%s/sweep.row", folder);
  file = fopen(path, "r");
  if (!file) return;
  if (fscanf(file, "status %63s exit %d begun %d ranks %d wall %lf", word, &read.exit, &read.begun,
             &read.ranks, &read.wall) == 5) {
    *state = read;
    take_status(word, state);
  } else *state = (RowState){.status = ROW_RUNNING, .begun = 1}; /* torn as the machine failed */
  fclose(file);
  if (state->status == ROW_CHECKPOINTED) state->reason = STOP_OUTSIDE; /* not known any more */
  if (state->status != ROW_RUNNING) return;
  first_word(folder, "status", word);
  if (strcmp(word, "finished") != 0) return;
  state->status = ROW_FINISHED;
  state->exit   = EXIT_DONE; /* the record may have that of an earlier try */
}

bool row_write(const char *folder, const RowState *state, char *why, size_t size)
{
  char path[FILE_PATH], text[256];

  snprintf(path, sizeof path, "%s/sweep.row", folder);
  snprintf(text, sizeof text, "status %s\nexit %d\nbegun %d\nranks %d\nwall %.3f\n",
           row_status_names[state->status], state->exit, state->begun, state->ranks, state->wall);
  return replace(path, text, false, why, size);
}

/* ---- sweep.csv ---- */

PetscErrorCode results_create(const Table *table, const char *dir, Results *results)
{
  PetscFunctionBeginUser;
  *results = (Results){.table = table, .changed = true};
  snprintf(results->path, sizeof results->path, "%s/sweep.csv", dir);
  PetscCall(array_create(&results->states, sizeof *results->states, table->n_rows));
  PetscCall(array_create(&results->harvests, sizeof *results->harvests, table->n_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void results_free(Results *results)
{
  for (PetscInt r = 0; results->harvests && r < results->table->n_rows; r++)
    free(results->harvests[r]);
  array_free(&results->harvests);
  array_free(&results->states);
}

void results_set(Results *results, int row, const RowState *state, const char *harvest)
{
  results->states[row] = *state;
  results->changed     = true;
  if (!harvest) return;
  free(results->harvests[row]);
  results->harvests[row] = text_copy(harvest, strlen(harvest));
}

int results_count(const Results *results, RowStatus status)
{
  int n = 0;

  for (PetscInt r = 0; r < results->table->n_rows; r++) n += results->states[r].status == status;
  return n;
}

/* Next cell of a line of plain cells; false: no more. *at moves on. */
static bool plain_next(const char **at, char *cell, size_t size)
{
  const size_t n = strcspn(*at, ",\n");

  if (!**at || **at == '\n') return false;
  snprintf(cell, size, "%.*s", (int)n, *at);
  *at += n + ((*at)[n] == ',');
  return true;
}

static const char *second_line(const char *harvest)
{
  const char *feed = strchr(harvest, '\n');

  return feed ? feed + 1 : "";
}

/* True if a harvest has a value in this column. */
static bool harvest_has(const char *names, const char *column)
{
  const char *numbers = second_line(names);
  char        name[NAME_LENGTH * 2], value[NAME_LENGTH];

  while (plain_next(&names, name, sizeof name) && plain_next(&numbers, value, sizeof value))
    if (strcmp(name, column) == 0 && value[0]) return true;
  return false;
}

bool results_lack(const Results *results, const char *column)
{
  int finished = 0;

  for (PetscInt r = 0; r < results->table->n_rows; r++) {
    if (results->states[r].status != ROW_FINISHED || !results->harvests[r]) continue;
    if (harvest_has(results->harvests[r], column)) return false;
    finished++;
  }
  return finished > 0;
}

/* Columns of all harvests, in the order in which they appear. */
static NameIndex harvest_columns(const Results *results)
{
  NameIndex columns = {0};
  char      name[NAME_LENGTH * 2];

  for (PetscInt r = 0; r < results->table->n_rows; r++)
    for (const char *at = results->harvests[r]; at && plain_next(&at, name, sizeof name);)
      name_add(&columns, name, NULL);
  return columns;
}

/* Add the numbers of a row in these columns. */
static void say_harvest(const NameIndex *columns, const char *harvest, Text *text)
{
  char(*values)[NAME_LENGTH] = calloc((size_t)columns->n + 1, sizeof *values);
  char        name[NAME_LENGTH * 2], value[NAME_LENGTH];
  const char *names   = harvest ? harvest : "";
  const char *numbers = second_line(names);

  while (values && plain_next(&names, name, sizeof name) &&
         plain_next(&numbers, value, sizeof value)) {
    const int k = name_find(columns, name);

    if (k >= 0) memcpy(values[k], value, sizeof value);
  }
  for (int k = 0; k < columns->n; k++) text_add(text, ",%s", values ? values[k] : "");
  free(values);
}

static void say_row(const Results *results, int r, const NameIndex *columns, Text *text)
{
  const TableRow *row   = &results->table->rows[r];
  const RowState *state = &results->states[r];

  text_add(text, "%d,%s", r + 1, row->name);
  if (results->table->has_cost) text_add(text, ",%.15g", row->cost);
  for (int k = 0; k < results->table->columns.n; k++) {
    text_add(text, ",");
    table_say_cell(text, row->cells[k]);
  }
  text_add(text, ",%s", row_status_names[state->status]);
  if (state->status == ROW_WAITING || state->status == ROW_RUNNING) text_add(text, ",");
  else text_add(text, ",%d", state->exit);
  text_add(text, ",%.3f,%d,%d", state->wall, state->ranks, state->begun);
  say_harvest(columns, results->harvests[r], text);
  text_add(text, "\n");
}

static void say_results(const Results *results, Text *text)
{
  NameIndex columns = harvest_columns(results);

  text_add(text, "row,name%s", results->table->has_cost ? ",cost" : "");
  for (int k = 0; k < results->table->columns.n; k++)
    text_add(text, ",%s", results->table->columns.names[k]);
  text_add(text, ",status,exit_status,wall_time,ranks,begun");
  for (int k = 0; k < columns.n; k++) text_add(text, ",%s", columns.names[k]);
  text_add(text, "\n");
  for (PetscInt r = 0; r < results->table->n_rows; r++) say_row(results, (int)r, &columns, text);
  name_free(&columns);
}

void results_write(Results *results, bool always)
{
  const double start = now();
  Text         text  = {0};
  char         why[FAULT_LENGTH];
  bool         good;

  if (!results->changed) return;
  if (!always && start - results->written < max_real(0.5, 50 * results->cost)) return;
  say_results(results, &text);
  good = replace(results->path, text.s, true, why, sizeof why);
  text_free(&text);
  if (!good && !results->lost) fprintf(stderr, "clast: warning: sweep.csv: %s\n", why);
  results->lost    = !good;
  results->changed = !good;
  results->written = now();
  results->cost    = results->written - start;
}
