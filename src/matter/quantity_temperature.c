/* SPDX-License-Identifier: MIT */
/* Temperature: heat flows through contacts (contact/terms/heat_area.c). */
#include "matter/quantity.h"
#include "options/rows.h"

#define MOST           1e30  /* K */
#define PROPERTY_LEAST 1e-30 /* specific heat, J/(kg K); conductivity, W/(m K) */
#define PROPERTY_MOST  1e30

const Quantity quantity_temperature = {
  QUANTITY_NAMED("temperature", "K", 0, MOST, LO_OPEN, 0x1p-1022, "heat", "W"),
  .fallback     = NAN,
  .capacity     = "specific_heat",
  .materials    = {REAL(KEY("specific_heat"), "J/(kg K)", OPTIONAL, RANGE_OF(PROPERTY),
                        "heat capacity per mass; needed where a contact law has heat"),
                   REAL(KEY("conductivity"), "W/(m K)", OPTIONAL, RANGE_OF(PROPERTY),
                        "thermal conductivity; needed where a contact law has heat")},
  .content      = "thermal",
  .content_unit = "J",
  .content_text = "in runs with temperatures: heat capacity x temperature, of clumps whose "
                  "temperature is not held",
};
