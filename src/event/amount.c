/* SPDX-License-Identifier: MIT */
/* Clumps that count for triggers (amount.h). */
#include "event/amount.h"

void amount_read(void *self, const EventSource *s)
{
  Amount *amount = self;

  if (!s->of[0]) return;
  if (options_object(s->scene->options, "inlet", s->of) >= 0) amount->inlet = s->of;
  else if (!groups_find(s->scene->groups, s->of, &amount->groups))
    option_mistake(s->scene->options, "event", s->name, "of",
                   "is neither an inlet nor a group of clumps; without `of` all clumps count");
}

bool amount_is_total(const void *self)
{
  return !((const Amount *)self)->inlet;
}

bool amount_waits_for(const void *self, const char **kind, const char **object)
{
  *kind   = "inlet";
  *object = ((const Amount *)self)->inlet;
  return *object != NULL;
}

bool amount_has(const Amount *amount, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && (!amount->groups || (amount->groups & c->group[a]));
}

SourceForecast amount_of_inlet(const Amount *amount, const EventScene *scene)
{
  SourceForecast f;

  sources_forecast(scene->entering, scene->sources,
                   sources_find(scene->sources, "inlet", amount->inlet), clock_time(scene->clock),
                   &f);
  return f;
}
