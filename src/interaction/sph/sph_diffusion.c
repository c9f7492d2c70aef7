/* SPDX-License-Identifier: MIT */
/* Diffusion of the densities of a liquid. The density of a particle a is a sum over neighbours,
   made linear by its response R on the lattice, and an excess e that the particle carries:

     rho_a = rho_l + (sum_a - rho_l) / R + e_a,   rho_l the sum on the lattice at rest

     d e_a / dt = sum_b m_b 2 delta h c_0 (rho_a - rho_b - rho g . x_ab / c^2) / rho W'(r) / r

   with rho and c^2 of the pair, c_0 the speed of sound at rest, delta the coefficient, x_ab the
   vector from b to a (Molteni & Colagrossi 2009, Comput. Phys. Commun. 180, 861; hydrostatic part:
   Fourtakas et al. 2019, Comput. Fluids 190, 346, here for pairs). Without it pressures of
   neighbouring layers are free to alternate, as the gradient of the kernel does not see that. Pairs
   exchange m e: its sum is kept. c is at least c_0. Densities that have no pressure count as that
   at rest, so that spray does not exchange any. g is that of the run, whatever groups have it.

   A particle in a free surface has neighbours on one side only. At the start of a run its density
   is that at rest, if the sum is at least half of it; e_a is the difference (sph_surface.c). The
   forces remain derivatives of the energy by places, with e fixed; what e takes from the energy
   counts as dissipated. */
#include "base/bounds.h"
#include "interaction/sph/sph_shift.h"

/* clang-format off */
const Field sph_diffusion_fields[] = {
  FIELD("density_excess", REAL, FIELD_SPARE, "kg m-3", MIGRATES | SAVED,
       "in runs with SPH whose densities diffuse, or whose particles are shifted: density less "
       "what its sum gives"),
  FIELD("excess_rate", REAL, FIELD_SPARE, "kg m-3 s-1", MIGRATES | SAVED,
       "in these runs: change of it in the last step"),
  FIELD("present_excess_rate", REAL, FIELD_SPARE, NULL, DERIVED, "in the step"),
  {0},
};
/* clang-format on */

double sph_sound(const Sph *s)
{
  return fluid_at(sph_fluid(s), s->numbers, s->lattice * s->density, 0).speed;
}

bool sph_carries(const void *self)
{
  const Sph *s = self;

  return s->diffusion > 0 || s->shifting > 0;
}

int sph_diffusion_used(const void *self)
{
  return sph_shifts(self) ? SHIFT_RATES : sph_carries(self) ? 1 : 0;
}

void sph_diffuse(const void *self, PassBatch *b)
{
  const Sph       *s     = self;
  const Smoothing *w     = sph_smoothing(s);
  const double     slack = sph_fluid(s)->slack(s->numbers), rest = sph_sound(s);
  double           q[INTERACTION_TILE], ih[INTERACTION_TILE], value[INTERACTION_TILE],
    slope[INTERACTION_TILE];

  for (int k = 0; k < b->n; k++) {
    const double *x = sph_packed(&b->found, b->i[k]), *y = sph_packed(&b->found, b->j[k]);
    const double  r = sqrt(b->d2[k]) < LENGTH_MOST ? sqrt(b->d2[k]) : LENGTH_MOST;

    ih[k] = x[SPH_PACKED_H] > 0 && y[SPH_PACKED_H] > 0
              ? 2 / (1 / x[SPH_PACKED_H] + 1 / y[SPH_PACKED_H])
              : 0;
    q[k]  = r * ih[k];
  }
  w->evaluate(b->n, q, value, slope);
  for (int k = 0; k < b->n; k++) {
    const double *x = sph_packed(&b->found, b->i[k]), *y = sph_packed(&b->found, b->j[k]);
    const double  ra = x[SPH_PACKED_DENSITY], rb = y[SPH_PACKED_DENSITY], a = fmax(ra, slack),
                 c = fmax(rb, slack);
    double differ, part;

    b->to_a[0][k] = b->to_b[0][k] = 0;
    if (!(ih[k] > 0 && q[k] < w->support) || (a == slack && c == slack)) continue;
    differ = a - c +
             0.5 * (a + c) *
               (s->gravity.x * b->dx[k] + s->gravity.y * b->dy[k] + s->gravity.z * b->dz[k]) /
               (fmax(x[SPH_PACKED_SPEED], rest) * fmax(y[SPH_PACKED_SPEED], rest));
    part          = 4 * s->diffusion * w->sigma[s->dimension] * slope[k] * differ / (a + c);
    b->to_a[0][k] = part * y[SPH_PACKED_WEIGHT] / x[SPH_PACKED_WEIGHT];
    b->to_b[0][k] = -part * x[SPH_PACKED_WEIGHT] / y[SPH_PACKED_WEIGHT];
  }
  if (s->shifting > 0) sph_shift_rates(s, b);
}

double sph_find_rates(const void *self, PassRows *rows)
{
  const Sph     *s      = self;
  double *const *column = rows->found.column;
  const double   c      = sph_sound(s);

  for (PetscInt a = 0; a < rows->n; a++) {
    const double h = column[SPH_H][a];

    if (sph_material_of(rows->clumps, a) != s->material) continue;
    column[SPH_RATE][a] =
      h > 0 && rows->dt > 0 ? rows->sum[0][a] * rows->clumps->mass[a] / sph_cell(s, h) * c / h : 0;
    if (s->shifting > 0) sph_shift_hold(s, rows, a);
  }
  return 0;
}

/* In a step the excess changes by that of the evaluation before: the mean of both rates makes the
   energy of second order in dt. */
void sph_lose(const void *self, BodyBatch *b)
{
  const Sph     *s      = self;
  double *const *column = b->found.column;

  for (int k = 0; k < b->n; k++) {
    const int32_t a = b->row[k];

    if (b->material[k] != s->material) continue;
    b->loss[k] = -0.5 * b->mass[k] * s->response * column[SPH_TERM][a] *
                 (column[SPH_BEFORE][a] + column[SPH_RATE][a]);
    if (s->shifting > 0) b->loss[k] += column[SPH_POWER][a];
  }
}
