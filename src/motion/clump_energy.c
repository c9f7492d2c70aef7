/* SPDX-License-Identifier: MIT */
/* Energy that a clump has by itself. */
#include "motion/clump_energy.h"

void clump_energy_add(const Weighing *of, const Clumps *c, PetscInt a, Vec3 v, Vec3 w, int sign,
                      Sum *sum)
{
  const Vec3 x = domain_shifted(of->domain, c->pose[a].x, c->image[a]);

  if (c->blocked[a] == BLOCK_ALL) return;
  sum_add_finite(sum, sign * 0.5 * c->mass[a] * vec3_dot(v, v));
  sum_add_finite(sum, sign * 0.5 * vec3_dot(w, c->motion[a].momentum));
  if (clump_is_among(c, a, of->heavy))
    sum_add_finite(sum, -sign * c->mass[a] * vec3_dot(of->gravity, x));
}
