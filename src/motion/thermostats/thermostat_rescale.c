/* SPDX-License-Identifier: MIT */
/* Velocities are multiplied so that the kinetic energy is that of the temperature, f k_B T / 2 with
   f degrees of freedom, or approaches it in a given time (Berendsen et al.):

     factor^2 = 1 + min(1, every / time) (T / T_now - 1) */
#include "base/bounds.h"
#include "motion/thermostats/thermostat.h"
#include "options/rows.h"

typedef struct {
  double energy;      /* k_B T, J */
  double every, time; /* s */
} Rescale;

/* clang-format off */
static const Option rescale_options[] = {
  REAL(IN(Rescale, every), "s", "0", UP_TO(TIME_MOST),
      "time between rescalings; 0: after each step"),
  REAL(IN(Rescale, time),  "s", "0", UP_TO(TIME_MOST),
      "relaxation time towards the temperature; 0: at once"),
  {NULL},
};
/* clang-format on */

static void read(void *own, const ThermostatSource *s)
{
  Rescale *r = own;

  r->energy = s->energy;
  options_read_into(s->options, "thermostat", s->name, rescale_options, r);
}

static int64_t period(const Rescale *r, double dt)
{
  return r->every > dt && r->every / dt < 9e15 ? llround(r->every / dt) : 1;
}

static bool is_due(const void *own, int64_t step, double dt)
{
  return step % period(own, dt) == 0;
}

static double end(void *own, const Heat *heat, double dt)
{
  const Rescale *r     = own;
  const double   wants = 0.5 * heat->freedoms * r->energy, past = dt * (double)period(r, dt),
               share = past < r->time ? past / r->time : 1;

  if (!(heat->kinetic > 0) || !(heat->freedoms > 0)) return 1;
  return sqrt(1 + share * (wants / heat->kinetic - 1));
}

const Thermostat thermostat_rescale = {
  .head   = {.name    = "rescale",
             .text    = "Velocities are scaled to the temperature, at once or in a given time.",
             .source  = "Berendsen et al. 1984, J. Chem. Phys. 81, 3684",
             .options = {thermostat_fewer, rescale_options}},
  .size   = sizeof(Rescale),
  .read   = read,
  .end    = end,
  .is_due = is_due,
};
