/* SPDX-License-Identifier: MIT */
/* Templates of the scenario: rank 0 reads them and finds their mass properties, then broadcasts
   the results, as the last bits of mass properties may differ between machines. */
#include "supply/population/template_read.h"

#include <stdio.h>

#include "matter/group_read.h"
#include "supply/population/template_internal.h"

/* Copy of the materials, all with this density if it is > 0; free the list with array_free. */
static PetscErrorCode materials_with(const Materials *materials, double density, Materials *with)
{
  PetscFunctionBeginUser;
  *with = (Materials){.n = materials->n};
  PetscCall(array_create(&with->list, sizeof *with->list, with->n));
  for (int m = 0; m < with->n; m++) {
    with->list[m] = materials->list[m];
    if (density > 0) with->list[m].density = density;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void scale_pebbles(PebbleSet *set, double scale)
{
  for (int i = 0; i < set->n; i++) {
    set->x[i] = vec3_scale(scale, set->x[i]);
    set->r[i] *= scale;
  }
}

static bool has(const Options *options, const char *name, const char *key)
{
  return option_has_value(options, "template", name, key);
}

/* Make the pebbles of a mesh, of shapes or of a form, scale included; *made false: the reason is in
   `why` (size 256), or in the findings. */
static PetscErrorCode make(const Options *options, const char *name, const Materials *with,
                           int material, PebbleSet *set, MeshFound *found, Findings *findings,
                           bool *made)
{
  const double density = with->list[material].density;

  PetscFunctionBeginUser;
  if (has(options, name, "form")) {
    *made =
      template_pebbles_formed(options, name, material, density, set, &found->mass, found->why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (has(options, name, "mesh"))
    PetscCall(pebbles_from_mesh(options, name, material, density, set, found, findings));
  else PetscCall(pebbles_from_shapes(options, name, with, material, set, found, findings));
  *made = found->made;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the pebbles of a template and find its mass properties, with the materials at its density.
   On rank 0. */
static PetscErrorCode find(const Options *options, const char *name, const Materials *with,
                           uint64_t in_groups, Groups *groups, int dimension, PebbleSet *set,
                           TemplateFound *found, Findings *findings)
{
  const int  material = materials_find(with, option_word(options, "template", name, "material"));
  const bool listed = has(options, name, "pebbles"), filed = has(options, name, "file");
  bool       made = true;

  PetscFunctionBeginUser;
  if (listed) {
    PetscCall(template_pebbles_listed(options, name, dimension, set));
    for (int i = 0; i < set->n; i++) set->material[i] = material;
  } else if (filed)
    PetscCall(template_pebbles_filed(option_word(options, "template", name, "file"), with, material,
                                     in_groups, groups, dimension, set, findings));
  else PetscCall(make(options, name, with, material, set, &found->mesh, findings, &made));
  found->report = (ShapeReport){.sound = made || findings->n > 0};
  if (!found->report.sound) memcpy(found->report.why, found->mesh.why, sizeof found->mesh.why);
  if (findings->n > 0 || !made) PetscFunctionReturn(PETSC_SUCCESS);
  if (!filed) PetscCall(template_groups_set(set, in_groups));
  set->dimension = dimension;
  if (listed || filed) scale_pebbles(set, option_real(options, "template", name, "scale"));
  if (!pebbles_are_sound(set, with, found->report.why)) found->report.sound = false;
  else template_mass(options, name, with, set, found);
  found->n = set->n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode tell(const Parallel *par, PebbleSet *set, TemplateFound *found,
                           Groups *groups)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, found, sizeof *found, 0));
  PetscCall(parallel_bcast(par, groups, sizeof *groups, 0));
  if (par->rank > 0) {
    PetscCall(pebble_set_create(found->n, set));
    PetscCall(template_groups_set(set, 0));
  }
  PetscCall(parallel_bcast(par, set->x, (size_t)found->n * sizeof *set->x, 0));
  PetscCall(parallel_bcast(par, set->r, (size_t)found->n * sizeof *set->r, 0));
  PetscCall(parallel_bcast(par, set->material, (size_t)found->n * sizeof *set->material, 0));
  PetscCall(parallel_bcast(par, set->group, (size_t)found->n * sizeof *set->group, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool near(double a, double b, double size)
{
  return fabs(a - b) <=
         1e-9 * size; /* allows for other rounding in the libraries that wrote the checkpoint */
}

static bool same_shape(const Template *a, const Template *b)
{
  bool same = a->n == b->n && near(a->mass.mass, b->mass.mass, a->mass.mass) &&
              near(a->mass.volume, b->mass.volume, a->mass.volume) &&
              vec3_norm(vec3_sub(a->mass.principal, b->mass.principal)) <=
                1e-9 * vec3_norm(a->mass.principal);

  for (int i = 0; same && i < a->n; i++) {
    same = a->material[i] == b->material[i] && a->group[i] == b->group[i] &&
           near(a->radius[i], b->radius[i], a->bound) &&
           near(vec3_norm(vec3_sub(a->offset[i], b->offset[i])), 0, a->bound);
  }
  return same;
}

/* Compare a template of the checkpoint with the declaration of the same name in the scenario. */
static PetscErrorCode compare(Options *options, const char *name, const PebbleSet *set,
                              const MassProperties *mass, const Template *there)
{
  Templates again = {.dimension = set->dimension};

  PetscFunctionBeginUser;
  PetscCall(templates_add(&again, name, set, mass));
  if (!same_shape(there, &again.list[0]))
    option_mistake(options, "template", name, NULL,
                   "differs from the template of this name in the checkpoint, which its clumps "
                   "use: choose another name");
  templates_free(&again);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode add(const Options *options, const char *name, const PebbleSet *set,
                          const TemplateFound *found, Templates *templates)
{
  const MassSource *source = mass_source_of(options, name);
  Template         *t;

  PetscFunctionBeginUser;
  PetscCall(templates_add(templates, name, set, &found->mass));
  t                = &templates->list[templates->n - 1];
  t->density       = found->density;
  t->inertia_given = source && source->is_given;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Key to which findings are attributed. */
static const char *source_key(const Options *options, const char *name)
{
  if (option_is_set(options, "template", name, "mesh")) return "mesh";
  return option_is_set(options, "template", name, "shapes") ? "shapes" : "file";
}

static PetscErrorCode read_one(const Parallel *par, Options *options, const char *name,
                               const Materials *materials, Templates *templates, Groups *groups,
                               Warnings *warnings)
{
  const int there = templates_find(templates, name), dimension = templates->dimension == 2 ? 2 : 3;
  Findings  findings  = {0};
  PebbleSet set       = {0};
  TemplateFound found = {0};
  Materials     with;
  char          what[NAME_LENGTH + 16];
  uint64_t      in_groups;

  PetscFunctionBeginUser;
  groups_of_option(options, "template", name, "pebble_group", groups, GROUP_PEBBLES, &in_groups);
  PetscCall(materials_with(materials, template_real(options, name, "density"), &with));
  if (par->rank == 0)
    PetscCall(find(options, name, &with, in_groups, groups, dimension, &set, &found, &findings));
  array_free(&with.list);
  PetscCall(findings_gather(par, &findings));
  PetscCall(tell(par, &set, &found, groups));
  set.dimension = dimension;
  snprintf(what, sizeof what, "template %s", name);
  findings_report(&findings, options, "template", name, source_key(options, name));
  if (!found.report.sound) option_mistake(options, "template", name, NULL, "%s", found.report.why);
  else if (there < 0 && found.report.clash[0]) /* of a checkpoint they were merged */
    option_mistake(options, "template", name, NULL, "%s", found.report.clash);
  if (findings.n == 0 && found.report.sound) {
    if (there >= 0) PetscCall(compare(options, name, &set, &found.mass, &templates->list[there]));
    else PetscCall(add(options, name, &set, &found, templates));
    if (there < 0) shape_warn(warnings, what, &found.report);
    if (there < 0 && found.mesh.made) mesh_found_tell(par, warnings, what, &found.mesh);
  }
  pebble_set_free(&set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set `still` by the key `turns`, for stored templates, too, as checkpoints do not keep it. */
static void find_still(Options *options, const char *name, Templates *templates)
{
  const int there = templates_find(templates, name);

  if (there >= 0) templates->list[there].still = !option_bool(options, "template", name, "turns");
}

PetscErrorCode templates_read(const Parallel *par, Options *options, const Materials *materials,
                              Templates *templates, Groups *groups, Warnings *warnings)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "template", &n, &names));
  for (int k = 0; k < n; k++) {
    if (templates_find(templates, names[k]) >= 0 &&
        options_object_is_stored(options, "template", names[k]))
      continue;
    if (template_check(options, names[k], materials, templates->dimension))
      PetscCall(read_one(par, options, names[k], materials, templates, groups, warnings));
  }
  for (int k = 0; k < n; k++) find_still(options, names[k], templates);
  PetscFunctionReturn(PETSC_SUCCESS);
}
