/* SPDX-License-Identifier: MIT */
/* Walls: bodies with a surface and a material, of infinite mass, or carried by a clump.

   A carried surface belongs to a clump (key `free` of a wall): it is where the clump is, and forces
   on it act on the clump. Every rank holds a row of such a clump (Template.carries). Its first
   pebbles, Wall.corners of them, are balls in the corners of the surface: they touch walls in place
   of the body, but no pebbles, which touch the surface itself. */
#ifndef WALL_WALL_H
#define WALL_WALL_H

#include "matter/clumps.h"
#include "wall/surface.h"

typedef struct {
  char           name[NAME_LENGTH];
  int            material;
  const Surface *surface;
  void          *constants; /* of the surface, in the lab frame; owned */
  /* Motion at the time at which the constants have placed the surface
     (motion/prescribed/wall_motion.h). */
  Vec3   shift;    /* since the start of the run, m; 0 of a carried surface */
  double angle;    /* likewise, about its axis, degrees */
  Vec3   pivot;    /* about which it turns, and torques on it are taken, m */
  Vec3   velocity; /* of the pivot, m/s */
  Vec3   spin;     /* of the shape, with which normals turn, rad/s */
  /* velocity of the surface relative to the shape, as of a conveyor belt, m/s; its part along the
     normal does not count */
  Vec3           slide;
  bool           divided;  /* each rank has what is near its box (Surface.division) */
  QuantityValues quantity; /* start: held value; not given: nothing flows through it */
  /* of a carried surface */
  bool carried;
  bool gone;       /* its clump has left the domain: nothing meets it */
  int template;    /* of its clump, the only one with this template */
  int     corners; /* number of pebbles in corners */
  int32_t row;     /* of its clump on this rank; set at rebuilds */
} Wall;

typedef struct Walls {
  int                n;
  Wall              *list;
  struct WallRidges *ridges; /* [n] (ridges.h), owned; NULL: there are no capsules */
  bool move, turn, slide;    /* some wall does so at some time; move: by a prescribed motion */
  int  n_carried, n_divided;
} Walls;

/* Call nearest() for every row, of walls of any kinds, or bound() for lists; wall[]: the wall of
   each row. Sets constants. */
void walls_nearest(const Walls *walls, const int32_t *wall, bool lists, Nearest *nearest);

/* Distance of the point x from the nearest feature of a wall, < 0 inside the solid, m; at most
   `reach`. space: workspace. */
double wall_distance(const Wall *wall, Vec3 x, double reach, Features *space);
/* True if some wall gives facets (SurfaceGeometry.gives_facet). */
bool walls_give_facets(const Walls *walls);
/* True if the ball around x with radius r (m) overlaps a wall, of those that are divided or of the
   others. space: workspace. */
bool walls_meet(const Walls *walls, bool divided, Vec3 x, double r, Features *space);

/* Put carried surfaces where their clumps are, whose poses must be up to date. Local. */
void walls_carry(Walls *walls, const Clumps *clumps);

#endif
