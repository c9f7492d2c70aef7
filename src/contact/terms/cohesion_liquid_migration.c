/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/cohesion_liquid_migration.h, which has the formulas. */
#include "contact/terms/kernels/cohesion_liquid_migration.h"
#include "base/bounds.h"
#include "contact/terms/liquid.h"
#include "options/rows.h"

/* clang-format off */
static const Option migration_options[] = {
  REAL(KEY_IN("liquid_fraction", CohesionLiquidMigration, fraction), "1",   "0.05",   POSITIVE_UP_TO(1),
      "part of the liquid of two bodies that a bridge between them takes"),
  REAL(KEY("liquid_least"),                            "m^3", OPTIONAL, RANGE_OF(VOLUME),
      "volume below which no bridge forms; a thousandth of liquid_volume if not given"),
  {NULL},
};
/* clang-format on */

static const MemoryField migration_memory[] = {
  {"bridge_volume", "m^3", 1}, {"bridge_gain", "m^3", 1}, {NULL}};

static unsigned migration_read(void *self, const LawSource *s)
{
  CohesionLiquidMigration *h = self;

  bridge_read_keys(&h->bridge, s);
  options_read_into(s->options, "contact", s->law, migration_options, h);
  h->smallest =
    option_real_or(s->options, "contact", s->law, "liquid_least", h->bridge.volume / LEAST_PARTS);
  h->grain = h->bridge.volume > 0 ? ldexp(1, ilogb(h->bridge.volume) - GRAIN_BITS) : 0;
  if (h->smallest > h->bridge.volume)
    option_mistake(s->options, "contact", s->law, "liquid_least",
                   "above liquid_volume: no bridge would form");
  return NEEDS_RADIUS;
}

static void migration_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const CohesionLiquidMigration *h = self;

  bridge_limits_of(&h->bridge, h->smallest, at->radius, limits);
}

static void migration_undamp(void *self)
{
  ((CohesionLiquidMigration *)self)->bridge.viscosity = 0;
}

static double migration_grain(const void *self)
{
  return ((const CohesionLiquidMigration *)self)->grain;
}

const ContactTerm cohesion_liquid_migration = {
  .head     = {.name    = "liquid_migration",
               .text    = "Liquid bridges of the liquid on both bodies, which share it at rupture.",
               .source  = "Shi & McCarthy 2008, Powder Technology 184, 64",
               .options = {bridge_options, migration_options}},
  .slot     = SLOT_COHESION,
  .size     = sizeof(CohesionLiquidMigration),
  .memory   = migration_memory,
  .gives    = GIVES_FLOW,
  .quantity = &quantity_liquid,
  .read     = migration_read,
  .apply    = cohesion_liquid_migration_apply,
  .keeps    = cohesion_liquid_migration_keeps,
  .limits   = migration_limits,
  .undamp   = migration_undamp,
  .energy   = cohesion_liquid_migration_energy,
  .grain    = migration_grain,
};
