/* SPDX-License-Identifier: MIT */
/* Poses of the bodies of four contacts, to the columns of a tile. */
#ifndef CONTACT_GATHER_H
#define CONTACT_GATHER_H

#include "base/rows.h"
#include "contact/geometry.h"

/* Gather the bodies of contacts k .. k+3, whose rows are set. at: centres of their pebbles;
   centred: these are the centres of the bodies. */
ALWAYS_INLINE void gather_bodies(const double *pose, const Four at[3], bool centred, int k,
                                 TileBody *to)
{
  const int32_t *row = to->row + k;
  Four           c[4], d[4];

  if (!centred) {
    four_gather(pose + POSE_X, POSE_REALS, row, c); /* x y z, unused */
    four_put(to->arm_x + k, at[0] - c[0]);
    four_put(to->arm_y + k, at[1] - c[1]);
    four_put(to->arm_z + k, at[2] - c[2]);
  }
  four_gather(pose + POSE_V, POSE_REALS, row, c);  /* vx vy vz wx */
  four_gather(pose + POSE_WY, POSE_REALS, row, d); /* wy wz 1/m 1/arm */
  four_put(to->vx + k, c[0]);
  four_put(to->vy + k, c[1]);
  four_put(to->vz + k, c[2]);
  four_put(to->wx + k, c[3]);
  four_put(to->wy + k, d[0]);
  four_put(to->wz + k, d[1]);
  four_put(to->inverse + k, d[2]);
  four_put(to->per_arm + k, d[3]);
}

#endif
