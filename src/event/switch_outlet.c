/* SPDX-License-Identifier: MIT */
/* Events start and stop outlets, which keep in their state whether they wait. */
#include "event/switch.h"

static bool turn(EventScene *scene, const char *object, bool on, double time)
{
  const int k = outlets_find(scene->outlets, object);

  return k >= 0 && outlet_turn(&scene->outlets->list[k], on, time);
}

static void wait(EventScene *scene, const char *object)
{
  (void)turn(scene, object, false, 0);
}

const Switch switch_outlet = {
  .head  = {.name = "outlet", .text = "Outlets: a start begins their schedule anew."},
  .keeps = true,
  .wait  = wait,
  .turn  = turn,
};
