/* SPDX-License-Identifier: MIT */
/* Ideal gas, P = (gamma - 1) rho u, with the internal energy u over the mass of each particle. */
#include "base/bounds.h"
#include "interaction/sph/fluid.h"
#include "options/rows.h"

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
