/* SPDX-License-Identifier: MIT */
#include "output/picture/light_maps.h"
#include "base/kernel.h"

/* Part of a ball that cuts leave. */
typedef enum { ALL_LEFT, NONE_LEFT, PART_LEFT } Left;

static Left left_of(const Scene *s, const SceneBall *b)
{
  Left left = ALL_LEFT;

  for (int k = 0; k < s->n_cuts; k++) {
    const double out = vec3_dot(s->cut[k].normal, b->x) - s->cut[k].at;

    if (out >= b->r) return NONE_LEFT;
    if (out > -b->r) left = PART_LEFT;
  }
  return left;
}

/* Draw a rod into a map, or without one the part of a ball that cuts leave, by a ray from the light
   through each cell. The thinnest rods cover a cell. */
static void draw_by_rays(const Scene *s, const Extent *e, Map *m, const SceneBall *ball,
                         const SceneRod *rod)
{
  const Vec3 end[2] = {rod ? rod->a : ball->x, rod ? rod->b : ball->x};
  SceneRod   wide   = rod ? *rod : (SceneRod){.r = 0};
  double     u[2], v[2], r = ball ? ball->r / e->cell : 0;

  if (rod) wide.r = max_real(rod->r, 0.71 * e->cell);
  if (rod) r = wide.r / e->cell;
  for (int k = 0; k < 2; k++) map_point(m, end[k], &u[k], &v[k]);
  for (int row = (int)max_real(0, floor(min_real(v[0], v[1]) - r));
       row < m->rows && row < max_real(v[0], v[1]) + r; row++)
    for (int column = (int)max_real(0, floor(min_real(u[0], u[1]) - r));
         column < m->columns && column < max_real(u[0], u[1]) + r; column++) {
      const Vec3 to   = vec3_axpy(vec3_axpy(end[0], (column + 0.5 - u[0]) * e->cell, m->right),
                                  (row + 0.5 - v[0]) * e->cell, m->up);
      const Ray  ray  = {vec3_axpy(to, -vec3_dot(to, m->way), m->way), vec3_scale(-1, m->way)};
      float     *here = &m->depth[(size_t)row * (size_t)m->columns + (size_t)column];
      double     t;
      Vec3       normal;

      if (rod ? rod_hit(s, &wide, ray, &t, &normal) : ball_hit(s, ball, ray, &t, &normal))
        *here = (float)min_real(*here, t);
    }
}

/* The least integer not below x, which is between 0 and `most` where x is not. */
ALWAYS_INLINE int ceiling(double x, int most)
{
  const double within = max_real(0, min_real(most, x));
  const int    whole  = (int)within;

  return whole + (whole < within);
}

/* Draw balls into a map, with 1 - q/2 - q^2/2 in place of sqrt(1 - q), which is good enough here and
   faster; cells of a row in groups, those beside the ball keep their depth. */
KERNEL static void balls_draw(const Extent *e, const Map *m, PetscInt n, const CasterBall *ball)
{
  const int columns = m->columns, rows = m->rows;

  for (PetscInt i = 0; i < n; i++) {
    const double r    = max_real(0.71, ball[i].r / e->cell); /* the smallest cover a cell */
    const float  deep = -(float)vec3_dot(ball[i].x, m->way), tall = (float)ball[i].r,
                per = (float)(1 / (r * r));
    double u, v;

    map_point(m, ball[i].x, &u, &v);
    const float x0   = (float)(0.5 - u);
    const int   left = (int)max_real(0, u - r), right = ceiling(u + r, columns),
              bottom = ceiling(v + r, rows);

    for (int row = (int)max_real(0, v - r); row < bottom; row++) {
      const float y = (float)(row + 0.5 - v), yy = y * y;
      float      *line = m->depth + (size_t)row * (size_t)columns;

      for (int from = left; from < right; from += MAP_SPARE)
#pragma omp simd
        for (int k = from; k < from + MAP_SPARE; k++) {
          const float x = (float)k + x0, q = (x * x + yy) * per,
                      z = deep - tall * (1 - 0.5f * q - 0.5f * q * q), there = line[k];

          line[k] = (q < 1) & (z < there) & (k < right) ? z : there;
        }
    }
  }
}

/* Part of a row, between these places. */
typedef struct {
  double lo, hi;
} Span;

/* Leave the part where at + rate x >= 0, up to rounding. */
static void span_cut(Span *span, double at, double rate)
{
  if (rate > 0) span->lo = max_real(span->lo, -at / rate);
  else if (rate < 0) span->hi = min_real(span->hi, -at / rate);
}

/* The cells of a row that a triangle may cover; each is tested. For long and thin triangles these
   are few of the cells between the least and the largest column. */
static Span row_span(const double u[3], const double v[3], double area, double y, double size)
{
  const double sign = area > 0 ? 1 : -1;
  const double b[]  = {-u[0] * (v[2] - v[0]) - (y - v[0]) * (u[2] - u[0]), v[2] - v[0]},
               c[]  = {(u[1] - u[0]) * (y - v[0]) + (v[1] - v[0]) * u[0], v[0] - v[1]};
  Span span         = {0, size};

  span_cut(&span, sign * b[0], sign * b[1]);
  span_cut(&span, sign * c[0], sign * c[1]);
  span_cut(&span, sign * (area - b[0] - c[0]), sign * (-b[1] - c[1]));
  /* an edge along the row leaves places of any size, which no int holds */
  return (Span){min_real(size, max_real(0, floor(span.lo) - 1)), min_real(size, ceil(span.hi) + 1)};
}

