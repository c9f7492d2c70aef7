/* SPDX-License-Identifier: MIT */
/* Options by which outputs and measurements choose: a list of columns or fields, and a box. */
#ifndef OPTIONS_SELECTION_H
#define OPTIONS_SELECTION_H

#include "options/options.h"

/* Words of a list of fields, each once. Mistakes are noted: more than `most` of them, and words
   that are given twice. Returns how many may be read. */
int selection_fields(Options *options, const char *kind, const char *object, const char *key,
                     int most, const char *const **words);

/* Corners lo and hi of a box; what is not given stays as it is. flat: an edge may be 0. A mistake
   is noted where a lower corner is not below its upper one. Returns whether there is none. */
bool selection_box(Options *options, const char *kind, const char *object, int dimension, bool flat,
                   Vec3 *lo, Vec3 *hi);

#endif
