/* SPDX-License-Identifier: MIT */
/* Picture of the scenes of all ranks: each rank draws its own scene, and sends its samples of some
   rows to the rank that finishes these rows; no rank has all objects. The same bytes on any number
   of ranks. */
#ifndef OUTPUT_PICTURE_RENDER_H
#define OUTPUT_PICTURE_RENDER_H

#include "base/kernel.h"
#include "base/parallel.h"
#include "output/picture/scene.h"

/* ---- canvas: ray casting of a scene into samples, some rows of the picture at a time. The nearest
   sample is kept of those of several objects, or of several ranks; of equally deep ones the one with
   the smaller numbers, so that neither the order of objects nor their ranks matter. Of objects that
   are not opaque the nearest CANVAS_LAYERS are kept, in the order of depths. Local ---- */

enum { CANVAS_LAYERS = 4 };

/* Surface that a ray meets. */
typedef struct {
  float    depth; /* m; INFINITY: nothing */
  uint32_t colour;
  uint32_t normal; /* towards the eye: normal_unpacked */
} Sample;

/* A normal is kept as a point of an octahedron, whose far half is folded out (Meyer et al. 2010,
   Comput. Graph. Forum 29, 1405), in so many steps each way. */
enum { NORMAL_STEPS = 32767 };

ALWAYS_INLINE double octahedron_folded(double a, double b)
{
  return (1 - fabs(b)) * (a >= 0 ? 1 : -1);
}

/* Unit normal of Sample.normal; in loops from its steps, which compilers do not vectorise. */
ALWAYS_INLINE void normal_steps(uint32_t packed, double *x, double *y)
{
  *x = (int)(packed & 0xffff) - NORMAL_STEPS;
  *y = (int)(packed >> 16) - NORMAL_STEPS;
}

ALWAYS_INLINE Vec3 normal_of_steps(double x_steps, double y_steps)
{
  const double x = x_steps / NORMAL_STEPS, y = y_steps / NORMAL_STEPS, z = fabs(x) + fabs(y) - 1;
  const Vec3   u =
    vec3_choose(z <= 0, vec3(x, y, z), vec3(octahedron_folded(x, y), octahedron_folded(y, x), z));

  return vec3_scale(1 / vec3_norm(u), u);
}

ALWAYS_INLINE Vec3 normal_unpacked(uint32_t packed)
{
  double x, y;

  normal_steps(packed, &x, &y);
  return normal_of_steps(x, y);
}

typedef struct {
  const Scene *scene;
  int          first, rows, width;
  bool         layered;
  Sample      *solid; /* [rows][width] nearest of all opaque objects */
  Sample      *layer; /* [rows][width][CANVAS_LAYERS] of the others; NULL unless layered */
} Canvas;

/* Create a canvas for up to `rows` rows at a time. layered: an object of some rank is not
   opaque. */
void canvas_create(const Scene *scene, int rows, bool layered, Canvas *canvas);
void canvas_free(Canvas *canvas);
/* Draw rows first .. first + rows - 1 of the picture. */
void canvas_draw(Canvas *canvas, int first, int rows);
/* Merge one sample, as if its object were of this scene. */
void canvas_put(Canvas *canvas, int row, int column, const Sample *sample);

/* ---- light that reaches the samples: the parts of the sky and of the lamp that they see. Both are
   found from depth maps of all bodies as seen from many directions (Tarini, Cignoni & Montani 2006,
   IEEE Trans. Vis. Comput. Graph. 12, 1237); each map is the minimum over ranks ---- */

/* Rows of a picture that one rank finishes. */
typedef struct {
  int     first, rows, width;
  Sample *solid;    /* [rows][width] */
  float (*over)[4]; /* [rows][width] layers in front of it: light, and opacity; NULL: none */
  /* [rows][width] weight of the sky that is seen, and of all of it; part of the lamp
     seen. NULL: all */
  float *open, *sky, *lamp;
} Strip;

typedef struct {
  bool occlusion, shadows;
  Vec3 up; /* where the sky is brightest, unit vector in the frame of the camera */
  /* 2 or 4: a sample looks in one of so many parts of the directions, its neighbours in the others;
     0: in all */
  int shares;
} Lighting;

/* The lamp is to the upper left, behind the eye; in the frame of the camera. */
extern const Vec3 lamp_way;

/* Bodies that hold up light, found before scene_sort (light_maps.h). */
typedef struct Casters Casters;

/* Set open, sky and lamp of a strip. size: cells of the maps along each side. Collective. */
PetscErrorCode lights_find(const Parallel *par, const Casters *casters, const Lighting *how,
                           int size, Strip *strip);

/* ---- pictures ---- */

/* Colour of opaque objects at a point of the lab. */
typedef struct {
  Colour (*colour)(const void *context, Vec3 x);
  const void *context;
} Paint;

typedef struct {
  Lighting lighting;
  int      factor;      /* samples per pixel, along each side */
  Colour   top, bottom; /* of the background */
  Paint    paint;       /* in place of the colours of opaque objects; colour NULL: these */
} Rendering;

/* Draw the picture. *pixels: on rank 0 [height][width][3] bytes of red, green and blue, from the
   top, with width and height of the scene over factor, to be freed with array_free; elsewhere NULL.
   The order of objects in the scene changes. Collective. */
PetscErrorCode render(const Parallel *par, Scene *scene, const Rendering *how,
                      unsigned char **pixels);

/* Write such pixels as a PNG file, complete or not at all. False: `why` (`size` bytes) has the path
   and the reason. Local. */
bool png_write(const char *path, int width, int height, const unsigned char *pixels, char *why,
               size_t size);

#endif
