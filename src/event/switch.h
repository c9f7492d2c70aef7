/* SPDX-License-Identifier: MIT */
/* Plug-in kind Switch: objects of the scenario that events start and stop. A switch is one
   const struct, and one line in the list below. Its objects have keys `start` and
   `after`: one that an event starts waits for it, unless `start` gives a time. */
#ifndef EVENT_SWITCH_H
#define EVENT_SWITCH_H

#include "event/event.h"

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

#endif
