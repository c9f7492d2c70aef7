/* SPDX-License-Identifier: MIT */
/* What methods found, side by side: a table to read, or JSON. */
#ifndef CLUMP_FOUND_H
#define CLUMP_FOUND_H

#include "matter/mass.h"

typedef struct {
  const char    *name; /* of the method */
  MassProperties mass;
  double         overlap; /* sum of the pebbles' volumes over the volume found, minus 1; -INFINITY: no pebbles */
  double         seconds;
  bool           found;
  char           why[256]; /* if not */
} Found;

/* A column each; of dimension 2: area and polar inertia. */
void found_table(int dimension, int n, const Found *found);
/* One object, one line, of one that was found. */
void found_json(const Found *found);

#endif
