/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/cohesion_linear.h, which has the formulas. */
#include "contact/terms/kernels/cohesion_linear.h"
#include "base/bounds.h"
#include "contact/term.h"
#include "options/rows.h"

/* clang-format off */
static const Option cohesion_options[] = {
  REAL(KEY_IN("cohesion_force", CohesionLinear, force), "N", REQUIRED, UP_TO(COHESION_MOST),
      "attraction of surfaces that touch: pull-off force"),
  REAL(KEY_IN("cohesion_range", CohesionLinear, range), "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the surfaces at which the attraction has fallen to zero, once they have "
      "touched"),
  {NULL},
};
/* clang-format on */

static unsigned cohesion_read(void *self, const LawSource *s)
{
  options_read_into(s->options, "contact", s->law, cohesion_options, self);
  return 0;
}

static double cohesion_keeps(const void *self)
{
  return ((const CohesionLinear *)self)->range;
}

/* Magnitude of the slope with which the attraction falls, N/m. */
static void cohesion_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const CohesionLinear *h = self;

  (void)at;
  limits->stiffness = h->force / h->range;
}

const ContactTerm cohesion_linear = {
  .head   = {.name    = "linear",
             .text    = "Attraction that falls linearly to zero at a distance, after a touch.",
             .options = {cohesion_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionLinear),
  .read   = cohesion_read,
  .apply  = cohesion_linear_apply,
  .keeps  = cohesion_keeps,
  .limits = cohesion_limits,
  .energy = cohesion_linear_energy,
};
