/* SPDX-License-Identifier: MIT */
/* Densities and smoothing lengths of SPH particles. */
#include "base/bounds.h"
#include "base/rows.h"
#include "interaction/sph/sph_shift.h"

void sph_begin(const void *self, PassRows *rows)
{
  const Sph     *s      = self;
  const Clumps  *c      = rows->clumps;
  double *const *column = rows->found.column;
  double         mass = NAN, h = NAN; /* of the last particle: most have the same */

  if (!rows->fresh && !s->adaptive) return;
  for (PetscInt a = 0; a < rows->n; a++) {
    const int material = sph_material_of(c, a);

    if (material == s->material) {
      if (c->mass[a] != mass) {
        mass = c->mass[a];
        h    = sph_length(s, mass);
      }
      column[SPH_H][a] = s->adaptive && column[SPH_KEPT][a] > 0 ? column[SPH_KEPT][a] : h;
      if (!s->adaptive) continue;
      column[SPH_LOW][a]  = 0;
      column[SPH_HIGH][a] = 2 * s->limit * h;
    } else if (sph_is_boundary(s, material))
      column[SPH_H][a] = column[SPH_DENSITY][a] = column[SPH_TERM][a] = column[SPH_SPEED][a] =
        column[SPH_PRESSURE][a] = column[SPH_KEPT][a] = 0;
  }
}

void sph_keep(const void *self, PassRows *rows)
{
  const Sph     *s       = self;
  double *const *column  = rows->found.column;
  const bool     carries = sph_carries(s), shifts = sph_shifts(s);

  for (PetscInt a = 0; a < rows->n; a++) {
    if (sph_material_of(rows->clumps, a) != s->material) continue;
    column[SPH_KEPT][a] = column[SPH_H][a];
    if (!carries) continue;
    column[SPH_EXCESS][a] += rows->dt * column[SPH_RATE][a];
    column[SPH_BEFORE][a] = column[SPH_RATE][a];
    for (int i = 0; shifts && i < 3; i++) column[SPH_SHIFT + i][a] = column[SPH_NEXT + i][a];
  }
}

double sph_extent(const void *self, const PassRows *rows)
{
  const Sph *s    = self;
  double     most = 0;

  for (PetscInt a = 0; a < rows->n; a++) most = fmax(most, rows->found.column[SPH_KEPT][a]);
  return sph_smoothing(s)->support * most;
}

/* ---- the sums ---- */

/* Distance over h of each body of the pairs of a batch, and the weight of the other body over its
   own; 0: it is a boundary. */
typedef struct {
  _Alignas(64) double q[INTERACTION_TILE], share[INTERACTION_TILE], w[INTERACTION_TILE],
    slope[INTERACTION_TILE];
} Side;

/* 1/h, and weights, of both bodies. */
KERNEL static void gather(const PassBatch *b, double *ha, double *wa, double *hb, double *wb)
{
  Four x[4], y[4];

  for (int k = 0; k < b->n; k += 4) {
    four_gather(b->found.packed + SPH_PACKED_TERM, PACKED, b->i + k, x);
    four_gather(b->found.packed + SPH_PACKED_TERM, PACKED, b->j + k, y);
    four_put(ha + k, x[SPH_PACKED_H % 4]);
    four_put(wa + k, x[SPH_PACKED_WEIGHT % 4]);
    four_put(hb + k, y[SPH_PACKED_H % 4]);
    four_put(wb + k, y[SPH_PACKED_WEIGHT % 4]);
  }
}

/* Sets the q and shares; returns the largest difference of the q of both bodies. */
KERNEL static double find_sides(const PassBatch *b, const double *ha, const double *wa,
                                const double *hb, const double *wb, Side *x, Side *y)
{
  double differ = 0;

#pragma omp simd reduction(max : differ)
  for (int k = 0; k < b->n; k++) {
    const double r   = sqrt(b->d2[k]) < LENGTH_MOST ? sqrt(b->d2[k]) : LENGTH_MOST,
                 off = ha[k] - hb[k], size = off < 0 ? -off : off;

    x->q[k]     = r * ha[k];
    y->q[k]     = r * hb[k];
    x->share[k] = ha[k] > 0 ? wb[k] / wa[k] : 0;
    y->share[k] = hb[k] > 0 ? wa[k] / wb[k] : 0;
    differ      = size > differ ? size : differ;
  }
  return differ;
}

KERNEL static void contribute(const Side *side, const double *w, int n, double sigma,
                              double *density)
{
#pragma omp simd
  for (int k = 0; k < n; k++) density[k] = sigma * side->share[k] * w[k];
}

KERNEL static void contribute_change(const Side *side, const Side *kernel, int n, double sigma,
                                     double dimension, double *change)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double part = sigma * side->share[k], q = side->q[k] < 1e3 ? side->q[k] : 0;

    change[k] = part * (dimension * kernel->w[k] + q * q * kernel->slope[k]);
  }
}

