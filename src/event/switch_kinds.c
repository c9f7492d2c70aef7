/* SPDX-License-Identifier: MIT */
/* Switches, by which events start and stop things: their objects by name, the actions start and
   stop, and the kinds of switches. */
#include "event/action.h"
#include "options/selection.h"

const Switch *const switch_list[] = {SWITCHES(PLUGIN_ITSELF) NULL};

/* Switch of the kind that the first word names, with *words moved on; NULL: it names none. */
static const Switch *kind_of(const char **words)
{
  const size_t n = strcspn(*words, " ");

  for (int k = 0; switch_list[k]; k++)
    if (strlen(switch_list[k]->head.name) == n && (*words)[n] &&
        strncmp(switch_list[k]->head.name, *words, n) == 0) {
      *words += n + strspn(*words + n, " ");
      return switch_list[k];
    }
  return NULL;
}

/* Read NAME, or KIND NAME where objects of several kinds have the name. */
static void read(void *self, const ActionSource *s)
{
  Options      *o    = s->scene->world->options;
  Turn         *turn = self;
  const char   *name = s->words;
  const Switch *kind = kind_of(&name);
  Likeness      like = likeness_start(name);
  char          kinds[256], hint[HINT_LENGTH];
  int           found = 0;
  size_t        n     = 0;

  for (int k = 0; switch_list[k] && n < sizeof kinds; k++) /* "inlet, motion" */
    n += (size_t)snprintf(kinds + n, sizeof kinds - n, "%s%s", k > 0 ? ", " : "",
                          switch_list[k]->head.name);
  snprintf(turn->object, sizeof turn->object, "%s", name);
  for (int k = 0; switch_list[k]; k++) {
    if (kind && kind != switch_list[k]) continue;
    options_offer(o, switch_list[k]->head.name, &like);
    if (options_object(o, switch_list[k]->head.name, name) < 0) continue;
    turn->of = switch_list[k];
    found++;
  }
  if (!name[0])
    ACTION_MISTAKE(
      s,
      "the name of an object is missing: write `do: [%s NAME]` (one of: %s); there are: "
      "%s; `do: [end]` ends the run",
      s->word, kinds, likeness_offered(&like));
  else if (found > 1)
    ACTION_MISTAKE(s,
                   "several objects are called '%s': write the kind (one of: %s) before the name",
                   name, kinds);
  else if (found == 0)
    ACTION_MISTAKE(
      s, "'%s' is no object that can be started and stopped (one of: %s); there are: %s%s",
      s->words, kinds, likeness_offered(&like), likeness_hint(&like, hint));
}

/* Start or stop the object, unless a restart repeats this and the object has kept it. True: it was
   done. */
static bool turn(const Turn *t, EventScene *scene, double at, bool again, bool on)
{
  return !(again && t->of->keeps) && t->of->turn(scene, t->object, on, at);
}

static bool start(const void *self, EventScene *scene, const EventObject *event, bool again)
{
  return turn(self, scene, event->acted_time, again, true);
}

static bool stop(const void *self, EventScene *scene, const EventObject *event, bool again)
{
  return turn(self, scene, event->acted_time, again, false);
}

static const char *subject(const void *self)
{
  return ((const Turn *)self)->object;
}

static const Turn *starts(const void *self)
{
  return self;
}

const Action action_start = {
  .head    = {.name = "start", .text = "Start a motion, an inlet, an outlet, a force or a change."},
  .size    = sizeof(Turn),
  .read    = read,
  .act     = start,
  .subject = subject,
  .starts  = starts,
};

const Action action_stop = {
  .head    = {.name = "stop", .text = "Stop a motion, an inlet, an outlet, a force or a change."},
  .size    = sizeof(Turn),
  .read    = read,
  .act     = stop,
  .subject = subject,
};

/* ---- change ---- */

static bool turn_change(EventScene *scene, const char *object, bool on, double time)
{
  const Changes *all = world_module(scene->world, &changes_module);
  const int      k   = options_object(scene->world->options, "change", object);

  return k >= 0 && change_turn(&all->list[k], on, time);
}

const Switch switch_change = {
  .head  = {.name = "change", .text = "Changes of groups: a start makes one."},
  .keeps = true,
  .turn  = turn_change,
};

/* ---- force ---- */

/* The force of this name; NULL: there is none. */
static Acting *find(EventScene *scene, const char *object)
{
  const int k = interactions_find(scene->world->interactions, "force", object);

  return k < 0 ? NULL : &scene->world->interactions->list[k];
}

static void wait_force(EventScene *scene, const char *object)
{
  Acting *force = find(scene, object);

  if (!force) return;
  span_needs_no_end(scene->world->options, "force", object);
  force->span.start = force->span.end = INFINITY;
}

static bool turn_force(EventScene *scene, const char *object, bool on, double time)
{
  Acting *force = find(scene, object);

  return force && interactions_turn(force, on, time);
}

const Switch switch_force = {
  .head = {.name = "force", .text = "Forces: a start begins their time anew."},
  .wait = wait_force,
  .turn = turn_force,
};

/* ---- inlet ---- */

static bool turn_inlet(EventScene *scene, const char *object, bool on, double time)
{
  const PetscInt k = sources_find(scene->world->sources, "inlet", object);
  const Source  *source;

  if (k < 0) return false; /* a mistake, noted before */
  source = scene->world->sources->list[k].source;
  if (!source->turn || !source->turn(scene->world->sources->list[k].own, on, time)) return false;
  scene->turned = true;
  return true;
}

const Switch switch_inlet = {
  .head  = {.name = "inlet", .text = "Inlets: a start begins their schedule anew."},
  .keeps = true,
  .turn  = turn_inlet,
};

/* ---- motion ---- */

static void touch_motion(EventScene *scene, const char *object)
{
  TimedMotion *m = wall_motions_find(scene->world->motions, object);

  if (m) m->loose = true;
}

static void wait_motion(EventScene *scene, const char *object)
{
  TimedMotion *m = wall_motions_find(scene->world->motions, object);

  if (!m) return;
  span_needs_no_end(scene->world->options, "motion", object);
  timed_motion_wait(m);
}

static bool turn_motion(EventScene *scene, const char *object, bool on, double time)
{
  TimedMotion *m = wall_motions_find(scene->world->motions, object);

  return m && timed_motion_turn(m, on, time);
}

const Switch switch_motion = {
  .head  = {.name = "motion", .text = "Motions: a start after a stop goes on from there."},
  .wait  = wait_motion,
  .touch = touch_motion,
  .turn  = turn_motion,
};

/* ---- outlet ---- */

static bool turn_outlet(EventScene *scene, const char *object, bool on, double time)
{
  const Outlets *all = world_module(scene->world, &outlets_module);
  const int      k   = options_object(scene->world->options, "outlet", object);

  return k >= 0 && outlet_turn(&all->list[k], on, time);
}

const Switch switch_outlet = {
  .head  = {.name = "outlet", .text = "Outlets: a start begins their schedule anew."},
  .keeps = true,
  .turn  = turn_outlet,
};
