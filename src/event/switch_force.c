/* SPDX-License-Identifier: MIT */
/* Events start and stop forces. */
#include "event/switch.h"

static Acting *find(EventScene *scene, const char *object)
{
  const int k = interactions_find(scene->interactions, "force", object);

  return k < 0 ? NULL : &scene->interactions->list[k];
}

static void wait(EventScene *scene, const char *object)
{
  Acting *force = find(scene, object);

  if (!force) return;
  span_needs_no_end(scene->options, "force", object);
  force->span.start = force->span.end = INFINITY;
}

static bool turn(EventScene *scene, const char *object, bool on, double time)
{
  Acting *force = find(scene, object);

  return force && interactions_turn(force, on, time);
}

const Switch switch_force = {
  .head = {.name = "force", .text = "Forces: a start begins their time anew."},
  .wait = wait,
  .turn = turn,
};
