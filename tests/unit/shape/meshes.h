/* SPDX-License-Identifier: MIT */
/* For tests of meshes: known bodies, and how to compare tensors. */
#ifndef UNIT_SHAPE_MESHES_H
#define UNIT_SHAPE_MESHES_H

#include "shape/mesh/mesh.h"
#include "test.h"

/* Cuboid between 0 and its sides. */
static inline Mesh mesh_of_box(double a, double b, double c)
{
  static const int face[12][3] = {{0, 3, 1}, {0, 2, 3}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                  {2, 7, 3}, {2, 6, 7}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  Mesh             mesh;

  mesh_create(8, 12, &mesh);
  for (int i = 0; i < 8; i++) mesh.vertex[i] = vec3(i & 1 ? a : 0, i & 2 ? b : 0, i & 4 ? c : 0);
  for (int f = 0; f < 12; f++) mesh.face[f] = (Face){{face[f][0], face[f][1], face[f][2]}};
  return mesh;
}

static inline Vec3 unit_middle(Vec3 a, Vec3 b)
{
  const Vec3 m = vec3_add(a, b);

  return vec3_scale(1 / vec3_norm(m), m);
}

/* Icosahedron in the unit sphere, each face split in four so many times: corners on the sphere. */
static inline Mesh mesh_of_icosphere(int levels)
{
  static const int face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                  {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                  {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                  {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  const double     t = (1 + sqrt(5)) / 2, s = 1 / sqrt(1 + t * t);
  const Vec3 x[12] = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                      {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};
  int        n     = 20;
  Vec3      *corner;
  Mesh       mesh;

  array_create(&corner, sizeof *corner, 60 << (2 * levels));
  for (int c = 0; c < 60; c++) corner[c] = vec3_scale(s, x[face[c / 3][c % 3]]);
  for (int level = 0; level < levels; level++, n *= 4) {
    for (int f = n - 1; f >= 0; f--) {
      const Vec3 a = corner[3 * f], b = corner[3 * f + 1], c = corner[3 * f + 2];
      const Vec3 ab = unit_middle(a, b), bc = unit_middle(b, c), ca = unit_middle(c, a);
      const Vec3 parts[12] = {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca};

      memcpy(corner + 12 * f, parts, sizeof parts);
    }
  }
  mesh_join(n, corner, mesh_merge_default, &mesh);
  array_free(&corner);
  return mesh;
}

static inline Sym3 tensor_turned(Sym3 s, Quat q)
{
  const Vec3 x = quat_turn_back(q, vec3(1, 0, 0)), y = quat_turn_back(q, vec3(0, 1, 0)),
             z = quat_turn_back(q, vec3(0, 0, 1));

  return (Sym3){vec3_dot(x, sym3_mul(s, x)), vec3_dot(y, sym3_mul(s, y)),
                vec3_dot(z, sym3_mul(s, z)), vec3_dot(x, sym3_mul(s, y)),
                vec3_dot(x, sym3_mul(s, z)), vec3_dot(y, sym3_mul(s, z))};
}

static inline double tensor_distance(Sym3 a, Sym3 b)
{
  const double d[] = {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
  double       most = 0;

  for (int k = 0; k < 6; k++) {
    if (!(fabs(d[k]) <= most)) most = fabs(d[k]);
  }
  return most;
}

#endif
