/* SPDX-License-Identifier: MIT */
/* Closed meshes, and closed lines in two dimensions, as surfaces of rigid bodies. */
#ifndef WALL_MESH_MESH_CARRIED_H
#define WALL_MESH_MESH_CARRIED_H

#include "matter/template.h"
#include "options/options.h"
#include "shape/mesh/mesh.h"

/* Keys of walls that are such bodies. */
extern const Option mesh_body_options[];

/* Mass properties of a lamina bounded by closed lines, a mesh of mesh_flat_raise, as mesh_mass
   finds them, with the density in kg/m^2. The integrals over a polygon are sums over its sides
   (Green). */
bool mesh_flat_mass(const Mesh *mesh, double density, MassProperties *out, char *why);

/* Centres of balls in the corners: each is the place nearest to the corner where a ball of this
   radius (m) touches the faces that meet there from inside, so that a body that rests on a face of
   three corners or more has it on the floor, and no ball sticks out. Corners with flat surroundings
   have none. In two dimensions (planar) the mesh is one of mesh_flat_raise, the balls are in z = 0.
   Returns their number; *list is owned by the caller (array_free). of: [vertices] the ball of each
   vertex, or -1; NULL: not asked for. */
int mesh_corner_balls(const Mesh *mesh, bool planar, double radius, Vec3 **list, int *of);

/* Turn the vertices to those as seen from a body with this centre and attitude. box: farthest
   vertex along each axis, m; returns the distance of the farthest vertex from the centre, m.
   planar: z is left out. */
double mesh_carry(Mesh *mesh, bool planar, Vec3 centre, Quat axes, Vec3 *box);

#endif
