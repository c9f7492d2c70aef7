/* SPDX-License-Identifier: MIT */
/* A quick look at a scenario: what can be checked without templates and clumps. */
#include "contact/law.h"
#include "matter/material.h"
#include "matter/wall_read.h"
#include "sim/scenario.h"

static PetscErrorCode look_deeper(const Parallel *par, Options *o)
{
  Materials materials = {0};
  Walls     walls     = {0};
  Laws     *laws      = NULL;
  Settings  settings;

  PetscFunctionBeginUser;
  PetscCall(settings_read(o, &settings));
  options_check_plane(o, settings.dimension);
  PetscCall(materials_read(par, o, &materials));
  PetscCall(laws_create(par, o, &materials, &laws));
  PetscCall(walls_read(o, &materials, &walls));
  PetscCall(laws_destroy(&laws));
  walls_free(&walls);
  array_free(&materials.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode scenario_look(const Parallel *par, const char *scenario, const OptionRow *row,
                             Options **options)
{
  PetscFunctionBeginUser;
  PetscCall(options_create(par, scenario_kinds, options));
  PetscCall(options_read_command_line(*options));
  if (row) options_read_row(*options, row);
  if (scenario) PetscCall(options_read_file(*options, scenario));
  PetscCall(options_check(*options));
  if (!options_are_torn(*options) && !options_has_mistakes(*options))
    PetscCall(look_deeper(par, *options));
  PetscFunctionReturn(PETSC_SUCCESS);
}
