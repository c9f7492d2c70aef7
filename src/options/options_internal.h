/* SPDX-License-Identifier: MIT */
/* Shared by the files options*.c.

     yaml/yaml.c        a YAML text as a tree, by libyaml
     options_rows.c     rows of a kind: its tables and those of plug-ins
     options_yaml.c     the three sources: stored text, file, command line
     options_tree.c     the options of a YAML text
     options_value.c    parsing and checking of one value against its row of a table
     options_units.c    numbers that were given with a unit
     options_hints.c    what else to write in place of a refused value
     letters.c          letters that are not those of the keyboard
     options_table.c    checking of all given options against all tables
     options_unknown.c  options that are in no table
     likeness.c         the most similar of several words
     attitude.c         attitudes: a quaternion, or an axis and an angle
     options_plane.c    checks that depend on the dimension of space
     options_print.c    report of mistakes, -help
     options_get.c      getters, values put into structs
     options_resolved.c resolved.yaml; comparison of two sets of options
     options.c          dictionary, objects, mistakes */
#ifndef OPTIONS_OPTIONS_INTERNAL_H
#define OPTIONS_OPTIONS_INTERNAL_H

#include "options/options.h"
#include "options/text.h"

typedef enum { SOURCE_TEXT, SOURCE_FILE, SOURCE_COMMAND } SourceType; /* a later one overrides */

/* One source that was read. */
typedef struct {
  SourceType type;
  char      *origin; /* name in messages */
  char      *folder; /* absolute; paths are relative to it */
  bool       row;    /* of a table: mistakes tell its origin */
} Layer;

/* The given value of one full name ("material_glass_young"). */
typedef struct {
  char *value; /* NULL: given without value */
  char *then;  /* value in the stored text, if a later source overrides it; NULL: none */
  bool  was;   /* the stored text had this name, and a later source overrides it */
  int   layer, line;
  int   object; /* length of kind and object in the full name, as written in a file; 0: unknown */
  bool  bare;   /* of a file: the second of two keys, where an object has its name */
  char *top;    /* its top-level key, NULL on the command line */
  int   map;    /* length of the full name of the key whose map it stands in; 0: of its own */
  bool  used;   /* a table has this name */
  bool  told;   /* a mistake about this map was noted */
} Entry;

/* Value of one row of a table for one object. */
typedef struct Value {
  bool          done, active, given, has, wrong;
  bool          derived; /* by the program (option_derive) */
  double        real;
  int64_t       integer;
  char         *word; /* not NULL when done */
  double       *reals;
  int64_t      *ints;
  char        **words;
  int           n;
  struct Value *now; /* what it is while a run goes on (option_change); NULL: the same */
} Value;

typedef struct {
  int    layer, line; /* last declaration */
  bool   stored;
  bool   unknown; /* it has a key that is in no table: what it lacks may only follow from that */
  Value *values;  /* [n_rows] */
} Object;

typedef struct {
  const OptionKind *kind;
  const Option    **rows; /* rows of all its tables, then those of its plug-ins */
  int               n_rows, n_made;
  Option          **made;  /* copies among rows that got a `when`, with the condition of plug-ins */
  NameIndex         names; /* names of the objects; a single section has one object without name */
  Object           *objects;
  int               n_objects;
  PetscInt          capacity;
  bool              broken;  /* a part of it could not be read: missing keys are not reported */
  bool              guessed; /* objects or keys are there but not in their form */
  bool              unsound; /* a mistake in a value, or of an object, was noted */
} Kind;

typedef struct {
  int   layer, line; /* line 0: unknown; layer -1: none */
  char *text;
  char *place; /* with which it begins, "material: steel: young"; "": nowhere; owned */
} Mistake;

