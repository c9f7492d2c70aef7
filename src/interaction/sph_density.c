/* SPDX-License-Identifier: MIT */
/* Densities and smoothing lengths of SPH particles. */
#include "base/kernel.h"
#include "interaction/sph.h"

/* Sums of a particle a, in units of m_a / h_a^d: its density, and -h_a times the derivative of it by
   h_a. */
enum { SUM_DENSITY, SUM_SLOPE };

static int material_of(const Clumps *c, PetscInt a)
{
  return c->templates->list[c->template[a]].material[0];
}

void sph_weigh(const void *self, const PhaseRows *rows, double *weight)
{
  const Sph     *s      = self;
  const Pebbles *p      = rows->pebbles;
  const double   sphere = s->dimension == 2 ? PETSC_PI : 4 * PETSC_PI / 3;

  for (PetscInt i = 0; i < p->n; i++)
    weight[i] = p->material[i] == s->material        ? rows->clumps->mass[p->clump[i]]
                : sph_is_boundary(s, p->material[i]) ? s->density * sphere * sph_cell(s, p->at[i].r)
                                                     : 0;
}

void sph_begin(const void *self, PhaseRows *rows)
{
  const Sph     *s      = self;
  const Clumps  *c      = rows->clumps;
  double *const *column = rows->found.column;

  for (PetscInt a = 0; a < rows->n; a++) {
    const int material = material_of(c, a);

    if (material == s->material) {
      const double h = sph_length(s, c->mass[a]);

      column[SPH_H][a]    = s->adaptive && column[SPH_KEPT][a] > 0 ? column[SPH_KEPT][a] : h;
      column[SPH_LOW][a]  = 0;
      column[SPH_HIGH][a] = 2 * s->limit * h;
    } else if (sph_is_boundary(s, material))
      column[SPH_H][a] = column[SPH_DENSITY][a] = column[SPH_TERM][a] = column[SPH_SPEED][a] =
        column[SPH_PRESSURE][a] = column[SPH_KEPT][a] = 0;
  }
}

void sph_keep(const void *self, PhaseRows *rows)
{
  const Sph *s = self;

  for (PetscInt a = 0; a < rows->n; a++)
    if (material_of(rows->clumps, a) == s->material)
      rows->found.column[SPH_KEPT][a] = rows->found.column[SPH_H][a];
}

/* ---- the sums ---- */

/* One side of the pairs of a batch: the particle, if it is one, and the weight of the other body over
   its own; 0: it is a boundary. */
typedef struct {
  _Alignas(64) double q[INTERACTION_TILE], share[INTERACTION_TILE], w[INTERACTION_TILE],
    slope[INTERACTION_TILE];
} Side;

static void gather(const PhaseBatch *b, const double *r, const int32_t *row, const int32_t *own,
                   const int32_t *other, Side *side)
{
  const double *h = b->found.column[SPH_H], *weight = b->found.weight;

  for (int k = 0; k < b->n; k++) {
    const bool is = h[row[k]] > 0;

    side->q[k]     = r[k] / (is ? h[row[k]] : 1);
    side->share[k] = is ? weight[other[k]] / weight[own[k]] : 0;
  }
}

KERNEL static void distances(int n, const double *d2, double *r)
{
#pragma omp simd
  for (int k = 0; k < n; k++) r[k] = sqrt(d2[k]);
}

KERNEL static void contribute(const Side *side, int n, double sigma, double dimension,
                              double *density, double *change)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double part = sigma * side->share[k], q = side->q[k] < 1e3 ? side->q[k] : 0;

    density[k] = part * side->w[k];
    change[k]  = part * (dimension * side->w[k] + q * q * side->slope[k]);
  }
}

static void sph_add(const void *self, PhaseBatch *b)
{
  const Sph       *s     = self;
  const Smoothing *w     = sph_smoothing(s);
  const double     sigma = w->sigma[s->dimension];
  double           r[INTERACTION_TILE];
  Side             side;

  distances(b->n, b->d2, r);
  gather(b, r, b->a, b->i, b->j, &side);
  w->evaluate(b->n, side.q, side.w, side.slope);
  contribute(&side, b->n, sigma, s->dimension, b->to_a[SUM_DENSITY], b->to_a[SUM_SLOPE]);
  gather(b, r, b->b, b->j, b->i, &side);
  w->evaluate(b->n, side.q, side.w, side.slope);
  contribute(&side, b->n, sigma, s->dimension, b->to_b[SUM_DENSITY], b->to_b[SUM_SLOPE]);
}

/* ---- what follows from them ---- */

/* Factor on h of a particle towards density(h) = wanted, both in units of m / h^d, in which the density
   grows with h: by Newton's method, or half way between the bounds, which are narrowed. 1 at the limit
   of h, `most`. */
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

/* Columns of the particle in a row from its density, kg/m^3. */
static void set_state(const Sph *s, const PhaseRows *rows, PetscInt a, double density, double omega)
{
  const Fluid           *fluid  = sph_fluid(s);
  double *const         *column = rows->found.column;
  const QuantityColumns *u = &rows->clumps->quantity[quantity_index(&quantity_internal_energy)];
  const FluidState       x = fluid->at(s->numbers, density, fluid->heats ? u->predicted[a] : 0);

  column[SPH_DENSITY][a]  = density;
  column[SPH_PRESSURE][a] = x.pressure;
  column[SPH_TERM][a]     = x.pressure / (omega * density * density);
  column[SPH_SPEED][a]    = x.speed;
}

static double sph_find(const void *self, PhaseRows *rows)
{
  const Sph       *s    = self;
  const Smoothing *w    = sph_smoothing(s);
  const double     own  = sph_own(s);
  double           rest = 0;

  for (PetscInt a = 0; a < rows->n; a++) {
    const double mass = rows->clumps->mass[a];
    double      *h    = &rows->found.column[SPH_H][a];
    double       density, change, factor = 1;

    if (material_of(rows->clumps, a) != s->material) continue;
    density = own + rows->sum[SUM_DENSITY][a];
    change  = s->adaptive ? s->dimension * own + rows->sum[SUM_SLOPE][a] : 0;
    if (s->adaptive && !clump_is_gone(rows->clumps, a))
      factor = step_of(s, rows->found.column, a, s->limit * sph_length(s, mass), density, change);
    if (fabs(factor - 1) > rest) {
      rest        = fabs(factor - 1);
      rows->worst = a;
    }
    set_state(s, rows, a, density * mass / sph_cell(s, *h), 1 - change / (s->dimension * density));
    if (fabs(factor - 1) > sph_phases[0].enough) *h *= factor;
    rows->reach = fmax(rows->reach, w->support * *h);
  }
  return rest;
}

const Phase sph_phases[] = {
  {.sums    = 2,
   .add     = sph_add,
   .find    = sph_find,
   .makes   = 1u << SPH_DENSITY | 1u << SPH_TERM | 1u << SPH_SPEED | 1u << SPH_H,
   .enough  = 1e-6,
   .repeats = 50},
  {0},
};
