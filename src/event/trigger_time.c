/* SPDX-License-Identifier: MIT */
/* A time is reached. */
#include "event/trigger.h"

static void read(void *self, const EventSource *s)
{
  (void)self;
  if (s->of[0])
    option_mistake(s->scene->options, "event", s->name, "of", "does not go with `when: time`");
}

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  PetscFunctionBeginUser;
  *out = clock_reached(scene->clock);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_time = {
  .head     = {.name = "time", .text = "the time is within above and below, s"},
  .compares = true,
  .read     = read,
  .value    = value,
};
