/* SPDX-License-Identifier: MIT */
/* Mie potential between the centres of pebbles,

     u(r) = C epsilon ((sigma/r)^n - (sigma/r)^m),   C = n/(n - m) (n/m)^(m/(n - m)),

   which is 0 at sigma and has the depth epsilon, truncated at a cutoff (potential.h). n = 12 and m
   = 6 are Lennard-Jones'. */
#include "base/functions.h"
#include "interaction/pairs/potential.h"
#include "options/rows.h"

#define EXPONENT_MOST 60

typedef struct {
  double     depth, sigma2; /* C epsilon, J; m^2 */
  double     n, m;          /* exponents */
  double     epsilon;       /* J */
  int32_t    even;          /* both exponents are even */
  Truncation at;
} Mie;

/* clang-format off */
static const Option mie_options[] = {
  REALS(KEY("exponents"), "1", REQUIRED, WITHIN(1, EXPONENT_MOST),
      "exponents n of the repulsion and m of the attraction, n > m; 12, 6: lennard_jones",
      .count = 2),
  {NULL},
};
/* clang-format on */

/* x^(e/2). */
static double half_power(const Mie *mie, double x, double e)
{
  return mie->even ? power(x, 0.5 * e) : power(sqrt(x), e);
}

static double energy_at(const void *self, double d2)
{
  const Mie   *mie = self;
  const double s2  = mie->sigma2 / d2;

  return mie->depth * (half_power(mie, s2, mie->n) - half_power(mie, s2, mie->m));
}

static double push_at(const void *self, double d2)
{
  const Mie   *mie = self;
  const double s2  = mie->sigma2 / d2;

  return mie->depth *
         (mie->n * half_power(mie, s2, mie->n) - mie->m * half_power(mie, s2, mie->m)) / d2;
}

static unsigned mie_read(void *self, const InteractionSource *s)
{
  Mie          *mie  = self;
  const Well    well = potential_well_read(s);
  int           count;
  const double *e = option_reals(s->options, "interaction", s->name, "exponents", &count);

  mie->n = 12; /* in place of wrong exponents, so that no further mistakes follow */
  mie->m = 6;
  if (count == 2 && e[0] > e[1]) {
    mie->n = e[0];
    mie->m = e[1];
  } else if (count == 2 && s->first)
    option_mistake(s->options, "interaction", s->name, "exponents",
                   "%g, %g: the first, of the repulsion, must be larger", e[0], e[1]);
  mie->even    = fmod(mie->n, 2) == 0 && fmod(mie->m, 2) == 0;
  mie->epsilon = well.epsilon;
  mie->sigma2  = well.sigma * well.sigma;
  mie->depth =
    well.epsilon * mie->n / (mie->n - mie->m) * pow(mie->n / mie->m, mie->m / (mie->n - mie->m));
  truncation_read(&mie->at, s, mie, energy_at, push_at);
  if (s->first && potential_has_tail(s) && !(mie->m > s->dimension))
    option_mistake(
      s->options, "interaction", s->name, "tail",
      "the energy of r^-%g beyond the cutoff is infinite: give tail: false, or a second "
      "exponent above %d",
      mie->m, s->dimension);
  return 0;
}

static double mie_reach(const void *self)
{
  return ((const Mie *)self)->at.cutoff;
}

static void mie_pull(const void *self, PairBatch *b)
{
  potential_pull_within(self, &((const Mie *)self)->at, push_at, false, b);
}

static void mie_energy(const void *self, const PairBatch *b, double *energy)
{
  potential_energy(self, &((const Mie *)self)->at, energy_at, false, b, energy);
}

static void mie_tail(const void *self, int dimension, Tail *tail)
{
  const Mie   *mie = self;
  const double c = mie->at.cutoff, s2 = mie->sigma2 / mie->at.cutoff2, volume = pow(c, dimension);

  tail->energy =
    mie->depth * volume *
    (pow(s2, 0.5 * mie->n) / (mie->n - dimension) - pow(s2, 0.5 * mie->m) / (mie->m - dimension));
  tail->virial = volume * energy_at(mie, mie->at.cutoff2) + dimension * tail->energy;
}

/* u'' at the distance where u is the energy of approach, found by bisection; s: sigma/r. */
static double mie_stiffness(const void *self, const Approach *a)
{
  const Mie *mie = self;
  double     lo = 1, hi = 2, s;

  while (mie->depth * (pow(hi, mie->n) - pow(hi, mie->m)) < a->energy && hi < 1e30) hi *= 2;
  for (int k = 0; k < 60; k++) {
    s = 0.5 * (lo + hi);
    if (mie->depth * (pow(s, mie->n) - pow(s, mie->m)) < a->energy) lo = s;
    else hi = s;
  }
  s = a->energy > 0 ? hi : 1;
  return mie->depth / mie->sigma2 * s * s *
         (mie->n * (mie->n + 1) * pow(s, mie->n) - mie->m * (mie->m + 1) * pow(s, mie->m));
}

const Interaction interaction_mie = {
  .head = {.name    = "mie",
           .text    = "Mie potential between pebbles: Lennard-Jones' with other exponents.",
           .source  = "Mie 1903, Ann. Phys. 316, 657",
           .options = {interaction_between, interaction_groups, potential_well, mie_options,
                       potential_cutoff, potential_tail}},
  .size = sizeof(Mie),
  .read = mie_read,
  .pair =
    &(const PairForce){
      .reach     = mie_reach,
      .pull      = mie_pull,
      .energy    = mie_energy,
      .tail      = mie_tail,
      .stiffness = mie_stiffness,
    },
};
