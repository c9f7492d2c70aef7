/* SPDX-License-Identifier: MIT */
/* A mesh divided among ranks. A rank stores a share of all faces, and has a part: the faces near
   the places where it asks for distances, with the structures to find these.

   Shares are pieces of the tree of the whole mesh, so that the faces of each lie close together. A
   part is made of the faces that the shares have in some boxes. A search from a place in these
   boxes finds the same as one among all faces, as the faces around that place, which tell whether
   it counts, are there, too. Whether a point is in the solid follows from the winding number about
   the middle of its box, to which every share adds that of its own faces, and from the faces
   between. */
#ifndef WALL_MESH_MESH_PARTS_H
#define WALL_MESH_MESH_PARTS_H

#include "base/state.h"
#include "wall/mesh/mesh_nearest.h"

typedef struct MeshParts MeshParts;

/* The vertices and corners as checkpoints keep them, of which each rank stores a block. */
typedef struct {
  StateArray points, corners; /* 3 reals of each vertex; 3 vertices of each face */
} MeshFile;

static inline void mesh_file_free(MeshFile *file)
{
  array_free(&file->points.list);
  array_free(&file->corners.list);
  *file = (MeshFile){0};
}

/* Divide the mesh of these places. Every rank has all places and the whole file. reach: distances
   up to it (m) are found fastest. Collective. */
void mesh_parts_create(const Parallel *par, const MeshPlaces *whole, const MeshFile *file,
                       double reach, MeshParts **parts);
void mesh_parts_free(MeshParts **parts);

/* Get all faces in n boxes (m); faces farther than `sure` (m) from the points asked for do not
   matter. Nothing is done if all ranks have them; else the parts are made anew, for boxes that are
   wider by `spare` (m). box may be NULL if n is 0. Collective. */
PetscErrorCode mesh_parts_renew(const Parallel *par, MeshParts *parts, int n, const MeshBox *box,
                                double sure, double spare);

/* Box of the whole mesh. */
MeshBox mesh_parts_box(const MeshParts *parts);
/* As mesh_places_find and mesh_places_bound, for patches of the whole mesh. Places farther than
   `sure` are not found, and a point that is deeper in the solid has the distance -sure from patch
   0. */
MeshPlace mesh_parts_find(const MeshParts *parts, int patch, Vec3 x, double limit);
double    mesh_parts_bound(const MeshParts *parts, int patch, Vec3 x, double limit);
/* The patches and faces that are here. */
const MeshPlaces *mesh_parts_places(const MeshParts *parts);
/* Mark patches that are here as mesh_places_mark does; *deep: points of the box may be deep. */
void mesh_parts_mark(const MeshParts *parts, Vec3 lo, Vec3 hi, double reach, uint8_t *marks,
                     bool *deep);

/* Gather the file on rank 0; other ranks get none. Collective. */
PetscErrorCode mesh_parts_gather(const Parallel *par, const MeshParts *parts, MeshFile *file);

#endif
