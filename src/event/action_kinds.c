/* SPDX-License-Identifier: MIT */
/* The kinds of actions but for start and stop (switch_kinds.c). */
#include "event/action.h"
#include "options/text.h"

const Plugin *const action_table[] = {ACTIONS(PLUGIN_HEAD) NULL};

/* Note a mistake unless there are no further words. */
static void read_nothing(void *self, const ActionSource *s)
{
  (void)self;
  if (s->words[0])
    ACTION_MISTAKE(s, "'%s' is not allowed: this action has no further words", s->words);
}

/* ---- checkpoint ---- */

static bool act_checkpoint(const void *self, EventScene *scene, const EventObject *event,
                           bool again)
{
  (void)self;
  (void)event;
  scene->world->save = scene->world->save || !again;
  return true;
}

const Action action_checkpoint = {
  .head = {.name = "checkpoint", .text = "Write a checkpoint."},
  .read = read_nothing,
  .act  = act_checkpoint,
};

/* ---- end ---- */

/* End the run after this step, as at its end time. A restart from then on has ended, too. */
static bool act_end(const void *self, EventScene *scene, const EventObject *event, bool again)
{
  (void)self;
  (void)again;
  snprintf(scene->events->ended, NAME_LENGTH, "%s", event->name);
  return true;
}

const Action action_end = {
  .head = {.name = "end", .text = "End the run after this step."},
  .read = read_nothing,
  .act  = act_end,
};

/* ---- set ---- */

/* Change a value: `set KEY VALUE`, with KEY as on the command line without its dash. Values that
   may change while a run goes on are listed below; the options keep the former value for
   resolved.yaml and checkpoints, and a restart changes it again. */

typedef struct {
  const char *kind; /* of options */
  const char *keys; /* space separated */
  /* Read the object again, the options of which have changed; NULL: a section without objects. */
  void (*apply)(EventScene *scene, const char *object);
} Settable;

static void apply_damping(EventScene *s, const char *object)
{
  damping_change(s->world->options, object, s->world->damping);
}

static void apply_output(EventScene *s, const char *object)
{
  (void)object;
  s->world->retimed = true;
}

static void apply_force(EventScene *s, const char *object)
{
  const int k = interactions_find(s->world->interactions, "force", object);

  if (k >= 0) force_change(s->world->options, &s->world->interactions->list[k]);
}

static void apply_inlet(EventScene *s, const char *object)
{
  const PetscInt k = sources_find(s->world->sources, "inlet", object);

  if (k >= 0 && s->world->sources->list[k].source->change)
    s->world->sources->list[k].source->change(s->world->options, s->world->sources->list[k].own,
                                              object);
  s->turned = true;
}

static void apply_motion(EventScene *s, const char *object)
{
  TimedMotion *m = wall_motions_find(s->world->motions, object);

  if (m && m->constants && m->kind->change)
    m->kind->change(m->constants, s->world->options, object);
}

static void apply_domain(EventScene *s, const char *object)
{
  (void)object;
  deformation_change(s->world->options, s->world->deformation);
}

static const Settable settables[] = {
  {"run", "damping", apply_damping},
  {"domain", "deformation_factor", apply_domain},
  {"damping", "cundall viscous turning fire", apply_damping},
  {"output", "log_every walls_every bodies_every frames_every", apply_output},
  {"force", "force torque", apply_force},
  {"inlet", "mass_rate number_rate stop_mass stop_number velocity", apply_inlet},
  {"motion", "force stress torque", apply_motion},
};

enum { SETTABLES = sizeof settables / sizeof *settables, VALUE_LENGTH = 256 };

typedef struct {
  const Settable *of;
  char            name[NAME_LENGTH]; /* KEY as given */
  char            object[NAME_LENGTH], key[NAME_LENGTH], value[VALUE_LENGTH];
} NewValue;

static bool is_one_of(const char *keys, const char *key)
{
  const size_t n = strlen(key);

  for (const char *at = keys; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strcspn(at, " ") == n && strncmp(at, key, n) == 0) return true;
  return false;
}

