/* SPDX-License-Identifier: MIT */
/* The bare part of a sphere is the whole sphere minus the union of its caps. Caps are gathered
   into groups that overlap; a single cap has a closed form, so that chains of spheres are exact.
   A larger group is cut into circles of latitude: on each, the caps cover intervals of angle
   whose moments are elementary. What remains is an integral over the height z, analytic between
   events (top or bottom of a circle, a point where two circles cross) with square roots at them,
   which a cubic substitution removes. Only visible events count: a point covered by another cap
   is not on the edge of the union. Panels are refined until two rules agree, so that an event
   may occur twice or be displaced by rounding, and degenerate positions need no special cases;
   but a missing event can hide a bare part between the nodes. Where the integrand is singular
   just outside a panel, at the pole or at the top or bottom of a circle (as of near-antipodal
   caps on spheres that nearly coincide), panels are refined down to the distance of that height. */
#include "geometry/patch.h"

/* An event deeper than this inside a cap is hidden; depth as difference of cosines. */
static const double hidden_depth = 1e-10;
/* Caps nearer than this (difference of cosines) are taken as overlapping: added separately,
   their closed forms would be wrong by up to the square root of the rounding error of that
   difference. */
static const double group_margin = 1e-12;
/* Error allowed in a panel, sr: well below the bound of 1e-9 that is promised and well above
   rounding (2 pi 2^-53). */
static const double panel_error = 1e-13;
/* A singular height beyond the end of a panel bends the integrand within about its distance from
   the end. If that layer is thin, both rules miss it and agree on a wrong sum: tests on square
   roots, arcs of tangents and logarithms with 40 digits show that their difference is no bound
   if the layer is below 5e-6 of the panel's height. Such a panel is halved even if the rules
   agree. */
static const double blind_share = 0x1p-16;
/* Layers thinner than this are ignored: 2 pi times it is part of `rounding`. */
static const double layer_least = 0x1p-50;
/* Rounding error of a patch that caps cover in part, sr: some tens of 4 pi 2^-53. */
static const double rounding = 4e-14;
enum { DEEPEST = 40 };

/* A cap, its position relative to the axis z, and its circle. */
typedef struct {
  Vec3   axis;
  double cosine, sine;           /* of the angular radius */
  double tilt;                   /* sine of the angle between the cap's axis and z */
  double angle;                  /* azimuth of the cap's axis, rad */
  double along, across, against; /* cosine and sine of `angle`, and the sine negated */
  double bottom, top;            /* lowest and highest z of the circle */
  double lowest, highest; /* lowest and highest z of the cap: -1 or 1 if it contains a pole */
} Circle;

/* Part of a circle of latitude covered by a cap: angles, and their cosines (c) and sines (s). */
typedef struct {
  double start, end;
  double c0, s0, c1, s1;
} Arc;

typedef struct {
  int      n, n_active;
  Circle  *circles;
  Circle **active; /* circles of the caps that overlap the panel in z */
  Arc     *arcs;
  int      n_events;
  PetscInt room;
  double  *events;
} Group;

static const double moments_whole[PATCH_MOMENTS] = {
  4 * PETSC_PI, 0, 0, 0, 4 * PETSC_PI / 3, 0, 0, 4 * PETSC_PI / 3, 0, 4 * PETSC_PI / 3};

static Circle circle_of(Cap cap)
{
  const Vec3 a = cap.axis;
  Circle c = {.axis = a, .cosine = cap.cosine, .sine = sqrt((1 - cap.cosine) * (1 + cap.cosine))};

  c.tilt    = sqrt(a.x * a.x + a.y * a.y);
  c.angle   = c.tilt > 0 ? atan2(a.y, a.x) : 0;
  c.along   = c.tilt > 0 ? a.x / c.tilt : 1;
  c.across  = c.tilt > 0 ? a.y / c.tilt : 0;
  c.against = -c.across;
  /* Not h - rise together with h + rise: gcc 12 with -O3 and fused multiply-add makes one
     vfmaddsub of such a pair, whatever -ffp-contract says, and the last bit would depend on the
     compiler. */
  c.top     = a.z * c.cosine + c.tilt * c.sine;
  c.bottom  = 2 * (a.z * c.cosine) - c.top;
  c.lowest  = -a.z > c.cosine ? -1 : c.bottom;
  c.highest = a.z > c.cosine ? 1 : c.top;
  return c;
}

