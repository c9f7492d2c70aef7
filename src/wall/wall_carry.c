/* SPDX-License-Identifier: MIT */
/* Surfaces that clumps carry (wall_carry.h). */
#include "wall/wall_carry.h"

void walls_carry(Walls *walls, const Clumps *clumps)
{
  for (int w = 0; walls->n_carried > 0 && w < walls->n; w++) {
    Wall       *wall = &walls->list[w];
    const Pose *pose;

    if (!wall->carried || wall->gone) continue;
    pose       = &clumps->pose[wall->row];
    wall->gone = isnan(pose->x.x); /* clump_drop */
    if (wall->gone) continue;
    wall->pivot    = pose->x;
    wall->velocity = pose->v;
    wall->spin     = pose->w;
    wall->surface->place(wall->constants, &(Displacement){.shift = pose->x, .turn = pose->q});
  }
}
