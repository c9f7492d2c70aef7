/* SPDX-License-Identifier: MIT */
/* The table of sources. */
#include "supply/source.h"

#define ROW(source) &source,
static const Source *const table[] = {SOURCES(ROW) NULL};

PetscErrorCode sources_next(const SourceScene *scene, double *time)
{
  PetscFunctionBeginUser;
  *time = INFINITY;
  for (int k = 0; table[k]; k++) {
    double next;

    PetscCall(table[k]->next(scene, &next));
    *time = min_real(*time, next);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sources_release(SourceScene *scene, double now)
{
  PetscFunctionBeginUser;
  for (int k = 0; table[k]; k++) PetscCall(table[k]->release(scene, now));
  PetscFunctionReturn(PETSC_SUCCESS);
}
