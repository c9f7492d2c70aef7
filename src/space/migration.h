/* SPDX-License-Identifier: MIT */
/* Clumps move to the rank that owns their place, as whole units and over any distance. */
#ifndef SPACE_MIGRATION_H
#define SPACE_MIGRATION_H

#include "space/decomposition.h"

/* Every owned clump goes to the rank whose box holds its wrapped centre; centres are wrapped and image counters adjusted.
   Held copies are dropped. Rows are then ordered along a sweep of the box, `cell` m wide, so that neighbours lie close in memory:
   slabs across the longest side of the rows, where a side across which space is cut counts twice, bars in a slab, along the
   bar, ids; those of clumps with ids below `apart` come before all others. Collective. */
PetscErrorCode clumps_migrate(const Parallel *par, const Domain *domain, const Decomposition *decomposition, double cell,
                              Id apart, Clumps *clumps);

/* A good width of the sweep, m: some clumps wide. Not collective: every rank has its own rows' order. */
double clumps_sort_cell(const Templates *templates, const Clumps *clumps);

/* Drop owned rows with keep[a] == false. Not collective. */
PetscErrorCode clumps_keep(Clumps *clumps, const bool *keep);

/* Temporary memory for each owned row, bytes. */
size_t clumps_migrate_bytes(void);

#endif