/* Split KEY into kind, object and key: single sections have no object. */
static void split(const char *name, NewValue *set)
{
  for (int k = 0; k < SETTABLES; k++) {
    const size_t n    = strlen(settables[k].kind);
    const bool   bare = is_one_of("run domain output", settables[k].kind);
    const char  *rest = name + n + 1, *key;

    if (strncmp(name, settables[k].kind, n) != 0 || name[n] != '_') continue;
    key = bare ? rest : strchr(rest, '_');
    if (!key) continue;
    if (!bare) snprintf(set->object, NAME_LENGTH, "%.*s", (int)(key - rest), rest);
    snprintf(set->key, NAME_LENGTH, "%s", key + !bare);
    set->of = &settables[k];
    return;
  }
}

static void refuse_key(const ActionSource *s, const char *name)
{
  Text text = {0};

  for (int k = 0; k < SETTABLES; k++)
    text_add(&text, "%s%s: %s", k > 0 ? "; " : "", settables[k].kind, settables[k].keys);
  ACTION_MISTAKE(s, "'%s' cannot be set while a run goes on; allowed: %s", name, text.s);
  text_free(&text);
}

/* Take the value from the words. Components of a vector are separated by blanks, as commas separate
   actions. */
static void take_value(const char *words, NewValue *set)
{
  size_t n = 0;

  for (const char *at = words; *at && n + 2 < VALUE_LENGTH; at++)
    if (*at != ' ' || (n > 0 && set->value[n - 1] != ',')) set->value[n++] = *at == ' ' ? ',' : *at;
  set->value[n] = '\0';
}

static void read_set(void *self, const ActionSource *s)
{
  Options     *o   = s->scene->world->options;
  const size_t n   = strcspn(s->words, " ");
  NewValue    *set = self;
  const char  *object;
  char         why[OPTION_WHY];

  snprintf(set->name, NAME_LENGTH, "%.*s", (int)n, s->words);
  split(set->name, set);
  if (!set->of || !is_one_of(set->of->keys, set->key)) {
    set->of = NULL;
    refuse_key(s, set->name);
    return;
  }
  take_value(s->words + n, set);
  object = set->object[0] ? set->object : NULL;
  if (object && options_object(o, set->of->kind, object) < 0)
    event_refuse_name(o, s->event, "do", set->of->kind, object);
  else if (!option_change(o, set->of->kind, object, set->key, set->value, false, why))
    ACTION_MISTAKE(s, "set %s: %s", set->name, why);
  else if (set->of->apply == apply_motion && !option_is_set(o, "motion", object, set->key))
    ACTION_MISTAKE(s, "set %s: motion %s is no servo with the key %s", set->name, object, set->key);
  else if (set->of->apply == apply_damping && !object && !s->scene->world->damping->used)
    ACTION_MISTAKE(s, "set %s: give run: damping above 0 to begin with, such as 1e-12", set->name);
  else if (set->of->apply == apply_damping && !strcmp(set->key, "fire") &&
           !option_has_value(o, "damping", object, "fire"))
    ACTION_MISTAKE(s, "set %s: give damping: %s: fire: 0 to begin with", set->name, object);
  else if (set->of->apply == apply_domain && !deformation_is_asked(o))
    ACTION_MISTAKE(s, "set %s: the cell does not deform (domain: deformation)", set->name);
}

static bool act_set(const void *self, EventScene *scene, const EventObject *event, bool again)
{
  const NewValue *set    = self;
  const char     *object = set->object[0] ? set->object : NULL;
  char            why[OPTION_WHY];
  bool            done;

  (void)event;
  (void)again;
  done =
    option_change(scene->world->options, set->of->kind, object, set->key, set->value, true, why);
  set->of->apply(scene, object);
  return done;
}

static const char *set_name(const void *self)
{
  return ((const NewValue *)self)->name;
}

const Action action_set = {
  .head    = {.name = "set", .text = "Change a value."},
  .size    = sizeof(NewValue),
  .read    = read_set,
  .act     = act_set,
  .subject = set_name,
};
