/* SPDX-License-Identifier: MIT */
/* Events start and stop inlets, which keep in their state whether they wait. */
#include "event/switch.h"

static bool turn(EventScene *scene, const char *object, bool on, double time)
{
  const PetscInt k = sources_find(scene->sources, "inlet", object);
  const Source  *source;

  if (k < 0) return false; /* a mistake, noted before */
  source = scene->sources->list[k].source;
  if (!source->turn || !source->turn(scene->sources->list[k].own, on, time)) return false;
  scene->turned = true;
  return true;
}

static void wait(EventScene *scene, const char *object)
{
  (void)turn(scene, object, false, 0);
}

const Switch switch_inlet = {
  .head  = {.name = "inlet", .text = "Inlets: a start begins their schedule anew."},
  .keeps = true,
  .wait  = wait,
  .turn  = turn,
};
