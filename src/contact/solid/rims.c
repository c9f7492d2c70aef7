/* SPDX-License-Identifier: MIT */
/* Edges at circles and round sides. With s along the edge, m the cosine between edge and axis, and
   A = 1 - m^2, the distance from the axis is rho(s) = sqrt(A u^2 + B), u = s - s_axis, s_axis the
   place nearest to the axis; the distance along the axis is linear in s. */
#include "contact/solid/rims.h"
#include "base/base.h"

/* Below this sine squared an edge is taken as parallel to the axis. */
static const double parallel = 1e-12;

Edge edge_between(Vec3 a, Vec3 b)
{
  Edge e = {.start = a, .along = vec3_sub(b, a)};

  e.length = vec3_norm(e.along);
  if (!vec3_normalize(&e.along)) e.along = vec3(1, 0, 0);
  return e;
}

/* Part of x across the axis: distance and direction. */
static double off_axis(Vec3 x, Vec3 axis, Vec3 *outward)
{
  const Vec3   w    = vec3_axpy(x, -vec3_dot(x, axis), axis);
  const double size = vec3_norm(w);

  *outward = size > 0 ? vec3_scale(1 / size, w) : vec3_any_across(axis);
  return size;
}

Vec3 rim_nearest(const Rim *rim, Vec3 x)
{
  Vec3 outward;

  (void)off_axis(vec3_sub(x, rim->centre), rim->axis, &outward);
  return vec3_axpy(rim->centre, rim->radius, outward);
}

/* The line of an edge about an axis. */
typedef struct {
  double m, a, /* cosine; A */
    foot,      /* s nearest to the point on the axis from which the line was taken */
    axis,      /* s nearest to the axis, */
    b,         /* and the square of this distance */
    across;    /* half the slope of rho^2 at s = 0 */
} Line;

static Line line_about(Vec3 point, Vec3 axis, const Edge *e)
{
  const Vec3   x = vec3_sub(e->start, point), w = vec3_axpy(x, -vec3_dot(x, axis), axis);
  const double m = vec3_dot(e->along, axis);
  const Vec3   d = vec3_axpy(e->along, -m, axis);
  Line l = {.m = m, .a = vec3_dot(d, d), .foot = -vec3_dot(x, e->along), .across = vec3_dot(w, d)};
  Vec3 least;

  if (l.a > parallel) l.axis = -l.across / l.a;
  least = vec3_axpy(w, l.axis, d);
  l.b   = vec3_dot(least, least);
  return l;
}

/* ---- circles ----

   The derivative of half the square of the distance, (rho - R)^2 + along^2, is

     g(u) = u - c - K u / sqrt(A u^2 + B),  c = s_foot - s_axis,  K = A R

   It rises, or, if K > sqrt(B), rises, falls and rises, with turning points at A u^2 = (K B)^(2/3)
   - B, and |K u / sqrt(A u^2 + B)| <= R sqrt(A): every root has a bracket. */
typedef struct {
  double a, b, c, k;
} Slope;

static double slope_at(const Slope *g, double u)
{
  return u - g->c - g->k * u / sqrt(g->a * u * u + g->b);
}

/* The root between lo and hi, where sign g rises: Newton's steps, and every third time, or where
   these leave the bracket, halves. */
static double slope_root(const Slope *g, double lo, double hi, double sign)
{
  double u = 0.5 * (lo + hi);

  for (int k = 0; k < 100; k++) {
    const double root = sqrt(g->a * u * u + g->b), value = slope_at(g, u);
    double       next = u - value / (1 - g->k * g->b / (root * root * root));

    if (sign * value > 0) hi = u;
    else lo = u;
    if (!(next > lo && next < hi) || k % 3 == 2) next = 0.5 * (lo + hi);
    if (fabs(next - u) <= 1e-16 * fabs(u)) break;
    u = next;
  }
  return u;
}

