/* SPDX-License-Identifier: MIT */
/* Ray casting (render.h). */
#include "output/picture/render.h"

static const Sample nothing = {.depth = INFINITY, .colour = UINT32_MAX, .normal = UINT32_MAX};

void canvas_create(const Scene *scene, int rows, bool layered, Canvas *c)
{
  const PetscInt n = (PetscInt)rows * scene->view.width;

  *c = (Canvas){.scene = scene, .width = scene->view.width, .layered = layered};
  array_create(&c->solid, sizeof *c->solid, n);
  if (layered) array_create(&c->layer, CANVAS_LAYERS * sizeof *c->layer, n);
}

void canvas_free(Canvas *c)
{
  array_free(&c->solid);
  array_free(&c->layer);
}

/* ---- normals: a point of an octahedron, whose far half is folded out (Meyer et al. 2010, Comput.
   Graph. Forum 29, 1405) ---- */

enum { STEPS = 32767 };

static double folded(double a, double b)
{
  return (1 - fabs(b)) * (a >= 0 ? 1 : -1);
}

static uint32_t step_of(double part)
{
  return (uint32_t)(STEPS + (int)floor(STEPS * part + 0.5));
}

static uint32_t normal_packed(Vec3 u)
{
  const double s = fabs(u.x) + fabs(u.y) + fabs(u.z), x = u.x / s, y = u.y / s;

  if (u.z <= 0) return step_of(x) | step_of(y) << 16;
  return step_of(folded(x, y)) | step_of(folded(y, x)) << 16;
}

Vec3 normal_unpacked(uint32_t packed)
{
  const double x = ((int)(packed & 0xffff) - STEPS) / (double)STEPS,
               y = ((int)(packed >> 16) - STEPS) / (double)STEPS, z = fabs(x) + fabs(y) - 1;
  const Vec3 u = z <= 0 ? vec3(x, y, z) : vec3(folded(x, y), folded(y, x), z);

  return vec3_scale(1 / vec3_norm(u), u);
}

/* ---- samples ---- */

static bool is_before(const Sample *a, const Sample *b)
{
  if (a->depth != b->depth) return a->depth < b->depth;
  if (a->colour != b->colour) return a->colour < b->colour;
  return a->normal < b->normal;
}

static void layers_put(Sample *layer, Sample s)
{
  for (int k = 0; k < CANVAS_LAYERS; k++) {
    const Sample here = layer[k];

    if (memcmp(&here, &s, sizeof s) == 0) return;
    if (is_before(&s, &here)) layer[k] = s, s = here;
  }
}

static void put(Canvas *c, size_t at, const Sample *s)
{
  if (!is_opaque(s->colour)) layers_put(&c->layer[CANVAS_LAYERS * at], *s);
  else if (is_before(s, &c->solid[at])) c->solid[at] = *s;
}

void canvas_put(Canvas *c, int row, int column, const Sample *s)
{
  put(c, (size_t)(row - c->first) * (size_t)c->width + (size_t)column, s);
}

/* ---- balls and rods ---- */

/* Columns lo .. hi - 1 in which a row of samples may meet the ball. */
static void columns_of(const View *view, const SceneBall *ball, int row, int *lo, int *hi)
{
  const double per = view_sharpness(view), v = view_ray(view, 0, row).way.y;
  const double y = view->parallel ? ball->x.y - view_ray(view, 0, row).origin.y
                                  : (ball->x.y - v * ball->x.z) / sqrt(1 + v * v);
  const double z = view->parallel ? 1 : (ball->x.z + v * ball->x.y) / sqrt(1 + v * v),
               r = ball->r * ball->r - y * y; /* of the disc in the plane of the row */
  double from, to;

  *lo = *hi = 0;
  if (!(r > 0)) return;
  if (view->parallel) from = ball->x.x - sqrt(r), to = ball->x.x + sqrt(r);
  else {
    const double root = sqrt(r * (ball->x.x * ball->x.x + z * z - r)), below = z * z - r;
    const double tall = sqrt(1 + v * v); /* depth along the plane of the row over that ahead */

    from = (ball->x.x * z - root) / below * tall;
    to   = (ball->x.x * z + root) / below * tall;
  }
  *lo = (int)max_real(0, min_real(view->width, floor(from * per + 0.5 * view->width - 0.5)));
  *hi = (int)max_real(0, min_real(view->width, ceil(to * per + 0.5 * view->width + 0.5)));
}

