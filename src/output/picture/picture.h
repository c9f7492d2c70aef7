/* SPDX-License-Identifier: MIT */
/* Software rendering of spheres and triangles with a depth buffer: objects are drawn in any order,
   and the nearest stays. Buffers of several scenes with the same camera may be merged sample by
   sample, by depth. Then shading and background, which need all objects, and conversion to pixels
   (written by png.h).

   Uses only + - * / sqrt, so that pictures are the same on every machine. Colours are linear red,
   green, blue from 0 to 1. Local. */
#ifndef OUTPUT_PICTURE_PICTURE_H
#define OUTPUT_PICTURE_PICTURE_H

#include "base/base.h"
#include "shape/mesh/mesh.h"

/* Perspective camera. Samples nearer than `near` are not drawn, nor are spheres and triangles of
   which any part is. */
typedef struct {
  Vec3   eye;              /* m */
  Vec3   right, up, ahead; /* orthogonal unit vectors */
  double middle[2];        /* middle of the picture: offset to the right and up, over the depth */
  double half;             /* half the height of the picture, over the depth */
  double near;             /* smallest depth drawn, m */
} Camera;

typedef struct {
  int    width, height; /* number of samples, several per pixel */
  float *colour;        /* [height][width][3], first row at the top */
  float *depth;         /* [height][width] distance along `ahead`, m; INFINITY: empty */
} Picture;

/* Colour of sphere or face `item` at the point x. */
typedef struct {
  Vec3 (*colour)(const void *context, int item, Vec3 x);
  const void *context;
} Paint;

/* Camera with a ball in the middle, which just fits into a square picture. right and up need not be
   orthogonal: up is made orthogonal to right. */
Camera camera_at(Vec3 centre, double radius, Vec3 right, Vec3 up);
/* Bounds of the image of a ball in front of the eye: offsets to the right and up, over the depth,
   from lo to hi. radius 0: a point. */
void camera_bounds(const Camera *camera, Vec3 centre, double radius, double lo[2], double hi[2]);

PetscErrorCode picture_create(int width, int height, Picture *picture);
void           picture_free(Picture *picture);

/* Draw n spheres with centres x (m) and radii r (m). */
PetscErrorCode picture_spheres(Picture *picture, const Camera *camera, int n, const Vec3 *x,
                               const double *r, const Paint *paint);
/* Draw all faces of a mesh, both sides; item is the face. */
void picture_mesh(Picture *picture, const Camera *camera, const Mesh *mesh, const Paint *paint);

/* Darken samples that lie behind nearer ones within `reach` samples, which shows hollows and
   outlines. scale: depth difference of all neighbours that halves the brightness, m. */
void picture_shade(Picture *picture, int reach, double scale);
/* Fill empty samples with a gradient from top to bottom. */
void picture_background(Picture *picture, Vec3 top, Vec3 bottom);
/* Convert to pixels, each the mean of factor x factor samples, as bytes 0-255 of red, green, blue.
   The square root approximates the curve of sRGB. stride: bytes from row to row of `pixels`. */
void picture_pixels(const Picture *picture, int factor, unsigned char *pixels, size_t stride);

#endif
