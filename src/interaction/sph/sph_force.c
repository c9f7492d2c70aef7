/* SPDX-License-Identifier: MIT */
/* Pressure forces, viscosity and heating of pairs of SPH particles, or of a particle and a
   boundary. */
#include "base/bounds.h"
#include "base/rows.h"
#include "interaction/sph/sph.h"

/* A batch of pairs as columns; a boundary takes all but the weight from the particle that it
   meets. */
typedef struct {
  int n;
  _Alignas(64) double ww[INTERACTION_TILE];          /* product of the weights, kg^2 */
  double ia[INTERACTION_TILE], ib[INTERACTION_TILE]; /* 1/h */
  double ta[INTERACTION_TILE], tb[INTERACTION_TILE];
  double qa[INTERACTION_TILE], qb[INTERACTION_TILE];
  double ga[INTERACTION_TILE], gb[INTERACTION_TILE]; /* W'(r) / r, 1/m^(d + 2) */
  double ra[INTERACTION_TILE], rb[INTERACTION_TILE],
    c[INTERACTION_TILE]; /* densities; mean speed of sound */
  double vx[INTERACTION_TILE], vy[INTERACTION_TILE], vz[INTERACTION_TILE]; /* of a to b, m/s */
  double slips[INTERACTION_TILE];   /* 1: no viscosity acts, else 0 */
  double wall[INTERACTION_TILE];    /* 1: one of them is a boundary, else 0 */
  double heats_a[INTERACTION_TILE]; /* share of a in the heat of viscosity */
  double vr[INTERACTION_TILE];      /* r . v, m^2/s */
} Tile;

/* x where yes, else y. */
ALWAYS_INLINE void choose(const FourInts *yes, const Four *x, const Four *y, double *to)
{
  four_put(to, (Four)(((FourInts)*x & *yes) | ((FourInts)*y & ~*yes)));
}

KERNEL static void gather(const PairBatch *b, double slip, Tile *t)
{
  enum { /* places in the last of the vectors */
         TERM   = SPH_PACKED_TERM % 4,
         H      = SPH_PACKED_H % 4,
         SPEED  = SPH_PACKED_SPEED % 4,
         WEIGHT = SPH_PACKED_WEIGHT % 4
  };
  const Four zero = {0, 0, 0, 0}, one = {1, 1, 1, 1}, half = {0.5, 0.5, 0.5, 0.5},
             slips = {slip, slip, slip, slip};

  for (int k = 0; k < b->n; k += 4) {
    Four     x[4], y[4], v[4], w[4], speed;
    FourInts a, c, both;

    four_gather(b->found.packed + SPH_PACKED_TERM, PACKED, b->i + k, x);
    four_gather(b->found.packed + SPH_PACKED_TERM, PACKED, b->j + k, y);
    four_gather(b->found.packed + SPH_PACKED_VELOCITY, PACKED, b->i + k, v);
    four_gather(b->found.packed + SPH_PACKED_VELOCITY, PACKED, b->j + k, w);
    a    = (FourInts)(x[H] > zero);
    c    = (FourInts)(y[H] > zero);
    both = a & c;
    choose(&a, &x[H], &y[H], t->ia + k);
    choose(&c, &y[H], &x[H], t->ib + k);
    choose(&a, &x[TERM], &y[TERM], t->ta + k);
    choose(&c, &y[TERM], &x[TERM], t->tb + k);
    choose(&a, &v[3], &w[3], t->ra + k);
    choose(&c, &w[3], &v[3], t->rb + k);
    speed = (Four)((FourInts)x[SPEED] & a) + (Four)((FourInts)y[SPEED] & c);
    four_put(t->ww + k, x[WEIGHT] * y[WEIGHT]);
    four_put(t->vx + k, v[0] - w[0]);
    four_put(t->vy + k, v[1] - w[1]);
    four_put(t->vz + k, v[2] - w[2]);
    speed = (Four)(((FourInts)(half * speed) & both) | ((FourInts)speed & ~both));
    four_put(t->c + k, speed);
    choose(&both, &zero, &one, t->wall + k);
    four_put(t->slips + k, (Four)((FourInts)slips & (a ^ c)) + (Four)((FourInts)one & ~(a | c)));
    speed = (Four)((FourInts)one & a);
    choose(&both, &half, &speed, t->heats_a + k);
  }
}

/* Returns the largest difference of both 1/h. */
KERNEL static double find_distances(const PairBatch *b, Tile *t)
{
  double differ = 0;

#pragma omp simd reduction(max : differ)
  for (int k = 0; k < t->n; k++) {
    const double root = sqrt(b->d2[k]), r = root < LENGTH_MOST ? root : LENGTH_MOST,
                 off = t->ia[k] - t->ib[k], size = off < 0 ? -off : off;

    t->qa[k] = r * t->ia[k];
    t->qb[k] = r * t->ib[k];
    differ   = size > differ ? size : differ;
  }
  return differ;
}

