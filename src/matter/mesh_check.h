/* SPDX-License-Identifier: MIT */
/* Does a mesh bound a solid? */
#ifndef MATTER_MESH_CHECK_H
#define MATTER_MESH_CHECK_H

#include "base/report.h"
#include "matter/mesh.h"

/* Faces that hang together by edges are one part. */
typedef struct {
  int    n_open;    /* edges of one face */
  int    n_crowded; /* edges of more than two */
  int    n_turned;  /* edges whose two faces are not of one side */
  int    n_twins;   /* faces with the corners of an earlier one */
  int    n_parts, n_cavities;
  double volume; /* m^3; 0 unless closed */
} MeshReport;

/* A closed surface: each edge belongs to two faces that run through it in opposite directions, no face is there twice, and
   normals point outwards. There may be several parts, apart from each other, and cavities: the parts' signed volumes add up.
   A part outside of all others must have volume > 0; a part inside one solid is a cavity and must have volume < 0 (normals
   into the cavity, out of the matter); a solid within a cavity is outside of matter, so it is > 0 again. Where a part is, is
   decided by the winding number of the others about one of its vertices. Surfaces that cut themselves or each other are not
   looked for: what lies in two parts then counts twice.

   Each kind of fault is one finding: where the first one is (coordinates, faces by number from 1 in the order of the mesh),
   how many there are, and what to do. The mesh is closed if there is none. Local; cost n log n. */
PetscErrorCode mesh_check(const Mesh *mesh, MeshReport *report, Findings *findings);

#endif
