/* SPDX-License-Identifier: MIT */
/* Winding number of a triangle mesh that may be open. */
#ifndef SHAPE_MESH_MESH_WINDING_H
#define SHAPE_MESH_MESH_WINDING_H

#include "shape/mesh/mesh.h"

/* The solid angle of the mesh as seen from x over that of all directions: 1 in a closed mesh, 0 outside of
   it. Of an open one it changes by 1 across a face, and smoothly elsewhere; where the holes are flat
   it is the sum of what they would add if they were closed away from 1 or 0, which is less than 1/2
   for each of them. Jacobson, Kavan & Sorkine-Hornung 2013, ACM Trans. Graph. 32, 33; the solid angle
   of a triangle: van Oosterom & Strackee 1983, IEEE Trans. Biomed. Eng. 30, 125. Local; cost
   O(n_faces). */
double mesh_winding(const Mesh *mesh, Vec3 x);

#endif
