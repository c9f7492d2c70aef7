/* SPDX-License-Identifier: MIT */
/* Templates of the scenario: rank 0 reads them and finds their mass properties, then broadcasts
   the results, as the last bits of mass properties may differ between machines. */
#include "supply/population/template_read.h"
#include "matter/group.h"
#include "options/csv.h"
#include "supply/population/columns.h"
#include "supply/population/template_internal.h"

/* A template that is being read. */
typedef struct {
  Options      *options;
  const char   *name;
  Materials     with; /* copies of the materials, at the density of the template if it has one */
  int           material;  /* of pebbles that name none */
  uint64_t      in_groups; /* of pebbles that name none */
  Groups       *groups;
  int           dimension;
  PebbleSet     set;
  TemplateFound found;
  Findings      findings;
} Reading;

static bool has(const Reading *r, const char *key)
{
  return option_has_value(r->options, "template", r->name, key);
}

static const char *word(const Reading *r, const char *key)
{
  return option_word(r->options, "template", r->name, key);
}

/* ---- pebbles ---- */

/* Allocate the groups of the set, all pebbles with this mask. */
static void set_groups(PebbleSet *set, uint64_t mask)
{
  array_create(&set->group, sizeof *set->group, set->n);
  for (int i = 0; i < set->n; i++) set->group[i] = mask;
}

/* Read the pebbles of the option `pebbles`. */
static void read_listed(Reading *r)
{
  const int     stride = r->dimension + 1;
  PebbleSet    *set    = &r->set;
  int           n;
  const double *list = option_reals(r->options, "template", r->name, "pebbles", &n);

  pebble_set_create(n / stride, set);
  for (int i = 0; i < set->n; i++, list += stride) {
    set->x[i]        = vec3(list[0], list[1], r->dimension == 2 ? 0 : list[2]);
    set->r[i]        = list[r->dimension];
    set->material[i] = r->material;
  }
}

/* True if all radii of the key pebbles are > 0; else each other one, the first few of many, is noted. The
   same on all ranks. */
static bool listed_are_sound(const Reading *r)
{
  enum { TOLD = 5 };
  const int     stride = r->dimension + 1;
  int           n, bad = 0;
  const double *list = option_reals(r->options, "template", r->name, "pebbles", &n);

  for (int i = 0; i < n / stride; i++) {
    const double radius = list[i * stride + r->dimension];

    if (radius > 0 || bad++ >= TOLD) continue;
    option_mistake(r->options, "template", r->name, "pebbles",
                   "pebble %d of %d, number %d of the list: radius %g m: must be > 0", i + 1,
                   n / stride, (i + 1) * stride, radius);
  }
  return bad == 0;
}

enum { COLUMN_X, COLUMN_Y, COLUMN_Z, COLUMN_R, COLUMN_MATERIAL, COLUMN_GROUP };

static const CsvColumn pebble_columns[] = {
  COLUMNS_PEBBLE,
  {.name = "material", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "group", .type = CSV_WORD, .flags = CSV_EMPTY},
  {0},
};

static void read_materials(Reading *r, const Csv *csv)
{
  const char **names;
  int         *index;

  array_create(&names, sizeof *names, r->with.n);
  for (int m = 0; m < r->with.n; m++) names[m] = r->with.list[m].name;
  csv_resolve(csv, COLUMN_MATERIAL, "material", r->with.n, names, r->material, &r->findings,
              &index);
  for (int i = 0; i < r->set.n; i++) r->set.material[i] = index[i];
  array_free(&index);
  array_free(&names);
}

