/* SPDX-License-Identifier: MIT */
/* Nose-Hoover chain: variables x_k with velocities v_k exchange energy with the clumps, Q_0 = f k_B
   T time^2, Q_k = k_B T time^2:

     du/dt = F/m - v_0 u,   Q_0 dv_0/dt = 2 K - f k_B T - Q_0 v_0 v_1,
     Q_k dv_k/dt = Q_(k-1) v_(k-1)^2 - k_B T - Q_k v_k v_(k+1)

   These keep constant the energy of the clumps plus sum Q_k v_k^2 / 2 + f k_B T x_0 + k_B T sum
   x_(k>0). Half a step of the chain is made before each step and half after it, by the
   time-reversible splitting of Martyna et al., eq. 28 with one part. */
#include "base/bounds.h"
#include "base/functions.h"
#include "motion/thermostats/thermostat.h"
#include "options/rows.h"

enum { CHAIN_MOST = 8 };

typedef struct {
  double energy; /* k_B T, J */
  double time;   /* s */
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
  {NULL},
};
/* clang-format on */

static const StateItem nose_state[] = {
  {.name   = "place",
   .text   = "variables of the chain",
   .type   = STATE_REAL,
   .count  = CHAIN_MOST,
   .offset = offsetof(NoseHoover, x),
   .lo     = -1e150,
   .hi     = 1e150},
  {.name   = "velocity",
   .unit   = "1/s",
   .text   = "velocities of these variables",
   .type   = STATE_REAL,
   .count  = CHAIN_MOST,
   .offset = offsetof(NoseHoover, v),
   .lo     = -1e150,
   .hi     = 1e150},
  {.name   = "freedoms",
   .text   = "number of degrees of freedom at the last step",
   .type   = STATE_REAL,
   .offset = offsetof(NoseHoover, freedoms),
   .lo     = 0,
   .hi     = 6 * STEPS_MOST},
  {NULL},
};

static void read(void *own, const ThermostatSource *s)
{
  NoseHoover *h = own;

  h->energy = s->energy;
  options_read_into(s->options, "thermostat", s->name, nose_options, h);
}

static double inertia(const NoseHoover *h, int k)
{
  return (k == 0 ? h->freedoms : 1) * h->energy * h->time * h->time;
}

/* Change of v_k in `time` by the first terms of its equation, without the friction by v_(k+1). */
static double push(const NoseHoover *h, int k, double kinetic, double time)
{
  const double from = k == 0 ? 2 * kinetic - h->freedoms * h->energy
                             : inertia(h, k - 1) * h->v[k - 1] * h->v[k - 1] - h->energy;

  return time * from / inertia(h, k);
}

static void kick(NoseHoover *h, int k, double kinetic, double quarter)
{
  const double slow = k + 1 < h->n ? exponential(-0.5 * quarter * h->v[k + 1]) : 1;

  h->v[k] = (h->v[k] * slow + push(h, k, kinetic, quarter)) * slow;
}

/* Advance the chain by dt / 2. Returns the factor of all velocities. */
static double half_step(void *own, const Heat *heat, double dt)
{
  NoseHoover *h       = own;
  double      kinetic = heat->kinetic, factor;

  if (!(heat->freedoms > 0)) return 1;
  h->freedoms = heat->freedoms;
  for (int k = h->n - 1; k >= 0; k--) kick(h, k, kinetic, 0.25 * dt);
  factor = exponential(-0.5 * dt * h->v[0]);
  kinetic *= factor * factor;
  for (int k = 0; k < h->n; k++) h->x[k] += 0.5 * dt * h->v[k];
  for (int k = 0; k < h->n; k++) kick(h, k, kinetic, 0.25 * dt);
  return factor;
}

static double energy(const void *own)
{
  const NoseHoover *h   = own;
  double            sum = 0;

  for (int k = 0; k < h->n; k++)
    sum +=
      0.5 * inertia(h, k) * h->v[k] * h->v[k] + (k == 0 ? h->freedoms : 1) * h->energy * h->x[k];
  return sum;
}

const Thermostat thermostat_nose_hoover = {
  .head   = {.name    = "nose_hoover",
             .text    = "A chain of variables that exchange energy with the clumps.",
             .source  = "Martyna et al. 1996, Mol. Phys. 87, 1117",
             .options = {thermostat_fewer, nose_options}},
  .size   = sizeof(NoseHoover),
  .state  = nose_state,
  .read   = read,
  .start  = half_step,
  .end    = half_step,
  .energy = energy,
};
