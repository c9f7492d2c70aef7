/* SPDX-License-Identifier: MIT */
/* Links as columns: the input and output of kinds with LinkKind.evaluate, whose loops vectorise. */
#ifndef LINK_LINK_LANES_H
#define LINK_LINK_LANES_H

#include "base/kernel.h"
#include "matter/clumps.h"

/* A multiple of four. At 32 the columns fit into the first-level cache. */
enum { LINK_LANES = 32, LINK_REALS = 12 };

/* The ends a, or b, of links. */
typedef struct {
  double pose[POSE_REALS][LINK_LANES]; /* of the clumps */
  double arm[3][LINK_LANES];           /* LinkEnd.arm, m */
  double radius[LINK_LANES];           /* LinkEnd.radius, m */
} LinkSide;

/* Members as of LinkBatch. */
typedef struct LinkLanes {
  int      n, dimension;
  LinkSide a, b;
  double   way[3][LINK_LANES], memory[LINK_REALS][LINK_LANES];
  /* set by evaluate, all of them; links that break now have a force, too, which is not used */
  double force[3][LINK_LANES], couple[3][LINK_LANES], at_a[3][LINK_LANES], at_b[3][LINK_LANES];
  double energy[LINK_LANES], damped[LINK_LANES];
  double rupture[LINK_LANES]; /* LinkBatch.rupture */
} LinkLanes;

ALWAYS_INLINE Vec3 lanes_vector(const double (*from)[LINK_LANES], int k)
{
  return (Vec3){from[0][k], from[1][k], from[2][k]};
}

ALWAYS_INLINE Quat lanes_quat(const double (*from)[LINK_LANES], int k)
{
  return (Quat){from[0][k], from[1][k], from[2][k], from[3][k]};
}

ALWAYS_INLINE void lanes_put(double (*to)[LINK_LANES], int k, Vec3 v)
{
  to[0][k] = v.x;
  to[1][k] = v.y;
  to[2][k] = v.z;
}

#endif
