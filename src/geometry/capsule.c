/* SPDX-License-Identifier: MIT */
/* Contacts of capsules (capsule.h). Axes are A(s) = s u and B(t) = d + t v with s and t in -1..1, from
   the middle of a. */
#include "geometry/capsule.h"

typedef struct {
  Vec3   u, v, d; /* half axes, and from the middle of a to that of b, m */
  double uu, vv, uv, ud, vd;
  double even;         /* (CAPSULE_EVEN R)^2; 0: one of both is a ball */
  double per_u, per_v; /* 1 / (uu + even), 1 / (vv + even); of a ball 0 */
} Axes;

static double clamp(double x)
{
  return x < -1 ? -1 : x > 1 ? 1 : x;
}

static void set_even(Axes *x, double even)
{
  x->even  = even;
  x->per_u = x->uu > 0 ? 1 / (x->uu + even) : 0;
  x->per_v = x->vv > 0 ? 1 / (x->vv + even) : 0;
}

static void axes_set(const Capsule *a, const Capsule *b, Axes *x)
{
  const double even = CAPSULE_EVEN * (a->r + b->r);

  x->u  = vec3_scale(0.5, vec3_sub(a->ends[1], a->ends[0]));
  x->v  = vec3_scale(0.5, vec3_sub(b->ends[1], b->ends[0]));
  x->d  = vec3_add(vec3_sub(b->ends[0], a->ends[0]), vec3_sub(x->v, x->u));
  x->uu = vec3_dot(x->u, x->u);
  x->vv = vec3_dot(x->v, x->v);
  x->uv = vec3_dot(x->u, x->v);
  x->ud = vec3_dot(x->u, x->d);
  x->vd = vec3_dot(x->v, x->d);
  set_even(x, x->uu > 0 && x->vv > 0 ? even * even : 0);
}

/* The point of a that is nearest to B(t), and the point of b that is nearest to A(s). */
static double nearest_on_a(const Axes *x, double t)
{
  return clamp((x->uv * t + x->ud) * x->per_u);
}

static double nearest_on_b(const Axes *x, double s)
{
  return clamp((x->uv * s - x->vd) * x->per_v);
}

/* From A(s) to B(t). */
static Vec3 way_of(const Axes *x, double s, double t)
{
  return vec3_axpy(vec3_axpy(x->d, t, x->v), -s, x->u);
}

/* Nearest points: a quadratic form with two bounds. Its lowest point without bounds, clamped in one
   variable after the other, is its lowest point in the box, as the form is strictly convex. */
static void find_nearest(const Axes *x, double *s, double *t)
{
  const double a = x->uu + x->even, c = x->vv + x->even, det = a * c - x->uv * x->uv;

  *s = det > 1e-14 * a * c ? clamp((c * x->ud - x->uv * x->vd) * (1 / det)) : 0;
  *t = nearest_on_b(x, *s);
  *s = nearest_on_a(x, *t);
}

double capsules_nearest(const Capsule *a, const Capsule *b, Vec3 *way)
{
  Axes   x;
  double s, t;

  axes_set(a, b, &x);
  set_even(&x, 0);
  find_nearest(&x, &s, &t);
  *way = way_of(&x, s, t);
  return vec3_dot(*way, *way);
}

/* m(a, b; h) of capsule.h; *by_a: its derivative by a, that by b is 1 - *by_a; *y as there. */
static double blend(double a, double b, double h, double *by_a, double *y)
{
  const double apart = fabs(a - b);

  *y    = apart < h ? 1 - apart / h : 0;
  *by_a = a <= b ? 1 - 0.5 * *y : 0.5 * *y;
  return (a <= b ? a : b) - 0.25 * h * *y * *y;
}

/* Set the place at A(s) and B(t); returns its gap. */
static double place_at(const Axes *x, double radii, double s, double t, CapsulePlace *place)
{
  place->on_a = vec3_scale(s, x->u);
  place->way  = way_of(x, s, t);
  return sqrt(vec3_dot(place->way, place->way) + x->even * (s * s + t * t)) - radii;
}

void capsules_find(const Capsule *a, const Capsule *b, CapsuleContact *out)
{
  const double radii = a->r + b->r, slack = 1e-12 * radii;
  double s, t, low, high, g[CAPSULE_PLACES], length, part, h, both, first, nearest, y, z, more,
    slide;
  Axes x;

  axes_set(a, b, &x);
  find_nearest(&x, &s, &t);
  g[0] = place_at(&x, radii, s, t, &out->place[0]);
  /* the other places of axes that cross have no weight */
  out->n =
    x.even > 0 && x.uu * x.vv - x.uv * x.uv < CAPSULE_CROSSED * x.uu * x.vv ? CAPSULE_PLACES : 1;
  out->gap             = g[0];
  out->place[0].weight = 1;
  out->place[0].slide  = 0;
  out->along           = vec3(0, 0, 0);
  if (out->n == 1) {
    out->place[1]        = out->place[0];
    out->place[1].weight = 0;
    out->place[2]        = out->place[1];
    return;
  }
  low    = clamp((x.ud - fabs(x.uv)) / x.uu);
  high   = clamp((x.ud + fabs(x.uv)) / x.uu);
  g[1]   = place_at(&x, radii, low, nearest_on_b(&x, low), &out->place[1]);
  g[2]   = place_at(&x, radii, high, nearest_on_b(&x, high), &out->place[2]);
  length = (high - low) * sqrt(x.uu);
  part   = length / (length + radii);
  h      = CAPSULE_BLEND * radii * part * part;
  both   = blend(g[1], g[2], h, &first, &y);
  /* where an end is nearest, rounding must not tell its two places apart */
  out->gap = slack + blend(g[0] - slack, both, 0.5 * h * y, &nearest, &z);
  more     = 0.125 * z * (2 - z); /* by the change of y with the gaps at the ends */
  /* - dG / dh times dh / dL */
  slide = ((1 - nearest) * 0.25 * y * (2 - y) + more) * 2 * CAPSULE_BLEND * part * (1 - part) *
          (1 - part);
  out->along           = vec3_scale(1 / sqrt(x.uu), x.u);
  out->place[1].slide  = low > -1 ? -slide : 0;
  out->place[2].slide  = high < 1 ? slide : 0;
  out->place[0].weight = nearest;
  out->place[1].weight = (1 - nearest) * first + (g[1] > g[2] ? more : g[1] < g[2] ? -more : 0);
  out->place[2].weight = 1 - nearest - out->place[1].weight;
}
