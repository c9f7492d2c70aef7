/* SPDX-License-Identifier: MIT */
/* Events in a step: which happen, their actions, their state, and their module (event.h). */
#include "event/event.h"
#include "base/bounds.h"
#include "event/action.h"
#include "event/trigger.h"
#include "options/text.h"

static EventScene scene_of(World *w)
{
  return (EventScene){.world = w, .events = world_module(w, &events_module)};
}

/* ---- rows of events.csv ---- */

/* Note a row of events.csv. */
static void note(EventScene *s, const char *what, const char *name, const char *mode, double value)
{
  Event e = {.step         = s->world->clock->step,
             .time         = clock_time(s->world->clock),
             .clump        = -1,
             .other        = -1,
             .pebble       = -1,
             .other_pebble = -1,
             .place        = {NAN, NAN, NAN},
             .value        = value,
             .order        = ++s->events->noted};

  if (s->world->par->rank > 0 || !s->world->journal->used) return;
  snprintf(e.event, sizeof e.event, "%s", what);
  snprintf(e.name, sizeof e.name, "%s", name);
  snprintf(e.mode, sizeof e.mode, "%s", mode);
  journal_add(s->world->journal, &e);
}

/* ---- triggers ---- */

/* True if the trigger is evaluated in this step: those that need sums or totals once every `every`,
   others in each step. */
static bool is_looked_at(const EventSet *set, const EventObject *e, const Clock *clock)
{
  const int64_t acted = e->after >= 0 ? set->list[e->after].acted : -1;

  if (acted == 0 || acted == clock->step) return false;
  if (clock_reached(clock) < e->start) return false;
  if (event_needs(e) == NEEDS_NOTHING) return true;
  if (clock->before > 0 && e->every > 0) /* dt follows the state */
    return beat_falls(&(Beat){.time = e->every, .parts = 1}, clock, clock->step);
  return (clock->step - clock->first) %
           max_int(1, llround(min_real(e->every / clock->dt, STEPS_MOST))) ==
         0;
}

/* True if the condition holds with this value of the trigger. */
static bool event_holds(const EventObject *e, double value)
{
  return e->trigger->compares ? value >= e->above && value <= e->below : value != 0;
}

/* True if the event may happen at the end of this step. */
static bool is_open(const EventSet *set, const EventObject *e, const Clock *clock)
{
  return e->happened == 0 && is_looked_at(set, e, clock);
}

/* Ask for the sums of its trigger, but for those of totals, which all events share. */
static void ask_one(EventScene *s, EventObject *e, AskedSums *asked)
{
  Sum *sums;

  if (event_needs(e) != NEEDS_SUMS) return;
  if (e->trigger->largest) e->largest = e->trigger->largest(e->own, s);
  asked_sums(asked, TRIGGER_SUMS, &sums);
  e->trigger->add(e->own, s, sums);
}

/* The most that an event which may happen needs. */
static TriggerNeeds most_needed(const EventScene *s)
{
  TriggerNeeds most = NEEDS_NOTHING;

  for (int k = 0; k < s->events->n; k++) {
    const EventObject *e = &s->events->list[k];

    if (is_open(s->events, e, s->world->clock) && event_needs(e) > most) most = event_needs(e);
  }
  return most;
}

/* Ask for the sums of the triggers of the events that may happen; those that look for the largest
   number of all ranks see velocities as output does. Collective. */
static PetscErrorCode ask_own(EventScene *s, AskedSums *asked)
{
  EventSet *set  = s->events;
  bool      sees = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < set->n; k++)
    sees = sees || (set->list[k].trigger->largest && is_open(set, &set->list[k], s->world->clock));
  if (sees) world_complete(s->world);
  if (sees) PetscCall(world_show(s->world));
  for (int k = 0; k < set->n; k++)
    if (is_open(set, &set->list[k], s->world->clock)) ask_one(s, &set->list[k], asked);
  if (sees) world_hide(s->world);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find EventSet.asked. */
