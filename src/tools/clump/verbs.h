/* SPDX-License-Identifier: MIT */
/* The verbs of clast-clump, one file each that ends in one VerbPlugin. Serial. */
#ifndef TOOLS_CLUMP_VERBS_H
#define TOOLS_CLUMP_VERBS_H

#include "tools/clump/request.h"

typedef struct {
  Plugin      head;
  const char *use;   /* its files, for the help: "IN OUT" */
  const char *needs; /* the same in words */
  int         n_files;
  /* *status: exit status */
  PetscErrorCode (*run)(const Request *request, int *status);
} VerbPlugin;

/* Every verb, in the order of the bits of Verb. */
#define VERBS(VERB) \
  VERB(verb_properties) \
  VERB(verb_convert) \
  VERB(verb_generate) \
  VERB(verb_picture) \
  VERB(verb_form)

#define DECLARE_VERB(verb) extern const VerbPlugin verb;
VERBS(DECLARE_VERB)
#undef DECLARE_VERB

extern const VerbPlugin *const verbs[];      /* ends with NULL */
extern const Plugin *const     verb_heads[]; /* their heads */

/* Draw the given pebbles, next to the mesh of --mesh if given. axes: principal axes of the
   pebbles. */
PetscErrorCode picture_write(const Request *request, const char *path, const PebbleSet *set,
                             Quat axes, bool *good);

#endif
