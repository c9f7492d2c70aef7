/* SPDX-License-Identifier: MIT */
/* Moments of the uncovered part of a circle: arcs are sorted by their starts and the integrals
   over the gaps between them are summed. Integrals of powers of cosine and sine are elementary. */
#include "geometry/arcs.h"

static const double unit_rounding = 0x1p-53;
/* Rounding of the integrals over a gap, apart from that of its ends, rad: some ten operations on
   values up to 2 pi */
static const double sum_rounding = 100 * 0x1p-53;

/* Half the common chord of two circles by Heron's formula; the same bits with a and b swapped. */
static double half_chord(double a, double b, double distance)
{
  const double sum = a + b, less = fabs(a - b);

  return 0.5 * sqrt((distance + sum) * (sum - distance) * ((distance - less) / distance) *
                    ((distance + less) / distance));
}

/* Overlap of two circles that touch from outside, or length by which the smaller one sticks out
   of the larger one when they touch from inside, m; 0 if they are apart or one is inside the
   other. */
static double touch_depth(double a, double b, double distance)
{
  return max_real(0, min_real(a + b - distance, distance - fabs(a - b)));
}

/* True if the area of the overlap, or of the part that sticks out, about depth times half chord,
   is at most ARC_TOUCH times the square of the smaller radius: such circles are not cut. */
static bool is_touch(double a, double b, double distance)
{
  const double depth = touch_depth(a, b, distance), small = min_real(a, b);

  return !(depth > 0) || depth * half_chord(a, b, distance) <= ARC_TOUCH * small * small;
}

double arc_touch(double a, double b, Vec3 d)
{
  const double distance = vec3_norm(d);

  return distance > 0 && is_touch(a, b, distance) ? touch_depth(a, b, distance) : 0;
}

double arc_slip(double a, double b, Vec3 d, double off)
{
  const double distance = vec3_norm(d), sum = a + b, less = (a - b) / distance;
  /* error of the squared half chord: from rounding of distance and radii in the differences, and
     from rounding of the products */
  const double rounded = unit_rounding * (2 * sum * sum * max_real(0, 1 - less * less) +
                                          6 * max_real(0, sum * sum - distance * distance));
  const double moved = 2 * a * b / distance * off, aside = half_chord(a, b, distance);

  return rounded / max_real(aside, sqrt(rounded)) / a +
         (off > 0 ? moved / max_real(aside, sqrt(moved)) / a : 0);
}

bool circle_is_inside(double a, double b, Vec3 d)
{
  const double distance = vec3_norm(d);

  return a <= b && (distance <= b - a || (distance < b && is_touch(a, b, distance)));
}

bool arc_of(double a, double b, Vec3 d, Arc *arc)
{
  const double distance = vec3_norm(d), sum = a + b;
  double       along, aside, radius, half;
  Vec3         e;

  if (!(distance > 0) || is_touch(a, b, distance)) return false;
  aside = half_chord(a, b, distance);
  along = 0.5 * (distance + (a - b) / distance * sum);
  e     = vec3_scale(1 / distance, d);
  half  = atan2(aside, along);
  *arc  = (Arc){.start = atan2(d.y, d.x) - half, .rounding = 16 * unit_rounding * (sum / a)};
  /* normalized, so that both points lie on the unit circle whatever the error of `aside`.
     Differences of products only: a sum and a difference of the same products may be fused
     (circle_of in patch.c). */
  radius  = sqrt(along * along + aside * aside);
  arc->c1 = (along * e.x - aside * e.y) / radius;
  arc->s0 = (along * e.y - aside * e.x) / radius;
  arc->c0 = 2 * (along * e.x) / radius - arc->c1;
  arc->s1 = 2 * (along * e.y) / radius - arc->s0;
  if (arc->start < -PETSC_PI) arc->start += 2 * PETSC_PI;
  arc->end = arc->start + 2 * half;
  return true;
}

static int compare_arcs(const void *a, const void *b)
{
  const Arc *p = a, *q = b;

  if (p->start != q->start) return p->start < q->start ? -1 : 1;
  return (p->end > q->end) - (p->end < q->end);
}

/* Add `sign` times the antiderivatives of 1, c, s, cc, cs, ss, ccc, ccs, css, sss (c = cos t, s =
   sin t). */
static void trig_add(double sum[], double sign, double t, double c, double s)
{
  const double s3 = s * s * s / 3, c3 = c * c * c / 3, sc = s * c;

  sum[0] += sign * t;
  sum[1] += sign * s;
  sum[2] -= sign * c;
  sum[3] += sign * 0.5 * (t + sc);
  sum[4] += sign * 0.5 * s * s;
  sum[5] += sign * (t - 0.5 * (t + sc));
  sum[6] += sign * (s - s3);
  sum[7] -= sign * c3;
  sum[8] += sign * s3;
  sum[9] += sign * (c3 - c);
}

static void gap_add(Arc *before, Arc *after, double turns, double sum[], double *error)
{
  trig_add(sum, 1, after->start, after->c0, after->s0);
  trig_add(sum, -1, before->end - turns, before->c1, before->s1);
  before->end_shows  = true;
  after->start_shows = true;
  *error += before->rounding + after->rounding + sum_rounding;
}

/* Add the integrals over the gaps between n >= 1 arcs sorted by their starts. The arc with the
   largest end may reach past 2 pi and cover the start of the first ones. */
static void gaps_add(int n, Arc *arcs, double sum[], double *error)
{
  Arc   *last  = arcs;
  double turns = 2 * PETSC_PI;

  for (int k = 1; k < n; k++)
    if (arcs[k].end > last->end) last = &arcs[k];
  for (int k = 0; k < n; k++) {
    if (arcs[k].start > last->end - turns) gap_add(last, &arcs[k], turns, sum, error);
    if (arcs[k].end > last->end - turns) {
      last  = &arcs[k];
      turns = 0;
    }
  }
}

void arcs_find(int n, Arc *arcs, Patch *out)
{
  double t[10] = {2 * PETSC_PI, 0, 0, PETSC_PI, 0, PETSC_PI};

  *out = (Patch){.error = 0};
  if (n > 0) {
    memset(t, 0, sizeof t);
    sort_items(arcs, n, sizeof *arcs, compare_arcs);
    gaps_add(n, arcs, t, &out->error);
  }
  out->moment[0]  = t[0];
  out->moment[1]  = t[1];
  out->moment[2]  = t[2];
  out->moment[4]  = t[3];
  out->moment[5]  = t[4];
  out->moment[7]  = t[5];
  out->moment[10] = t[6];
  out->moment[11] = t[7];
  out->moment[13] = t[8];
  out->moment[16] = t[9];
}
