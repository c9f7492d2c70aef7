/* SPDX-License-Identifier: MIT */
#include "wall/facets.h"

enum { AROUND = 48, CORNERS_MOST = 12 };

int32_t facets_point(Facets *f, Vec3 x)
{
  array_reserve(&f->point, sizeof *f->point, f->n_points + 1, &f->point_capacity);
  f->point[f->n_points] = x;
  return (int32_t)f->n_points++;
}

void facets_add(Facets *f, int n, const int32_t *v)
{
  array_reserve(&f->list, sizeof *f->list, f->n + 1, &f->capacity);
  f->list[f->n] = (Facet){.n = n};
  memcpy(f->list[f->n++].v, v, (size_t)n * sizeof *v);
}

void facets_free(Facets *f)
{
  array_free(&f->point);
  array_free(&f->list);
  *f = (Facets){0};
}

double facet_area(const Facets *f, const Facet *facet)
{
  const Vec3 a = f->point[facet->v[0]], b = vec3_sub(f->point[facet->v[1]], a);
  double     area = 0;

  if (facet->n == 2) return vec3_norm(b);
  for (int k = 2; k < facet->n; k++)
    area += 0.5 * vec3_norm(vec3_cross(vec3_sub(f->point[facet->v[k - 1]], a),
                                       vec3_sub(f->point[facet->v[k]], a)));
  return area;
}

/* ---- rings ---- */

/* Join a ring of points from `low` on with one from `high` on; a ring of radius 0 is one point. */
static void join_rings(Facets *f, int32_t low, bool low_is_point, int32_t high, bool high_is_point)
{
  for (int k = 0; k < AROUND; k++) {
    const int     next = (k + 1) % AROUND;
    const int32_t v[4] = {low_is_point ? low : low + k, low_is_point ? low : low + next,
                          high_is_point ? high : high + next, high_is_point ? high : high + k};
    const int32_t to_high[3] = {v[0], v[1], v[2]}, from_low[3] = {v[0], v[2], v[3]};

    if (low_is_point) facets_add(f, 3, from_low);
    else if (high_is_point) facets_add(f, 3, to_high);
    else facets_add(f, 4, v);
  }
}

void facets_rings(Facets *f, int n, const Vec3 *centre, const double *radius, Vec3 across,
                  Vec3 beyond)
{
  int32_t before = 0;

  for (int i = 0; i < n; i++) {
    const int32_t first = (int32_t)f->n_points;

    for (int k = 0; k < (radius[i] > 0 ? AROUND : 1); k++) {
      const double a = 2 * PETSC_PI * k / AROUND;

      facets_point(
        f, vec3_axpy(vec3_axpy(centre[i], radius[i] * cos(a), across), radius[i] * sin(a), beyond));
    }
    if (i > 0) join_rings(f, before, !(radius[i - 1] > 0), first, !(radius[i] > 0));
    before = first;
  }
  for (int k = 0; n == 1 && k < AROUND; k++) {
    const int32_t v[2] = {before + k, before + (k + 1) % AROUND};

    facets_add(f, 2, v);
  }
}

/* ---- planes ---- */

/* Cut a polygon at a face of the box; the part that is left has sign x_axis <= at. Returns its
   number of corners. */
static int cut(Vec3 *corner, int n, int axis, double sign, double at)
{
  Vec3 kept[CORNERS_MOST];
  int  m = 0;

  for (int k = 0; k < n; k++) {
    const Vec3   a = corner[k], b = corner[(k + 1) % n];
    const double above = sign * vec3_axis(a, axis) - at, next = sign * vec3_axis(b, axis) - at;

    if (above <= 0 && m < CORNERS_MOST) kept[m++] = a;
    if ((above <= 0) != (next <= 0) && m < CORNERS_MOST)
      kept[m++] = vec3_axpy(a, above / (above - next), vec3_sub(b, a));
  }
  memcpy(corner, kept, (size_t)m * sizeof *kept);
  return m;
}

static void polygon_add(Facets *f, int n, const Vec3 *corner)
{
  const int32_t first = (int32_t)f->n_points;

  for (int k = 0; k < n; k++) facets_point(f, corner[k]);
  if (n == 2 || n == 4) {
    const int32_t v[4] = {first, first + 1, first + 2, first + 3};

    facets_add(f, n, v);
  }
  for (int k = 2; n != 4 && k < n; k++) {
    const int32_t v[3] = {first, first + k - 1, first + k};

    facets_add(f, 3, v);
  }
}

/* In two dimensions the polygon is as high as the box, which is given a height, and its lower side
   is the line. */
void facets_plane(Facets *f, const FacetBox *box, Vec3 x, Vec3 normal)
{
  Vec3         lo = box->lo, hi = box->hi, corner[CORNERS_MOST];
  const Vec3   middle = vec3_scale(0.5, vec3_add(lo, hi));
  const double size = vec3_norm(vec3_sub(hi, lo)), wide = 1e-9 * size;
  const double away   = vec3_dot(normal, vec3_sub(middle, x));
  const Vec3   centre = vec3_axpy(middle, -away, normal);
  Vec3 along = vec3_cross(normal, fabs(normal.z) < 0.9 ? vec3(0, 0, 1) : vec3(1, 0, 0)), across;
  int  n     = 4;

  vec3_normalize(&along);
  across = vec3_cross(normal, along);
  for (int k = 0; k < 4; k++)
    corner[k] = vec3_axpy(vec3_axpy(centre, k == 0 || k == 3 ? -size : size, along),
                          k < 2 ? -size : size, across);
  for (int k = 0; k < (box->planar ? 2 : 3) && n > 0; k++) {
    n = cut(corner, n, k, 1, vec3_axis(hi, k) + wide);
    n = cut(corner, n, k, -1, -vec3_axis(lo, k) + wide);
  }
  if (box->planar && n == 4) {
    n         = 2;
    corner[0] = vec3(corner[0].x, corner[0].y, 0);
    corner[1] = vec3(corner[1].x, corner[1].y, 0);
  }
  if (n >= (box->planar ? 2 : 3)) polygon_add(f, n, corner);
}
