/* SPDX-License-Identifier: MIT */
/* States of clumps by their ids, for whoever asks, at the start of a run and after a restart. */
#ifndef LINK_LINK_ENDS_H
#define LINK_LINK_ENDS_H

#include "matter/world.h"
#include "space/domain.h"

typedef struct {
  bool known;       /* there is such a clump */
  int32_t template; /* index */
  Vec3     x;       /* centre, wrapped, m */
  Quat     q;
  double   scale, mass; /* kg */
  Vec3     inertia;     /* principal moments, kg m^2 */
  uint64_t blocked;
} ClumpState;

/* Every id has a rank to which its owner sends what others ask for, and which gathers what is known
   of it. */
static inline int rank_of_id(const Parallel *par, Id id)
{
  return (int)((uint64_t)id % (uint64_t)par->size);
}

/* states[k]: of the clump ids[k], among owned rows of all ranks; n may differ from rank to rank.
   Collective. */
PetscErrorCode clumps_look_up(const World *world, PetscInt n, const Id *ids, ClumpState *states);

#endif