/* True if cap b is inside the wider cap a. Uses sines, since cosines do not resolve angles below
   1e-8. */
static bool is_inside(const Circle *b, const Circle *a)
{
  const double room = a->sine * b->cosine - a->cosine * b->sine;

  return vec3_dot(a->axis, b->axis) > 0 &&
         vec3_norm(vec3_cross(a->axis, vec3_sub(b->axis, a->axis))) <= room;
}

static int compare_circles(const void *a, const void *b)
{
  const Circle *p = a, *q = b;
  const double  of_p[] = {p->cosine, p->axis.x, p->axis.y, p->axis.z},
               of_q[]  = {q->cosine, q->axis.x, q->axis.y, q->axis.z};

  for (int k = 0; k < 4; k++)
    if (of_p[k] != of_q[k]) return of_p[k] < of_q[k] ? -1 : 1;
  return 0;
}

/* Sort the circles, widest first, so that searches for a covering cap end early, and drop those
   inside others. Returns the number kept. */
static int circles_sort(int n, Circle *circles)
{
  int kept = 0;

  sort_items(circles, n, sizeof *circles, compare_circles);
  for (int j = 0; j < n; j++) {
    bool inside = false;

    for (int i = 0; i < kept && !inside; i++) inside = is_inside(&circles[j], &circles[i]);
    if (!inside) circles[kept++] = circles[j];
  }
  return kept;
}

/* Move the group of circles[0] to the front; returns its size. */
static int group_gather(int n, Circle *circles)
{
  int end = 1;

  for (int k = 0; k < end; k++) {
    for (int l = end; l < n; l++) {
      const Circle *a = &circles[k], swap = circles[l];
      const double  sine = a->sine * swap.cosine + a->cosine * swap.sine; /* of the sum of radii */

      /* With radii that sum to half a turn or more they overlap for any axes. */
      if (sine > 0 && vec3_dot(a->axis, swap.axis) <=
                        a->cosine * swap.cosine - a->sine * swap.sine - group_margin)
        continue;
      circles[l]     = circles[end];
      circles[end++] = swap;
    }
  }
  return end;
}

/* Subtract the moments of one cap, known about its axis (zz, zzz) and by symmetry across it (xx,
   xxz). */
static void cap_subtract(const Circle *c, double moment[])
{
  const double w = c->cosine, a[] = {c->axis.x, c->axis.y, c->axis.z};
  const double m0 = 2 * PETSC_PI * (1 - w), m1 = PETSC_PI * (1 - w) * (1 + w);
  const double zz = 2 * PETSC_PI / 3 * (1 - w) * (1 + w + w * w), xx = (m0 - zz) / 2;
  const double zzz = m1 * (1 + w * w) / 2, xxz = (m1 - zzz) / 2;
  int          at = 4;

  moment[0] -= m0;
  for (int i = 0; i < 3; i++) moment[1 + i] -= m1 * a[i];
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) moment[at++] -= (i == j) * xx + (zz - xx) * a[i] * a[j];
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      for (int k = j; k < 3; k++) {
        moment[at++] -= xxz * ((i == j) * a[k] + (i == k) * a[j] + (j == k) * a[i]) +
                        (zzz - 3 * xxz) * a[i] * a[j] * a[k];
      }
    }
  }
}

static void event_push(Group *g, double z)
{
  array_reserve(&g->events, sizeof *g->events, g->n_events + 1, &g->room);
  g->events[g->n_events++] = max_real(-1, min_real(1, z));
}

/* Add the height of a point of a circle, unless another cap hides it. */
static void event_add(Group *g, Vec3 n)
{
  for (int k = 0; k < g->n; k++)
    if (vec3_dot(g->circles[k].axis, n) > g->circles[k].cosine + hidden_depth) return;
  event_push(g, n.z);
}

/* If the squared sum of the axes of two circles is below this, the crossings are found from the
   opposite axis: rounding of the normal turns the points by 1e-16 over the sine of the angle
   between the axes, which must stay well below hidden_depth. */
static const double opposite_square = 1e-6;

/* Add the two points where circles cross: from the axis a of the first by a step `along` towards
   the second axis, then to either side up to the first circle. Differences (sums of nearly
   opposite axes) are formed first, so that both points lie on the first circle however close the
   axes are: then a point may slip along nearly coincident circles, where its position has no
   effect. */
