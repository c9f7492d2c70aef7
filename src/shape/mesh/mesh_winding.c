/* SPDX-License-Identifier: MIT */
/* Winding number of an open mesh (mesh_winding.h). */
#include "shape/mesh/mesh_winding.h"
#include <math.h>

/* Half the solid angle of a face. */
static double half_angle(const Mesh *mesh, int f, Vec3 x)
{
  const Vec3 a = vec3_sub(mesh_corner(mesh, f, 0), x), b = vec3_sub(mesh_corner(mesh, f, 1), x),
             c   = vec3_sub(mesh_corner(mesh, f, 2), x);
  const double p = vec3_norm(a), q = vec3_norm(b), r = vec3_norm(c);

  return atan2(vec3_dot(a, vec3_cross(b, c)),
               p * q * r + vec3_dot(a, b) * r + vec3_dot(b, c) * p + vec3_dot(c, a) * q);
}

double mesh_winding(const Mesh *mesh, Vec3 x)
{
  double sum = 0;

  for (int f = 0; f < mesh->n_faces; f++) sum += half_angle(mesh, f, x);
  return sum / (2 * PETSC_PI);
}
