/* SPDX-License-Identifier: MIT */
/* Results of the methods of generation: a table side by side, or JSON. */
#ifndef TOOLS_CLUMP_TRIAL_H
#define TOOLS_CLUMP_TRIAL_H

#include "tools/clump/mesh_body.h"

typedef struct {
  const Generator *method;
  bool             made;
  PebbleSet        set; /* valid if made */
  GenerateReport   report;
} Trial;

/* Print a table with one column for each method. `best`: index of the trial that was written. */
void trials_table(const Request *request, const MeshBody *solid, int n, const Trial *trial,
                  int best);
/* Print one JSON object on one line for each method. */
void trials_json(const Request *request, const MeshBody *solid, int n, const Trial *trial,
                 int best);

#endif
