/* SPDX-License-Identifier: MIT */
/* What the two files of the outline reader share: options_scan.c (blocks, keys, pieces) and options_brackets.c. */
#ifndef BASE_OPTIONS_SCAN_H
#define BASE_OPTIONS_SCAN_H

#include "base/options_internal.h"

enum { DEEPEST = 32, LONGEST_PATH = 512 }; /* PETSc: 25 levels, names of 512 bytes */

/* A mapping key that is open: what follows deeper belongs to it. */
typedef struct {
  int    column; /* of a key in a block; -1 in brackets */
  size_t length; /* of the path with it */
  bool   twice;
} Frame;

/* Items of a sequence right under a key of the top level. */
typedef struct {
  size_t begin;
  int    line, n_keys;
  bool   is_mapping, uses_alias;
} Item;

typedef struct {
  Options    *options;
  Scan       *scan;
  const char *text;
  size_t      n, at, line_start;
  int         layer, line;
  Frame       frames[DEEPEST];
  int         depth;
  char        path[LONGEST_PATH + 1];

  int      top_column; /* of the keys of the top level; -1: none yet */
  bool     open;       /* a piece has begun */
  ScanUnit unit;
  Item    *items;
  int      n_items, items_capacity, item_column;
  bool     even; /* all items begin in the same column */
} Scanner;

static inline char peek(const Scanner *s, size_t ahead)
{
  return s->at + ahead < s->n ? s->text[s->at + ahead] : 0;
}

static inline bool is_end(char c)
{
  return c == 0 || c == '\n';
}

static inline bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

static inline bool is_gap(char c)
{
  return is_blank(c) || is_end(c);
}

static inline bool is_flow(char c)
{
  return c && strchr(",[]{}", c);
}

static inline void skip_blanks(Scanner *s)
{
  while (is_blank(peek(s, 0))) s->at++;
}

static inline void skip_line(Scanner *s)
{
  while (!is_end(peek(s, 0))) s->at++;
}

/* Over the line feed, if one is here. */
static inline void next_line(Scanner *s)
{
  if (peek(s, 0) != '\n') return;
  s->at++;
  s->line++;
  s->line_start = s->at;
}

/* Say what is wrong here; PETSc need not look at this piece any more. */
void scan_spoil(Scanner *s, int line, const char *problem);
/* Enter the key of this name and note it; false: it cannot be told from others. Leave it by going back to a depth. */
bool scan_push_key(Scanner *s, const char *key, size_t n, int column);
void scan_pop_keys(Scanner *s, int depth);

/* options_brackets.c */

/* Over blanks, line ends and comments. */
void scan_space(Scanner *s);
/* Over a quoted text, which may have several lines; false: it never ends. */
bool scan_quoted(Scanner *s);
/* Over &anchor and !tag; over *alias. */
void scan_properties(Scanner *s);
void scan_alias(Scanner *s);
/* At [ or {: to behind the bracket that closes it; false: it cannot be followed. */
bool scan_brackets(Scanner *s, int nesting);

#endif
