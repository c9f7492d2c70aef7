/* SPDX-License-Identifier: MIT */
/* The folder of a sweep keeps the table and the options with which it was started, as a sweep goes
   on only with the same ones. Options are kept twice: without the table, as cells of a row may hide
   some, and with the first row, without which some have no meaning. */
#include "options/input.h"
#include "output/files.h"
#include "run/setup/scenario.h"
#include "tools/sweep/sweep.h"
#include <limits.h>

/* True for keys that may change before a sweep goes on, as they change no result. */
static bool may_change(const char *section, const char *line)
{
  return strcmp(section, "checkpoint") == 0 || strncmp(line, "  wall_limit:", 13) == 0 ||
         (strcmp(section, "output") == 0 &&
          (strncmp(line, "  dir:", 6) == 0 || strncmp(line, "  final:", 8) == 0));
}

/* Next line of a resolved scenario that may not change, or "". section: the one it is in. */
static const char *next_line(const char *at, char section[NAME_LENGTH])
{
  for (; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    const int n = (int)strcspn(at, ":\n");

    if (*at != ' ' && *at != '#')
      snprintf(section, NAME_LENGTH, "%.*s", n < NAME_LENGTH ? n : NAME_LENGTH - 1, at);
    if (*at != '#' && !may_change(section, at)) return at;
  }
  return at;
}

static const char *after(const char *at)
{
  at += strcspn(at, "\n");
  return at + (*at == '\n');
}

static const char *trimmed(const char *line)
{
  return line + strspn(line, " -");
}

/* Report the first difference of two resolved scenarios. */
static void compare_options(const char *then, const char *now, Faults *faults)
{
  char section[NAME_LENGTH] = "", other[NAME_LENGTH] = "";

  then = next_line(then, other);
  now  = next_line(now, section);
  while (*then && *now && strncmp(then, now, strcspn(then, "\n") + 1) == 0) {
    then = next_line(after(then), other);
    now  = next_line(after(now), section);
  }
  if (*then || *now)
    faults_add(
      faults, NULL, 0,
      "the scenario or an option has changed since the sweep was started: in %s: '%.*s', at the "
      "start '%.*s'",
      *now ? section : other, (int)strcspn(trimmed(now), "\n"), trimmed(now),
      (int)strcspn(trimmed(then), "\n"), trimmed(then));
}

/* Add a resolved scenario with paths below the folder of the scenario relative to it: a sweep may
   be moved, or copied to another machine, and go on there. */
static void say_movable(const char *text, const char *folder, Text *out)
{
  const size_t n = strlen(folder);

  for (const char *at = text; *at; at++) {
    const bool starts = at == text || strchr(" \"'[,", at[-1]);

    if (starts && n > 0 && strncmp(at, folder, n) == 0 && at[n] == '/') {
      text_add(out, ".");
      at += n - 1;
      while (strncmp(at + 1, "/./", 3) == 0) at += 2; /* of a scenario named ./FILE */
    } else text_add_bytes(out, at, 1);
  }
}

/* The text of sweep.options.yaml. The caller frees now->s. */
static PetscErrorCode say_options(const Sweep *sweep, const Parallel *alone, Text *now)
{
  const ScenarioSource from = {.file = sweep->scenario};
  Options             *plain;
  char                *text, folder[FILE_PATH];

  PetscFunctionBeginUser;
  absolute_folder(sweep->scenario ? sweep->scenario : "", folder);
  PetscCall(scenario_options(alone, &from, &plain));
  PetscCall(options_resolved(plain, &text));
  text_add(now, "# without the table\n");
  say_movable(text, folder, now);
  free(text);
  PetscCall(options_resolved(sweep->options, &text));
  text_add(now, "---\n# with its first row\n");
  say_movable(text, folder, now);
  free(text);
  options_destroy(&plain);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void compare_row(const Table *then, const Table *now, int row, Faults *faults)
{
  const TableRow *a = &then->rows[row], *b = &now->rows[row];

  if (strcmp(a->name, b->name) != 0)
    faults_add(faults, b->name, b->line, "row %d was %s when the sweep was started", row + 1,
               a->name);
  else
    for (int k = 0; k < then->columns.n; k++) {
      const int other = name_find(&now->columns, then->columns.names[k]);

      if (other >= 0 && strcmp(a->cells[k], b->cells[other]) != 0)
        faults_add(faults, b->name, b->line,
                   "column %s: '%s' now, but '%s' when the sweep was started",
                   then->columns.names[k], b->cells[other], a->cells[k]);
    }
}

static void compare_tables(const Table *then, const Table *now, Faults *faults)
{
  for (int k = 0; k < now->columns.n; k++)
    if (name_find(&then->columns, now->columns.names[k]) < 0)
      faults_add(faults, NULL, 0, "column %s was not there when the sweep was started",
                 now->columns.names[k]);
  for (int k = 0; k < then->columns.n; k++)
    if (name_find(&now->columns, then->columns.names[k]) < 0)
      faults_add(faults, NULL, 0,
                 "column %s is missing; it was there when the sweep was "
                 "started",
                 then->columns.names[k]);
  if (then->n_rows != now->n_rows)
    faults_add(faults, NULL, 0, "%d rows now, but %d when the sweep was started", (int)now->n_rows,
               (int)then->n_rows);
  for (int r = 0; r < min_int(then->n_rows, now->n_rows); r++) compare_row(then, now, r, faults);
}

static PetscErrorCode compare_start(const Sweep *sweep, const Parallel *alone, const char *table,
                                    const char *options, const char *now, Faults *faults)
{
  Table     then;
  Faults    none    = {0};
  Findings  ignored = {0};
  FileBytes bytes;

  PetscFunctionBeginUser;
  PetscCall(table_read(alone, table, &then, &none));
  if (none.texts.n == 0) compare_tables(&then, &sweep->table, faults);
  else faults_add(faults, NULL, 0, "%s is damaged", table);
  table_free(&then);
  faults_free(&none);
  if (file_bytes_read(options, &bytes, &ignored) && faults->texts.n == 0)
    compare_options(bytes.byte, now, faults);
  free(bytes.byte);
  if (faults->texts.n > 0)
    faults_add(faults, NULL, INT_MAX,
               "%s holds a sweep that was started otherwise: put it back as it was to go "
               "on, or give another -sweep_dir for a new sweep",
               sweep->dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool start_was_made(const Sweep *sweep)
{
  char table[FILE_PATH + 32];

  snprintf(table, sizeof table, "%s/sweep.table.csv", sweep->dir);
  return file_exists(table);
}

PetscErrorCode start_check(const Sweep *sweep, Faults *faults)
{
  char     table[FILE_PATH + 32], options[FILE_PATH + 32], why[FAULT_LENGTH];
  Text     now = {0};
  Parallel alone;

  PetscFunctionBeginUser;
  snprintf(table, sizeof table, "%s/sweep.table.csv", sweep->dir);
  snprintf(options, sizeof options, "%s/sweep.options.yaml", sweep->dir);
  PetscCall(parallel_create(communicator_alone(), &alone));
  PetscCall(say_options(sweep, &alone, &now));
  if (file_exists(table)) PetscCall(compare_start(sweep, &alone, table, options, now.s, faults));
  else if (!file_replace(options, now.s, now.n, true, why, sizeof why) ||
           !file_replace(table, sweep->table.bytes, sweep->table.size, true, why, sizeof why))
    faults_add(faults, NULL, 0, "%s", why);
  text_free(&now);
  PetscCall(parallel_destroy(&alone));
  PetscFunctionReturn(PETSC_SUCCESS);
}
