/* SPDX-License-Identifier: MIT */
/* Walls of the scenario. */
#include "matter/wall_read.h"

#include <stdio.h>

#include "base/bounds.h"

static const Option wall_options[] = {
  {.key     = "shape",
   .type    = OPTION_WORD,
   .choices = "plane cylinder mesh",
   .help    = "shape of its surface; this version has plane"},
  {.key = "material", .type = OPTION_NAME, .choices = "material", .help = "material of the wall"},
  {.key   = "point",
   .type  = OPTION_VEC3,
   .unit  = "m",
   .lo    = -LENGTH_MOST,
   .hi    = LENGTH_MOST,
   .flags = PLANAR | FLAT,
   .when  = "shape=plane",
   .help  = "any point on the plane; in two dimensions on the line"},
  {.key   = "normal",
   .type  = OPTION_VEC3,
   .unit  = "1",
   .flags = PLANAR | FLAT,
   .when  = "shape=plane",
   .help  = "vector towards the side of the clumps, of any length"},
  {.key      = "temperature",
   .type     = OPTION_REAL,
   .unit     = "K",
   .fallback = "",
   .lo       = 0,
   .hi       = TEMPERATURE_MOST,
   .flags    = LO_OPEN,
   .help     = "held temperature; without it no heat flows through the wall"},
  {.key = NULL},
};

const OptionKind wall_kind = {
  .name = "wall", .named = true, .options = wall_options, .text = "fixed bodies of infinite mass"};

/* Normalize a vector of any length, even if its square overflows or underflows; false for zero
   and for values that are not finite. */
static bool normalize(Vec3 *a)
{
  const double largest = max_real(fabs(a->x), max_real(fabs(a->y), fabs(a->z)));

  if (!(largest > 0) || !isfinite(largest)) return false;
  *a = (Vec3){a->x / largest, a->y / largest, a->z / largest};
  *a = vec3_scale(1 / vec3_norm(*a), *a);
  return true;
}

static bool wall_read(Options *options, const char *name, const Materials *materials, Wall *wall)
{
  const char *shape = option_word(options, "wall", name, "shape");

  *wall =
    (Wall){.material = materials_find(materials, option_word(options, "wall", name, "material"))};
  if (option_has_value(options, "wall", name, "temperature"))
    wall->temperature = option_real(options, "wall", name, "temperature");
  snprintf(wall->name, sizeof wall->name, "%s", name);
  if (strlen(name) >= NAME_LENGTH)
    option_mistake(options, "wall", name, NULL, "the name is longer than %d characters",
                   NAME_LENGTH - 1);
  if (!shape[0]) return false;
  if (strcmp(shape, "plane") != 0) {
    option_mistake(options, "wall", name, "shape",
                   "not available in this version, which has plane");
    return false;
  }
  wall->point  = option_vec3(options, "wall", name, "point");
  wall->normal = option_vec3(options, "wall", name, "normal");
  if (normalize(&wall->normal)) return wall->material >= 0;
  if (option_has_value(options, "wall", name, "normal"))
    option_mistake(options, "wall", name, "normal", "a zero vector has no direction");
  return false;
}

PetscErrorCode walls_read(Options *options, const Materials *materials, Walls *walls)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "wall", &n, &names));
  PetscCall(array_create(&walls->list, sizeof *walls->list, n));
  for (int k = 0; k < n; k++) {
    if (wall_read(options, names[k], materials, &walls->list[walls->n])) walls->n++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void walls_free(Walls *walls)
{
  array_free(&walls->list);
  walls->n = 0;
}
