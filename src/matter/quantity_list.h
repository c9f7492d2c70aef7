/* SPDX-License-Identifier: MIT */
/* Every quantity of clumps: one line each, the name of its struct (quantity.h). */
#ifndef MATTER_QUANTITY_LIST_H
#define MATTER_QUANTITY_LIST_H

/* clang-format off */
#define QUANTITY_LIST(QUANTITY) \
  QUANTITY(quantity_temperature) \
  QUANTITY(quantity_charge) \
  QUANTITY(quantity_internal_energy) \
  QUANTITY(quantity_liquid)
/* clang-format on */

#define COUNT_QUANTITY(quantity) +1
enum { QUANTITIES = 0 QUANTITY_LIST(COUNT_QUANTITY) };
#undef COUNT_QUANTITY

#endif
