/* SPDX-License-Identifier: MIT */
/* Actions but for those that set values (action_set.c). */
#include "event/action.h"
#include <stdio.h>

/* ---- checkpoint ---- */

/* Write a checkpoint at the end of the step. */

static PetscErrorCode act_checkpoint(const void *self, EventScene *scene, double at, bool again,
                                     bool *done)
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
  .act  = act_checkpoint,
};

/* ---- end ---- */

/* End the run after this step, as at its end time. A restart from then on has ended, too. */

typedef struct {
  char event[NAME_LENGTH];
} End;

static void read_end(void *self, const ActionSource *s)
{
  action_read_nothing(self, s);
  snprintf(((End *)self)->event, NAME_LENGTH, "%s", s->event);
}

static PetscErrorCode act_end(const void *self, EventScene *scene, double at, bool again,
                              bool *done)
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
  .read = read_end,
  .act  = act_end,
};

/* ---- switch ---- */

/* Start or stop a motion, an inlet, an outlet, a force or a change. */

static void read_switch(void *self, const ActionSource *s)
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
  .read    = read_switch,
  .act     = start,
  .subject = subject,
  .starts  = starts,
};

const Action action_stop = {
  .head    = {.name = "stop", .text = "Stop a motion, an inlet, an outlet, a force or a change."},
  .size    = sizeof(Turn),
  .read    = read_switch,
  .act     = stop,
  .subject = subject,
};
