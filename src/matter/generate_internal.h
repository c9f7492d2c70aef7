/* SPDX-License-Identifier: MIT */
/* What the methods of generation are given and give. */
#ifndef MATTER_GENERATE_INTERNAL_H
#define MATTER_GENERATE_INTERNAL_H

#include "matter/ball.h"
#include "matter/generate.h"
#include "matter/mass.h"
#include "matter/shape.h"
#include "matter/voxels.h"

/* The mesh and all that is found of it once. */
typedef struct {
  const Mesh     *mesh;
  MeshNear        near;
  Surface         surface;
  MassProperties  mass;     /* of the mesh at density 1 */
  double          diameter; /* D: of the sphere of its volume */
  double          span;     /* no inscribed sphere is larger: half the shortest side of its box */
  double          least;    /* smallest radius allowed, m */
  Voxels          left;     /* inside and in no sphere taken */
  Voxels          free;     /* outside and in no sphere taken; only where spheres may stick out, else without bits */
  GenerateOptions options;
  /* a body made of shapes (generate_shapes.c): parts of the mesh may be inside of others, then */
  const ShapeSet *shapes; /* NULL: the mesh is all there is */
  double          chord;  /* the mesh may be inside of the shapes by this, m */
  double          doubt;  /* relative, of volume and inertia */
  double          out;    /* the spheres stick out of the shapes by no more than this, m */
} Body;

/* Spheres taken. */
typedef struct {
  Ball *list;
  int   n, capacity;
} Balls;

bool balls_add(Balls *balls, Ball ball); /* false: no memory */
/* From x to the nearest of them, m; negative inside; INFINITY if there is none. Cost n. */
double balls_distance(const Balls *balls, Vec3 x);

/* A method: one file that ends with one of these. */
struct Generator {
  const char *name, *text, *source;
  /* Its private state; false: no memory. end is called once for each begin. */
  bool (*begin)(const Body *body, void **self);
  void (*end)(void **self);
  /* The sphere to take after these, or false when there is none. Its radius is at least body->least, and its gain in cells is
     not zero. */
  bool (*next)(void *self, const Balls *taken, Ball *ball);
  /* From now on `next` gives spheres such that these points (n of them, copied) come to be no farther than reach m from the
     union, and false when they are, or cannot be. False: no memory. NULL: the method has no better way than its usual one. */
  bool (*aim)(void *self, const Balls *taken, double reach, int n, const Vec3 *far);
};

/* ---- measures (generate_measure.c) ---- */

/* The union of the first n balls, radii larger by `added`, against the body: errors of the kinds in `which` (bits
   1 << CLUMP_VOLUME and so on), with what belongs to them, into the report. False: no memory, or mass_exact refuses, with the
   reason in why. */
bool clump_measure(const Body *body, const Balls *balls, int n, double added, unsigned which, GenerateReport *report, char *why);
/* Points of the mesh's surface that are farther than `reach` m from the union, so many that none of these is farther than
   `spacing` m from one of them, or `most` of them. Returns how many, or -1: no memory. */
int clump_far_points(const Body *body, const Balls *balls, double reach, double spacing, int most, Vec3 *far);
/* All errors of the balls, which are expanded if options say so, and what belongs to them; options.most says whether there
   could be more. False: why. */
bool clump_finish(Body *body, const Balls *balls, GenerateReport *report, char *why);
/* The length to add to all radii such that the union has the volume of the mesh. */
bool clump_expansion(const Body *body, const Balls *balls, int n, double *added, char *why);

/* ---- gains ---- */

/* Cells that a sphere would newly cover, less those outside of the body; context is the Body. */
double body_gain(const void *body, const Ball *ball);
/* The radius of a sphere whose centre is `depth` m deep: it may stick out by options.bulge of its radius. */
double body_radius(const Body *body, double depth);
/* Move the ball while that gains, its radius as large as may be: pattern search down to 1/64 of its radius. */
void ball_polish(const Body *body, Gain gain, const void *context, Ball *ball, double *gained);

#endif
