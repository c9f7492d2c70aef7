/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/twisting_elastic_plastic.h, which has the formulas. */
#include "contact/terms/kernels/twisting_elastic_plastic.h"
#include "base/bounds.h"
#include "contact/terms/twisting.h"
#include "options/rows.h"

/* clang-format off */
static const Option spring_options[] = {
  REAL(KEY_IN("twisting_stiffness", TwistingElasticPlastic, stiffness), "N m/rad",   REQUIRED, RANGE_OF(STIFFNESS),
      "stiffness of the spring about the normal"),
  REAL(KEY_IN("twisting_damping", TwistingElasticPlastic, viscosity), "N m s/rad", "0", UP_TO(STIFFNESS_MOST),
      "dashpot about the normal, until the couple is the largest"),
  {NULL},
};
/* clang-format on */

static unsigned spring_read(void *self, const LawSource *s)
{
  TwistingElasticPlastic *h = self;

  h->friction = option_real(s->options, "contact", s->law, "twisting_friction");
  options_read_into(s->options, "contact", s->law, spring_options, h);
  return NEEDS_RADIUS | NEEDS_SPIN;
}

static void spring_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const TwistingElasticPlastic *h = self;

  (void)at;
  limits->stiffness = h->stiffness;
  limits->damping   = h->viscosity;
}

static void spring_undamp(void *self)
{
  ((TwistingElasticPlastic *)self)->viscosity = 0;
}

static const MemoryField spring_memory[] = {{"twisting_couple", "N m", 1}, {NULL}};

const ContactTerm twisting_elastic_plastic = {
  .head   = {.name    = "elastic_plastic",
             .text    = "Spring about the normal that yields at the couple mu_t R* F, and a dashpot.",
             .source  = "Luding 2008, Granular Matter 10, 235",
             .options = {twisting_options, spring_options}},
  .slot   = SLOT_TWISTING,
  .size   = sizeof(TwistingElasticPlastic),
  .memory = spring_memory,
  .gives  = GIVES_COUPLE,
  .read   = spring_read,
  .apply  = twisting_elastic_plastic_apply,
  .limits = spring_limits,
  .undamp = spring_undamp,
  .energy = twisting_elastic_plastic_energy,
};
