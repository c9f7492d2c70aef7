/* SPDX-License-Identifier: MIT */
/* Mass properties by several methods: a table side by side, or JSON. */
#ifndef TOOLS_CLUMP_FOUND_H
#define TOOLS_CLUMP_FOUND_H

#include "shape/mass/mass.h"

typedef struct {
  const char    *name; /* method */
  MassProperties mass;
  /* sum of the pebbles' volumes over this volume, minus 1; -INFINITY for a mesh */
  double overlap;
  double seconds;
  bool   found;
  char   why[256]; /* reason if not found */
} Found;

/* Print a table with one column for each method. For dimension 2 it lists area and polar
   inertia. */
void found_table(int dimension, int n, const Found *found);
/* Print one JSON object on one line; found->found must be true. */
void found_json(const Found *found);

#endif
