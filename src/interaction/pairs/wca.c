/* SPDX-License-Identifier: MIT */
/* Repulsive part of the Lennard-Jones potential between the centres of pebbles, shifted,

     u(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6) + epsilon for r < 2^(1/6) sigma,

   and 0 beyond; energy and force are continuous. */
#include "interaction/pairs/potential.h"

typedef struct {
  double     epsilon, sigma2; /* J, m^2 */
  Truncation at;
} Wca;

ALWAYS_INLINE double energy_at(const void *self, double d2)
{
  const Wca   *w  = self;
  const double s2 = w->sigma2 / d2, s6 = s2 * s2 * s2;

  return 4 * w->epsilon * s6 * (s6 - 1);
}

ALWAYS_INLINE double push_at(const void *self, double d2)
{
  const Wca   *w       = self;
  const double inverse = 1 / d2, s2 = w->sigma2 * inverse, s6 = s2 * s2 * s2;

  return 24 * w->epsilon * inverse * s6 * (2 * s6 - 1);
}

static unsigned wca_read(void *self, const InteractionSource *s)
{
  Wca       *w    = self;
  const Well well = potential_well_read(s);

  w->epsilon = well.epsilon;
  w->sigma2  = well.sigma * well.sigma;
  truncation_set(&w->at, well.sigma * pow(2, 1.0 / 6), "energy", w, energy_at, push_at);
  return 0;
}

static double wca_reach(const void *self)
{
  return ((const Wca *)self)->at.cutoff;
}

KERNEL static void pull(const Wca *w, PairBatch *b)
{
  potential_pull(w, &w->at, push_at, false, false, b);
}

static void wca_pull(const void *self, PairBatch *b)
{
  pull(self, b);
}

static void wca_energy(const void *self, const PairBatch *b, double *energy)
{
  potential_energy(self, &((const Wca *)self)->at, energy_at, false, b, energy);
}

/* u'' at the distance where u is the energy of approach. */
static double wca_stiffness(const void *self, const Approach *a)
{
  const Wca   *w  = self;
  const double s6 = 0.5 * (1 + sqrt(a->energy / w->epsilon)); /* (sigma/r)^6 */

  return 4 * w->epsilon / w->sigma2 * cbrt(s6) * s6 * (156 * s6 - 42);
}

const Interaction interaction_wca = {
  .head = {.name    = "wca",
           .text    = "The repulsive part of the Lennard-Jones potential between pebbles.",
           .source  = "Weeks, Chandler & Andersen 1971, J. Chem. Phys. 54, 5237",
           .options = {interaction_between, interaction_groups, potential_well}},
  .size = sizeof(Wca),
  .read = wca_read,
  .pair =
    &(const PairForce){
      .reach     = wca_reach,
      .pull      = wca_pull,
      .energy    = wca_energy,
      .stiffness = wca_stiffness,
    },
};
