/* SPDX-License-Identifier: MIT */
/* Lines of segments in two dimensions, as meshes: walls along z, far beyond what is near z = 0. */
#ifndef SHAPE_MESH_MESH_FLAT_H
#define SHAPE_MESH_MESH_FLAT_H

#include "options/report.h"
#include "shape/mesh/mesh.h"

/* Make a mesh of segments, faces {from, to, to}, one of triangles: each segment becomes a rectangle
   from z = -h to h, h four times the diagonal of all points, whose normal is on the right of the
   segment. Ends closer than 1e-6 of the diagonal are joined. */
PetscErrorCode mesh_flat_raise(Mesh *mesh);

/* Check such a mesh: no segment twice; if it is to be closed, each point is the end of one segment and
   the start of another, and the lines run counter-clockwise around the solid. */
PetscErrorCode mesh_flat_check(const Mesh *mesh, bool closed, Findings *findings);

#endif
