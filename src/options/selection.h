/* SPDX-License-Identifier: MIT */
/* Keys by which objects of the scenario select columns or fields, a box, and the time in which they
   act. */
#ifndef OPTIONS_SELECTION_H
#define OPTIONS_SELECTION_H

#include "options/rows.h"

/* Words of a list of fields, each once. Mistakes are noted: more than `most` of them, and words
   that are given twice. Returns how many may be read. */
int selection_fields(Options *options, const char *kind, const char *object, const char *key,
                     int most, const char *const **words);

/* Corners lo and hi of a box; what is not given stays as it is. flat: an edge may be 0. A mistake
   is noted where a lower corner is not below its upper one. Returns whether there is none. */
bool selection_box(Options *options, const char *kind, const char *object, int dimension, bool flat,
                   Vec3 *lo, Vec3 *hi);

/* ---- the time in which an object acts: its keys start, and end or duration ---- */

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
