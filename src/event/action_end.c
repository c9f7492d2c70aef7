/* SPDX-License-Identifier: MIT */
/* End the run after this step, as at its end time. A restart from then on has ended, too. */
#include "event/action.h"

#include <stdio.h>

typedef struct {
  char event[NAME_LENGTH];
} End;

static void read(void *self, const ActionSource *s)
{
  action_read_nothing(self, s);
  snprintf(((End *)self)->event, NAME_LENGTH, "%s", s->event);
}

static PetscErrorCode act(const void *self, EventScene *scene, double at, bool again, bool *done)
{
  (void)at;
  (void)again;
  PetscFunctionBeginUser;
  *done = true;
  snprintf(scene->events->ended, NAME_LENGTH, "%s", ((const End *)self)->event);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Action action_end = {
  .head = {.name = "end", .text = "End the run after this step."},
  .size = sizeof(End),
  .read = read,
  .act  = act,
};