static void crossings_add(Group *g, const Circle *p, const Circle *q)
{
  const Vec3 sum      = vec3_add(q->axis, p->axis);
  const bool opposite = vec3_dot(sum, sum) < opposite_square;
  const Vec3 between  = opposite ? sum : vec3_sub(q->axis, p->axis),
             normal   = vec3_cross(p->axis, between);
  /* sine of the angle between the axes; its cosine is 1 - between^2 / 2, or minus that */
  const double sine    = vec3_norm(normal);
  const double square  = 0.5 * vec3_dot(between, between);
  const double towards = opposite ? q->cosine + p->cosine - p->cosine * square
                                  : q->cosine - p->cosine + p->cosine * square;
  double       along, aside;
  Vec3         foot, side;

  if (!(sine > 0) || !(fabs(towards) <= sine * p->sine)) return;
  along = towards / sine;
  aside = sqrt(max_real(0, (p->sine - along) * (p->sine + along)));
  side  = vec3_scale(1 / sine, normal);
  foot  = vec3_axpy(vec3_scale(p->cosine, p->axis), along, vec3_cross(side, p->axis));
  event_add(g, vec3_axpy(foot, aside, side));
  event_add(g, vec3_axpy(foot, -aside, side));
}

/* Find the heights where the visible arcs change their form, sorted, from the lowest point of
   the union to the highest. None if the caps cover the sphere: a bare part has a lowest and a
   highest point on its edge. */
static void events_find(Group *g)
{
  double lowest = 1, highest = -1;

  g->n_events = 0;
  for (int i = 0; i < g->n; i++) {
    const Circle *c = &g->circles[i];
    const double  r = c->cosine * c->tilt, z = c->sine * c->axis.z;

    event_add(g, vec3((r - z) * c->along, (r - z) * c->across, c->top));
    event_add(g, vec3((r + z) * c->along, (r + z) * c->across, c->bottom));
    for (int j = 0; j < i; j++) crossings_add(g, c, &g->circles[j]);
    lowest  = min_real(lowest, c->lowest);
    highest = max_real(highest, c->highest);
  }
  if (g->n_events == 0) return;
  event_push(g, lowest);
  event_push(g, highest);
  sort_items(g->events, g->n_events, sizeof *g->events, compare_reals);
}

/* Part of the circle of latitude at height z, of radius r, that a cap covers: 0 nothing, 1 an
   arc, 2 all of it. */
static int arc_find(const Circle *c, double z, double r, Arc *arc)
{
  const double num = c->cosine - c->axis.z * z, den = c->tilt * r,
               root = sqrt(max_real(0, (den - num) * (den + num)));
  double half, cosine, sine;

  if (num >= den) return 0;
  if (num <= -den) return 2;
  half   = atan2(root, num);
  cosine = num / den;
  sine   = root / den;
  *arc   = (Arc){.start = c->angle - half};
  /* two differences, then twice the middle less the start: no sum together with a difference of
     the same products, as in circle_of */
  arc->c0 = c->along * cosine - c->against * sine;
  arc->s0 = c->across * cosine - c->along * sine;
  arc->c1 = 2 * (c->along * cosine) - arc->c0;
  arc->s1 = 2 * (c->across * cosine) - arc->s0;
  if (arc->start < -PETSC_PI) arc->start += 2 * PETSC_PI;
  arc->end = arc->start + 2 * half;
  return 1;
}

/* Add `sign` times the antiderivatives of 1, c, s, cc, cs, ss, ccc, ccs, css, sss (c = cos t, s =
   sin t). */
static void trig_add(double sum[], double sign, double t, double c, double s)
{
  const double s3 = s * s * s / 3, c3 = c * c * c / 3;

  sum[0] += sign * t;
  sum[1] += sign * s;
  sum[2] -= sign * c;
  sum[3] += sign * 0.5 * (t + s * c);
  sum[4] += sign * 0.5 * s * s;
  sum[5] += sign * 0.5 * (t - s * c);
  sum[6] += sign * (s - s3);
  sum[7] -= sign * c3;
  sum[8] += sign * s3;
  sum[9] += sign * (c3 - c);
}

