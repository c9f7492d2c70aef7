/* SPDX-License-Identifier: MIT */
/* Checks whether a mesh bounds a solid, in two dimensions whether lines do. */
#ifndef SHAPE_MESH_MESH_CHECK_H
#define SHAPE_MESH_MESH_CHECK_H

#include "shape/mesh/mesh.h"

/* Counts of faults, parts and cavities; a part is a set of faces connected by edges. */
typedef struct {
  int    n_open;    /* edges with only one face */
  int    n_crowded; /* edges with more than two faces */
  int    n_turned;  /* edges whose two faces have opposite orientation */
  int    n_twins;   /* faces with the same corners as an earlier one */
  int    n_parts, n_cavities;
  double volume; /* m^3; 0 unless closed */
} MeshReport;

/* Check that a mesh is a closed surface: each edge has exactly two faces, which run through it in
   opposite directions, no face occurs twice, and normals point outwards. There may be several
   separate parts, and cavities: the parts' signed volumes add up. A part outside all others must
   have volume > 0; a part inside one solid is a cavity and must have volume < 0 (normals into the
   cavity, out of the matter); a solid within a cavity is outside of matter, so > 0 again. The
   nesting of a part is decided by the winding number of the others about one of its vertices.
   Self-intersections and intersections of parts are not detected: their common volume counts twice.

   Each kind of fault makes one finding: position of the first one (coordinates, face numbers from 1
   in the order of the mesh before faces were split), number of faults, and remedy. The mesh is
   closed if there is no finding. Local; cost O(n log n). */
void mesh_check(const Mesh *mesh, MeshReport *report, Findings *findings);

/* Read an STL or OBJ file (mesh_read) of a closed surface: corners within mesh_merge_default are
   joined, faces are split at T-junctions (mesh_seams_split), and the mesh is checked (mesh_check),
   with faces numbered as before they were split. Faults are in the findings; without any, report,
   if not NULL, is set. Free the mesh with mesh_free in any case. Local. */
void mesh_solid_read(const char *path, Mesh *mesh, MeshReport *report, Findings *findings);

/* ---- lines in two dimensions, as meshes: walls along z, far beyond what is near z = 0 ---- */

/* Make a mesh of segments, faces {from, to, to}, one of triangles: each segment becomes a rectangle
   from z = -h to h, h four times the diagonal of all points, whose normal is on the right of the
   segment. Ends closer than 1e-6 of the diagonal are joined. */
void mesh_flat_raise(Mesh *mesh);

/* Check such a mesh: no segment occurs twice; if it is to be closed, each point is the end of one
   segment and the start of another, and the lines run counter-clockwise around the solid. */
void mesh_flat_check(const Mesh *mesh, bool closed, Findings *findings);

#endif
