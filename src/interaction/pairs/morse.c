/* SPDX-License-Identifier: MIT */
/* Morse potential between the centres of pebbles,

     u(r) = epsilon (exp(-2 a) - 2 exp(-a)),   a = alpha (r - distance),

   with the depth epsilon at `distance`, truncated at a cutoff (potential.h). */
#include "base/elementary.h"
#include "interaction/pairs/potential.h"
#include "options/rows.h"

typedef struct {
  Truncation at;
  double     epsilon, alpha, distance; /* J, 1/m, m */
} Morse;

/* clang-format off */
static const Option morse_options[] = {
  REAL(KEY_IN("depth", Morse, epsilon), "J",   REQUIRED, POSITIVE_UP_TO(ENERGY_MOST),
      "depth of the minimum of the energy"),
  REAL(IN(Morse, alpha), "1/m", REQUIRED, POSITIVE_UP_TO(1e30), "inverse width of the minimum"),
  REAL(IN(Morse, distance), "m",   REQUIRED, RANGE_OF(LENGTH),
      "distance of the centres at the minimum of the energy"),
  {0},
};
/* clang-format on */

static double decay_at(const Morse *m, double r)
{
  return exponential(-m->alpha * (r - m->distance));
}

static double energy_at(const void *self, double d2)
{
  const Morse *m = self;
  const double e = decay_at(m, sqrt(d2));

  return m->epsilon * e * (e - 2);
}

static double push_at(const void *self, double d2)
{
  const Morse *m = self;
  const double r = sqrt(d2), e = decay_at(m, r);

  return 2 * m->epsilon * m->alpha * e * (e - 1) / r;
}

static void morse_read(void *self, const InteractionSource *s)
{
  Morse *m = self;

  truncation_read(m, s, energy_at, push_at);
  (void)potential_has_tail(s);
}

static void morse_pull(const void *self, PairBatch *b)
{
  potential_pull_within(self, push_at, false, b);
}

/* Integral of exp(-k (r - distance)) r^(d - 1) from the cutoff on. */
static double decay_beyond(const Morse *m, double k, int dimension)
{
  const double c = m->at.cutoff, all = exp(-k * (c - m->distance)) / k;

  return dimension == 2 ? all * (c + 1 / k) : all * (c * c + 2 * c / k + 2 / (k * k));
}

static void morse_tail(const void *self, int dimension, Tail *tail)
{
  const Morse *m = self;

  tail->energy = m->epsilon * (decay_beyond(m, 2 * m->alpha, dimension) -
                               2 * decay_beyond(m, m->alpha, dimension));
  tail->virial =
    pow(m->at.cutoff, dimension) * energy_at(m, m->at.cutoff2) + dimension * tail->energy;
}

/* u'' at the distance where u is the energy of approach, or at distance 0 if u is smaller there. */
static double morse_stiffness(const void *self, const Approach *a)
{
  const Morse *m = self;
  const double e =
    min_real(1 + sqrt(1 + a->energy / m->epsilon), exp(min_real(600, m->alpha * m->distance)));

  return m->epsilon * m->alpha * m->alpha * max_real(2, e * (4 * e - 2));
}

const Interaction interaction_morse = {
  .head = {.name    = "morse",
           .text    = "Morse potential between pebbles.",
           .source  = "Morse 1929, Phys. Rev. 34, 57",
           .options = {interaction_between, interaction_groups, morse_options, potential_cutoff,
                       potential_tail}},
  .size = sizeof(Morse),
  .read = morse_read,
  .pair =
    &(const PairForce){
      .reach     = truncation_reach,
      .pull      = morse_pull,
      .energy_at = energy_at,
      .tail      = morse_tail,
      .stiffness = morse_stiffness,
    },
};
