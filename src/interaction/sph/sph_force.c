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
  const Four zero = {0, 0, 0, 0}, one = {1, 1, 1, 1}, half = {0.5, 0.5, 0.5, 0.5},
             slips = {slip, slip, slip, slip};

  for (int k = 0; k < b->n; k += 4) {
    Four     x[4], y[4], v[4], w[4], speed;
    FourInts a, c, both;

    four_gather(b->found.packed, PACKED, b->i + k, x);
    four_gather(b->found.packed, PACKED, b->j + k, y);
    four_gather(b->found.packed + 4, PACKED, b->i + k, v);
    four_gather(b->found.packed + 4, PACKED, b->j + k, w);
    a    = (FourInts)(x[SPH_PACKED_H] > zero);
    c    = (FourInts)(y[SPH_PACKED_H] > zero);
    both = a & c;
    choose(&a, &x[SPH_PACKED_H], &y[SPH_PACKED_H], t->ia + k);
    choose(&c, &y[SPH_PACKED_H], &x[SPH_PACKED_H], t->ib + k);
    choose(&a, &x[SPH_PACKED_TERM], &y[SPH_PACKED_TERM], t->ta + k);
    choose(&c, &y[SPH_PACKED_TERM], &x[SPH_PACKED_TERM], t->tb + k);
    choose(&a, &v[3], &w[3], t->ra + k);
    choose(&c, &w[3], &v[3], t->rb + k);
    speed = (Four)((FourInts)x[SPH_PACKED_SPEED] & a) + (Four)((FourInts)y[SPH_PACKED_SPEED] & c);
    four_put(t->ww + k, x[SPH_PACKED_WEIGHT] * y[SPH_PACKED_WEIGHT]);
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

/* ---- a batch of particles alone that have one smoothing length */

/* Columns of such a batch, which takes the place of Tile. */
typedef struct {
  double h, inverse;                                            /* smoothing length, m, and 1/h */
  _Alignas(64) double q[INTERACTION_TILE], g[INTERACTION_TILE]; /* r/h; W'(r) / r */
  double push[INTERACTION_TILE], loss[INTERACTION_TILE];        /* as in PairBatch */
} Alike;

/* Pressure and artificial viscosity of pairs k .. k + 3, as in press and damp. x, y: packed numbers
   of both. */
ALWAYS_INLINE void four_pushes(const PairBatch *b, int k, const Four x[8], const Four y[8],
                               const Sph *s, Alike *t)
{
  const double h = t->h, near = SPH_NEAR * h * h;
  const Four   ww = x[SPH_PACKED_WEIGHT] * y[SPH_PACKED_WEIGHT],
             c    = 0.5 * (x[SPH_PACKED_SPEED] + y[SPH_PACKED_SPEED]),
             rho  = 0.5 * (x[SPH_PACKED_DENSITY] + y[SPH_PACKED_DENSITY]);
  Four d[3], d2, slope, vr, mu, pi, drag, was, lost;

  four_get(&d[0], b->dx + k);
  four_get(&d[1], b->dy + k);
  four_get(&d[2], b->dz + k);
  four_get(&d2, b->d2 + k);
  four_get(&slope, t->g + k);
  four_get(&was, b->push + k);
  four_get(&lost, b->loss + k);
  vr   = -((x[SPH_PACKED_VELOCITY] - y[SPH_PACKED_VELOCITY]) * d[0] +
         (x[SPH_PACKED_VELOCITY + 1] - y[SPH_PACKED_VELOCITY + 1]) * d[1] +
         (x[SPH_PACKED_VELOCITY + 2] - y[SPH_PACKED_VELOCITY + 2]) * d[2]);
  vr   = (Four)((FourInts)vr & (FourInts)(vr < 0));
  mu   = h * vr / (d2 + near);
  pi   = (s->beta * mu - s->alpha * c) * mu / rho;
  drag = -ww * pi * 0.5 * (slope + slope);
  was  = was - ww * (x[SPH_PACKED_TERM] * slope + y[SPH_PACKED_TERM] * slope);
  four_put(t->push + k, was + drag);
  four_put(t->loss + k, lost - drag * vr);
}

/* Pushes and losses of all pairs; false: they are not all of such particles. */
KERNEL static bool find_pushes(const PairBatch *b, const Sph *s, Alike *t)
{
  const double inverse = t->inverse;
  FourInts     same    = {-1, -1, -1, -1};

  for (int k = 0; k < b->n; k += 4) {
    Four x[8], y[8];

    four_gather(b->found.packed, PACKED, b->i + k, x);
    four_gather(b->found.packed, PACKED, b->j + k, y);
    four_gather(b->found.packed + 4, PACKED, b->i + k, x + 4);
    four_gather(b->found.packed + 4, PACKED, b->j + k, y + 4);
    same = same & (FourInts)(x[SPH_PACKED_H] == inverse) & (FourInts)(y[SPH_PACKED_H] == inverse);
    four_pushes(b, k, x, y, s, t);
  }
  return four_mask(&same) == 15;
}

KERNEL static void find_lengths(const PairBatch *b, Alike *t)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double root = sqrt(b->d2[k]);

    t->q[k] = (root < LENGTH_MOST ? root : LENGTH_MOST) * t->inverse;
  }
}

KERNEL static void scale_alike(int n, double sigma, double scale, double *g)
{
#pragma omp simd
  for (int k = 0; k < n; k++) g[k] = sigma * g[k] * scale;
  for (int k = n; k % 4 != 0; k++) g[k] = 0;
}

/* Pressure and artificial viscosity of such a batch, by fewer operations that give the same bits;
   false: it is another one. */
static bool pull_alike(const Sph *s, PairBatch *b)
{
  const Smoothing *w = sph_smoothing(s);
  const double     i = sph_packed(&b->found, b->i[0])[SPH_PACKED_H], i2 = i * i;
  Alike            t = {.h = 1 / i, .inverse = i};

  if (!(i > 0) || b->found.mirrors || !(s->alpha + s->beta > 0) || s->viscosity > 0 ||
      sph_fluid(s)->heats)
    return false;
  find_lengths(b, &t);
  w->evaluate(b->n, t.q, t.push, t.g);
  scale_alike(b->n, w->sigma[s->dimension], s->dimension == 2 ? i2 * i2 : i2 * i2 * i, t.g);
  if (!find_pushes(b, s, &t)) return false;
  memcpy(b->push, t.push, (size_t)b->n * sizeof *t.push);
  memcpy(b->loss, t.loss, (size_t)b->n * sizeof *t.loss);
  return true;
}

void sph_pull(const void *self, PairBatch *b)
{
  const Sph *s     = self;
  const bool heats = sph_fluid(s)->heats, viscous = s->alpha + s->beta + s->viscosity > 0;
  Tile       t;

  if (pull_alike(s, b)) return;
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
