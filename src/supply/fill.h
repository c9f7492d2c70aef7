/* SPDX-License-Identifier: MIT */
/* Random fills: `clumps` objects with templates and an amount, placed without overlaps when a run
 * starts. */
#ifndef SUPPLY_FILL_H
#define SUPPLY_FILL_H

#include "base/options.h"
#include "matter/group.h"
#include "matter/wall.h"
#include "space/decomposition.h"

/* What fills are placed in. Nothing here is owned. */
typedef struct {
  const Parallel      *par;
  Options             *options;
  const Materials     *materials;
  const Templates     *templates;
  const Groups        *groups;
  const Walls         *walls;
  const Domain        *domain;
  const Decomposition *decomposition;
  int64_t              seed;
  int64_t              halo_wide; /* see halo_create */
  Clumps              *clumps;    /* owned rows are appended */
  int64_t              next_id;   /* in: lowest id that was never used; out: the same */
} FillScene;

/* Place the random fills of the scenario that are not yet in its stored part. Clumps are added on
   the rank that owns their place. What does not fit is a mistake of the scenario. The same clumps
   on any number of ranks. Collective. */
PetscErrorCode fill_all(FillScene *scene);

#endif
