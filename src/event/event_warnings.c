/* SPDX-License-Identifier: MIT */
/* Warnings of events that would end a run as it begins. */
#include "base/text.h"
#include "event/action.h"
#include "event/event.h"
#include "event/trigger.h"

/* True if the event may happen from the start on, and ends the run when it does. */
static bool may_end(const EventObject *e)
{
  if (!e->trigger || e->after >= 0 || e->start > 0 || e->happened > 0) return false;
  for (int k = 0; k < e->n; k++)
    if (e->orders[k].action == &action_end) return true;
  return false;
}

static void say_range(const EventObject *e, Text *text)
{
  if (e->above > -INFINITY) text_add(text, ", not below `above` (%g)", e->above);
  if (e->below < INFINITY) text_add(text, ", not above `below` (%g)", e->below);
}

static void warn(const EventObject *e, bool totals, double value, Warnings *warnings)
{
  Text range = {0}, when = {0};

  text_add(&range, "%s", ""); /* a text, if empty */
  if (e->trigger->compares) say_range(e, &range);
  if (totals) text_add(&when, "at its first look, at t = %g s (every)", e->every);
  else text_add(&when, "after the first step");
  if (e->delay > 0) text_add(&when, " and %g s (delay)", e->delay);
  warning_add(
    warnings,
    "event %s: its condition holds at the start already: %s is %g%s; so the run ends %s%s: "
    "give `start`, or `after` another event, or other bounds",
    e->name, e->trigger->head.name, value, range.s, when.s, totals ? " if it still does then" : "");
  text_free(&range);
  text_free(&when);
}

PetscErrorCode events_warn_of(EventScene *s, Vec3 gravity, Warnings *warnings)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < s->events->n; k++) {
    const EventObject *e      = &s->events->list[k];
    const bool         totals = e->trigger && e->trigger->totals && e->trigger->totals(e->own);
    double             value, gain = 0;

    if (!may_end(e)) continue;
    PetscCall(e->trigger->value(e->own, s, &value));
    if (totals && e->trigger->fall)
      PetscCall(e->trigger->fall(e->own, s, gravity, e->every, &gain));
    if (!event_holds(e, value) || !event_holds(e, value + gain)) continue;
    if (e->trigger == &trigger_time)
      value = clock_time(s->clock); /* without the margin of rounding */
    warn(e, totals, value, warnings);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
