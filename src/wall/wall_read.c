/* SPDX-License-Identifier: MIT */
/* Walls of the scenario. */
#include "wall/wall_read.h"

#include <stdio.h>

#include "base/bounds.h"
#include "options/rows.h"

/* clang-format off */
static const Option wall_options[] = {
  PLUGIN(KEY("shape"),  REQUIRED, surface_table, "shape of its surface"),
  NAME(KEY("material"), REQUIRED, "material",    "material of the wall"),
  {NULL},
};
/* clang-format on */

static const Option *const more_options[] = {QUANTITY_LIST(QUANTITY_WALL) NULL};

const OptionKind wall_kind = {.name    = "wall",
                              .named   = true,
                              .options = wall_options,
                              .more    = more_options,
                              .text =
                                "bodies of infinite mass, at rest or with a prescribed motion"};

static void wall_free(Wall *wall)
{
  if (wall->constants && wall->surface->release) wall->surface->release(wall->constants);
  array_free(&wall->constants);
}

/* *good: the wall can be used. */
static PetscErrorCode wall_read(Options *options, const char *name, const Materials *materials,
                                Wall *wall, bool *good)
{
  const Plugin *shape = plugin_find(surface_table, option_word(options, "wall", name, "shape"));

  PetscFunctionBeginUser;
  *good = false;
  *wall =
    (Wall){.material = materials_find(materials, option_word(options, "wall", name, "material"))};
  quantities_read(options, "wall", name, &wall->quantity);
  snprintf(wall->name, sizeof wall->name, "%s", name);
  if (strlen(name) >= NAME_LENGTH)
    option_mistake(options, "wall", name, NULL, "the name is longer than %d characters",
                   NAME_LENGTH - 1);
  if (!shape) PetscFunctionReturn(PETSC_SUCCESS);
  wall->surface = (const Surface *)shape;
  wall->carried = wall->surface->carriage && option_bool(options, "wall", name, "free");
  PetscCall(wall->surface->read(options, name, &wall->constants));
  *good = wall->constants && wall->material >= 0;
  if (!*good) wall_free(wall);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode walls_read(Options *options, const Materials *materials, Walls *walls)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "wall", &n, &names));
  PetscCall(array_create(&walls->list, sizeof *walls->list, n));
  for (int k = 0; k < n; k++) {
    bool good;

    PetscCall(wall_read(options, names[k], materials, &walls->list[walls->n], &good));
    walls->n_carried += good && walls->list[walls->n].carried;
    walls->n += good;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void walls_check_periods(Options *options, const Walls *walls, const bool periodic[3])
{
  for (int w = 0; w < walls->n; w++)
    for (int k = 0; k < 3; k++) {
      const Wall *wall = &walls->list[w];

      if (periodic[k]) wall->surface->check_period(options, wall->name, wall->constants, k);
    }
}

void walls_free(Walls *walls)
{
  for (int w = 0; w < walls->n; w++) wall_free(&walls->list[w]);
  array_free(&walls->list);
  walls->n = walls->n_carried = 0;
}
