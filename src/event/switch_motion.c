/* SPDX-License-Identifier: MIT */
/* Events start and stop prescribed motions. */
#include "event/switch.h"
#include "options/span.h"

static void touch(EventScene *scene, const char *object)
{
  TimedMotion *m = wall_motions_find(scene->motions, object);

  if (m) m->loose = true;
}

static void wait(EventScene *scene, const char *object)
{
  TimedMotion *m = wall_motions_find(scene->motions, object);

  if (!m) return;
  span_needs_no_end(scene->options, "motion", object);
  timed_motion_wait(m);
}

static bool turn(EventScene *scene, const char *object, bool on, double time)
{
  TimedMotion *m = wall_motions_find(scene->motions, object);

  return m && timed_motion_turn(m, on, time);
}

const Switch switch_motion = {
  .head  = {.name = "motion", .text = "Motions: a start after a stop goes on from there."},
  .wait  = wait,
  .touch = touch,
  .turn  = turn,
};
