/* SPDX-License-Identifier: MIT */
/* Draws the panels of a picture of a clump: camera, colours, rendering, PNG. */
#include "tools/clump/draw.h"
#include "base/bounds.h"
#include "output/picture/picture.h"
#include "output/picture/png.h"
#include "shape/mesh/mesh_near.h"
#include "tools/clump/tell.h"

enum { FINE = 3 /* samples per pixel along each axis */, MOST_PANELS = 3 };

static const double margin = 1.08; /* size of the image over the size of the body */

/* cos and sin of the view angles: 30 degrees about the vertical, 20 degrees from above */
static const double side[2]  = {0.8660254037844386, 0.5},
                    above[2] = {0.9396926207859084, 0.3420201433256687};

/* ---- camera ---- */

typedef struct {
  const PebbleSet *set;
  const MeshBody  *solid;
} Body;

typedef struct {
  Camera camera;
  double radius;        /* bounding radius of the body, m */
  int    width, height; /* of a panel, pixels */
} View;

/* True if the square of this length or coordinate is far from overflow and underflow. */
static bool is_drawable(double size, double least)
{
  return fabs(size) >= least && fabs(size) <= LENGTH_MOST;
}

static bool vec3_is_drawable(Vec3 x)
{
  return is_drawable(x.x, 0) && is_drawable(x.y, 0) && is_drawable(x.z, 0);
}

/* True if all of the body can be drawn; if not, says why. */
static bool body_is_drawable(const Body *body)
{
  for (int i = 0; body->set && i < body->set->n; i++) {
    const Vec3 x = body->set->x[i];

    if (!vec3_is_drawable(x) || !is_drawable(body->set->r[i], LENGTH_LEAST))
      return refuse("pebble %d, at (%g, %g, %g) with radius %g, cannot be drawn: coordinates may "
                    "be up to %g, radii %g to %g: "
                    "take other units",
                    i + 1, x.x, x.y, x.z, body->set->r[i], LENGTH_MOST, LENGTH_LEAST, LENGTH_MOST);
  }
  for (int k = 0; body->solid && k < body->solid->mesh.n_vertices; k++) {
    const Vec3 x = body->solid->mesh.vertex[k];

    if (!vec3_is_drawable(x))
      return refuse(
        "the vertex (%g, %g, %g) cannot be drawn: coordinates may be up to %g: take other units",
        x.x, x.y, x.z, LENGTH_MOST);
  }
  return !body->solid || is_drawable(body->solid->diameter, LENGTH_LEAST) ||
         refuse("a mesh of the size of a sphere %g across cannot be drawn: take other units",
                body->solid->diameter);
}

/* Extent of the body along the unit vector way, m. */
static void extent(const Body *body, Vec3 way, double *lo, double *hi)
{
  *lo = INFINITY;
  *hi = -INFINITY;
  for (int i = 0; body->set && i < body->set->n; i++) {
    const double at = vec3_dot(way, body->set->x[i]);

    *lo = min_real(*lo, at - body->set->r[i]);
    *hi = max_real(*hi, at + body->set->r[i]);
  }
  for (int k = 0; body->solid && k < body->solid->mesh.n_vertices; k++) {
    const double at = vec3_dot(way, body->solid->mesh.vertex[k]);

    *lo = min_real(*lo, at);
    *hi = max_real(*hi, at);
  }
}

static double reach(const Body *body, Vec3 centre)
{
  double r = 0;

  for (int i = 0; body->set && i < body->set->n; i++)
    r = max_real(r, vec3_norm(vec3_sub(body->set->x[i], centre)) + body->set->r[i]);
  for (int k = 0; body->solid && k < body->solid->mesh.n_vertices; k++)
    r = max_real(r, vec3_norm(vec3_sub(body->solid->mesh.vertex[k], centre)));
  return r;
}

/* Widen the bounds of the image, lo .. hi, by a ball; r = 0 for a point. */
static void widen(const Camera *camera, Vec3 x, double r, double lo[2], double hi[2])
{
  double from[2], to[2];

  camera_bounds(camera, x, r, from, to);
  for (int k = 0; k < 2; k++) {
    lo[k] = min_real(lo[k], from[k]);
    hi[k] = max_real(hi[k], to[k]);
  }
}

/* Set height, middle and half of the view so that the image fits a picture of view->width pixels.
   The height is 0.5 to 1 of the width. */
static void fit(const Body *body, View *view)
{
  double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY}, part;

  for (int i = 0; body->set && i < body->set->n; i++)
    widen(&view->camera, body->set->x[i], body->set->r[i], lo, hi);
  for (int k = 0; body->solid && k < body->solid->mesh.n_vertices; k++)
    widen(&view->camera, body->solid->mesh.vertex[k], 0, lo, hi);
  for (int k = 0; k < 2; k++) view->camera.middle[k] = 0.5 * (lo[k] + hi[k]);
  part         = max_real(0.5, min_real(1, (hi[1] - lo[1]) / (hi[0] - lo[0])));
  view->height = (int)ceil(view->width * part);
  view->camera.half =
    0.5 * margin * max_real(hi[1] - lo[1], (hi[0] - lo[0]) * view->height / view->width);
}

