/* SPDX-License-Identifier: MIT */
/* The module of probes: their tables and grids. */
#include "output/frames/frames.h"
#include "output/table/samples.h"

static PetscErrorCode resolve(void *self, World *w)
{
  probes_read(w, &((ProbesState *)self)->all);
  return PETSC_SUCCESS;
}

/* ---- tables ---- */

enum { STEP, TIME, POINT, PLACE, VALUES = PLACE + 3 }; /* columns before the numbers */

/* Name of a component of a field, and of its derivative along an axis (-1: none). */
static void name_print(const Sampled *field, int k, int along, char name[NAME_LENGTH])
{
  char component[3] = "", derivative[6] = "";

  if (field->width == 3) snprintf(component, sizeof component, "_%c", "xyz"[k]);
  if (along >= 0) snprintf(derivative, sizeof derivative, "_by_%c", "xyz"[along]);
  snprintf(name, NAME_LENGTH, "%.48s%s%s", field->head.name, component, derivative);
}

/* Open probes/NAME.csv, with a row for each point at each time, as table_open does. */
static PetscErrorCode open_rows(const Parallel *par, const char *dir, int64_t step, const Probe *p,
                                Log *log)
{
  static const OutputColumn first[VALUES] = {
    {"step", NULL, TABLE_INT64, 0, "number of the step"},
    {"time", "s", TABLE_REAL, 0, "simulated time"},
    {"point", NULL, TABLE_INT64, 0, "number of the point in the scenario, from 0"},
    {"x", "m", TABLE_REAL, 0, "where it is"},
    {"y", "m", TABLE_REAL, 0, "likewise"},
    {"z", "m", TABLE_REAL, 0, "likewise"}};
  OutputColumn *c;
  int           at = VALUES;

  array_create(&c, sizeof *c, VALUES + probe_numbers(p) + 1);
  memcpy(c, first, sizeof first);
  for (int f = 0; f < p->n_fields; f++)
    for (int k = 0; k < p->field[f]->width; k++) name_print(p->field[f], k, -1, c[at++].name);
  for (int f = 0; f < p->n_fields && p->gradient; f++)
    for (int k = 0; k < 3 * p->field[f]->width; k++)
      name_print(p->field[f], k / 3, k % 3, c[at++].name);
  for (int k = VALUES; k < at; k++) c[k].type = TABLE_REAL;
  return table_open_numbers(par, dir, "probe", p->name, step, c, log);
}

/* Append the rows of one step, as one piece; numbers: on rank 0, as probe_evaluate gives them. */
static PetscErrorCode write_rows(const World *w, Log *log, const Probe *p, const double *numbers)
{
  const int    each = probe_numbers(p), width = VALUES + each;
  const int    n = log->file ? p->n : 0;
  TableNumber *rows;

  PetscFunctionBeginUser;
  array_create(&rows, (size_t)width * sizeof *rows, n);
  for (int i = 0; i < n; i++) {
    const Vec3   x   = probe_point(p, i);
    TableNumber *row = rows + (int64_t)p->row[i] * width;

    row[STEP].whole  = w->clock->step;
    row[TIME].real   = clock_time(w->clock);
    row[POINT].whole = p->row[i];
    for (int k = 0; k < 3; k++) row[PLACE + k].real = vec3_axis(x, k);
    for (int k = 0; k < each; k++) {
      const double value = numbers[(int64_t)i * each + k];

      row[VALUES + k].real = isnan(value) ? NAN : value; /* a NAN without a sign */
    }
  }
  PetscCall(table_write(w->par, log, n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

/* Open tables, and cut grids: empty for a new run, cut at the present step for a restart. */
static PetscErrorCode open_tables(ProbesState *own, World *w, Output *out)
{
  const int64_t last = out->goes_on ? w->clock->step : -1;

  PetscFunctionBeginUser;
  array_create(&own->samples, sizeof *own->samples, own->all.n);
  for (int k = 0; k < own->all.n; k++) {
    const Probe *p = &own->all.list[k];

    own->samples[k].beat = world_beat(w, p->every);
    if (p->grid)
      PetscCall(grid_cut(w->par, out->dir, p, out->goes_on ? clock_reached(w->clock) : -HUGE_VAL));
    else PetscCall(open_rows(w->par, out->dir, last, p, &own->samples[k].table));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_one(void *self, World *w, int k, Output *out)
{
  ProbesState  *own     = self;
  const Probe  *p       = &own->all.list[k];
  const int64_t before  = own->samples[k].table.lost;
  GridFrame     frame   = {.probe = p, .step = w->clock->step, .time = clock_time(w->clock)};
  bool          written = true;
  char          why[SERIES_WHY];
  double       *numbers;

  PetscFunctionBeginUser;
  PetscCall(probe_evaluate(p, w->par, w->domain, w->clumps, &frame.first, &frame.n, &numbers));
  frame.numbers = numbers;
  if (p->grid) PetscCall(grid_write(w->par, out->dir, &frame, &written, why));
  else PetscCall(write_rows(w, &own->samples[k].table, p, numbers));
  array_free(&numbers);
  file_count(written && own->samples[k].table.lost == before, &own->samples[k].lost,
             written ? strerror(own->samples[k].table.fault) : why, w, out, "nothing of probe %s",
             p->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  ProbesState *own = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) PetscCall(open_tables(self, w, out));
  else if (out->call == OUTPUT_STEP)
    PetscCall(due_write(self, w, out, own->all.n, &own->samples->beat, sizeof *own->samples, NULL,
                        write_one));
  else if (out->call == OUTPUT_CLOSE) samples_close(&own->samples, own->all.n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  probes_free(&((ProbesState *)self)->all);
}

const Module probes_module = {.name  = "probes",
                              .size  = sizeof(ProbesState),
                              .needs = "material template clumps change interaction probe inlet",
                              .setup = {.resolve = resolve},
                              .write = write,
                              .free  = free_state};