static PetscErrorCode prepare(void *self, World *w, bool again)
{
  EventSet  *set   = self;
  AskedSums *asked = &set->asked;
  EventScene s     = scene_of(w);

  (void)again;
  PetscFunctionBeginUser;
  asked->n = 0;
  PetscCall(ask_own(&s, asked));
  set->n_own = asked->n;
  if (most_needed(&s) >= NEEDS_TOTALS) PetscCall(world_ask_totals(w, asked));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void ask(const void *self, const World *w, AskedSums *asked)
{
  const AskedSums *mine = &((const EventSet *)self)->asked;
  Sum             *sums;

  (void)w;
  if (mine->n == 0) return;
  asked_sums(asked, mine->n, &sums);
  memcpy(sums, mine->list, (size_t)mine->n * sizeof *sums);
}

/* The value of the trigger of one event now. Collective. */
static PetscErrorCode event_value(EventScene *s, EventObject *e, double *value)
{
  const TriggerNeeds needs = event_needs(e);
  AskedSums          asked = {0};
  TotalValues        totals;

  PetscFunctionBeginUser;
  if (needs >= NEEDS_TOTALS) PetscCall(world_ask_totals(s->world, &asked));
  ask_one(s, e, &asked);
  PetscCall(sum_reduce(s->world->par, asked.list, asked.n));
  if (e->trigger->largest) PetscCall(parallel_max(s->world->par, &e->largest, 1));
  if (needs >= NEEDS_TOTALS)
    PetscCall(world_totals(s->world, asked.list, needs == NEEDS_MAXIMA, &totals));
  s->totals  = &totals;
  s->largest = e->largest;
  *value     = e->trigger->value(e->own, s, asked.list);
  s->totals  = NULL;
  array_free(&asked.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Evaluate the trigger of an event with its sums, and note it if it happens. */
static void look(EventScene *s, EventObject *e, const Sum *sums)
{
  double value;

  s->largest = e->largest;
  value      = e->trigger->value(e->own, s, sums);
  if (!event_holds(e, value)) return;
  e->happened      = s->world->clock->step;
  e->happened_time = clock_time(s->world->clock);
  e->value         = value;
  note(s, "happened", e->name, e->trigger->head.name, value);
}

/* ---- actions ---- */

void event_act(EventScene *s, const EventObject *e, bool again)
{
  for (int k = 0; k < e->n; k++) {
    const Order  *order  = &e->orders[k];
    const Action *action = order->action;

    if (action->act(order->own, s, e, again) && !again)
      note(s, action->head.name, action->subject ? action->subject(order->own) : e->name,
           action->subject ? e->name : "", NAN);
  }
}

static bool is_due(const EventObject *e, const Clock *clock)
{
  return e->happened > 0 && e->acted == 0 && clock_reached(clock) >= e->happened_time + e->delay;
}

/* Find the largest numbers of all ranks for the triggers that need them, many at once. Collective. */
static PetscErrorCode find_largest(const EventSet *set, const World *w)
{
  enum { TOGETHER = 64 };
  double  largest[TOGETHER];
  double *of[TOGETHER];
  int     n = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < set->n; k++) {
    EventObject *e = &set->list[k];

    if (e->trigger->largest && is_open(set, e, w->clock)) {
      largest[n] = e->largest;
      of[n++]    = &e->largest;
    }
    if (n == 0 || (n < TOGETHER && k < set->n - 1)) continue;
    PetscCall(parallel_max(w->par, largest, n));
    while (n > 0) {
      n--;
      *of[n] = largest[n];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the events that happen. */
static PetscErrorCode look_at_all(EventScene *s, const Sum *sums)
{
  const TriggerNeeds most = most_needed(s);
  TotalValues        totals;

  PetscFunctionBeginUser;
  if (most >= NEEDS_SUMS) PetscCall(find_largest(s->events, s->world));
  if (most >= NEEDS_TOTALS) {
    PetscCall(world_totals(s->world, sums + s->events->n_own, most == NEEDS_MAXIMA, &totals));
    s->totals = &totals;
  }
  for (int k = 0; k < s->events->n; k++) {
    EventObject *e = &s->events->list[k];

    if (!is_open(s->events, e, s->world->clock)) continue;
    look(s, e, sums);
    if (event_needs(e) == NEEDS_SUMS) sums += TRIGGER_SUMS;
  }
  s->totals = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void events_stop_if_ended(const EventSet *events, World *w)
{
  if (!events->ended[0]) return;
  if (strcmp(events->ended, HOST_EVENT) == 0) {
    snprintf(w->stop, WORLD_WHY, HOST_EVENT " has ended the run");
    return;
  }
  snprintf(w->stop, WORLD_WHY, "event %s ends the run", events->ended);
  snprintf(w->cure, sizeof w->cure, "restart with another -event_%s_do: docs/guide/events.md",
           events->ended);
}

/* Find the events that happen, and do the actions that are due. */
static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  EventSet  *set = self;
  EventScene s   = scene_of(w);

  PetscFunctionBeginUser;
  PetscCall(look_at_all(&s, sums));
  for (int k = 0; k < set->n; k++) {
    EventObject *e = &set->list[k];

    if (!is_due(e, w->clock)) continue;
    e->acted      = w->clock->step;
    e->acted_time = clock_time(w->clock);
    event_act(&s, e, false);
  }
  if (s.turned) PetscCall(world_look_ahead(w));
  events_stop_if_ended(set, w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool does(const EventObject *e, const Action *action)
{
  for (int k = 0; k < e->n; k++)
    if (e->orders[k].action == action) return true;
  return false;
}

/* True if it ends the run or sets intervals of output. */
static bool makes_row(const EventObject *e)
{
  return does(e, &action_end) || does(e, &action_set);
}

/* True if the trigger may need numbers of all ranks at the end of the step, or cause a row of
   log.csv there. */
static bool may_happen(const EventSet *set, const EventObject *e, const Clock *clock)
{
  if (!is_looked_at(set, e, clock)) return false;
  if (event_needs(e) != NEEDS_NOTHING) return true;
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

bool events_ask_balance(const EventSet *set, const Clock *clock)
{
  Clock next = *clock;

  next.step++;
  for (int k = 0; k < set->n && set->on_balance; k++)
    if (set->list[k].trigger->on_balance && is_open(set, &set->list[k], &next)) return true;
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

/* After a restart: repeat the actions that were done before (event.h). */
static void repeat(EventScene *s)
{
  const EventSet *set  = s->events;
  int             next = 0;

  for (int k = next_after(set, 0, -1); k >= 0; k = next_after(set, set->list[k].acted, k)) {
    host_orders_repeat(s, set->list[k].acted, &next);
    event_act(s, &set->list[k], true);
  }
  host_orders_repeat(s, INT64_MAX, &next);
}

/* Refuse the value `what` of this event in the checkpoint. */
#define REFUSE(what, ...) \
  options_mistake(w->options, "cannot restart: %s: " STATE_FOLDER "/event/%s/" what, w->source, \
                  e->name, __VA_ARGS__)

/* Refuse a checkpoint whose event happened after the time of the checkpoint, or acted before it
   happened, or has the numbers of one that happened and did not. */
static void check_past(const World *w, const EventObject *e)
{
  static const char *const names[] = {"happened", "acted"};
  const Clock             *clock   = w->clock;
  const int64_t            step[]  = {e->happened, e->acted};
  const double             time[]  = {e->happened_time, e->acted_time},
               last =
                 clock_reached(clock) * (1 + 1e-9) + clock->dt; /* steps may round, or be split */

  for (int k = 0; k < 2; k++) {
    if (step[k] > clock->step)
      REFUSE("%s is %" PRId64 "; allowed: 0 to the step of the checkpoint, %" PRId64, names[k],
             step[k], clock->step);
    if (time[k] > last)
      REFUSE("%s_time is %g; allowed: 0 to the time of the checkpoint, %g s", names[k], time[k],
             clock_reached(clock));
    if (step[k] == 0 && time[k] != 0)
      REFUSE("%s_time is %g; allowed: 0, as its step is 0", names[k], time[k]);
  }
  if (e->happened == 0 && e->value != 0)
    REFUSE("value is %g; allowed: 0, as it has not happened", e->value);
  if (e->acted > 0 && (e->happened == 0 || e->acted < e->happened))
    REFUSE("acted is %" PRId64 "; allowed: 0, or the step at which it happened, %" PRId64
           ", or later",
           e->acted, e->happened);
}

/* Read the events, when sources, motions and groups have been read; take their state from a
   checkpoint, and repeat what they have done. */
static PetscErrorCode resolve(void *self, World *w)
{
  EventSet  *events = self;
  EventScene scene  = scene_of(w);

  PetscFunctionBeginUser;
  events_read(&scene, !w->saved);
  w->journal->used = w->journal->used || events->n > 0;
  w->wall_loads    = w->wall_loads || events->on_walls;
  if (!w->saved || options_has_mistakes(w->options)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(module_take(&events_module, events, w));
  for (int k = 0; k < events->n; k++) check_past(w, &events->list[k]);
  host_orders_take(w, &events->host);
  if (!options_has_mistakes(w->options)) repeat(&scene);
  events_stop_if_ended(events, w);
  wall_motions_place(w->motions, clock_time(w->clock), w->walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

/* clang-format off */
static const StateItem event_state[] = {
  ITEM(INT64, IN(EventObject, happened), NULL, 0, STEPS_MOST,
      "step at whose end it happened; 0: not yet"),
  ITEM(REAL, IN(EventObject, happened_time), "s", 0, TIME_MOST, "time of that step"),
  ITEM(INT64, IN(EventObject, acted), NULL, 0, STEPS_MOST,
      "step at whose end its actions were done; 0: not yet"),
  ITEM(REAL, IN(EventObject, acted_time), "s", 0, TIME_MOST, "time of that step"),
  ITEM(REAL, IN(EventObject, value), NULL, -1e300, 1e300, "value of its trigger when it happened"),
  {0},
};
/* clang-format on */

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  EventSet *set = self;

  (void)w;
  PetscFunctionBeginUser;
  if (!set) state_list(parts, STATE_FOLDER, "event", "<name>", event_state, NULL);
  for (int k = 0; set && k < set->n; k++)
    state_list(parts, STATE_FOLDER, "event", set->list[k].name, event_state, &set->list[k]);
  host_orders_list(set ? &set->host : NULL, w, parts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void event_free_orders(EventObject *e)
{
  for (int i = 0; i < e->n; i++) array_free(&e->orders[i].own);
  array_free(&e->orders);
  e->n = 0;
}

const EventObject *events_find(const EventSet *set, const char *name)
{
  for (int k = 0; k < set->n; k++)
    if (strcmp(set->list[k].name, name) == 0) return &set->list[k];
  return NULL;
}

static void free_state(void *self)
{
  EventSet *set = self;

  for (int k = 0; k < set->n; k++) {
    EventObject *e = &set->list[k];

    event_free_orders(e);
    array_free(&e->own);
  }
  host_orders_free(&set->host);
  array_free(&set->list);
  array_free(&set->asked.list);
  *set = (EventSet){0};
}

/* ---- warnings of events that would end a run as it begins ---- */

/* True if the event may happen from the start on, and ends the run when it does. */
static bool may_end(const EventObject *e)
{
  return e->trigger && e->after < 0 && !(e->start > 0) && e->happened == 0 && does(e, &action_end);
}

static void warn(const World *w, const EventObject *e, bool totals, double value)
{
  Text range = {0}, when = {0};

  text_add(&range, "%s", ""); /* a text, if empty */
  if (e->trigger->compares && e->above > -INFINITY)
    text_add(&range, ", not below `above` (%g)", e->above);
  if (e->trigger->compares && e->below < INFINITY)
    text_add(&range, ", not above `below` (%g)", e->below);
  if (totals) text_add(&when, "at its first look, at t = %g s (every)", e->every);
  else text_add(&when, "after the first step");
  if (e->delay > 0) text_add(&when, " and %g s (delay)", e->delay);
  option_warning(w->options, w->warnings, "event", e->name, NULL,
                 "its condition holds at the start already, as %s is %g%s. The run ends %s%s: "
                 "give `start`, or `after` another event, or other bounds",
                 e->trigger->head.name, value, range.s, when.s,
                 totals ? " if it still does then" : "");
  text_free(&range);
  text_free(&when);
}

PetscErrorCode events_warn(World *w)
{
  EventScene s = scene_of(w);

  PetscFunctionBeginUser;
  for (int k = 0; k < s.events->n; k++) {
    EventObject *e      = &s.events->list[k];
    const bool   totals = event_needs(e) != NEEDS_NOTHING;
    double       value, gain = 0;

    if (!may_end(e)) continue;
    PetscCall(event_value(&s, e, &value));
    if (totals && e->trigger->fall) PetscCall(e->trigger->fall(e->own, w, e->every, &gain));
    if (!event_holds(e, value) || !event_holds(e, value + gain)) continue;
    if (e->trigger == &trigger_time)
      value = clock_time(w->clock); /* without the margin of rounding */
    warn(w, e, totals, value);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Module events_module = {
  .name  = "events",
  .size  = sizeof(EventSet),
  .needs = "material template clumps change motion interaction force outlet event inlet",
  .setup = {.resolve = resolve},
  .step  = {.prepare = prepare, .ask = ask, .end = end_step},
  .list  = list,
  .free  = free_state};