/* Subtract the gaps between n >= 1 arcs that are sorted by their starts. */
static void gaps_subtract(int n, const Arc *arcs, double sum[])
{
  const Arc *last = arcs;
  double     covered, c, s;

  for (int k = 1; k < n; k++)
    if (arcs[k].end > last->end) last = &arcs[k];
  covered = last->end - 2 * PETSC_PI;
  c       = last->c1;
  s       = last->s1;
  for (int k = 0; k < n; k++) {
    if (arcs[k].start > covered) {
      trig_add(sum, -1, arcs[k].start, arcs[k].c0, arcs[k].s0);
      trig_add(sum, 1, covered, c, s);
    }
    if (arcs[k].end > covered) {
      covered = arcs[k].end;
      c       = arcs[k].c1;
      s       = arcs[k].s1;
    }
  }
}

/* d(moments)/dz of the union at height z, from the angular moments of the part of the circle of
   latitude that the active caps cover. */
static void slice(const Group *g, double z, double moment[])
{
  const double r     = sqrt(max_real(0, (1 - z) * (1 + z)));
  double       t[10] = {0};
  int          n = 0, covers = 0;

  for (int k = 0; k < g->n_active && covers < 2; k++) {
    Arc arc;

    covers = arc_find(g->active[k], z, r, &arc);
    if (covers == 1) {
      int at = n++;

      for (; at > 0 && g->arcs[at - 1].start > arc.start; at--) g->arcs[at] = g->arcs[at - 1];
      g->arcs[at] = arc;
    }
  }
  if (n > 0 || covers == 2) {
    t[0] = 2 * PETSC_PI;
    t[3] = t[5] = PETSC_PI;
    if (covers < 2) gaps_subtract(n, g->arcs, t);
  }
  moment[0]  = t[0];
  moment[1]  = r * t[1];
  moment[2]  = r * t[2];
  moment[3]  = z * t[0];
  moment[4]  = r * r * t[3];
  moment[5]  = r * r * t[4];
  moment[6]  = r * z * t[1];
  moment[7]  = r * r * t[5];
  moment[8]  = r * z * t[2];
  moment[9]  = z * z * t[0];
  moment[10] = r * r * r * t[6];
  moment[11] = r * r * r * t[7];
  moment[12] = r * r * z * t[3];
  moment[13] = r * r * r * t[8];
  moment[14] = r * r * z * t[4];
  moment[15] = r * z * z * t[1];
  moment[16] = r * r * r * t[9];
  moment[17] = r * r * z * t[5];
  moment[18] = r * z * z * t[2];
  moment[19] = z * z * z * t[0];
}

/* Gauss-Kronrod 10-21 (Piessens et al. 1983, QUADPACK, qk21): nodes, weights of 21, weights of 10
   at the odd ones. */
enum { NODES = 11 };
static const double node[NODES]    = {0.995657163025808080735527280689003,
                                      0.973906528517171720077964012084452,
                                      0.930157491355708226001207180059508,
                                      0.865063366688984510732096688423493,
                                      0.780817726586416897063717578345042,
                                      0.679409568299024406234327365114874,
                                      0.562757134668604683339000099272694,
                                      0.433395394129247190799265943165784,
                                      0.294392862701460198131126603103866,
                                      0.148874338981631210884826001129720,
                                      0};
static const double kronrod[NODES] = {
  0.011694638867371874278064396062192, 0.032558162307964727478818972459390,
  0.054755896574351996031381300244580, 0.075039674810919952767043140916190,
  0.093125454583697605535065465083366, 0.109387158802297641899210590325805,
  0.123491976262065851077958109585166, 0.134709217311473325928054001771707,
  0.142775938577060080797094273138717, 0.147739104901338491374841515972068,
  0.149445554002916905664936468389821};
static const double gauss[NODES] = {
  0, 0.066671344308688137593568809893332, 0, 0.149451349150580593145863396957658,
  0, 0.219086362515982043995534934228163, 0, 0.269266719309996355091226921569469,
  0, 0.295524224714752870173815619188769, 0};

/* A panel in z: z = middle + half (3 u - u^3)/2, u from -1 to 1. Near the ends z - end is
   proportional to the square of u - end, so that square roots there are smooth in u. */
typedef struct {
  double middle, half;
  /* distance from each end to the nearest singular height beyond it, more than layer_least */
  double below, above;
} Panel;

/* Distance from `end`, in the direction `sign`, to the nearest singular height: of the active
   circles and the poles. */
