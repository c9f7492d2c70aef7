/* SPDX-License-Identifier: MIT */
/* Walls: bodies of infinite mass with a surface and a material. */
#ifndef MATTER_WALL_H
#define MATTER_WALL_H

#include "matter/quantity.h"
#include "matter/surface.h"

typedef struct {
  char           name[NAME_LENGTH];
  int            material;
  const Surface *surface;
  void          *constants; /* of the surface, in the lab frame; owned */
  /* Motion at the time at which the constants have placed the surface (motion/wall_motion.h). */
  Vec3 pivot;    /* about which it turns, and torques on it are taken, m */
  Vec3 velocity; /* of the pivot, m/s */
  Vec3 spin;     /* of the shape, with which normals turn, rad/s */
  Vec3 slide;    /* velocity of the surface relative to the shape, as of a conveyor belt, m/s;
                         its part along the normal does not count */
  QuantityValues quantity; /* start: held value; not given: nothing flows through it */
} Wall;

typedef struct {
  int   n;
  Wall *list;
  bool  move, turn, slide; /* some wall does so at some time */
} Walls;

/* nearest() of every row, of walls of any kinds, or bound() for lists; wall[]: the wall of each row.
   Sets constants. */
void walls_nearest(const Walls *walls, const int32_t *wall, bool lists, Nearest *nearest);

/* Distance of the point x from the nearest feature of a wall, < 0 inside the solid, m; at most
   `reach`. space: workspace. */
PetscErrorCode wall_distance(const Wall *wall, Vec3 x, double reach, Features *space,
                             double *distance);
/* True if the ball around x with radius r (m) overlaps a wall. space: workspace. */
PetscErrorCode walls_meet(const Walls *walls, Vec3 x, double r, Features *space, bool *meet);

#endif
