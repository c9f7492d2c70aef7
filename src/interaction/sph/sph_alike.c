/* SPDX-License-Identifier: MIT */
/* Pairs of SPH particles that are alike: with one smoothing length and one mass, which are fixed,
   and no reflections. Most pairs of most fluids are; they are evaluated from the packed numbers
   alone, by fewer operations that give the same bits. */
#include "base/rows.h"
#include "interaction/sph/sph.h"

/* Where the numbers of the pebbles of pairs begin in Found.packed. */
typedef struct {
  _Alignas(64) int32_t i[INTERACTION_TILE], j[INTERACTION_TILE];
} Places;

KERNEL static void find_places(const int32_t *i, const int32_t *j, int n, Places *at)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    at->i[k] = i[k] * PACKED;
    at->j[k] = j[k] * PACKED;
  }
}

/* Distances over h of n pairs, a multiple of four, and if `way` is given the ways from i to j and
   squared distances, m. False: not all are alike. */
ALWAYS_INLINE bool find_ways(const double *packed, const Places *at, int n, double inverse,
                             double *const *way, double *d2, double *q)
{
  FourInts alike = {-1, -1, -1, -1};

  for (int k = 0; k < n; k += 4) {
    Four d[4];

    for (int m = 0; m < 4; m++) {
      Four x, y;

      four_get(&x, packed + at->i[k + m] + SPH_PACKED_X);
      four_get(&y, packed + at->j[k + m] + SPH_PACKED_X);
      d[m] = y - x;
    }
    four_turn(d);
    alike = alike & (FourInts)(d[SPH_PACKED_OTHER] == 0);
    for (int m = 0; way && m < 3; m++) four_put(way[m] + k, d[m]);
    four_put(d2 + k, d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
#pragma omp simd
    for (int m = k; m < k + 4; m++) q[m] = sqrt(d2[m]) * inverse;
  }
  return four_mask(&alike) == 15;
}

KERNEL static bool find_lengths(const double *packed, const Places *at, int n, double inverse,
                                double *d2, double *q)
{
  return find_ways(packed, at, n, inverse, NULL, d2, q);
}

KERNEL static bool find_vectors(const double *packed, const Places *at, int n, double inverse,
                                PairBatch *b, double *q)
{
  double *const way[] = {b->dx, b->dy, b->dz};

  return find_ways(packed, at, n, inverse, way, b->d2, q);
}

KERNEL static void scale(int n, double by, double *value)
{
#pragma omp simd
  for (int k = 0; k < n; k++) value[k] = by * value[k];
}

static int padded(int n)
{
  return (n + 3) / 4 * 4;
}

bool sph_add_alike(const void *self, PassBatch *b)
{
  const Sph          *s     = self;
  const Smoothing    *w     = sph_smoothing(s);
  const double       *first = sph_packed(&b->found, b->i[0]);
  const int           n     = padded(b->n);
  _Alignas(64) double q[INTERACTION_TILE], slope[INTERACTION_TILE];
  Places              at;

  if (isnan(first[SPH_PACKED_OTHER])) return false;
  find_places(b->i, b->j, n, &at);
  if (!find_lengths(b->found.packed, &at, n, first[SPH_PACKED_H], b->d2, q)) return false;
  w->evaluate(n, q, b->to_a[SUM_DENSITY], slope);
  scale(n, w->sigma[s->dimension], b->to_a[SUM_DENSITY]);
  return true;
}

/* Common to all pairs of a batch. */
typedef struct {
  double alpha, beta;
  double h, near;         /* smoothing length, m; SPH_NEAR h^2, m^2 */
  double ww;              /* product of the weights, kg^2 */
  double sigma, per_cell; /* W'(r) / r = sigma per_cell w'(q) / q */
} Common;

/* Relative velocities of pairs k .. k + 3, the sums of their densities, and both T and speeds of
   sound. */
ALWAYS_INLINE void four_states(const double *packed, const int32_t i[4], const int32_t j[4],
                               Four v[4], Four t[4])
{
  const FourInts sign = {0, 0, 0, INT64_MIN};

  for (int m = 0; m < 4; m++) {
    Four x, y;

    four_get(&x, packed + i[m] + SPH_PACKED_VELOCITY);
    four_get(&y, packed + j[m] + SPH_PACKED_VELOCITY);
    v[m] = y - (Four)((FourInts)x ^ sign);
    four_get(&x, packed + i[m] + SPH_PACKED_TERM);
    four_get(&y, packed + j[m] + SPH_PACKED_TERM);
    t[m] = FOUR_SHUFFLE(x, y, 0, 4, 2, 6);
  }
  four_turn(v);
  four_turn(t);
}

/* Columns of a batch. */
typedef struct {
  _Alignas(64) double g[INTERACTION_TILE]; /* W'(r) / r, 1/m^(d + 2) */
  double vr[INTERACTION_TILE];             /* r . v of those that approach, else 0, m^2/s */
  double press[INTERACTION_TILE];          /* push by pressure, N/m */
  double c[INTERACTION_TILE], rho[INTERACTION_TILE]; /* mean speeds of sound and densities */
} Columns;

KERNEL static void find_states(const Common *of, const Places *at, PairBatch *b, Columns *t)
{
  const Common  c      = *of;
  const double *packed = b->found.packed;
  const int     n      = b->n;

  for (int k = 0; k < n; k += 4) {
    Four d[3], slope, v[4], x[4], vr;

    four_states(packed, at->i + k, at->j + k, v, x);
    four_get(&d[0], b->dx + k);
    four_get(&d[1], b->dy + k);
    four_get(&d[2], b->dz + k);
    four_get(&slope, t->g + k);
    slope = c.sigma * slope * c.per_cell;
    vr    = v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
    four_put(t->vr + k, (Four)((FourInts)vr & (FourInts)(vr < 0)));
    four_put(t->g + k, slope);
    four_put(t->press + k, c.ww * (x[0] * slope + x[1] * slope));
    four_put(t->c + k, 0.5 * (x[2] + x[3]));
    four_put(t->rho + k, 0.5 * v[3]);
  }
}

/* Pressure and artificial viscosity, as press and damp (sph_force.c). */
KERNEL static void find_pushes(const Common *of, const Columns *t, PairBatch *b)
{
  const Common c = *of;
  const int    n = b->n;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double mu   = c.h * t->vr[k] / (b->d2[k] + c.near),
                 pi   = (c.beta * mu - c.alpha * t->c[k]) * mu / t->rho[k],
                 drag = -c.ww * pi * 0.5 * (t->g[k] + t->g[k]);

    b->push[k] = drag - t->press[k];
    b->loss[k] = -(drag * t->vr[k]);
  }
  for (int k = n; k % 4 != 0; k++) b->push[k] = 0;
}

