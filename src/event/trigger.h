/* SPDX-License-Identifier: MIT */
/* Plug-in kind Trigger: the condition of an event. A trigger is one const struct, and one line
   in the list below. */
#ifndef EVENT_TRIGGER_H
#define EVENT_TRIGGER_H

#include "event/event.h"

/* Input of read(). */
typedef struct {
  const EventScene *scene;
  const char       *name; /* of the event */
  const char       *of;   /* its key `of`, owned by the options; "" if it is not given */
} EventSource;

/* Numbers of all ranks that a trigger needs. Such triggers are evaluated once every `every` only;
   their sums are reduced with those of other modules at the end of the step (matter/module.h). */
typedef enum {
  NEEDS_NOTHING,
  NEEDS_SUMS,   /* of its own: `add` */
  NEEDS_TOTALS, /* EventScene.totals, but for those that are the largest of all ranks */
  NEEDS_MAXIMA  /* all of them: this takes another reduction */
} TriggerNeeds;

enum { TRIGGER_SUMS = 4 };

/* Constants of a trigger with an `of_kind`. */
typedef struct {
  const char *of;
} TriggerOf;

struct Trigger {
  Plugin head;   /* name, sentence, source, keys of its own in `event` */
  size_t size;   /* of its constants, bytes; they are zero before read() */
  bool compares; /* its value is compared with `above` and `below`; else it holds if it is not 0 */
  /* Kind of the objects one of which `of` must name, and word for it, as "an inlet": it must happen
     or start before the condition can hold. The constants are a TriggerOf. NULL: see `read`. */
  const char *of_kind, *of_word;
  /* Read the keys into the constants; mistakes go to option_mistake. NULL: there is nothing to
     read. */
  void (*read)(void *self, const EventSource *source);
  TriggerNeeds needs;
  /* In place of `needs`, where this depends on its keys. */
  TriggerNeeds (*needs_of)(const void *self);
  /* With NEEDS_SUMS: add this rank's part to the sums. Local. */
  void (*add)(const void *self, const EventScene *scene, Sum sums[TRIGGER_SUMS]);
  /* With NEEDS_SUMS: this rank's number, of which the largest of all ranks is EventScene.largest in
     value(), found with velocities at the end of the step; it takes another reduction. Local.
     NULL: there is none. */
  double (*largest)(const void *self, const EventScene *scene);
  /* The value at the end of the step, the same on all ranks. sums: over all ranks; NULL: none are
     needed. Local. */
  double (*value)(const void *self, const EventScene *scene, const Sum *sums);
  /* Gain of the value from the start until `time` (s) if all clumps fall freely.
     Collective. NULL: 0. */
  PetscErrorCode (*fall)(const void *self, const World *world, double time, double *gain);
  /* An event, or an object of a Switch, that must happen or start before the condition can hold.
     Returns false, or is NULL, if there is none but that of `of_kind`. */
  bool (*waits_for)(const void *self, const char **kind, const char **object);
  bool on_walls;   /* it needs loads on walls */
  bool on_balance; /* it needs the balance of forces (measure/force_balance.h) */
};

/* The list, in alphabetical order. */
#define TRIGGERS(TRIGGER) \
  TRIGGER(trigger_energy) \
  TRIGGER(trigger_event) \
  TRIGGER(trigger_force) \
  TRIGGER(trigger_inlet_done) \
  TRIGGER(trigger_mass) \
  TRIGGER(trigger_motion_done) \
  TRIGGER(trigger_number) \
  TRIGGER(trigger_pressure) \
  TRIGGER(trigger_solid_fraction) \
  TRIGGER(trigger_still) \
  TRIGGER(trigger_time) \
  TRIGGER(trigger_unbalanced)

#define DECLARE_TRIGGER(trigger) extern const Trigger trigger;
TRIGGERS(DECLARE_TRIGGER)
#undef DECLARE_TRIGGER

extern const Plugin *const trigger_table[];

TriggerNeeds event_needs(const EventObject *event);

/* Note a mistake unless `of` names an object of this kind, which is `what` in the message. */
bool trigger_needs(const EventSource *source, const char *kind, const char *what);

#endif
