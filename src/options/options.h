/* SPDX-License-Identifier: MIT */
/* The scenario: options allowed, options given, and their values. One table per kind of object
   defines its options; parsing, checks, -help, resolved.yaml and the scenario stored in checkpoints
   all use it. The rows of tables are written with the macros of options/rows.h.

   Use: options_create; options_read_command_line, options_read_text, options_read_file in any order
   (a value of the command line overrides one of the file, which overrides one of the stored text);
   options_check; getters, with option_mistake for further rules of the caller; options_report, and
   exit with EXIT_USAGE if it counted any mistake.

   The command line is taken from PETSc's options database. The values of a scenario are not put
   into one: PETSc 3.18 (MAXOPTIONS) holds 512 options at most, and takes two names that differ in
   case alone for one. */
#ifndef OPTIONS_OPTIONS_H
#define OPTIONS_OPTIONS_H

#include "base/parallel.h"
#include "base/vec.h"
#include "options/likeness.h"
#include "options/plugin.h"
#include "options/text.h"

/* PETSc's headers, included above, define enumerators of these four names; the macros rename
   ours. */
#define OPTION_REAL   OPTION_ONE_REAL
#define OPTION_INT    OPTION_ONE_INT
#define OPTION_BOOL   OPTION_ONE_BOOL
#define OPTION_STRING OPTION_ONE_STRING

typedef enum {
  OPTION_REAL,
  OPTION_INT,          /* int64; 1e6 is one, 3.0 is not */
  OPTION_BOOL,         /* true false yes no on off 1 0; no value on the command line means true */
  OPTION_WORD,         /* one of `choices` */
  OPTION_NAME,         /* a declared object of one of the kinds in `choices` */
  OPTION_STRING,       /* any text */
  OPTION_FILE,         /* a file that must be readable */
  OPTION_PATH,         /* a file or folder that need not exist */
  OPTION_VEC3,         /* three reals */
  OPTION_REALS,        /* list, see count and group */
  OPTION_INTS,         /* list */
  OPTION_NAMES,        /* list of declared objects */
  OPTION_WORDS,        /* list of choices; of any words if choices is NULL */
  OPTION_REAL_OR_WORD, /* a real or one of `choices`, such as auto */
  OPTION_N_TYPES
} OptionType;

/* A bound that is itself not allowed. */
enum { LO_OPEN = 1, HI_OPEN = 2 };

enum {
  COMMAND_ONLY = 4, /* only on the command line: not in a file, not in resolved.yaml */
  /* VEC3, or list with count or group: in two dimensions z may be left out (one item less) */
  PLANAR = 8,
  FLAT   = 16, /* a PLANAR VEC3 whose z must be 0 in two dimensions */
  /* an interval at which something is written: a file each time; into one file */
  WRITES_FILES = 32,
  WRITES_ROWS  = 64,
  OR_ANY       = 128 /* NAMES: the word `any` stands for every declared object */
};

/* Type of the member of a struct that takes the value of a row. */
typedef enum {
  HOLDS_NOTHING, /* it is read by getters */
  HOLDS_REAL,    /* double */
  HOLDS_VEC3,
  HOLDS_BOOL, /* of a word: it is not the first of its choices */
  HOLDS_INT,
  HOLDS_INT64,
  HOLDS_TEXT,  /* const char *, owned by options */
  HOLDS_INDEX, /* int or enum: of the word among the choices of the row, -1 without a word */
  HOLDS_PLUGIN /* pointer to the plug-in of this name, NULL without one */
} OptionHolder;

