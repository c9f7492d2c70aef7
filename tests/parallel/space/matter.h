/* SPDX-License-Identifier: MIT */
/* The material and the law of the tests of long clumps. */
#ifndef MATTER_H
#define MATTER_H

#include "sim_test.h"

#define MATTER(stiffness) \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: " stiffness \
  ", restitution: .8, tangential: hooke, friction: .4}\n"

/* Digest after so many more steps; destroys the simulation. Collective on its ranks. */
static inline uint64_t digest_after(Sim *sim, int steps)
{
  uint64_t digest;

  test_steps(sim, steps);
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  return digest;
}

#endif
