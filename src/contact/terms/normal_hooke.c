/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/normal_hooke.h, which has the formulas. */
#include "contact/terms/kernels/normal_hooke.h"
#include "contact/terms/dashpot.h"
#include "contact/terms/elastic.h"

/* Harmonic mean of Young's moduli, times a factor. */
static double harmonic(const NormalHooke *h, double factor)
{
  return factor * 2 * h->young_a * h->young_b / (h->young_a + h->young_b);
}

static void hooke_linear(const void *self, double factor, double *constant, double *modulus)
{
  const NormalHooke *h = self;

  *constant = factor * h->stiffness;
  *modulus  = h->modulus > 0 ? harmonic(h, factor) : 0;
}

static unsigned hooke_read(void *self, const LawSource *s)
{
  NormalHooke *h = self;

  h->dashpot = dashpot_read(s);
  if (option_has_value(s->options, "contact", s->law, "stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "stiffness");
  else if (s->a->young > 0 && s->b->young > 0) {
    h->young_a = s->a->young;
    h->young_b = s->b->young;
    h->modulus = harmonic(h, 1);
  } else
    option_mistake(s->options, "contact", s->law, "stiffness",
                   "missing: give the stiffness (N/m) here, or young (Pa) of both materials");
  return dashpot_needs(&h->dashpot) | (h->modulus > 0 ? NEEDS_RADIUS : 0) | elastic_needs(s);
}

static void hooke_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalHooke *h = self;

  limits->stiffness = normal_hooke_stiffness_of(h, at->radius);
  limits->damping   = dashpot_damping(&h->dashpot, 1, limits->stiffness, at->mass, at->point_mass);
}

static void hooke_undamp(void *self)
{
  NormalHooke *h = self;

  h->dashpot = dashpot_none(&h->dashpot);
}

const ContactTerm normal_hooke = {
  .head =
    {
      .name    = "hooke",
      .text    = "Linear spring and dashpot along the normal.",
      .source  = "Cundall & Strack 1979, Geotechnique 29, 47",
      .options = {stiffness_options, elastic_options, dashpot_options, rate_options},
    },
  .slot   = SLOT_NORMAL,
  .size   = sizeof(NormalHooke),
  .read   = hooke_read,
  .apply  = normal_hooke_apply,
  .limits = hooke_limits,
  .linear = hooke_linear,
  .undamp = hooke_undamp,
  .energy = normal_hooke_energy,
};
