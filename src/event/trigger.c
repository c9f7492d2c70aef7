/* SPDX-License-Identifier: MIT */
/* The table of triggers, and what several of them need. */
#include "event/trigger.h"

const Plugin *const trigger_table[] = {TRIGGERS(PLUGIN_HEAD) NULL};

bool trigger_needs(const EventSource *s, const char *kind, const char *what)
{
  Options *o = s->scene->options;

  if (s->of[0] && options_object(o, kind, s->of) >= 0) return true;
  if (!s->of[0])
    option_mistake(o, "event", s->name, "of", "missing; give the name of %s of this scenario",
                   what);
  else {
    Likeness like = likeness_start(s->of);
    char     hint[HINT_LENGTH];

    options_offer(o, kind, &like);
    option_mistake(o, "event", s->name, "of", "there is no %s of this name (there are: %s)%s", kind,
                   likeness_offered(&like), likeness_hint(&like, hint));
  }
  return false;
}
