/* SPDX-License-Identifier: MIT */
/* For tests of what is made from meshes: bodies of many shapes, each closed and counter-clockwise
 * from outside. */
#ifndef UNIT_GENERATE_ROCKS_H
#define UNIT_GENERATE_ROCKS_H

#include "base/random.h"
#include "unit/shape/meshes.h"

/* Icosphere whose radius is 1 plus smooth noise: products of cosines of random directions, wave
   numbers 1, 2, 4, .. and heights `height` over them; stretched along the axes. */
static inline Mesh mesh_of_rock(int levels, int octaves, double height, Vec3 stretch, uint64_t seed)
{
  Mesh mesh = mesh_of_icosphere(levels);

  for (int i = 0; i < mesh.n_vertices; i++) {
    double r = 1;

    for (int k = 0; k < 3 * octaves; k++) {
      Random       random = random_stream(seed, RANDOM_TEST, (uint64_t)k);
      const Quat   q      = random_orientation(&random);
      const Vec3   at     = quat_turn(q, mesh.vertex[i]);
      const double wave   = (double)(1 << k / 3);

      r += height / wave * cos(2 * wave * at.x + 3 * random_real(&random)) * cos(2 * wave * at.y);
    }
    mesh.vertex[i] = vec3_mul(stretch, vec3_scale(r, mesh.vertex[i]));
  }
  return mesh;
}

/* |x/a|^p + |y/b|^p + |z/c|^p = 1 */
static inline Mesh mesh_of_superquadric(int levels, Vec3 half, double p)
{
  Mesh mesh = mesh_of_icosphere(levels);

  for (int i = 0; i < mesh.n_vertices; i++) {
    const Vec3   x = mesh.vertex[i];
    const double s = pow(pow(fabs(x.x), p) + pow(fabs(x.y), p) + pow(fabs(x.z), p), -1 / p);

    mesh.vertex[i] = vec3_mul(half, vec3_scale(s, x));
  }
  return mesh;
}

/* Radius r around the segment of this length along x, middle 0. */
static inline Mesh mesh_of_capsule(int levels, double r, double length)
{
  Mesh mesh = mesh_of_icosphere(levels);

  for (int i = 0; i < mesh.n_vertices; i++) {
    Vec3 *x = &mesh.vertex[i];

    *x = vec3_scale(r, *x);
    x->x += x->x > 0 ? length / 2 : x->x < 0 ? -length / 2 : 0;
  }
  return mesh;
}

/* Around z: `turns` parts the long way and `parts` the short way; ring radius 1, tube radius r. */
static inline Mesh mesh_of_torus(int turns, int parts, double r)
{
  Mesh mesh;

  mesh_create(turns * parts, 2 * turns * parts, &mesh);
  for (int i = 0; i < turns; i++) {
    for (int j = 0; j < parts; j++) {
      const double a = 2 * PETSC_PI * i / turns, b = 2 * PETSC_PI * j / parts, d = 1 + r * cos(b);
      const int    at = i * parts + j, up = i * parts + (j + 1) % parts,
                on = (i + 1) % turns * parts + j, both = (i + 1) % turns * parts + (j + 1) % parts;

      mesh.vertex[at]       = vec3(d * cos(a), d * sin(a), r * sin(b));
      mesh.face[2 * at]     = (Face){{at, on, both}};
      mesh.face[2 * at + 1] = (Face){{at, both, up}};
    }
  }
  return mesh;
}

/* Three unit cubes, one at the corner and one at each arm along x and y, of arm length `arm`,
 * thickness 1: an L. */
static inline Mesh mesh_of_l(double arm)
{
  const double     outline[6][2] = {{0, 0}, {1 + arm, 0}, {1 + arm, 1},
                                    {1, 1}, {1, 1 + arm}, {0, 1 + arm}};
  static const int floor[4][3]   = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  Mesh             mesh;

  mesh_create(12, 20, &mesh);
  for (int i = 0; i < 12; i++) mesh.vertex[i] = vec3(outline[i % 6][0], outline[i % 6][1], i / 6);
  for (int f = 0; f < 4; f++) {
    mesh.face[f]     = (Face){{floor[f][0], floor[f][2], floor[f][1]}};
    mesh.face[4 + f] = (Face){{6 + floor[f][0], 6 + floor[f][1], 6 + floor[f][2]}};
  }
  for (int i = 0; i < 6; i++) {
    const int j = (i + 1) % 6;

    mesh.face[8 + 2 * i] = (Face){{i, j, 6 + j}};
    mesh.face[9 + 2 * i] = (Face){{i, 6 + j, 6 + i}};
  }
  return mesh;
}

#endif
