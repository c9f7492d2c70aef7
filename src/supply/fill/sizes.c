/* SPDX-License-Identifier: MIT */
/* The table of size distributions, and what several kinds share. */
#include "supply/fill/sizes.h"

#include "base/bounds.h"
#include "options/rows.h"

#include <math.h>
#include <stdio.h>

/* clang-format off */
const Option size_options[] = {
  WORD(KEY("size_of"), OPTIONAL, "scale diameter largest",
      "fill, inlet: meaning of a size: scale, the factor on the template's lengths (default); "
      "diameter, of the sphere (disc) of the clump's volume; or largest, the diameter of its "
      "largest pebble"),
  WORD(KEY("size_by"), OPTIONAL, "number mass",
      "fill, inlet: the distribution is by number of clumps (default) or by their mass"),
  {NULL},
};

const Option size_limit_options[] = {
  REAL(KEY("size_lo"), "1 or m", OPTIONAL, RANGE_OF(LENGTH),
      "fill, inlet: least size; default for normal and lognormal: 3 standard deviations (of the "
      "logarithm) below the median"),
  REAL(KEY("size_hi"), "1 or m", OPTIONAL, RANGE_OF(LENGTH),
      "fill, inlet: largest size; default for normal and lognormal: 3 standard deviations (of the "
      "logarithm) above the median"),
  {NULL},
};

const Option size_mean_options[] = {
  REAL(KEY("size_mean"), "1 or m", OPTIONAL, RANGE_OF(LENGTH),
      "fill, inlet: mean size, before the curve is cut to its limits"),
  {NULL},
};
/* clang-format on */

const Plugin *const size_heads[] = {SIZE_KINDS(PLUGIN_HEAD) NULL};

bool sizes_refuse(char *why, const char *text)
{
  snprintf(why, SIZES_WHY, "%s", text);
  return false;
}

bool sizes_limits_are_sound(double lo, double hi, char *why)
{
  if (!isnan(lo) && !(lo > 0)) return sizes_refuse(why, "the lower limit must be > 0");
  if (isnan(lo) || isnan(hi) || lo < hi) return true;
  snprintf(why, SIZES_WHY, "the lower limit %g must be below the upper one %g", lo, hi);
  return false;
}

PetscErrorCode curve_reserve(Curve *c, int n)
{
  PetscFunctionBeginUser;
  c->n = n;
  PetscCall(array_create(&c->size, sizeof *c->size, n));
  PetscCall(array_create(&c->share, sizeof *c->share, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode curve_of_points(int n, const double *points, Curve *c)
{
  const double whole = points[2 * n - 1];

  PetscFunctionBeginUser;
  PetscCall(curve_reserve(c, n));
  for (int i = 0; i < n; i++) {
    c->size[i]  = points[2 * i];
    c->share[i] = (points[2 * i + 1] - (i > 0 ? points[2 * i - 1] : 0)) / whole;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
