/* SPDX-License-Identifier: MIT */
/* Ray casting (render.h). */
#include "output/picture/render.h"

static const Sample nothing = {.depth = INFINITY, .colour = UINT32_MAX, .normal = UINT32_MAX};

void canvas_create(const Scene *scene, int rows, bool layered, Canvas *c)
{
  const PetscInt n = (PetscInt)rows * scene->view.width;

  *c = (Canvas){.scene = scene, .width = scene->view.width, .layered = layered};
  array_scratch(&c->solid, sizeof *c->solid, n);
  if (layered) array_scratch(&c->layer, CANVAS_LAYERS * sizeof *c->layer, n);
}

void canvas_free(Canvas *c)
{
  array_free(&c->solid);
  array_free(&c->layer);
}

/* ---- samples ---- */

/* The number of steps, rounded to the next one without a call. */
ALWAYS_INLINE int step_of(double part)
{
  const double steps = NORMAL_STEPS * part + 0.5, whole = (int)steps;

  return NORMAL_STEPS + (int)(whole - (whole > steps ? 1.0 : 0.0));
}

ALWAYS_INLINE uint32_t normal_packed(Vec3 u)
{
  const double s = fabs(u.x) + fabs(u.y) + fabs(u.z), x = u.x / s, y = u.y / s;
  const double across = u.z <= 0 ? x : octahedron_folded(x, y),
               along  = u.z <= 0 ? y : octahedron_folded(y, x);

  return (uint32_t)step_of(across) | (uint32_t)step_of(along) << 16;
}

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

