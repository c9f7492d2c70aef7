/* SPDX-License-Identifier: MIT */
/* Lennard-Jones potential between the centres of pebbles,

     u(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6),

   truncated at a cutoff (potential.h). */
#include "interaction/pairs/potential.h"

typedef struct {
  double     epsilon, sigma2; /* J, m^2 */
  Truncation at;
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

static unsigned lennard_jones_read(void *self, const InteractionSource *s)
{
  LennardJones *l    = self;
  const Well    well = potential_well_read(s);

  l->epsilon = well.epsilon;
  l->sigma2  = well.sigma * well.sigma;
  truncation_read(&l->at, s, l, energy_at, push_at);
  (void)potential_has_tail(s);
  return 0;
}

static double lennard_jones_reach(const void *self)
{
  return ((const LennardJones *)self)->at.cutoff;
}

KERNEL static void pull_cut(const LennardJones *l, PairBatch *b)
{
  potential_pull(l, &l->at, push_at, false, false, b);
}

KERNEL static void pull_shifted(const LennardJones *l, PairBatch *b)
{
  potential_pull(l, &l->at, push_at, true, false, b);
}

static void lennard_jones_pull(const void *self, PairBatch *b)
{
  const LennardJones *l = self;

  if (l->at.slope != 0) pull_shifted(l, b);
  else pull_cut(l, b);
}

static void lennard_jones_energy(const void *self, const PairBatch *b, double *energy)
{
  potential_energy(self, &((const LennardJones *)self)->at, energy_at, false, b, energy);
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
      .reach     = lennard_jones_reach,
      .pull      = lennard_jones_pull,
      .energy    = lennard_jones_energy,
      .tail      = lennard_jones_tail,
      .stiffness = lennard_jones_stiffness,
    },
};
