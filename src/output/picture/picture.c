/* SPDX-License-Identifier: MIT */
/* Ray casting of spheres and triangles into the depth buffer, each within the bounding rectangle of
   its image. In the frame of the camera a ray is t (u, v, 1), so that t is the depth. */
#include "output/picture/picture.h"
#include "output/picture/ray.h"

/* ---- the frame of the camera ---- */

static Vec3 to_camera(const Camera *c, Vec3 x)
{
  const Vec3 d = vec3_sub(x, c->eye);

  return vec3(vec3_dot(d, c->right), vec3_dot(d, c->up), vec3_dot(d, c->ahead));
}

static Vec3 from_camera(const Camera *c, Vec3 x)
{
  return vec3_axpy(vec3_axpy(vec3_axpy(c->eye, x.x, c->right), x.y, c->up), x.z, c->ahead);
}

/* Samples per unit of u and v. */
static double sharpness(const Picture *p, const Camera *c)
{
  return p->height / (2 * c->half);
}

static Vec3 ray_of(const Picture *p, const Camera *c, int column, int row)
{
  const double per = sharpness(p, c);

  return vec3(c->middle[0] + (column + 0.5 - 0.5 * p->width) / per,
              c->middle[1] + (0.5 * p->height - row - 0.5) / per, 1);
}

Camera camera_at(Vec3 centre, double radius, Vec3 right, Vec3 up)
{
  const double away = 5 * radius; /* m; weak perspective */
  Camera       c;

  c.right     = vec3_scale(1 / vec3_norm(right), right);
  c.up        = vec3_axpy(up, -vec3_dot(up, c.right), c.right);
  c.up        = vec3_scale(1 / vec3_norm(c.up), c.up);
  c.ahead     = vec3_cross(c.up, c.right);
  c.middle[0] = c.middle[1] = 0;
  c.eye                     = vec3_axpy(centre, -away, c.ahead);
  c.half = radius / sqrt(away * away - radius * radius); /* the ball's tangent cone */
  c.near = 1e-3 * radius;
  return c;
}

PetscErrorCode picture_create(int width, int height, Picture *picture)
{
  const size_t n = (size_t)width * (size_t)height;

  PetscFunctionBeginUser;
  *picture = (Picture){.width = width, .height = height};
  PetscCall(array_create(&picture->colour, 3 * sizeof *picture->colour, (PetscInt)n));
  PetscCall(array_create(&picture->depth, sizeof *picture->depth, (PetscInt)n));
  for (size_t k = 0; k < n; k++) picture->depth[k] = INFINITY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void picture_free(Picture *picture)
{
  array_free(&picture->colour);
  array_free(&picture->depth);
}

/* ---- light ---- */

/* Colour with lighting: key light from the front upper left, fill light from the lower right,
   ambient light that increases upwards, and a specular highlight. All vectors are in the frame of
   the camera, z pointing away from the eye. normal: unit vector towards the eye. */
static Vec3 lit(Vec3 colour, Vec3 normal, Vec3 ray)
{
  static const Vec3 key = {-0.48, 0.62, -0.62}, fill = {0.80, -0.20, -0.56};
  const Vec3        eye  = vec3_scale(-1 / vec3_norm(ray), ray);
  const Vec3        half = vec3_add(key, eye);
  const double      diffuse =
    0.80 * max_real(0, vec3_dot(normal, key)) + 0.16 * max_real(0, vec3_dot(normal, fill));
  const double sky    = 0.24 + 0.10 * normal.y,
               facing = max_real(0, vec3_dot(normal, half) / vec3_norm(half));
  double shine        = facing;

  for (int k = 0; k < 5; k++) shine *= shine; /* to the power of 32 */
  return vec3_add(vec3_scale(diffuse + sky, colour),
                  vec3(0.10 * shine, 0.10 * shine, 0.10 * shine));
}

/* True if the sample holds nothing as near as `depth`. */
static bool is_seen(const Picture *p, size_t at, double depth)
{
  return (float)depth < p->depth[at];
}

static void set_sample(Picture *p, size_t at, double depth, Vec3 colour)
{
  p->depth[at]          = (float)depth;
  p->colour[3 * at + 0] = (float)colour.x;
  p->colour[3 * at + 1] = (float)colour.y;
  p->colour[3 * at + 2] = (float)colour.z;
}

/* ---- bounds of images ---- */

/* Rectangle of samples: columns lo[0] .. hi[0] - 1, rows lo[1] .. hi[1] - 1. */
typedef struct {
  int lo[2], hi[2];
} Window;

/* Samples that cover (u, v) from lo to hi, clipped to the picture. */
static Window window_of(const Picture *p, const Camera *c, const double lo[2], const double hi[2])
{
  const double per = sharpness(p, c), most[2] = {p->width, p->height};
  const double middle[2] = {0.5 * p->width - per * c->middle[0],
                            0.5 * p->height + per * c->middle[1]};
  Window       w;

  for (int k = 0; k < 2; k++) {
    const double from = k == 0 ? lo[0] : -hi[1],
                 to   = k == 0 ? hi[0] : -lo[1]; /* rows count downwards */

    w.lo[k] = (int)max_real(0, min_real(most[k], floor(from * per + middle[k] - 0.5)));
    w.hi[k] = (int)max_real(0, min_real(most[k], ceil(to * per + middle[k] + 0.5)));
  }
  return w;
}

void camera_bounds(const Camera *camera, Vec3 centre, double radius, double lo[2], double hi[2])
{
  const Vec3 c = to_camera(camera, centre);

  circle_tangents(c.x, c.z, radius, &lo[0], &hi[0]);
  circle_tangents(c.y, c.z, radius, &lo[1], &hi[1]);
}

/* ---- spheres ---- */

typedef struct {
  double nearest;
  int    i;
} Turn;

static int compare_turns(const void *a, const void *b)
{
  const Turn *p = a, *q = b;

  if (p->nearest != q->nearest) return p->nearest < q->nearest ? -1 : 1;
  return p->i < q->i ? -1 : 1;
}

/* Draw sphere i, which must be wholly in front of the eye. */
static void sphere_draw(Picture *p, const Camera *camera, int i, Vec3 x, double r,
                        const Paint *paint)
{
  const Scene     uncut = {.n_cuts = 0};
  const SceneBall ball  = {.x = to_camera(camera, x), .r = r};
  double          lo[2], hi[2];
  Window          w;

  camera_bounds(camera, x, r, lo, hi);
  w = window_of(p, camera, lo, hi);
  for (int row = w.lo[1]; row < w.hi[1]; row++) {
    for (int column = w.lo[0]; column < w.hi[0]; column++) {
      const size_t at  = (size_t)row * (size_t)p->width + (size_t)column;
      const Vec3   ray = ray_of(p, camera, column, row);
      double       depth;
      Vec3         normal;

      if (!ball_hit(&uncut, &ball, (Ray){{0, 0, 0}, ray}, &depth, &normal) ||
          depth < camera->near || !is_seen(p, at, depth))
        continue;
      set_sample(p, at, depth,
                 lit(paint->colour(paint->context, i, from_camera(camera, vec3_scale(depth, ray))),
                     normal, ray));
    }
  }
}

PetscErrorCode picture_spheres(Picture *picture, const Camera *camera, int n, const Vec3 *x,
                               const double *r, const Paint *paint)
{
  Turn *turn;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &turn));
  for (int i = 0; i < n; i++) turn[i] = (Turn){.nearest = to_camera(camera, x[i]).z - r[i], .i = i};
  sort_items(turn, n, sizeof *turn, compare_turns); /* nearest first: little overdrawing */
  for (int k = 0; k < n; k++) {
    const int i = turn[k].i;

    if (turn[k].nearest > camera->near) sphere_draw(picture, camera, i, x[i], r[i], paint);
  }
  PetscCall(PetscFree(turn));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- triangles ---- */

