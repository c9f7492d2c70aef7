/* SPDX-License-Identifier: MIT */
/* The source of clumps whose times of entry are given. */
#include "supply/source.h"

static PetscErrorCode next(const SourceScene *scene, const void *own, double *time)
{
  (void)own;
  PetscFunctionBeginUser;
  PetscCall(waiting_next(scene->par, scene->waiting, time, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode release(SourceScene *scene, void *own, double now)
{
  (void)own;
  PetscFunctionBeginUser;
  PetscCall(waiting_release(scene->waiting, now, scene->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Source source_waiting = {
  .head    = {.name = "waiting", .text = "clumps that wait for their time of entry"},
  .next    = next,
  .release = release,
};
