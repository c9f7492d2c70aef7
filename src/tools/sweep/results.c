/* SPDX-License-Identifier: MIT */
/* Numbers from the tables in the folder of a row, records of rows, and sweep.csv. */
#include "tools/sweep/results.h"
#include "output/files.h"
#include <errno.h>

enum { LINE_MOST = 1 << 16 };

typedef enum { TAKE_LAST, TAKE_FIRST, TAKE_MIN, TAKE_MAX, TAKE_MEAN, TAKES } Take;

static const char *const take_names[] = {"last", "first", "min", "max", "mean"};

/* A word FILE.csv:COLUMN[:TAKE]. */
typedef struct {
  char file[4 * NAME_LENGTH], column[4 * NAME_LENGTH];
  Take take;
} Asked;

static bool asked_read(const char *word, Asked *a)
{
  char      take[NAME_LENGTH] = "last";
  const int n                 = sscanf(word, "%255[^:]:%255[^:]:%63s", a->file, a->column, take);

  const size_t length = n > 0 ? strlen(a->file) : 0;

  if (length < 5 || strcmp(a->file + length - 4, ".csv") != 0) return false;
  if (a->file[0] == '/' || strstr(a->file, "..")) return false;
  for (a->take = 0; a->take < TAKES; a->take++)
    if (strcmp(take, take_names[a->take]) == 0) break;
  return n >= 2 && a->take < TAKES;
}

const char *collect_fault(const char *word)
{
  Asked a;

  return asked_read(word, &a)
           ? NULL
           : "write FILE.csv:COLUMN, or with :first, :min, :max or :mean; FILE in "
             "the row's folder, such as monitors/NAME.csv";
}

/* The k-th cell of a line, at most size - 1 bytes of it; false: it has fewer. */
static bool cell_of(const char *line, int k, char *cell, size_t size)
{
  for (; k > 0; k--) {
    line = strchr(line, ',');
    if (!line) return false;
    line++;
  }
  snprintf(cell, size, "%.*s", (int)strcspn(line, ",\r\n"), line);
  return true;
}

/* Place of a column in a header; -1: none. */
static int place_of(const char *header, const char *column)
{
  char name[4 * NAME_LENGTH];
  int  k = 0;

  while (cell_of(header, k, name, sizeof name) && strcmp(name, column) != 0) k++;
  return strcmp(name, column) == 0 ? k : -1;
}

/* Take the numbers of a column one by one. */
typedef struct {
  double  sum, low, high;
  int64_t n;
  char    first[NAME_LENGTH], last[NAME_LENGTH];
} Series;

static void series_add(Series *s, const char *cell)
{
  const double x = strtod(cell, NULL);

  if (s->n == 0) memcpy(s->first, cell, NAME_LENGTH);
  memcpy(s->last, cell, NAME_LENGTH);
  s->low  = s->n == 0 ? x : min_real(s->low, x);
  s->high = s->n == 0 ? x : max_real(s->high, x);
  s->sum += x;
  s->n++;
}

static void series_say(const Series *s, Take take, Text *text)
{
  if (s->n == 0) return;
  switch (take) {
  case TAKE_LAST: text_add(text, "%s", s->last); break;
  case TAKE_FIRST: text_add(text, "%s", s->first); break;
  case TAKE_MIN: text_add(text, "%.17g", s->low); break;
  case TAKE_MAX: text_add(text, "%.17g", s->high); break;
  default: text_add(text, "%.17g", s->sum / (double)s->n);
  }
}

/* A whole line of the file; false: no more. */
static bool line_read(FILE *file, char *line)
{
  return fgets(line, LINE_MOST, file) && strchr(line, '\n');
}

static void say_asked(const char *folder, const Asked *a, char *line, Text *text)
{
  char   path[FILE_PATH], cell[NAME_LENGTH];
  Series s = {0};
  FILE  *file;
  int    place = -1;

  snprintf(path, sizeof path, "%s/%s", folder, a->file);
  file = fopen(path, "r");
  while (file && line_read(file, line)) {
    if (line[0] == '#') continue;
    if (place < 0) place = place_of(line, a->column);
    else if (cell_of(line, place, cell, sizeof cell)) series_add(&s, cell);
    if (place < 0) break;
  }
  if (file) fclose(file);
  series_say(&s, a->take, text);
}

/* Header and last row of log.csv: lines of LINE_MOST bytes, "" if there are none. The last row is
   looked for at the end of the file. */
static void ends_of_log(const char *folder, char *header, char *last)
{
  char  path[FILE_PATH];
  char *next = memory_room(NULL, LINE_MOST);
  FILE *file;
  long  size;

  header[0] = last[0] = 0;
  snprintf(path, sizeof path, "%s/log.csv", folder);
  file = fopen(path, "r");
  if (file && line_read(file, header) && fseek(file, 0, SEEK_END) == 0) {
    size = ftell(file);
    (void)fseek(file, size > LINE_MOST ? size - LINE_MOST : (long)strlen(header), SEEK_SET);
    if (size > LINE_MOST) (void)line_read(file, next); /* the rest of a row */
    while (line_read(file, next)) memcpy(last, next, strlen(next) + 1);
  }
  if (file) fclose(file);
  free(next);
}

