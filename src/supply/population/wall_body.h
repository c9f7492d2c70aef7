/* SPDX-License-Identifier: MIT */
/* Free walls: bodies whose surface is that of a wall (wall/wall.h, Wall.carried), each with a
   template and a clump of its own. */
#ifndef SUPPLY_POPULATION_WALL_BODY_H
#define SUPPLY_POPULATION_WALL_BODY_H

#include "base/parallel.h"
#include "matter/clumps.h"
#include "matter/group.h"
#include "wall/wall.h"

typedef struct {
  const Parallel  *par;
  Options         *options;
  const Materials *materials;
  Walls           *walls;
  Templates       *templates;
  Groups          *groups;
  Clumps          *clumps;
  int64_t          next_id; /* lowest id that was never used; then the same */
  bool             restart; /* templates and clumps are there already */
} WallBodies;

/* Add the template of every carried wall, with the wall's name, and its clump, on rank 0, at the place
   of the surface as loaded; at a restart find the template. Express the surfaces in the axes of their
   clumps, and put them at their places as loaded. Mistakes are noted. Collective. */
PetscErrorCode wall_bodies_make(WallBodies *bodies);

#endif
