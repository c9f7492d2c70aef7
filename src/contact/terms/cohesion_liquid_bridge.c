/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/cohesion_liquid_bridge.h, which has the formulas. */
#include "contact/terms/kernels/cohesion_liquid_bridge.h"
#include "base/bounds.h"
#include "base/elementary.h"
#include "contact/terms/liquid.h"
#include "options/rows.h"

/* clang-format off */
const Option bridge_options[] = {
  REAL(KEY("surface_tension"),  "N/m",    REQUIRED, UP_TO(STIFFNESS_MOST),
      "surface tension of the liquid"),
  REAL(KEY("contact_angle"),    "degree", "0",      UP_TO(90),
      "angle of contact of the liquid on both surfaces"),
  REAL(KEY_IN("liquid_volume", Bridge, volume), "m^3",    REQUIRED, RANGE_OF(VOLUME),
      "volume of a bridge; of liquid_migration the largest"),
  WORD(KEY("bridge_force"),     "willett", "willett rabinovich", "formula of the capillary force"),
  REAL(KEY("liquid_viscosity"), "Pa s", "0", UP_TO(MODULUS_MOST), "viscosity of the liquid"),
  REAL(KEY("liquid_gap"),       "m",      OPTIONAL, RANGE_OF(LENGTH),
      "least distance of surfaces in the viscous force, such as their roughness"),
  {NULL},
};
/* clang-format on */

static void read_viscosity(Bridge *h, const LawSource *s)
{
  const bool given = option_has_value(s->options, "contact", s->law, "liquid_gap");

  h->viscosity = 6 * PETSC_PI * option_real(s->options, "contact", s->law, "liquid_viscosity");
  h->least     = given ? option_real(s->options, "contact", s->law, "liquid_gap") : 1;
  if (h->viscosity > 0 && !given)
    option_mistake(
      s->options, "contact", s->law, "liquid_gap",
      "missing: liquid_viscosity needs the least distance of surfaces (m), such as their "
      "roughness");
}

void bridge_read_keys(Bridge *h, const LawSource *s)
{
  const double angle = option_real(s->options, "contact", s->law, "contact_angle");
  double       sine, cosine;

  sine_cosine_degrees(angle, &sine, &cosine);
  h->pull = 4 * PETSC_PI * option_real(s->options, "contact", s->law, "surface_tension") * cosine;
  options_read_into(s->options, "contact", s->law, bridge_options, h);
  h->reach   = 1 + 0.5 * angle * (PETSC_PI / 180);
  h->range   = h->reach * cube_root(h->volume);
  h->willett = strcmp(option_word(s->options, "contact", s->law, "bridge_force"), "willett") == 0;
  read_viscosity(h, s);
}

static unsigned bridge_read(void *self, const LawSource *s)
{
  bridge_read_keys(self, s);
  return NEEDS_RADIUS;
}

static double bridge_keeps(const void *self)
{
  return ((const Bridge *)self)->range;
}

/* The stiffness is the largest slope of the capillary force, in size. */
void bridge_limits_of(const Bridge *h, double volume, double radius, TermLimits *limits)
{
  limits->stiffness =
    h->pull * radius *
    (h->willett ? 1.23 * sqrt(2 * radius / volume) : sqrt(PETSC_PI * radius / volume));
  limits->damping = h->viscosity * radius * radius / h->least;
}

static void bridge_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Bridge *h = self;

  bridge_limits_of(h, h->volume, at->radius, limits);
}

static void bridge_undamp(void *self)
{
  ((Bridge *)self)->viscosity = 0;
}

const ContactTerm cohesion_liquid_bridge = {
  .head   = {.name = "liquid_bridge",
             .text = "Capillary and viscous force of a liquid bridge, from touching to its rupture.",
             .source  = "Willett, Adams, Johnson & Seville 2000, Langmuir 16, 9396; Rabinovich, "
                          "Esayanur & Moudgil 2005, "
                          "Langmuir 21, 10992; Lian, Thornton & Adams 1993, J. Colloid Interface Sci. "
                          "161, 138; Pitois, "
                          "Moucheront & Chateau 2000, J. Colloid Interface Sci. 231, 26",
             .options = {bridge_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Bridge),
  .read   = bridge_read,
  .apply  = cohesion_liquid_bridge_apply,
  .keeps  = bridge_keeps,
  .limits = bridge_limits,
  .undamp = bridge_undamp,
  .energy = cohesion_liquid_bridge_energy,
};
