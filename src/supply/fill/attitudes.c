/* SPDX-License-Identifier: MIT */
/* The table of distributions of attitudes; reading one, and drawing from it. */
#include "supply/fill/attitudes.h"

#include "base/elementary.h"

#include <string.h>

const Plugin *const attitude_heads[]       = {ATTITUDE_KINDS(PLUGIN_HEAD) NULL};
const Plugin *const inlet_attitude_heads[] = {INLET_ATTITUDES(PLUGIN_HEAD) NULL};

Quat attitude_about(Vec3 axis, double degrees)
{
  double s, c;

  sine_cosine_degrees(degrees / 2, &s, &c);
  return (Quat){c, s * axis.x, s * axis.y, s * axis.z};
}

PetscErrorCode fill_attitudes_read(FillReading *r)
{
  Attitudes *const    a    = &r->spec->attitudes;
  const AttitudeKind *kind = &attitude_random;

  PetscFunctionBeginUser;
  if (fill_has(r, "orientation"))
    kind = (const AttitudeKind *)plugin_find(
      strcmp(r->spec->kind, "inlet") == 0 ? inlet_attitude_heads : attitude_heads,
      fill_word(r, "orientation"));
  *a = (Attitudes){.kind = kind, .dimension = r->spec->dimension};
  PetscCall(array_create(&a->own, 1, (PetscInt)kind->size));
  if (kind->size > 0) memset(a->own, 0, kind->size);
  if (kind->read) kind->read(a->own, r);
  PetscFunctionReturn(PETSC_SUCCESS);
}

Quat attitude_draw(const Attitudes *a, Quat axes, Random *random)
{
  return a->kind->draw(a->own, a->dimension, axes, random);
}
