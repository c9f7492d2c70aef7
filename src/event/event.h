/* SPDX-License-Identifier: MIT */
/* Events of a run: when the condition of a Trigger holds, Actions are done, if need be after a
   delay.

   An event happens once, at the end of the first step after which its trigger holds. Triggers see
   the state at the end of a step, before the actions of that step, so that the order of events in
   the scenario has no effect on which events happen. Its actions are done `delay` later, at the end
   of the first step that ends then or later, in the order of the scenario; they take effect from
   the next step on. All this follows from the state and the scenario alone: the same on all ranks,
   and after a restart.

   The state of an event is when it happened and when its actions were done. A restart repeats, with
   their times, the actions that were done on objects without state of their own (Switch.keeps). */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include "base/clock.h"
#include "interaction/force.h"
#include "measure/totals.h"
#include "motion/damping/damping.h"
#include "motion/prescribed/wall_motion.h"
#include "options/text.h"
#include "output/table/tables.h"
#include "space/cell/deformation.h"
#include "supply/change.h"
#include "supply/outlet.h"

typedef struct Trigger Trigger; /* trigger.h */
typedef struct Action  Action;  /* action.h */

/* An item of `do`. */
typedef struct {
  const Action *action;
  void         *own; /* owned */
} Order;

/* An object of the section `event`. */
typedef struct {
  char           name[NAME_LENGTH];
  const Trigger *trigger;      /* NULL: a mistake */
  void          *own;          /* of the trigger; owned */
  double         above, below; /* the value is within them; -INFINITY, INFINITY: not given */
  double         delay, every; /* s; every: NAN if it is not given */
  double         start;        /* s: not before */
  int            after;        /* index of the event after whose actions it may happen; -1: none */
  int            n;
  PetscInt       capacity;
  Order         *orders; /* [n]; owned */
  /* state */
  int64_t happened, acted;           /* steps; 0: not yet */
  double  happened_time, acted_time; /* s */
  double  value;                     /* of the trigger when it happened */
  /* in a step that looks at it, if the trigger has a `largest`: the number of this rank, then the
     largest of all ranks */
  double largest;
} EventObject;

/* Actions that a program which uses clast as a library has asked for between steps (events_do), as far
   as a restart repeats them. Starts as {0}. */
typedef struct {
  int          n;
  EventObject *list; /* [n] each with one order */
  PetscInt     capacity;
  /* as in a checkpoint, for each: step, time, number of words, and the item in so many words of 8
     bytes */
  StateArray words;
  PetscInt   room; /* for words */
} HostOrders;

/* The events of a scenario. Starts as {0}. */
typedef struct {
  int          n;
  EventObject *list;
  bool         on_walls;           /* a trigger needs loads on walls */
  bool         on_balance;         /* a trigger needs the balance of forces */
  char         ended[NAME_LENGTH]; /* the event that has ended the run; "": none */
  HostOrders   host;
  int64_t      noted; /* number of rows of events.csv */
  AskedSums    asked; /* this rank's part of what triggers need in this step; totals come last */
  int          n_own; /* number of sums before those of totals */
} EventSet;

extern const Module events_module; /* its state: EventSet */

/* Input of triggers and actions, and what actions change, beside the world. All pointers are
   borrowed. */
typedef struct EventScene EventScene;
struct EventScene {
  World    *world;
  EventSet *events;
  /* at the end of the step, where a trigger needs them (trigger.h); else NULL */
  const TotalValues *totals;
  double             largest; /* EventObject.largest of the event whose trigger is evaluated */
  bool               turned;  /* set by actions: a source was started or stopped */
};

extern const OptionKind event_kind;

/* Read the events, when all that they name is known. Objects that they start wait; after a restart
   (not fresh) those that have state in checkpoints keep theirs. Mistakes are noted in the
   options. */
void events_read(EventScene *scene, bool fresh);
/* Note a mistake in a key of an event: it names an object of this kind that is not there. */
void event_refuse_name(Options *options, const char *event, const char *key, const char *kind,
                       const char *name);

/* Before a step: true if an event may need a total at its end, or cause a row of log.csv there, by
   ending the run or changing intervals. Local, the same on all ranks. */
bool events_may_ask(const EventSet *events, const Clock *clock);
/* Before a step: true if an event needs the balance of forces at its end. Likewise. */
bool events_ask_balance(const EventSet *events, const Clock *clock);
/* Do an item of `do` between two steps, as an event at the end of the step before would: start, stop,
   set, checkpoint (World.save) or end. It belongs to the state, so that a restart repeats it.
   *why: what is wrong with it, then nothing was done; empty: it is done. Collective, with the same
   item on all ranks. */
PetscErrorCode events_do(World *world, const char *item, Text *why);
/* The event of this name; NULL: there is none. */
const EventObject *events_find(const EventSet *events, const char *name);

/* Before the first step: warn of events that end the run and whose condition holds already, so that
   little or nothing would be run. Kinetic energies are taken as after a free fall until the event
   is first evaluated. Collective. */
PetscErrorCode events_warn(World *world);

#endif
