/* SPDX-License-Identifier: MIT */
/* Materials of the scenario. */
#include "matter/material.h"
#include "options/rows.h"

/* clang-format off */
static const Option material_options[] = {
  REAL(IN(Material, density), "kg/m^3", OPTIONAL,       RANGE_OF(DENSITY),
      "mass per volume, in two dimensions per area, kg/m^2; needed where a mass depends on it: of "
      "clumps without a density or mass of their own or of their template"),
  REAL(IN(Material, young),   "Pa",     OPTIONAL_OR(0), RANGE_OF(MODULUS),
      "Young's modulus; contact laws that are given a stiffness do not need it"),
  REAL(IN(Material, poisson), "1",      "0.3",          ABOVE(-1, 0.5),    "Poisson's ratio"),
  {0},
};
/* clang-format on */

#define PROPERTY(key, unit, most, usually, text) \
  REAL(KEY(key), unit, OPTIONAL, UP_TO(most), \
       text "; of contacts whose law does not give it (contact: mixing)", .usual = usually)

const Option property_options[] = {
  PROPERTY("restitution", "1", 1, 0, "coefficient of restitution"),
  PROPERTY("friction", "1", FRICTION_MOST, 1, "Coulomb coefficient"),
  PROPERTY("friction_dynamic", "1", FRICTION_MOST, 1, "Coulomb coefficient while a contact slides"),
  PROPERTY("rolling_friction", "1", FRICTION_MOST, 1,
           "largest couple against rolling over reduced radius x normal force"),
  PROPERTY("twisting_friction", "1", FRICTION_MOST, 1,
           "largest couple about the normal over reduced radius x normal force"),
  PROPERTY("surface_energy", "J/m^2", STIFFNESS_MOST, 0,
           "energy of a surface, half the work of adhesion"),
  PROPERTY("cohesion_energy_density", "J/m^3", MODULUS_MOST, 0, "attraction over area of contact"),
  PROPERTY("hamaker", "J", ENERGY_MOST, 0, "Hamaker's constant"),
  {0},
};

static const Option *const more_options[] = {
  property_options, QUANTITY_LIST(QUANTITY_START) QUANTITY_LIST(QUANTITY_MATERIALS) NULL};

const OptionKind material_kind = {.name    = "material",
                                  .named   = true,
                                  .options = material_options,
                                  .more    = more_options,
                                  .text    = "materials of clumps and walls"};

/* Capacities for quantities; 0 where the key is not given or wrong. */
static void read_capacities(const Options *options, const char *name, QuantityValues *values)
{
  for (int q = 0; q < QUANTITIES; q++) {
    const char  *key   = quantities[q]->capacity;
    const double value = quantities[q]->of_pebbles ? 0
                         : key ? option_real_or(options, "material", name, key, 0)
                               : 1;

    values->capacity[q] = isfinite(value) && value > 0 ? value : 0;
  }
}

void materials_read(Options *options, Materials *materials)
{
  const char *const *names;
  const int          n = options_objects(options, "material", &names);

  array_create(&materials->list, sizeof *materials->list, n);
  materials->n = n;
  for (int k = 0; k < n; k++) {
    Material *m = &materials->list[k];

    options_read_into(options, "material", names[k], material_options, m);
    quantities_read(options, "material", names[k], &m->quantity);
    read_capacities(options, names[k], &m->quantity);
    snprintf(m->name, sizeof m->name, "%s", names[k]);
    /* no mass depends on it, or a mistake is reported: avoid further errors from it */
    if (!(m->density > 0)) m->density = 1;
    if (strlen(names[k]) >= NAME_LENGTH)
      option_mistake(options, "material", names[k], NULL, "the name is longer than %d characters",
                     NAME_LENGTH - 1);
  }
}

void materials_free(Materials *materials)
{
  array_free(&materials->list);
  materials->n = 0;
}
