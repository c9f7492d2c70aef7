/* SPDX-License-Identifier: MIT */
/* Quantities: their table, their keys, and those that every program has. */
#include "matter/quantity.h"
#include "options/rows.h"

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

/* ---- quantities ---- */

/* Temperature: heat flows through contacts (contact/terms/heat_area.c). */
#define TEMPERATURE_MOST 1e30  /* K */
#define PROPERTY_LEAST   1e-30 /* specific heat, J/(kg K); conductivity, W/(m K) */
#define PROPERTY_MOST    1e30

const Quantity quantity_temperature = {
  QUANTITY_NAMED("temperature", "K", 0, TEMPERATURE_MOST, LO_OPEN, 0x1p-1022, "heat", "W"),
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

/* Electric charge: constant, of each pebble; it acts through interactions
   (interaction/pairs/coulomb.c, electromagnetic.c). */
#define CHARGE_MOST 1e30 /* C */

const Quantity quantity_charge = {
  QUANTITY_OF_PEBBLES("charge", "C", CHARGE_MOST, "C"),
  .fallback     = NAN,
  .content      = "charge",
  .content_unit = "C",
  .content_text = "in runs with charges: sum of those of all clumps",
};

/* Internal energy over the mass, of SPH particles whose pressure depends on it
   (interaction/sph/fluid.c). */
#define INTERNAL_MOST 1e60 /* J/kg */

const Quantity quantity_internal_energy = {
  QUANTITY_NAMED("internal_energy", "J/kg", 0, INTERNAL_MOST, 0, -INTERNAL_MOST, "heating", "W"),
  .fallback     = 0, /* cold */
  .content      = "internal",
  .content_unit = "J",
  .content_text =
    "in runs with internal energies: that of all clumps whose internal energy is not held",
};

/* Liquid on the surface of a clump, that in its bridges included: it changes hands where bridges
   break (contact/terms/liquid.c). */
const Quantity quantity_liquid = {
  QUANTITY_NAMED("liquid", "m^3", 0, VOLUME_MOST, 0, -VOLUME_MOST, "liquid_flow", "m^3"),
  .counted      = true,
  .fallback     = NAN,
  .content      = "liquid",
  .content_unit = "m3",
  .content_text = "in runs with liquid: volume of that of all clumps whose liquid is not held",
};
