/* SPDX-License-Identifier: MIT */
/* Shapes other than pebbles, each kind one struct; sets of shapes. They serve for mass and
   geometry; contacts are between pebbles. */
#ifndef SHAPE_SHAPE_H
#define SHAPE_SHAPE_H

#include "base/random.h"
#include "options/text.h"
#include "shape/mass/mass.h"
#include "shape/mesh/mesh_tree.h"

typedef struct ShapeKind ShapeKind;

enum { SHAPE_SIZES = 3, SHAPE_CORNERS = 4, HULL_CORNERS = 6, HULL_PLANES = 5 };

/* A closed mesh, scaled. */
typedef struct {
  char     path[1024]; /* path as written in the .shapes file */
  double   scale;
  Mesh     mesh;
  MeshTree tree;
} Solid;

/* Convex polyhedron by corners and planes: normal . p <= offset. */
typedef struct {
  int    n_corners, n_planes;
  Vec3   corner[HULL_CORNERS], normal[HULL_PLANES];
  double offset[HULL_PLANES];
} Hull;

/* One shape. Its frame has its origin at x in the set and is rotated by q. To make one: shape_of,
   then set the given members, then shape_prepare for the derived ones. */
typedef struct {
  /* given */
  const ShapeKind *kind;
  Vec3             x;                     /* m */
  Quat             q;                     /* unit */
  double           size[SHAPE_SIZES];     /* named by kind->sizes, m, > 0; others: 0 */
  Vec3             corner[SHAPE_CORNERS]; /* tetrahedra and facets, in the shape's frame, m */
  Solid           *solid;                 /* meshes; owned by the set */
  int              material;
  int              node[SHAPE_CORNERS]; /* nodes of the corners, or of x; -1: none */
  int64_t          line;                /* line of the file; 0: none */
  /* derived */
  Hull hull;
  Vec3 lo, hi;         /* box in the set, m */
  Vec3 own_lo, own_hi; /* box in the shape's frame, m */
  /* in the shape's frame: volume, centre, inertia about it at density 1, and error, with that of the
     inertia relative to its largest moment */
  MassProperties moments;
} Shape;

/* The surface near p lies between two parallel planes: points x with normal . (x - p) <= inner are
   all inside, those above outer all outside. */
typedef struct {
  Vec3   normal;       /* outwards, unit */
  double inner, outer; /* m; inner may be -HUGE_VAL */
} ShapePlanes;

/* A kind of shape; functions work in the shape's frame. */
struct ShapeKind {
  Plugin      head;
  const char *sizes; /* names of size[], separated by spaces */
  int         n_sizes, n_corners;
  bool        is_turned; /* has an orientation: the file gives its quaternion */
  bool        has_file;
  bool        is_convex;
  /* Derive hull; false, with the reason in why (size 256), if impossible. NULL: nothing to derive.
     Sizes are > 0, coordinates finite. */
  bool (*prepare)(Shape *shape, char *why);
  /* Set volume, centre, inertia about it at density 1 and their error; the others are not used. */
  void (*moments)(const Shape *shape, MassProperties *out);
  bool (*is_inside)(const Shape *shape, Vec3 p);
  /* Signed lower bound on the distance of p from the surface, negative inside: its magnitude is
     never larger than the distance, and tends to 0 with it. */
  double (*distance)(const Shape *shape, Vec3 p);
  /* Planes valid within `reach` of p; false: unknown there. NULL: unknown for this kind. */
  bool (*planes)(const Shape *shape, Vec3 p, double reach, ShapePlanes *out);
  /* Support point: a point of the body furthest along n (any length > 0). */
  Vec3 (*furthest)(const Shape *shape, Vec3 n);
  /* A random point, uniformly distributed in the body. */
  Vec3 (*draw)(const Shape *shape, Random *random);
  /* Closed mesh with vertices on the surface and faces at most chord (m, > 0) from it; at most
     SHAPE_MOST_FINE edges from pole to equator, however small chord is. */
  void (*tessellate)(const Shape *shape, double chord, Mesh *mesh);
};

enum { SHAPE_MOST_FINE = 1000 };

