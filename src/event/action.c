/* SPDX-License-Identifier: MIT */
/* The table of actions. */
#include "event/action.h"

const Plugin *const action_table[] = {ACTIONS(PLUGIN_HEAD) NULL};

void action_read_nothing(void *self, const ActionSource *s)
{
  (void)self;
  if (s->words[0])
    option_mistake(s->scene->options, "event", s->event, "do",
                   "'%s' is not allowed: this action has no further words", s->words);
}
