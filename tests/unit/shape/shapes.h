/* SPDX-License-Identifier: MIT */
/* For tests of shapes: one of each kind, in odd sizes and poses. */
#ifndef UNIT_SHAPE_SHAPES_H
#define UNIT_SHAPE_SHAPES_H

#include "meshes.h"
#include "shape/shape.h"

enum { N_SHAPES = 7 };

/* The set owns what the mesh needs. */
static inline Shape shape_sample(ShapeSet *set, const ShapeKind *kind)
{
  static const double sizes[][3] = {{0.7}, {0.4, 1.1}, {0.5, 1.2, 0.8}, {1.5, 0.6, 0.9}, {0},
                                    {0.3}, {0}};
  Shape               shape      = shape_of(kind);
  char                why[256]   = "";
  int                 k          = 0;

  while (shape_kinds[k] != kind) k++;
  memcpy(shape.size, sizes[k], sizeof shape.size);
  shape.corner[0] = vec3(0.1, 0.2, 0.3);
  shape.corner[1] = vec3(1.4, 0.1, 0.2);
  shape.corner[2] = vec3(0.3, 1.6, -0.2);
  shape.corner[3] = vec3(0.6, 0.2, 1.5);
  if (kind->has_file) {
    Mesh mesh = mesh_of_box(2, 1, 1), cut = mesh_of_box(0.5, 0.5, 0.5);

    /* with a cavity, so that it is not convex */
    mesh_flip(&cut);
    mesh_move(&cut, 1, quat_normalized((Quat){1, 0.1, 0.2, 0.3}), vec3(1.2, 0.3, 0.2));
    mesh_append(&mesh, &cut);
    shape.solid = shape_set_add_solid(set, "cut.stl", 0.8, &mesh);
    mesh_free(&cut);
  }
  shape.x = vec3(0.3, -0.5, 1);
  shape.q = quat_normalized((Quat){0.3, 0.5, -0.7, 0.2});
  if (!shape_prepare(&shape, why)) test_fail(__FILE__, __LINE__, "%s: %s", kind->head.name, why);
  return shape;
}

/* First turned about the set's origin, then shifted. */
static inline void shape_move(Shape *shape, Quat q, Vec3 shift)
{
  char why[256] = "";

  shape->x = vec3_add(shift, quat_turn(q, shape->x));
  shape->q = quat_normalized(quat_mul(q, shape->q));
  for (int k = 0; k < SHAPE_CORNERS; k++) shape->node[k] = -1; /* nodes do not move along */
  if (!shape_prepare(shape, why)) test_fail(__FILE__, __LINE__, "%s", why);
}

/* Somewhere in a box some larger than that of the shape. */
static inline Vec3 point_near(const Shape *shape, Random *random)
{
  const Vec3   side = vec3_sub(shape->hi, shape->lo);
  const double x = 1.6 * random_real(random) - 0.3, y = 1.6 * random_real(random) - 0.3,
               z = 1.6 * random_real(random) - 0.3;

  return vec3_add(shape->lo, vec3_mul(side, vec3(x, y, z)));
}

#endif
