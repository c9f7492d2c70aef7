/* SPDX-License-Identifier: MIT */
/* The section `event`: keys, objects that wait for events, and events that can never happen. */
#include "event/action.h"
#include "event/trigger.h"
#include "options/rows.h"

/* clang-format off */
static const Option event_options[] = {
  PLUGIN(KEY("when"),          REQUIRED, trigger_table, "condition of the event"),
  STRING(KEY("of"),            OPTIONAL,
      "object that `when` refers to: an inlet, an outlet, a motion, an event, a wall, a group or "
      "a total"),
  REAL(IN(EventObject, above), "",  OPTIONAL_OR(-INFINITY), SIGNED(INFINITY),
      "least value at which it happens, in SI units"),
  REAL(IN(EventObject, below), "",  OPTIONAL_OR(INFINITY),  SIGNED(INFINITY),
      "largest value at which it happens, in SI units"),
  REAL(IN(EventObject, every), "s", OPTIONAL,               POSITIVE_UP_TO(TIME_MOST),
      "time between two evaluations of a total over all ranks: needed for all conditions but time, "
      "event, inlet_done, motion_done, and mass and number of an inlet or outlet"),
  REAL(IN(EventObject, start), "s", "0",                    UP_TO(TIME_MOST),
      "the condition counts from this time on"),
  STRING(KEY("after"),         OPTIONAL,
      "an event: the condition counts from the step after its actions on"),
  REAL(IN(EventObject, delay), "s", "0",                    UP_TO(TIME_MOST),
      "time from the event until its actions are done"),
  WORDS(KEY("do"),             OPTIONAL,
      "its actions, in this order: start NAME, stop NAME (a motion, an inlet, an outlet, a force "
      "or a change), set KEY VALUE, checkpoint, end (the run): docs/guide/events.md"),
  {0},
};
/* clang-format on */

const OptionKind event_kind = {.name    = "event",
                               .named   = true,
                               .options = event_options,
                               .text    = "conditions on which actions are done: start, stop, set, "
                                          "save, end"};

void event_refuse_name(Options *options, const char *event, const char *key, const char *kind,
                       const char *name)
{
  Likeness like = likeness_start(name);
  char     hint[HINT_LENGTH];

  options_offer(options, kind, &like);
  option_mistake(options, "event", event, key, "there is no %s '%s' (there are: %s)%s", kind, name,
                 likeness_offered(&like), likeness_hint(&like, hint));
}

/* ---- one event ---- */

static void read_trigger(const EventScene *scene, EventObject *e)
{
  Options          *o     = scene->world->options;
  const EventSource s     = {scene, e->name, option_word(o, "event", e->name, "of")};
  const bool        above = e->above > -INFINITY, below = e->below < INFINITY;

  e->trigger =
    (const Trigger *)plugin_find(trigger_table, option_word(o, "event", e->name, "when"));
  if (!e->trigger) return; /* a mistake, noted before */
  array_create(&e->own, 1, max_int(1, (int64_t)e->trigger->size));
  if (e->trigger->read) e->trigger->read(e->own, &s);
  if (e->trigger->of_kind && trigger_needs(&s, e->trigger->of_kind, e->trigger->of_word))
    ((TriggerOf *)e->own)->of = s.of;
  if (e->trigger->compares && !above && !below)
    option_mistake(o, "event", e->name, NULL, "when: %s: give above, below or both",
                   e->trigger->head.name);
  if (!e->trigger->compares && (above || below))
    option_mistake(o, "event", e->name, above ? "above" : "below",
                   "does not go with when: %s, which has no value", e->trigger->head.name);
  if (!(e->above <= e->below))
    option_mistake(o, "event", e->name, "below", "%g is less than above (%g)", e->below, e->above);
  if (event_needs(e) != NEEDS_NOTHING && isnan(e->every))
    option_mistake(
      o, "event", e->name, NULL,
      "when: %s: give every, the time between two evaluations of a total over all ranks",
      e->trigger->head.name);
}

void event_add_order(EventScene *scene, EventObject *e, const char *text)
{
  const size_t  n = strcspn(text, " ");
  char          word[NAME_LENGTH];
  const Action *action;
  Order        *order;

  snprintf(word, sizeof word, "%.*s", (int)n, text);
  action = (const Action *)plugin_find(action_table, word);
  if (!action) {
    Likeness like = likeness_start(word);
    char     names[256], hint[HINT_LENGTH];

    plugin_names(action_table, " or ", names, sizeof names);
    for (int k = 0; action_table[k]; k++) likeness_offer(&like, action_table[k]->name);
    option_mistake(scene->world->options, "event", e->name, "do", "'%s' is no action: write %s%s",
                   word, names, likeness_hint(&like, hint));
    return;
  }
  array_reserve(&e->orders, sizeof *e->orders, e->n + 1, &e->capacity);
  order         = &e->orders[e->n++];
  order->action = action;
  array_create(&order->own, 1, max_int(1, (int64_t)action->size));
  action->read(order->own, &(ActionSource){scene, e->name, text + n + strspn(text + n, " "), word});
}

/* ---- after: ---- */

/* Add an action `start` for every object whose key `after` is this event. */
static void add_after(EventScene *scene, EventObject *e)
{
  for (int k = 0; switch_list[k]; k++) {
    const char        *kind = switch_list[k]->head.name;
    const char *const *names;
    const int          n = options_objects(scene->world->options, kind, &names);

    for (int i = 0; i < n; i++) {
      char text[3 * NAME_LENGTH];

      if (strcmp(option_word(scene->world->options, kind, names[i], "after"), e->name) != 0)
        continue;
      snprintf(text, sizeof text, "start %s %s", kind, names[i]);
      event_add_order(scene, e, text);
    }
  }
}

