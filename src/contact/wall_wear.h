/* SPDX-License-Identifier: MIT */
/* Wear of walls with facets (meshes): Archard 1953, J. Appl. Phys. 24, 981. The sum over steps
   of F_n |v_t| dt is kept for each facet, J; the volume worn off is this times wear_coefficient /
   hardness. The sums are exact, so that they do not depend on the number of ranks; they are the
   state of this module in checkpoints. */
#ifndef CONTACT_WALL_WEAR_H
#define CONTACT_WALL_WEAR_H

#include "matter/module.h"

typedef struct {
  int      wall;   /* index in the scenario */
  PetscInt facet;  /* of the wall's facets(); of a checkpoint of another mesh it may exceed them */
  double   volume; /* worn off since the first step, m^3 */
} WornFacet;

extern const Module wall_wear_module;

/* True if this wall wears. This and the functions below: after the module has been opened. */
bool wall_wears(const World *world, int wall);
/* True if some wall wears. */
bool wear_is_used(const World *world);
/* The facets that have worn, by wall and facet, on every rank; array_free(list). Collective. */
PetscErrorCode worn_facets_gather(const World *world, PetscInt *n, WornFacet **list);

#endif