/* Set the groups of pebbles whose cell is not empty; the others keep theirs. */
static PetscErrorCode read_groups(Reading *r, const Parallel *self, const Csv *csv)
{
  uint64_t *mask;

  PetscFunctionBeginUser;
  PetscCall(groups_of_column(self, csv, COLUMN_GROUP, "group", r->groups, GROUP_PEBBLES,
                             &r->findings, &mask));
  for (int i = 0; i < r->set.n; i++)
    if (csv_word(csv, COLUMN_GROUP, i)[0])
      r->set.group[i] = groups_of_row(csv, COLUMN_GROUP, mask, i);
  array_free(&mask);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the pebbles of the file, all on this rank: templates are small. */
static PetscErrorCode read_filed(Reading *r)
{
  CsvColumn plane[CSV_MOST_COLUMNS + 1];
  Parallel  self;
  Csv       csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, word(r, "file"), csv_columns(pebble_columns, r->dimension, plane), &csv,
                     &r->findings));
  pebble_set_create((int)csv.n, &r->set);
  set_groups(&r->set, r->in_groups);
  for (int i = 0; i < r->set.n && r->findings.n == 0; i++) {
    r->set.x[i]        = csv_vec3(&csv, COLUMN_X, i);
    r->set.r[i]        = csv_real(&csv, COLUMN_R, i);
    r->set.material[i] = r->material;
  }
  if (r->findings.n == 0 && csv.has[COLUMN_MATERIAL]) read_materials(r, &csv);
  if (r->findings.n == 0 && csv.has[COLUMN_GROUP]) PetscCall(read_groups(r, &self, &csv));
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the pebbles of the option `form`, scale included, with the mass properties of the form.
   False: the reason is in found.mesh.why. */
static bool make_form(Reading *r)
{
  const Form *form  = form_find(word(r, "form"));
  FormSizes   sizes = form_defaults(form);
  bool        made;

  for (int k = 0; k < sizes.n; k++)
    sizes.list[k] = option_real(r->options, "template", r->name, form_key(form, k)->key);
  made =
    form_make(form, &sizes, option_real(r->options, "template", r->name, "scale"),
              r->with.list[r->material].density, &r->set, &r->found.mesh.mass, r->found.mesh.why);
  for (int i = 0; made && i < r->set.n; i++) r->set.material[i] = r->material;
  return made;
}

/* Make the pebbles of a mesh, of shapes or of a form, scale included; *made false: the reason is in
   found.mesh.why, or in the findings. */
static void make(Reading *r, bool *made)
{
  MeshFound *found = &r->found.mesh;

  if (has(r, "form")) {
    *made = make_form(r);
    return;
  }
  if (has(r, "mesh"))
    pebbles_from_mesh(r->options, r->name, r->material, r->with.list[r->material].density, &r->set,
                      found, &r->findings);
  else
    pebbles_from_shapes(r->options, r->name, &r->with, r->material, &r->set, found, &r->findings);
  *made = found->made;
}

/* ---- templates ---- */

/* Read the pebbles and find the mass properties, with the materials at the template's density. On
   rank 0. */
