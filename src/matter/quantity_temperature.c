/* SPDX-License-Identifier: MIT */
/* Temperature: heat flows through contacts (contact/terms/heat_area.c). */
#include "matter/quantity.h"

#define MOST              1e30  /* K */
#define COEFFICIENT_LEAST 1e-30 /* specific heat, J/(kg K); conductivity, W/(m K) */
#define COEFFICIENT_MOST  1e30

const Quantity quantity_temperature = {
  QUANTITY_NAMED("temperature", "K", 0, MOST, LO_OPEN, 0x1p-1022, "heat", "W"),
  .fallback     = NAN,
  .capacity     = "specific_heat",
  .materials    = {{.key      = "specific_heat",
                    .type     = OPTION_REAL,
                    .unit     = "J/(kg K)",
                    .fallback = "",
                    .lo       = COEFFICIENT_LEAST,
                    .hi       = COEFFICIENT_MOST,
                    .help     = "heat capacity per mass; needed where a contact law has heat"},
                   {.key      = "conductivity",
                    .type     = OPTION_REAL,
                    .unit     = "W/(m K)",
                    .fallback = "",
                    .lo       = COEFFICIENT_LEAST,
                    .hi       = COEFFICIENT_MOST,
                    .help     = "thermal conductivity; needed where a contact law has heat"}},
  .content      = "thermal",
  .content_unit = "J",
  .content_text = "in runs with temperatures: heat capacity x temperature, of clumps whose "
                  "temperature is not held",
};
