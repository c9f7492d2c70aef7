/* SPDX-License-Identifier: MIT */
/* Triangle meshes in STL files, text or binary. */
#ifndef SHAPE_MESH_MESH_STL_H
#define SHAPE_MESH_MESH_STL_H

#include "options/report.h"
#include "shape/mesh/mesh.h"

/* Read all triangles of all solids in a file. A file of exactly 84 + 50 n bytes, n being the count
   in bytes 81-84, is binary, whatever its first word; else it must be text that begins with
   `solid`. Normals in the file are ignored: the order of the corners decides.

   merge   as in mesh_join: mesh_merge_default (1e-6 of the box), 0: equal corners only, > 0: m, in
           units of the file

   Faults go to findings, with the line of a text file or the number of the triangle, from 1; the
   mesh is then empty. Call mesh_free in either case. Whether the surface is closed is checked by
   mesh_check. Local. A million triangles take about a second. */
PetscErrorCode mesh_read_stl(const char *path, double merge, Mesh *mesh, Findings *findings);

/* Write a binary file, completely or not at all; coordinates are rounded to single precision by the
   format. false: why (of `size` bytes) holds the reason, with the path. Local. */
bool mesh_write_stl(const char *path, const Mesh *mesh, char *why, size_t size);

/* ---- for readers ---- */

/* A file in memory. */
typedef struct {
  size_t n;
  char  *byte; /* followed by a zero; free it with free */
} FileBytes;

/* Read a whole file; false: the reason is in the findings. Local. */
bool file_bytes_read(const char *path, FileBytes *bytes, Findings *findings);

/* Growing list of loose triangles. */
typedef struct {
  PetscInt n, capacity; /* corners */
  Vec3    *corner;      /* free with array_free */
} Soup;

PetscErrorCode soup_add(Soup *soup, Vec3 corner);
/* Fault of a corner as text, or NULL. */
const char *soup_fault(Vec3 corner);
/* Read STL text of n bytes, followed by a zero. */
PetscErrorCode soup_read_text(const char *text, size_t n, Soup *soup, Findings *findings);

#endif
