/* SPDX-License-Identifier: MIT */
/* Mass properties of sets of discs by integration over sections, for comparison. */
#ifndef SECTIONS_H
#define SECTIONS_H

#include "sets.h"

enum { MOST = 256, M_VOLUME = 0, M_X, M_Y, M_XX, M_YY, M_XY, N_M };

typedef struct {
  double low, high;
} Span;

/* Add w times the integrals along the section at x of the union of the discs of at least this
   density. */
static inline void section_add(const PebbleSet *set, double density, double x, double w,
                               double sum[N_M])
{
  Span   spans[MOST];
  double top = -HUGE_VAL;
  int    n   = 0;

  for (int i = 0; i < set->n; i++) {
    const double d = x - set->x[i].x, square = (set->r[i] - d) * (set->r[i] + d);

    if (square > 0 && materials.list[set->material[i]].density >= density)
      spans[n++] = (Span){set->x[i].y - sqrt(square), set->x[i].y + sqrt(square)};
  }
  qsort(spans, (size_t)n, sizeof *spans, compare_reals);
  for (int k = 0; k < n; k++) {
    const double a = fmax(top, spans[k].low), b = spans[k].high, l = w * (b - a), y = (a + b) / 2,
                 yy = (a * a + a * b + b * b) / 3;

    if (b <= a) continue;
    top = b;
    sum[M_VOLUME] += l;
    sum[M_X] += l * x;
    sum[M_Y] += l * y;
    sum[M_XX] += l * x * x;
    sum[M_YY] += l * yy;
    sum[M_XY] += l * x * y;
  }
}

/* Takahasi & Mori 1974: x = middle + half tanh(pi/2 sinh t), steps of 1/16 to |t| = 3.2 */
static inline void panel_add(const PebbleSet *set, double density, double low, double high,
                             double sum[N_M])
{
  const double h = 1.0 / 16, half = (high - low) / 2;

  for (int k = -51; k <= 51; k++) {
    const double t = k * h, u = PETSC_PI / 2 * sinh(t), c = cosh(u),
                 near = half * 2 / (1 + exp(2 * fabs(u)));
    const double w    = h * half * PETSC_PI / 2 * cosh(t) / (c * c);

    section_add(set, density, t < 0 ? low + near : high - near, w,
                sum); /* near: distance from the end */
  }
}

/* Events: x where discs begin and end and where two circles cross. */
static inline int events_find(const PebbleSet *set, double *events)
{
  int n = 0;

  for (int i = 0; i < set->n; i++) {
    events[n++] = set->x[i].x - set->r[i];
    events[n++] = set->x[i].x + set->r[i];
    for (int j = 0; j < i; j++) {
      const double dx = set->x[j].x - set->x[i].x, dy = set->x[j].y - set->x[i].y,
                   d = hypot(dx, dy), a = set->r[i], b = set->r[j];
      const double along = (d * d + a * a - b * b) / (2 * d),
                   aside = sqrt(fmax(0, a * a - along * along));

      if (d == 0 || d > a + b || d < fabs(a - b)) continue;
      events[n++] = set->x[i].x + (along * dx - aside * dy) / d;
      events[n++] = set->x[i].x + (along * dx + aside * dy) / d;
    }
  }
  qsort(events, (size_t)n, sizeof *events, compare_reals);
  return n;
}

static inline MassProperties sections(const PebbleSet *set)
{
  const double densities[] = {4, 2.5, 1, 0};
  double *events = malloc(2 * (size_t)set->n * (size_t)(set->n + 1) * sizeof *events), m[N_M] = {0},
         area        = 0;
  const int      n   = events_find(set, events);
  MassProperties out = {.volume = 0};

  for (int k = 0; k < 3; k++) {
    double part[N_M] = {0};

    for (int e = 1; e < n; e++) {
      if (events[e] > events[e - 1]) panel_add(set, densities[k], events[e - 1], events[e], part);
    }
    for (int p = 0; p < N_M; p++) m[p] += (densities[k] - densities[k + 1]) * part[p];
    area = part[M_VOLUME];
  }
  free(events);
  out.volume     = area;
  out.mass       = m[M_VOLUME];
  out.centre     = vec3(m[M_X] / out.mass, m[M_Y] / out.mass, 0);
  out.inertia.xx = m[M_YY] - m[M_Y] * out.centre.y;
  out.inertia.yy = m[M_XX] - m[M_X] * out.centre.x;
  out.inertia.xy = m[M_X] * out.centre.y - m[M_XY];
  out.inertia.zz = out.inertia.xx + out.inertia.yy;
  mass_principal(&out);
  return out;
}

#endif
