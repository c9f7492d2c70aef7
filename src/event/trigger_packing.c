/* SPDX-License-Identifier: MIT */
/* Numbers of a packing in a cell that deforms, which are totals of log.csv. */
#include "event/trigger.h"

static void read(void *self, const EventSource *s)
{
  (void)self;
  if (s->of[0])
    option_mistake(s->scene->options, "event", s->name, "of",
                   "does not go with `when: %s`, which is of all that is in the cell",
                   option_word(s->scene->options, "event", s->name, "when"));
  if (!deformation_is_asked(s->scene->options))
    option_mistake(s->scene->options, "event", s->name, "when",
                   "needs a cell that deforms (domain: deformation)");
}

static PetscErrorCode look(const EventScene *scene, const char *name, double *out)
{
  TotalValues totals;

  PetscFunctionBeginUser;
  PetscCall(scene->totals(scene->run, &totals));
  *out = totals_value(&totals, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode pressure(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  return look(scene, "pressure", out);
}

static PetscErrorCode solid_fraction(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  return look(scene, "solid_fraction", out);
}

static PetscErrorCode unbalanced(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  return look(scene, "unbalanced", out);
}

static bool is_total(const void *self)
{
  (void)self;
  return true;
}

const Trigger trigger_pressure = {
  .head     = {.name = "pressure",
               .text = "the pressure of the cell, which deforms, is within above and below, Pa"},
  .compares = true,
  .read     = read,
  .value    = pressure,
  .totals   = is_total,
};

const Trigger trigger_solid_fraction = {
  .head =
    {.name = "solid_fraction",
     .text =
       "the volume of the bodies over that of the cell, which deforms, is within above and below"},
  .compares = true,
  .read     = read,
  .value    = solid_fraction,
  .totals   = is_total,
};

const Trigger trigger_unbalanced = {
  .head =
    {.name = "unbalanced",
     .text =
       "likewise the mean size of the forces on clumps over that of contacts; not while nothing "
       "touches",
     .source = "Smilauer et al. 2021, Yade documentation, unbalancedForce"},
  .compares = true,
  .read     = read,
  .value    = unbalanced,
  .totals   = is_total,
};
