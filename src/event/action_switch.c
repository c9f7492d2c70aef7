/* SPDX-License-Identifier: MIT */
/* Start or stop a motion, an inlet, an outlet, a force or a change. */
#include "event/action.h"

static void read(void *self, const ActionSource *s)
{
  switch_read(s->scene->options, s->event, s->words, self);
}

static void turn(const Turn *t, EventScene *scene, double at, bool again, bool on, bool *done)
{
  *done = !(again && t->of->keeps) && t->of->turn(scene, t->object, on, at);
}

static PetscErrorCode start(const void *self, EventScene *scene, double at, bool again, bool *done)
{
  PetscFunctionBeginUser;
  turn(self, scene, at, again, true, done);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode stop(const void *self, EventScene *scene, double at, bool again, bool *done)
{
  PetscFunctionBeginUser;
  turn(self, scene, at, again, false, done);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *subject(const void *self)
{
  return ((const Turn *)self)->object;
}

static const Turn *starts(const void *self)
{
  return self;
}

const Action action_start = {
  .head    = {.name = "start", .text = "Start a motion, an inlet, an outlet, a force or a change."},
  .size    = sizeof(Turn),
  .read    = read,
  .act     = start,
  .subject = subject,
  .starts  = starts,
};

const Action action_stop = {
  .head    = {.name = "stop", .text = "Stop a motion, an inlet, an outlet, a force or a change."},
  .size    = sizeof(Turn),
  .read    = read,
  .act     = stop,
  .subject = subject,
};
