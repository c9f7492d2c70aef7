/* SPDX-License-Identifier: MIT */
/* Shapes, their corners and what is lumped at nodes. */
#ifndef LUMPS_H
#define LUMPS_H

#include "shape/lump.h"
#include "shapes.h"

static Material        list[]    = {{.name = "light", .density = 2, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 5, .young = 1, .poisson = 0.2}};
static const Materials materials = {2, list};

static const Vec3 corner[4] = {{0.1, 0.2, 0.3}, {1.4, 0.1, 0.2}, {0.3, 1.6, -0.2}, {0.6, 0.2, 1.5}};

static inline void add(ShapeSet *set, const Shape *shape)
{
  char why[256] = "";

  if (!shape_set_add(set, shape, why))
    test_fail(__FILE__, __LINE__, "%s: %s", shape->kind->head.name, why);
}

static inline void add_corners(ShapeSet *set, const ShapeKind *kind, const int node[4],
                               int material)
{
  Shape s = shape_of(kind);

  s.size[0]  = 0.2;
  s.material = material;
  s.line     = set->n + 1;
  for (int k = 0; k < kind->n_corners; k++) {
    s.node[k]   = node[k];
    s.corner[k] = set->node[node[k]];
  }
  add(set, &s);
}

static inline Lump lump_of(const ShapeSet *set, int node)
{
  Lump l;
  char why[256] = "";

  if (!lump(set, &materials, node, &l, why)) test_fail(__FILE__, __LINE__, "%s", why);
  return l;
}

static inline ShapeSet four_nodes(void)
{
  ShapeSet set = {.n = 0};

  shape_set_add_node(&set, "a", corner[0]);
  shape_set_add_node(&set, "b", corner[1]);
  shape_set_add_node(&set, "c", corner[2]);
  shape_set_add_node(&set, "d", corner[3]);
  return set;
}

#endif
