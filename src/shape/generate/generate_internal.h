/* SPDX-License-Identifier: MIT */
/* Shared by the methods of generation: the body, the spheres taken, the interface of a method,
   measures and gains. */
#ifndef SHAPE_GENERATE_GENERATE_INTERNAL_H
#define SHAPE_GENERATE_GENERATE_INTERNAL_H

#include "shape/generate/generate.h"
#include "shape/mesh/mesh_distance.h"

typedef struct {
  Vec3   x; /* m */
  double r; /* m */
} Ball;

/* ---- points of the surface (ball.c) ---- */

typedef struct {
  const Mesh *mesh; /* not owned */
  double     *area; /* [n_faces + 1] cumulated area of the faces before this one, m^2 */
} Surface;

typedef struct {
  Vec3 x;      /* m */
  Vec3 inward; /* unit normal */
} SurfacePoint;

/* Returns false if there is no area; surface_free must be called then, too. */
bool surface_create(const Mesh *mesh, Surface *surface);
void surface_free(Surface *surface);
/* Random point, uniform on the part of the cumulated area between the shares lo and hi: stratified
   if [0, 1] is divided into such parts. */
SurfacePoint surface_point(const Surface *surface, double lo, double hi, Random *random);

/* ---- inscribed spheres of a mesh (ball.c) ---- */

/* Largest inscribed sphere that touches the surface at this point, by shrinking one of radius
   `most`: Ma, Bae & Choi 2012, Vis. Comput. 28, 7. The surface may enter it by up to `slack` m; the
   sphere is then shrunk about its centre until it is inscribed, so that bumps and edges lower than
   slack do not make it small. Returns false if nothing is left of it. */
bool ball_shrink(const MeshDistance *near, SurfacePoint at, double most, double slack, Ball *ball);

/* ---- pool of offers: spheres to choose from (ball.c) ---- */

typedef struct {
  Ball    ball;
  double  bound; /* upper bound on its gain: as given, or its gain when last evaluated */
  int64_t index; /* order of adding: the earlier one wins among equals */
  int64_t round; /* round in which its gain was last evaluated */
} Offer;

/* Heap of offers by bound. Gains may only decrease as spheres are taken, so only few are evaluated
   again: lazy greedy, Minoux 1978, Optimization Techniques, Lecture Notes in Control 7, 234.
   Initialise to zero. */
typedef struct {
  Offer   *heap;
  int      n;
  PetscInt capacity;
  int64_t  next, round;
} Pool;

typedef double (*Gain)(const void *context, const Ball *ball);

void pool_add(Pool *pool, Ball ball, double bound);
void pool_free(Pool *pool);
/* Take out the offer of largest gain, at least `least`, or return false. Offers below `least` are
   removed. */
bool pool_take(Pool *pool, Gain gain, const void *context, double least, Ball *ball,
               double *gained);

/* ---- voxels (voxels.c) ---- */

/* Voxel grid of a body: a bit for each cell, set if the middle of the cell is inside. For fast
   counts of cells covered by spheres. */
typedef struct {
  Vec3   corner; /* m; the middle of cell (i, j, k) is corner + edge (i + 1/2, j + 1/2, k + 1/2) */
  double edge;   /* m */
  int    n[3];
  int    words;  /* 64-bit words in a row along x */
  uint64_t *bit; /* [n[2]][n[1]][words] */
} Voxels;

/* Set the cells inside a closed mesh, in a grid with a margin of `margin` m around it. Crossings of
   rays along x decide. Local. Returns false if there is no memory or there would be too many cells;
   voxels_free must be called then too. */
bool voxels_create(const Mesh *mesh, double edge, double margin, Voxels *voxels);
/* Make the same grid with all bits inverted. */
void voxels_invert(const Voxels *from, Voxels *voxels);
void voxels_free(Voxels *voxels);

/* Number of set cells with their middle in the sphere; clear them. Cost: rows in the sphere times
   words. */
int64_t voxels_count(const Voxels *voxels, Vec3 x, double r);
void    voxels_clear(Voxels *voxels, Vec3 x, double r);

static inline bool voxels_has(const Voxels *v, int i, int j, int k)
{
  return v->bit[((size_t)k * (size_t)v->n[1] + (size_t)j) * (size_t)v->words + (size_t)i / 64] >>
           (i % 64) &
         1;
}

