/* SPDX-License-Identifier: MIT */
/* Equations of state of SPH particles (fluid.h). */
#include "interaction/sph/fluid.h"
#include "base/bounds.h"
#include "base/elementary.h"
#include "options/rows.h"

/* ---- tait ---- */

/* Tait's equation of liquids of the density rho_0 at rest,

     P = B ((rho / rho_0)^gamma - 1),   B = rho_0 c^2 / gamma,

   c the speed of sound at rest: at least ten times the speed of the flow, so that densities vary by
   1 %. Below rho_0 the pressure is 0 unless `tension` is true: near a free surface the SPH sum is
   too low, as it has neighbours on one side only. */

enum { DENSITY, SPEED, EXPONENT, BULK, TENSION, DIFFUSION };

/* clang-format off */
static const Option tait_options[] = {
  REAL(KEY("state_sound_speed"), "m/s", REQUIRED, POSITIVE_UP_TO(SPEED_MOST),
      "speed of sound at rest; ten times the largest speed of the flow keeps changes of the "
      "density at 1 %"),
  REAL(KEY("state_exponent"),    "",    "7",      WITHIN(1, 64),
      "gamma in P = rho_0 c^2 / gamma ((rho / rho_0)^gamma - 1)"),
  BOOL(KEY("state_tension"),     "false",
      "true: the pressure may be negative; false: it is 0 below the density at rest"),
  REAL(KEY("state_diffusion"),   "",    OPTIONAL, UNIT_INTERVAL,
      "coefficient by which densities diffuse, with smoothing: fixed; 0: densities are sums; "
      "without it 0.1 with `walls` or `shifting`, else 0"),
  {NULL},
};
/* clang-format on */

/* Layers at rest at mirrors, and densities that shifted particles keep, need diffusion; other runs
   have the sums, and their cost. */
static void tait_read(double *n, const FluidSource *s)
{
  n[DENSITY]  = s->density;
  n[SPEED]    = option_real(s->options, "interaction", s->name, "state_sound_speed");
  n[EXPONENT] = option_real(s->options, "interaction", s->name, "state_exponent");
  n[TENSION]  = option_bool(s->options, "interaction", s->name, "state_tension");
  n[DIFFUSION] =
    option_real_or(s->options, "interaction", s->name, "state_diffusion", s->evens ? 0.1 : 0);
  n[BULK] = n[DENSITY] * n[SPEED] * n[SPEED] / n[EXPONENT];
}

/* The energy is the integral of P / rho^2 from rho_0 on: with x = rho / rho_0
   B / rho_0 ((x^(gamma - 1) - 1) / (gamma - 1) + 1 / x - 1). */
static FluidState tait_at(const double *n, double density, double energy)
{
  const double x = density / n[DENSITY], g = n[EXPONENT];
  const bool   none = x <= 1 && n[TENSION] == 0;
  const double rise = power(none ? 1 : x, g - 1),
               part = g > 1 ? (rise - 1) / (g - 1) : logarithm(none ? 1 : x);

  (void)energy;
  return (FluidState){.pressure = none ? 0 : n[BULK] * (rise * x - 1),
                      .speed    = n[SPEED] * sqrt(rise),
                      .energy   = none ? 0 : n[BULK] / n[DENSITY] * (part + 1 / x - 1)};
}

static double tait_diffusion(const double *n)
{
  return n[DIFFUSION];
}

static double tait_slack(const double *n)
{
  return n[TENSION] ? 0 : n[DENSITY];
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

/* ---- polytrope ---- */

/* Polytrope of the index n, P = K rho^((n + 1) / n), whose energy over the mass is n K rho^(1 /
   n). */

enum { CONSTANT, INDEX };

/* clang-format off */
static const Option polytrope_options[] = {
  REAL(KEY("state_constant"), "SI", REQUIRED, POSITIVE_UP_TO(COEFFICIENT_MOST),
      "K in P = K rho^((n + 1) / n)"),
  REAL(KEY("state_index"),    "",   "1",      WITHIN(0.02, 100),
      "n in P = K rho^((n + 1) / n): 1.5 for a monatomic gas of uniform entropy"),
  {NULL},
};
/* clang-format on */

static void polytrope_read(double *n, const FluidSource *s)
{
  n[CONSTANT] = option_real(s->options, "interaction", s->name, "state_constant");
  n[INDEX]    = option_real(s->options, "interaction", s->name, "state_index");
}

static FluidState polytrope_at(const double *n, double density, double energy)
{
  const double rise = n[CONSTANT] * power(density, 1 / n[INDEX]);

  (void)energy;
  return (FluidState){.pressure = rise * density,
                      .speed    = sqrt((1 + 1 / n[INDEX]) * rise),
                      .energy   = n[INDEX] * rise};
}

const Fluid fluid_polytrope = {
  .head = {.name   = "polytrope",
           .text   = "P = K rho^((n + 1) / n), as in stars of uniform entropy.",
           .source = "Chandrasekhar 1939, An Introduction to the Study of Stellar Structure, ch. 4",
           .options = {polytrope_options}},
  .read = polytrope_read,
  .at   = polytrope_at,
};

/* ---- ideal gas ---- */

/* Ideal gas, P = (gamma - 1) rho u, with the internal energy u over the mass of each particle. */

enum { GAMMA };

/* clang-format off */
static const Option ideal_gas_options[] = {
  REAL(KEY("state_gamma"), "", REQUIRED, ABOVE(1, 64),
      "ratio of specific heats: 1.4 for air, 5/3 for a monatomic gas"),
  {NULL},
};
/* clang-format on */

static void ideal_gas_read(double *n, const FluidSource *s)
{
  n[GAMMA] = option_real(s->options, "interaction", s->name, "state_gamma");
}

static FluidState ideal_gas_at(const double *n, double density, double energy)
{
  const double u = energy > 0 ? energy : 0;

  return (FluidState){.pressure = (n[GAMMA] - 1) * density * u,
                      .speed    = sqrt(n[GAMMA] * (n[GAMMA] - 1) * u)};
}

const Fluid fluid_ideal_gas = {
  .head  = {.name    = "ideal_gas",
            .text    = "P = (gamma - 1) rho u, with the internal energy u of each particle.",
            .source  = "Monaghan 1992, Annu. Rev. Astron. Astrophys. 30, 543",
            .options = {ideal_gas_options}},
  .heats = true,
  .read  = ideal_gas_read,
  .at    = ideal_gas_at,
};

/* ---- the table ---- */

const Plugin *const fluid_table[] = {FLUIDS(PLUGIN_HEAD) NULL};
