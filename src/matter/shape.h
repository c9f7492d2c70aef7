/* SPDX-License-Identifier: MIT */
/* Shapes besides pebbles: one file a kind, each ending in one struct, and sets of them. For mass and geometry; contacts are
   those of pebbles. */
#ifndef MATTER_SHAPE_H
#define MATTER_SHAPE_H

#include "base/random.h"
#include "matter/mass.h"
#include "matter/mesh_tree.h"

typedef struct ShapeKind ShapeKind;

enum { SHAPE_SIZES = 3, SHAPE_CORNERS = 4, HULL_CORNERS = 6, HULL_PLANES = 5 };

/* A closed mesh, scaled. */
typedef struct {
  char     path[1024]; /* of the file as written in the set */
  double   scale;
  Mesh     mesh;
  MeshTree tree;
} Solid;

/* Corners and planes of a convex body: normal . p <= offset. */
typedef struct {
  int    n_corners, n_planes;
  Vec3   corner[HULL_CORNERS], normal[HULL_PLANES];
  double offset[HULL_PLANES];
} Hull;

/* Integrals over a body of density 1: inertia about the centre. */
typedef struct {
  double volume;  /* m^3 */
  Vec3   centre;  /* m */
  Sym3   inertia; /* m^5 */
  double error;   /* relative, of volume and of inertia to its largest moment */
} ShapeMoments;

/* One shape. Its own frame has its origin at x in the set and is turned by q. Who makes one starts with shape_of, sets what is
   given, and has shape_prepare derive the rest. */
typedef struct {
  /* given */
  const ShapeKind *kind;
  Vec3             x;                     /* m */
  Quat             q;                     /* unit */
  double           size[SHAPE_SIZES];     /* as the kind names them, m, > 0 */
  Vec3             corner[SHAPE_CORNERS]; /* of tetrahedra and facets, in the shape's frame, m */
  Solid           *solid;                 /* of meshes; owned by the set */
  int              material;
  int              node[SHAPE_CORNERS]; /* of the corners, or of x; -1: none. Nodes count in the set */
  int64_t          line;                /* of the file; 0: none */
  /* derived */
  Hull         hull;
  Vec3         lo, hi;         /* box in the set, m */
  Vec3         own_lo, own_hi; /* box in the shape's frame, m */
  ShapeMoments moments;        /* in the shape's frame */
} Shape;

/* Near a point p the surface lies between two planes: where normal . (x - p) <= inner the shape has all, where it is above outer
   nothing. */
typedef struct {
  Vec3   normal;       /* outwards, unit */
  double inner, outer; /* m; inner may be -HUGE_VAL */
} ShapePlanes;

/* What a kind does, in the shape's frame. */
struct ShapeKind {
  const char *name, *text, *source;
  const char *sizes; /* names of size[], space separated */
  int         n_sizes, n_corners;
  bool        is_turned; /* has an orientation of its own: its quaternion is given */
  bool        has_file;
  bool        is_convex;
  /* Derive hull, or refuse: false, with why (room for 256). NULL: nothing to do. Sizes are > 0, coordinates finite. */
  bool (*prepare)(Shape *shape, char *why);
  void (*moments)(const Shape *shape, ShapeMoments *out);
  bool (*is_inside)(const Shape *shape, Vec3 p);
  /* Negative inside; in size no more than the distance from p to the surface, which goes with it to 0. */
  double (*distance)(const Shape *shape, Vec3 p);
  /* The planes within `reach` of p; false: none are known. NULL: never. */
  bool (*planes)(const Shape *shape, Vec3 p, double reach, ShapePlanes *out);
  /* A point of the body that is furthest along n (of any length > 0). */
  Vec3 (*furthest)(const Shape *shape, Vec3 n);
  /* A point of the body, uniformly distributed. */
  Vec3 (*draw)(const Shape *shape, Random *random);
  /* Closed, with corners on the surface, and faces no further than chord (m, > 0) from it; at most SHAPE_MOST_FINE edges from
     pole to equator, however small chord is. */
  PetscErrorCode (*tessellate)(const Shape *shape, double chord, Mesh *mesh);
};

enum { SHAPE_MOST_FINE = 1000 };

