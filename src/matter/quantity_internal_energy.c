/* SPDX-License-Identifier: MIT */
/* Internal energy over the mass, of SPH particles whose pressure depends on it
   (interaction/sph/fluid_ideal_gas.c). */
#include "matter/quantity.h"
#include "options/rows.h"

#define MOST 1e60 /* J/kg */

const Quantity quantity_internal_energy = {
  QUANTITY_NAMED("internal_energy", "J/kg", 0, MOST, 0, -MOST, "heating", "W"),
  .fallback     = 0, /* cold */
  .content      = "internal",
  .content_unit = "J",
  .content_text =
    "in runs with internal energies: that of all clumps whose internal energy is not held",
};
