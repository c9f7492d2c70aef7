/* SPDX-License-Identifier: MIT */
/* Surfaces: the shapes of walls. A kind of surface is a const Surface and one line in the list
   below.

   A surface has one or more features: a plane has one, a mesh has its faces, edges and corners. A
   contact is one pebble on one feature, and the feature is part of its key. Everything behind a
   one-sided plane, and behind a closed surface, is solid.

   Force and energy of a pebble near a surface follow from the distances of its features, so that
   elastic contacts keep energy if each distance is continuous: a convex solid is one feature, whose
   distance is that of its nearest place; each face that meets others in a corner is a feature of
   its own, with the distance from the nearest place of this face. */
#ifndef WALL_SURFACE_H
#define WALL_SURFACE_H

#include "base/shared.h"
#include "base/state.h"
#include "matter/template.h"
#include "options/options.h"
#include "options/plugin.h"
#include "wall/facets.h"

/* Features of one surface, ascending. Owned: free list with array_free. */
typedef struct {
  PetscInt n, capacity;
  int32_t *list;
} Features;

void features_add(Features *features, int32_t feature);

/* Places on features that are nearest to given points, as columns. The place itself is x - distance
   normal. */
enum { NEAREST_MOST = 64 };

typedef struct {
  int n;
  /* given */
  const void *constants[NEAREST_MOST]; /* of the surface; all of one kind in a call of nearest() */
  int32_t     feature[NEAREST_MOST];
  double      x[NEAREST_MOST], y[NEAREST_MOST], z[NEAREST_MOST]; /* points, m */
  /* m: a distance beyond it need not be exact, only beyond, and its normal is not used; INFINITY:
     none */
  double limit[NEAREST_MOST];
  /* found */
  double distance[NEAREST_MOST]; /* of the point, < 0 inside the solid, m */
  /* unit normal at the place, towards the side of the clumps */
  double nx[NEAREST_MOST], ny[NEAREST_MOST], nz[NEAREST_MOST];
  /* of surfaces that give it (SurfaceGeometry.gives_facet): the facet of facets() on which the
     place is; else not set */
  int32_t facet[NEAREST_MOST];
} Nearest;

static inline Vec3 nearest_point(const Nearest *t, int k)
{
  return (Vec3){t->x[k], t->y[k], t->z[k]};
}

/* Opposite of the unit normal at the place; from a point outside it leads to the place. */
static inline Vec3 nearest_way(const Nearest *t, int k)
{
  return (Vec3){-t->nx[k], -t->ny[k], -t->nz[k]};
}

static inline void nearest_set(Nearest *t, int k, double distance, Vec3 normal)
{
  t->distance[k] = distance;
  t->nx[k]       = normal.x;
  t->ny[k]       = normal.y;
  t->nz[k]       = normal.z;
}

/* Motion of a rigid body since the start of a run: a point x goes to pivot + shift + turn (x -
   pivot). */
typedef struct {
  Vec3 pivot; /* m */
  Vec3 shift; /* m */
  Quat turn;  /* (w, 0, 0, 0): not turned, and x goes to x + shift */
} Displacement;

static inline bool is_turned(const Displacement *d)
{
  return d->turn.x != 0 || d->turn.y != 0 || d->turn.z != 0;
}

/* A vector that is fixed to the body, and a point of it. */
static inline Vec3 displaced_vector(const Displacement *d, Vec3 u)
{
  return is_turned(d) ? quat_turn(d->turn, u) : u;
}

static inline Vec3 displaced_point(const Displacement *d, Vec3 x)
{
  if (!is_turned(d)) return vec3_add(x, d->shift);
  return vec3_add(vec3_add(d->pivot, d->shift), quat_turn(d->turn, vec3_sub(x, d->pivot)));
}

/* The inverse: where a vector or point of the lab is in the body that has not moved. */
static inline Vec3 replaced_vector(const Displacement *d, Vec3 u)
{
  return is_turned(d) ? quat_turn_back(d->turn, u) : u;
}

static inline Vec3 replaced_point(const Displacement *d, Vec3 x)
{
  const Vec3 y = vec3_sub(x, d->shift);

  if (!is_turned(d)) return y;
  return vec3_add(d->pivot, quat_turn_back(d->turn, vec3_sub(y, d->pivot)));
}

