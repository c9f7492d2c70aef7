/* SPDX-License-Identifier: MIT */
/* Objects of a picture: balls, rods, triangles and lines, in the frame of the camera: x to
   the right, y up, z ahead, the eye at the origin. Each rank has a scene with its own objects.

   Uses only + - * / sqrt, so that pictures are the same on every machine, and no result depends on
   the order of objects. Local. */
#ifndef OUTPUT_PICTURE_SCENE_H
#define OUTPUT_PICTURE_SCENE_H

#include "base/base.h"
#include "base/vec.h"

enum { SCENE_CUTS = 8 };

/* Camera. Perspective: an object at depth z is shown at x / z, y / z; parallel: at x, y. */
typedef struct {
  Vec3   eye;              /* m */
  Vec3   right, up, ahead; /* orthogonal unit vectors */
  bool   parallel;
  double half;          /* half the height of the picture: over the depth; parallel: m */
  double near;          /* smallest depth drawn, m; parallel: -INFINITY */
  int    width, height; /* samples */
} View;

/* Set a camera at `from` that looks at `to`; up: any vector that is not along this line. angle: of
   the height of the picture, seen from the eye, degrees; parallel: the height itself, m. False:
   there is no such camera. */
bool view_set(Vec3 from, Vec3 to, Vec3 up, bool parallel, double angle, View *view);
/* A point, and a direction, of the lab in the frame of the camera. */
Vec3 view_point(const View *view, Vec3 x);
Vec3 view_vector(const View *view, Vec3 v);
Vec3 view_place(const View *view, Vec3 x); /* the point of the lab of which x is view_point */
/* Samples per unit of x / z, or of x. */
static inline double view_sharpness(const View *view)
{
  return view->height / (2 * view->half);
}

/* Ray of a sample: origin + t way, t being the depth. */
typedef struct {
  Vec3 origin, way;
} Ray;

static inline Ray view_ray(const View *view, int column, int row)
{
  const double step = 2 * view->half / view->height;
  const double u    = (column + 0.5 - 0.5 * view->width) * step,
               v    = (0.5 * view->height - row - 0.5) * step;
  const double flat = view->parallel, deep = 1 - flat; /* factors, so that loops vectorise */

  return (Ray){{flat * u, flat * v, 0}, {deep * u, deep * v, 1}};
}

static inline Vec3 ray_at(Ray ray, double t)
{
  return vec3_axpy(ray.origin, t, ray.way);
}

/* Colour as shown, a byte each of red, green, blue and opacity, from the lowest. Bytes are the
   square root of light, which approximates the curve of sRGB. */
typedef uint32_t Colour;
enum { OPAQUE = 255 };
/* Parts from 0 to 1. */
Colour colour_of(double red, double green, double blue, double opacity);
Colour colour_faded(Colour colour, double opacity); /* with this opacity */

/* Its bytes of red, green and blue as numbers, and the light of such bytes, from 0 to 1. */
static inline Vec3 colour_bytes(Colour c)
{
  return vec3(c & 255, c >> 8 & 255, c >> 16 & 255);
}

static inline Vec3 bytes_light(Vec3 bytes)
{
  const double r = bytes.x / 255.0, g = bytes.y / 255.0, b = bytes.z / 255.0;

  return vec3(r * r, g * g, b * b);
}

static inline Vec3 colour_light(Colour c)
{
  return bytes_light(colour_bytes(c));
}

static inline int colour_opacity(Colour c)
{
  return (int)(c >> 24);
}

static inline bool is_opaque(Colour c)
{
  return colour_opacity(c) == OPAQUE;
}

typedef struct {
  Vec3    x;
  double  r;
  Colour  colour;
  int32_t lo, hi; /* rows of samples lo .. hi - 1 that it may cover */
} SceneBall;

typedef struct {
  Vec3   corner[3], normal[3]; /* unit normals, of any sign */
  Colour colour;
  bool   casts; /* light is held up by it */
} SceneTriangle;

/* A cylinder with flat ends. */
typedef struct {
  Vec3    a, b, along; /* middles of the ends; unit vector from a to b */
  double  r;
  Colour  colour;
  int32_t lo, hi, left, right; /* rows lo .. hi - 1 and columns that it may cover */
} SceneRod;

/* A line of `width` samples across, not scaled by its depth. */
typedef struct {
  Vec3   a, b;
  double width;
  Colour colour;
} SceneLine;

/* Half-space that is cut off: normal . x > at, in the frame of the camera. */
typedef struct {
  Vec3   normal;
  double at;
} SceneCut;

/* Starts as {.view}; free with scene_free. */
typedef struct {
  View     view;
  PetscInt n_balls, ball_capacity, n_triangles, triangle_capacity, n_lines, line_capacity, n_rods,
    rod_capacity;
  SceneBall     *ball;
  SceneTriangle *triangle;
  SceneLine     *line;
  SceneRod      *rod;
  bool           layered; /* some object is not opaque */
  int            n_cuts;
  SceneCut       cut[SCENE_CUTS];
} Scene;

void scene_free(Scene *scene);
/* Add objects in lab coordinates. Objects outside the picture, or with opacity 0, are left out. */
void scene_ball(Scene *scene, Vec3 x, double r, Colour colour);
void scene_triangle(Scene *scene, const Vec3 corner[3], const Vec3 normal[3], Colour colour,
                    bool casts);
void scene_rod(Scene *scene, Vec3 a, Vec3 b, double r, Colour colour);
void scene_line(Scene *scene, Vec3 a, Vec3 b, double width, Colour colour);
/* Cut off all objects beyond the plane through x, on the side of the normal. */
void scene_cut(Scene *scene, Vec3 x, Vec3 normal);
/* Bring balls into an order, nearest first, that makes drawing fast. */
void scene_sort(Scene *scene);

/* ---- rays against the round bodies of a scene, of which cuts may remove a part. Depths are those
   at which a ray enters. *normal: unit normal there, that of the cut if the ray enters through a
   cut. False: the ray misses ---- */

bool ball_hit(const Scene *scene, const SceneBall *ball, Ray ray, double *t, Vec3 *normal);
bool rod_hit(const Scene *scene, const SceneRod *rod, Ray ray, double *t, Vec3 *normal);
/* True if a point is cut off. */
bool is_cut_off(const Scene *scene, Vec3 x);

#endif
