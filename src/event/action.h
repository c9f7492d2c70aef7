/* SPDX-License-Identifier: MIT */
/* Plug-in kind Action: what an event does. An action is one const struct, and one line in the
   list below; an item of `do` is its name, then its words.

   Plug-in kind Switch: objects of the scenario that events start and stop, likewise. Its objects
   have keys `start` and `after`: one that an event starts waits for it, unless `start` gives a
   time. */
#ifndef EVENT_ACTION_H
#define EVENT_ACTION_H

#include "event/event.h"

/* ---- switches ---- */

typedef struct {
  Plugin head; /* name: of the option kind of its objects */
  bool keeps; /* its objects have state in checkpoints, so that a restart does not repeat actions */
  /* Let an object wait until it is started. Mistakes are noted in the options. NULL: it is stopped
     at the time 0. */
  void (*wait)(EventScene *scene, const char *object);
  /* Note that events may start or stop the object. NULL: nothing to do. */
  void (*touch)(EventScene *scene, const char *object);
  /* Start or stop an object at this time, s. Returns false if it is on, or off, already. */
  bool (*turn)(EventScene *scene, const char *object, bool on, double time);
} Switch;

/* The list. */
#define SWITCHES(SWITCH) \
  SWITCH(switch_change) \
  SWITCH(switch_force) \
  SWITCH(switch_inlet) \
  SWITCH(switch_motion) \
  SWITCH(switch_outlet)

#define DECLARE_SWITCH(item) extern const Switch item;
SWITCHES(DECLARE_SWITCH)
#undef DECLARE_SWITCH

extern const Switch *const switch_list[]; /* NULL-terminated */

/* An object of a switch. */
typedef struct {
  const Switch *of; /* NULL: a mistake */
  char          object[NAME_LENGTH];
} Turn;

/* ---- actions ---- */

/* Input of read(). */
typedef struct {
  EventScene *scene;
  const char *event; /* its name */
  const char *words; /* that follow the action's name in the item */
  const char *word;  /* the action's name */
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

/* ---- shared by event*.c ---- */

/* Add an item of `do` to an event; mistakes go to option_mistake. */
void event_add_order(EventScene *scene, EventObject *event, const char *item);
void event_free_orders(EventObject *event);
/* Do all actions of an event. again: a restart repeats them, without rows of events.csv. */
void event_act(EventScene *scene, const EventObject *event, bool again);
/* Ask for the end of the run, if an action has ended it. */
void events_stop_if_ended(const EventSet *events, World *world);

/* ---- actions that a host asks for (event_host.c) ---- */

/* The name that their event would have. */
#define HOST_EVENT "clast_do"

/* Take those of the checkpoint from which the run goes on. Mistakes are noted. */
void host_orders_take(World *world, HostOrders *host);
/* Repeat those that were done in steps before `step`, from number *next on, which moves on. */
void host_orders_repeat(EventScene *scene, int64_t step, int *next);
void host_orders_list(HostOrders *host, World *world, StateParts *parts);
void host_orders_free(HostOrders *host);

#endif
