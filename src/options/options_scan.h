/* SPDX-License-Identifier: MIT */
/* Shared by the two files of the outline reader: options_scan.c (blocks, keys, pieces) and
   options_brackets.c. */
#ifndef OPTIONS_OPTIONS_SCAN_H
#define OPTIONS_OPTIONS_SCAN_H

#include "options/options_internal.h"

enum { DEEPEST = 32, LONGEST_PATH = 512 }; /* PETSc: 25 levels, names of 512 bytes */

/* An open mapping key: deeper content belongs to it. */
typedef struct {
  int    column; /* column of a key in a block; -1 in brackets */
  size_t length; /* length of the path including this key */
  bool   twice;
} Frame;

/* An item of a sequence directly under a top-level key. */
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

  int      top_column; /* column of the top-level keys; -1: none yet */
  bool     open;       /* unit is a piece that has begun */
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

/* Advance past the line feed, if there is one at the current position. */
static inline void next_line(Scanner *s)
{
  if (peek(s, 0) != '\n') return;
  s->at++;
  s->line++;
  s->line_start = s->at;
}

/* Note a mistake on this line, at most one for each piece; the open piece is then not given to
   PETSc. */
void scan_spoil(Scanner *s, int line, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(3, 4);
/* Open a key and record it; false (with a mistake): nested too deeply or too long. scan_pop_keys
   closes the keys below a depth. */
bool scan_push_key(Scanner *s, const char *key, size_t n, int column);
void scan_pop_keys(Scanner *s, int depth);
/* Add the open keys of depths 0 .. depth-1: "run: gravity: ". */
void scan_say_keys(const Scanner *s, int depth, Text *text);

/* options_brackets.c */

/* Advance past blanks, line ends and comments. */
void scan_space(Scanner *s);
/* Advance past a quoted text, which may have several lines; false: its end is missing. */
bool scan_quoted(Scanner *s);
/* Advance past &anchor and !tag; past *alias. */
void scan_properties(Scanner *s);
void scan_alias(Scanner *s);
/* At [ or {: advance past the closing bracket; false: it is missing, or nested too deeply. */
bool scan_brackets(Scanner *s, int nesting);

#endif
