/* SPDX-License-Identifier: MIT */
/* The time in which an object of the scenario acts: its keys start, and end or duration. */
#ifndef OPTIONS_SPAN_H
#define OPTIONS_SPAN_H

#include "base/bounds.h"
#include "options/options.h"

/* Items of option tables. The key of objects that events start. */
#define OPTION_AFTER \
  NAME(KEY("after"), OPTIONAL, "event", "in place of start: it starts with this event")
/* The key of objects that act for a time. */
#define OPTION_DURATION \
  REAL(KEY("duration"), "s", OPTIONAL, POSITIVE_UP_TO(TIME_MOST), \
       "in place of end: time from its start to its end")

typedef struct {
  double start, end; /* s; end: INFINITY if none is given */
  double length;     /* from start to end, s */
} Span;

/* Read the keys `start` (0 if it has no value), `end` and `duration` of an object. A span without
   length, and an end beside a duration, are noted as mistakes. */
Span span_read(Options *options, const char *kind, const char *object);
/* Note a mistake if an object that an event starts has an end, a time of the run. */
void span_needs_no_end(Options *options, const char *kind, const char *object);

#endif
