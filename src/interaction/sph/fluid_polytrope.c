/* SPDX-License-Identifier: MIT */
/* Polytrope of the index n, P = K rho^((n + 1) / n), whose energy over the mass is n K rho^(1 / n). */
#include "base/bounds.h"
#include "base/functions.h"
#include "interaction/sph/fluid.h"
#include "options/rows.h"

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
