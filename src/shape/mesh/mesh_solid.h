/* SPDX-License-Identifier: MIT */
/* Files with meshes that bound solids. */
#ifndef SHAPE_MESH_MESH_SOLID_H
#define SHAPE_MESH_MESH_SOLID_H

#include "shape/mesh/mesh_check.h"

/* Read an STL or OBJ file (mesh_read) of a closed surface: corners within mesh_merge_default are
   joined, faces are split at T-junctions (mesh_seams_split), and the mesh is checked (mesh_check),
   with faces numbered as before they were split. Faults are in the findings; free the mesh with
   mesh_free in any case. Local. */
PetscErrorCode mesh_solid_read(const char *path, Mesh *mesh, MeshReport *report,
                               Findings *findings);

#endif