static void read_one(EventScene *scene, const char *name, EventObject *e)
{
  Options           *o     = scene->world->options;
  const char        *after = option_word(o, "event", name, "after");
  const char *const *words;
  int                n;

  e->after = options_object(o, "event", after);
  if (after[0] && e->after < 0) event_refuse_name(o, name, "after", "event", after);
  snprintf(e->name, sizeof e->name, "%s", name);
  if (strlen(name) >= NAME_LENGTH)
    option_mistake(o, "event", name, NULL, "the name is longer than %d characters",
                   NAME_LENGTH - 1);
  if (strlen(name) >= NAME_LENGTH) return;
  options_read_into(o, "event", name, event_options, e);
  read_trigger(scene, e);
  words = option_words(o, "event", name, "do", &n);
  for (int k = 0; k < n; k++) event_add_order(scene, e, words[k]);
  add_after(scene, e);
}

/* ---- objects that events start ---- */

/* Number of actions of an event that start this object. */
static int starts_of(const EventObject *e, const char *kind, const char *object)
{
  int n = 0;

  for (int k = 0; k < e->n; k++) {
    const Order *order = &e->orders[k];
    const Turn  *t     = order->action->starts ? order->action->starts(order->own) : NULL;

    n += t && t->of && strcmp(t->of->head.name, kind) == 0 && strcmp(t->object, object) == 0;
  }
  return n;
}

/* Note a mistake if `after` contradicts `do`, or a start time of the object. */
static void check_after(EventScene *scene, const Switch *of, const char *object)
{
  Options    *o     = scene->world->options;
  const char *kind  = of->head.name;
  const char *after = option_word(o, kind, object, "after");
  const int   k     = options_object(o, "event", after);

  if (k < 0) return;
  if (option_has_value(o, kind, object, "start"))
    option_mistake(o, kind, object, "after", "and start: give one of them");
  if (starts_of(&scene->events->list[k], kind, object) > 1)
    option_mistake(o, kind, object, "after",
                   "is one too many, as event %s has it in its `do`: give one of them", after);
}

static void prepare_object(EventScene *scene, const Switch *of, const char *object, bool fresh)
{
  const EventSet *set    = scene->events;
  int             starts = 0;

  for (int k = 0; k < set->n; k++) starts += starts_of(&set->list[k], of->head.name, object);
  check_after(scene, of, object);
  if (starts > 0 && of->touch) of->touch(scene, object);
  if (starts > 0 && !option_has_value(scene->world->options, of->head.name, object, "start") &&
      (fresh || !of->keeps ||
       !options_object_is_stored(scene->world->options, of->head.name, object))) {
    if (of->wait) of->wait(scene, object);
    else (void)of->turn(scene, object, false, 0);
  }
}

/* ---- events that can never happen ---- */

/* True if the object starts by itself, or by an event that may happen. */
static bool may_start(const EventScene *scene, const bool *possible, const char *kind,
                      const char *object)
{
  const EventSet *set   = scene->events;
  bool            waits = false;

  if (strcmp(kind, "event") == 0)
    return possible[options_object(scene->world->options, kind, object)];
  if (option_has_value(scene->world->options, kind, object, "start")) return true;
  for (int k = 0; k < set->n; k++) {
    if (starts_of(&set->list[k], kind, object) == 0) continue;
    if (possible[k]) return true;
    waits = true;
  }
  return !waits;
}

static bool may_happen(const EventScene *scene, const bool *possible, const EventObject *e,
                       const char **kind, const char **object)
{
  const Trigger *t = e->trigger;

  *kind = "event";
  if (e->after >= 0 && !possible[e->after]) {
    *object = scene->events->list[e->after].name;
    return false;
  }
  if (t->of_kind) {
    *kind   = t->of_kind;
    *object = ((const TriggerOf *)e->own)->of;
  } else if (!t->waits_for || !t->waits_for(e->own, kind, object)) return true;
  return may_start(scene, possible, *kind, *object);
}

/* Note a mistake for events that wait for each other. */
static void check_circles(const EventScene *scene)
{
  const EventSet *set = scene->events;
  bool           *possible, more = true;
  const char     *kind = "", *object = "";

  array_create(&possible, sizeof *possible, set->n + 1);
  while (more) {
    more = false;
    for (int k = 0; k < set->n; k++) {
      if (possible[k]) continue;
      possible[k] = may_happen(scene, possible, &set->list[k], &kind, &object);
      more        = more || possible[k];
    }
  }
  for (int k = 0; k < set->n; k++) {
    if (possible[k]) continue;
    (void)may_happen(scene, possible, &set->list[k], &kind, &object);
    option_mistake(
      scene->world->options, "event", set->list[k].name, set->list[k].after >= 0 ? "after" : "of",
      "it can never happen: it waits for %s %s, which waits for it, or for events that "
      "wait for each other",
      kind, object);
  }
  array_free(&possible);
}

void events_read(EventScene *scene, bool fresh)
{
  EventSet          *set = scene->events;
  const char *const *names;
  const int          n = options_objects(scene->world->options, "event", &names);

  array_create(&set->list, sizeof *set->list, n);
  for (set->n = 0; set->n < n; set->n++) read_one(scene, names[set->n], &set->list[set->n]);
  if (!options_are_sound(scene->world->options, "event")) return;
  for (int k = 0; k < n; k++) {
    set->on_walls   = set->on_walls || set->list[k].trigger->on_walls;
    set->on_balance = set->on_balance || set->list[k].trigger->on_balance;
  }
  for (int k = 0; switch_list[k]; k++) {
    const int n_of = options_objects(scene->world->options, switch_list[k]->head.name, &names);

    for (int i = 0; i < n_of; i++) prepare_object(scene, switch_list[k], names[i], fresh);
  }
  check_circles(scene);
}
