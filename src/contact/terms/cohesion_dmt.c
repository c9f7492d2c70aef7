/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/cohesion_dmt.h, which has the formulas. */
#include "contact/terms/kernels/cohesion_dmt.h"
#include "base/bounds.h"
#include "contact/terms/cohesion.h"

static unsigned dmt_read(void *self, const LawSource *s)
{
  ((CohesionDmt *)self)->pull =
    4 * PETSC_PI * option_real(s->options, "contact", s->law, "surface_energy");
  return NEEDS_RADIUS;
}

const ContactTerm cohesion_dmt = {
  .head   = {.name    = "dmt",
             .text    = "Attraction 4 pi surface_energy R* of surfaces that touch.",
             .source  = "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
             .options = {surface_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionDmt),
  .read   = dmt_read,
  .apply  = cohesion_dmt_apply,
  .energy = cohesion_dmt_energy,
};
