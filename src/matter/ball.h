/* SPDX-License-Identifier: MIT */
/* Inscribed spheres of a mesh, the points of its surface they start from, and pools of them to choose from. */
#ifndef MATTER_BALL_H
#define MATTER_BALL_H

#include "base/random.h"
#include "matter/mesh_near.h"

typedef struct {
  Vec3   x; /* m */
  double r; /* m */
} Ball;

/* ---- points of the surface ---- */

typedef struct {
  const Mesh *mesh; /* not owned */
  double     *area; /* [n_faces] of the faces up to this one, m^2 */
} Surface;

typedef struct {
  Vec3 x;      /* m */
  Vec3 inward; /* unit normal */
} SurfacePoint;

/* false when there is no memory or no area; surface_free is right then too. */
bool surface_create(const Mesh *mesh, Surface *surface);
void surface_free(Surface *surface);
/* Uniform on the part of the area between shares lo and hi of it: cut [0, 1] into parts and points spread evenly. */
SurfacePoint surface_point(const Surface *surface, double lo, double hi, Random *random);

/* ---- spheres ---- */

/* The largest sphere that touches the surface at this point and is inside, by shrinking one of radius `most`: Ma, Bae & Choi
   2012, Vis. Comput. 28, 7. Where the surface comes into it by less than `slack` m it is let, and then the sphere is shrunk
   about its centre until it is inscribed: bumps and edges lower than that do not make it small. Returns false if nothing is
   left of it. */
bool ball_shrink(const MeshNear *near, SurfacePoint at, double most, double slack, Ball *ball);

/* ---- the best of many ---- */

typedef struct {
  Ball    ball;
  double  bound; /* gain of it at most, or as it was when looked at last */
  int64_t index; /* first come, first served among equals */
  int64_t round; /* when it was looked at */
} Offer;

/* A heap of offers. Gains may only fall as spheres are taken; then only few need be found again: Minoux 1978, Optimization
   Techniques, Lecture Notes in Control 7, 234. Starts as all zero. */
typedef struct {
  Offer  *heap;
  int     n, capacity;
  int64_t next, round;
} Pool;

typedef double (*Gain)(const void *context, const Ball *ball);

bool pool_add(Pool *pool, Ball ball, double bound); /* false: no memory */
void pool_free(Pool *pool);
/* Take out the one that gains most, at least `least`, or return false. Those that gain less are lost. */
bool pool_take(Pool *pool, Gain gain, const void *context, double least, Ball *ball, double *gained);

#endif