/* Parts in which a surface sticks out, so that faces and edges of a body with a carried surface
   touch them first. Lengths are those of the surface as loaded, m. */
typedef enum {
  /* a line from a to b, or a point if they are the same, with all places up to `radius` from it */
  RIDGE_STRAIGHT,
  RIDGE_RIM, /* a circle about a, of radius round[0] */
  RIDGE_SIDE /* the outside of a cylinder or cone, with the radii round[] at a and b */
} RidgeKind;

typedef struct {
  RidgeKind kind;
  Vec3      a, b;
  double    radius;   /* 0: a sharp edge or corner */
  bool      endless;  /* the whole line through a and b, or a cylinder without ends */
  Vec3      axis;     /* of circles and sides, unit vector */
  double    round[2]; /* of circles and sides */
  int32_t   facet;    /* beside it, of surfaces that give them */
} Ridge;

/* Owned: free list with array_free. */
typedef struct {
  PetscInt n, capacity;
  Ridge   *list;
} Ridges;

void ridges_add(Ridges *ridges, Ridge ridge);

static inline bool ridge_is_point(const Ridge *r)
{
  return r->kind == RIDGE_STRAIGHT && r->a.x == r->b.x && r->a.y == r->b.y && r->a.z == r->b.z;
}

/* Flat parts of a carried surface, as loaded: corners of the triangles of part k from start[k] on.
   Owned: free with array_free. */
typedef struct {
  int  n;
  int *start;        /* [n + 1] */
  Vec3 (*corner)[3]; /* [start[n]], m */
  int (*beyond)[3];  /* [start[n]], part beyond the side from corner i to the next; -1: none */
} Flats;

/* Functions of a surface that a clump can carry, as a free mesh (wall.h, Wall.carried): the
   boundary of a closed solid. Before prepare(), rank 0 has all of it, and other ranks may have
   nothing. */
typedef struct {
  /* Mass properties of the solid as loaded, of uniform density (kg/m^3; in two dimensions kg/m^2,
     of a lamina). False: it has none, with the reason in why (256 characters). */
  bool (*mass)(const void *constants, double density, MassProperties *mass, char *why);
  /* Centres of balls of a radius (m) that touch from inside the faces that meet in each corner, as
     loaded: of a corner with flat surroundings none. Returns their number; *list is owned by the
     caller (array_free). */
  int (*corners)(const void *constants, double radius, Vec3 **list);
  /* Lines in which the surface sticks out between two corners, once prepared: pairs of their
     numbers in corners(); in two dimensions all sides. Returns their number; *list is owned by the
     caller (array_free). */
  int (*edges)(const void *constants, int32_t (**list)[2]);
  /* Once prepared: constants of the same surface moved inwards by a radius (m), so that it has no
     round edges: corners are at corner[], all other vertices a radius inside. NULL if a face would
     be turned over; else the caller releases and frees them. */
  void *(*inner)(const void *constants, const Vec3 *corner, double radius);
  /* Once prepared: its flat parts, joined over flat edges; in two dimensions none. */
  Flats (*flats)(const void *constants);
  /* Before prepare(): express the surface in the axes of a body, whose centre and attitude as
     loaded are given; place() then gets the centre as shift and the attitude as turn. box: farthest
     corner along each axis of the body, m; returns the farthest corner's distance from the centre,
     m. */
  double (*carry)(void *constants, Vec3 centre, Quat axes, Vec3 *box);
  /* Triangle f where the surface is now; false: there are no more. */
  bool (*face)(const void *constants, int f, Vec3 corner[3]);
} Carriage;

/* Functions of a surface that is divided, such as a large mesh: each rank has the parts near its
   box. After prepare() every rank has all of it. */
typedef struct {
  /* Keep this rank's share alone, if the surface is to be divided. Collective. */
  PetscErrorCode (*divide)(const Parallel *par, const Nodes *nodes, void *constants, bool *divided);
  /* To be called before distances from points in other places are asked for: get all parts of the
     surface, where it is now, no farther than `sure` (m) from points that are no farther than
     `around` (m) from the box lo..hi. Parts farther away are not found. Collective. */
  PetscErrorCode (*renew)(const Parallel *par, void *constants, Vec3 lo, Vec3 hi, double around,
                          double sure);
  /* Gather the data that facets() and the state need on rank 0, until disperse(). Collective. */
  PetscErrorCode (*gather)(const Parallel *par, void *constants);
  void (*disperse)(void *constants);
} Division;

