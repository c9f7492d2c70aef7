/* SPDX-License-Identifier: MIT */
/* Walls of several kinds: each kind finds the rows of its own. */
#include "wall/wall.h"

void walls_nearest(const Walls *walls, const int32_t *wall, bool lists, Nearest *t)
{
  int from = 0;

  for (int k = 0; k < t->n; k++) t->constants[k] = walls->list[wall[k]].constants;
  while (from < t->n) {
    const Surface *surface = walls->list[wall[from]].surface;
    int            to      = from + 1;

    while (to < t->n && walls->list[wall[to]].surface == surface) to++;
    if (lists && surface->geometry.bound) surface->geometry.bound(t, from, to);
    else surface->geometry.nearest(t, from, to);
    from = to;
  }
  for (int k = 0; walls->n_carried > 0 && k < t->n; k++)
    if (walls->list[wall[k]].gone) t->distance[k] = INFINITY;
}

PetscErrorCode wall_distance(const Wall *wall, Vec3 x, double reach, Features *space,
                             double *distance)
{
  Nearest near;

  PetscFunctionBeginUser;
  *distance = reach;
  space->n  = 0;
  if (wall->gone) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(wall->surface->geometry.seek(wall->constants, x, x, reach, space));
  near.n            = 1;
  near.constants[0] = wall->constants;
  near.x[0]         = x.x;
  near.y[0]         = x.y;
  near.z[0]         = x.z;
  near.limit[0]     = reach;
  for (PetscInt k = 0; k < space->n; k++) {
    near.feature[0] = space->list[k];
    wall->surface->geometry.nearest(&near, 0, 1);
    *distance = min_real(*distance, near.distance[0]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode walls_meet(const Walls *walls, bool divided, Vec3 x, double r, Features *space,
                          bool *meet)
{
  PetscFunctionBeginUser;
  *meet = false;
  for (int w = 0; w < walls->n && !*meet; w++) {
    double distance;

    if (walls->list[w].divided != divided) continue;
    PetscCall(wall_distance(&walls->list[w], x, r, space, &distance));
    *meet = distance < r;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

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