static void sph_add(const void *self, PassBatch *b)
{
  const Sph          *s     = self;
  const Smoothing    *w     = sph_smoothing(s);
  const double        sigma = w->sigma[s->dimension];
  _Alignas(64) double ha[INTERACTION_TILE], wa[INTERACTION_TILE], hb[INTERACTION_TILE],
    wb[INTERACTION_TILE];
  Side  sides[2];
  Side *other = &sides[1];

  gather(b, ha, wa, hb, wb);
  if (find_sides(b, ha, wa, hb, wb, &sides[0], &sides[1]) == 0) other = &sides[0];
  w->evaluate(b->n, sides[0].q, sides[0].w, sides[0].slope);
  if (other != sides) w->evaluate(b->n, other->q, other->w, other->slope);
  contribute(&sides[0], sides[0].w, b->n, sigma, b->to_a[SUM_DENSITY]);
  contribute(&sides[1], other->w, b->n, sigma, b->to_b[SUM_DENSITY]);
  if (s->adaptive) {
    contribute_change(&sides[0], &sides[0], b->n, sigma, s->dimension, b->to_a[SUM_SLOPE]);
    contribute_change(&sides[1], other, b->n, sigma, s->dimension, b->to_b[SUM_SLOPE]);
  }
  if (b->found.mirrors) sph_add_reflections(s, b);
}

static int sph_used(const void *self)
{
  return ((const Sph *)self)->adaptive ? 2 : 1;
}

/* ---- what follows from them ---- */

/* Factor on h of a particle towards density(h) = wanted, both in units of m / h^d, in which the
   density grows with h: by Newton's method, or half way between the bounds, which are narrowed. 1
   at the limit of h, `most`. */
static double step_of(const Sph *s, double *const *column, PetscInt a, double most, double density,
                      double change)
{
  const double h = column[SPH_H][a], wanted = sph_cell(s, s->ratio),
               growth = s->dimension * density - change; /* d density / d log h */
  double *low = &column[SPH_LOW][a], *high = &column[SPH_HIGH][a];
  double  next = h + h * (wanted - density) / growth;

  if (density < wanted) *low = h;
  else *high = h;
  if (density < wanted && h >= most) return 1;
  next = fmin(fmax(next, 0.7 * h), 1.4 * h); /* growth may be 0 */
  if (!(next > *low && next < *high)) next = 0.5 * (*low + *high);
  return fmin(next, most) / h;
}

/* Particles as columns; density and change: first in units of m / h^d. */
typedef struct {
  int      n;
  PetscInt row[FLUID_TILE];
  _Alignas(64) double mass[FLUID_TILE], h[FLUID_TILE];
  double density[FLUID_TILE], change[FLUID_TILE];
  double omega[FLUID_TILE];
} Dense;

KERNEL static void find_terms(const Dense *d, const double *pressure, double response, double *term)
{
#pragma omp simd
  for (int k = 0; k < d->n; k++)
    term[k] = pressure[k] / (d->omega[k] * d->density[k] * d->density[k] * response);
}

/* Set their columns. */
static void set_states(const Sph *s, const PassRows *rows, const Dense *d)
{
  const Fluid           *fluid  = sph_fluid(s);
  double *const         *column = rows->found.column;
  const QuantityColumns *u = &rows->clumps->quantity[quantity_index(&quantity_internal_energy)];
  _Alignas(64) double energy[FLUID_TILE], pressure[FLUID_TILE], speed[FLUID_TILE], term[FLUID_TILE];

  for (int k = 0; k < d->n; k++) energy[k] = fluid->heats ? u->predicted[d->row[k]] : 0;
  fluid->at(s->numbers, d->n, d->density, energy, &(FluidStates){pressure, speed, NULL});
  find_terms(d, pressure, s->response, term);
  for (int k = 0; k < d->n; k++) {
    const PetscInt a = d->row[k];

    column[SPH_DENSITY][a]  = d->density[k];
    column[SPH_PRESSURE][a] = pressure[k];
    column[SPH_TERM][a]     = term[k];
    column[SPH_SPEED][a]    = speed[k];
  }
}

void sph_set_state(const Sph *s, const PassRows *rows, PetscInt a, double density, double omega)
{
  set_states(s, rows, &(Dense){.n = 1, .row = {a}, .density = {density}, .omega = {omega}});
}

/* Density of a particle that carries an excess, by the sum over neighbours, kg/m^3. */
static double density_of(const Sph *s, const PassRows *rows, PetscInt a, double sum)
{
  double *const *column = rows->found.column;
  const double   rest   = s->lattice * s->density;
  double         density;

  density = rest + (sum - rest) / s->response;
  if (rows->dt == 0 && column[SPH_KEPT][a] == 0) column[SPH_EXCESS][a] = 0; /* sph_surface.c */
  return fmax(density + column[SPH_EXCESS][a], 1e-3 * rest);
}

