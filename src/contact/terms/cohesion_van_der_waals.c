/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/cohesion_van_der_waals.h, which has the formulas. */
#include "contact/terms/kernels/cohesion_van_der_waals.h"
#include "base/bounds.h"
#include "contact/terms/cohesion.h"
#include "options/rows.h"

/* clang-format off */
static const Option hamaker_options[] = {
  REAL(KEY("hamaker"),                            "J", OPTIONAL, UP_TO(ENERGY_MOST),
      "Hamaker's constant; without it the mean of the materials'"),
  REAL(KEY_IN("hamaker_gap", CohesionVanDerWaals, least),     "m", REQUIRED, RANGE_OF(LENGTH),
      "least distance of surfaces in the formula: nearer ones attract each other as at this one"),
  REAL(KEY_IN("hamaker_cutoff", CohesionVanDerWaals, cutoff), "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the surfaces at which the attraction begins"),
  {NULL},
};
/* clang-format on */

static unsigned hamaker_read(void *self, const LawSource *s)
{
  CohesionVanDerWaals *h = self;

  h->sixth = option_real(s->options, "contact", s->law, "hamaker") / 6;
  options_read_into(s->options, "contact", s->law, hamaker_options, h);
  if (h->cutoff < h->least)
    option_mistake(s->options, "contact", s->law, "hamaker_cutoff",
                   "below hamaker_gap: give a larger distance");
  return NEEDS_RADIUS;
}

static double hamaker_reach(const void *self)
{
  return ((const CohesionVanDerWaals *)self)->cutoff;
}

static void hamaker_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const CohesionVanDerWaals *h = self;

  limits->stiffness = 2 * h->sixth * at->radius / (h->least * h->least * h->least);
}

const ContactTerm cohesion_van_der_waals = {
  .head   = {.name = "van_der_waals",
             .text = "Van der Waals' attraction H R* / (6 s^2) up to a distance s.",
             .source =
               "Hamaker 1937, Physica 4, 1058; Israelachvili 2011, Intermolecular and Surface "
                 "Forces, ch. 13",
             .options = {hamaker_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionVanDerWaals),
  .read   = hamaker_read,
  .apply  = cohesion_van_der_waals_apply,
  .reach  = hamaker_reach,
  .limits = hamaker_limits,
  .energy = cohesion_van_der_waals_energy,
};
