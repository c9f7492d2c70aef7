/* SPDX-License-Identifier: MIT */
/* A motion has ended. */
#include "event/trigger.h"

typedef struct {
  const char *of;
} Ended;

static void read(void *self, const EventSource *s)
{
  if (trigger_needs(s, "motion", "a motion")) ((Ended *)self)->of = s->of;
}

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  const TimedMotion *m = wall_motions_find(scene->motions, ((const Ended *)self)->of);

  PetscFunctionBeginUser;
  *out = timed_motion_is_done(m, clock_reached(scene->clock));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool waits_for(const void *self, const char **kind, const char **object)
{
  *kind   = "motion";
  *object = ((const Ended *)self)->of;
  return true;
}

const Trigger trigger_motion_done = {
  .head      = {.name = "motion_done", .text = "the motion `of` has come to its end"},
  .size      = sizeof(Ended),
  .read      = read,
  .value     = value,
  .waits_for = waits_for,
};
