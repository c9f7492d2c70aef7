/* SPDX-License-Identifier: MIT */
/* Deformations of a cell whose gradient is given: simple shear, any gradient, a table over time. */
#include "base/bounds.h"
#include "options/rows.h"
#include "space/cell/deformation.h"

/* ---- simple shear: v_flow = rate x coordinate along the gradient axis ---- */

/* clang-format off */
static const Option shear_options[] = {
  WORD(KEY("deformation_flow"),     REQUIRED, "x y z", "axis along which the cell is sheared"),
  WORD(KEY("deformation_gradient"), REQUIRED, "x y z",
      "axis along which the velocity grows; both faces of this axis are periodic"),
  REAL(KEY("deformation_rate"),     "1/s", REQUIRED, ANY_NUMBER,
      "shear rate: velocity of the upper face of the gradient axis relative to the lower one over "
      "their distance"),
  {0},
};
/* clang-format on */

static int axis_of(const char *word)
{
  return word[0] - 'x';
}

static void shear_read(Options *o, Deformation *d)
{
  const char *flow     = option_word(o, "domain", NULL, "deformation_flow"),
             *gradient = option_word(o, "domain", NULL, "deformation_gradient");
  int i, j;

  if (!flow[0] || !gradient[0]) return; /* reported */
  i = axis_of(flow);
  j = axis_of(gradient);
  if (i == j || max_int(i, j) >= options_dimension(o)) {
    option_mistake(o, "domain", NULL, "deformation_gradient",
                   "'%s', with the flow along %s; allowed: two different axes%s", gradient, flow,
                   options_dimension(o) == 2 ? " of x and y" : "");
    return;
  }
  d->full.g[i][j] = option_real(o, "domain", NULL, "deformation_rate");
  d->may.g[i][j]  = 1;
}

const DeformationKind deformation_shear = {
  .head = {.name    = "shear",
           .text    = "Simple shear at a rate, across periodic faces that slide.",
           .source  = "Lees & Edwards 1972, J. Phys. C 5, 1921",
           .options = {shear_options}},
  .read = shear_read,
};

/* ---- a velocity gradient of any form that keeps some order of the axes (space/cell/cell.h) ---- */

/* clang-format off */
static const Option gradient_options[] = {
  REALS(KEY("deformation_matrix"), "1/s", REQUIRED, ANY_NUMBER,
      "velocity gradient by rows: velocity along x by place along x, y, z; along y; along z",
      .count = 9),
  {0},
};
/* clang-format on */

static void gradient_read(Options *o, Deformation *d)
{
  int           n;
  const double *m = option_reals(o, "domain", NULL, "deformation_matrix", &n);

  for (int i = 0; i < 3 && n == 9; i++)
    for (int j = 0; j < 3; j++) {
      d->full.g[i][j] = m[3 * i + j];
      d->may.g[i][j]  = m[3 * i + j] != 0;
      if (options_dimension(o) == 2 && max_int(i, j) == 2 && m[3 * i + j] != 0)
        option_mistake(o, "domain", NULL, "deformation_matrix",
                       "%g in row %d, column %d; allowed in two dimensions: 0 in the third row and "
                       "column",
                       m[3 * i + j], i + 1, j + 1);
    }
}

const DeformationKind deformation_gradient = {
  .head = {.name    = "gradient",
           .text    = "A velocity gradient: periods P change by P' = matrix P.",
           .options = {gradient_options}},
  .read = gradient_read,
};

/* ---- strains, or rates of strain, by points over time ---- */

/* clang-format off */
const Option time_series_options[] = {
  INPUT_FILE(KEY("deformation_file"),  OPTIONAL,
      "CSV with such a point a row, in place of components, times and strains or rates: "
      "time,xz,..., or time,rate_xz,..."),
  WORDS(KEY("deformation_components"), OPTIONAL,
      "entries of the velocity gradient that follow from times; xz: velocity along x that grows "
      "along z", .choices = COMPONENT_WORDS),
  REALS(KEY("deformation_times"),      "s",   OPTIONAL, UP_TO(TIME_MOST),
      "times of the points, ascending; none: values hold all the time"),
  REALS(KEY("deformation_strains"),    "1",   OPTIONAL, SIGNED(1e6),
      "strains of the components at the first time, then at the second one, ...; of xx the "
      "logarithm of the stretch; only differences count"),
  REALS(KEY("deformation_rates"),      "1/s", OPTIONAL, SIGNED(1e9),
      "in place of strains: their rates, likewise"),
  {0},
};
/* clang-format on */

void deformation_read_series(Options *o, Deformation *d)
{
  const char *file    = option_word(o, "domain", NULL, "deformation_file");
  const bool  strains = option_has_value(o, "domain", NULL, "deformation_strains"),
             rates    = option_has_value(o, "domain", NULL, "deformation_rates"),
             used     = option_has_value(o, "domain", NULL, "deformation_components");

  if (!used && !strains && !rates) return;
  if (file[0] && !used) return; /* a mistake of the file */
  if (strains == rates || !used) {
    option_mistake(o, "domain", NULL, "deformation_components",
                   "needs one of deformation_strains and deformation_rates, and these need it");
    return;
  }
  time_series_read(o, "deformation_components", "deformation_times",
                   rates ? "deformation_rates" : "deformation_strains", &d->strain);
  d->strain.rates = rates;
  d->varies       = rates && d->strain.points > 1;
  for (int k = 0; k < d->strain.n; k++) {
    component_set(d->strain.of[k], 3, time_series_most(&d->strain, k, strains), &d->full);
    component_set(d->strain.of[k], 3, 1, &d->may);
  }
}

void deformation_take_series(const Deformation *d, double time, double dt, Gradient *g)
{
  const TimeSeries *c = &d->strain;

  for (int k = 0; k < c->n; k++)
    component_set(c->of[k], 3,
                  d->factor * (c->rates ? time_series_value(c, k, time - 0.5 * dt)
                                        : time_series_slope(c, k, time, dt)),
                  g);
}

static void table_read(Options *o, Deformation *d)
{
  const char *file = option_word(o, "domain", NULL, "deformation_file");

  if (!option_has_value(o, "domain", NULL, "deformation_components") && !file[0])
    option_mistake(o, "domain", NULL, "deformation_components",
                   "is needed: the entries of the velocity gradient that the table gives; or "
                   "deformation_file");
  else deformation_read_series(o, d);
}

const DeformationKind deformation_table = {
  .head = {.name    = "table",
           .text    = "Strains, or their rates, by points over time with straight lines between.",
           .options = {time_series_options}},
  .read = table_read,
  .at   = deformation_take_series,
};
