/* SPDX-License-Identifier: MIT */
/* Pebbles of one body in files, in our own format and those of other codes: one file a format, each ending in one struct. */
#ifndef OUTPUT_PEBBLE_FILE_H
#define OUTPUT_PEBBLE_FILE_H

#include <stdio.h>

#include "base/report.h"
#include "matter/mass.h"

/* What is written: the pebbles, their mass properties by the densities of the materials, and a name for the body. Of what is
   read, set, materials and remark. */
typedef struct {
  const char    *name;
  PebbleSet      set;
  Materials      materials;
  MassProperties mass;
  char           remark[128]; /* what reading has changed, for the user; or "" */
} PebbleBody;

/* What to read of a file. */
typedef struct {
  int         dimension; /* 3, or 2: discs, z is 0 or missing */
  const char *clump;     /* which one of a file of several, or NULL */
} PebbleChoice;

enum { PEBBLES_MOST = 1 << 20 }; /* in one body; what is more is taken for a mistake, and told as soon as it is seen */

typedef struct {
  const char *name, *text;
  const char *endings;       /* of file names, space separated */
  bool        has_materials; /* by name */
  bool        has_clumps;    /* several in a file, by name */
  bool        is_turned;     /* pebbles stand about the centre, along the principal axes: the file has no other frame */
  /* Read pebbles of known radius into body->set; their material is an index into body->materials, whose list has all names of
     the file (one without name if there are none) and densities, 0 where the file has none. What is wrong goes to findings;
     then both are to be freed alike. Local. */
  PetscErrorCode (*read)(const char *path, const PebbleChoice *choice, PebbleBody *body, Findings *findings);
  /* Reals so that they read back to the same bits. One of the two; store makes the file itself, and says why it cannot. */
  void (*write)(FILE *file, const PebbleBody *body);
  PetscErrorCode (*store)(const char *path, const PebbleBody *body, bool *good, char *why, size_t size);
} PebbleFormat;

extern const PebbleFormat *const pebble_formats[]; /* ends with NULL */
extern const PebbleFormat        pebble_format_csv, pebble_format_text, pebble_format_liggghts, pebble_format_lammps,
  pebble_format_kratos, pebble_format_demengine, pebble_format_hdf5, pebble_format_yade, pebble_format_woo;

/* By its name, by the longest ending that the path has; NULL: none. */
const PebbleFormat *pebble_format_find(const char *name);
const PebbleFormat *pebble_format_of(const char *path);
/* All names, as "a, b and c". */
void pebble_format_names(char *text, size_t size);

/* Read a file, of at least one pebble, all sound, into body->set, body->materials and body->remark, which are freed with
   pebble_file_free, also after findings. */
PetscErrorCode pebble_file_read(const PebbleFormat *format, const char *path, const PebbleChoice *choice, PebbleBody *body,
                                Findings *findings);
void           pebble_file_free(PebbleBody *body);
/* Write all of it or nothing. *good false: why, of `size` bytes, says what went wrong. */
PetscErrorCode pebble_file_write(const PebbleFormat *format, const char *path, const PebbleBody *body, bool *good, char *why,
                                 size_t size);

/* ---- for the formats ---- */

enum { PEBBLE_WORDS = 16 };

/* A text file by its lines, each split at blanks; what follows `comment` and empty lines are passed over. */
typedef struct {
  FILE       *file;
  const char *comment; /* "#", "//" */
  int64_t     line;    /* number of the one read, from 1 */
  int         n;       /* words in it; more than PEBBLE_WORDS are not kept */
  bool        ended;   /* nothing that follows is worth reading */
  char       *word[PEBBLE_WORDS];
  char        text[4096];
} PebbleLines;

/* false: it cannot be opened, as noted in findings. */
bool pebble_lines_open(const char *path, const char *comment, PebbleLines *lines, Findings *findings);
/* The next line with words; false: there is none, or it is no text, as noted. */
bool pebble_lines_next(PebbleLines *lines, Findings *findings);
void pebble_lines_close(PebbleLines *lines);

/* A finite number, all of the word. */
bool pebble_real(const char *word, double *value);
/* Words first .. first + 2 as centre and first + 3 as radius; false: they are none, as noted. */
bool pebble_words(const PebbleLines *lines, int first, Vec3 *x, double *r, Findings *findings);
/* One more pebble. Of more than PEBBLES_MOST a finding, and the lines end. */
PetscErrorCode pebble_append(PebbleLines *lines, Vec3 x, double r, PebbleSet *set, PetscInt *capacity, Findings *findings);
/* Too many pebbles: a finding. */
bool pebbles_are_too_many(int64_t n, int64_t line, Findings *findings);
/* One material without name. */
PetscErrorCode pebble_materials_none(Materials *materials);

/* The clumps of a file by their names: the first few, to choose from. Starts as all zero. */
typedef struct {
  int  n; /* different ones, up to one more than are kept */
  bool chosen;
  char name[12][32];
} PebbleClumps;

/* Is the pebble of a clump of this name one to be read: of the chosen clump, or of the first? */
bool pebble_clump_is_chosen(PebbleClumps *clumps, const PebbleChoice *choice, const char *name);
/* A finding unless one clump was to be read and was there. */
void pebble_clumps_end(const PebbleClumps *clumps, const PebbleChoice *choice, Findings *findings);

typedef struct {
  char s[32];
} RealText;

/* The shortest text that reads back to the same bits. */
RealText real_text(double value);
/* before, then x y z separated, then after */
void pebble_write_vec3(FILE *file, const char *before, Vec3 x, const char *between, const char *after);

#endif
