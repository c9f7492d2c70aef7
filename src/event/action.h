/* SPDX-License-Identifier: MIT */
/* Plug-in kind Action: what an event does. An action is one const struct, and one line in the
   list below; an item of `do` is its name, then its words. */
#ifndef EVENT_ACTION_H
#define EVENT_ACTION_H

#include "event/switch.h"

/* Input of read(). */
typedef struct {
  EventScene *scene;
  const char *event; /* its name */
  const char *words; /* that follow the action's name in the item */
} ActionSource;

struct Action {
  Plugin head; /* name, sentence */
  size_t size; /* of its constants, bytes; they are zero before read() */
  /* Read the words; mistakes go to option_mistake. */
  void (*read)(void *self, const ActionSource *source);
  /* Do it, at the end of the step of EventObject.acted or, `again`, when a restart repeats what was
     done then. Returns false if there was nothing to do. */
  bool (*act)(const void *self, EventScene *scene, const EventObject *event, bool again);
  /* Name of its object, for events.csv; NULL: that of the event itself. */
  const char *(*subject)(const void *self);
  /* The object that it starts; NULL: none. */
  const Turn *(*starts)(const void *self);
};

/* Note a mistake in `do`. */
#define ACTION_MISTAKE(source, ...) \
  option_mistake((source)->scene->world->options, "event", (source)->event, "do", __VA_ARGS__)

/* The list, in alphabetical order. */
#define ACTIONS(ACTION) \
  ACTION(action_checkpoint) \
  ACTION(action_end) \
  ACTION(action_set) \
  ACTION(action_start) \
  ACTION(action_stop)

#define DECLARE_ACTION(action) extern const Action action;
ACTIONS(DECLARE_ACTION)
#undef DECLARE_ACTION

extern const Plugin *const action_table[];

#endif