static void triangle_draw(Map *m, const SceneTriangle *t)
{
  double u[3], v[3], deep[3], area, lo = m->rows, hi = 0;

  for (int k = 0; k < 3; k++) {
    map_point(m, t->corner[k], &u[k], &v[k]);
    deep[k] = -vec3_dot(t->corner[k], m->way);
    lo      = min_real(lo, v[k]);
    hi      = max_real(hi, v[k]);
  }
  area = (u[1] - u[0]) * (v[2] - v[0]) - (v[1] - v[0]) * (u[2] - u[0]);
  if (area == 0) return;
  for (int row = (int)max_real(0, lo); row < m->rows && row < hi; row++) {
    const double y    = row + 0.5;
    const Span   span = row_span(u, v, area, y, m->columns);

    for (int column = (int)span.lo; column < span.hi; column++) {
      const double x = column + 0.5;
      const double b = ((x - u[0]) * (v[2] - v[0]) - (y - v[0]) * (u[2] - u[0])) / area,
                   c = ((u[1] - u[0]) * (y - v[0]) - (v[1] - v[0]) * (x - u[0])) / area;
      float *here    = &m->depth[(size_t)row * (size_t)m->columns + (size_t)column];

      if (b >= 0 && c >= 0 && b + c <= 1)
        *here = (float)min_real(*here, deep[0] + b * (deep[1] - deep[0]) + c * (deep[2] - deep[0]));
    }
  }
}

static bool casts(const Scene *s, const SceneTriangle *t)
{
  if (!t->casts || !is_opaque(t->colour)) return false;
  for (int k = 0; k < 3; k++)
    if (is_cut_off(s, t->corner[k])) return false;
  return true;
}

void casters_find(const Scene *s, Casters *c)
{
  *c = (Casters){.scene = s};
  array_scratch(&c->ball, sizeof *c->ball, s->n_balls);
  array_scratch(&c->cut_ball, sizeof *c->cut_ball, s->n_cuts > 0 ? s->n_balls : 0);
  for (PetscInt i = 0; i < s->n_balls; i++) {
    const SceneBall *b    = &s->ball[i];
    const Left       left = is_opaque(b->colour) ? left_of(s, b) : NONE_LEFT;

    if (left == ALL_LEFT) c->ball[c->n_balls++] = (CasterBall){b->x, b->r};
    if (left == PART_LEFT) c->cut_ball[c->n_cut_balls++] = *b;
  }
}

void casters_free(Casters *c)
{
  array_free(&c->ball);
  array_free(&c->cut_ball);
}

void map_draw(const Casters *c, const Extent *e, Map *m)
{
  const Scene *s = c->scene;
  const size_t n = (size_t)m->rows * (size_t)m->columns;

  for (size_t i = 0; i < n + MAP_SPARE; i++) m->depth[i] = INFINITY;
  balls_draw(e, m, c->n_balls, c->ball);
  for (PetscInt i = 0; i < c->n_cut_balls; i++) draw_by_rays(s, e, m, &c->cut_ball[i], NULL);
  for (PetscInt i = 0; i < s->n_rods; i++)
    if (is_opaque(s->rod[i].colour)) draw_by_rays(s, e, m, NULL, &s->rod[i]);
  for (PetscInt i = 0; i < s->n_triangles; i++)
    if (casts(s, &s->triangle[i])) triangle_draw(m, &s->triangle[i]);
}

/* Widen bounds by a ball about x: `ends` has the least coordinates, then minus the largest ones. */
static void ends_widen(double ends[6], Vec3 x, double r)
{
  for (int k = 0; k < 3; k++) {
    ends[k]     = min_real(ends[k], vec3_axis(x, k) - r);
    ends[3 + k] = min_real(ends[3 + k], -vec3_axis(x, k) - r);
  }
}

PetscErrorCode extent_find(const Parallel *par, const Scene *s, Extent *e, bool *any)
{
  double ends[6] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->n_balls; i++) ends_widen(ends, s->ball[i].x, s->ball[i].r);
  for (PetscInt i = 0; i < s->n_rods; i++) {
    ends_widen(ends, s->rod[i].a, s->rod[i].r);
    ends_widen(ends, s->rod[i].b, s->rod[i].r);
  }
  for (PetscInt i = 0; i < s->n_triangles; i++)
    for (int k = 0; k < 3 && s->triangle[i].casts; k++)
      ends_widen(ends, s->triangle[i].corner[k], 0);
  PetscCall(parallel_min(par, ends, 6));
  e->centre = vec3(0.5 * (ends[0] - ends[3]), 0.5 * (ends[1] - ends[4]), 0.5 * (ends[2] - ends[5]));
  e->half =
    vec3(-0.5 * (ends[0] + ends[3]), -0.5 * (ends[1] + ends[4]), -0.5 * (ends[2] + ends[5]));
  e->radius = vec3_norm(e->half);
  e->cell   = 2 * e->radius / e->size;
  *any      = isfinite(ends[0]) && e->cell > 0; /* a point has no shadow */
  PetscFunctionReturn(PETSC_SUCCESS);
}
