/* SPDX-License-Identifier: MIT */
/* The table of quantities. */
#include "matter/quantity.h"

#include <string.h>

const Quantity *const quantities[] = {QUANTITY_LIST(PLUGIN_ITSELF) NULL};

int quantity_index(const Quantity *quantity)
{
  int k = 0;

  while (quantities[k] != quantity) k++;
  return k;
}

const char *quantity_capacity_unit(const Quantity *quantity)
{
  for (const Option *row = quantity->materials; row->key && quantity->capacity; row++)
    if (strcmp(row->key, quantity->capacity) == 0) return row->unit;
  return "1";
}

void quantities_read(const Options *options, const char *kind, const char *object,
                     QuantityValues *values)
{
  for (int k = 0; k < QUANTITIES; k++) {
    const char *key = quantities[k]->name;
    double      value;

    if (quantities[k]->of_pebbles && (strcmp(kind, "template") == 0 || strcmp(kind, "wall") == 0))
      continue; /* another key, or none */
    value = option_real_or(options, kind, object, key, NAN);
    if (isnan(value)) continue; /* not given, or a mistake already reported */
    values->given |= 1u << k;
    values->start[k] = value;
  }
}

size_t quantity_column(int field)
{
  static const size_t columns[] = {[QUANTITY_VALUE]      = offsetof(QuantityColumns, value),
                                   [QUANTITY_HELD]       = offsetof(QuantityColumns, held),
                                   [QUANTITY_PREDICTED]  = offsetof(QuantityColumns, predicted),
                                   [QUANTITY_FLOW]       = offsetof(QuantityColumns, flow),
                                   [QUANTITY_PER_AMOUNT] = offsetof(QuantityColumns, per_amount)};

  return columns[field];
}
