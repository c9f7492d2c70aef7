/* SPDX-License-Identifier: MIT */
/* Clumps that count for triggers (amount.h). */
#include "event/amount.h"

static void refuse(const EventSource *s)
{
  Options *o    = s->scene->options;
  Likeness like = likeness_start(s->of);
  char     hint[HINT_LENGTH];

  options_offer(o, "inlet", &like);
  options_offer(o, "outlet", &like);
  groups_offer(s->scene->groups, GROUP_CLUMPS, &like);
  option_mistake(
    o, "event", s->name, "of",
    "is no inlet, no outlet and no group of clumps (there are: %s); without `of` all clumps that "
    "are there count%s",
    likeness_offered(&like), likeness_hint(&like, hint));
}

void amount_read(void *self, const EventSource *s)
{
  const Groups *groups = s->scene->groups;
  Amount       *amount = self;
  char          why[GROUPS_NONE];

  if (!s->of[0]) return;
  if (options_object(s->scene->options, "inlet", s->of) >= 0) amount->inlet = s->of;
  else if (options_object(s->scene->options, "outlet", s->of) >= 0) amount->outlet = s->of;
  else if (!groups_select(groups, GROUP_CLUMPS, s->of, &amount->groups, why)) refuse(s);
}

bool amount_is_total(const void *self)
{
  const Amount *amount = self;

  return !amount->inlet && !amount->outlet;
}

bool amount_waits_for(const void *self, const char **kind, const char **object)
{
  const Amount *amount = self;

  *kind   = amount->inlet ? "inlet" : "outlet";
  *object = amount->inlet ? amount->inlet : amount->outlet;
  return *object != NULL;
}

bool amount_has(const Amount *amount, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && (!amount->groups || (amount->groups & c->group[a]));
}

bool amount_passed(const Amount *amount, const EventScene *scene, int64_t *n, double *mass)
{
  if (amount->inlet) {
    SourceForecast f;

    sources_forecast(scene->entering, scene->sources,
                     sources_find(scene->sources, "inlet", amount->inlet), clock_time(scene->clock),
                     &f);
    *n    = f.entered;
    *mass = f.entered_mass;
  } else if (amount->outlet) {
    const Outlet *o = &scene->outlets->list[outlets_find(scene->outlets, amount->outlet)];

    *n    = o->clumps;
    *mass = o->mass;
  }
  return amount->inlet || amount->outlet;
}
