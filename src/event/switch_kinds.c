/* SPDX-License-Identifier: MIT */
/* The kinds of switches, by which events start and stop things. */
#include "event/switch.h"
#include "options/span.h"

/* ---- change ---- */

/* Events make changes: a start makes one at once, again if it was made before. */

static bool turn_change(EventScene *scene, const char *object, bool on, double time)
{
  const int k = changes_find(scene->changes, object);

  return k >= 0 && change_turn(&scene->changes->list[k], on, time);
}

static void wait_change(EventScene *scene, const char *object)
{
  (void)turn_change(scene, object, false, 0);
}

const Switch switch_change = {
  .head  = {.name = "change", .text = "Changes of groups: a start makes one."},
  .keeps = true,
  .wait  = wait_change,
  .turn  = turn_change,
};

/* ---- force ---- */

/* Events start and stop forces. */

static Acting *find(EventScene *scene, const char *object)
{
  const int k = interactions_find(scene->interactions, "force", object);

  return k < 0 ? NULL : &scene->interactions->list[k];
}

static void wait_force(EventScene *scene, const char *object)
{
  Acting *force = find(scene, object);

  if (!force) return;
  span_needs_no_end(scene->options, "force", object);
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

/* Events start and stop inlets, which keep in their state whether they wait. */

static bool turn_inlet(EventScene *scene, const char *object, bool on, double time)
{
  const PetscInt k = sources_find(scene->sources, "inlet", object);
  const Source  *source;

  if (k < 0) return false; /* a mistake, noted before */
  source = scene->sources->list[k].source;
  if (!source->turn || !source->turn(scene->sources->list[k].own, on, time)) return false;
  scene->turned = true;
  return true;
}

static void wait_inlet(EventScene *scene, const char *object)
{
  (void)turn_inlet(scene, object, false, 0);
}

const Switch switch_inlet = {
  .head  = {.name = "inlet", .text = "Inlets: a start begins their schedule anew."},
  .keeps = true,
  .wait  = wait_inlet,
  .turn  = turn_inlet,
};

/* ---- motion ---- */

/* Events start and stop prescribed motions. */

static void touch(EventScene *scene, const char *object)
{
  TimedMotion *m = wall_motions_find(scene->motions, object);

  if (m) m->loose = true;
}

static void wait_motion(EventScene *scene, const char *object)
{
  TimedMotion *m = wall_motions_find(scene->motions, object);

  if (!m) return;
  span_needs_no_end(scene->options, "motion", object);
  timed_motion_wait(m);
}

static bool turn_motion(EventScene *scene, const char *object, bool on, double time)
{
  TimedMotion *m = wall_motions_find(scene->motions, object);

  return m && timed_motion_turn(m, on, time);
}

const Switch switch_motion = {
  .head  = {.name = "motion", .text = "Motions: a start after a stop goes on from there."},
  .wait  = wait_motion,
  .touch = touch,
  .turn  = turn_motion,
};

/* ---- outlet ---- */

/* Events start and stop outlets, which keep in their state whether they wait. */

static bool turn_outlet(EventScene *scene, const char *object, bool on, double time)
{
  const int k = outlets_find(scene->outlets, object);

  return k >= 0 && outlet_turn(&scene->outlets->list[k], on, time);
}

static void wait_outlet(EventScene *scene, const char *object)
{
  (void)turn_outlet(scene, object, false, 0);
}

const Switch switch_outlet = {
  .head  = {.name = "outlet", .text = "Outlets: a start begins their schedule anew."},
  .keeps = true,
  .wait  = wait_outlet,
  .turn  = turn_outlet,
};