static PetscErrorCode find(Reading *r)
{
  const bool     listed = has(r, "pebbles"), filed = has(r, "file");
  TemplateFound *found = &r->found;
  bool           made  = true;

  PetscFunctionBeginUser;
  if (listed) read_listed(r);
  else if (filed) PetscCall(read_filed(r));
  else make(r, &made);
  found->report = (ShapeReport){.sound = made || r->findings.n > 0};
  if (!found->report.sound) memcpy(found->report.why, found->mesh.why, sizeof found->mesh.why);
  if (r->findings.n > 0 || !made) PetscFunctionReturn(PETSC_SUCCESS);
  if (!filed) set_groups(&r->set, r->in_groups);
  r->set.dimension = r->dimension;
  for (int i = 0; i < r->set.n && (listed || filed); i++) {
    const double scale = option_real(r->options, "template", r->name, "scale");

    r->set.x[i] = vec3_scale(scale, r->set.x[i]);
    r->set.r[i] *= scale;
  }
  if (!pebbles_are_sound(&r->set, &r->with, found->report.why)) found->report.sound = false;
  else template_mass(r->options, r->name, &r->with, &r->set, found);
  found->n = r->set.n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send the results of rank 0 to all ranks. */
static PetscErrorCode send_found(Reading *r, const Parallel *par)
{
  PebbleSet *set = &r->set;
  size_t     n;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &r->found, sizeof r->found, 0));
  PetscCall(parallel_bcast(par, r->groups, sizeof *r->groups, 0));
  if (par->rank > 0) {
    pebble_set_create(r->found.n, set);
    set_groups(set, 0);
  }
  n = (size_t)r->found.n;
  PetscCall(parallel_bcast(par, set->x, n * sizeof *set->x, 0));
  PetscCall(parallel_bcast(par, set->r, n * sizeof *set->r, 0));
  PetscCall(parallel_bcast(par, set->material, n * sizeof *set->material, 0));
  PetscCall(parallel_bcast(par, set->group, n * sizeof *set->group, 0));
  set->dimension = r->dimension;
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
static PetscErrorCode compare(const Reading *r, const Template *there)
{
  Templates again = {.dimension = r->dimension};

  PetscFunctionBeginUser;
  PetscCall(templates_add(&again, r->name, &r->set, &r->found.mass));
  if (!same_shape(there, &again.list[0]))
    option_mistake(r->options, "template", r->name, NULL,
                   "differs from the template of this name in the checkpoint, which its clumps "
                   "use: choose another name");
  templates_free(&again);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode add(const Parallel *par, const Reading *r, Templates *templates,
                          Warnings *warnings)
{
  const MassSource *source = mass_source_of(r->options, r->name);
  char              what[NAME_LENGTH + 16];
  Template         *t;

  PetscFunctionBeginUser;
  PetscCall(templates_add(templates, r->name, &r->set, &r->found.mass));
  t                = &templates->list[templates->n - 1];
  t->density       = r->found.density;
  t->inertia_given = source && source->is_given;
  snprintf(what, sizeof what, "template %s", r->name);
  shape_warn(warnings, what, &r->found.report);
  if (r->found.mesh.made) mesh_found_print(par, warnings, what, &r->found.mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_one(const Parallel *par, Options *options, const char *name,
                               const Materials *materials, Templates *templates, Groups *groups,
                               Warnings *warnings)
{
  const int    there   = templates_find(templates, name);
  const double density = template_real(options, name, "density");
  Reading      r       = {.options   = options,
                          .name      = name,
                          .with      = {.n = materials->n},
                          .groups    = groups,
                          .dimension = templates->dimension == 2 ? 2 : 3};
  const char  *key     = option_is_set(options, "template", name, "mesh")     ? "mesh"
                         : option_is_set(options, "template", name, "shapes") ? "shapes"
                                                                              : "file";

  PetscFunctionBeginUser;
  groups_of_option(options, "template", name, "pebble_group", groups, GROUP_PEBBLES, &r.in_groups);
  array_create(&r.with.list, sizeof *r.with.list, r.with.n);
  for (int m = 0; m < r.with.n; m++) {
    r.with.list[m] = materials->list[m];
    if (density > 0) r.with.list[m].density = density;
  }
  r.material = materials_find(materials, word(&r, "material"));
  if (!listed_are_sound(&r)) {
    array_free(&r.with.list);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (par->rank == 0) PetscCall(find(&r));
  array_free(&r.with.list);
  PetscCall(findings_gather(par, &r.findings));
  PetscCall(send_found(&r, par));
  findings_report(&r.findings, options, "template", name, key);
  if (!r.found.report.sound)
    option_mistake(options, "template", name, NULL, "%s", r.found.report.why);
  else if (there < 0 && r.found.report.clash[0]) /* of a checkpoint they were merged */
    option_mistake(options, "template", name, NULL, "%s", r.found.report.clash);
  if (r.findings.n == 0 && r.found.report.sound) {
    if (there >= 0) PetscCall(compare(&r, &templates->list[there]));
    else PetscCall(add(par, &r, templates, warnings));
  }
  pebble_set_free(&r.set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode templates_read(const Parallel *par, Options *options, const Materials *materials,
                              Templates *templates, Groups *groups, Warnings *warnings)
{
  const char *const *names;
  const int          n = options_objects(options, "template", &names);

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    if (templates_find(templates, names[k]) >= 0 &&
        options_object_is_stored(options, "template", names[k]))
      continue;
    if (template_check(options, names[k], materials, templates->dimension))
      PetscCall(read_one(par, options, names[k], materials, templates, groups, warnings));
  }
  for (int k = 0; k < n; k++) { /* stored templates, too, as checkpoints do not keep it */
    const int there = templates_find(templates, names[k]);

    if (there >= 0)
      templates->list[there].still = !option_bool(options, "template", names[k], "turns");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