/* Camera on the axis right x up, aimed at the centre of the body's box along these directions. */
static void look_along(const Body *body, Vec3 right, Vec3 up, View *view)
{
  const Vec3 way[3] = {right, up, vec3_cross(right, up)};
  Vec3       centre = {0, 0, 0};

  for (int k = 0; k < 3; k++) {
    double lo, hi;

    extent(body, way[k], &lo, &hi);
    centre = vec3_axpy(centre, 0.5 * (lo + hi), way[k]);
  }
  view->radius = reach(body, centre);
  view->camera = camera_at(centre, view->radius, right, up);
  fit(body, view);
}

/* Choose the camera. 2D bodies are seen along z, with x to the right; others along the principal
   axes, turned by the view angles. */
static void look(const Body *body, Quat axes, View *view)
{
  const Vec3 a[3]   = {quat_turn(axes, vec3(1, 0, 0)), quat_turn(axes, vec3(0, 1, 0)),
                       quat_turn(axes, vec3(0, 0, 1))};
  const Vec3 right  = vec3_axpy(vec3_scale(side[0], a[0]), -side[1], a[2]);
  const Vec3 toward = vec3_axpy(vec3_scale(side[1], a[0]), side[0], a[2]);

  if (body->set && body->set->dimension == 2) look_along(body, vec3(1, 0, 0), vec3(0, 1, 0), view);
  else look_along(body, right, vec3_axpy(vec3_scale(above[0], a[1]), -above[1], toward), view);
}

/* ---- colours ---- */

static Vec3 stone(const void *context, int item, Vec3 x)
{
  (void)context;
  (void)item;
  (void)x;
  return vec3(0.46, 0.42, 0.37);
}

/* Colour of pebble `item`: a palette of eight, so that neighbours differ. */
static Vec3 coat(const void *context, int item, Vec3 x)
{
  static const Vec3 colours[] = {{0.22, 0.38, 0.50}, {0.58, 0.34, 0.19}, {0.32, 0.43, 0.26},
                                 {0.60, 0.50, 0.25}, {0.44, 0.27, 0.31}, {0.24, 0.44, 0.42},
                                 {0.54, 0.46, 0.38}, {0.34, 0.32, 0.48}};

  (void)context;
  (void)x;
  return colours[item % 8];
}

typedef struct {
  MeshNear near;
  double   full; /* m */
} Distance;

static Vec3 heat(const void *context, int item, Vec3 x)
{
  static const Vec3 on = {0.80, 0.79, 0.76}, outside = {0.68, 0.03, 0.04},
                    inside = {0.02, 0.12, 0.60};
  const Distance *d        = context;
  MeshHit         hit;
  double          part;

  (void)item;
  if (!mesh_near_find(&d->near, x, INFINITY, &hit)) return on;
  part = max_real(-1, min_real(1, hit.distance / d->full));
  return vec3_axpy(on, fabs(part), vec3_sub(part > 0 ? outside : inside, on));
}

/* ---- panels ---- */

typedef struct {
  const PebbleSet *set;  /* these pebbles, or */
  const Mesh      *mesh; /* this mesh; the other is NULL */
  Paint            paint;
} Panel;

static PetscErrorCode panel_draw(const Panel *panel, const View *view, unsigned char *pixels,
                                 size_t stride)
{
  const Camera *camera = &view->camera;
  Picture       picture;

  PetscFunctionBeginUser;
  PetscCall(picture_create(FINE * view->width, FINE * view->height, &picture));
  if (panel->set)
    PetscCall(picture_spheres(&picture, camera, panel->set->n, panel->set->x, panel->set->r,
                              &panel->paint));
  if (panel->mesh) picture_mesh(&picture, camera, panel->mesh, &panel->paint);
  picture_shade(&picture, FINE * view->width / 24, 0.25 * view->radius);
  picture_background(&picture, vec3(1, 1, 1), vec3(0.86, 0.88, 0.90));
  picture_pixels(&picture, FINE, pixels, stride);
  picture_free(&picture);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode panels_draw(const char *path, const View *view, int n, const Panel *panel,
                                  bool *good)
{
  const size_t   width = 3 * (size_t)view->width, stride = (size_t)n * width;
  unsigned char *pixels;
  char           why[4096];

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(stride * (size_t)view->height, &pixels));
  for (int k = 0; k < n; k++)
    PetscCall(panel_draw(&panel[k], view, pixels + (size_t)k * width, stride));
  *good =
    png_write(path, n * view->width, view->height, pixels, why, sizeof why) || refuse("%s", why);
  PetscCall(PetscFree(pixels));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode draw(const char *path, int size, Quat axes, const PebbleSet *set,
                    const MeshBody *solid, bool *good)
{
  const Body body     = {.set = set, .solid = solid};
  const bool both     = set && solid;
  Distance   distance = {.full = solid ? DRAW_FULL * solid->diameter : 0};
  View       view     = {.width = size};
  Panel      panel[MOST_PANELS];
  int        n = 0;
  char       why[256];

  PetscFunctionBeginUser;
  *good = body_is_drawable(&body);
  if (*good)
    *good = !both || mesh_near_create(&solid->mesh, &distance.near, why) || refuse("%s", why);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  if (solid) panel[n++] = (Panel){.mesh = &solid->mesh, .paint = {.colour = stone}};
  if (set) panel[n++] = (Panel){.set = set, .paint = {.colour = coat}};
  if (both) panel[n++] = (Panel){.set = set, .paint = {.colour = heat, .context = &distance}};
  look(&body, axes, &view);
  PetscCall(panels_draw(path, &view, n, panel, good));
  if (both) mesh_near_free(&distance.near);
  PetscFunctionReturn(PETSC_SUCCESS);
}