/* Draw a row of samples of a ball or, without one, of a rod. */
static void round_row(Canvas *c, const SceneBall *ball, const SceneRod *rod, int row)
{
  const View  *view    = &c->scene->view;
  const float  nearest = ball ? (float)(ball->x.z - ball->r) : -INFINITY;
  const size_t start   = (size_t)(row - c->first) * (size_t)c->width;
  int          lo = rod ? rod->left : 0, hi = rod ? rod->right : 0;

  if (ball) columns_of(view, ball, row, &lo, &hi);
  for (int column = lo; column < hi; column++) {
    const size_t at = start + (size_t)column;
    Sample       s  = {.colour = ball ? ball->colour : rod->colour};
    Vec3         normal;
    double       t;
    Ray          ray;

    if (nearest > c->solid[at].depth) continue;
    ray = view_ray(view, column, row);
    if (!(ball ? ball_hit(c->scene, ball, ray, &t, &normal)
               : rod_hit(c->scene, rod, ray, &t, &normal)) ||
        !(t > view->near))
      continue;
    s.depth = (float)t;
    if (s.depth > c->solid[at].depth) continue;
    s.normal = normal_packed(normal);
    put(c, at, &s);
  }
}

static void round_draw(Canvas *c, const SceneBall *ball, const SceneRod *rod)
{
  const int end = (int)min_int(c->first + c->rows, ball ? ball->hi : rod->hi);

  for (int row = (int)max_int(c->first, ball ? ball->lo : rod->lo); row < end; row++)
    round_row(c, ball, rod, row);
}

/* ---- triangles ---- */

/* A triangle in the picture: corners in samples, in the order that makes its area positive. */
typedef struct {
  double u[3], v[3];
  double depth[3]; /* perspective: 1 over it */
  Vec3   normal[3];
  double area; /* twice */
} Flat;

static bool flat_set(const View *view, const SceneTriangle *t, Flat *f)
{
  const double per = view_sharpness(view);

  for (int k = 0; k < 3; k++) {
    const Vec3   x    = t->corner[k];
    const double over = view->parallel ? 1 : 1 / x.z;

    f->u[k]      = 0.5 * view->width + per * x.x * over;
    f->v[k]      = 0.5 * view->height - per * x.y * over;
    f->depth[k]  = view->parallel ? x.z : over;
    f->normal[k] = t->normal[k];
  }
  f->area = (f->u[1] - f->u[0]) * (f->v[2] - f->v[0]) - (f->v[1] - f->v[0]) * (f->u[2] - f->u[0]);
  if (f->area < 0) {
    const Flat was = *f;

    f->u[1] = was.u[2], f->v[1] = was.v[2], f->depth[1] = was.depth[2];
    f->u[2] = was.u[1], f->v[2] = was.v[1], f->depth[2] = was.depth[1];
    f->normal[1] = was.normal[2], f->normal[2] = was.normal[1];
    f->area = -was.area;
  }
  return f->area > 0 && isfinite(f->area);
}

/* Twice the area between side k and a point, > 0 inside. The same number with the other sign for
   the neighbour, so that a point on the side belongs to one of both. */
static double side_of(const Flat *f, int k, double u, double v, bool *mine)
{
  const int    l     = (k + 1) % 3;
  const bool   turns = f->u[k] != f->u[l] ? f->u[k] > f->u[l] : f->v[k] > f->v[l];
  const int    a = turns ? l : k, b = turns ? k : l;
  const double e = (f->u[b] - f->u[a]) * (v - f->v[a]) - (f->v[b] - f->v[a]) * (u - f->u[a]);

  *mine = !turns;
  return turns ? -e : e;
}

static bool flat_hit(const View *view, const Flat *f, double u, double v, double *t, Vec3 *normal)
{
  double part[3], sum = 0;
  bool   mine;

  for (int k = 0; k < 3; k++) {
    part[(k + 2) % 3] = side_of(f, k, u, v, &mine);
    if (part[(k + 2) % 3] < 0 || (part[(k + 2) % 3] == 0 && !mine)) return false;
  }
  *normal = vec3(0, 0, 0);
  for (int k = 0; k < 3; k++) {
    const double share = part[k] / f->area * (view->parallel ? 1 : f->depth[k]);

    sum += part[k] / f->area * f->depth[k];
    *normal = vec3_axpy(*normal, share, f->normal[k]);
  }
  *t = view->parallel ? sum : 1 / sum;
  return vec3_normalize(normal);
}

