/* SPDX-License-Identifier: MIT */
/* Potential between the centres of pebbles from a table of energies: the cubic spline through its
   rows, with two continuous derivatives, and its exact derivative as force. The slopes at both ends
   are those of the cubic (with fewer rows: lower) polynomial through the rows next to them. It is
   truncated at a cutoff (potential.h); pebbles closer than the first row stop the run, as their
   force is not a number. */
#include "interaction/formulas.h"
#include "interaction/pairs/potential.h"
#include "options/rows.h"

enum { ROWS_MOST = 4000, CELLS = 4096 };

typedef struct {
  Truncation at;
  int        n;
  double     r[ROWS_MOST], u[ROWS_MOST]; /* m, J */
  double     slope[ROWS_MOST];           /* du/dr, N */
  double     per_cell;                   /* cells over distance, 1/m */
  int32_t    cell[CELLS];                /* last row at or before the start of each cell */
} Table;

/* clang-format off */
static const Option table_options[] = {
  INPUT_FILE(KEY("file"), OPTIONAL,
      "CSV with the columns r (m, ascending) and energy (J) of a pair"),
  REALS(KEY("table"),     "m, J", OPTIONAL, SIGNED(ENERGY_MOST),
      "rows of file given here: r, energy, r, energy, ...", .group = 2),
  {0},
};

static const CsvColumn table_columns[] = {
  {"r", CSV_REAL, CSV_REQUIRED | CSV_POSITIVE, .unit = "m", .lo = LENGTH_LEAST, .hi = LENGTH_MOST},
  CSV_REAL_COLUMN("energy", "J", CSV_REQUIRED, ENERGY_MOST),
  {0},
};
/* clang-format on */

/* ---- the spline ---- */

/* Row k with r[k] <= r < r[k + 1]. */
static int row_at(const Table *t, double r)
{
  const double cell = (r - t->r[0]) * t->per_cell;
  int          k    = t->cell[cell < CELLS ? (int)cell : CELLS - 1];

  while (k > 0 && t->r[k] > r) k--;
  while (k < t->n - 2 && t->r[k + 1] <= r) k++;
  return k;
}

/* Energy and its derivatives by r at distance r >= r[0], of row k. */
static double value_of(const Table *t, int k, double r, double *slope, double *bend)
{
  const double h = t->r[k + 1] - t->r[k], rise = (t->u[k + 1] - t->u[k]) / h, x = r - t->r[k];
  const double a = (3 * rise - 2 * t->slope[k] - t->slope[k + 1]) / h,
               b = (t->slope[k] + t->slope[k + 1] - 2 * rise) / (h * h);

  *slope = t->slope[k] + x * (2 * a + x * 3 * b);
  *bend  = 2 * a + 6 * b * x;
  return t->u[k] + x * (t->slope[k] + x * (a + x * b));
}

static double energy_at(const void *self, double d2)
{
  const Table *t = self;
  const double r = sqrt(d2);
  double       slope, bend;

  return r >= t->r[0] ? value_of(t, row_at(t, r), r, &slope, &bend) : NAN;
}

static double push_at(const void *self, double d2)
{
  const Table *t = self;
  const double r = sqrt(d2);
  double       slope, bend;

  if (!(r >= t->r[0])) return NAN;
  (void)value_of(t, row_at(t, r), r, &slope, &bend);
  return -slope / r;
}

/* Slope at row `at` of the polynomial through the rows from .. from + n - 1. */
static double slope_of_polynomial(const Table *t, int from, int n, int at)
{
  double sum = 0;

  for (int i = from; i < from + n; i++) {
    double weight = 0;

    for (int j = from; j < from + n; j++) {
      double product = 1 / (t->r[i] - t->r[j]);

      if (j == i) continue;
      for (int k = from; k < from + n; k++)
        if (k != i && k != j) product *= (t->r[at] - t->r[k]) / (t->r[i] - t->r[k]);
      weight += product;
    }
    sum += weight * t->u[i];
  }
  return sum;
}

/* Slopes by the continuity of the second derivative: a tridiagonal system. */
static void find_slopes(Table *t)
{
  const int n = t->n, of = n < 4 ? n : 4;
  double    up[ROWS_MOST];

  t->slope[0]     = slope_of_polynomial(t, 0, of, 0);
  t->slope[n - 1] = slope_of_polynomial(t, n - of, of, n - 1);
  up[0]           = 0;
  for (int i = 1; i < n - 1; i++) {
    const double a = 1 / (t->r[i] - t->r[i - 1]), b = 1 / (t->r[i + 1] - t->r[i]);
    const double right = 3 * ((t->u[i] - t->u[i - 1]) * a * a + (t->u[i + 1] - t->u[i]) * b * b);
    const double pivot = 2 * (a + b) - a * up[i - 1];

    up[i]       = b / pivot;
    t->slope[i] = (right - a * t->slope[i - 1]) / pivot;
  }
  for (int i = n - 2; i > 0; i--) t->slope[i] -= up[i] * t->slope[i + 1];
}

