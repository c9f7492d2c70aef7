/* SPDX-License-Identifier: MIT */
/* The potentials of Lennard-Jones, Weeks, Chandler & Andersen, and Mie. */
#include "base/elementary.h"
#include "interaction/pairs/potential.h"
#include "options/rows.h"

/* ---- lennard_jones ---- */

/* Lennard-Jones potential between the centres of pebbles,

     u(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6),

   truncated at a cutoff (potential.h). */

typedef struct {
  Truncation at;
  double     epsilon, sigma2; /* J, m^2 */
} LennardJones;

ALWAYS_INLINE double energy_at(const void *self, double d2)
{
  const LennardJones *l  = self;
  const double        s2 = l->sigma2 / d2, s6 = s2 * s2 * s2;

  return 4 * l->epsilon * s6 * (s6 - 1);
}

ALWAYS_INLINE double push_at(const void *self, double d2)
{
  const LennardJones *l       = self;
  const double        inverse = 1 / d2, s2 = l->sigma2 * inverse, s6 = s2 * s2 * s2;

  return 24 * l->epsilon * inverse * s6 * (2 * s6 - 1);
}

static void lennard_jones_read(void *self, const InteractionSource *s)
{
  LennardJones *l    = self;
  const Well    well = potential_well_read(s);

  l->epsilon = well.epsilon;
  l->sigma2  = well.sigma * well.sigma;
  truncation_read(l, s, energy_at, push_at);
  (void)potential_has_tail(s);
}

KERNEL static void pull_cut(const LennardJones *l, PairBatch *b)
{
  potential_pull(l, push_at, false, false, b);
}

KERNEL static void pull_shifted(const LennardJones *l, PairBatch *b)
{
  potential_pull(l, push_at, true, false, b);
}

static void lennard_jones_pull(const void *self, PairBatch *b)
{
  const LennardJones *l = self;

  if (l->at.slope != 0) pull_shifted(l, b);
  else pull_cut(l, b);
}

static void lennard_jones_tail(const void *self, int dimension, Tail *tail)
{
  const LennardJones *l  = self;
  const double        s2 = l->sigma2 / l->at.cutoff2, s6 = s2 * s2 * s2,
               volume = pow(l->at.cutoff, dimension);

  tail->energy = 4 * l->epsilon * volume * s6 * (s6 / (12 - dimension) - 1.0 / (6 - dimension));
  tail->virial = volume * energy_at(l, l->at.cutoff2) + dimension * tail->energy;
}

/* u'' at the distance where u is the energy of approach. If that is 0: at sigma, where u'' = 456
   epsilon / sigma^2 is 8 times that at the minimum. */
static double lennard_jones_stiffness(const void *self, const Approach *a)
{
  const LennardJones *l  = self;
  const double        s6 = 0.5 * (1 + sqrt(1 + a->energy / l->epsilon)); /* (sigma/r)^6 */

  return 4 * l->epsilon / l->sigma2 * cbrt(s6) * s6 * (156 * s6 - 42);
}

const Interaction interaction_lennard_jones = {
  .head = {.name    = "lennard_jones",
           .text    = "Lennard-Jones potential between pebbles.",
           .source  = "Jones 1924, Proc. R. Soc. Lond. A 106, 463",
           .options = {interaction_between, interaction_groups, potential_well, potential_cutoff,
                       potential_tail}},
  .size = sizeof(LennardJones),
  .read = lennard_jones_read,
  .pair =
    &(const PairForce){
      .reach     = truncation_reach,
      .pull      = lennard_jones_pull,
      .energy_at = energy_at,
      .tail      = lennard_jones_tail,
      .stiffness = lennard_jones_stiffness,
    },
};

/* ---- wca ---- */

/* The repulsive part of the potential, shifted by epsilon: r < 2^(1/6) sigma, and 0 beyond; energy
   and force are continuous. */
static void wca_read(void *self, const InteractionSource *s)
{
  LennardJones *w    = self;
  const Well    well = potential_well_read(s);

  w->epsilon = well.epsilon;
  w->sigma2  = well.sigma * well.sigma;
  truncation_set(w, well.sigma * pow(2, 1.0 / 6), "energy", energy_at, push_at);
}

