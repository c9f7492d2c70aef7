/* SPDX-License-Identifier: MIT */
/* Pressure forces, viscosity and heating of pairs of SPH particles, or of a particle and a boundary. */
#include "base/kernel.h"
#include "interaction/sph.h"

/* A batch of pairs as columns; a boundary takes all but the weight from the particle that it meets. */
typedef struct {
  int n;
  _Alignas(64) double ww[INTERACTION_TILE]; /* product of the weights, kg^2 */
  double ha[INTERACTION_TILE], hb[INTERACTION_TILE], ta[INTERACTION_TILE], tb[INTERACTION_TILE];
  double qa[INTERACTION_TILE], qb[INTERACTION_TILE];
  double ga[INTERACTION_TILE], gb[INTERACTION_TILE]; /* W'(r) / r, 1/m^(d + 2) */
  double ra[INTERACTION_TILE], rb[INTERACTION_TILE],
    c[INTERACTION_TILE];            /* densities; mean speed of sound */
  double slips[INTERACTION_TILE];   /* 1: no viscosity acts, else 0 */
  double wall[INTERACTION_TILE];    /* 1: one of them is a boundary, else 0 */
  double heats_a[INTERACTION_TILE]; /* share of a in the heat of viscosity */
  double vr[INTERACTION_TILE];      /* r . v, m^2/s */
} Tile;

static void gather(const Sph *s, const PairBatch *b, Tile *t)
{
  double *const *column = b->found.column;
  const double  *weight = b->found.weight;

  t->n = b->n;
  for (int k = 0; k < b->n; k++) {
    const int32_t i = b->a[k], j = b->b[k];
    const bool    a = column[SPH_H][i] > 0, c = column[SPH_H][j] > 0;
    const int32_t x = a ? i : j, y = c ? j : i;

    t->ww[k]      = weight[b->i[k]] * weight[b->j[k]];
    t->ha[k]      = column[SPH_H][x];
    t->hb[k]      = column[SPH_H][y];
    t->ta[k]      = column[SPH_TERM][x];
    t->tb[k]      = column[SPH_TERM][y];
    t->ra[k]      = column[SPH_DENSITY][x];
    t->rb[k]      = column[SPH_DENSITY][y];
    t->c[k]       = 0.5 * (column[SPH_SPEED][x] + column[SPH_SPEED][y]);
    t->wall[k]    = !a || !c;
    t->slips[k]   = (!a || !c) && !s->no_slip;
    t->heats_a[k] = a && c ? 0.5 : a;
  }
}

KERNEL static void find_distances(const PairBatch *b, Tile *t)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double r = sqrt(b->d2[k]);

    t->qa[k] = r / t->ha[k];
    t->qb[k] = r / t->hb[k];
  }
}

KERNEL static void scale_slopes(int n, double sigma, bool plane, const double *h, double *g)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double h2 = h[k] * h[k], cell = plane ? h2 * h2 : h2 * h2 * h[k];

    g[k] = sigma * g[k] / cell;
  }
}

static void find_slopes(const Sph *s, const PairBatch *b, Tile *t)
{
  const Smoothing *w = sph_smoothing(s);
  double           unused[INTERACTION_TILE];

  find_distances(b, t);
  w->evaluate(t->n, t->qa, unused, t->ga);
  scale_slopes(t->n, w->sigma[s->dimension], s->dimension == 2, t->ha, t->ga);
  w->evaluate(t->n, t->qb, unused, t->gb);
  scale_slopes(t->n, w->sigma[s->dimension], s->dimension == 2, t->hb, t->gb);
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
    t->vr[k] = -(b->vx[k] * b->dx[k] + b->vy[k] * b->dy[k] + b->vz[k] * b->dz[k]);
}

/* Artificial viscosity: Pi = (-alpha c mu + beta mu^2) / rho, mu = h v.r / (r^2 + 0.01 h^2) < 0. */
KERNEL static void damp(const Tile *t, double alpha, double beta, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double h = 0.5 * (t->ha[k] + t->hb[k]), rho = 0.5 * (t->ra[k] + t->rb[k]),
                 vr   = t->vr[k] < 0 ? t->vr[k] : 0;
    const double mu   = h * vr / (b->d2[k] + 0.01 * h * h),
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
    const double h = 0.5 * (t->ha[k] + t->hb[k]), g = 0.5 * (t->ga[k] + t->gb[k]);
    const double share = b->d2[k] < INFINITY ? b->d2[k] / (b->d2[k] + 0.01 * h * h) : 0,
                 drag  = t->slips[k] > 0
                           ? 0
                           : t->ww[k] * 2 * viscosity / (t->ra[k] * t->rb[k]) * share * g;

    b->fx[k] += drag * b->vx[k];
    b->fy[k] += drag * b->vy[k];
    b->fz[k] += drag * b->vz[k];
    b->loss[k] -= drag * (b->vx[k] * b->vx[k] + b->vy[k] * b->vy[k] + b->vz[k] * b->vz[k]);
  }
}

void sph_pull(const void *self, PairBatch *b)
{
  const Sph *s     = self;
  const bool heats = sph_fluid(s)->heats, viscous = s->alpha + s->beta + s->viscosity > 0;
  Tile       t;

  gather(s, b, &t);
  find_slopes(s, b, &t);
  press(&t, b);
  if (viscous || heats || s->n_boundaries > 0) find_approach(b, &t);
  if (s->alpha + s->beta > 0) damp(&t, s->alpha, s->beta, b);
  if (s->viscosity > 0) shear(&t, s->viscosity, b);
  if (s->n_boundaries > 0 && !heats) lose_at_walls(&t, b);
  if (!heats) return;
  for (int k = 0; k < b->n && viscous; k++) {
    b->flow_a[k] += t.heats_a[k] * b->loss[k];
    b->flow_b[k] += (1 - t.heats_a[k]) * b->loss[k];
  }
  heat_by_pressure(&t, b);
}