/* Every kind, with its sizes; a new one is a struct and a line here. */
#define SHAPE_KINDS(KIND) \
  KIND(shape_sphere)      /* r */ \
  KIND(shape_capsule)     /* r shaft: shaft along x between the cap centres */ \
  KIND(shape_ellipsoid)   /* a b c: half axes along x, y, z */ \
  KIND(shape_box)         /* lx ly lz: edges along x, y, z */ \
  KIND(shape_tetrahedron) /* four corners, in any order */ \
  KIND(shape_facet)       /* three corners, thickness: a prism about them */ \
  KIND(shape_mesh)        /* closed triangle mesh */

#define DECLARE_KIND(kind) extern const ShapeKind kind;
SHAPE_KINDS(DECLARE_KIND)
#undef DECLARE_KIND

extern const ShapeKind *const shape_kinds[]; /* ends with NULL */

const ShapeKind *shape_kind_find(const char *name);

/* Random point, uniform in the unit ball; flat: in the unit disc, with z = 0. By rejection. */
Vec3 draw_in_ball(Random *random, bool flat);

/* The tensor in the axes of q, which turns them to those of the tensor. */
Sym3 sym3_seen_from(Sym3 s, Quat q);

/* ---- one shape, in the frame of the set ---- */

/* A shape of this kind at the origin, not rotated, without nodes and sizes. */
Shape shape_of(const ShapeKind *kind);

/* Compute the derived members; false, with the reason in why (size 256), if the numbers make no
   body. Call again after any change. */
bool shape_prepare(Shape *shape, char *why);

/* From the frame of the set to that of the shape. */
static inline Vec3 shape_inward(const Shape *shape, Vec3 p)
{
  return quat_turn_back(shape->q, vec3_sub(p, shape->x));
}

/* From the frame of the shape to that of the set. */
static inline Vec3 shape_outward(const Shape *shape, Vec3 p)
{
  return vec3_add(shape->x, quat_turn(shape->q, p));
}

static inline bool shape_is_inside(const Shape *shape, Vec3 p)
{
  return shape->kind->is_inside(shape, shape_inward(shape, p));
}

/* As ShapeKind.distance. */
static inline double shape_distance(const Shape *shape, Vec3 p)
{
  return shape->kind->distance(shape, shape_inward(shape, p));
}

/* The moments (volume, centre, inertia, error) in the axes of the set. */
MassProperties shape_moments(const Shape *shape);
/* Mass properties at uniform density, with principal frame and error bounds. */
MassProperties shape_properties(const Shape *shape, double density);

/* Mesh of the shape in the frame of the set. Free with mesh_free. */
void shape_tessellate(const Shape *shape, double chord, Mesh *mesh);

typedef enum { SHAPE_CUTS, SHAPE_HOLDS, SHAPE_MISSES } ShapeSide;
/* Position of the box centre +- half relative to the shape; SHAPE_CUTS when undecided. */
ShapeSide shape_side(const Shape *shape, Vec3 centre, Vec3 half);

/* True if a and b provably share no more than a sliver `slack` (m) thick: tested by separating
   planes of their convex hulls. false is no proof of overlap. */
bool shapes_are_apart(const Shape *a, const Shape *b, double slack);

/* ---- sets ---- */

typedef struct ShapeSet {
  PetscInt  n, capacity;
  Shape    *list;
  NameIndex nodes; /* their names */
  Vec3     *node;  /* [nodes.n] m */
  PetscInt  node_capacity;
  PetscInt  n_solids, solid_capacity;
  Solid   **solid;
} ShapeSet;

/* Append a prepared copy. As shape_prepare. */
bool shape_set_add(ShapeSet *set, const Shape *shape, char *why);
/* Append a node, unless there is one of this name. */
void shape_set_add_node(ShapeSet *set, const char *name, Vec3 x);
/* Add a solid for shapes of kind mesh: takes over the closed mesh (mesh_check), scales it and
   builds its tree. */
Solid *shape_set_add_solid(ShapeSet *set, const char *path, double scale, Mesh *mesh);
/* Multiply all lengths by scale, > 0. Returns false, with the reason in why (size 256), if a shape
   becomes too small or too large. */
bool shape_set_scale(ShapeSet *set, double scale, char *why);
void shape_set_free(ShapeSet *set);

/* All shapes as one mesh, each closed by itself: for pictures, and for generation if they do not
   overlap. */
void shape_set_tessellate(const ShapeSet *set, double chord, Mesh *mesh);

#endif