bool sph_pull_alike(const void *self, PairBatch *b)
{
  const Sph          *s     = self;
  const Smoothing    *w     = sph_smoothing(s);
  const double       *first = sph_packed(&b->found, b->i[0]);
  const int           n     = padded(b->n);
  const double        i = first[SPH_PACKED_H], i2 = i * i, h = 1 / i;
  const Common        c = {.alpha    = s->alpha,
                           .beta     = s->beta,
                           .h        = h,
                           .near     = SPH_NEAR * h * h,
                           .ww       = first[SPH_PACKED_WEIGHT] * first[SPH_PACKED_WEIGHT],
                           .sigma    = w->sigma[s->dimension],
                           .per_cell = s->dimension == 2 ? i2 * i2 : i2 * i2 * i};
  _Alignas(64) double q[INTERACTION_TILE];
  Places              at;
  Columns             t;

  if (isnan(first[SPH_PACKED_OTHER]) || !(s->alpha + s->beta > 0) || s->viscosity > 0 ||
      sph_fluid(s)->heats)
    return false;
  find_places(b->i, b->j, n, &at);
  if (!find_vectors(b->found.packed, &at, n, i, b, q)) return false;
  w->evaluate(n, q, b->push, t.g);
  find_states(&c, &at, b, &t);
  find_pushes(&c, &t, b);
  return true;
}
