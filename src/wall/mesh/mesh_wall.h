/* SPDX-License-Identifier: MIT */
/* The constants of the surface `mesh` (surface_mesh.c), its part as the surface of a body, and how
   it is divided among ranks. */
#ifndef WALL_MESH_MESH_WALL_H
#define WALL_MESH_MESH_WALL_H

#include "wall/mesh/mesh_parts.h"
#include "wall/surface.h"

/* ---- placing ---- */

/* Where a mesh from a file is put: scale, then shift, then a turn about the pivot. The keys are
   those of walls and of regions alike. */
typedef struct {
  double scale;
  Vec3   shift, pivot; /* m */
  Quat   attitude;
} MeshPlacing;

/* Keys scale, shift, attitude, pivot. */
extern const Option mesh_placing_options[];
/* The keys shift and pivot alone, for objects that have the others themselves. */
extern const Option mesh_moving_options[];

/* Read these keys from an object of this section. false: the attitude is no rotation, or leaves the
   plane in two dimensions; that is noted. */
bool mesh_placing_read(Options *options, const char *kind, const char *object, MeshPlacing *place);
/* Place of a point of the file, m. */
Vec3 mesh_placing_apply(const MeshPlacing *place, Vec3 point);

/* ---- the constants ---- */

/* Where the faces are kept: all of them on each node, or divided among ranks. */
typedef enum { KEPT_AUTO, KEPT_BY_NODE, KEPT_BY_RANKS } Keeper;

typedef struct {
  /* from the keys */
  MeshPlacing placing;
  WallSide    side;
  bool        turned; /* side: inside */
  double      corner; /* degrees */
  double      fillet; /* m; < 0: the smallest radius of a pebble */
  bool        planar;
  Keeper      keeper;
  /* from the file; if the mesh is divided, only while it is gathered, on rank 0 */
  MeshFile file;
  /* as a wall */
  Mesh         mesh;
  MeshPlaces   places;
  Vec3         period; /* 0: not periodic, m */
  bool         hollow; /* the wall is hollow, and its inside convex */
  Displacement moved;
  Vec3         lo, hi; /* box around it where it is now, m */
  double       near;   /* reach of the distances needed in each step, m */
  Shared       shared; /* the arrays of all these, once prepared */
  MeshParts   *parts;  /* once it is divided: in place of mesh and places */
} MeshWall;

/* Its places on this rank: those of a part, if it is divided. */
static inline const MeshPlaces *places_here(const MeshWall *w)
{
  return w->parts ? mesh_parts_places(w->parts) : &w->places;
}

/* Box of the whole mesh, in its axes. */
static inline MeshBox box_of_all(const MeshWall *w)
{
  return w->parts ? mesh_parts_box(w->parts) : mesh_places_box(&w->places);
}

/* Shifts, in periods, by which the points of a box are looked at: those for which they may be
   within reach of the mesh. */
typedef struct {
  int  from[3], to[3];
  int  m[3]; /* the present one */
  bool begun;
} Images;

static inline Images images_of(const MeshWall *w, Vec3 lo, Vec3 hi, double reach)
{
  Images im = {.begun = false};

  for (int k = 0; k < 3; k++) {
    const double length = vec3_axis(w->period, k);
    const double wide   = min_real(reach, length) + 1e-9 * length;

    if (!(length > 0)) continue;
    im.from[k] = periods_of(ceil((vec3_axis(w->lo, k) - wide - vec3_axis(hi, k)) / length));
    im.to[k]   = periods_of(floor((vec3_axis(w->hi, k) + wide - vec3_axis(lo, k)) / length));
  }
  return im;
}

/* Go to the first shift, or the next one; false: there are no more. */
static inline bool images_next(Images *im)
{
  if (!im->begun) {
    im->begun = true;
    memcpy(im->m, im->from, sizeof im->m);
    return im->from[0] <= im->to[0] && im->from[1] <= im->to[1] && im->from[2] <= im->to[2];
  }
  for (int k = 0; k < 3; k++) {
    if (++im->m[k] <= im->to[k]) return true;
    im->m[k] = im->from[k];
  }
  return false;
}

/* Where a point of the lab, shifted by periods, is in the axes of the mesh. */
static inline Vec3 seen_from_mesh(const MeshWall *w, Vec3 x, const int m[3])
{
  const Vec3 p = {x.x + m[0] * w->period.x, x.y + m[1] * w->period.y, x.z + m[2] * w->period.z};
  Vec3       y = replaced_point(&w->moved, p);

  if (w->planar) y.z = 0;
  return y;
}

/* Free all of the mesh, but for its parts. */
void mesh_wall_release_whole(MeshWall *wall);

/* Surface.load: the mesh, on the heads of the nodes, which make the places of
   it. */
PetscErrorCode mesh_wall_load(const Parallel *par, const Nodes *nodes, Options *options,
                              const char *wall, void *constants, bool stored, bool *good);

/* ---- closed meshes, and closed lines in two dimensions, as surfaces of rigid bodies ---- */

/* Keys of walls by which a mesh is a rigid body. */
extern const Option mesh_body_options[];

/* Mass properties of a lamina bounded by closed lines, a mesh of mesh_flat_raise, as mesh_mass
   finds them, with the density in kg/m^2. The integrals over a polygon are sums over its sides
   (Green). */
bool mesh_flat_mass(const Mesh *mesh, double density, MassProperties *out, char *why);

/* Centres of balls in the corners: each is the point nearest to the corner at which a ball of this
   radius (m) touches, from inside, the faces that meet there. So no ball sticks out, and a body at
   rest on a face of three corners or more lies flat. Corners with flat surroundings have none. In
   two dimensions (planar) the mesh is one of mesh_flat_raise, the balls are in z = 0. Returns their
   number; *list is owned by the caller (array_free). of: [vertices] the ball of each vertex, or -1;
   NULL: not asked for. */
int mesh_corner_balls(const Mesh *mesh, bool planar, double radius, Vec3 **list, int *of);

extern const Carriage mesh_carriage; /* mesh_wall_body.c */
extern const Division mesh_division;
/* SurfaceRidges.list, for bodies. */
void mesh_wall_ridges(const void *constants, Ridges *ridges);

#endif
