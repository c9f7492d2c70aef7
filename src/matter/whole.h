/* SPDX-License-Identifier: MIT */
/* Limits on the lengths of lists that one rank, or every rank, holds as a whole. */
#ifndef MATTER_WHOLE_H
#define MATTER_WHOLE_H

#include "base/base.h"

typedef struct {
  const char *what;
  int64_t     most;
  const char *why, *cure;
} Whole;

extern const Whole
  whole_exclusions, /* pairs of clumps of all lists: each rank has 48 bytes of each */
  whole_skins,      /* segments or triangles of all objects */
  whole_fragments,  /* of one kind of clumps that break */
  whole_broken,     /* clumps that break in one step: 24 bytes */
  whole_bodies,     /* of gravity summed over all pairs: their number times 5 is an int */
  whole_rows;       /* of a dump as text, at one time */

enum { WHOLE_TEXT = 200 };
/* Returns false if there are more than allowed, and then says so in `text`, a sentence without its
   stop. */
bool whole_fits(const Whole *whole, int64_t n, char text[WHOLE_TEXT]);

#endif