typedef struct Option {
  const char *key; /* the table ends with NULL */
  OptionType  type;
  const char *unit; /* printed; "" or NULL for a pure number or text */
  /* the default as text, a list with commas; NULL: required; "": optional, without default */
  const char *fallback;
  double      lo, hi;  /* bounds of every number; both 0: none; INFINITY is allowed */
  unsigned    open;    /* LO_OPEN | HI_OPEN */
  unsigned    flags;   /* COMMAND_ONLY | PLANAR | FLAT | WRITES_FILES | WRITES_ROWS | OR_ANY */
  const char *choices; /* words or kinds, space separated */
  const char *help;    /* one sentence */
  int         count;   /* exact number of items of a list; 0: at least one */
  int         group;   /* the number of items is a multiple of this; 0 or 1: any */
  /* "shape=plane cylinder": the key applies only if option `shape` (a WORD) is one of these;
     "a=x | b=y z": if any of the conditions holds; otherwise giving it is a mistake; NULL: it
     always applies */
  const char *when;
  /* further choices of a WORD, REAL_OR_WORD or WORDS: the names of this table. Keys of the plug-ins
     follow this row, with their condition. A row whose table is empty is left out */
  const Plugin *const *plugins;
  double               usual; /* largest usual value of a number; 0: none is given */
  /* other names that are accepted for the key, but shown nowhere, space separated; or NULL */
  const char *also;
  /* member of the struct that options_read_into fills */
  OptionHolder  holder;
  size_t        offset;
  const double *none; /* what it holds without a number; NULL: what the getter returns */
} Option;

typedef struct {
  const char *name;  /* "material"; "" for keys of the top level: schema, title, -check, ... */
  bool        named; /* a sequence of named objects; else a single section such as run */
  /* if `options` and `more` are NULL: not available in this version, accepted only empty */
  const Option *options;
  /* further tables of the same kind (of plug-ins), NULL-terminated; or NULL */
  const Option *const *more;
  const char          *text; /* one sentence */
} OptionKind;

typedef struct Options Options;

/* Create options without values. kinds: NULL-terminated; referenced, not copied, like its tables.
   Collective. */
PetscErrorCode options_create(const Parallel *par, const OptionKind *const kinds[],
                              Options **options);
void           options_destroy(Options **options);

/* Read one of the three sources. Faults are noted as mistakes, not returned as errors. Paths in a
   file are relative to that file, on the command line to the working directory. A second file or
   text is added to the first: its values override, its new objects are appended. Collective.

   text     as written by options_resolved; files named in it need not exist, as checkpoints are
            self-contained
   origin   its name in messages, such as a checkpoint's name */
PetscErrorCode options_read_file(Options *options, const char *path);
void           options_read_text(Options *options, const char *text, const char *origin);
/* Read a scenario that is given as text, as from a file of the working directory. */
void           options_read_given(Options *options, const char *text);
PetscErrorCode options_read_command_line(Options *options);

/* A row of a table of runs: options as on the command line, names without a dash. */
typedef struct {
  const char *name, *value;
} OptionPair;
typedef struct {
  int         n;
  OptionPair *pairs;
  const char *table;  /* its name in messages; NULL: the options are told as on a command line */
  const char *folder; /* absolute; paths in the row are relative to it; NULL: the working one */
  int         line;   /* of the table; 0: not known */
} OptionRow;

/* Where the values of a scenario come from; what is not given is NULL. */
typedef struct {
  const char      *file;
  const char      *text; /* the scenario itself, in place of a file */
  const OptionRow *row;  /* options that override the scenario and the command line */
  const OptionRow *line; /* in place of the command line that PETSc keeps; NULL: that one */
} ScenarioSource;

/* Read a row: it overrides the files, and the command line if it was read before. Local. */
void options_read_row(Options *options, const OptionRow *row);

/* Check all that was read against the tables. Call once, after reading. Afterwards every getter
   works: a wrong or missing value has its default, or 'none' (see below). Collective. */
PetscErrorCode options_check(Options *options);

/* True if a part of a source was not valid YAML, so that other mistakes, or missing keys, may only
   follow from that. options_check reports no such follow-up mistakes. Call after it. */
bool options_are_torn(const Options *options);

/* Checks that depend on the dimension of space, 2 or 3: two numbers for a PLANAR vector are allowed
   in 2 only; there the items of a PLANAR list with group have no z, and the z of a FLAT vector must
   be 0. Call after options_check. A wrong value counts as not given. */
void options_check_plane(Options *options, int dimension);
/* The dimension given to options_check_plane; 3 before. */
int options_dimension(const Options *options);

