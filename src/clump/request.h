/* SPDX-License-Identifier: MIT */
/* The command line of clast-clump: what is asked for. */
#ifndef CLUMP_REQUEST_H
#define CLUMP_REQUEST_H

#include "matter/generate.h"
#include "output/pebble_file.h"

enum { MOST_DENSITIES = 64 };

/* Bits, so that an option can say to which it belongs. */
typedef enum { VERB_NONE = 0, VERB_PROPERTIES = 1, VERB_CONVERT = 2, VERB_GENERATE = 4, VERB_PICTURE = 8 } Verb;

typedef struct {
  const char *name; /* of the material, up to the =; NULL: of all others */
  size_t      length;
  double      value;
} Density;

typedef struct {
  Verb                verb;
  bool                help; /* of the verb, or of all */
  int                 n_files;
  const char         *file[2];
  PebbleChoice        choice;    /* what to read of a file */
  const PebbleFormat *from, *to; /* NULL: none that has this ending */
  const MassMethod   *method;    /* NULL: not named */
  bool                all, json;
  MassOptions         options;
  int                 n_densities;
  Density             density[MOST_DENSITIES];
  const char         *picture, *mesh; /* files, or NULL */
  double              scale;          /* of lengths of meshes and shapes */
  GenerateOptions     generate;       /* the method NULL: all of them; smallest in m */
  bool                nodes;          /* lump to them */
  bool                mesh_mass;      /* mass properties are those of the mesh or the shapes */
  int                 size;           /* of a panel of the picture, pixels */
} Request;

/* false: it makes no sense, which has been told. */
bool request_read(int argc, char **argv, Request *request);

/* What the program says of itself; verb NONE: all of it. */
void help_print(Verb verb);

#endif
