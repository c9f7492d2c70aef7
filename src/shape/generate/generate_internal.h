/* SPDX-License-Identifier: MIT */
/* Shared by the methods of generation: the body, the spheres taken, the interface of a method,
   measures and gains. */
#ifndef SHAPE_GENERATE_GENERATE_INTERNAL_H
#define SHAPE_GENERATE_GENERATE_INTERNAL_H

#include "shape/generate/ball.h"
#include "shape/generate/generate.h"
#include "shape/generate/voxels.h"
#include "shape/mass/mass.h"
#include "shape/shape.h"

/* The mesh and all that is computed from it once. */
typedef struct {
  const Mesh     *mesh;
  MeshNear        near;
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
  Ball *list;
  int   n, capacity;
} Balls;

bool balls_add(Balls *balls, Ball ball); /* false: no memory */
/* Distance from x to the nearest ball, m; negative inside; INFINITY if there is none. Cost O(n). */
double balls_distance(const Balls *balls, Vec3 x);

/* Interface of a method; each method's file defines one. */
struct Generator {
  Plugin head;
  /* Create the private state; false: no memory. end is called once for each begin, also a failed
     one. */
  bool (*begin)(const Body *body, void **self);
  void (*end)(void **self);
  /* Next sphere after the ones taken; false if there is none. Radius >= body->least, gain not
     zero. */
  bool (*next)(void *self, const Balls *taken, Ball *ball);
  /* Direct `next` to a new goal: spheres until each of n points (copied) is within `reach` m of the
     union; `next` returns false when they are or no sphere helps. False: no memory. NULL: the
     method has no special way. */
  bool (*aim)(void *self, const Balls *taken, double reach, int n, const Vec3 *far);
};

/* Keys of a template that go with every method, and with those that use `overlap`
   (generate_read.c). */
extern const Option generate_options[], generate_overlap_options[];

/* ---- measures (generate_measure.c) ---- */

/* Errors in `which` (bits 1 << CLUMP_VOLUME and so on), with the quantities that belong to them, of
   the union of the first n balls, radii larger by `added` m, to the report. False: no memory, or
   mass_exact failed; the reason is in why. */
bool clump_measure(const Body *body, const Balls *balls, int n, double added, unsigned which,
                   GenerateReport *report, char *why);
/* Points of the mesh's surface farther than `reach` m from the union, at most `most` of them, so
   dense that no such point of the surface is farther than `spacing` m from one. Returns their
   number, -1: no memory. */
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
