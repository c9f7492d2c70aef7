/* SPDX-License-Identifier: MIT */
/* Tait's equation of liquids of the density rho_0 at rest,

     P = B ((rho / rho_0)^gamma - 1),   B = rho_0 c^2 / gamma,

   c the speed of sound at rest: at least ten times the speed of the flow, so that densities vary by
   1 %. Below rho_0 the pressure is 0 unless `tension` is true: near a free surface the SPH sum is
   too low, as it has neighbours on one side only. */
#include "base/bounds.h"
#include "base/functions.h"
#include "interaction/sph/fluid.h"
#include "options/rows.h"

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

/* Layers at rest at mirrors, and densities that shifted particles keep, need diffusion; other runs have the
   sums, and their cost. */
static double read_diffusion(const FluidSource *s)
{
  if (option_has_value(s->options, "interaction", s->name, "state_diffusion"))
    return option_real(s->options, "interaction", s->name, "state_diffusion");
  return s->evens ? 0.1 : 0;
}

static void tait_read(double *n, const FluidSource *s)
{
  n[DENSITY]   = s->density;
  n[SPEED]     = option_real(s->options, "interaction", s->name, "state_sound_speed");
  n[EXPONENT]  = option_real(s->options, "interaction", s->name, "state_exponent");
  n[TENSION]   = option_bool(s->options, "interaction", s->name, "state_tension");
  n[DIFFUSION] = read_diffusion(s);
  n[BULK]      = n[DENSITY] * n[SPEED] * n[SPEED] / n[EXPONENT];
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
