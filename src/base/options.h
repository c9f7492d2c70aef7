/* SPDX-License-Identifier: MIT */
/* The scenario: what a user may say, said, and meant. One table per kind of object is the only source of truth; it feeds
   parsing, checking, -help, resolved.yaml and the scenario kept in checkpoints.

   Use: options_create; options_read_command_line, options_read_text, options_read_file in any order (a value of the
   command line wins over one of the file, which wins over one of the stored text); options_check; getters and
   options_mistake by whoever knows more rules; options_report, and exit with EXIT_USAGE if it counted any. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <math.h>

#include "base/parallel.h"
#include "base/vec.h"

/* PETSc's headers, included above, have enumerators of these four names for a use of its own; here ours are meant. */
#define OPTION_REAL   OPTION_ONE_REAL
#define OPTION_INT    OPTION_ONE_INT
#define OPTION_BOOL   OPTION_ONE_BOOL
#define OPTION_STRING OPTION_ONE_STRING

typedef enum {
  OPTION_REAL,
  OPTION_INT,          /* int64; 1e6 is one, 3.0 is not */
  OPTION_BOOL,         /* true false yes no on off 1 0; on the command line nothing means true */
  OPTION_WORD,         /* one of `choices` */
  OPTION_NAME,         /* a declared object of one of the kinds in `choices` */
  OPTION_STRING,       /* any text */
  OPTION_FILE,         /* a file that must be readable */
  OPTION_PATH,         /* a file or folder that need not exist */
  OPTION_VEC3,         /* three reals */
  OPTION_REALS,        /* list, see count and group */
  OPTION_INTS,         /* list */
  OPTION_NAMES,        /* list of declared objects */
  OPTION_WORDS,        /* list of choices; of any words if there are none */
  OPTION_REAL_OR_WORD, /* a real or one of `choices`, such as auto */
  OPTION_N_TYPES
} OptionType;

enum {
  LO_OPEN      = 1, /* lo itself is not allowed */
  HI_OPEN      = 2, /* hi itself is not allowed */
  COMMAND_ONLY = 4, /* only on the command line: not in a file, not in resolved.yaml */
  PLANAR       = 8, /* a VEC3, or a list of so many or a multiple of so many items: in two dimensions one less will do, the z */
  FLAT         = 16 /* a PLANAR VEC3 whose z must be 0 in two dimensions */
};

typedef struct {
  const char *key; /* the table ends with NULL */
  OptionType  type;
  const char *unit;     /* printed; "" or NULL for a pure number or text */
  const char *fallback; /* the default as text, a list with commas; NULL: required; "": optional, without default */
  double      lo, hi;   /* bounds of every number; both 0: none; INFINITY is allowed */
  unsigned    flags;    /* LO_OPEN | HI_OPEN | COMMAND_ONLY | PLANAR | FLAT */
  const char *choices;  /* words or kinds, space separated */
  const char *help;     /* one sentence */
  int         count;    /* a list has exactly so many items; 0: at least one */
  int         group;    /* a list has a multiple of so many items; 0 or 1: any */
  const char *when;     /* "shape=plane cylinder": applies (and is required) only if option `shape` (a WORD) is one of
                           these, elsewhere giving it is a mistake; NULL: always */
} Option;

typedef struct {
  const char          *name;    /* "material"; "" for what stands at the top: schema, title, -check, ... */
  bool                 named;   /* a sequence of named objects; else a single section such as run */
  const Option        *options; /* NULL, and more NULL: not available in this version, accepted only empty */
  const Option *const *more;    /* further tables of the same kind (of plug-ins), ends with NULL; or NULL */
  const char          *text;    /* one sentence */
} OptionKind;

typedef struct Options Options;

/* kinds   ends with NULL; kept, not copied, like the tables behind it. Collective. */
PetscErrorCode options_create(const Parallel *par, const OptionKind *const kinds[], Options **options);
PetscErrorCode options_destroy(Options **options);

/* The three sources. What is wrong is noted as a mistake and is no error. Paths in a file are relative to that file, on
   the command line to the working directory. A second file or text goes on top of the first: its values win, its new
   objects are appended. Collective.

   text     as written by options_resolved; files named in it need not exist any more (checkpoints are self-contained)
   origin   what mistakes call it, such as a checkpoint's name */
PetscErrorCode options_read_file(Options *options, const char *path);
PetscErrorCode options_read_text(Options *options, const char *text, const char *origin);
PetscErrorCode options_read_command_line(Options *options);

