/* SPDX-License-Identifier: MIT */
/* The command line of clast-clump, and its messages on stderr. */
#ifndef TOOLS_CLUMP_REQUEST_H
#define TOOLS_CLUMP_REQUEST_H

#include "output/pebbles/pebble_file.h"
#include "shape/generate/form.h"
#include "shape/generate/generate.h"

/* Print one line "clast-clump: ...". Returns false, so that callers can return it. */
bool refuse(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);
/* Print one line "clast-clump: note: ...": the result is valid, but the user should know this. */
void note(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);
/* Print the findings about a file, one line each. true: there are none. */
bool findings_tell(const char *path, const Findings *findings);

enum { MOST_DENSITIES = 64 };

/* Bits, so that an option can list the verbs that accept it; in the order of verbs (verbs.h). */
typedef enum {
  VERB_NONE       = 0,
  VERB_PROPERTIES = 1,
  VERB_CONVERT    = 2,
  VERB_GENERATE   = 4,
  VERB_PICTURE    = 8,
  VERB_FORM       = 16
} Verb;

/* NAME=VALUE: the density of a material, or a size of a form. */
typedef struct {
  /* the whole text; its first `length` characters are the name; NULL: all materials not named */
  const char *text;
  size_t      length;
  double      value;
} Setting;

/* True if the setting is of this name. */
bool setting_is_of(const Setting *setting, const char *name);

typedef struct {
  Verb                verb;
  bool                help; /* print help of the verb, or of all verbs if none is given */
  int                 n_files;
  const char         *file[2];
  PebbleChoice        choice;    /* clump and dimension to read */
  const PebbleFormat *from, *to; /* NULL: format unknown from the ending */
  const MassMethod   *method;    /* NULL: not given */
  bool                all, json;
  MassOptions         options;
  int                 n_densities;
  Setting             density[MOST_DENSITIES];
  const char         *picture, *mesh; /* paths, or NULL */
  double              scale;          /* factor on all lengths of meshes and shapes */
  /* method NULL: all methods; smallest is a length here, in the file's unit */
  GenerateOptions generate;
  bool            nodes; /* print the mass lumped to each node */
  /* write the mass properties of the mesh or shapes, not of the pebbles */
  bool    mesh_mass;
  int     n_settings; /* sizes of a form that are not its defaults */
  Setting setting[FORM_SIZES];
  double  ripple; /* depth of grooves of rows of spheres in place of capsules; 0: not given */
  int     size;   /* width of a panel of the picture */
} Request;

/* Read and check the command line. false: it is wrong, and the message has been printed. */
bool request_read(int argc, char **argv, Request *request);

/* Print the help of a verb; VERB_NONE: of all verbs. */
void help_print(Verb verb);

#endif