extern const ShapeKind *const shape_kinds[];     /* ends with NULL */
extern const ShapeKind        shape_sphere;      /* r */
extern const ShapeKind        shape_capsule;     /* r shaft: axis along x, shaft between the centres of its caps */
extern const ShapeKind        shape_ellipsoid;   /* a b c: half axes along x, y, z */
extern const ShapeKind        shape_box;         /* lx ly lz: edges along x, y, z */
extern const ShapeKind        shape_tetrahedron; /* four corners, in any order */
extern const ShapeKind        shape_facet;       /* three corners and thickness: a prism, half of it on each side */
extern const ShapeKind        shape_mesh;        /* closed triangle mesh */

const ShapeKind *shape_kind_find(const char *name);

/* ---- one shape, in the frame of the set ---- */

/* One of this kind at the origin, not turned, on no node, of no size yet. */
Shape shape_of(const ShapeKind *kind);

/* Fill what is derived; false, with why (room for 256), when the numbers make no body. Anew after any change. */
bool shape_prepare(Shape *shape, char *why);
void shape_move(Shape *shape, Quat q, Vec3 shift); /* first turned about the set's origin, then shifted; stays prepared */

static inline Vec3 shape_inward(const Shape *shape, Vec3 p) /* set to shape's frame */
{
  return quat_turn_back(shape->q, vec3_sub(p, shape->x));
}

static inline Vec3 shape_outward(const Shape *shape, Vec3 p)
{
  return vec3_add(shape->x, quat_turn(shape->q, p));
}

static inline bool shape_is_inside(const Shape *shape, Vec3 p)
{
  return shape->kind->is_inside(shape, shape_inward(shape, p));
}

/* As distance of the kind. */
static inline double shape_distance(const Shape *shape, Vec3 p)
{
  return shape->kind->distance(shape, shape_inward(shape, p));
}

Vec3 shape_furthest(const Shape *shape, Vec3 n);
/* Volume, centre and inertia about the centre, of density 1, in the axes of the set. */
ShapeMoments shape_moments(const Shape *shape);
/* The same as mass properties of one density, with principal frame and error. */
MassProperties shape_properties(const Shape *shape, double density);

/* Free with mesh_free. */
PetscErrorCode shape_tessellate(const Shape *shape, double chord, Mesh *mesh);

typedef enum { SHAPE_CUTS, SHAPE_HOLDS, SHAPE_MISSES } ShapeSide;
/* The box centre +- half against the shape; CUTS when in doubt. */
ShapeSide shape_side(const Shape *shape, Vec3 centre, Vec3 half);

/* Do these two provably share no more volume than a sliver of `slack` (m) thickness? By planes between their convex hulls: a
   false says nothing. */
bool shapes_are_apart(const Shape *a, const Shape *b, double slack);

/* ---- sets ---- */

typedef struct {
  char name[NAME_LENGTH];
  Vec3 x; /* m */
} ShapeNode;

typedef struct {
  PetscInt   n, capacity;
  Shape     *list;
  PetscInt   n_nodes, node_capacity;
  ShapeNode *node;
  int       *slot; /* [n_slots] nodes by hash, -1: free; at least twice as many as nodes, a power of two */
  PetscInt   n_slots;
  PetscInt   n_solids, solid_capacity;
  Solid    **solid;
} ShapeSet;

/* Append a copy, prepared; false as shape_prepare. */
PetscErrorCode shape_set_add(ShapeSet *set, const Shape *shape, bool *good, char *why);
/* Append a node; of equal names the first is found. */
PetscErrorCode shape_set_add_node(ShapeSet *set, const char *name, Vec3 x);
int            shape_set_find_node(const ShapeSet *set, const char *name); /* -1: none */
/* A solid for shapes of kind mesh: takes over the mesh, which is closed (mesh_check), scales it and builds its tree. */
PetscErrorCode shape_set_add_solid(ShapeSet *set, const char *path, double scale, Mesh *mesh, Solid **solid);
/* All lengths times scale, > 0. false, with why: a shape becomes too small or too large. */
PetscErrorCode shape_set_scale(ShapeSet *set, double scale, bool *good, char *why);
void           shape_set_free(ShapeSet *set);

/* All shapes as one mesh, each closed by itself; for pictures, and for generation when they do not overlap. */
PetscErrorCode shape_set_tessellate(const ShapeSet *set, double chord, Mesh *mesh);

#endif
