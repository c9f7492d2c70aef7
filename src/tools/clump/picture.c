/* SPDX-License-Identifier: MIT */
/* Verb picture: draws pebbles, a mesh, or both, as panels side by side. */
#include "output/picture/render.h"
#include "output/picture/tint.h"
#include "shape/mesh/mesh_distance.h"
#include "tools/clump/verbs.h"

/* ---- camera ---- */

enum { FINE = 2 /* samples per pixel along each side */, MOST_PANELS = 3 };

static const double margin = 1.08; /* size of the image over the size of the body */

/* cos and sin of the view angles: 30 degrees about the vertical, 20 degrees from above */
static const double side[2]  = {0.8660254037844386, 0.5},
                    above[2] = {0.9396926207859084, 0.3420201433256687};

/* Pebbles, a mesh, or both, to be drawn. */
typedef struct {
  const PebbleSet *set;
  const MeshBody  *solid;
} Shown;

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
static bool body_is_drawable(const Shown *body)
{
  for (int i = 0; body->set && i < body->set->n; i++) {
    const Vec3 x = body->set->x[i];

    if (!vec3_is_drawable(x) || !vec3_is_drawable(pebble_set_axis(body->set, i)) ||
        !is_drawable(body->set->r[i], LENGTH_LEAST))
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
static void extent(const Shown *body, Vec3 way, double *lo, double *hi)
{
  *lo = INFINITY;
  *hi = -INFINITY;
  for (int i = 0; body->set && i < body->set->n; i++) {
    const double at     = vec3_dot(way, body->set->x[i]),
                 around = body->set->r[i] + fabs(vec3_dot(way, pebble_set_axis(body->set, i)));

    *lo = min_real(*lo, at - around);
    *hi = max_real(*hi, at + around);
  }
  for (int k = 0; body->solid && k < body->solid->mesh.n_vertices; k++) {
    const double at = vec3_dot(way, body->solid->mesh.vertex[k]);

    *lo = min_real(*lo, at);
    *hi = max_real(*hi, at);
  }
}

/* Camera without perspective, whose picture, `size` pixels wide and 0.5 to 1 times as high, just
   holds the body. right, up: orthogonal unit vectors. */
static View look_along(const Shown *body, Vec3 right, Vec3 up, int size)
{
  View       view   = {.right    = right,
                       .up       = up,
                       .ahead    = vec3_cross(up, right),
                       .parallel = true,
                       .near     = -INFINITY,
                       .width    = FINE * size};
  const Vec3 way[3] = {right, up, view.ahead};
  double     wide[3];

  for (int k = 0; k < 3; k++) {
    double lo, hi;

    extent(body, way[k], &lo, &hi);
    view.eye = vec3_axpy(view.eye, 0.5 * (lo + hi), way[k]);
    wide[k]  = hi - lo;
  }
  view.height = FINE * (int)ceil(size * max_real(0.5, min_real(1, wide[1] / wide[0])));
  view.half   = 0.5 * margin * max_real(wide[1], wide[0] * view.height / view.width);
  return view;
}

/* Choose the camera. 2D bodies are seen along z, with x to the right; others along the principal
   axes, turned by the view angles. */
static View look(const Shown *body, Quat axes, int size)
{
  const Vec3 a[3]   = {quat_turn(axes, vec3(1, 0, 0)), quat_turn(axes, vec3(0, 1, 0)),
                       quat_turn(axes, vec3(0, 0, 1))};
  const Vec3 right  = vec3_axpy(vec3_scale(side[0], a[0]), -side[1], a[2]);
  const Vec3 toward = vec3_axpy(vec3_scale(side[1], a[0]), side[0], a[2]);

  if (body->set && body->set->dimension == 2)
    return look_along(body, vec3(1, 0, 0), vec3(0, 1, 0), size);
  return look_along(body, right, vec3_axpy(vec3_scale(above[0], a[1]), -above[1], toward), size);
}

typedef struct {
  MeshDistance near;
  double       full; /* m */
} Distance;

/* Colour by the signed distance to the mesh. */
static Colour heat(const void *context, Vec3 x)
{
  static const Vec3 on = {0.82, 0.81, 0.80}, outside = {0.78, 0.15, 0.17},
                    inside = {0.13, 0.31, 0.74};
  const Distance *d        = context;
  MeshHit         hit;
  double          part;
  Vec3            c = on;

  if (mesh_distance_find(&d->near, x, INFINITY, &hit)) {
    part = max_real(-1, min_real(1, hit.distance / d->full));
    c    = vec3_axpy(on, fabs(part), vec3_sub(part > 0 ? outside : inside, on));
  }
  return colour_of(c.x, c.y, c.z, 1);
}

static void add_mesh(const Mesh *mesh, Scene *scene)
{
  for (int f = 0; f < mesh->n_faces; f++) {
    Vec3 flat = mesh_face_normal(mesh, f);

    if (vec3_normalize(&flat))
      scene_triangle(
        scene, (Vec3[]){mesh_corner(mesh, f, 0), mesh_corner(mesh, f, 1), mesh_corner(mesh, f, 2)},
        (Vec3[]){flat, flat, flat}, colour_of(0.68, 0.65, 0.61, 1), true);
  }
}

static void add_pebble(const PebbleSet *set, int i, Scene *scene)
{
  const Vec3 half = pebble_set_axis(set, i), from = vec3_sub(set->x[i], half),
             to = vec3_add(set->x[i], half);

  scene_ball(scene, from, set->r[i], list_colour(i));
  if (vec3_is_zero(half)) return;
  scene_ball(scene, to, set->r[i], list_colour(i));
  scene_rod(scene, from, to, set->r[i], list_colour(i));
}

/* Draw pebbles or a mesh, the other being NULL, into a panel that begins at `pixels`. paint: colours
   of the pebbles; without any, neighbours differ. stride: bytes from row to row. */
static PetscErrorCode panel_draw(const View *view, const PebbleSet *set, const Mesh *mesh,
                                 const Paint *paint, unsigned char *pixels, size_t stride)
{
  const Rendering how = {
    .lighting = {.occlusion = true, .shadows = true, .up = {0, 1, 0}, .shares = 4},
    .factor   = FINE,
    .top      = colour_of(1, 1, 1, 1),
    .bottom   = colour_of(0.93, 0.94, 0.95, 1),
    .paint    = *paint};
  const size_t   width = 3 * (size_t)(view->width / FINE);
  Scene          scene = {.view = *view};
  Parallel       alone;
  unsigned char *drawn;

  PetscFunctionBeginUser;
  for (int i = 0; set && i < set->n; i++) add_pebble(set, i, &scene);
  if (mesh) add_mesh(mesh, &scene);
  PetscCall(parallel_create(communicator_alone(), &alone));
  PetscCall(render(&alone, &scene, &how, &drawn));
  PetscCall(parallel_destroy(&alone));
  for (int row = 0; row < view->height / FINE; row++)
    memcpy(pixels + (size_t)row * stride, drawn + (size_t)row * width, width);
  array_free(&drawn);
  scene_free(&scene);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode draw(const char *path, int size, Quat axes, const PebbleSet *set,
                    const MeshBody *solid, bool *good)
{
  const Shown  body  = {.set = set, .solid = solid};
  const bool   both  = set && solid;
  const int    n     = both ? MOST_PANELS : 1;
  const size_t width = 3 * (size_t)size, stride = (size_t)n * width; /* bytes of a row */
  Distance     distance = {.full = solid ? DRAW_FULL * solid->diameter : 0};
  View         view;
  char         why[4096];

  unsigned char *pixels;

  PetscFunctionBeginUser;
  *good = body_is_drawable(&body);
  if (*good)
    *good = !both || mesh_distance_create(&solid->mesh, &distance.near, why) || refuse("%s", why);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  view = look(&body, axes, size);
  array_create(&pixels, stride, view.height / FINE);
  for (int k = 0; k < n; k++) {
    const bool  is_mesh = solid && k == 0;
    const Paint paint   = {.colour = k == 2 ? heat : NULL, .context = &distance};

    PetscCall(panel_draw(&view, is_mesh ? NULL : set, is_mesh ? &solid->mesh : NULL, &paint,
                         pixels + (size_t)k * width, stride));
  }
  *good =
    png_write(path, n * size, view.height / FINE, pixels, why, sizeof why) || refuse("%s", why);
  array_free(&pixels);
  if (both) mesh_distance_free(&distance.near);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode body_draw(const Request *request, const char *path, const Body *body,
                         const MassProperties *mass, bool *good)
{
  const bool      beside = body->kind == BODY_PEBBLES && request->mesh;
  MeshBody        other  = {.diameter = 0};
  const MeshBody *solid  = body->kind == BODY_MESH               ? &body->solid
                           : body->kind == BODY_SHAPES || beside ? &other
                                                                 : NULL;

  PetscFunctionBeginUser;
  *good = true;
  if (beside) *good = mesh_body_read(request, request->mesh, &other);
  else if (body->kind == BODY_SHAPES) shape_file_mesh(&body->shapes, mass, &other);
  if (*good)
    PetscCall(draw(path, request->size, beside ? other.mass.axes : mass->axes,
                   body->kind == BODY_PEBBLES ? &body->pebbles.set : NULL, solid, good));
  mesh_free(&other.mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Uses mass_sum for the principal axes: accurate enough for the camera. */
static PetscErrorCode picture_run(const Request *request, int *status)
{
  MassProperties mass;
  Body           body;
  char           why[256];
  bool           good;

  PetscFunctionBeginUser;
  PetscCall(body_read(request, &body, &good));
  if (good && !body_mass(&body, &mass_sum, &request->options, &mass, why))
    good = refuse("%s: %s", request->file[0], why);
  if (good) PetscCall(body_draw(request, request->file[1], &body, &mass, &good));
  *status = good ? EXIT_DONE : EXIT_USAGE;
  body_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const VerbPlugin verb_picture = {
  .head    = {.name = "picture", .text = "draw a body"},
  .use     = "IN OUT.png",
  .needs   = "two files, the body and the picture",
  .n_files = 2,
  .run     = picture_run,
};
