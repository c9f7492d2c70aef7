/* SPDX-License-Identifier: MIT */
/* Objects `constraint: - NAME: {type: contact}` of the scenario. */
#include "constraint/hard/hard.h"
#include "options/rows.h"

enum { CONTACT_SWEEPS = 20 }; /* a brick stays on an incline, and ten spheres on each other */

/* clang-format off */
static const Option contact_options[] = {
  NAMES(KEY("between"),             REQUIRED, "material",
      "materials whose pebbles, of different clumps, do not overlap, in place of a contact law; "
      "pebbles and walls, too", .count = 2),
  REAL(IN(HardLaw, friction),       "", "0", UP_TO(100),    "Coulomb coefficient", .usual = 1),
  REAL(IN(HardLaw, restitution),    "", "0", UNIT_INTERVAL,
      "normal speed after over that before a collision"),
  INT(IN(HardLaw, velocity_sweeps), "5", WITHIN(1, 1e6),
      "corrections of velocities in a step, which give the restitution"),
  {0},
};
/* clang-format on */

const Plugin constraint_contact = {
  .name    = "contact",
  .text    = "Pebbles, and pebbles and walls, that do not overlap.",
  .source  = "Mueller et al. 2020, Comput. Graph. Forum 39, 101",
  .options = {contact_options},
};

static void read_law(Options *o, const Materials *materials, const char *name, HardLaw *law)
{
  int                n;
  const char *const *between = option_words(o, "constraint", name, "between", &n);

  snprintf(law->name, sizeof law->name, "%s", name);
  law->a = n == 2 ? materials_find(materials, between[0]) : -1;
  law->b = n == 2 ? materials_find(materials, between[1]) : -1;
  options_read_into(o, "constraint", name, contact_options, law);
  law->compliance = option_real(o, "constraint", name, "compliance");
  law->sweeps     = constraint_sweeps(o, name, CONTACT_SWEEPS);
  if (option_has_value(o, "constraint", name, "file"))
    option_mistake(o, "constraint", name, "file", "not for type: contact: leave it out");
  constraint_refuse(o, name, &constraint_contact);
  if (law->compliance > 0 && law->restitution > 0)
    option_mistake(o, "constraint", name, "restitution",
                   "contacts with compliance have none: leave one of the two at 0");
}

static void assign(Options *o, Hard *h, const Laws *laws, int k)
{
  const HardLaw *law = &h->laws[k];
  const int      m   = h->n_materials;

  if (law->a < 0 || law->b < 0) return; /* reported by the tables */
  if (laws->of[law->a * m + law->b] >= 0)
    option_mistake(
      o, "constraint", law->name, "between",
      "this pair of materials has the contact law %s: remove the law or this constraint",
      laws->list[laws->of[law->a * m + law->b]].name);
  if (h->of[law->a * m + law->b] >= 0)
    option_mistake(o, "constraint", law->name, "between", "this pair of materials already has %s",
                   h->laws[h->of[law->a * m + law->b]].name);
  h->of[law->a * m + law->b] = h->of[law->b * m + law->a] = k;
  h->sweeps                                               = (int)max_int(h->sweeps, law->sweeps);
  h->velocity_sweeps = (int)max_int(h->velocity_sweeps, law->velocity_sweeps);
}

void hard_read(Options *o, const Materials *materials, const Laws *laws, Hard **hard)
{
  const char *const *names;
  int                n, some = 0;
  Hard              *h;

  n = options_objects(o, "constraint", &names);
  for (int k = 0; k < n; k++) some += constraint_is(o, names[k], &constraint_contact);
  if (some == 0) return;
  array_create(hard, sizeof **hard, 1);
  h              = *hard;
  h->n_materials = materials->n;
  array_create(&h->laws, sizeof *h->laws, some);
  array_create(&h->of, sizeof *h->of, materials->n * materials->n);
  for (int k = 0; k < materials->n * materials->n; k++) h->of[k] = -1;
  for (int k = 0; k < n; k++) {
    if (!constraint_is(o, names[k], &constraint_contact)) continue;
    read_law(o, materials, names[k], &h->laws[h->n]);
    assign(o, h, laws, h->n++);
  }
  array_create(&h->reach, sizeof *h->reach, h->n);
  pairs_create(h->n, &h->pairs);
}

void hard_destroy(Hard **hard)
{
  Hard *h = *hard;

  if (!h) return;
  pairs_destroy(&h->pairs);
  solids_destroy(&h->solids);
  array_free(&h->key);
  array_free(&h->laws);
  array_free(&h->of);
  array_free(&h->list);
  array_free(&h->place);
  array_free(&h->effects.push);
  hard_spheres_free(&h->spheres);
  array_free(&h->count);
  array_free(&h->shares);
  array_free(&h->pushed);
  array_free(&h->struck);
  array_free(&h->pushes);
  array_free(&h->part);
  array_free(&h->rest);
  array_free(&h->kick);
  array_free(&h->hits);
  array_free(&h->places);
  array_free(&h->reach);
  array_free(&h->before.row);
  array_free(&h->before.tile);
  array_free(hard);
}

PetscErrorCode hard_join_meshes(Hard *h, const Walls *walls, const Templates *templates)
{
  bool some = false;

  PetscFunctionBeginUser;
  for (int w = 0; h && w < walls->n; w++)
    some = some || (walls->list[w].carried && hard_of_material(h, walls->list[w].material));
  if (some) PetscCall(solids_create(walls, templates, h->n_materials, h->of, 0, &h->solids));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void hard_set_reach(Hard *h, double reach)
{
  for (int k = 0; h && k < h->n; k++) h->reach[k] = reach;
}

bool hard_joins(const Hard *h, int a, int b)
{
  return h && h->of[a * h->n_materials + b] >= 0;
}

const char *hard_of_material(const Hard *h, int material)
{
  for (int m = 0; h && m < h->n_materials; m++)
    if (hard_joins(h, material, m)) return h->laws[h->of[material * h->n_materials + m]].name;
  return NULL;
}

double hard_stiffest(const Hard *h, int material, const char **name)
{
  double most = 0;

  for (int m = 0; h && m < h->n_materials; m++) {
    const HardLaw *law =
      hard_joins(h, material, m) ? &h->laws[h->of[material * h->n_materials + m]] : NULL;

    if (!law || !(1 / law->compliance > most)) continue;
    most  = 1 / law->compliance;
    *name = law->name;
  }
  return most;
}
