/* SPDX-License-Identifier: MIT */
/* Lennard-Jones potential between the centres of pebbles,

     U(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6) for r < cutoff,

   by the kind of truncation (Allen & Tildesley 2017, sec. 5.2.3):
     cut     as it is: energy and force jump at the cutoff
     energy  shifted to U(cutoff) = 0; the force jumps
     force   shifted, with a linear term, so that energy and force are 0 at the cutoff. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "interaction/interaction.h"

typedef struct {
  double epsilon, sigma, sigma2; /* J, m, m^2 */
  double cutoff, cutoff2;        /* m, m^2 */
  double shift;                  /* subtracted from the energy, J */
  double slope;                  /* subtracted from the repulsive force, N */
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
  {.key  = "cutoff",
   .type = OPTION_REAL,
   .unit = "m",
   .lo   = LENGTH_LEAST,
   .hi   = LENGTH_MOST,
   .help = "distance of the centres beyond which pebbles do not interact"},
  {.key      = "truncation",
   .type     = OPTION_WORD,
   .choices  = "cut energy force",
   .fallback = "cut",
   .help = "at the cutoff; cut: energy and force jump to 0; energy: the energy is shifted to 0; "
           "force: energy and force are shifted to 0"},
  {NULL},
};

/* Energy at the squared distance d2, J, not truncated. */
ALWAYS_INLINE double energy_at(const LennardJones *l, double d2)
{
  const double s2 = l->sigma2 / d2, s6 = s2 * s2 * s2;

  return 4 * l->epsilon * s6 * (s6 - 1);
}

/* Repulsive force over the distance at the squared distance 1 / inverse, N/m, not truncated. */
ALWAYS_INLINE double push_at(const LennardJones *l, double inverse)
{
  const double s2 = l->sigma2 * inverse, s6 = s2 * s2 * s2;

  return 24 * l->epsilon * inverse * s6 * (2 * s6 - 1);
}

static unsigned lennard_jones_read(void *self, const InteractionSource *s)
{
  LennardJones *l    = self;
  const char   *word = option_word(s->options, "interaction", s->name, "truncation");

  l->epsilon = option_real(s->options, "interaction", s->name, "epsilon");
  l->sigma   = option_real(s->options, "interaction", s->name, "sigma");
  l->cutoff  = option_real(s->options, "interaction", s->name, "cutoff");
  l->sigma2  = l->sigma * l->sigma;
  l->cutoff2 = l->cutoff * l->cutoff;
  if (strcmp(word, "cut") != 0) l->shift = energy_at(l, l->cutoff2);
  if (strcmp(word, "force") == 0) l->slope = l->cutoff * push_at(l, 1 / l->cutoff2);
  return 0;
}

static double lennard_jones_reach(const void *self)
{
  return ((const LennardJones *)self)->cutoff;
}

KERNEL static void pull_cut(const LennardJones *l, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double push = push_at(l, 1 / b->d2[k]);

    b->push[k] += b->d2[k] < l->cutoff2 ? push : 0;
  }
}

/* With the force shifted. */
KERNEL static void pull_shifted(const LennardJones *l, PairBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double push = push_at(l, 1 / b->d2[k]) - l->slope / sqrt(b->d2[k]);

    b->push[k] += b->d2[k] < l->cutoff2 ? push : 0;
  }
}

static void lennard_jones_pull(const void *self, PairBatch *b)
{
  const LennardJones *l = self;

  if (l->slope != 0) pull_shifted(l, b);
  else pull_cut(l, b);
}

static void lennard_jones_energy(const void *self, const PairBatch *b, double *energy)
{
  const LennardJones *l = self;

  for (int k = 0; k < b->n; k++)
    if (b->d2[k] < l->cutoff2)
      energy[k] += energy_at(l, b->d2[k]) - l->shift + l->slope * (sqrt(b->d2[k]) - l->cutoff);
}

/* U'' at the distance where U is this energy: at sigma without any, 456 epsilon / sigma^2, which is 8
   times that of the minimum. */
static double lennard_jones_stiffness(const void *self, double energy)
{
  const LennardJones *l  = self;
  const double        s6 = 0.5 * (1 + sqrt(1 + energy / l->epsilon)); /* (sigma/r)^6 */

  return 4 * l->epsilon / l->sigma2 * cbrt(s6) * s6 * (156 * s6 - 42);
}

const Interaction interaction_lennard_jones = {
  .head        = {.name    = "lennard_jones",
                  .text    = "Lennard-Jones potential between pebbles.",
                  .source  = "Jones 1924, Proc. R. Soc. Lond. A 106, 463",
                  .options = {interaction_between, interaction_groups, lennard_jones_options}},
  .size        = sizeof(LennardJones),
  .read        = lennard_jones_read,
  .reach       = lennard_jones_reach,
  .pull        = lennard_jones_pull,
  .pair_energy = lennard_jones_energy,
  .stiffness   = lennard_jones_stiffness,
};
