/* SPDX-License-Identifier: MIT */
/* Pebbles of one body in files, in our own format and those of other codes: one file a format, each ending in one struct. */
#ifndef OUTPUT_PEBBLE_FILE_H
#define OUTPUT_PEBBLE_FILE_H

#include <stdio.h>

#include "base/report.h"
#include "matter/mass.h"

/* What is written: the pebbles, their mass properties by the densities of the materials, and a name for the body. */
typedef struct {
  const char    *name;
  PebbleSet      set;
  Materials      materials;
  MassProperties mass;
} PebbleBody;

typedef struct {
  const char *name, *text;
  const char *endings;       /* of file names, space separated */
  bool        has_materials; /* by name */
  bool        is_turned;     /* pebbles stand about the centre, along the principal axes: the file has no other frame */
  /* Read name-less pebbles of known radius; material is an index into materials, whose list has all names of the file (one
     without name if there are none) and densities 0. What is wrong goes to findings; then both are to be freed alike. Local. */
  PetscErrorCode (*read)(const char *path, PebbleSet *set, Materials *materials, Findings *findings);
  /* Reals so that they read back to the same bits. */
  void (*write)(FILE *file, const PebbleBody *body);
} PebbleFormat;

extern const PebbleFormat *const pebble_formats[]; /* ends with NULL */
extern const PebbleFormat        pebble_format_csv, pebble_format_text, pebble_format_liggghts, pebble_format_lammps,
  pebble_format_kratos, pebble_format_demengine;

/* By its name, by the longest ending that the path has; NULL: none. */
const PebbleFormat *pebble_format_find(const char *name);
const PebbleFormat *pebble_format_of(const char *path);

/* Read a file, of at least one pebble, all sound. set and materials are freed with pebble_file_free, also after findings. */
PetscErrorCode pebble_file_read(const PebbleFormat *format, const char *path, PebbleSet *set, Materials *materials,
                                Findings *findings);
void           pebble_file_free(PebbleSet *set, Materials *materials);
/* Write all of it or nothing. false: why, of `size` bytes, says what went wrong. */
bool pebble_file_write(const PebbleFormat *format, const char *path, const PebbleBody *body, char *why, size_t size);

/* ---- for the formats ---- */

enum { PEBBLE_WORDS = 16 };

/* A text file by its lines, each split at blanks; what follows `comment` and empty lines are passed over. */
typedef struct {
  FILE       *file;
  const char *comment; /* "#", "//" */
  int64_t     line;    /* number of the one read, from 1 */
  int         n;       /* words in it; more than PEBBLE_WORDS are not kept */
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
/* Words first .. first + 2 as centre and first + 3 as radius of one more pebble; a finding if they are none. */
PetscErrorCode pebble_append(PebbleLines *lines, int first, PebbleSet *set, PetscInt *capacity, Findings *findings);
/* Room for one more, zeroed. */
PetscErrorCode pebble_set_grow(PebbleSet *set, PetscInt *capacity);
/* One material without name. */
PetscErrorCode pebble_materials_none(Materials *materials);

typedef struct {
  char s[32];
} RealText;

/* The shortest text that reads back to the same bits. */
RealText real_text(double value);
/* before, then x y z separated, then after */
void pebble_write_vec3(FILE *file, const char *before, Vec3 x, const char *between, const char *after);

#endif
