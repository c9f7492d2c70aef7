/* SPDX-License-Identifier: MIT */
/* Flat parts of bodies (solids.h). */
#include "contact/solid/solids.h"

/* Rounding of flat parts over the size of the body: more than the error of single precision. */
static const double flat = 1e-5;

static Vec3 nearest_on_line(Vec3 a, Vec3 b, Vec3 x)
{
  const Vec3   u = vec3_sub(b, a);
  const double t = vec3_dot(vec3_sub(x, a), u) / vec3_dot(u, u);

  return vec3_axpy(a, min_real(max_real(t, 0), 1), u);
}

/* Nearest point of part k to a point x of its plane. *inside: x is on the part, and returned
   itself. */
static Vec3 nearest_on_flat(const SolidFlats *f, int k, Vec3 x, bool *inside)
{
  Vec3   best  = x;
  double least = INFINITY;

  *inside = false;
  for (int t = f->of.start[k]; t < f->of.start[k + 1] && !*inside; t++) {
    const Vec3 *v     = f->of.corner[t];
    bool        above = true;

    for (int i = 0; i < 3; i++) {
      const Vec3 a = v[i], u = vec3_sub(v[(i + 1) % 3], a),
                 y     = nearest_on_line(a, v[(i + 1) % 3], x);
      const double far = vec3_norm(vec3_sub(y, x));

      above = above && vec3_dot(vec3_cross(f->list[k].normal, u), vec3_sub(x, a)) >= 0;
      if (far >= least) continue;
      least = far;
      best  = y;
    }
    *inside = above;
  }
  return *inside ? x : best;
}

static bool is_on_edge(const SolidSide *s, int k, Vec3 x)
{
  const SolidFlats *f = &s->flats;

  for (int i = f->edge_start[k]; i < f->edge_start[k + 1]; i++) {
    const int32_t *v = s->edge[f->edge[i]];
    const Vec3     y = nearest_on_line(s->corner[v[0]], s->corner[v[1]], x);

    if (vec3_norm(vec3_sub(y, x)) < f->rounding) return true;
  }
  return false;
}

/* Height over the plane of part k. */
static double height_over(const SolidFlats *f, int k, Vec3 x)
{
  return vec3_dot(f->list[k].normal, x) - f->list[k].offset;
}

/* True if x is higher than `least` over all parts that meet part k at a point y of its border. */
static bool is_in_front(const SolidFlats *f, int k, Vec3 y, Vec3 x, double least)
{
  for (int t = f->of.start[k]; t < f->of.start[k + 1]; t++)
    for (int i = 0; i < 3; i++) {
      const Vec3 *v    = f->of.corner[t];
      const int   next = f->of.beyond[t][i];

      if (next == k ||
          vec3_norm(vec3_sub(nearest_on_line(v[i], v[(i + 1) % 3], y), y)) >= f->rounding)
        continue;
      if (next < 0 || !(height_over(f, next, x) > least)) return false;
    }
  return true;
}

bool solid_flats_hold(const SolidSide *s, int k, Vec3 x, double least)
{
  const SolidFlats *f    = &s->flats;
  const Vec3        foot = vec3_axpy(x, -height_over(f, k, x), f->list[k].normal);
  bool              inside;
  const Vec3        y = nearest_on_flat(f, k, foot, &inside);

  if (inside || f->sharp) return inside;
  return !is_on_edge(s, k, y) && is_in_front(f, k, y, x, least);
}

/* The part of these triangles: mean plane, weighted by their areas, and a ball around them. */
static SolidFlat flat_of(const Flats *of, int k)
{
  SolidFlat f = {.normal = {0, 0, 0}};
  const int n = 3 * (of->start[k + 1] - of->start[k]);

  for (int t = of->start[k]; t < of->start[k + 1]; t++) {
    const Vec3 *v = of->corner[t];

    f.normal = vec3_add(f.normal, vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0])));
    for (int i = 0; i < 3; i++) f.middle = vec3_axpy(f.middle, 1.0 / n, v[i]);
  }
  vec3_normalize(&f.normal);
  f.offset = vec3_dot(f.normal, f.middle);
  for (int t = of->start[k]; t < of->start[k + 1]; t++)
    for (int i = 0; i < 3; i++)
      f.around = max_real(f.around, vec3_norm(vec3_sub(of->corner[t][i], f.middle)));
  return f;
}

/* True if the edge from a to b bounds part k: it is in the plane, and its middle is on the part. */
static bool is_around(const SolidFlats *f, int k, Vec3 a, Vec3 b)
{
  const SolidFlat *one    = &f->list[k];
  const Vec3       middle = vec3_scale(0.5, vec3_add(a, b));
  bool             inside;
  Vec3             y;

  if (fabs(vec3_dot(one->normal, a) - one->offset) > f->rounding ||
      fabs(vec3_dot(one->normal, b) - one->offset) > f->rounding ||
      vec3_norm(vec3_sub(middle, one->middle)) > one->around + f->rounding)
    return false;
  y = nearest_on_flat(f, k, middle, &inside);
  return inside || vec3_norm(vec3_sub(y, middle)) < f->rounding;
}

/* True if edges that stand out bound part k on all sides. */
static bool is_closed(const SolidSide *s, int k)
{
  const SolidFlats *f = &s->flats;

  for (int t = f->of.start[k]; t < f->of.start[k + 1]; t++)
    for (int i = 0; i < 3; i++) {
      const Vec3 *v = f->of.corner[t];

      if (f->of.beyond[t][i] != k &&
          !is_on_edge(s, k, vec3_scale(0.5, vec3_add(v[i], v[(i + 1) % 3]))))
        return false;
    }
  return true;
}

void solid_flats_create(const Wall *wall, SolidSide *s)
{
  SolidFlats *f = &s->flats;
  PetscInt    n = 0, capacity = 0;

  f->of       = wall->surface->carriage->flats(s->inner ? s->inner : wall->constants);
  f->rounding = flat * s->extent;
  f->sharp    = !s->inner;
  array_create(&f->list, sizeof *f->list, f->of.n);
  array_create(&f->edge_start, sizeof *f->edge_start, f->of.n + 1);
  for (int k = 0; k < f->of.n; k++) {
    f->list[k]       = flat_of(&f->of, k);
    f->edge_start[k] = (int)n;
    for (int e = 0; e < s->n_edges; e++) {
      if (!is_around(f, k, s->corner[s->edge[e][0]], s->corner[s->edge[e][1]])) continue;
      array_reserve(&f->edge, sizeof *f->edge, n + 1, &capacity);
      f->edge[n++] = e;
    }
  }
  if (f->of.n > 0) f->edge_start[f->of.n] = (int)n;
  for (int k = 0; k < f->of.n; k++) f->list[k].closed = f->sharp || is_closed(s, k);
}

int solid_flats_bends(const SolidFlats *f, double cosine)
{
  int n = 0;

  for (int k = 0; k < f->of.n && !f->sharp; k++)
    for (int t = f->of.start[k]; t < f->of.start[k + 1]; t++)
      for (int i = 0; i < 3; i++) {
        const int next = f->of.beyond[t][i];

        n += next > k && vec3_dot(f->list[k].normal, f->list[next].normal) > cosine &&
             height_over(f, k, f->list[next].middle) > f->rounding;
      }
  return n;
}

void solid_flats_free(SolidFlats *f)
{
  array_free(&f->of.start);
  array_free(&f->of.corner);
  array_free(&f->of.beyond);
  array_free(&f->list);
  array_free(&f->edge_start);
  array_free(&f->edge);
}
