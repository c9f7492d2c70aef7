/* SPDX-License-Identifier: MIT */
/* Another event has done its actions. */
#include "event/trigger.h"

typedef struct {
  const char *of;
} Other;

static void read(void *self, const EventSource *s)
{
  if (trigger_needs(s, "event", "an event")) ((Other *)self)->of = s->of;
}

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  const int k = events_find(scene->events, ((const Other *)self)->of);

  PetscFunctionBeginUser;
  *out = scene->events->list[k].acted > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool waits_for(const void *self, const char **kind, const char **object)
{
  *kind   = "event";
  *object = ((const Other *)self)->of;
  return true;
}

const Trigger trigger_event = {
  .head      = {.name = "event", .text = "the event `of` has done its actions"},
  .size      = sizeof(Other),
  .read      = read,
  .value     = value,
  .waits_for = waits_for,
};
