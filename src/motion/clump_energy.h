/* SPDX-License-Identifier: MIT */
/* Energy that a clump has by itself: of its motion, and in gravity. */
#ifndef MOTION_CLUMP_ENERGY_H
#define MOTION_CLUMP_ENERGY_H

#include "base/sums/sum.h"
#include "matter/clumps.h"
#include "space/domain.h"

/* The energy of clumps in gravity depends on these. */
typedef struct {
  const Domain *domain;
  Vec3          gravity; /* m/s^2 */
  uint64_t      heavy;   /* mask of the groups that gravity acts on; 0: all (Clumps.heavy) */
} Weighing;

/* Add `sign` times the energies of row a, J: kinetic energy of translation at the velocity v and of
   rotation at the angular velocity w; energy in gravity, zero at the origin, of the centre with the
   boxes that it has crossed. Clumps with all degrees of freedom blocked have none. Local. */
void clump_energy_add(const Weighing *weighing, const Clumps *clumps, PetscInt a, Vec3 v, Vec3 w,
                      int sign, Sum *sum);

/* The same at the velocities of the state, when a step is complete. */
static inline void clump_energy_now(const Weighing *weighing, const Clumps *clumps, PetscInt a,
                                    int sign, Sum *sum)
{
  clump_energy_add(weighing, clumps, a, clumps->motion[a].v, clumps->w[a], sign, sum);
}

#endif