/* u'' at the distance where u is the energy of approach. */
static double wca_stiffness(const void *self, const Approach *a)
{
  const LennardJones *w  = self;
  const double        s6 = 0.5 * (1 + sqrt(a->energy / w->epsilon)); /* (sigma/r)^6 */

  return 4 * w->epsilon / w->sigma2 * cbrt(s6) * s6 * (156 * s6 - 42);
}

const Interaction interaction_wca = {
  .head = {.name    = "wca",
           .text    = "The repulsive part of the Lennard-Jones potential between pebbles.",
           .source  = "Weeks, Chandler & Andersen 1971, J. Chem. Phys. 54, 5237",
           .options = {interaction_between, interaction_groups, potential_well}},
  .size = sizeof(LennardJones),
  .read = wca_read,
  .pair =
    &(const PairForce){
      .reach     = truncation_reach,
      .pull      = lennard_jones_pull,
      .energy_at = energy_at,
      .stiffness = wca_stiffness,
    },
};

/* ---- mie ---- */

/* Mie potential between the centres of pebbles,

     u(r) = C epsilon ((sigma/r)^n - (sigma/r)^m),   C = n/(n - m) (n/m)^(m/(n - m)),

   which is 0 at sigma and has the depth epsilon, truncated at a cutoff (potential.h). n = 12 and m
   = 6 are Lennard-Jones'. */

#define EXPONENT_MOST 60

typedef struct {
  Truncation at;
  double     depth, sigma2; /* C epsilon, J; m^2 */
  double     n, m;          /* exponents */
  double     epsilon;       /* J */
  int32_t    even;          /* both exponents are even */
} Mie;

/* clang-format off */
static const Option mie_options[] = {
  REALS(KEY("exponents"), "1", REQUIRED, WITHIN(1, EXPONENT_MOST),
      "exponents n of the repulsion and m of the attraction, n > m; 12, 6: lennard_jones",
      .count = 2),
  {0},
};
/* clang-format on */

/* x^(e/2). */
static double half_power(const Mie *mie, double x, double e)
{
  return mie->even ? power(x, 0.5 * e) : power(sqrt(x), e);
}

static double mie_energy_at(const void *self, double d2)
{
  const Mie   *mie = self;
  const double s2  = mie->sigma2 / d2;

  return mie->depth * (half_power(mie, s2, mie->n) - half_power(mie, s2, mie->m));
}

static double mie_push_at(const void *self, double d2)
{
  const Mie   *mie = self;
  const double s2  = mie->sigma2 / d2;

  return mie->depth *
         (mie->n * half_power(mie, s2, mie->n) - mie->m * half_power(mie, s2, mie->m)) / d2;
}

static void mie_read(void *self, const InteractionSource *s)
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
  truncation_read(mie, s, mie_energy_at, mie_push_at);
  if (s->first && potential_has_tail(s) && !(mie->m > s->dimension))
    option_mistake(
      s->options, "interaction", s->name, "tail",
      "the energy of r^-%g beyond the cutoff is infinite: give tail: false, or a second "
      "exponent above %d",
      mie->m, s->dimension);
}

static void mie_pull(const void *self, PairBatch *b)
{
  potential_pull_within(self, mie_push_at, false, b);
}

static void mie_tail(const void *self, int dimension, Tail *tail)
{
  const Mie   *mie = self;
  const double c = mie->at.cutoff, s2 = mie->sigma2 / mie->at.cutoff2, volume = pow(c, dimension);

  tail->energy =
    mie->depth * volume *
    (pow(s2, 0.5 * mie->n) / (mie->n - dimension) - pow(s2, 0.5 * mie->m) / (mie->m - dimension));
  tail->virial = volume * mie_energy_at(mie, mie->at.cutoff2) + dimension * tail->energy;
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
      .reach     = truncation_reach,
      .pull      = mie_pull,
      .energy_at = mie_energy_at,
      .tail      = mie_tail,
      .stiffness = mie_stiffness,
    },
};
