/* SPDX-License-Identifier: MIT */
/* Files with the pebbles of one clump, in clast's formats and those of other codes. Each format is
   one source file that defines one PebbleFormat. */
#ifndef OUTPUT_PEBBLES_PEBBLE_FILE_H
#define OUTPUT_PEBBLES_PEBBLE_FILE_H

#include "base/real_text.h"
#include "options/plugin.h"
#include "options/report.h"
#include "shape/mass/mass.h"

/* Mass properties that a file gives of its clump. */
typedef struct {
  double volume, mass; /* m^3, kg; 0: not given */
  bool   has_centre, has_inertia;
  Vec3   centre; /* in the frame of the pebbles, m */
  /* about the centre, in the axes of the pebbles, kg m^2; if no mass is given, over the mass,
     m^2 */
  Sym3 inertia;
} PebbleGiven;

/* A clump to be written: name, pebbles, materials and mass properties. Reading sets set, materials,
   given and remark only. */
typedef struct {
  const char    *name;
  PebbleSet      set;
  Materials      materials;
  MassProperties mass;
  PebbleGiven    given;
  char           remark[128]; /* what reading left out or changed, a message for the user; or "" */
} PebbleBody;

enum { PEBBLE_WORDS = 16 };

/* Reader of a text file: lines split into words at blanks. Text after `comment` and empty lines are
   skipped. */
typedef struct {
  FILE       *file;
  const char *comment;  /* marker, "#" or "//" */
  int         most;     /* PebbleFormat.words */
  int64_t     line;     /* number of the current line, from 1 */
  int         n;        /* number of words in it; the first PEBBLE_WORDS are kept */
  bool        ended;    /* true: stop, too many pebbles */
  PetscInt    capacity; /* pebbles that the set has room for */
  char       *word[PEBBLE_WORDS];
  char        text[4096];
} PebbleLines;

/* Choices of reading. */
typedef struct {
  int         dimension; /* 3, or 2: discs, whose z is 0 or missing */
  const char *clump;     /* name of the clump to read from a file with several, or NULL */
} PebbleChoice;

enum { PEBBLES_MOST = 1 << 20 }; /* of one clump; more are reported as a mistake */

typedef struct {
  Plugin      head;
  const char *endings;       /* endings of file names, space-separated */
  bool        has_materials; /* materials are stored by name */
  bool has_capsules; /* capsules are stored; else pebbles are spheres when they are written */
  bool has_clumps;   /* a file may hold several clumps, by name */
  bool is_turned;    /* pebbles are written in the principal frame about the centre of mass */
  /* A format has one of the two: parse reads the lines of an open text file, in which all after
     `comment` is skipped, and whose pebbles have one material without a name; read opens the file
     itself. Pebbles go to body->set. Their material is an index into body->materials, which lists
     the names in the file (a single empty name if it has none) and densities, 0 if the file has
     none. Mistakes go to findings; set and materials are to be freed also then. Local. */
  const char *comment;
  int words; /* most words of a row; commas and semicolons may stand between; 0: other lines */
  void (*parse)(PebbleLines *lines, const PebbleChoice *choice, PebbleBody *body,
                Findings *findings);
  PetscErrorCode (*read)(const char *path, const PebbleChoice *choice, PebbleBody *body,
                         Findings *findings);
  /* A format has one of the two: write prints to an open text file; store creates the file itself,
     and on failure sets *good to false and prints the reason to `why`. Reals read back to the same
     bits. */
  void (*write)(FILE *file, const PebbleBody *body);
  PetscErrorCode (*store)(const char *path, const PebbleBody *body, bool *good, char *why,
                          size_t size);
} PebbleFormat;

/* Every format; a new one is a file and a line here. */
#define PEBBLE_FORMATS(FORMAT) \
  FORMAT(pebble_format_csv) \
  FORMAT(pebble_format_text) \
  FORMAT(pebble_format_liggghts) \
  FORMAT(pebble_format_lammps) \
  FORMAT(pebble_format_kratos) \
  FORMAT(pebble_format_demengine) \
  FORMAT(pebble_format_hdf5) \
  FORMAT(pebble_format_yade) \
  FORMAT(pebble_format_woo)

#define DECLARE_FORMAT(format) extern const PebbleFormat format;
PEBBLE_FORMATS(DECLARE_FORMAT)
#undef DECLARE_FORMAT

extern const PebbleFormat *const pebble_formats[]; /* ends with NULL */
extern const Plugin *const       pebble_format_heads[];

/* Format of this name; format whose ending is the longest that the path has. NULL if there is
   none. */
const PebbleFormat *pebble_format_find(const char *name);
const PebbleFormat *pebble_format_of(const char *path);

/* Read a file into body->set, body->materials and body->remark. Mistakes, including a file without
   pebbles, go to findings. Free the body with pebble_file_free, also after findings. */
PetscErrorCode pebble_file_read(const PebbleFormat *format, const char *path,
                                const PebbleChoice *choice, PebbleBody *body, Findings *findings);
void           pebble_file_free(PebbleBody *body);
/* Write a complete file or none. *good false: failed, and `why` (`size` bytes) has the reason. */
PetscErrorCode pebble_file_write(const PebbleFormat *format, const char *path,
                                 const PebbleBody *body, bool *good, char *why, size_t size);

/* ---- for the formats ---- */

/* Go to the next line with words. Returns false at the end, or with a finding if the file is not
   text or cannot be read. */
bool pebble_lines_next(PebbleLines *lines, Findings *findings);

/* Read a finite number. Returns false if the word is none. */
bool pebble_real(const char *word, double *value);
/* Read words first .. first + 2 as centre and first + 3 as radius. Returns false with a finding if
   a word is not a finite number or the radius is not > 0. */
bool pebble_words(const PebbleLines *lines, int first, Vec3 *x, double *r, Findings *findings);
/* Append a sphere, or a capsule by its middle and half axis, to the set. Beyond PEBBLES_MOST: a finding,
   and `lines` end. */
void pebble_append(PebbleLines *lines, Vec3 x, double r, PebbleSet *set, Findings *findings);
void pebble_append_capsule(PebbleLines *lines, Vec3 x, Vec3 half, double r, PebbleSet *set,
                           Findings *findings);
/* Returns true with a finding if n > PEBBLES_MOST. */
bool pebbles_are_too_many(int64_t n, int64_t line, Findings *findings);
/* Set a single material without name. */
void pebble_materials_none(Materials *materials);

/* Names of the clumps in a file, the first few, for choice and messages. Starts as {0}. */
typedef struct {
  int  n;      /* number of different names, counted up to one more than are kept */
  bool chosen; /* true: a pebble of the clump to be read has occurred */
  char name[12][32];
} PebbleClumps;

/* True if pebbles of the clump `name` are to be read: it is the chosen clump, or if none is chosen,
   the first in the file. */
bool pebble_clump_is_chosen(PebbleClumps *clumps, const PebbleChoice *choice, const char *name);
/* A finding if the chosen clump is not in the file, or if none was chosen and the file has
   several. */
void pebble_clumps_end(const PebbleClumps *clumps, const PebbleChoice *choice, Findings *findings);

/* Print `before`, the components separated by `between`, then `after`. */
void pebble_write_vec3(FILE *file, const char *before, Vec3 x, const char *between,
                       const char *after);
/* Print a line of this form with centre and radius for each pebble. */
void pebble_write_rows(FILE *file, const PebbleSet *set, const char *before, const char *between,
                       const char *after);

#endif