static double singular_distance(const Group *g, double end, int sign)
{
  const double pole    = 1 - sign * end;
  double       nearest = pole > layer_least ? pole : 2;

  for (int k = 0; k < g->n_active; k++) {
    const double bottom = sign * (g->active[k]->bottom - end),
                 top    = sign * (g->active[k]->top - end);

    if (bottom > layer_least) nearest = min_real(nearest, bottom);
    if (top > layer_least) nearest = min_real(nearest, top);
  }
  return nearest;
}

/* Add one node to the sums of both rules. */
static void node_add(const Group *g, Panel p, double u, double fine, double coarse,
                     double sums[][PATCH_MOMENTS])
{
  const double dz = p.half * 1.5 * (1 - u) * (1 + u);
  double       f[PATCH_MOMENTS];

  slice(g, p.middle + p.half * 0.5 * u * (3 - u * u), f);
  for (int k = 0; k < PATCH_MOMENTS; k++) {
    sums[0][k] += fine * dz * f[k];
    sums[1][k] += coarse * dz * f[k];
  }
}

/* Subtract the integral over the union between u = from and to; halved until the two rules agree
   and their difference is a bound. */
static void panel_subtract(const Group *g, Panel p, double from, double to, int depth, Patch *out)
{
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  double       sums[2][PATCH_MOMENTS] = {{0}}, error = 0;
  bool         blind;

  for (int k = 0; k < NODES; k++) {
    node_add(g, p, middle - half * node[k], half * kronrod[k], half * gauss[k], sums);
    if (node[k] > 0)
      node_add(g, p, middle + half * node[k], half * kronrod[k], half * gauss[k], sums);
  }
  for (int k = 0; k < PATCH_MOMENTS; k++) error = max_real(error, fabs(sums[0][k] - sums[1][k]));
  /* Beside a thin layer the difference of the two rules is no bound of the error. From the lower
     end of the whole panel to u the distance in z is half (1 + u)^2 (2 - u) / 2. */
  blind =
    (from == -1 && p.below < blind_share * (p.half * 0.5 * (1 + to) * (1 + to) * (2 - to))) ||
    (to == 1 && p.above < blind_share * (p.half * 0.5 * (1 - from) * (1 - from) * (2 + from)));
  if ((error > panel_error || blind) && depth < DEEPEST) {
    panel_subtract(g, p, from, middle, depth + 1, out);
    panel_subtract(g, p, middle, to, depth + 1, out);
    return;
  }
  for (int k = 0; k < PATCH_MOMENTS; k++) out->moment[k] -= sums[0][k];
  out->error += error;
}

/* Subtract the integral over a group of caps, panel by panel between its events. */
static void union_subtract(Group *g, Patch *out)
{
  for (int e = 1; e < g->n_events; e++) {
    const double low = g->events[e - 1], high = g->events[e];

    if (!(high > low)) continue;
    g->n_active = 0;
    for (int k = 0; k < g->n; k++) {
      if (g->circles[k].lowest < high && g->circles[k].highest > low)
        g->active[g->n_active++] = &g->circles[k];
    }
    panel_subtract(g,
                   (Panel){0.5 * (low + high), 0.5 * (high - low), singular_distance(g, low, -1),
                           singular_distance(g, high, 1)},
                   -1, 1, 0, out);
  }
}

/* Subtract the moments of all groups of caps that overlap. */
static void groups_subtract(Group *g, int n, Circle *circles, Patch *out)
{
  for (int first = 0; first < n; first += g->n) {
    g->circles = circles + first;
    g->n       = group_gather(n - first, g->circles);
    if (g->n == 1) {
      cap_subtract(g->circles, out->moment);
      continue;
    }
    events_find(g);
    if (g->n_events == 0) {
      *out = (Patch){.error = 0};
      return;
    }
    union_subtract(g, out);
  }
}

void patch_find(int n, const Cap *caps, Patch *out)
{
  const size_t room    = (size_t)n;
  Circle      *circles = memory_zero(room, sizeof *circles);
  Group        g       = {.active = memory_zero(room, sizeof *g.active),
                          .arcs   = memory_zero(room, sizeof *g.arcs)};

  *out = (Patch){.error = n > 0 ? rounding : 0};
  memcpy(out->moment, moments_whole, sizeof out->moment);
  for (int k = 0; k < n; k++) circles[k] = circle_of(caps[k]);
  groups_subtract(&g, circles_sort(n, circles), circles, out);
  free(circles);
  free(g.active);
  free(g.arcs);
  array_free(&g.events);
}
