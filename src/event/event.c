/* SPDX-License-Identifier: MIT */
/* Events in a step: which happen, their actions, and their state. */
#include "event/event.h"
#include "base/bounds.h"
#include "event/action.h"
#include "event/trigger.h"

#include <stdio.h>

int events_find(const EventSet *events, const char *name)
{
  for (int k = 0; k < events->n; k++)
    if (strcmp(events->list[k].name, name) == 0) return k;
  return -1;
}

/* ---- rows of events.csv ---- */

static PetscErrorCode note(EventScene *s, const char *what, const char *name, const char *mode,
                           double value)
{
  Event e = {.step         = s->clock->step,
             .time         = clock_time(s->clock),
             .clump        = -1,
             .other        = -1,
             .pebble       = -1,
             .other_pebble = -1,
             .place        = {NAN, NAN, NAN},
             .value        = value,
             .order        = ++s->events->noted};

  PetscFunctionBeginUser;
  if (s->par->rank > 0) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(e.event, sizeof e.event, "%s", what);
  snprintf(e.name, sizeof e.name, "%s", name);
  snprintf(e.mode, sizeof e.mode, "%s", mode);
  PetscCall(journal_add(s->world->journal, &e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- triggers ---- */

/* True if the trigger is evaluated in this step: totals once every `every`, others in each step. */
static bool is_looked_at(const EventSet *set, const EventObject *e, const Clock *clock)
{
  const Trigger *t     = e->trigger;
  const int64_t  acted = e->after >= 0 ? set->list[e->after].acted : -1;

  if (acted == 0 || acted == clock->step) return false;
  if (clock_reached(clock) < e->start) return false;
  if (!t->totals || !t->totals(e->own)) return true;
  return (clock->step - clock->first) %
           max_int(1, llround(min_real(e->every / clock->dt, STEPS_MOST))) ==
         0;
}

bool event_holds(const EventObject *e, double value)
{
  return e->trigger->compares ? value >= e->above && value <= e->below : value != 0;
}

static PetscErrorCode look(EventScene *s, EventObject *e)
{
  double value;

  PetscFunctionBeginUser;
  PetscCall(e->trigger->value(e->own, s, &value));
  if (!event_holds(e, value)) PetscFunctionReturn(PETSC_SUCCESS);
  e->happened      = s->clock->step;
  e->happened_time = clock_time(s->clock);
  e->value         = value;
  PetscCall(note(s, "happened", e->name, e->trigger->head.name, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- actions ---- */

/* Do all actions of an event. again: a restart repeats them, without rows of events.csv. */
static PetscErrorCode act(EventScene *s, const EventObject *e, bool again)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < e->n; k++) {
    const Order  *order  = &e->orders[k];
    const Action *action = order->action;
    bool          done;

    PetscCall(action->act(order->own, s, e->acted_time, again, &done));
    if (done && !again)
      PetscCall(note(s, action->head.name, action->subject ? action->subject(order->own) : e->name,
                     action->subject ? e->name : "", NAN));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_due(const EventObject *e, const Clock *clock)
{
  return e->happened > 0 && e->acted == 0 && clock_reached(clock) >= e->happened_time + e->delay;
}

PetscErrorCode events_decide(EventScene *s)
{
  EventSet *set = s->events;

  PetscFunctionBeginUser;
  for (int k = 0; k < set->n; k++) {
    EventObject *e = &set->list[k];

    if (e->happened == 0 && is_looked_at(set, e, s->clock)) PetscCall(look(s, e));
  }
  for (int k = 0; k < set->n; k++) {
    EventObject *e = &set->list[k];

    if (!is_due(e, s->clock)) continue;
    e->acted      = s->clock->step;
    e->acted_time = clock_time(s->clock);
    PetscCall(act(s, e, false));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if it ends the run or sets intervals of output. */
static bool makes_row(const EventObject *e)
{
  for (int k = 0; k < e->n; k++)
    if (e->orders[k].action == &action_end || e->orders[k].action == &action_set) return true;
  return false;
}

static bool may_happen(const EventSet *set, const EventObject *e, const Clock *clock)
{
  if (!is_looked_at(set, e, clock)) return false;
  if (e->trigger->totals && e->trigger->totals(e->own)) return true;
  return makes_row(e) && (e->trigger != &trigger_time || event_holds(e, clock_reached(clock)));
}

bool events_may_ask(const EventSet *set, const Clock *clock)
{
  Clock next = *clock;

  next.step++;
  for (int k = 0; k < set->n; k++) {
    const EventObject *e = &set->list[k];

    if (e->happened > 0 ? makes_row(e) && is_due(e, &next) : may_happen(set, e, &next)) return true;
  }
  return false;
}

/* The event that acted next after event k of this step; -1: none. step 0, k -1: the first. */
static int next_after(const EventSet *set, int64_t step, int k)
{
  int next = -1;

  for (int i = 0; i < set->n; i++) {
    const int64_t acted = set->list[i].acted;

    if (acted == 0 || acted < step || (acted == step && i <= k)) continue;
    if (next < 0 || acted < set->list[next].acted) next = i;
  }
  return next;
}

PetscErrorCode events_repeat(EventScene *s)
{
  const EventSet *set = s->events;

  PetscFunctionBeginUser;
  for (int k = next_after(set, 0, -1); k >= 0; k = next_after(set, set->list[k].acted, k))
    PetscCall(act(s, &set->list[k], true));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

static const StateItem event_state[] = {
  {.name   = "happened",
   .text   = "step at whose end it happened; 0: not yet",
   .type   = STATE_INT64,
   .offset = offsetof(EventObject, happened),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {.name   = "happened_time",
   .unit   = "s",
   .text   = "time of that step",
   .type   = STATE_REAL,
   .offset = offsetof(EventObject, happened_time),
   .lo     = 0,
   .hi     = TIME_MOST},
  {.name   = "acted",
   .text   = "step at whose end its actions were done; 0: not yet",
   .type   = STATE_INT64,
   .offset = offsetof(EventObject, acted),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {.name   = "acted_time",
   .unit   = "s",
   .text   = "time of that step",
   .type   = STATE_REAL,
   .offset = offsetof(EventObject, acted_time),
   .lo     = 0,
   .hi     = TIME_MOST},
  {.name   = "value",
   .text   = "value of its trigger when it happened",
   .type   = STATE_REAL,
   .offset = offsetof(EventObject, value),
   .lo     = -1e300,
   .hi     = 1e300},
  {NULL},
};

PetscErrorCode events_list(EventSet *set, const char *folder, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < set->n; k++)
    PetscCall(state_list(parts, folder, "event", set->list[k].name, event_state, &set->list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode events_document(const char *folder, StateParts *parts)
{
  return state_list(parts, folder, "event", "<name>", event_state, NULL);
}

void events_free(EventSet *set)
{
  for (int k = 0; k < set->n; k++) {
    EventObject *e = &set->list[k];

    for (int i = 0; i < e->n; i++) array_free(&e->orders[i].own);
    array_free(&e->orders);
    array_free(&e->own);
  }
  array_free(&set->list);
  *set = (EventSet){0};
}
