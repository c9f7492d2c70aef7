/* SPDX-License-Identifier: MIT */
/* The table of surfaces. */
#include "matter/surface.h"
#include "matter/surface_plane.h"

const Plugin *const surface_table[] = {
  &surface_plane.head,
  NULL,
};

PetscErrorCode features_add(Features *f, int32_t feature)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&f->list, sizeof *f->list, f->n + 1, &f->capacity));
  f->list[f->n++] = feature;
  PetscFunctionReturn(PETSC_SUCCESS);
}
