/* SPDX-License-Identifier: MIT */
/* What methods of generation made of a mesh, side by side: a table to read, or JSON. */
#ifndef CLUMP_TRIAL_H
#define CLUMP_TRIAL_H

#include "clump/mesh_body.h"

typedef struct {
  const Generator *method;
  bool             made;
  PebbleSet        set; /* if made */
  GenerateReport   report;
} Trial;

/* A column each; `best` was written. */
void trials_table(const Request *request, const MeshBody *solid, int n, const Trial *trial, int best);
/* An object a line. */
void trials_json(const Request *request, const MeshBody *solid, int n, const Trial *trial, int best);

#endif