void row_harvest(const char *folder, int n_asked, const char *const asked[], Text *harvest)
{
  char *header = memory_room(NULL, LINE_MOST), *last = memory_room(NULL, LINE_MOST);
  Text  numbers = {0};
  char  name[NAME_LENGTH], number[NAME_LENGTH];

  ends_of_log(folder, header, last);
  for (int k = 0; cell_of(header, k, name, sizeof name) && cell_of(last, k, number, sizeof number);
       k++) {
    if (strcmp(name, "wall_time") == 0) continue;
    text_add(harvest, "%s%s", harvest->n > 0 ? "," : "", name);
    text_add(&numbers, "%s%s", numbers.n > 0 ? "," : "", number);
  }
  for (int k = 0; k < n_asked; k++) {
    Asked a;

    if (!asked_read(asked[k], &a)) continue;
    text_add(&numbers, "%s", harvest->n > 0 ? "," : "");
    text_add(harvest, "%s%s", harvest->n > 0 ? "," : "", asked[k]);
    say_asked(folder, &a, header, &numbers);
  }
  text_add(harvest, "\n%s\n", numbers.s ? numbers.s : "");
  free(header);
  free(last);
  text_free(&numbers);
}

static const char *const row_status_names[] = {
  [ROW_WAITING] = "waiting",   [ROW_RUNNING] = "running", [ROW_CHECKPOINTED] = "checkpointed",
  [ROW_FINISHED] = "finished", [ROW_FAILED] = "failed",   [ROW_STATES] = NULL};

bool row_is_done(const RowState *state)
{
  return state->status == ROW_FINISHED ||
         (state->status == ROW_FAILED && state->exit == EXIT_PHYSICS);
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
    for (int k = 0; k < ROW_STATES; k++)
      if (strcmp(word, row_status_names[k]) == 0) state->status = (RowStatus)k;
  } else *state = (RowState){.status = ROW_RUNNING, .begun = 1}; /* torn as the machine failed */
  fclose(file);
  if (state->status == ROW_CHECKPOINTED) state->reason = STOP_OUTSIDE; /* not known any more */
  if (state->status != ROW_RUNNING) return;
  snprintf(path, sizeof path, "%s/status", folder);
  file = fopen(path, "r");
  if (!file) return;
  if (fscanf(file, "%63s", word) == 1 && strcmp(word, "finished") == 0) {
    state->status = ROW_FINISHED;
    state->exit   = EXIT_DONE; /* the record may have that of an earlier try */
  }
  fclose(file);
}

bool row_write(const char *folder, const RowState *state, char *why, size_t size)
{
  char path[FILE_PATH], text[256];

  snprintf(path, sizeof path, "%s/sweep.row", folder);
  snprintf(text, sizeof text, "status %s\nexit %d\nbegun %d\nranks %d\nwall %.3f\n",
           row_status_names[state->status], state->exit, state->begun, state->ranks, state->wall);
  return file_replace(path, text, strlen(text), false, why, size);
}

void results_create(const Table *table, const char *dir, Results *results)
{
  *results = (Results){.table = table, .changed = true};
  snprintf(results->path, sizeof results->path, "%s/sweep.csv", dir);
  array_create(&results->states, sizeof *results->states, table->n_rows);
  array_create(&results->harvests, sizeof *results->harvests, table->n_rows);
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

/* Add the numbers of a row in these columns. */
static void say_harvest(const NameIndex *columns, const char *harvest, Text *text)
{
  char(*values)[NAME_LENGTH] = memory_zero((size_t)columns->n + 1, sizeof *values);
  char        name[NAME_LENGTH * 2], value[NAME_LENGTH];
  const char *names   = harvest ? harvest : "";
  const char *numbers = second_line(names);

  while (plain_next(&names, name, sizeof name) && plain_next(&numbers, value, sizeof value)) {
    const int k = name_find(columns, name);

    if (k >= 0) memcpy(values[k], value, sizeof value);
  }
  for (int k = 0; k < columns->n; k++) text_add(text, ",%s", values[k]);
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
  NameIndex columns = {0}; /* of all harvests, in the order in which they appear */
  char      name[NAME_LENGTH * 2];

  for (PetscInt r = 0; r < results->table->n_rows; r++)
    for (const char *at = results->harvests[r]; at && plain_next(&at, name, sizeof name);)
      name_add(&columns, name, NULL);
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
  const double start = wall_seconds();
  Text         text  = {0};
  char         why[FAULT_LENGTH];
  bool         good;

  if (!results->changed) return;
  if (!always && start - results->written < max_real(0.5, 50 * results->cost)) return;
  say_results(results, &text);
  good = file_replace(results->path, text.s, text.n, true, why, sizeof why);
  text_free(&text);
  if (!good && !results->lost) fprintf(stderr, "clast: warning: sweep.csv: %s\n", why);
  results->lost    = !good;
  results->changed = !good;
  results->written = wall_seconds();
  results->cost    = results->written - start;
}