typedef struct {
  Vec3   corner[3], normal; /* in the camera's frame; unit normal towards the eye */
  double u[3], v[3];        /* corners in the picture plane */
  double area;              /* twice the signed area in the picture plane */
} Triangle;

/* Returns false if a corner is nearer than `near`, or if the triangle has no area in the
   picture. */
static bool triangle_set(const Camera *camera, const Mesh *mesh, int f, Triangle *t)
{
  double length;

  for (int k = 0; k < 3; k++) {
    t->corner[k] = to_camera(camera, mesh_corner(mesh, f, k));
    if (t->corner[k].z < camera->near) return false;
    t->u[k] = t->corner[k].x / t->corner[k].z;
    t->v[k] = t->corner[k].y / t->corner[k].z;
  }
  t->normal =
    vec3_cross(vec3_sub(t->corner[1], t->corner[0]), vec3_sub(t->corner[2], t->corner[0]));
  length  = vec3_norm(t->normal);
  t->area = (t->u[1] - t->u[0]) * (t->v[2] - t->v[0]) - (t->v[1] - t->v[0]) * (t->u[2] - t->u[0]);
  if (!(length > 0) || t->area == 0) return false;
  t->normal = vec3_scale((vec3_dot(t->normal, t->corner[0]) > 0 ? -1 : 1) / length, t->normal);
  return true;
}

static bool is_inside(const Triangle *t, Vec3 ray)
{
  for (int k = 0; k < 3; k++) {
    const int    l = (k + 1) % 3;
    const double side =
      (t->u[l] - t->u[k]) * (ray.y - t->v[k]) - (t->v[l] - t->v[k]) * (ray.x - t->u[k]);

    if (side * t->area < -1e-9 * t->area * t->area)
      return false; /* rounding: no gaps between neighbours */
  }
  return true;
}

static void triangle_draw(Picture *p, const Camera *camera, int f, const Triangle *t,
                          const Paint *paint)
{
  const double lo[2] = {min_real(t->u[0], min_real(t->u[1], t->u[2])),
                        min_real(t->v[0], min_real(t->v[1], t->v[2]))};
  const double hi[2] = {max_real(t->u[0], max_real(t->u[1], t->u[2])),
                        max_real(t->v[0], max_real(t->v[1], t->v[2]))};
  const Window w     = window_of(p, camera, lo, hi);

  for (int row = w.lo[1]; row < w.hi[1]; row++) {
    for (int column = w.lo[0]; column < w.hi[0]; column++) {
      const size_t at    = (size_t)row * (size_t)p->width + (size_t)column;
      const Vec3   ray   = ray_of(p, camera, column, row);
      const double depth = vec3_dot(t->normal, t->corner[0]) / vec3_dot(t->normal, ray);

      if (!is_inside(t, ray) || !(depth >= camera->near) || !is_seen(p, at, depth)) continue;
      set_sample(p, at, depth,
                 lit(paint->colour(paint->context, f, from_camera(camera, vec3_scale(depth, ray))),
                     t->normal, ray));
    }
  }
}

void picture_mesh(Picture *picture, const Camera *camera, const Mesh *mesh, const Paint *paint)
{
  Triangle t;

  for (int f = 0; f < mesh->n_faces; f++) {
    if (triangle_set(camera, mesh, f, &t)) triangle_draw(picture, camera, f, &t, paint);
  }
}