struct Options {
  Parallel  par;
  Kind     *kinds;
  int       n_kinds;
  NameIndex names; /* full names of the entries */
  Entry    *entries;
  PetscInt  entries_capacity;
  Layer    *layers;
  int       n_layers;
  Mistake  *mistakes;
  int       n_mistakes;
  PetscInt  mistakes_capacity;
  char     *folder;        /* working directory of rank 0 */
  bool      checked, torn; /* torn: a piece of a source could not be read */
  bool      unsound;       /* a caller has noted a mistake that belongs to no kind */
  int       dimension;     /* as given to options_check_plane; 0: not yet */
};

/* Take the options of a YAML text of a layer, with line feeds; mistakes are noted. */
void options_take_yaml(Options *options, int layer, const char *text, size_t n);
/* Mark the kind of a top-level key as incomplete (top NULL: all kinds), so that missing keys are
   not reported. */
void options_mark_broken(Options *options, const char *top);

/* The layer named in the report's head: the last file, else the last stored text; NULL: only the
   command line. */
const Layer *options_main_layer(const Options *options);
/* Add the place of a key of an object, as mistakes have it: "line 12: material: glass: young: ". */
void option_say_place(const Options *options, const char *kind, const char *object, const char *key,
                      Text *text);

/* Parse a given value; false: problem tells the fault and what is allowed, and the value is
   'none'. */
bool value_parse(const Option *row, const char *given, Value *value, Text *problem);
/* True if a PLANAR value has as many items as the dimension asks for, and none out of the plane. */
bool value_fits_plane(const Option *row, const Value *value, int dimension, Text *problem);
void value_none(Value *value); /* set to 'none' (options.h) */
void value_clear(Value *value);
/* The value of a key as it was read, and its row. A kind, object or key that does not exist, and a
   call before options_check, is a bug of the program and ends it. */
Value *value_asked(const Options *options, const char *kind, const char *object, const char *key,
                   const Option **row);
/* A walk over the values of all objects, in the order of the tables. Starts as {0}. */
typedef struct {
  Kind         *kind;
  Object       *object;
  const char   *name; /* of the object; NULL: of a single section */
  const Option *row;
  Value        *value;
  int           k, i; /* the next one: number of its kind, and of the value in it */
} ValueWalk;
/* Go to the next value; false: no more. */
bool value_next(const Options *options, ValueWalk *at);
/* Add the allowed values: "a number > 0, in Pa". */
void value_say_allowed(const Option *row, Text *text);
/* Add the bounds: "> 0 and <= 1", or nothing. */
void value_say_range(const Option *row, Text *text);
/* Add what to write in place of numbers with units, or of a list with semicolons; nothing if the
   refused text has none. */
void value_say_units(const Option *row, const char *text, Text *problem);
/* Add what separates items, as "words", if the refused text has a semicolon. */
void value_say_semicolon(const char *given, const char *items, Text *problem);
/* Add an example of a list in place of one with too few or too many items: ", such as [0, 0, 1]". */
void value_say_example(const Option *row, const char *given, Text *problem);
/* Add what to turn if a force is refused because of its sign. */
void value_say_sign(const Option *row, const char *given, Text *problem);
/* Add of what groups n numbers are, in so many dimensions, if the last group is not whole. */
void value_say_groups(const Option *row, int n, int dimension, Text *problem);
/* Add which letter of the refused text is not of the keyboard, and a number that it may mean. */
void value_say_letters(const Option *row, const char *given, Text *problem);
/* True if the word is one of these, up to the end or a '|'. */
bool value_has_word(const char *choices, const char *word, size_t length);
/* Position in the choices of a row, zero at the start: words of `choices`, then names
   of plug-ins. */
typedef struct {
  size_t words;
  int    plugin;
} Choice;
/* Next choice, of *n bytes; NULL: no more. */
const char *choice_next(const Option *row, Choice *at, size_t *n);
void        value_say_choices(const Option *row, const char *between, Text *text);
/* Offer each choice of the row. */
void value_offer_choices(const Option *row, Likeness *like);
/* One condition of a row's `when`. */
typedef struct {
  const char *key;   /* of key_n bytes */
  const char *words; /* of words_n bytes */
  size_t      key_n, words_n;
} Condition;
/* Next condition from *when, which moves on; false: no more. *when may be NULL. */
bool condition_next(const char **when, Condition *condition);
/* Add "tangential: hooke mindlin", with `between` between conditions. */
void conditions_say(const char *when, const char *between, Text *text);
/* Add the shortest decimal form, 15 to 17 digits, that reads back to the same bits. */
void value_say_real(double x, Text *text);

