/* SPDX-License-Identifier: MIT */
/* What the files options*.c share; csv.c borrows its text and did-you-mean.

     options_text.c     growing text, names found by hashing, did-you-mean
     options_scan.c     where a scenario's keys stand and where it may be cut, from its text
     options_brackets.c the same inside of brackets and quotes
     options_yaml.c     the three sources; PETSc reads the YAML, piece by piece
     options_value.c    one value against its row of a table
     options_table.c    everything said against all tables
     options_unknown.c  what is in no table
     options_plane.c    what depends on the dimension of space
     options_print.c    -help and resolved.yaml
     options.c          mistakes, objects, getters */
#ifndef BASE_OPTIONS_INTERNAL_H
#define BASE_OPTIONS_INTERNAL_H

#include <stdarg.h>

#include "base/options.h"

/* ---- options_text.c */

/* Growing text, always ended by a zero byte once something was added. */
typedef struct {
  char  *s;
  size_t n, capacity;
} Text;

void text_add(Text *text, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
void text_vadd(Text *text, const char *format, va_list arguments) PETSC_ATTRIBUTE_FORMAT(2, 0);
void text_add_bytes(Text *text, const char *bytes, size_t n);
void text_free(Text *text);

/* malloc and realloc that end the program when there is no memory: set-up cannot go on, and no caller could do better. */
void *text_room(void *old, size_t size);
char *text_copy(const char *s, size_t n);

/* Names in the order added, found by hashing. `fold`: upper and lower case are the same. */
typedef struct {
  char **names;
  int    n, capacity, n_slots;
  int   *slots;
  bool   fold;
} NameIndex;

int  name_find(const NameIndex *index, const char *name);           /* -1: not there */
int  name_add(NameIndex *index, const char *name, bool *was_there); /* its number */
void name_free(NameIndex *index);

/* Among candidates offered one by one, the one most like `word`: edits <= a third of its length. */
typedef struct {
  const char *word;
  char        best[2 * NAME_LENGTH];
  int         edits; /* of the best so far; above the limit: none */
} Likeness;

Likeness likeness_start(const char *word);
void     likeness_offer(Likeness *likeness, const char *candidate);
/* "; did you mean 'x'?" or nothing. */
void likeness_say(const Likeness *likeness, Text *text);

/* ---- options_scan.c */

/* A piece of the text that PETSc can read on its own: head (the line of its top-level key, for one item of a sequence) and
   body. */
typedef struct {
  size_t head, head_end, begin, end;
  int    line, last_line, n_keys;
  int    key; /* of the top level, in Scan.keys; -1: none */
  bool   dummy, uses_alias, broken;
} ScanUnit;

typedef struct {
  NameIndex keys;  /* joined by _ as PETSc does */
  int      *lines; /* of each key */
  ScanUnit *units;
  int       n_units, units_capacity;
  bool      whole; /* must be read in one piece */
} Scan;

/* ---- everything else */

typedef enum { SOURCE_TEXT, SOURCE_FILE, SOURCE_COMMAND } SourceType; /* a later one wins */

/* One reading. */
typedef struct {
  SourceType type;
  char      *origin; /* as mistakes call it */
  char      *folder; /* absolute; paths are relative to it */
  bool       failed; /* could not be read at all */
} Layer;

/* What was said for one full name ("material_glass_young"). */
typedef struct {
  char *value; /* NULL: nothing */
  char *then;  /* what a stored text says, if a later source says something; NULL: nothing, or no value */
  bool  was;   /* and whether it says something */
  int   layer, line;
  char *top; /* key of the top level it stood under, NULL on the command line */
  bool  used;
} Entry;

/* One row of a table for one object. */
typedef struct {
  bool     done, active, given, has, wrong;
  double   real;
  int64_t  integer;
  char    *word; /* never NULL once done */
  double  *reals;
  int64_t *ints;
  char   **words;
  int      n;
} Value;

typedef struct {
  int    layer, line; /* of the last declaration */
  bool   stored;
  Value *values; /* [n_rows] */
} Object;

typedef struct {
  const OptionKind *kind;
  const Option    **rows; /* of all its tables */
  int               n_rows;
  NameIndex         names; /* of named objects; a single section has one object without name */
  Object           *objects;
  int               n_objects, capacity;
  bool              broken; /* part of it could not be read: what seems missing may be there */
} Kind;

typedef struct {
  int   layer, line; /* line 0: unknown; layer -1: none */
  char *text;
} Mistake;

struct Options {
  Parallel  par;
  Kind     *kinds;
  int       n_kinds;
  NameIndex names; /* of the entries */
  Entry    *entries;
  int       entries_capacity;
  Layer    *layers;
  int       n_layers;
  Mistake  *mistakes;
  int       n_mistakes, mistakes_capacity;
  char     *folder; /* working directory of rank 0 */
  bool      checked;
};

/* Find keys and pieces of `text` (of this layer; line feeds only); notes what it sees to be wrong. */
void scan_text(Options *options, int layer, const char *text, size_t n, Scan *scan);
int  scan_line(const Scan *scan, const char *name, int otherwise); /* of the key, or of the longest that begins it */
void scan_free(Scan *scan);

/* false: problem says what is wrong and what is allowed, and the value is none. */
bool value_parse(const Option *row, const char *given, Value *value, Text *problem);
void value_none(Value *value); /* what getters give without value */
void value_clear(Value *value);
/* "a number > 0, in Pa" */
void value_say_allowed(const Option *row, Text *text);
/* "> 0 and <= 1" or nothing */
void value_say_range(const Option *row, Text *text);
bool value_has_word(const char *choices, const char *word, size_t length);
/* Shortest decimal form that reads back to the same bits. */
void value_say_real(double x, Text *text);

void mistake_add(Options *options, int layer, int line, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(4, 5);
/* "material: glass: young" or, of the command line, "-material_glass_young". */
void mistake_say_place(const Options *options, int layer, const Kind *kind, const char *object, const char *key, Text *text);

/* Entries that options_check found no use for. */
void options_note_unknown(Options *options);

Kind  *kind_find(const Options *options, const char *name);
Entry *entry_find(const Options *options, const Kind *kind, const char *object, const char *key);
Entry *entry_set(Options *options, const char *name, const char *value, int layer, int line, const char *top);
/* A named object said once more or for the first time. */
void kind_declare(Options *options, Kind *kind, const char *name, int layer, int line);
/* The row of this key that applies to the object, or else the first of that key; -1: none. */
int kind_row(const Kind *kind, const Object *object, const char *key);
/* "material_glass_young"; of the kind "" the key alone. */
void        kind_say_name(const Kind *kind, const char *object, const char *key, Text *text);
const char *kind_object_name(const Kind *kind, int object); /* NULL: of a single section */

#endif
