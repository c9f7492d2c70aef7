/* SPDX-License-Identifier: MIT */
/* Triangle meshes in STL files, text or binary. */
#ifndef MATTER_MESH_STL_H
#define MATTER_MESH_STL_H

#include "base/report.h"
#include "matter/mesh.h"

/* Read all triangles of a file, of all its solids. Binary is what has 84 + 50 n bytes, n being the count in bytes 81-84,
   whatever its first word; else the file must be text that begins with `solid`. Normals in the file are ignored: the order
   of the corners decides.

   merge   as in mesh_join: mesh_merge_default (1e-6 of the box), 0: equal corners only, > 0: m, in units of the file

   What is wrong goes to findings, with the line of a text or the number of the triangle, from 1; the mesh is then empty.
   mesh_free is right after both. Whether the surface is closed is not looked at: mesh_is_closed does.
   Local. A million triangles take about a second. */
PetscErrorCode mesh_read_stl(const char *path, double merge, Mesh *mesh, Findings *findings);

/* Write a binary file, all of it or nothing; coordinates are rounded to single precision, which is what the format has.
   false: why, of `size` bytes, says what went wrong, with the path. Local. */
bool mesh_write_stl(const char *path, const Mesh *mesh, char *why, size_t size);

/* ---- for the reader ---- */

/* Growing list of loose triangles. */
typedef struct {
  PetscInt n, capacity; /* corners */
  Vec3    *corner;      /* array_free */
} Soup;

PetscErrorCode soup_add(Soup *soup, Vec3 corner);
/* What is wrong with a corner, or NULL. */
const char *soup_fault(Vec3 corner);
/* Text of n bytes, zero behind them. */
PetscErrorCode soup_read_text(const char *text, size_t n, Soup *soup, Findings *findings);

#endif
