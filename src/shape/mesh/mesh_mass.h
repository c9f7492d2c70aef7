/* SPDX-License-Identifier: MIT */
/* Mass properties of the solid bounded by a closed mesh. */
#ifndef SHAPE_MESH_MESH_MASS_H
#define SHAPE_MESH_MESH_MASS_H

#include "shape/mass/mass.h"
#include "shape/mesh/mesh.h"

/* Six times the signed volume of the tetrahedron from o to face f, m^3. Computed from differences
   of corners, so that small faces far from o lose no digits. */
static inline double mesh_face_cone(const Mesh *mesh, int f, Vec3 o)
{
  return vec3_dot(vec3_sub(mesh_corner(mesh, f, 0), o), mesh_face_normal(mesh, f));
}

/* Volume, mass, centre, inertia, principal frame and error bounds of the solid at uniform density
   (kg/m^3, > 0). The mesh must be closed (mesh_check); this is not checked again. Exact by the
   divergence theorem: each face and a point near the middle make a tetrahedron, whose moments are
   polynomials of the corners (Tonon 2004, J. Math. Stat. 1, 8); the error bounds are of rounding
   alone. Returns false, with the reason in why (size 256), if the volume is not above its rounding.
   Local; cost O(n_faces). */
bool mesh_mass(const Mesh *mesh, double density, MassProperties *out, char *why);

#endif