/* Roots of a slope that has turning points at -turn and turn. */
static RimExtremes turning_roots(const Slope *g, double turn, double wide)
{
  const bool  first = slope_at(g, -turn) > 0, second = slope_at(g, turn) < 0;
  RimExtremes e = {.n = first && second ? 3 : 1, .which = first ? RIM_ONLY : RIM_LATER};

  if (first) e.at[0] = slope_root(g, min_real(g->c - wide, -turn), -turn, 1);
  if (first && second) e.at[1] = slope_root(g, -turn, turn, -1);
  if (second || !first) e.at[e.n - 1] = slope_root(g, turn, max_real(g->c + wide, turn), 1);
  return e;
}

RimExtremes rim_extremes(const Rim *rim, const Edge *edge)
{
  const Line   l = line_about(rim->centre, rim->axis, edge);
  const double r = rim->radius, least = 1e-24 * (r * r + edge->length * edge->length);
  const Slope  g    = {l.a, max_real(l.b, least), l.foot - l.axis, l.a * r};
  const double wide = r * sqrt(l.a) * (1 + 1e-9) + 1e-12 * edge->length,
               turn = pow(g.k * g.b, 2.0 / 3) - g.b;
  RimExtremes e     = {.n = 1};

  if (!(l.a > parallel)) {
    e.at[0]        = l.foot + r * (l.across + l.a * l.foot) / sqrt(g.b);
    e.leaves_first = e.at[0] < 0;
    e.comes_last   = e.at[0] > edge->length;
    return e;
  }
  if (turn > 0) e = turning_roots(&g, sqrt(turn / l.a), wide);
  else e.at[0] = slope_root(&g, g.c - wide, g.c + wide, 1);
  for (int k = 0; k < e.n; k++) e.at[k] += l.axis;
  e.leaves_first = slope_at(&g, -l.axis) >= 0;
  e.comes_last   = slope_at(&g, edge->length - l.axis) <= 0;
  return e;
}

RimStops rim_stops(const Rim *rim, const Edge *edge)
{
  const RimExtremes e = rim_extremes(rim, edge);
  RimStops          s = {.n = 0};

  if (e.leaves_first) s.least[s.n++] = true; /* at 0 */
  for (int k = 0; k < e.n; k++) {
    if (!(e.at[k] > 0 && e.at[k] < edge->length)) continue;
    s.at[s.n]      = e.at[k];
    s.least[s.n++] = k != 1;
  }
  if (e.comes_last) {
    s.at[s.n]      = edge->length;
    s.least[s.n++] = true;
  }
  return s;
}

/* ---- sides ----

   The distance is n_out (rho - R) + n_along (along), with the unit normal (n_out, n_along) of the
   profile: convex on the edge, and least where n_out A u / rho = -n_along m. */
static void side_normal(const RoundSide *side, double *out, double *along)
{
  const double u    = side->radius[1] - side->radius[0],
               size = sqrt(u * u + side->length * side->length);

  *out   = side->endless ? 1 : side->length / size;
  *along = side->endless ? 0 : -u / size;
}

double side_distance(const RoundSide *side, Vec3 x, Vec3 *normal, double *share)
{
  const Vec3   d = vec3_sub(x, side->point);
  const double t = vec3_dot(d, side->axis), u = side->radius[1] - side->radius[0], l = side->length;
  Vec3         outward;
  const double past = off_axis(d, side->axis, &outward) - side->radius[0];
  double       out, along;

  side_normal(side, &out, &along);
  *normal = vec3_axpy(vec3_scale(along, side->axis), out, outward);
  if (share) *share = side->endless ? 0.5 : (past * u + t * l) / (u * u + l * l);
  return past * out + t * along;
}

bool side_nearest(const RoundSide *side, const Edge *edge, double *at)
{
  const Line l = line_about(side->point, side->axis, edge);
  double     out, along, rest;

  side_normal(side, &out, &along);
  rest = out * out * l.a - along * along * l.m * l.m;
  if (!(l.a > parallel) || !(rest > 0)) return false;
  *at = l.axis - along * l.m * sqrt(l.b / (l.a * rest));
  return true;
}
