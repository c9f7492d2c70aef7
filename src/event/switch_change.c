/* SPDX-License-Identifier: MIT */
/* Events make changes: a start makes one at once, again if it was made before. */
#include "event/switch.h"

static bool turn(EventScene *scene, const char *object, bool on, double time)
{
  const int k = changes_find(scene->changes, object);

  return k >= 0 && change_turn(&scene->changes->list[k], on, time);
}

static void wait(EventScene *scene, const char *object)
{
  (void)turn(scene, object, false, 0);
}

const Switch switch_change = {
  .head  = {.name = "change", .text = "Changes of groups: a start makes one."},
  .keeps = true,
  .wait  = wait,
  .turn  = turn,
};
