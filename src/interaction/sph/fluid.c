/* SPDX-License-Identifier: MIT */
/* Equations of state of SPH particles (fluid.h). */
#include "interaction/sph/fluid.h"
#include "base/elementary.h"
#include "base/kernel.h"
#include "options/rows.h"

/* Tait's equation of liquids of the density rho_0 at rest,

     P = B ((rho / rho_0)^gamma - 1),   B = rho_0 c^2 / gamma,

   c the speed of sound at rest: at least ten times the speed of the flow, so that densities vary by
   1 %. Below rho_0 the pressure is 0 unless `tension` is true: near a free surface the SPH sum is
   too low, as it has neighbours on one side only. */

typedef struct {
  double density, speed, exponent, bulk; /* rho_0, c, gamma, B */
  double diffusion;
  bool   tension;
} Tait;

/* clang-format off */
static const Option tait_options[] = {
  REAL(KEY_IN("state_sound_speed", Tait, speed), "m/s", REQUIRED, POSITIVE_UP_TO(SPEED_MOST),
      "speed of sound at rest; ten times the largest speed of the flow keeps changes of the "
      "density at 1 %"),
  REAL(KEY_IN("state_exponent", Tait, exponent), "", "7", WITHIN(1, 64),
      "gamma in P = rho_0 c^2 / gamma ((rho / rho_0)^gamma - 1)"),
  BOOL(KEY_IN("state_tension", Tait, tension), "false",
      "true: the pressure may be negative; false: it is 0 below the density at rest"),
  REAL(KEY_IN("state_diffusion", Tait, diffusion), "", OPTIONAL, UNIT_INTERVAL,
      "coefficient by which densities diffuse, with smoothing: fixed; 0: densities are sums; "
      "without it 0.1 with `walls` or `shifting`, else 0"),
  {0},
};
/* clang-format on */

/* Layers at rest at mirrors, and densities that shifted particles keep, need diffusion; other runs
   have the sums, and their cost. */
static void tait_read(void *self, const FluidSource *s)
{
  Tait *t = self;

  t->density = s->density;
  if (isnan(t->diffusion)) t->diffusion = s->evens ? 0.1 : 0;
  t->bulk = t->density * t->speed * t->speed / t->exponent;
}

/* Densities over rho_0, at least 1 without tension, where pressure and energy become 0. */
KERNEL static void tait_over_rest(const Tait *t, int n, const double *density, double *x)
{
  const double least = t->tension ? -INFINITY : 1;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double over = density[k] / t->density;

    x[k] = over <= least ? 1 : over;
  }
}

/* rise: x^(gamma - 1). */
KERNEL static void tait_press(const Tait *t, int n, const double *x, const double *rise,
                              const FluidStates *to)
{
  double *restrict pressure = to->pressure, *restrict speed = to->speed;

#pragma omp simd
  for (int k = 0; k < n; k++) {
    pressure[k] = t->bulk * (rise[k] * x[k] - 1);
    speed[k]    = t->speed * sqrt(rise[k]);
  }
}

/* The energy is the integral of P / rho^2 from rho_0 on: with x = rho / rho_0
   B / rho_0 ((x^(gamma - 1) - 1) / (gamma - 1) + 1 / x - 1). */
static void tait_at(const void *self, int n, const double *density, const double *energy,
                    const FluidStates *to)
{
  const Tait         *t = self;
  const double        g = t->exponent;
  _Alignas(64) double x[FLUID_TILE], rise[FLUID_TILE];

  (void)energy;
  tait_over_rest(t, n, density, x);
  powers(n, x, g - 1, rise);
  tait_press(t, n, x, rise, to);
  for (int k = 0; to->energy && k < n; k++) {
    const double part = g > 1 ? (rise[k] - 1) / (g - 1) : logarithm(x[k]);

    to->energy[k] = t->bulk / t->density * (part + 1 / x[k] - 1);
  }
}

static double tait_diffusion(const void *self)
{
  return ((const Tait *)self)->diffusion;
}

static double tait_slack(const void *self)
{
  const Tait *t = self;

  return t->tension ? 0 : t->density;
}

const Fluid fluid_tait = {
  .head      = {.name    = "tait",
                .text    = "liquid, nearly incompressible; the density of the material is that at rest.",
                .source  = "Monaghan 1994, J. Comput. Phys. 110, 399",
                .options = {tait_options}},
  .read      = tait_read,
  .at        = tait_at,
  .diffusion = tait_diffusion,
  .slack     = tait_slack,
};

/* Polytrope of the index n, P = K rho^((n + 1) / n), whose energy over the mass is n K rho^(1 /
   n). */

typedef struct {
  double constant, index; /* K, n */
} Polytrope;

/* clang-format off */
static const Option polytrope_options[] = {
  REAL(KEY_IN("state_constant", Polytrope, constant), "SI", REQUIRED, POSITIVE_UP_TO(COEFFICIENT_MOST),
      "K in P = K rho^((n + 1) / n)"),
  REAL(KEY_IN("state_index", Polytrope, index), "", "1", WITHIN(0.02, 100),
      "n in P = K rho^((n + 1) / n): 1.5 for a monatomic gas of uniform entropy"),
  {0},
};
/* clang-format on */

static void polytrope_at(const void *self, int n, const double *density, const double *energy,
                         const FluidStates *to)
{
  const Polytrope *p = self;
  double           rise[FLUID_TILE];

  (void)energy;
  powers(n, density, 1 / p->index, rise);
  for (int k = 0; k < n; k++) {
    rise[k] *= p->constant;
    to->pressure[k] = rise[k] * density[k];
    to->speed[k]    = sqrt((1 + 1 / p->index) * rise[k]);
    if (to->energy) to->energy[k] = p->index * rise[k];
  }
}

const Fluid fluid_polytrope = {
  .head = {.name   = "polytrope",
           .text   = "P = K rho^((n + 1) / n), as in stars of uniform entropy.",
           .source = "Chandrasekhar 1939, An Introduction to the Study of Stellar Structure, ch. 4",
           .options = {polytrope_options}},
  .at   = polytrope_at,
};

/* Ideal gas, P = (gamma - 1) rho u, with the internal energy u over the mass of each particle. */

typedef struct {
  double gamma;
} IdealGas;

/* clang-format off */
static const Option ideal_gas_options[] = {
  REAL(KEY_IN("state_gamma", IdealGas, gamma), "", REQUIRED, ABOVE(1, 64),
      "ratio of specific heats: 1.4 for air, 5/3 for a monatomic gas"),
  {0},
};
/* clang-format on */

static void ideal_gas_at(const void *self, int n, const double *density, const double *energy,
                         const FluidStates *to)
{
  const double g = ((const IdealGas *)self)->gamma;

  for (int k = 0; k < n; k++) {
    const double u = energy[k] > 0 ? energy[k] : 0;

    to->pressure[k] = (g - 1) * density[k] * u;
    to->speed[k]    = sqrt(g * (g - 1) * u);
    if (to->energy) to->energy[k] = 0;
  }
}

const Fluid fluid_ideal_gas = {
  .head  = {.name    = "ideal_gas",
            .text    = "P = (gamma - 1) rho u, with the internal energy u of each particle.",
            .source  = "Monaghan 1992, Annu. Rev. Astron. Astrophys. 30, 543",
            .options = {ideal_gas_options}},
  .heats = true,
  .at    = ideal_gas_at,
};

const Plugin *const fluid_table[] = {FLUIDS(PLUGIN_HEAD) NULL};
