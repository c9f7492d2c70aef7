/* SPDX-License-Identifier: MIT */
/* The most similar of several words, for messages: "did you mean 'x'?". */
#ifndef OPTIONS_LIKENESS_H
#define OPTIONS_LIKENESS_H

#include "options/text.h"

enum { OFFERED_LENGTH = 12 * (2 * NAME_LENGTH + 2) + 32 };

/* Search for the candidate most similar to `word`; candidates are offered one by one. It may differ
   by 1 edit for a word of up to 5 letters, by 2 for 4 or 5 if the first and the last letter are
   right, else by a third of its length. A dash at the beginning of both does not count; a letter
   beyond ASCII is one letter. A word of another code (foreign.c) goes before all of them. */
typedef struct {
  const char *word;
  char        plain[2 * NAME_LENGTH]; /* the word for comparisons; "": it is too long */
  char        best[2 * NAME_LENGTH];
  int         edits;                   /* of the best so far; the limit + 1: none yet */
  int         n;                       /* candidates so far */
  size_t      first;                   /* length of the list of the first ten */
  char        offered[OFFERED_LENGTH]; /* "a, b, c"; of more than 12 the first ten */
} Likeness;

Likeness likeness_start(const char *word);
void     likeness_offer(Likeness *likeness, const char *candidate);
/* The candidates that were offered, in the order of offers: "a, b, c"; "a, b, ... (20 in all)";
   "none". */
const char *likeness_offered(const Likeness *likeness);
/* Write "; did you mean 'x'?" or nothing to hint; returns hint. */
enum { HINT_LENGTH = 2 * NAME_LENGTH + 128 };
const char *likeness_hint(const Likeness *likeness, char hint[HINT_LENGTH]);
/* The same, added to the text. */
void likeness_say(const Likeness *likeness, Text *text);

/* True if a word of LIGGGHTS, LAMMPS, YADE or PFC means this word of ours, ignoring case;
   foreign.c. */
bool foreign_means(const char *theirs, const char *ours);
/* A change that goes with that word, such as of its unit; NULL: none. */
const char *foreign_note(const char *theirs);

#endif
