/* SPDX-License-Identifier: MIT */
/* Velocities of a fluid (flow.h). */
#include "interaction/flow.h"
#include "options/rows.h"

enum { NUMBERS = FLOW_AXES + 3 };

/* clang-format off */
const Option flow_options[] = {
  VEC3_FLAT(KEY("velocity"), "m/s",       "0,0,0",  SIGNED(SPEED_MOST),
      "uniform part of the velocity of the fluid"),
  STRING(KEY("flow"),           OPTIONAL,
      "velocity added to the uniform one: formulas \"ux, uy, uz\" in m/s, of t, x, y and z"),
  INPUT_FILE(KEY("flow_file"),  OPTIONAL,
      "velocity added to the others, on a grid: CSV with ux,uy,uz and any of t,x,y,z, linear "
      "between the points, constant beyond the ends"),
  REALS(KEY("flow_table"),      "s, m, m/s", OPTIONAL, SIGNED(LENGTH_MOST),
      "rows of flow_file given here: t, x, y, z, ux, uy, uz, t, ...", .group = NUMBERS),
  {0},
};
/* clang-format on */

static const CsvColumn table_columns[] = {
  CSV_REAL_COLUMN("t", "s", 0, LENGTH_MOST),
  CSV_REAL_COLUMN("x", "m", 0, LENGTH_MOST),
  CSV_REAL_COLUMN("y", "m", 0, LENGTH_MOST),
  CSV_REAL_COLUMN("z", "m", 0, LENGTH_MOST),
  CSV_REAL_COLUMN("ux", "m/s", CSV_REQUIRED, SPEED_MOST),
  CSV_REAL_COLUMN("uy", "m/s", CSV_REQUIRED, SPEED_MOST),
  CSV_REAL_COLUMN("uz", "m/s", CSV_REQUIRED, SPEED_MOST),
  {0},
};

void flow_read(Flow *f, const InteractionSource *s)
{
  const Given given = {s->options, "interaction", s->name, "flow"};

  f->velocity   = option_vec3(s->options, "interaction", s->name, "velocity");
  f->fastest    = vec3_norm(f->velocity);
  f->n_formulas = formulas_of_vector(&given, f->formula);
}

/* ---- the grid ---- */

/* Points of an axis: the different numbers of this column, ascending. */
static void find_axis(const double *rows, int n, int column, Grid *g)
{
  double *axis;
  int     kept = 0;

  array_create(&g->axis[column], sizeof *axis, n);
  axis = g->axis[column];
  for (int i = 0; i < n; i++) axis[i] = rows[i * NUMBERS + column];
  sort_items(axis, n, sizeof *axis, compare_reals);
  for (int i = 0; i < n; i++)
    if (i == 0 || axis[i] > axis[kept - 1]) axis[kept++] = axis[i];
  g->n[column] = kept;
}

/* Copy the rows to their grid points; false: a grid point has no row, or two. */
static bool fill(Grid *g, const double *rows, int n)
{
  const double all = (double)g->n[0] * g->n[1] * g->n[2] * g->n[3];

  if (all != n) return false;
  for (int i = 0; i < 3 * n; i++) g->value[i] = INFINITY;
  for (int i = 0; i < n; i++) {
    const double *row = rows + i * NUMBERS;
    size_t        at  = 0;
    double       *to;

    for (int k = 0; k < FLOW_AXES; k++)
      at = at * (size_t)g->n[k] + (size_t)last_up_to(g->axis[k], sizeof *row, g->n[k], row[k]);
    to = g->value + 3 * at;
    if (to[0] < INFINITY) return false;
    memcpy(to, row + FLOW_AXES, 3 * sizeof *to);
  }
  return true;
}

PetscErrorCode flow_load(Flow *f, const InteractionSource *s)
{
  const Given given = {s->options, "interaction", s->name, "flow_file"};
  Grid       *g     = &f->grid;
  double     *rows = NULL, most = 0;
  int         n;

  PetscFunctionBeginUser;
  PetscCall(rows_read(s->par, &given, "flow_table", table_columns, &rows, &n));
  for (int k = 0; k < FLOW_AXES && n > 0; k++) find_axis(rows, n, k, g);
  if (n > 0) array_create(&g->value, 3 * sizeof *g->value, n);
  if (n > 0 && !fill(g, rows, n))
    option_mistake(s->options, "interaction", s->name,
                   option_word(s->options, "interaction", s->name, "flow_file")[0] ? "flow_file"
                                                                                   : "flow_table",
                   "%d rows, with %d times and %d x %d x %d places: each combination must have one "
                   "row",
                   n, g->n[0], g->n[1], g->n[2], g->n[3]);
  for (int i = 0; i < n; i++) {
    const double *u = rows + i * NUMBERS + FLOW_AXES;

    most = max_real(most, vec3_norm((Vec3){u[0], u[1], u[2]}));
  }
  f->fastest += most;
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the value at x, linear along each axis. */
static void add_value(const Grid *g, const double *x, double u[3])
{
  int    from[FLOW_AXES];
  double part[FLOW_AXES];

  for (int k = 0; k < FLOW_AXES; k++) {
    const double *axis = g->axis[k];
    const int     lo   = last_up_to(axis, sizeof *axis, (int)max_int(1, g->n[k] - 1), x[k]);

    from[k] = lo;
    part[k] = g->n[k] == 1 ? 0 : (x[k] - axis[lo]) / (axis[lo + 1] - axis[lo]);
    part[k] = max_real(0, min_real(1, part[k]));
  }
  for (int corner = 0; corner < 1 << FLOW_AXES; corner++) {
    double weight = 1;
    size_t at     = 0;

    for (int k = 0; k < FLOW_AXES; k++) {
      const int up = corner >> k & 1;

      weight *= up ? part[k] : 1 - part[k];
      at = at * (size_t)g->n[k] + (size_t)min_int(from[k] + up, g->n[k] - 1);
    }
    for (int k = 0; k < 3 && weight > 0; k++) u[k] += weight * g->value[3 * at + (size_t)k];
  }
}

/* ---- evaluation ---- */

void flow_velocity(const Flow *f, const BodyBatch *b, double (*u)[INTERACTION_TILE])
{
  for (int m = 0; m < 3; m++)
    for (int k = 0; k < INTERACTION_TILE; k++) u[m][k] = vec3_axis(f->velocity, m);
  formulas_add(f->formula, f->n_formulas, b, (double *const[]){u[0], u[1], u[2]});
  for (int k = 0; f->grid.value && k < b->n; k++) {
    double add[3] = {0, 0, 0};

    add_value(&f->grid, (double[]){b->time, b->x[k], b->y[k], b->z[k]}, add);
    for (int m = 0; m < 3; m++) u[m][k] += add[m];
  }
}

void flow_free(Flow *f)
{
  for (int k = 0; k < FLOW_AXES; k++) array_free(&f->grid.axis[k]);
  array_free(&f->grid.value);
}