KERNEL static void scale_slopes(int n, double sigma, bool plane, const double *i, double *g)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double i2 = i[k] * i[k];

    g[k] = sigma * g[k] * (plane ? i2 * i2 : i2 * i2 * i[k]);
  }
}

static void find_slopes(const Sph *s, const PairBatch *b, Tile *t)
{
  const Smoothing *w    = sph_smoothing(s);
  const bool       same = find_distances(b, t) == 0;
  double           unused[INTERACTION_TILE];

  w->evaluate(t->n, t->qa, unused, t->ga);
  scale_slopes(t->n, w->sigma[s->dimension], s->dimension == 2, t->ia, t->ga);
  if (same) {
    memcpy(t->gb, t->ga, (size_t)t->n * sizeof *t->gb);
    return;
  }
  w->evaluate(t->n, t->qb, unused, t->gb);
  scale_slopes(t->n, w->sigma[s->dimension], s->dimension == 2, t->ib, t->gb);
}

KERNEL static void press(const Tile *t, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++)
    b->push[k] -= t->ww[k] * (t->ta[k] * t->ga[k] + t->tb[k] * t->gb[k]);
}

/* Work of the pressure of boundaries: no energy of the particles changes by it. */
KERNEL static void lose_at_walls(const Tile *t, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++)
    b->loss[k] += t->wall[k] * t->ww[k] * t->ta[k] * t->ga[k] * t->vr[k];
}

/* Work of the pressure on each particle, W; a boundary takes none. */
KERNEL static void heat_by_pressure(const Tile *t, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double fa = t->ww[k] * t->ta[k] * t->ga[k] * t->vr[k],
                 fb = t->ww[k] * t->tb[k] * t->gb[k] * t->vr[k];

    b->flow_a[k] += fa + t->wall[k] * (t->heats_a[k] * (fa + fb) - fa);
    b->flow_b[k] += fb + t->wall[k] * ((1 - t->heats_a[k]) * (fa + fb) - fb);
    b->loss[k] += fa + fb;
  }
}

KERNEL static void find_approach(const PairBatch *b, Tile *t)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++)
    t->vr[k] = -(t->vx[k] * b->dx[k] + t->vy[k] * b->dy[k] + t->vz[k] * b->dz[k]);
}

/* Artificial viscosity: Pi = (-alpha c mu + beta mu^2) / rho, mu = h v.r / (r^2 + 0.01 h^2) < 0. */
KERNEL static void damp(const Tile *t, double alpha, double beta, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double h = 0.5 * (1 / t->ia[k] + 1 / t->ib[k]), rho = 0.5 * (t->ra[k] + t->rb[k]),
                 vr   = t->vr[k] < 0 ? t->vr[k] : 0;
    const double mu   = h * vr / (b->d2[k] + SPH_NEAR * h * h),
                 pi   = (beta * mu - alpha * t->c[k]) * mu / rho,
                 push = t->slips[k] > 0 ? 0 : -t->ww[k] * pi * 0.5 * (t->ga[k] + t->gb[k]);

    b->push[k] += push;
    b->loss[k] -= push * vr;
  }
}

/* Laminar viscosity, along the relative velocity. */
KERNEL static void shear(const Tile *t, double viscosity, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double h = 0.5 * (1 / t->ia[k] + 1 / t->ib[k]), g = 0.5 * (t->ga[k] + t->gb[k]);
    const double share = b->d2[k] < INFINITY ? b->d2[k] / (b->d2[k] + SPH_NEAR * h * h) : 0,
                 drag  = t->slips[k] > 0
                           ? 0
                           : t->ww[k] * 2 * viscosity / (t->ra[k] * t->rb[k]) * share * g;

    b->fx[k] += drag * t->vx[k];
    b->fy[k] += drag * t->vy[k];
    b->fz[k] += drag * t->vz[k];
    b->loss[k] -= drag * (t->vx[k] * t->vx[k] + t->vy[k] * t->vy[k] + t->vz[k] * t->vz[k]);
  }
}

void sph_pull(const void *self, PairBatch *b)
{
  const Sph *s     = self;
  const bool heats = sph_fluid(s)->heats, viscous = s->alpha + s->beta + s->viscosity > 0;
  Tile       t;

  t.n = b->n;
  gather(b, !s->no_slip, &t);
  find_slopes(s, b, &t);
  press(&t, b);
  if (b->found.mirrors) sph_pull_reflections(s, b);
  if (viscous || heats || s->n_boundaries > 0) find_approach(b, &t);
  if (s->alpha + s->beta > 0) damp(&t, s->alpha, s->beta, b);
  if (s->viscosity > 0) shear(&t, s->friction, b);
  if (s->n_boundaries > 0 && !heats) lose_at_walls(&t, b);
  if (!heats) return;
  for (int k = 0; k < b->n && viscous; k++) {
    b->flow_a[k] += t.heats_a[k] * b->loss[k];
    b->flow_b[k] += (1 - t.heats_a[k]) * b->loss[k];
  }
  heat_by_pressure(&t, b);
}
