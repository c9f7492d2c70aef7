/* SPDX-License-Identifier: MIT */
/* Sizes uniform over lo .. hi. */
#include "supply/fill/sizes.h"

#include <math.h>

static PetscErrorCode uniform_read(void *own, FillReading *r)
{
  PetscFunctionBeginUser;
  fill_need(r, "size_lo", "size: uniform");
  fill_need(r, "size_hi", "size: uniform");
  *(SizesUniform *)own = (SizesUniform){fill_real(r, "size_lo"), fill_real(r, "size_hi")};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool uniform_sound(const void *own, char *why)
{
  const SizesUniform *u = own;

  if (!(isfinite(u->lo) && isfinite(u->hi))) return sizes_refuse(why, "both limits are needed");
  return sizes_limits_are_sound(u->lo, u->hi, why);
}

static PetscErrorCode uniform_curve(const void *own, Curve *c)
{
  const SizesUniform *u        = own;
  const double        points[] = {u->lo, 0, u->hi, 1};

  PetscFunctionBeginUser;
  PetscCall(curve_of_points(2, points, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SizeKind sizes_uniform = {.head  = {.name    = "uniform",
                                          .text    = "Any size between the limits is as likely.",
                                          .options = {size_options, size_limit_options}},
                                .size  = sizeof(SizesUniform),
                                .read  = uniform_read,
                                .sound = uniform_sound,
                                .curve = uniform_curve};
