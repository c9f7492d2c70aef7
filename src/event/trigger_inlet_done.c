/* SPDX-License-Identifier: MIT */
/* An inlet has put in all of its clumps: its stop_mass, stop_number or stop_time is reached. */
#include "event/trigger.h"

typedef struct {
  const char *of;
} Inlets;

static void read(void *self, const EventSource *s)
{
  if (trigger_needs(s, "inlet", "an inlet")) ((Inlets *)self)->of = s->of;
}

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  SourceForecast f;

  PetscFunctionBeginUser;
  sources_forecast(scene->entering, scene->sources,
                   sources_find(scene->sources, "inlet", ((const Inlets *)self)->of),
                   clock_time(scene->clock), &f);
  *out = f.done;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool waits_for(const void *self, const char **kind, const char **object)
{
  *kind   = "inlet";
  *object = ((const Inlets *)self)->of;
  return true;
}

const Trigger trigger_inlet_done = {
  .head      = {.name = "inlet_done",
                .text = "the inlet `of` has come to its stop_mass, stop_number or stop_time"},
  .size      = sizeof(Inlets),
  .read      = read,
  .value     = value,
  .waits_for = waits_for,
};
