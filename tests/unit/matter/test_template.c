/* SPDX-License-Identifier: MIT */
/* Templates are held in their principal frame, and found by name. */
#include "template_sets.h"

/* Offsets rotated back from the principal frame are the pebbles as given; the inertia in that
   frame is diagonal. */
static void templates_hold_the_principal_frame(void)
{
  const double   rows[3][4] = {{5, 0, 0, .5}, {5, 0, 1, .4}, {5, 1, .2, .3}};
  PebbleSet      set        = set_of(3, rows);
  Templates      templates  = {.n = 0};
  MassProperties mass, again;
  char           why[256] = "";

  set.material[2] = 1;
  CHECK(mass_exact.find(&set, &materials, &mass_defaults, &mass, why));
  mass_principal(&mass);
  for (int k = 0; k < 20; k++) {
    char name[NAME_LENGTH];

    snprintf(name, sizeof name, "rock%d", k);
    CALL(templates_add(&templates, name, &set, &mass));
  }
  CHECK_INT(templates.n, 20);
  CHECK_INT(templates_find(&templates, "rock13"), 13);
  CHECK_INT(templates_find(&templates, "rock"), -1);
  const Template *t = &templates.list[13];

  for (int i = 0; i < 3; i++) {
    const Vec3 back = vec3_add(mass.centre, quat_turn(mass.axes, t->offset[i]));

    CHECK_NEAR(vec3_norm(vec3_sub(back, set.x[i])), 0, 4e-15); /* rounding of numbers near 5 */
    CHECK(t->radius[i] == set.r[i] && t->material[i] == set.material[i]);
    CHECK(t->extent >= vec3_norm(t->offset[i]) && t->bound >= vec3_norm(t->offset[i]) + set.r[i]);
  }
  CHECK_NEAR(t->extent,
             fmax(vec3_norm(t->offset[0]), fmax(vec3_norm(t->offset[1]), vec3_norm(t->offset[2]))),
             0.0); /* the same number */
  CHECK(t->smallest == .3 && t->largest == .5 && t->n == 3 && t->bound < t->extent + .5);
  memcpy(set.x, t->offset, 3 * sizeof *set.x);
  CHECK(mass_exact.find(&set, &materials, &mass_defaults, &again, why));
  CHECK_NEAR(again.inertia.xx / mass.principal.x, 1,
             1e-13); /* rounding, and the tolerance of equal moments */
  CHECK_NEAR(again.inertia.yy / mass.principal.y, 1, 1e-13); /* as above */
  CHECK_NEAR(again.inertia.zz / mass.principal.z, 1, 1e-13); /* as above */
  CHECK_NEAR(again.inertia.xy / mass.principal.z, 0, 2e-13); /* as above */
  CHECK_NEAR(again.inertia.xz / mass.principal.z, 0, 2e-13); /* as above */
  CHECK_NEAR(again.inertia.yz / mass.principal.z, 0, 2e-13); /* as above */
  CHECK_NEAR(vec3_norm(again.centre), 0, 1e-14);             /* rounding of numbers near 5 */
  templates_free(&templates);
  CHECK(templates.n == 0 && !templates.list);
  pebble_set_free(&set);
  test_end("template: offsets lie in the principal frame");
}

static void names_are_found(void)
{
  const PebbleSet      none      = {.n = 0};
  const MassProperties mass      = {.axes = {1, 0, 0, 0}};
  Templates            templates = {.n = 0};
  char                 name[NAME_LENGTH + 1];

  memset(name, 'a', NAME_LENGTH);
  name[NAME_LENGTH] = 0;
  CHECK_ERROR(PETSC_ERR_ARG_SIZ, templates_add(&templates, name, &none, &mass));
  CHECK_INT(templates.n, 0);
  CHECK_INT(materials_find(&materials, "steel"), 1);
  CHECK_INT(materials_find(&materials, "stee"), -1);
  templates_free(&templates);
  test_end("template: names are found whole, and fit");
}

TESTS(.ranks = {1})
{
  templates_hold_the_principal_frame();
  names_are_found();
}
