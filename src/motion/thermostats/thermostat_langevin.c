/* SPDX-License-Identifier: MIT */
/* Langevin's heat bath by the splitting BAOAB: in the middle of the drift, and of the turn, each
   velocity u of a degree of freedom with inertia m becomes

     exp(-rate dt) u + sqrt((1 - exp(-2 rate dt)) k_B T / m) g

   with a normal random number g of its own (bath.h). */
#include "base/bounds.h"
#include "motion/thermostats/thermostat.h"
#include "options/rows.h"

typedef struct {
  double rate, turning; /* 1/s */
} Langevin;

/* clang-format off */
static const Option langevin_options[] = {
  REAL(IN(Langevin, rate),    "1/s", REQUIRED, UP_TO(RATE_MOST),
      "friction rate of velocities: friction coefficient over mass"),
  REAL(IN(Langevin, turning), "1/s", OPTIONAL, UP_TO(RATE_MOST),
      "friction rate of spins; default: rate"),
  NAMES(KEY("walls"),         OPTIONAL, "wall",
      "it acts only on clumps near these walls, which so have this temperature"),
  REAL(KEY("depth"),          "m",   OPTIONAL, POSITIVE_UP_TO(LENGTH_MOST),
      "with walls: largest distance of a clump's centre from them"),
  {NULL},
};
/* clang-format on */

static void read(void *own, const ThermostatSource *s)
{
  Langevin *l = own;

  options_read_into(s->options, "thermostat", s->name, langevin_options, l);
  if (isnan(l->turning)) l->turning = l->rate;
  if (!(l->rate + l->turning > 0) && !option_is_wrong(s->options, "thermostat", s->name, "rate") &&
      !option_is_wrong(s->options, "thermostat", s->name, "turning"))
    option_mistake(s->options, "thermostat", s->name, "rate",
                   "0, and turning is 0: give one of them above 0");
}

static void rates(const void *own, double *move, double *turn)
{
  const Langevin *l = own;

  *move = l->rate;
  *turn = l->turning;
}

const Thermostat thermostat_langevin = {
  .head  = {.name    = "langevin",
            .text    = "Friction and random forces of a heat bath, by the splitting BAOAB.",
            .source  = "Leimkuhler & Matthews 2013, Appl. Math. Res. Express 2013, 34",
            .options = {langevin_options}},
  .size  = sizeof(Langevin),
  .read  = read,
  .rates = rates,
};
