/* SPDX-License-Identifier: MIT */
/* Stop a motion, an inlet, an outlet or a force. */
#include "event/action.h"

static void read(void *self, const ActionSource *s)
{
  switch_read(s->scene->options, s->event, s->words, self);
}

static PetscErrorCode act(const void *self, EventScene *scene, double at, bool again, bool *done)
{
  const Turn *t = self;

  PetscFunctionBeginUser;
  *done = !(again && t->of->keeps) && t->of->turn(scene, t->object, false, at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *subject(const void *self)
{
  return ((const Turn *)self)->object;
}

const Action action_stop = {
  .head    = {.name = "stop", .text = "Stop a motion, an inlet, an outlet or a force."},
  .size    = sizeof(Turn),
  .read    = read,
  .act     = act,
  .subject = subject,
};