/* Everything said against the tables; once, after all is read. Afterwards every getter works: what is wrong or missing has
   its default, or what 'none' is below. Collective. */
PetscErrorCode options_check(Options *options);

/* What only the dimension of space decides, 2 or 3: two numbers for a PLANAR vector go with 2 only; there the items of a
   PLANAR multiple come without z, and the z of a FLAT one must be 0. After options_check; what is wrong is as if not given. */
void options_check_plane(Options *options, int dimension);

/* Note a mistake, with the same text on every rank where possible. The second form puts in front where it stands ("line 12:
   material: glass: young: '5': "); object may be NULL (a section, or the whole kind), key may be NULL (the whole object). */
void options_mistake(Options *options, const char *format, ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
void option_mistake(Options *options, const char *kind, const char *object, const char *key, const char *format, ...)
  PETSC_ATTRIBUTE_FORMAT(5, 6);

/* Print all mistakes in one block on stderr, rank 0; n, the same on every rank, counts them. Collective. */
PetscErrorCode options_report(const Options *options, int *n);

/* Names of a kind's objects in the order declared; owned by options; valid until the next read. */
PetscErrorCode options_objects(const Options *options, const char *kind, int *n, const char *const **names);
/* Position of an object among its kind, -1 if there is none. */
int options_object(const Options *options, const char *kind, const char *object);
/* Was the object declared in a stored text (options_read_text), perhaps again later? Such clumps are in the checkpoint. */
bool options_object_is_stored(const Options *options, const char *kind, const char *object);

/* Of an object that a stored text declares: a key to which a later source gave another value than is there; NULL: none. Files
   may be in another place. After options_check. */
const char *options_object_changed(const Options *options, const char *kind, const char *object);

/* A default that only the program knows (output: dir), as text, after options_check; ignored if the user gave the key.
   The text must be right: an error if it does not fit the table. */
PetscErrorCode option_set_default(Options *options, const char *kind, const char *object, const char *key, const char *text);

/* Getters. object is NULL for a single section. Asking for a key that is in no table, or by the wrong type, is a bug and
   ends the program. What is returned is owned by options. An optional key without value gives 'none': real NAN, int 0, bool
   false, word "", vec3 zero, lists n = 0.

   option_real   REAL, and REAL_OR_WORD (NAN if it is a word)
   option_word   WORD, NAME, STRING, FILE and PATH (absolute), and REAL_OR_WORD ("" if it is a number)
   option_reals  REALS and VEC3
   option_words  WORDS and NAMES
   option_vec3   z is 0 if two numbers were given */
double             option_real(const Options *options, const char *kind, const char *object, const char *key);
int64_t            option_int(const Options *options, const char *kind, const char *object, const char *key);
bool               option_bool(const Options *options, const char *kind, const char *object, const char *key);
const char        *option_word(const Options *options, const char *kind, const char *object, const char *key);
Vec3               option_vec3(const Options *options, const char *kind, const char *object, const char *key);
const double      *option_reals(const Options *options, const char *kind, const char *object, const char *key, int *n);
const int64_t     *option_ints(const Options *options, const char *kind, const char *object, const char *key, int *n);
const char *const *option_words(const Options *options, const char *kind, const char *object, const char *key, int *n);
/* The user gave this key; works before options_check too, as soon as it is read. */
bool option_is_set(const Options *options, const char *kind, const char *object, const char *key);
/* The key has a value, given or default. */
bool option_has_value(const Options *options, const char *kind, const char *object, const char *key);
/* What the user gave is a mistake, noted by options_check; the value is the default, if there is one. */
bool option_is_wrong(const Options *options, const char *kind, const char *object, const char *key);
/* What the user gave, as text (paths not made absolute), or NULL; works before options_check (-restart must be known early). */
const char *option_given(const Options *options, const char *kind, const char *object, const char *key);

/* The k-th file that all this is read from, from 0: scenarios, then the FILEs that they and the command line name; NULL: no more.
   After options_check. */
const char *options_input(const Options *options, int k);

/* Print every kind and key with type, unit, default, range and text to stdout, rank 0. */
PetscErrorCode options_help(const Options *options);

/* YAML with every value, defaults included, that reads back to the same bits; the caller frees *text with free(). */
PetscErrorCode options_resolved(const Options *options, char **text);

#endif
