/* SPDX-License-Identifier: MIT */
/* The places of a mesh that a ball touches: the nearest one of each patch.

   A place counts if it is a local minimum of the distance: the foot of the perpendicular on a face,
   or a place of an edge or a corner in whose wedge the point is. A place on an edge between two
   patches counts for one of them if the edge is a ridge, so that a ball that goes round it goes
   from one contact to the other; seen from the valley it counts for each patch. So the distance of
   a patch changes without jumps, or jumps between infinity and the distance of another patch while
   that one goes to infinity, and the sum of the energies of all contacts has no jumps. */
#ifndef WALL_MESH_MESH_NEAREST_H
#define WALL_MESH_MESH_NEAREST_H

#include "base/shared.h"
#include "shape/mesh/mesh_grid.h"
#include "shape/mesh/mesh_patches.h"
#include "shape/mesh/mesh_tree.h"
#include "wall/mesh/mesh_recent.h"

/* A box of which all faces are in a part of a mesh, and how often the whole mesh winds about its
   point mesh_box_point(). */
typedef struct {
  Vec3 lo, hi; /* m */
  int  winding;
} MeshBox;

/* A point inside the box, but not its middle, which lies on edges of the mesh if both are
   symmetric. */
static inline Vec3 mesh_box_point(const MeshBox *b)
{
  const Vec3 d = vec3_sub(b->hi, b->lo);

  return vec3_add(b->lo, vec3(.4871 * d.x, .5219 * d.y, .5057 * d.z));
}

/* Data from which the nearest place of a face follows; the height of a point over it from the first cache
   line alone. */
typedef struct {
  Vec3    normal; /* unit vector */
  Vec3    corner; /* the first one, m */
  int32_t face, patch;
  Vec3    more[2]; /* corners, m */
  Vec3    in[3]; /* normal to each edge, in the plane, towards the face, of the edge's length, m */
  double  spare[2]; /* whole cache lines */
} FaceFrame;
_Static_assert(sizeof(FaceFrame) == 192, "a frame of a face is three cache lines");

/* The frame of a face, whose patch is known. */
FaceFrame face_frame(const MeshPatches *patches, int face);

typedef struct {
  MeshPatches patches;
  MeshTree    whole;
  int        *node_patch; /* of each node of the whole: the patch of all its faces, or -1 */
  /* A tree for each patch; NULL: there is only one patch. */
  int *tree_order; /* [n_faces] those of patch k from patches.start[k] on, counted from there */
  int *tree_start; /* [patches] first node of each */
  MeshNode  *tree_node; /* left: counted from the first node */
  int        n_tree_nodes;
  MeshGrid   grid;  /* for points near the faces; without cells: they are looked for in the trees */
  FaceFrame *frame; /* [n_faces] if there is a grid; else NULL */
  MeshRecent recent; /* of this rank alone; empty until mesh_places_remember */
  bool       solid;  /* behind the faces: distances may be negative */
  bool       hollow; /* matter is all around, and the inside is empty */
  bool       planar; /* two dimensions: places have z = 0 */
  /* of a part of a mesh (mesh_parts.h): it is known in these boxes alone, which are not owned */
  bool     is_part;
  int      n_boxes;
  MeshBox *box;
} MeshPlaces;

typedef struct {
  double distance; /* < 0 inside the solid, m; INFINITY: the patch has no place within the limit */
  Vec3   normal;   /* unit vector from the place to the point, or against it inside the solid */
  int    face;
} MeshPlace;

/* Box of all faces; there must be some. */
static inline MeshBox mesh_places_box(const MeshPlaces *places)
{
  return (MeshBox){places->whole.node[0].lo, places->whole.node[0].hi, 0};
}

/* Make the places of a mesh. Its faces are sorted by patch, and it is kept by pointer. reach:
   distances up to it (m) are found fastest; 0: there is no usual distance. Local; cost O(n log n).
   */
void mesh_places_create(Mesh *mesh, const PatchRule *rule, bool hollow, bool planar, double reach,
                        MeshPlaces *places);
/* Make the places of a part of a mesh. Its patches are made already (mesh_patches_given); the
   places own them afterwards. */
void mesh_places_of_part(const Mesh *part, const MeshPatches *patches, bool solid, bool hollow,
                         double reach, MeshPlaces *places);
/* Keep in memory which faces were near points, from now on: the same places are found, sooner. */
void mesh_places_remember(MeshPlaces *places);
void mesh_places_free(MeshPlaces *places);

/* Arrays of the mesh and of its places, for a block that ranks share (base/shared.h): `of` has room
   for MESH_ARRAYS_MOST, the number is returned. */
enum { MESH_ARRAYS_MOST = 24 };
int mesh_places_arrays(Mesh *mesh, MeshPlaces *places, SharedArray *of);

/* The nearest place of a patch up to the limit (m, or INFINITY). */
MeshPlace mesh_places_find(const MeshPlaces *places, int patch, Vec3 x, double limit);
/* mesh_places_find for n <= MESH_PLACES_MOST points: the place of patch[k] up to limit[k] from
   x[k]. */
enum { MESH_PLACES_MOST = 64 };
void mesh_places_find_all(const MeshPlaces *places, int n, const int32_t *patch, const Vec3 *x,
                          const double *limit, MeshPlace *found);
/* Distance from the faces of a patch if it is within the limit; else INFINITY, or the distance
   inside the solid. It is a lower bound of the distance from its places, and changes by no more
   than x moves. */
double mesh_places_bound(const MeshPlaces *places, int patch, Vec3 x, double limit);
/* mesh_places_bound for n <= MESH_PLACES_MOST points. */
void mesh_places_bound_all(const MeshPlaces *places, int n, const int32_t *patch, const Vec3 *x,
                           const double *limit, double *bound);
/* Mark (marks[patch] = 1) the patches that may have places no farther than reach (m) from a point
   of the box. */
void mesh_places_mark(const MeshPlaces *places, Vec3 lo, Vec3 hi, double reach, uint8_t *marks);
/* True if x is in the solid. */
bool mesh_places_hold(const MeshPlaces *places, Vec3 x);

#endif