/* Where a surface is. */
typedef struct {
  /* Append the features to which nearest() gives a distance <= reach (m) for a point of the box
     lo..hi; others may be among them. Exact, rounding included: lists must not depend on boxes. */
  void (*seek)(const void *constants, Vec3 lo, Vec3 hi, double reach, Features *out);
  /* Find the columns of rows from .. to-1. */
  void (*nearest)(Nearest *nearest, int from, int to);
  /* For lists: lower bounds of the distances of nearest() that change by no more than the points
     move; normals are not set. NULL: the distances themselves are such. */
  void (*bound)(Nearest *nearest, int from, int to);
  /* A half-space that clumps in front of the surface do not leave: normal . (x - point) >= 0, the
     one whose normal is nearest to the unit vector `up`. False: there is none. NULL: there never is
     one. */
  bool (*confines)(const void *constants, Vec3 up, Vec3 *point, Vec3 *normal);
  /* Append the polygons of the surface as it stands, for frames. Facets of surfaces that give them
     are always the same ones, in the same order, and are numbered from 0. */
  void (*facets)(const void *constants, const FacetBox *box, Facets *facets);
  bool gives_facet;
  /* The box that the surface is in, where it stands. False: it is not known. NULL: it never is. */
  bool (*box)(const void *constants, Vec3 *lo, Vec3 *hi);
  /* Number of facets that winding() sums over, of a sheet that encloses places, such as a tube; 0:
     the surface is a solid. NULL: it always is. */
  int (*sheet)(const void *constants);
  /* Winding number of a sheet about x. Where the sheet encloses x, its size is above 1/2, with the
     sign of the normals; before an opening it has this sign and is below 1/2; outside it is 0 or
     has the other sign. Needed with sheet(). */
  double (*winding)(const void *constants, Vec3 x);
} SurfaceGeometry;

/* Where a surface sticks out, which faces and edges of a body with a carried surface touch. */
typedef struct {
  /* True if the space that clumps may be in is convex, so that a body of flat faces touches the
     surface with its corners first. */
  bool (*is_hollow)(const void *constants);
  /* Append all in which a surface that is not hollow sticks out. */
  void (*list)(const void *constants, Ridges *ridges);
  /* True if it is a ball, all of it one ridge, so that corners of bodies need not look at it. NULL:
     it never is. */
  bool (*is_ball)(const void *constants);
} SurfaceRidges;

/* A kind of surface: how it is read, kept and moved. */
typedef struct {
  Plugin head;
  /* Read the keys of a wall of this kind, to constants that surface_keep has copied; NULL: a
     mistake was noted. */
  void *(*read)(Options *options, const char *wall);
  /* Free what the constants own besides themselves; NULL: nothing. */
  void (*release)(void *constants);
  /* State that checkpoints keep, as a table of members of the constants; NULL: none. */
  const StateItem *state;
  /* Read the file of a wall, of which read() has only read the keys, or take what the state has of
     it (stored). *good false: mistakes were noted. NULL: there is no file. Collective. */
  PetscErrorCode (*load)(const Parallel *par, const Nodes *nodes, Options *options,
                         const char *wall, void *constants, bool stored, bool *good);
  /* Last call before the surface is used: smallest radius of a pebble (0: there is none), and
     lengths of the periods, 0 along axes that are not periodic, m. NULL: nothing to do.
     Collective. */
  PetscErrorCode (*prepare)(const Nodes *nodes, void *constants, double smallest, Vec3 period);
  /* Move the surface from where its keys put it: the constants keep that place too. */
  void (*place)(void *constants, const Displacement *displacement);
  /* Place in the constants of the Displacement with which place() put the surface; needed with
     ridges. */
  size_t moved;
  /* Note a mistake if the images of the surface differ along some of the axes that are periodic. NULL:
     it is repeated in every period. */
  void (*check_period)(Options *options, const char *wall, const void *constants,
                       const bool periodic[3]);
  SurfaceGeometry      geometry;
  const SurfaceRidges *ridges;   /* NULL: it sticks out nowhere, like a plane */
  const Carriage      *carriage; /* NULL: no clump can carry it */
  const Division      *division; /* NULL: every rank has all of it */
} Surface;

