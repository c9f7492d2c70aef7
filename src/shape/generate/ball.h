/* SPDX-License-Identifier: MIT */
/* Inscribed spheres of a mesh, the surface points at which they touch, and pools of spheres to
   choose from. */
#ifndef SHAPE_GENERATE_BALL_H
#define SHAPE_GENERATE_BALL_H

#include "base/random.h"
#include "shape/mesh/mesh_near.h"

typedef struct {
  Vec3   x; /* m */
  double r; /* m */
} Ball;

/* ---- points of the surface ---- */

typedef struct {
  const Mesh *mesh; /* not owned */
  double     *area; /* [n_faces] cumulated area of the faces up to this one, m^2 */
} Surface;

typedef struct {
  Vec3 x;      /* m */
  Vec3 inward; /* unit normal */
} SurfacePoint;

/* false if there is no memory or no area; surface_free must be called then too. */
bool surface_create(const Mesh *mesh, Surface *surface);
void surface_free(Surface *surface);
/* Random point, uniform on the part of the cumulated area between the shares lo and hi: stratified
   if [0, 1] is divided into such parts. */
SurfacePoint surface_point(const Surface *surface, double lo, double hi, Random *random);

/* ---- spheres ---- */

/* Largest inscribed sphere that touches the surface at this point, by shrinking one of radius
   `most`: Ma, Bae & Choi 2012, Vis. Comput. 28, 7. The surface may enter it by up to `slack` m; the
   sphere is then shrunk about its centre until it is inscribed, so that bumps and edges lower than
   slack do not make it small. Returns false if nothing is left of it. */
bool ball_shrink(const MeshNear *near, SurfacePoint at, double most, double slack, Ball *ball);

/* ---- pool of offers ---- */

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
  Offer  *heap;
  int     n, capacity;
  int64_t next, round;
} Pool;

typedef double (*Gain)(const void *context, const Ball *ball);

bool pool_add(Pool *pool, Ball ball, double bound); /* false: no memory */
void pool_free(Pool *pool);
/* Take out the offer of largest gain, at least `least`, or return false. Offers below `least` are
   removed. */
bool pool_take(Pool *pool, Gain gain, const void *context, double least, Ball *ball,
               double *gained);

#endif
