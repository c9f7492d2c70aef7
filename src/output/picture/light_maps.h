/* SPDX-License-Identifier: MIT */
/* Depth maps of a scene as seen from directions to the light, for lights_find (render.h). */
#ifndef OUTPUT_PICTURE_LIGHT_MAPS_H
#define OUTPUT_PICTURE_LIGHT_MAPS_H

#include "output/picture/render.h"

/* The box around all objects that cast shadows: maps show the part of a square, `size` cells wide,
   that its shadow may lie in. */
typedef struct {
  Vec3   centre, half; /* m */
  double radius, cell; /* m */
  int    size;
} Extent;

/* A direction to the light, and a map of the depths of the first surfaces seen from there. */
typedef struct {
  Vec3   way, right, up; /* orthogonal unit vectors */
  double weight;         /* of the sky; 0: of the lamp */
  Vec3   column, row;    /* a point x lies in column column . x + column_at of the map, cells */
  double column_at, row_at;
  int    columns, rows;
  float *depth; /* [rows][columns] along -way, m */
} Map;

/* A point lies in column *u and row *v of the map. */
static inline void map_point(const Map *m, Vec3 x, double *u, double *v)
{
  *u = vec3_dot(x, m->column) + m->column_at;
  *v = vec3_dot(x, m->row) + m->row_at;
}

/* Bodies that cast shadows: opaque balls of which cuts leave all, and those of which they leave a part;
   rods and triangles are found in the scene. Balls are in the order in which they were added, in which
   neighbours are close together, so that they are drawn into cells that are in the cache. */
typedef struct {
  Vec3   x;
  double r;
} CasterBall;

struct Casters {
  const Scene *scene;
  PetscInt     n_balls, n_cut_balls;
  CasterBall  *ball;
  SceneBall   *cut_ball;
};

void casters_find(const Scene *scene, Casters *casters);
void casters_free(Casters *casters);
/* Find the box; extent->size is given. *any false: there is no such object. Collective. */
PetscErrorCode extent_find(const Parallel *par, const Scene *scene, Extent *extent, bool *any);
/* Draw into map->depth, [rows][columns], and overwrite MAP_SPARE cells behind it: maps that lie one
   behind the other are drawn in their order. Local. */
void map_draw(const Casters *casters, const Extent *extent, Map *map);

enum { MAP_SPARE = 8 };

#endif
