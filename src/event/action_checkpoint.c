/* SPDX-License-Identifier: MIT */
/* Write a checkpoint at the end of the step. */
#include "event/action.h"

static PetscErrorCode act(const void *self, EventScene *scene, double at, bool again, bool *done)
{
  (void)self;
  (void)at;
  PetscFunctionBeginUser;
  *done       = true;
  scene->save = scene->save || !again;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Action action_checkpoint = {
  .head = {.name = "checkpoint", .text = "Write a checkpoint."},
  .read = action_read_nothing,
  .act  = act,
};
