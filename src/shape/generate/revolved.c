/* SPDX-License-Identifier: MIT */
/* Moments of bodies of revolution, piece by piece. */
#include "shape/generate/revolved.h"

enum {
  PARTS_MOST = 8,
  ENDS_MOST  = 4 * PARTS_MOST,
  CUTS_MOST  = ENDS_MOST + PARTS_MOST * PARTS_MOST
};

/* The square of a radius, c[0] + c[1] x + c[2] x^2. */
typedef struct {
  double c[3];
} Square;

/* Square of the radius of a part at x, valid as far as the next of its ends; negative beyond the
   part. */
static Square square_at(const Swept *p, double x)
{
  const double r2 = p->radius * p->radius, centre = x < p->from ? p->from : p->to;

  if (x >= p->from && x <= p->to) return (Square){{r2, 0, 0}};
  return (Square){{r2 - centre * centre, 2 * centre, -1}};
}

static double value(Square s, double x)
{
  return s.c[0] + x * (s.c[1] + x * s.c[2]);
}

static int compare_reals(const void *a, const void *b)
{
  const double p = *(const double *)a, q = *(const double *)b;

  return p < q ? -1 : p > q;
}

/* Add the roots of a - b between lo and hi. */
static void add_roots(Square a, Square b, double lo, double hi, int *n, double *cut)
{
  const double c = a.c[0] - b.c[0], l = a.c[1] - b.c[1], q = a.c[2] - b.c[2];
  const double inside = l * l - 4 * q * c;
  double       root[2];
  int          n_roots = 0;

  if (q == 0 && l != 0) root[n_roots++] = -c / l;
  if (q != 0 && inside >= 0) {
    root[n_roots++] = (-l + sqrt(inside)) / (2 * q);
    root[n_roots++] = (-l - sqrt(inside)) / (2 * q);
  }
  for (int k = 0; k < n_roots; k++)
    if (root[k] > lo && root[k] < hi) cut[(*n)++] = root[k];
}

/* Places between which one polynomial gives the radius, ascending; at most CUTS_MOST. */
static int find_cuts(int n, const Swept *part, double *cut)
{
  int n_ends = 0, n_cuts;

  for (int k = 0; k < n; k++) {
    cut[n_ends++] = part[k].from - part[k].radius;
    cut[n_ends++] = part[k].from;
    cut[n_ends++] = part[k].to;
    cut[n_ends++] = part[k].to + part[k].radius;
  }
  sort_items(cut, n_ends, sizeof *cut, compare_reals);
  n_cuts = n_ends;
  for (int e = 0; e + 1 < n_ends; e++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) {
        const double middle = 0.5 * (cut[e] + cut[e + 1]);

        if (n_cuts + 2 <= 2 * CUTS_MOST)
          add_roots(square_at(&part[i], middle), square_at(&part[j], middle), cut[e], cut[e + 1],
                    &n_cuts, cut);
      }
  sort_items(cut, n_cuts, sizeof *cut, compare_reals);
  return n_cuts;
}

/* Integrals of R^2, x R^2, x^2 R^2 and R^4 over x; x from `about`. */
typedef struct {
  double r2, xr2, xxr2, r4;
} Integrals;

static void add_piece(int n, const Swept *part, double lo, double hi, double about, Integrals *sum)
{
  static const double node[]   = {-0.77459666924148337704, 0, 0.77459666924148337704},
                      weight[] = {5. / 18, 8. / 18, 5. / 18};

  for (int g = 0; g < 3; g++) { /* Gauss and Legendre: exact up to the fifth degree */
    const double x = 0.5 * (lo + hi) + 0.5 * (hi - lo) * node[g], w = weight[g] * (hi - lo);
    double       most = 0;

    for (int k = 0; k < n; k++) most = max_real(most, value(square_at(&part[k], x), x));
    sum->r2 += w * most;
    sum->xr2 += w * (x - about) * most;
    sum->xxr2 += w * (x - about) * (x - about) * most;
    sum->r4 += w * most * most;
  }
}

static Integrals integrate(int n, const Swept *part, double about)
{
  double    cut[2 * CUTS_MOST];
  const int n_cuts = find_cuts(n, part, cut);
  Integrals sum    = {0};

  for (int k = 0; k + 1 < n_cuts; k++) add_piece(n, part, cut[k], cut[k + 1], about, &sum);
  return sum;
}

bool revolved_mass(int n, const Swept *part, double density, MassProperties *out, char *why)
{
  const Integrals first  = integrate(n, part, 0);
  const double    centre = first.xr2 / first.r2;
  const Integrals i      = integrate(n, part, centre);
  const double    volume = PETSC_PI * i.r2, along = density * PETSC_PI * i.r4 / 2,
               across = density * PETSC_PI * (i.r4 / 4 + i.xxr2);

  return mass_given(volume, density * volume, vec3(centre, 0, 0),
                    (Sym3){along, across, across, 0, 0, 0}, out, why);
}

int64_t swept_pebbles(const Swept *p, double ripple)
{
  const double h    = p->radius * sqrt(ripple * (2 - ripple)); /* half the largest spacing */
  const double gaps = ceil((p->to - p->from) / (2 * h));

  return gaps < 1e15 ? (int64_t)gaps + 1 : INT64_MAX;
}

double swept_centre(const Swept *p, int64_t n, int64_t k)
{
  return k == n - 1 ? p->to : p->from + (p->to - p->from) * (double)k / (double)(n - 1);
}
