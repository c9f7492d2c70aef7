/* SPDX-License-Identifier: MIT */
/* The kinds of thermostats. */
#include "base/elementary.h"
#include "motion/thermostats/thermostat.h"
#include "options/rows.h"

/* ---- langevin ---- */

/* Langevin's heat bath by the splitting BAOAB: in the middle of the drift, and of the turn, each
   velocity u of a degree of freedom with inertia m becomes

     exp(-rate dt) u + sqrt((1 - exp(-2 rate dt)) k_B T / m) g

   with a normal random number g of its own (bath.c). */

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
  {0},
};
/* clang-format on */

static void langevin_read(void *own, Options *options, const char *name)
{
  Langevin *l = own;

  if (isnan(l->turning)) l->turning = l->rate;
  if (!(l->rate + l->turning > 0) && !option_is_wrong(options, "thermostat", name, "rate") &&
      !option_is_wrong(options, "thermostat", name, "turning"))
    option_mistake(options, "thermostat", name, "rate",
                   "0, and turning is 0: give one of them above 0");
}

static void langevin_bath(const void *own, double energy, double dt, Bath *bath)
{
  const Langevin *l       = own;
  const double    rate[2] = {l->rate, l->turning};

  for (int part = 0; part < 2; part++) {
    bath->keep[part]   = exponential(-rate[part] * dt);
    bath->spread[part] = energy * (1 - bath->keep[part] * bath->keep[part]);
  }
}

const Thermostat thermostat_langevin = {
  .head = {.name    = "langevin",
           .text    = "Friction and random forces of a heat bath, by the splitting BAOAB.",
           .source  = "Leimkuhler & Matthews 2013, Appl. Math. Res. Express 2013, 34",
           .options = {langevin_options}},
  .size = sizeof(Langevin),
  .read = langevin_read,
  .bath = langevin_bath,
};

/* ---- rescale ---- */

/* Velocities are multiplied so that the kinetic energy is that of the temperature, f k_B T / 2 with
   f degrees of freedom, or approaches it in a given time (Berendsen et al.):

     factor^2 = 1 + min(1, every / time) (T / T_now - 1) */

typedef struct {
  double every, time; /* s */
} Rescale;

/* clang-format off */
static const Option rescale_options[] = {
  REAL(IN(Rescale, every), "s", "0", UP_TO(TIME_MOST),
      "time between rescalings; 0: after each step"),
  REAL(IN(Rescale, time),  "s", "0", UP_TO(TIME_MOST),
      "relaxation time towards the temperature; 0: at once"),
  {0},
};
/* clang-format on */

static int64_t period(const Rescale *r, double dt)
{
  return r->every > dt && r->every / dt < 9e15 ? llround(r->every / dt) : 1;
}

static bool rescale_is_due(const void *own, int64_t step, double dt)
{
  return step % period(own, dt) == 0;
}

static double rescale_end(void *own, const Heat *heat, double dt)
{
  const Rescale *r     = own;
  const double   wants = 0.5 * heat->freedoms * heat->energy, past = dt * (double)period(r, dt),
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
  .end    = rescale_end,
  .is_due = rescale_is_due,
};

/* ---- nose_hoover ---- */

/* Nose-Hoover chain: variables x_k with velocities v_k exchange energy with the clumps, Q_0 = f k_B
   T time^2, Q_k = k_B T time^2:

     du/dt = F/m - v_0 u,   Q_0 dv_0/dt = 2 K - f k_B T - Q_0 v_0 v_1,
     Q_k dv_k/dt = Q_(k-1) v_(k-1)^2 - k_B T - Q_k v_k v_(k+1)

   These keep constant the energy of the clumps plus sum Q_k v_k^2 / 2 + f k_B T x_0 + k_B T sum
   x_(k>0). Half a step of the chain is made before each step and half after it, by the
   time-reversible splitting of Martyna et al., eq. 28 with one part. */

enum { CHAIN_MOST = 8 };

typedef struct {
  double time; /* s */
  int    n;
  /* state */
  double x[CHAIN_MOST], v[CHAIN_MOST]; /* 1, 1/s */
  double freedoms;                     /* at the last step */
} NoseHoover;

/* clang-format off */
static const Option nose_options[] = {
  REAL(IN(NoseHoover, time),          "s", REQUIRED, POSITIVE_UP_TO(TIME_MOST),
      "relaxation time: the kinetic energy oscillates with the period 2 pi time / sqrt(2)"),
  INT(KEY_IN("chain", NoseHoover, n), "3", WITHIN(1, CHAIN_MOST),
      "number of variables of the chain; 1: Nose-Hoover without a chain"),
  {0},
};

static const StateItem nose_state[] = {
  ITEM(REAL, KEY_IN("place", NoseHoover, x), NULL, -1e150, 1e150,
       "variables of the chain", .count = CHAIN_MOST),
  ITEM(REAL, KEY_IN("velocity", NoseHoover, v), "1/s", -1e150, 1e150,
       "velocities of these variables", .count = CHAIN_MOST),
  ITEM(REAL, IN(NoseHoover, freedoms), NULL, 0, 6 * STEPS_MOST,
       "number of degrees of freedom at the last step"),
  {0},
};
/* clang-format on */

/* energy: k_B T, J. */
static double inertia(const NoseHoover *h, int k, double energy)
{
  return (k == 0 ? h->freedoms : 1) * energy * h->time * h->time;
}

static void kick(NoseHoover *h, int k, double kinetic, double energy, double quarter)
{
  const double slow = k + 1 < h->n ? exponential(-0.5 * quarter * h->v[k + 1]) : 1;
  const double from = k == 0 ? 2 * kinetic - h->freedoms * energy
                             : inertia(h, k - 1, energy) * h->v[k - 1] * h->v[k - 1] - energy;

  h->v[k] = (h->v[k] * slow + quarter * from / inertia(h, k, energy)) * slow;
}

/* Advance the chain by dt / 2. Returns the factor of all velocities. */
static double half_step(void *own, const Heat *heat, double dt)
{
  NoseHoover *h       = own;
  double      kinetic = heat->kinetic, factor;

  if (!(heat->freedoms > 0)) return 1;
  h->freedoms = heat->freedoms;
  for (int k = h->n - 1; k >= 0; k--) kick(h, k, kinetic, heat->energy, 0.25 * dt);
  factor = exponential(-0.5 * dt * h->v[0]);
  kinetic *= factor * factor;
  for (int k = 0; k < h->n; k++) h->x[k] += 0.5 * dt * h->v[k];
  for (int k = 0; k < h->n; k++) kick(h, k, kinetic, heat->energy, 0.25 * dt);
  return factor;
}

static double nose_energy(const void *own, double energy)
{
  const NoseHoover *h   = own;
  double            sum = 0;

  for (int k = 0; k < h->n; k++)
    sum += 0.5 * inertia(h, k, energy) * h->v[k] * h->v[k] +
           (k == 0 ? h->freedoms : 1) * energy * h->x[k];
  return sum;
}

const Thermostat thermostat_nose_hoover = {
  .head   = {.name    = "nose_hoover",
             .text    = "A chain of variables that exchange energy with the clumps.",
             .source  = "Martyna et al. 1996, Mol. Phys. 87, 1117",
             .options = {thermostat_fewer, nose_options}},
  .size   = sizeof(NoseHoover),
  .state  = nose_state,
  .start  = half_step,
  .end    = half_step,
  .energy = nose_energy,
};