static inline Vec3 voxels_middle(const Voxels *v, int i, int j, int k)
{
  return vec3(v->corner.x + v->edge * (i + 0.5), v->corner.y + v->edge * (j + 0.5),
              v->corner.z + v->edge * (k + 0.5));
}

/* ---- the body, and the spheres taken ---- */

/* The mesh and all that is computed from it once. */
typedef struct {
  const Mesh     *mesh;
  MeshDistance    near;
  Surface         surface;
  MassProperties  mass;     /* of the mesh at density 1 */
  double          diameter; /* D: of the sphere of its volume, m */
  double          span;     /* largest inscribed radius possible: half the least box side, m */
  double          least;    /* smallest radius allowed, m */
  Voxels          left;     /* cells inside the body and in no sphere taken */
  Voxels          free;     /* the same outside the body; without bits if bulge is 0 */
  GenerateOptions options;
  /* a body made of shapes (generate_shapes.c), where parts of the mesh may be covered by other
     shapes */
  const ShapeSet *shapes; /* NULL: the body is the mesh */
  double          chord;  /* largest distance of the mesh inside the shapes' surface, m */
  double          doubt;  /* relative error bound of volume and inertia */
  double          out;    /* upper bound on how far spheres stick out of the shapes, m */
} Body;

/* Spheres taken. */
typedef struct {
  Ball    *list; /* free with array_free */
  int      n;
  PetscInt capacity;
} Balls;

void balls_add(Balls *balls, Ball ball);
/* The first n balls as pebbles of material 0, radii larger by `added` m. */
PebbleSet balls_as_pebbles(const Balls *balls, int n, double added);
/* Distance from x to the nearest ball, m; negative inside; INFINITY if there is none. Cost O(n). */
double balls_distance(const Balls *balls, Vec3 x);

/* Interface of a method. */
struct Generator {
  Plugin head;
  /* Create, and free, the private state. */
  void *(*begin)(const Body *body);
  void (*end)(void *self);
  /* Next sphere after the ones taken; false if there is none. Radius >= body->least, gain not
     zero. */
  bool (*next)(void *self, const Balls *taken, Ball *ball);
  /* Direct `next` to a new goal: spheres until each of n points (copied) is within `reach` m of the
     union; `next` returns false when they are or no sphere helps. NULL: the method has no special
     way. */
  void (*aim)(void *self, const Balls *taken, double reach, int n, const Vec3 *far);
};

/* Keys of a template that go with every method, and with those that use `overlap`
   (generate_read.c). */
extern const Option generate_options[], generate_overlap_options[];

/* ---- measures (generate_measure.c) ---- */

/* Errors in `which` (bits 1 << CLUMP_VOLUME and so on), with the quantities that belong to them, of
   the union of the first n balls, radii larger by `added` m, to the report. False: mass_exact
   failed; the reason is in why. */
bool clump_measure(const Body *body, const Balls *balls, int n, double added, unsigned which,
                   GenerateReport *report, char *why);
/* Points of the mesh's surface farther than `reach` m from the union, at most `most` of them, so
   dense that no such point of the surface is farther than `spacing` m from one. Returns their
   number. */
int clump_far_points(const Body *body, const Balls *balls, double reach, double spacing, int most,
                     Vec3 *far);
/* Complete report of the balls, expanded if options.expand; options.most is used for
   report->exhausted. False: the reason is in why. */
bool clump_finish(Body *body, const Balls *balls, GenerateReport *report, char *why);
/* Length to add to the first n radii so that the union has the volume of the mesh, m. */
bool clump_expansion(const Body *body, const Balls *balls, int n, double *added, char *why);

/* ---- gains ---- */

/* Gain of a sphere: cells of the body that it would newly cover, less new cells outside the body.
   body: a Body, as the context of a Gain. */
double body_gain(const void *body, const Ball *ball);
/* Largest radius of a sphere with its centre `depth` m deep: it may stick out by options.bulge of
   its radius. */
double body_radius(const Body *body, double depth);
/* Pattern search for a centre and radius of larger gain, down to 1/64 of the radius. Updates
 *gained. */
void ball_polish(const Body *body, Gain gain, const void *context, Ball *ball, double *gained);

#endif
