/* SPDX-License-Identifier: MIT */
/* Lennard-Jones potential between the centres of pebbles,

     u(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6),

   truncated at a cutoff (potential.h). */
#include "base/bounds.h"
#include "interaction/potential.h"

typedef struct {
  double     epsilon, sigma2; /* J, m^2 */
  Truncation at;
} LennardJones;

static const Option lennard_jones_options[] = {
  {.key   = "epsilon",
   .type  = OPTION_REAL,
   .unit  = "J",
   .lo    = 0,
   .hi    = ENERGY_MOST,
   .flags = LO_OPEN,
   .help  = "depth of the potential"},
  {.key  = "sigma",
   .type = OPTION_REAL,
   .unit = "m",
   .lo   = LENGTH_LEAST,
   .hi   = LENGTH_MOST,
   .help = "distance of the centres at which the energy is 0"},
  {NULL},
};

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
  LennardJones *l     = self;
  const double  sigma = option_real(s->options, "interaction", s->name, "sigma");

  l->epsilon = option_real(s->options, "interaction", s->name, "epsilon");
  l->sigma2  = sigma * sigma;
  truncation_read(&l->at, s, l, energy_at, push_at);
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

/* u'' at the distance where u is the energy of approach: at sigma without any, 456 epsilon / sigma^2,
   which is 8 times that of the minimum. */
static double lennard_jones_stiffness(const void *self, const Approach *a)
{
  const LennardJones *l  = self;
  const double        s6 = 0.5 * (1 + sqrt(1 + a->energy / l->epsilon)); /* (sigma/r)^6 */

  return 4 * l->epsilon / l->sigma2 * cbrt(s6) * s6 * (156 * s6 - 42);
}

const Interaction interaction_lennard_jones = {
  .head        = {.name    = "lennard_jones",
                  .text    = "Lennard-Jones potential between pebbles.",
                  .source  = "Jones 1924, Proc. R. Soc. Lond. A 106, 463",
                  .options = {interaction_between, interaction_groups, lennard_jones_options,
                              potential_cutoff}},
  .size        = sizeof(LennardJones),
  .read        = lennard_jones_read,
  .reach       = lennard_jones_reach,
  .pull        = lennard_jones_pull,
  .pair_energy = lennard_jones_energy,
  .stiffness   = lennard_jones_stiffness,
};