/* ---- reading ---- */

/* Note the first mistake of the rows, if any. */
static bool rows_are_sound(const InteractionSource *s, const double *rows, int n)
{
  const char *key = option_word(s->options, "interaction", s->name, "file")[0] ? "file" : "table";

  if (n < 2 || n > ROWS_MOST) {
    option_mistake(s->options, "interaction", s->name, key,
                   "%d rows of r and energy; allowed: 2 to %d", n, (int)ROWS_MOST);
    return false;
  }
  for (int i = 0; i < n; i++)
    if (!(rows[2 * i] > (i > 0 ? rows[2 * i - 2] : 0))) {
      option_mistake(s->options, "interaction", s->name, key,
                     "row %d: r = %g m is not after %g m: give them ascending, above 0", i + 1,
                     rows[2 * i], i > 0 ? rows[2 * i - 2] : 0);
      return false;
    }
  return true;
}

static void check_ends(const InteractionSource *s, const Table *t)
{
  const double cutoff = option_real(s->options, "interaction", s->name, "cutoff"),
               last   = t->r[t->n - 1];

  if (cutoff > last)
    option_mistake(s->options, "interaction", s->name, "cutoff",
                   "%g m, but the table ends at %g m: take a shorter cutoff or a longer table",
                   cutoff, last);
  else if (!(cutoff > t->r[0]))
    option_mistake(s->options, "interaction", s->name, "cutoff",
                   "%g m, but the table begins at %g m: take a longer cutoff", cutoff, t->r[0]);
}

static void table_read(void *self, const InteractionSource *s)
{
  const Given   file = {s->options, "interaction", s->name, "file"};
  Table        *t    = self;
  double       *read = NULL;
  int           n;
  const double *rows;

  if (s->first)
    PetscCallAbort(PETSC_COMM_SELF, rows_read(s->par, &file, "table", table_columns, &read, &n));
  array_free(&read);
  rows = option_reals(s->options, "interaction", s->name, "table", &n);
  if (n == 0 && s->first && !option_is_set(s->options, "interaction", s->name, "file") &&
      !option_is_wrong(s->options, "interaction", s->name, "table"))
    option_mistake(s->options, "interaction", s->name, "file", "missing: give it, or table");
  if (n == 0 || (s->first && !rows_are_sound(s, rows, n / 2))) return;
  if (options_has_mistakes(s->options)) return;
  t->n = n / 2;
  for (int i = 0; i < t->n; i++) {
    t->r[i] = rows[2 * i];
    t->u[i] = rows[2 * i + 1];
  }
  find_slopes(t);
  t->per_cell = CELLS / (t->r[t->n - 1] - t->r[0]);
  for (int c = 0, k = 0; c < CELLS; c++) {
    while (k < t->n - 2 && t->r[k + 1] <= t->r[0] + c / t->per_cell) k++;
    t->cell[c] = k;
  }
  if (s->first) check_ends(s, t);
  truncation_read(t, s, energy_at, push_at);
}

static void table_pull(const void *self, PairBatch *b)
{
  potential_pull_within(self, push_at, false, b);
}

/* Largest |u''| at the rows from the last one inwards, up to the first whose u is above the energy
   of approach, or above the depth of the table if that is larger; at all rows if both are 0. */
static double table_stiffness(const void *self, const Approach *a)
{
  const Table *t     = self;
  double       depth = a->energy, most = 0, slope, bend;

  for (int i = 0; i < t->n; i++) depth = max_real(depth, -t->u[i]);
  for (int i = t->n - 2; i >= 0; i--) {
    (void)value_of(t, i, t->r[i], &slope, &bend);
    most = max_real(most, fabs(bend));
    if (depth > 0 && t->u[i] > depth) break;
  }
  return most;
}

const Interaction interaction_table = {
  .head = {.name    = "table",
           .text    = "A potential between pebbles from a table of energies, by a cubic spline.",
           .source  = "de Boor 1978, A Practical Guide to Splines, ch. IV",
           .options = {interaction_between, interaction_groups, table_options, potential_cutoff}},
  .size = sizeof(Table),
  .read = table_read,
  .pair =
    &(const PairForce){
      .reach     = truncation_reach,
      .pull      = table_pull,
      .energy_at = energy_at,
      .stiffness = table_stiffness,
      .no_number = "two pebbles are closer than the first row of the table",
    },
};
