/* SPDX-License-Identifier: MIT */
/* Strains, or rates of strain, by points over time. */
#include "base/bounds.h"
#include "options/rows.h"
#include "space/cell/deformation.h"

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
  {NULL},
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

static void read(Options *o, Deformation *d)
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
  .read = read,
  .at   = deformation_take_series,
};