static void triangle_draw(Canvas *c, const SceneTriangle *triangle)
{
  const View *view  = &c->scene->view;
  double      lo[2] = {view->width, c->first + c->rows}, hi[2] = {0, c->first};
  Flat        f;

  if (!flat_set(view, triangle, &f)) return;
  for (int k = 0; k < 3; k++) {
    lo[0] = min_real(lo[0], f.u[k] - 1), hi[0] = max_real(hi[0], f.u[k] + 1);
    lo[1] = min_real(lo[1], f.v[k] - 1), hi[1] = max_real(hi[1], f.v[k] + 1);
  }
  lo[0] = max_real(0, lo[0]), hi[0] = min_real(view->width, hi[0]);
  lo[1] = max_real(c->first, lo[1]), hi[1] = min_real(c->first + c->rows, hi[1]);
  for (int row = (int)lo[1]; row < hi[1]; row++)
    for (int column = (int)lo[0]; column < hi[0]; column++) {
      const size_t at  = (size_t)(row - c->first) * (size_t)c->width + (size_t)column;
      const Ray    ray = view_ray(view, column, row);
      Sample       s   = {.colour = triangle->colour};
      Vec3         normal;
      double       t;

      if (!flat_hit(view, &f, column + 0.5, row + 0.5, &t, &normal)) continue;
      s.depth = (float)t;
      if (s.depth > c->solid[at].depth || is_cut_off(c->scene, ray_at(ray, t))) continue;
      if (vec3_dot(normal, ray.way) > 0) normal = vec3_scale(-1, normal);
      s.normal = normal_packed(normal);
      put(c, at, &s);
    }
}

/* ---- lines ---- */

/* Draw a line, shaded like a round rod. */
static void line_draw(Canvas *c, const SceneLine *l)
{
  const View  *view = &c->scene->view;
  const double per = view_sharpness(view), w = 0.5 * l->width;
  const double p = view->parallel ? 1 : 1 / l->a.z, q = view->parallel ? 1 : 1 / l->b.z;
  const double a[2] = {0.5 * view->width + per * l->a.x * p, 0.5 * view->height - per * l->a.y * p},
               b[2] = {0.5 * view->width + per * l->b.x * q, 0.5 * view->height - per * l->b.y * q};
  const double d[2] = {b[0] - a[0], b[1] - a[1]}, dd = d[0] * d[0] + d[1] * d[1];
  const int    top = (int)max_real(c->first, floor(min_real(a[1], b[1]) - w)),
            bottom = (int)min_real(c->first + c->rows, ceil(max_real(a[1], b[1]) + w)),
            left   = (int)max_real(0, floor(min_real(a[0], b[0]) - w)),
            right  = (int)min_real(view->width, ceil(max_real(a[0], b[0]) + w));

  for (int row = top; row < bottom; row++)
    for (int column = left; column < right; column++) {
      const double x = column + 0.5 - a[0], y = row + 0.5 - a[1],
                   s  = dd > 0 ? max_real(0, min_real(1, (x * d[0] + y * d[1]) / dd)) : 0,
                   ox = (x - s * d[0]) / w, oy = (y - s * d[1]) / w, off = ox * ox + oy * oy;
      const double t = view->parallel ? l->a.z + s * (l->b.z - l->a.z) : 1 / (p + s * (q - p));

      if (off > 1 || is_cut_off(c->scene, ray_at(view_ray(view, column, row), t))) continue;
      canvas_put(c, row, column,
                 &(Sample){.depth  = (float)t,
                           .colour = l->colour,
                           .normal = normal_packed(vec3(ox, -oy, -sqrt(max_real(0, 1 - off))))});
    }
}

void canvas_draw(Canvas *c, int first, int rows)
{
  const Scene *s = c->scene;
  const size_t n = (size_t)rows * (size_t)c->width;

  c->first = first;
  c->rows  = rows;
  for (size_t i = 0; i < n; i++) c->solid[i] = nothing;
  for (size_t i = 0; c->layered && i < CANVAS_LAYERS * n; i++) c->layer[i] = nothing;
  for (int solid = 1; solid >= !c->layered; solid--) { /* opaque objects hide others */
    for (PetscInt i = 0; i < s->n_triangles; i++)
      if (is_opaque(s->triangle[i].colour) == solid) triangle_draw(c, &s->triangle[i]);
    for (PetscInt i = 0; i < s->n_lines; i++)
      if (is_opaque(s->line[i].colour) == solid) line_draw(c, &s->line[i]);
    for (PetscInt i = 0; i < s->n_rods; i++)
      if (is_opaque(s->rod[i].colour) == solid) round_draw(c, NULL, &s->rod[i]);
    for (PetscInt i = 0; i < s->n_balls; i++)
      if (is_opaque(s->ball[i].colour) == solid) round_draw(c, &s->ball[i], NULL);
  }
}
