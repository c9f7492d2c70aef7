/* SPDX-License-Identifier: MIT */
/* Liquid on the surface of a clump, that in its bridges included: it changes hands where bridges break
   (contact/terms/cohesion_liquid_migration.c). */
#include "base/bounds.h"
#include "matter/quantity.h"
#include "options/rows.h"

const Quantity quantity_liquid = {
  QUANTITY_NAMED("liquid", "m^3", 0, VOLUME_MOST, 0, -VOLUME_MOST, "liquid_flow", "m^3"),
  .counted      = true,
  .fallback     = NAN,
  .content      = "liquid",
  .content_unit = "m3",
  .content_text = "in runs with liquid: volume of that of all clumps whose liquid is not held",
};
