/* SPDX-License-Identifier: MIT */
#include "options/selection.h"

int selection_fields(Options *o, const char *kind, const char *object, const char *key, int most,
                     const char *const **words)
{
  int n;

  *words = option_words(o, kind, object, key, &n);
  if (n > most)
    option_mistake(o, kind, object, key, "%d fields; allowed: up to %d", n, most), n = most;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < k; i++)
      if (strcmp((*words)[i], (*words)[k]) == 0) {
        option_mistake(o, kind, object, key, "%s is given twice", (*words)[k]);
        break;
      }
  return n;
}

bool selection_box(Options *o, const char *kind, const char *object, int dimension, bool flat,
                   Vec3 *lo, Vec3 *hi)
{
  bool good = true;

  if (option_has_value(o, kind, object, "lo")) *lo = option_vec3(o, kind, object, "lo");
  if (option_has_value(o, kind, object, "hi")) *hi = option_vec3(o, kind, object, "hi");
  for (int k = 0; k < dimension; k++) {
    const double from = vec3_axis(*lo, k), to = vec3_axis(*hi, k);

    if (isnan(from) || isnan(to) || (flat ? from <= to : from < to)) continue;
    option_mistake(o, kind, object, "hi", "%g m along %c is %s lo (%g m)", to, "xyz"[k],
                   flat ? "below" : "not above", from);
    good = false;
  }
  return good;
}

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
