/* SPDX-License-Identifier: MIT */
/* Pictures of spheres and triangles, drawn by the processor: things of a scene go into buffers of colour and depth, one after
   the other and in any order; the nearest stays. Buffers of several scenes seen by one camera may be joined sample by sample,
   by depth. Then come what needs all of it, shade and background, and the way to pixels (png.h writes them).

   Only + - * / sqrt: the same picture on every machine. Colours are light, red green blue from 0 to 1. Local. */
#ifndef OUTPUT_PICTURE_H
#define OUTPUT_PICTURE_H

#include "base/base.h"
#include "matter/mesh.h"

/* Perspective. What is nearer than `near` is not drawn, a triangle already if one corner is. */
typedef struct {
  Vec3   eye;              /* m */
  Vec3   right, up, ahead; /* unit vectors, at right angles */
  double middle[2];        /* what is in the middle of the picture: so far to the right and up, over its distance */
  double half;             /* half the height of what is seen, over its distance */
  double near;             /* m */
} Camera;

typedef struct {
  int    width, height; /* samples; several make a pixel */
  float *colour;        /* [height][width][3], first row at the top */
  float *depth;         /* [height][width] distance along `ahead`, m; INFINITY: nothing there */
} Picture;

/* Which colour item `item` has at the point x. */
typedef struct {
  Vec3 (*colour)(const void *context, int item, Vec3 x);
  const void *context;
} Paint;

/* Looks at a ball, which just fits into a square, in the middle. right and up need not be at right angles; up is turned. */
Camera camera_at(Vec3 centre, double radius, Vec3 right, Vec3 up);
/* Tangents from the eye around a ball that is in front of it: the image is between lo and hi, to the right and up, over its
   distance. A point is a ball of radius 0. */
void camera_bounds(const Camera *camera, Vec3 centre, double radius, double lo[2], double hi[2]);

PetscErrorCode picture_create(int width, int height, Picture *picture);
void           picture_free(Picture *picture);

/* Spheres with centres x, m, and radii r, m. */
PetscErrorCode picture_spheres(Picture *picture, const Camera *camera, int n, const Vec3 *x, const double *r, const Paint *paint);
/* Both sides of all faces; item is the face. */
void picture_mesh(Picture *picture, const Camera *camera, const Mesh *mesh, const Paint *paint);

/* Darken what lies behind nearer things that are next to it in the picture, within `reach` samples: hollows and outlines. `scale`
   is how far behind, m, makes it half as bright. */
void picture_shade(Picture *picture, int reach, double scale);
/* Fill the samples where nothing is. */
void picture_background(Picture *picture, Vec3 top, Vec3 bottom);
/* Mean of factor x factor samples each, as bytes 0-255 of red, green, blue (by square roots: near to sRGB), into an image whose
   rows are `stride` bytes apart. */
void picture_pixels(const Picture *picture, int factor, unsigned char *pixels, size_t stride);

#endif
