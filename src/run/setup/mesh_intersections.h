/* SPDX-License-Identifier: MIT */
/* Check that no body with a carried surface (run/lists/carried.h) intersects another surface
   at the start. Overlaps of its corners do not show that, as where the body is in the
   middle of a larger sheet. */
#ifndef RUN_SETUP_MESH_INTERSECTIONS_H
#define RUN_SETUP_MESH_INTERSECTIONS_H

#include "base/base.h"

typedef struct Sim Sim;

/* Note a mistake if a surface passes through a body that may move and whose contacts are computed
   (contact/solid/solids.h). The same on all ranks. */
PetscErrorCode mesh_intersections_check(Sim *sim);

#endif
