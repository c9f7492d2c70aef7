/* SPDX-License-Identifier: MIT */
/* Actions but for those that set values (action_set.c). */
#include "event/action.h"

const Plugin *const action_table[] = {ACTIONS(PLUGIN_HEAD) NULL};

/* Note a mistake in `do` unless there are no further words. */
static void read_nothing(void *self, const ActionSource *s)
{
  (void)self;
  if (s->words[0])
    option_mistake(s->scene->world->options, "event", s->event, "do",
                   "'%s' is not allowed: this action has no further words", s->words);
}

/* ---- checkpoint ---- */

/* Write a checkpoint at the end of the step. */
static bool act_checkpoint(const void *self, EventScene *scene, double at, bool again)
{
  (void)self;
  (void)at;
  scene->world->save = scene->world->save || !again;
  return true;
}

const Action action_checkpoint = {
  .head = {.name = "checkpoint", .text = "Write a checkpoint."},
  .read = read_nothing,
  .act  = act_checkpoint,
};

/* ---- end ---- */

/* End the run after this step, as at its end time. A restart from then on has ended, too. */

typedef struct {
  char event[NAME_LENGTH];
} End;

static void read_end(void *self, const ActionSource *s)
{
  read_nothing(self, s);
  snprintf(((End *)self)->event, NAME_LENGTH, "%s", s->event);
}

static bool act_end(const void *self, EventScene *scene, double at, bool again)
{
  (void)at;
  (void)again;
  snprintf(scene->events->ended, NAME_LENGTH, "%s", ((const End *)self)->event);
  return true;
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
  switch_read(s->scene->world->options, s->event, s->words, self);
}

/* Start or stop the object, unless a restart repeats this and the object has kept it. True: it was
   done. */
static bool turn(const Turn *t, EventScene *scene, double at, bool again, bool on)
{
  return !(again && t->of->keeps) && t->of->turn(scene, t->object, on, at);
}

static bool start(const void *self, EventScene *scene, double at, bool again)
{
  return turn(self, scene, at, again, true);
}

static bool stop(const void *self, EventScene *scene, double at, bool again)
{
  return turn(self, scene, at, again, false);
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
