/* SPDX-License-Identifier: MIT */
/* Materials of the scenario. */
#include "matter/material.h"

#include <stdio.h>

#include "base/bounds.h"

static const Option material_options[] = {
  {.key      = "density",
   .type     = OPTION_REAL,
   .unit     = "kg/m^3",
   .fallback = "1",
   .lo       = DENSITY_LEAST,
   .hi       = DENSITY_MOST,
   .help     = "mass per volume, in two dimensions per area, kg/m^2; 1 if not given"},
  {.key      = "young",
   .type     = OPTION_REAL,
   .unit     = "Pa",
   .fallback = "",
   .lo       = MODULUS_LEAST,
   .hi       = MODULUS_MOST,
   .help     = "Young's modulus; contact laws that are given a stiffness do not need it"},
  {.key      = "poisson",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "0.3",
   .lo       = -1,
   .hi       = 0.5,
   .flags    = LO_OPEN,
   .help     = "Poisson's ratio"},
  {.key      = "temperature",
   .type     = OPTION_REAL,
   .unit     = "K",
   .fallback = "",
   .lo       = 0,
   .hi       = TEMPERATURE_MOST,
   .flags    = LO_OPEN,
   .help     = "of clumps at the start, unless their template, object or row gives another"},
  {.key      = "specific_heat",
   .type     = OPTION_REAL,
   .unit     = "J/(kg K)",
   .fallback = "",
   .lo       = HEAT_LEAST,
   .hi       = HEAT_MOST,
   .help     = "heat capacity per mass; needed where a contact law has heat"},
  {.key      = "conductivity",
   .type     = OPTION_REAL,
   .unit     = "W/(m K)",
   .fallback = "",
   .lo       = HEAT_LEAST,
   .hi       = HEAT_MOST,
   .help     = "thermal conductivity; needed where a contact law has heat"},
  {.key = NULL},
};

const OptionKind material_kind = {.name    = "material",
                                  .named   = true,
                                  .options = material_options,
                                  .text    = "materials of clumps and walls"};

/* Value of a key; 0 if it is not given or wrong. */
static double real_or_zero(const Options *options, const char *name, const char *key)
{
  const double value = option_has_value(options, "material", name, key)
                         ? option_real(options, "material", name, key)
                         : 0;

  return isfinite(value) && value > 0 ? value : 0;
}

static Material material_read(const Options *options, const char *name)
{
  Material m = {.density       = option_real(options, "material", name, "density"),
                .young         = option_real(options, "material", name, "young"),
                .poisson       = option_real(options, "material", name, "poisson"),
                .temperature   = real_or_zero(options, name, "temperature"),
                .specific_heat = real_or_zero(options, name, "specific_heat"),
                .conductivity  = real_or_zero(options, name, "conductivity")};

  snprintf(m.name, sizeof m.name, "%s", name);
  if (!(m.density > 0))
    m.density = 1; /* a mistake already reported: avoid further errors from it */
  if (!isfinite(m.young)) m.young = 0;
  return m;
}

PetscErrorCode materials_read(const Parallel *par, Options *options, Materials *materials)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  (void)par;
  PetscCall(options_objects(options, "material", &n, &names));
  PetscCall(array_create(&materials->list, sizeof *materials->list, n));
  materials->n = n;
  for (int k = 0; k < n; k++) {
    materials->list[k] = material_read(options, names[k]);
    if (strlen(names[k]) >= NAME_LENGTH)
      option_mistake(options, "material", names[k], NULL, "the name is longer than %d characters",
                     NAME_LENGTH - 1);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void materials_free(Materials *materials)
{
  array_free(&materials->list);
  materials->n = 0;
}
