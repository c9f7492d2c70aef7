/* SPDX-License-Identifier: MIT */
/* A list of shapes and its mass properties. */
#ifndef SHAPE_LIST_H
#define SHAPE_LIST_H

#include "shape/shape_mass.h"
#include "shapes.h"

static Material        list[]    = {{.name = "light", .density = 1, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 4, .young = 1, .poisson = 0.2},
                                    {.name = "none", .density = 0, .young = 1, .poisson = 0.2}};
static const Materials materials = {3, list};

static const MassMethod *const counting[] = {&mass_grid, &mass_octree, &mass_montecarlo};

static inline void add(ShapeSet *set, const Shape *shape)
{
  char why[256] = "";

  if (!shape_set_add(set, shape, why))
    test_fail(__FILE__, __LINE__, "%s: %s", shape->kind->head.name, why);
}

static inline void add_box(ShapeSet *set, Vec3 lo, Vec3 hi, int material)
{
  Shape box = shape_of(&shape_box);

  box.x        = vec3_scale(0.5, vec3_add(lo, hi));
  box.size[0]  = hi.x - lo.x;
  box.size[1]  = hi.y - lo.y;
  box.size[2]  = hi.z - lo.z;
  box.material = material;
  box.line     = set->n + 1;
  add(set, &box);
}

static inline MassProperties mass_of(const ShapeSet *set, const MassMethod *method,
                                     const MassOptions *options)
{
  MassProperties p;
  char           why[256] = "";

  if (!shapes_mass(set, &materials, method, options, &p, why))
    test_fail(__FILE__, __LINE__, "%s: %s", method->head.name, why);
  return p;
}

#endif