/* Draw a row of samples of a rod or of a ball that may be cut. */
static void round_row(Canvas *c, const SceneBall *ball, const SceneRod *rod, int row,
                      const int column[2])
{
  const View  *view  = &c->scene->view;
  const size_t start = (size_t)(row - c->first) * (size_t)c->width;

  for (int k = column[0]; k < column[1]; k++) {
    const size_t at  = start + (size_t)k;
    const Ray    ray = view_ray(view, k, row);
    Sample       s   = {.colour = ball ? ball->colour : rod->colour};
    Vec3         normal;
    double       t;

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

enum { HITS = 64 };

/* Samples of a row of a ball that no cut meets; depth INFINITY: none. */
typedef struct {
  float    depth[HITS];
  uint32_t normal[HITS];
} Hits;

/* As ball_hit, for columns from .. from + n - 1 of a row. */
KERNEL static void hits_find(const View *view, const SceneBall *ball, int row, int from, int n,
                             Hits *restrict hits)
{
  const Vec3   x = ball->x;
  const double r = ball->r, over = 1 / r, near = view->near;

  for (int k = 0; k < n; k++) {
    const Ray    ray = view_ray(view, from + k, row);
    const Vec3   to  = vec3_sub(x, ray.origin);
    const double a = vec3_dot(ray.way, ray.way), b = vec3_dot(ray.way, to);
    const Vec3   miss = vec3_axpy(to, -b / a, ray.way);
    const double root = r * r - vec3_dot(miss, miss), half = sqrt(max_real(root, 0) / a);
    const double t = b / a - half, until = b / a + half;
    const Vec3   normal = vec3_scale(over, vec3_sub(ray_at(ray, t), x));
    const double shown  = (root > 0) & (t < until) & (t > near) ? t : (double)INFINITY;

    hits->depth[k]  = (float)shown;
    hits->normal[k] = normal_packed(normal);
  }
}

/* Leave out columns at both ends of a row that lie behind what has been drawn. */
static void columns_trim(const Sample *line, float nearest, int column[2])
{
  while (column[0] < column[1] && nearest > line[column[0]].depth) column[0]++;
  while (column[0] < column[1] && nearest > line[column[1] - 1].depth) column[1]--;
}

static void ball_row(Canvas *c, const SceneBall *ball, int row)
{
  const float  nearest = (float)(ball->x.z - ball->r);
  const size_t start   = (size_t)(row - c->first) * (size_t)c->width;
  int          column[2];
  Hits         hits;

  columns_of(&c->scene->view, ball, row, &column[0], &column[1]);
  columns_trim(c->solid + start, nearest, column);
  if (c->scene->n_cuts > 0) {
    round_row(c, ball, NULL, row, column);
    return;
  }
  for (int from = column[0], n; from < column[1]; from += n) {
    n = (int)min_int(HITS, column[1] - from);
    hits_find(&c->scene->view, ball, row, from, n, &hits);
    for (int k = 0; k < n; k++) {
      const size_t at = start + (size_t)(from + k);
      const Sample s  = {hits.depth[k], ball->colour, hits.normal[k]};

      if (isfinite(s.depth) && max_real(s.depth, nearest) <= c->solid[at].depth) put(c, at, &s);
    }
  }
}

static void ball_draw(Canvas *c, const SceneBall *ball)
{
  const int end = (int)min_int(c->first + c->rows, ball->hi);

  for (int row = (int)max_int(c->first, ball->lo); row < end; row++) ball_row(c, ball, row);
}

static void rod_draw(Canvas *c, const SceneRod *rod)
{
  const int end = (int)min_int(c->first + c->rows, rod->hi), column[2] = {rod->left, rod->right};

  for (int row = (int)max_int(c->first, rod->lo); row < end; row++)
    round_row(c, NULL, rod, row, column);
}

/* ---- triangles ---- */

/* Side of a triangle, from the corner that is first in the order of places: twice the area between it
   and a point is, for the triangle that the order turns, the same number with the other sign, so that a
   point on the side belongs to one of both. */
typedef struct {
  double u, v, du, dv;
  bool   turns;
} Side;

/* A triangle in the picture: corners in samples, in the order that makes its area positive. */
typedef struct {
  double   u[3], v[3];
  double   depth[3]; /* perspective: 1 over it */
  Side     side[3];  /* opposite to each corner */
  Vec3     normal[3];
  bool     even;      /* normal[0] everywhere */
  uint32_t packed[2]; /* even: it, and its opposite */
  double   area;      /* twice */
} Flat;

static Side side_between(const Flat *f, int k, int l)
{
  const bool turns = f->u[k] != f->u[l] ? f->u[k] > f->u[l] : f->v[k] > f->v[l];
  const int  a = turns ? l : k, b = turns ? k : l;

  return (Side){f->u[a], f->v[a], f->u[b] - f->u[a], f->v[b] - f->v[a], turns};
}

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
  for (int k = 0; k < 3; k++) f->side[k] = side_between(f, (k + 1) % 3, (k + 2) % 3);
  f->even = vec3_equal(f->normal[0], f->normal[1]) && vec3_equal(f->normal[0], f->normal[2]) &&
            vec3_normalize(&f->normal[0]);
  for (int k = 0; f->even && k < 2; k++)
    f->packed[k] = normal_packed(vec3_scale(k ? -1 : 1, f->normal[0]));
  return f->area > 0 && isfinite(f->area);
}

/* Find the parts of the area that lie opposite to the corners, as seen from a point. False: it is
   outside. */
static bool flat_parts(const Flat *f, double u, double v, double part[3])
{
  for (int k = 0; k < 3; k++) {
    const Side  *s    = &f->side[k];
    const double e    = s->du * (v - s->v) - s->dv * (u - s->u);
    const double area = s->turns ? -e : e;

    if (area < 0 || (area == 0 && s->turns)) return false;
    part[k] = area / f->area;
  }
  return true;
}

static double flat_depth(const View *view, const Flat *f, const double part[3])
{
  double sum = 0;

  for (int k = 0; k < 3; k++) sum += part[k] * f->depth[k];
  return view->parallel ? sum : 1 / sum;
}

static bool flat_normal(const View *view, const Flat *f, const double part[3], Vec3 *normal)
{
  *normal = f->normal[0];
  if (f->even) return true;
  *normal = vec3(0, 0, 0);
  for (int k = 0; k < 3; k++)
    *normal = vec3_axpy(*normal, part[k] * (view->parallel ? 1 : f->depth[k]), f->normal[k]);
  return vec3_normalize(normal);
}

/* Draw columns from .. to - 1 of a row of samples. */
static void flat_row(Canvas *c, const Flat *f, Colour colour, int row, const int column[2])
{
  const View  *view  = &c->scene->view;
  const size_t start = (size_t)(row - c->first) * (size_t)c->width;

  for (int k = column[0]; k < column[1]; k++) {
    Sample s = {.colour = colour};
    double part[3], t;
    Vec3   normal;
    bool   turned;
    Ray    ray;

    if (!flat_parts(f, k + 0.5, row + 0.5, part)) continue;
    t       = flat_depth(view, f, part);
    s.depth = (float)t;
    if (s.depth > c->solid[start + (size_t)k].depth) continue;
    ray = view_ray(view, k, row);
    if (is_cut_off(c->scene, ray_at(ray, t)) || !flat_normal(view, f, part, &normal)) continue;
    turned   = vec3_dot(normal, ray.way) > 0;
    s.normal = f->even ? f->packed[turned] : normal_packed(vec3_scale(turned ? -1 : 1, normal));
    put(c, start + (size_t)k, &s);
  }
}

static void triangle_draw(Canvas *c, const SceneTriangle *triangle)
{
  const View *view  = &c->scene->view;
  double      lo[2] = {view->width, c->first + c->rows}, hi[2] = {0, c->first};
  int         column[2];
  Flat        f;

  if (!flat_set(view, triangle, &f)) return;
  for (int k = 0; k < 3; k++) {
    lo[0] = min_real(lo[0], f.u[k] - 1), hi[0] = max_real(hi[0], f.u[k] + 1);
    lo[1] = min_real(lo[1], f.v[k] - 1), hi[1] = max_real(hi[1], f.v[k] + 1);
  }
  lo[0] = max_real(0, lo[0]), hi[0] = min_real(view->width, hi[0]);
  lo[1] = max_real(c->first, lo[1]), hi[1] = min_real(c->first + c->rows, hi[1]);
  column[0] = (int)lo[0], column[1] = (int)ceil(hi[0]);
  for (int row = (int)lo[1]; row < hi[1]; row++) flat_row(c, &f, triangle->colour, row, column);
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
      if (is_opaque(s->rod[i].colour) == solid) rod_draw(c, &s->rod[i]);
    for (PetscInt i = 0; i < s->n_balls; i++)
      if (is_opaque(s->ball[i].colour) == solid) ball_draw(c, &s->ball[i]);
  }
}