/* Where place() put a surface with ridges. */
static inline Displacement surface_moved(const Surface *surface, const void *constants)
{
  return *(const Displacement *)((const char *)constants + surface->moved);
}

/* Set t to one place: that of a feature nearest to x, up to the distance `limit`, m. */
static inline void nearest_one(const Surface *surface, const void *constants, int32_t feature,
                               Vec3 x, double limit, Nearest *t)
{
  t->n            = 1;
  t->constants[0] = constants;
  t->feature[0]   = feature;
  t->x[0]         = x.x;
  t->y[0]         = x.y;
  t->z[0]         = x.z;
  t->limit[0]     = limit;
  t->facet[0]     = 0;
  surface->geometry.nearest(t, 0, 1);
}

/* True if faces and edges of a body cannot touch the surface before its corners. */
static inline bool surface_is_hollow(const Surface *surface, const void *constants)
{
  return !surface->ridges || surface->ridges->is_hollow(constants);
}

/* True if the whole surface is one ridge, a ball. */
static inline bool surface_is_ball(const Surface *surface, const void *constants)
{
  return surface->ridges && surface->ridges->is_ball && surface->ridges->is_ball(constants);
}

/* Append features 0 .. n-1 by a lower bound of their distance that is Lipschitz with constant 1
   (any distance from a set of points is): those that may be within reach in the box, with a margin
   for rounding. For seek(). */
typedef double FeatureBound(const void *constants, int feature, Vec3 x);
void           features_seek(const void *constants, int n, FeatureBound *bound, Vec3 lo, Vec3 hi,
                             double reach, Features *out);

/* Copy the constants that a surface was read to; free with array_free. */
void *surface_keep(const void *constants, size_t size);

/* Sides of a surface that act on pebbles, option `side`. */
typedef enum { SIDE_INSIDE, SIDE_OUTSIDE, SIDE_BOTH } WallSide;

/* A plane: the half-space behind it is solid, clumps are on the side to which the normal points;
   with side: both clumps are on both sides. */
typedef struct {
  Vec3 point;                     /* on the plane, m */
  Vec3 normal;                    /* unit */
  Vec3 point_given, normal_given; /* before it moved */
  bool both;                      /* a sheet that acts on both sides, nothing solid behind */
} Plane;

/* Distance of x along the normal, negative inside the solid, m. */
static inline double plane_distance(const Plane *plane, Vec3 x)
{
  return vec3_dot(plane->normal, vec3_sub(x, plane->point));
}

/* Keys that several kinds share. */
extern const Option surface_point_options[], surface_side_options[], surface_solid_options[],
  surface_radius_options[], surface_axis_options[];

/* Read `side` of a round or box surface: otherwise if it is not given. A mistake is noted: both is not
   allowed if the surface is solid behind. */
WallSide surface_side(Options *options, const char *wall, WallSide otherwise, bool is_solid);
/* Read `axis`, normalized; the z axis if it is not given. False: a mistake was noted. In two
   dimensions it must be along z. */
bool surface_axis(Options *options, const char *wall, Vec3 *axis);
/* Note that images of the surface differ along these axes, which are periodic; none: no mistake. */
void surface_not_periodic(Options *options, const char *wall, const char *what, const bool axes[3]);
/* Such axes in words: "x and y, which are periodic"; owned by the caller. NULL: there are none. */
char *surface_axes_said(const bool axes[3]);

/* The list. */
#define SURFACES(X) \
  X(surface_plane)    /* surface_flat.c */ \
  X(surface_cylinder) /* surface_round.c */ \
  X(surface_cone)     /* surface_round.c */ \
  X(surface_sphere)   /* surface_sphere.c */ \
  X(surface_box)      /* surface_flat.c */ \
  X(surface_mesh)     /* wall/mesh/surface_mesh.c */

#define SURFACE_DECLARED(surface) extern const Surface surface;
SURFACES(SURFACE_DECLARED)
#undef SURFACE_DECLARED

/* All kinds, for the option `shape` of walls. NULL-terminated. */
extern const Plugin *const surface_table[];

#endif
