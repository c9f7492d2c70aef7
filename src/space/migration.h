/* SPDX-License-Identifier: MIT */
/* Migration: clumps move as a whole, over any distance, to the rank whose box holds their
   centre. */
#ifndef SPACE_MIGRATION_H
#define SPACE_MIGRATION_H

#include "space/decomposition.h"

/* Wrap the centres of owned clumps, adjust their image counters, and send each clump to the rank
   whose box holds its centre. Held copies are dropped. Rows are then sorted so that clumps close in
   space are close in memory: ids below `apart` before all others, in the order of ids; of the
   others fixed clumps after those that move; then by slab normal to the longest side of the box
   around the centres, by bar within the slab, by cell along the bar, and by id. Slabs, bars and cells
   are `cell` m wide; a side counts twice if the rank's box is cut along it. Collective. */
PetscErrorCode clumps_migrate(const Parallel *par, const Domain *domain,
                              const Decomposition *decomposition, double cell, Id apart,
                              Clumps *clumps);

/* Suitable `cell` of clumps_migrate, m: 3 times the harmonic mean of the bounding radii of owned
   clumps. Local: the order of rows is each rank's own. */
double clumps_sort_cell(const Templates *templates, const Clumps *clumps);

/* Remove owned rows with keep[a] == false, and all held rows. Local. */
void clumps_keep(Clumps *clumps, const bool *keep);

/* Temporary memory of the sort, bytes per owned row. */
size_t clumps_migrate_bytes(void);

#endif
