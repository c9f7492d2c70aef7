/* SPDX-License-Identifier: MIT */
/* Electric charge: constant, of each pebble; it acts through interactions (interaction/pairs/coulomb.c,
   electric.c, magnetic.c). */
#include "matter/quantity.h"
#include "options/rows.h"

#define MOST 1e30 /* C */

const Quantity quantity_charge = {
  QUANTITY_OF_PEBBLES("charge", "C", MOST, "C"),
  .fallback     = NAN,
  .content      = "charge",
  .content_unit = "C",
  .content_text = "in runs with charges: sum of those of all clumps",
};
