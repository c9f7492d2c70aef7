/* SPDX-License-Identifier: MIT */
/* Terms of liquid bridges: their keys, and what dt: auto asks of them. The formulas stand in
   kernels/liquid.h. */
#include "contact/terms/kernels/liquid.h"
#include "contact/term.h"
#include "options/rows.h"

/* clang-format off */
/* Keys of terms whose constants begin with a Bridge. */
static const Option bridge_options[] = {
  REAL(KEY("surface_tension"),  "N/m",    REQUIRED, UP_TO(STIFFNESS_MOST),
      "surface tension of the liquid"),
  REAL(KEY("contact_angle"),    "degrees", "0",      UP_TO(90),
      "angle of contact of the liquid on both surfaces"),
  REAL(KEY_IN("liquid_volume", Bridge, volume), "m^3", REQUIRED, RANGE_OF(VOLUME),
      "volume of a bridge; of liquid_migration the largest"),
  WORD(KEY("bridge_force"),     "willett", "willett rabinovich", "formula of the capillary force"),
  REAL(KEY("liquid_viscosity"), "Pa s", "0", UP_TO(MODULUS_MOST), "viscosity of the liquid"),
  REAL(KEY_IN("liquid_gap", Bridge, least), "m", OPTIONAL_OR(1), RANGE_OF(LENGTH),
      "least distance of surfaces in the viscous force, such as their roughness"),
  {0},
};

static const Option migration_options[] = {
  REAL(KEY_IN("liquid_fraction", LiquidMigration, fraction), "1", "0.05", POSITIVE_UP_TO(1),
      "part of the liquid of two bodies that a bridge between them takes"),
  REAL(KEY("liquid_least"), "m^3", OPTIONAL, RANGE_OF(VOLUME),
      "volume below which no bridge forms; a thousandth of liquid_volume if not given"),
  {0},
};
/* clang-format on */

static void read_bridge(Bridge *h, const LawSource *s)
{
  const double angle = source_real(s, "contact_angle");
  double       sine, cosine;

  sine_cosine_degrees(angle, &sine, &cosine);
  h->pull      = 4 * PETSC_PI * source_real(s, "surface_tension") * cosine;
  h->reach     = 1 + 0.5 * angle * (PETSC_PI / 180);
  h->range     = h->reach * cube_root(h->volume);
  h->willett   = strcmp(source_word(s, "bridge_force"), "willett") == 0;
  h->viscosity = 6 * PETSC_PI * source_real(s, "liquid_viscosity");
  if (h->viscosity > 0 && !source_has(s, "liquid_gap"))
    SOURCE_MISTAKE(
      s, "liquid_gap",
      "missing: liquid_viscosity needs the least distance of surfaces (m), such as their "
      "roughness");
}

static void limits_of(const Bridge *h, double volume, double radius, TermLimits *limits)
{
  limits->stiffness = bridge_steepest(h, volume, radius);
  limits->damping   = h->viscosity * radius * radius / h->least;
}

static unsigned bridge_read(void *self, const LawSource *s)
{
  read_bridge(self, s);
  return 0;
}

static void bridge_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Bridge *h = self;

  limits_of(h, h->volume, at->radius, limits);
}

const ContactTerm cohesion_liquid_bridge = {
  .head    = {.name = "liquid_bridge",
              .text = "Capillary and viscous force of a liquid bridge, from touching to its rupture.",
              .source  = "Willett, Adams, Johnson & Seville 2000, Langmuir 16, 9396; Rabinovich, "
                            "Esayanur & Moudgil 2005, "
                            "Langmuir 21, 10992; Lian, Thornton & Adams 1993, J. Colloid Interface Sci. "
                            "161, 138; Pitois, "
                            "Moucheront & Chateau 2000, J. Colloid Interface Sci. 231, 26",
              .options = {bridge_options}},
  .slot    = SLOT_COHESION,
  .size    = sizeof(Bridge),
  .needs   = NEEDS_RADIUS,
  .read    = bridge_read,
  .apply   = bridge_apply,
  .keeps   = TERM_PART(Bridge, range),
  .limits  = bridge_limits,
  .dashpot = TERM_PART(Bridge, viscosity),
  .energy  = bridge_energy,
};

static const MemoryField migration_memory[] = {
  {"bridge_volume", "m^3", 1}, {"bridge_gain", "m^3", 1}, {0}};

static unsigned migration_read(void *self, const LawSource *s)
{
  LiquidMigration *h = self;

  read_bridge(&h->bridge, s);
  h->keeps = KEPT * h->bridge.range;
  h->smallest =
    option_real_or(s->options, "contact", s->law, "liquid_least", h->bridge.volume / LEAST_PARTS);
  h->grain = h->bridge.volume > 0 ? ldexp(1, ilogb(h->bridge.volume) - GRAIN_BITS) : 0;
  if (h->smallest > h->bridge.volume)
    SOURCE_MISTAKE(s, "liquid_least", "above liquid_volume: no bridge would form");
  return 0;
}

/* The smallest bridge is the steepest one. */
static void migration_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const LiquidMigration *h = self;

  limits_of(&h->bridge, h->smallest, at->radius, limits);
}

const ContactTerm cohesion_liquid_migration = {
  .head     = {.name    = "liquid_migration",
               .text    = "Liquid bridges of the liquid on both bodies, which share it at rupture.",
               .source  = "Shi & McCarthy 2008, Powder Technology 184, 64",
               .options = {bridge_options, migration_options}},
  .slot     = SLOT_COHESION,
  .size     = sizeof(LiquidMigration),
  .memory   = migration_memory,
  .gives    = GIVES_FLOW,
  .quantity = &quantity_liquid,
  .needs    = NEEDS_RADIUS,
  .read     = migration_read,
  .apply    = migration_apply,
  .keeps    = TERM_PART(LiquidMigration, keeps),
  .limits   = migration_limits,
  .dashpot  = TERM_PART(LiquidMigration, bridge.viscosity),
  .energy   = migration_energy,
  .grain    = TERM_PART(LiquidMigration, grain),
};
