/* SPDX-License-Identifier: MIT */
/* Meshes in Wavefront OBJ files: triangles and polygons, and lines for two dimensions. */
#ifndef SHAPE_MESH_MESH_OBJ_H
#define SHAPE_MESH_MESH_OBJ_H

#include "options/report.h"
#include "shape/mesh/mesh.h"

/* Read the faces (f) of all objects in a file. Polygons must be convex and flat; they are divided
   from their first corner. Indices count from 1, or from the last vertex if they are negative;
   textures, normals, groups and materials are ignored. Corners are joined as in mesh_join.

   Faults go to findings, with the line; the mesh is then empty. Call mesh_free in either case.
   Local. */
PetscErrorCode mesh_read_obj(const char *path, double merge, Mesh *mesh, Findings *findings);

/* Read the lines (l) of all objects: a segment from each point to the next. Their face is {from,
   to, to}; z must be 0. Vertices are not joined. Otherwise it is as mesh_read_obj. */
PetscErrorCode mesh_read_lines(const char *path, Mesh *mesh, Findings *findings);

/* Read a mesh from OBJ if the name ends with .obj, in lower or upper case, or the file begins as
   one, else from STL. Walls, bodies, templates, regions and clast-clump all read meshes by
   mesh_read. */
bool           mesh_is_obj(const char *path);
PetscErrorCode mesh_read(const char *path, double merge, Mesh *mesh, Findings *findings);

#endif
