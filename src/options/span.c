/* SPDX-License-Identifier: MIT */
/* The time in which an object of the scenario acts (span.h). */
#include "options/span.h"

Span span_read(Options *options, const char *kind, const char *object)
{
  const double duration = option_real_or(options, kind, object, "duration", INFINITY);
  Span         s        = {.start = option_real_or(options, kind, object, "start", 0)};

  s.end    = option_real_or(options, kind, object, "end", s.start + duration);
  s.length = min_real(duration, s.end - s.start);
  if (duration < INFINITY && option_has_value(options, kind, object, "end"))
    option_mistake(options, kind, object, "duration", "is one too many, as there is end");
  if (!(s.end > s.start))
    option_mistake(options, kind, object, "end", "%g s is not after start (%g s)", s.end, s.start);
  return s;
}

void span_needs_no_end(Options *options, const char *kind, const char *object)
{
  if (option_has_value(options, kind, object, "end"))
    option_mistake(
      options, kind, object, "end",
      "is a time of the run, but an event starts this %s: give duration, the time from "
      "its start to its end",
      kind);
}