/* After options_check, of a program that was given no file: other mistakes than those of the command
   line only follow from that, which is one of its own if there are none. */
void options_want_file(Options *options);

/* Note a mistake, with the same text on every rank where possible. The second form prepends its
   location ("line 12: material: glass: young: '5': "); object may be NULL (a section, or the whole
   kind), key may be NULL (the whole object: not noted if that has an unknown key, from which it may
   only follow). */
void options_mistake(Options *options, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
void option_mistake(Options *options, const char *kind, const char *object, const char *key,
                    const char *format, ...) PETSC_ATTRIBUTE_FORMAT(5, 6);

/* Where a key of an object was given, for messages: " (line 7)", with the name of the source unless it
   is that of the last one; "": not in a file. Returns where. */
enum { OPTION_WHERE = 128 };
const char *option_where(const Options *options, const char *kind, const char *object,
                         const char *key, char where[OPTION_WHERE]);

/* True if this rank has noted mistakes. */
bool options_has_mistakes(const Options *options);

/* True if this rank has noted no mistake in the values of these kinds, space separated, nor any
   that belongs to no kind: what is read from them may be relied upon. Unknown keys do not count.
   Call after options_check. */
bool options_are_sound(const Options *options, const char *kinds);

/* Count the mistakes: *n, the same on every rank. Collective. */
PetscErrorCode options_mistakes(const Options *options, int *n);
/* Print all mistakes in one block on stderr (rank 0); *n: their number, the same on every rank.
   Collective. */
PetscErrorCode options_report(const Options *options, int *n);

/* The options given so far, as on a command line, to be freed with array_free; their texts are owned
   by options. */
void options_pairs(const Options *options, int *n, OptionPair **pairs);
/* Full name ("run_seed") of the k-th option given so far, from 0; NULL: no more. */
const char *options_name(const Options *options, int k);

/* The k-th mistake that this rank has noted, from 0, without its place in a file; NULL: no more.
   place: the file or table, "" for the command line and for none; line: in it, 0: unknown. All
   owned by options. */
const char *options_mistake_text(const Options *options, int k, const char **place, int *line);

/* Take back all mistakes, of a question that was asked when there were none before: their texts are
   added, a line each, without their places. Afterwards the options are sound as before. Local. */
void options_take_back(Options *options, Text *text);

/* Where it is in the scenario, "material: steel: young"; "": nowhere. */
const char *options_mistake_key(const Options *options, int k);

/* True if there is a kind of this name. */
bool options_has_kind(const Options *options, const char *kind);
/* Number of a kind's objects, and their names in the order declared; owned by options, valid until
   the next read. */
int options_objects(const Options *options, const char *kind, const char *const **names);
/* Index of an object in its kind, -1: not declared. */
int options_object(const Options *options, const char *kind, const char *object);
/* Offer the names of a kind's objects as candidates. */
void options_offer(const Options *options, const char *kind, Likeness *likeness);
/* True if the object was declared in a stored text (options_read_text), even if a later source
   declares it again. The clumps of such objects are in the checkpoint. */
bool options_object_is_stored(const Options *options, const char *kind, const char *object);

/* For an object declared in a stored text: a key that a later source gave another value; NULL:
   none. Paths are not compared. Call after options_check. */
const char *options_object_changed(const Options *options, const char *kind, const char *object);

/* Set a default that is computed by the program (output: dir), as text, after options_check;
   ignored if the user gave the key. Returns an error if the text does not fit the table. */
PetscErrorCode option_set_default(Options *options, const char *kind, const char *object,
                                  const char *key, const char *text);

/* The same for a default that follows from other keys: resolved.yaml shows it as a comment, so that
   it follows from them anew wherever that file is read. text NULL: it has none any more. */
PetscErrorCode option_derive(Options *options, const char *kind, const char *object,
                             const char *key, const char *text);

/* Replace a value of the last stored text (options_read_text), as if the text had it so; the file
   and the command line still override it. Paths must be absolute. Call before options_check. */
void option_set_stored(Options *options, const char *kind, const char *object, const char *key,
                       const char *value);

enum { OPTION_WHY = 256 };

/* Give a key another value while a run goes on: getters return it from then on, and
   options_resolved still writes the former one. keep false: only look whether it is allowed. false:
   it is not, for the reason in why (OPTION_WHY bytes). Local; the same on all ranks. */
bool option_change(Options *options, const char *kind, const char *object, const char *key,
                   const char *text, bool keep, char *why);

/* Getters. object is NULL for a single section. Asking for a key that is in no table, or with the
   wrong type, is a bug and ends the program. Returned pointers are owned by options. An optional
   key without value gives 'none': real NAN, int 0, bool false, word "", vec3 zero, lists n = 0.

   option_real   REAL, and REAL_OR_WORD (NAN if it is a word)
   option_word   WORD, NAME, STRING, FILE and PATH (absolute), REAL_OR_WORD ("" if it is a number)
   option_reals  REALS and VEC3
   option_words  WORDS and NAMES
   option_vec3   z is 0 if two numbers were given */
double option_real(const Options *options, const char *kind, const char *object, const char *key);
/* Value of a REAL key; `none` if it has no value. */
double option_real_or(const Options *options, const char *kind, const char *object, const char *key,
                      double none);
int64_t option_int(const Options *options, const char *kind, const char *object, const char *key);
bool    option_bool(const Options *options, const char *kind, const char *object, const char *key);
const char *option_word(const Options *options, const char *kind, const char *object,
                        const char *key);
Vec3 option_vec3(const Options *options, const char *kind, const char *object, const char *key);
const double      *option_reals(const Options *options, const char *kind, const char *object,
                                const char *key, int *n);
const int64_t     *option_ints(const Options *options, const char *kind, const char *object,
                               const char *key, int *n);
const char *const *option_words(const Options *options, const char *kind, const char *object,
                                const char *key, int *n);
/* Put the values of all rows of a table that are bound to members into the struct, as getters
   return them (options/rows.h). */
void options_read_into(const Options *options, const char *kind, const char *object,
                       const Option *table, void *self);
/* The same for all tables of a plug-in. */
void plugin_read_into(const Options *options, const char *kind, const char *object,
                      const Plugin *head, void *self);
/* True if a source gave this key; works before options_check too. */
bool option_is_set(const Options *options, const char *kind, const char *object, const char *key);
/* True if the key has a value, given or default. */
bool option_has_value(const Options *options, const char *kind, const char *object,
                      const char *key);
/* True if the key may be given to this object: one of its conditions holds (Option.when). */
bool option_applies(const Options *options, const char *kind, const char *object, const char *key);
/* True if a mistake in this key was noted; by options_check: the getter then gives the default, if
   there is one. */
bool option_is_wrong(const Options *options, const char *kind, const char *object, const char *key);
/* Note that the value follows from a wrong one, which was told: from here on the key is wrong, too. */
void option_doubt(Options *options, const char *kind, const char *object, const char *key);
/* The given value as text (paths not made absolute), NULL if not given; works before options_check
   (for -restart). */
const char *option_given(const Options *options, const char *kind, const char *object,
                         const char *key);

/* The k-th input file, from 0: scenarios, then the FILE values given in them and on the command
   line; NULL: no more. Call after options_check. */
const char *options_input(const Options *options, int k);

/* Print kinds and keys with type, unit, default, range and text to stdout (rank 0): all if word is
   NULL, else the section of that name, else the keys with the word in their names, else in their
   texts; several words, with blanks between them: those with all of them. Returns false, with a
   line on stderr, if none match. */
bool options_help(const Options *options, const char *word);
/* True if some match. Local. */
bool options_help_has(const Options *options, const char *word);

/* Write all values, defaults included, as YAML that reads back to the same bits; the caller frees
 *text with free(). */
PetscErrorCode options_resolved(const Options *options, char **text);

/* True if both, checked and of the same tables, have the same objects of a kind, in the same order,
   with the same values. but: names of keys whose values may differ, separated by spaces; paths:
   names of files must be the same, too. */
bool options_agree(const Options *a, const Options *b, const char *kind, const char *but,
                   bool paths);

#endif
