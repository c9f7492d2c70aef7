/* SPDX-License-Identifier: MIT */
/* The module of monitors and profiles: monitors/NAME.csv and profiles/NAME.csv, also as HDF5. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "contact/contact_listeners.h"
#include "interaction/interactions.h"
#include "options/text.h"
#include "output/files.h"
#include "output/hdf5.h"
#include "output/run_folder.h"
#include "output/table/samples.h"

static PetscErrorCode place(void *self, World *w)
{
  monitors_read(w, &((MonitorsState *)self)->all);
  return PETSC_SUCCESS;
}

/* ---- contacts ---- */

PetscErrorCode monitors_listen(World *w)
{
  MonitorsState *own = world_module(w, &monitors_module);

  PetscFunctionBeginUser;
  for (int k = 0; k < own->all.n; k++) {
    Monitor              *m        = &own->all.list[k];
    const ContactListener listener = {.self  = m,
                                      .beat  = world_beat(w, m->every),
                                      .far   = monitor_sees_far(m),
                                      .also  = -1,
                                      .begin = monitor_begin,
                                      .see   = monitor_see,
                                      .end   = monitor_shown};

    if (monitor_sees(m)) PetscCall(contact_listeners_add(w->listeners, &listener));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void samples_close(Samples **samples, int n)
{
  for (int k = 0; k < n && *samples; k++) log_close(&(*samples)[k].table);
  array_free(samples);
}

/* ---- columns ---- */

enum { STEP, TIME, BIN, FROM, TO }; /* columns before the numbers */

/* Columns before the numbers: step and time; of profiles the bin and its edges. */
static int columns_before(const Monitor *m)
{
  return monitor_is_profile(m) ? TO + 1 : TIME + 1;
}

/* Column k of the rows, from 0 on. */
static MonitorColumn row_column(const Monitor *m, int k)
{
  static const MonitorColumn before[] = {
    {"step", "1", "number of the time step"},
    {"time", "s", "time"},
    {"bin", "1", "number of the bin, from 0 on"},
    {"from", "m", "its first edge"},
    {"to", "m", "its last edge"},
  };
  MonitorColumn column;

  if (k < columns_before(m)) return before[k];
  (void)monitor_column(m, k - columns_before(m), &column);
  return column;
}

static int row_columns(const Monitor *m)
{
  return columns_before(m) + monitor_columns(m);
}

static bool is_whole(const Monitor *m, int k)
{
  return k == STEP || (k == BIN && monitor_is_profile(m));
}

/* Write SECTIONs/column_units.csv, the unit and the meaning of each column, if the section is in
   use. */
static PetscErrorCode write_units(const Parallel *par, const char *dir, const Monitors *monitors,
                                  const char *section)
{
  char name[NAME_LENGTH];
  Text text = {0};

  PetscFunctionBeginUser;
  for (int k = 0; k < monitors->n; k++) {
    const Monitor *m = &monitors->list[k];

    if (strcmp(m->section, section) != 0) continue;
    if (text.n == 0) text_add(&text, "name,column,unit,text\n");
    for (int i = 0; i < row_columns(m); i++) {
      const MonitorColumn c = row_column(m, i);

      text_add(&text, "%s,%s,%s,\"%.384s\"\n", m->name, c.name, c.unit, c.text);
    }
  }
  snprintf(name, sizeof name, "%ss/column_units.csv", section);
  if (text.n > 0) PetscCall(text_write(par, dir, name, text.s));
  text_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows ---- */

/* Open SECTIONs/NAME.csv as table_open does. */
static PetscErrorCode open_rows(const Parallel *par, const char *dir, int64_t step,
                                const Monitor *m, Log *log)
{
  const int     n = row_columns(m);
  OutputColumn *columns;

  array_create(&columns, sizeof *columns, n + 1);
  for (int k = 0; k < n; k++) {
    const MonitorColumn c = row_column(m, k);

    columns[k] = (OutputColumn){
      .unit = c.unit, .type = is_whole(m, k) ? TABLE_INT64 : TABLE_REAL, .text = c.text};
    snprintf(columns[k].name, NAME_LENGTH, "%s", c.name);
  }
  return table_open_numbers(par, dir, m->section, m->name, step, columns, log);
}

/* Without the signs of zeros and of what is not a number. */
static double plain(double x)
{
  return isnan(x) ? NAN : x == 0 ? 0 : x;
}

/* Append the rows of one step, as one piece. */
static PetscErrorCode write_rows(const World *w, Log *log, const Monitor *m, const double *numbers)
{
  const int    each = monitor_columns(m), before = columns_before(m);
  const int    most = log->file ? monitor_rows(m) : 0;
  PetscInt     n    = 0;
  TableNumber *rows;

  PetscFunctionBeginUser;
  array_create(&rows, (size_t)(before + each) * sizeof *rows, most);
  for (int i = 0; i < most; i++) {
    const double *from  = numbers + (int64_t)i * each;
    TableNumber  *row   = rows + (int64_t)n * (before + each);
    bool          empty = m->kind && m->kind->sparse; /* and no number beside the first */

    for (int k = 1; k < each && empty; k++) empty = isnan(from[k]);
    if (empty) continue;
    row[STEP].whole = w->clock->step;
    row[TIME].real  = clock_time(w->clock);
    if (monitor_is_profile(m)) {
      row[BIN].whole = i;
      row[FROM].real = plain(bin_edge(&m->bins, i));
      row[TO].real   = plain(bin_edge(&m->bins, i + 1));
    }
    for (int k = 0; k < each; k++) row[before + k].real = plain(from[k]);
    n++;
  }
  PetscCall(table_write(w->par, log, n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- NAME.h5 has the same rows: for each column a dataset with attributes `unit`, `text` and its
   number `column`; step and bin are 64-bit integers, all other numbers real. The table in text takes
   each sample as it comes, and survives a kill at any time; the file is made anew from it, under a
   temporary name ---- */

enum { PATH = PETSC_MAX_PATH_LEN + 2 * NAME_LENGTH };

static void path_of(const char *dir, const Monitor *m, const char *ending, char path[PATH])
{
  snprintf(path, PATH, "%s/%ss/%s.%s", dir, m->section, m->name, ending);
}

typedef struct {
  const Monitor *monitor;
  int            columns;
  PetscInt       rows, capacity;
  TableNumber   *number; /* [rows][columns] */
} Numbers;

/* Read a row; an incomplete one, as after a kill, does not count. */
static void add_row(Numbers *t, const char *line)
{
  TableNumber *row;
  const char  *at = line;
  char        *end;

  array_reserve(&t->number, (size_t)t->columns * sizeof *t->number, t->rows + 1, &t->capacity);
  row = t->number + (size_t)t->rows * (size_t)t->columns;
  for (int k = 0; k < t->columns; k++, at = end + 1) {
    const double x = strtod(at, &end);

    if (is_whole(t->monitor, k)) row[k].whole = (int64_t)x;
    else row[k].real = x;
    if (end == at || *end != (k + 1 < t->columns ? ',' : '\n')) return;
  }
  t->rows++;
}

/* Read the rows of a table. Local. Returns false if it cannot be read. */
static bool read_rows(const char *path, Numbers *t)
{
  FILE  *in   = fopen(path, "r");
  char  *line = NULL;
  size_t room = 0;
  bool   good = in && getline(&line, &room, in) > 0;

  while (good && getline(&line, &room, in) > 0) add_row(t, line);
  good = good && !ferror(in);
  if (in) fclose(in);
  free(line);
  return good;
}

static PetscErrorCode column_write(Hdf5 *file, int k, const Numbers *t)
{
  const MonitorColumn c     = row_column(t->monitor, k);
  const int64_t       place = k;
  const Hdf5Rows      rows  = {.rows   = t->rows > 0 ? t->number + k : NULL,
                               .stride = (size_t)t->columns * sizeof *t->number};
  Hdf5Table table = {.type = is_whole(t->monitor, k) ? HDF5_INT64 : HDF5_REAL, .unit = c.unit};

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, "/%s", c.name);
  PetscCall(hdf5_write_rows(file, &table, t->rows, rows));
  PetscCall(hdf5_set(file, table.path, "text", HDF5_TEXT, 0, c.text));
  PetscCall(hdf5_set(file, table.path, "column", HDF5_INT64, 0, &place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode columns_write(Hdf5 *file, const void *context)
{
  const Numbers *t = context;

  PetscFunctionBeginUser;
  for (int k = 0; k < t->columns; k++) PetscCall(column_write(file, k, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the file of all rows that the table has; it stays as it was, and is counted, if that
   fails. */
static PetscErrorCode write_file(World *w, Output *out, const Monitor *m)
{
  Numbers           table = {.monitor = m, .columns = row_columns(m)};
  char              path[PATH], unfinished[PATH + 8], why[HDF5_WHY] = "";
  bool              written = true;
  const Hdf5Writing writing = {.path = unfinished, .content = columns_write, .context = &table};

  PetscFunctionBeginUser;
  path_of(out->dir, m, "csv", path);
  if (w->par->rank == 0) written = read_rows(path, &table);
  if (!written) snprintf(why, sizeof why, "%.400s: cannot be read", path);
  path_of(out->dir, m, "h5", path);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  PetscCall(parallel_bcast(w->par, &written, sizeof written, 0));
  if (written) PetscCall(hdf5_write_file(w->par, &writing, &written, why));
  if (w->par->rank == 0 && written) written = file_commit(unfinished, path, why, sizeof why);
  if (w->par->rank == 0 && !written) file_remove(unfinished);
  PetscCall(outcome_share(w->par, &written, why, sizeof why));
  array_free(&table.number);
  if (written) PetscFunctionReturn(PETSC_SUCCESS);
  out->files_lost++;
  warning_add(w->warnings, "%s %s at step %" PRId64 " is not written as HDF5: %s", m->section,
              m->name, w->clock->step, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

/* Write the tables that are asked for as HDF5. */
static PetscErrorCode write_hdf5(const MonitorsState *own, World *w, Output *out)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < own->all.n; k++)
    if (own->all.list[k].hdf5) PetscCall(write_file(w, out, &own->all.list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Open tables: empty for a new run, cut at the present step for a restart. */
static PetscErrorCode open_tables(MonitorsState *own, World *w, Output *out)
{
  const int64_t last = out->goes_on ? w->clock->step : -1;
  char          former[PATH];

  PetscFunctionBeginUser;
  array_create(&own->samples, sizeof *own->samples, own->all.n);
  for (int k = 0; k < own->all.n; k++) {
    const Monitor *m = &own->all.list[k];

    own->samples[k].beat = world_beat(w, m->every);
    PetscCall(open_rows(w->par, out->dir, last, m, &own->samples[k].table));
    path_of(out->dir, m, "h5", former); /* has later rows than the table */
    if (w->par->rank == 0) file_remove(former);
  }
  PetscCall(monitors_listen(w));
  PetscCall(write_units(w->par, out->dir, &own->all, "profile"));
  PetscCall(write_units(w->par, out->dir, &own->all, "monitor"));
  if (out->goes_on) PetscCall(write_hdf5(own, w, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the sample of monitor k that is due at the present step. */
static PetscErrorCode write_one(void *self, World *w, int k, Output *out)
{
  const MonitorScene scene  = {.measured = world_measured(w), .time = clock_time(w->clock)};
  MonitorsState     *own    = self;
  Monitor           *m      = &own->all.list[k];
  Log               *table  = &own->samples[k].table;
  const int64_t      before = table->lost;
  double            *numbers;

  PetscFunctionBeginUser;
  array_create(&numbers, (size_t)monitor_columns(m) * sizeof *numbers, monitor_rows(m));
  PetscCall(monitor_evaluate(m, &scene, numbers));
  PetscCall(write_rows(w, table, m, numbers));
  array_free(&numbers);
  file_count(table->lost == before, &own->samples[k].lost, strerror(table->fault), w, out,
             "nothing of %s %s", m->section, m->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  MonitorsState *own = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) PetscCall(open_tables(self, w, out));
  else if (out->call == OUTPUT_STEP)
    PetscCall(due_write(self, w, out, own->all.n, &own->samples->beat, sizeof *own->samples, NULL,
                        write_one));
  else if (out->call == OUTPUT_FLUSH) PetscCall(write_hdf5(self, w, out));
  else if (out->call == OUTPUT_CLOSE) samples_close(&own->samples, own->all.n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  monitors_free(&((MonitorsState *)self)->all);
}

const Module monitors_module = {.name   = "monitors",
                                .size   = sizeof(MonitorsState),
                                .needs  = "material template clumps change profile monitor inlet",
                                .placed = "domain contact interaction search",
                                .setup  = {.place = place},
                                .write  = write,
                                .free   = free_state};