KERNEL static void find_densities(Dense *d, double dimension)
{
#pragma omp simd
  for (int k = 0; k < d->n; k++) {
    const double h = d->h[k], cell = dimension == 2 ? h * h : h * h * h, x = d->density[k];

    d->omega[k]   = 1 - d->change[k] / (dimension * x);
    d->density[k] = x * d->mass[k] / cell;
  }
}

/* Set the columns of particles. */
static void find_states(const Sph *s, const PassRows *rows, Dense *d)
{
  for (int k = 0; s->shifting > 0 && k < d->n; k++)
    rows->found.column[SPH_FILL][d->row[k]] =
      d->density[k] * d->mass[k] / (sph_cell(s, d->h[k]) * s->lattice * s->density);
  find_densities(d, s->dimension);
  for (int k = 0; sph_carries(s) && k < d->n; k++)
    d->density[k] = density_of(s, rows, d->row[k], d->density[k]);
  set_states(s, rows, d);
}

/* Change the smoothing lengths by these factors, and raise the reach. */
static void find_reach(const Sph *s, const Dense *d, const double *factor, PassRows *rows)
{
  const double support = sph_smoothing(s)->support, enough = sph_passes[0].enough;

  for (int k = 0; k < d->n; k++) {
    double *h = &rows->found.column[SPH_H][d->row[k]];

    if (s->adaptive && fabs(factor[k] - 1) > enough) *h *= factor[k];
    rows->reach = max_real(rows->reach, support * *h);
  }
}

/* Factors on the smoothing lengths; *rest: their largest distance from 1 so far. */
static void find_factors(const Sph *s, const Dense *d, PassRows *rows, double *factor, double *rest)
{
  for (int k = 0; k < d->n; k++) {
    const PetscInt a = d->row[k];

    factor[k] = clump_is_gone(rows->clumps, a)
                  ? 1
                  : step_of(s, rows->found.column, a, s->limit * sph_length(s, d->mass[k]),
                            d->density[k], d->change[k]);
    if (!(fabs(factor[k] - 1) > *rest)) continue;
    *rest       = fabs(factor[k] - 1);
    rows->worst = a;
  }
}

/* Take the next particles from row *a on. */
static void take(const Sph *s, const PassRows *rows, PetscInt *a, Dense *d)
{
  const double  *h = rows->found.column[SPH_H], *mass = rows->clumps->mass;
  const double   own     = sph_own(s);
  const Mirrors *mirrors = rows->found.mirrors;

  for (d->n = 0; *a < rows->n && d->n < FLUID_TILE; ++*a) {
    const int k = d->n;

    if (sph_material_of(rows->clumps, *a) != s->material) continue;
    d->n++;
    d->row[k]     = *a;
    d->mass[k]    = mass[*a];
    d->h[k]       = h[*a];
    d->density[k] = own + rows->sum[SUM_DENSITY][*a];
    d->change[k]  = s->adaptive ? s->dimension * own + rows->sum[SUM_SLOPE][*a] : 0;
    if (mirrors)
      sph_see_itself(s, &mirrors[*a], d->h[k], &d->density[k], s->adaptive ? &d->change[k] : NULL);
  }
}

static double sph_find(const void *self, PassRows *rows)
{
  const Sph *s    = self;
  double     rest = 0, factor[FLUID_TILE];
  Dense      found;

  for (PetscInt a = 0; a < rows->n;) {
    take(s, rows, &a, &found);
    if (s->adaptive) find_factors(s, &found, rows, factor, &rest);
    find_states(s, rows, &found);
    find_reach(s, &found, factor, rows);
  }
  return rest;
}

const PairPass sph_passes[] = {
  {.sums    = 2,
   .used    = sph_used,
   .add     = sph_add,
   .alike   = sph_add_alike,
   .find    = sph_find,
   .makes   = 1u << SPH_DENSITY | 1u << SPH_TERM | 1u << SPH_SPEED | 1u << SPH_H | 1u << SPH_FILL,
   .enough  = 1e-6,
   .repeats = 50},
  {.sums    = PASS_SUMS,
   .used    = sph_surface_used,
   .add     = sph_surface_add,
   .find    = sph_surface_find,
   .starts  = true,
   .makes   = 1u << SPH_DENSITY | 1u << SPH_TERM | 1u << SPH_SPEED,
   .repeats = 1},
  {.sums    = SHIFT_SUMS,
   .used    = sph_shift_used,
   .add     = sph_shift_add,
   .find    = sph_shift_find,
   .makes   = 7u << SPH_NEXT | 7u << SPH_MEAN,
   .repeats = 1},
  {.sums    = SHIFT_RATES,
   .used    = sph_diffusion_used,
   .add     = sph_diffuse,
   .find    = sph_find_rates,
   .repeats = 1},
  {.sums    = MIRRORS_MOST,
   .used    = sph_walls_used,
   .add     = sph_walls_add,
   .find    = sph_walls_find,
   .repeats = 1},
  {0},
};
