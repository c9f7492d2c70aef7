/* SPDX-License-Identifier: MIT */
/* Triangle meshes in files: STL, text or binary, and Wavefront OBJ, whose lines serve in two
   dimensions. */
#ifndef SHAPE_MESH_MESH_FILES_H
#define SHAPE_MESH_MESH_FILES_H

#include "options/input.h"
#include "shape/mesh/mesh.h"

/* ---- STL ---- */

/* Read all triangles of all solids in a file. A file of exactly 84 + 50 n bytes, n being the count
   in bytes 81-84, is binary, whatever its first word; else it must be text that begins with
   `solid`. Normals in the file are ignored: the order of the corners decides.

   merge   as in mesh_join: mesh_merge_default (1e-6 of the box), 0: equal corners only, > 0: m, in
           units of the file

   Faults go to findings, with the line of a text file or the number of the triangle, from 1; the
   mesh is then empty. Call mesh_free in either case. Whether the surface is closed is checked by
   mesh_check. Local. A million triangles take about a second. */
void mesh_read_stl(const char *path, double merge, Mesh *mesh, Findings *findings);

/* Write a binary file, completely or not at all; coordinates are rounded to single precision by the
   format. false: why (of `size` bytes) holds the reason, with the path. Local. */
bool mesh_write_stl(const char *path, const Mesh *mesh, char *why, size_t size);

/* ---- OBJ: the faces (f) of all objects in a file. Polygons must be convex and flat; they are
   divided from their first corner. Indices count from 1, or from the last vertex if they are
   negative; textures, normals, groups and materials are ignored. ---- */

/* Read the lines (l) of all objects: a segment from each point to the next. Their face is {from,
   to, to}; z must be 0. Vertices are not joined. Faults go to findings, with the line; the mesh is
   then empty. Call mesh_free in either case. Local. */
void mesh_read_lines(const char *path, Mesh *mesh, Findings *findings);

/* Read a mesh from OBJ if the name ends with .obj, in lower or upper case, or the file begins as
   one, else from STL; corners, faults and mesh_free as in mesh_read_stl. Walls, bodies, templates,
   regions and clast-clump all read meshes by mesh_read. */
bool mesh_is_obj(const char *path);
void mesh_read(const char *path, double merge, Mesh *mesh, Findings *findings);

/* ---- for readers ---- */

/* Growing list of loose triangles. */
typedef struct {
  PetscInt n, capacity; /* corners */
  Vec3    *corner;      /* free with array_free */
} Soup;

void soup_add(Soup *soup, Vec3 corner);
/* Note the fault, if any, of a vertex in a line of text. */
void vertex_check(Vec3 vertex, int64_t line, Findings *findings);
/* Join the triangles of a soup, and free it. read: they were read without a fault; else the mesh is
   empty. A mesh without faces is a finding. */
void soup_join(Soup *soup, double merge, bool read, Mesh *mesh, Findings *findings);

#endif