void mistake_add(Options *options, int layer, int line, const char *format, ...)
  PETSC_ATTRIBUTE_FORMAT(4, 5);
/* Add the place of a key: "material: glass: young", or for the command line
   "-material_glass_young"; by the name that it was given by. */
void mistake_say_place(const Options *options, int layer, const Kind *kind, const char *object,
                       const char *key, Text *text);

/* Names of PETSc's own options, separated by blanks. */
extern const char options_of_petsc[];
/* True if the value is a file or a path. */
static inline bool row_is_path(const Option *row)
{
  return row->type == OPTION_FILE || row->type == OPTION_PATH;
}
/* True if it is the key of the row, or another name of it. */
static inline bool row_has_name(const Option *row, const char *name)
{
  return strcmp(row->key, name) == 0 ||
         (row->also && value_has_word(row->also, name, strlen(name)));
}
/* Put the next of names that blanks separate into the text; false: there is none. */
bool name_next(const char **names, Text *name);
/* Put the name of the row by which the entry was given into the text. */
void row_say_given(const Options *options, const Kind *kind, const char *object, const Option *row,
                   const Entry *entry, Text *name);
/* Mark what unknown keys and sections stand for by their likeness, so that it is not reported as
   missing besides. Before the objects are checked. */
void options_guess(Options *options);
/* Note a mistake for every entry that is in no table. */
void options_note_unknown(Options *options);

/* Collect the rows of a kind, and free them; options_rows.c. */
void kind_rows_start(Kind *kind);
void kind_rows_end(Kind *kind);

Kind *kind_find(const Options *options, const char *name);
/* The same; a kind that does not exist is a bug of the program and ends it. */
Kind *kind_asked(const Options *options, const char *name);
/* The object of this name, of a single section that with NULL; NULL: there is none. */
Object *object_find(const Kind *kind, const char *name);
Entry  *entry_exact(const Options *options, const Kind *kind, const char *object, const char *key);
/* True if entry a is of a source that goes before that of b. */
bool   entry_overrides(const Options *options, const Entry *a, const Entry *b);
Entry *entry_find(const Options *options, const Kind *kind, const char *object, const char *key);
/* The entry of a row by any of its names; if several are given, the one whose source overrides. */
Entry *entry_of_row(const Options *options, const Kind *kind, const char *object,
                    const Option *row);
/* The entry of one of the names of a row. A name that two keys share is that of a word, or else of
   numbers: NULL for the other of them. */
Entry *entry_named(const Options *options, const Kind *kind, const char *object, const Option *row,
                   const char *name);
/* The entry of another name of the row that overrides those of all others; NULL: there is none. */
Entry *entry_also(const Options *options, const Kind *kind, const char *object, const Option *row);
/* The key that a mistake about the entry names, as it was written: that whose map it stands in, if
   it does so; owned by the caller. NULL: a mistake about this map was told before. */
char  *entry_tell(Options *options, const Kind *kind, const char *object, Entry *entry,
                  const char *key);
Entry *entry_set(Options *options, const char *name, const char *value, int layer, int line,
                 const char *top);
/* Declare a named object, for the first time or again. */
void kind_declare(Options *options, Kind *kind, const char *name, int layer, int line);
/* Index of the row of this key that applies to the object, else of the first row of the key; -1:
   none. */
int kind_row(const Kind *kind, const Object *object, const char *key);
/* Add the full name "material_glass_young"; for the kind "" the key alone. */
void        kind_say_name(const Kind *kind, const char *object, const char *key, Text *text);
const char *kind_object_name(const Kind *kind, int object); /* NULL for a single section */

#endif
