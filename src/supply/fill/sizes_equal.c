/* SPDX-License-Identifier: MIT */
/* All clumps have the mean size. */
#include "supply/fill/sizes.h"

#include <math.h>

static PetscErrorCode equal_read(void *own, FillReading *r)
{
  PetscFunctionBeginUser;
  fill_need(r, "size_mean", "size: equal");
  *(SizesEqual *)own = (SizesEqual){fill_real(r, "size_mean")};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool equal_sound(const void *own, char *why)
{
  const double mean = ((const SizesEqual *)own)->mean;

  return (isfinite(mean) && mean > 0) || sizes_refuse(why, "the mean must be > 0");
}

static PetscErrorCode equal_curve(const void *own, Curve *c)
{
  const double points[] = {((const SizesEqual *)own)->mean, 1};

  PetscFunctionBeginUser;
  PetscCall(curve_of_points(1, points, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SizeKind sizes_equal = {.head  = {.name    = "equal",
                                        .text    = "All have the mean size.",
                                        .options = {size_options, size_mean_options}},
                              .size  = sizeof(SizesEqual),
                              .read  = equal_read,
                              .sound = equal_sound,
                              .curve = equal_curve};
