/* SPDX-License-Identifier: MIT */
/* Templates of the scenario: rank 0 reads files of pebbles, in order, as they may name new groups; the
   ranks of its node find mass properties, each of some templates; rank 0 broadcasts the results. Other
   nodes only take them, as the last bits of mass properties may differ between machines. */
#include "supply/population/template_read.h"
#include "matter/group.h"
#include "options/csv.h"
#include "supply/population/columns.h"
#include "supply/population/template_internal.h"

/* A template that is being read. */
typedef struct {
  Options     *options;
  const char  *name;
  Materials    with;     /* copies of the materials, at the density of the template if it has one */
  int          material; /* of pebbles that name none */
  uint64_t     in_groups; /* of pebbles that name none */
  Groups      *groups;
  int          dimension;
  bool         checked; /* false: its options have mistakes, and it is left out */
  bool         filed;   /* checked, and its pebbles are in a file */
  int          finder;  /* rank of the first node that finds it */
  TemplatePart part;
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

enum { CAPSULE_REALS = 7 };

/* Read the pebbles of the options `pebbles` and `capsules`. */
static void read_listed(Reading *r)
{
  const int     stride = r->dimension + 1;
  PebbleSet    *set    = &r->part.set;
  int           n, n_capsules;
  const double *list    = option_reals(r->options, "template", r->name, "pebbles", &n),
               *capsule = option_reals(r->options, "template", r->name, "capsules", &n_capsules);
  const int balls       = n / stride;

  pebble_set_create(balls + n_capsules / CAPSULE_REALS, set);
  for (int i = 0; i < balls; i++, list += stride) {
    set->x[i] = vec3(list[0], list[1], r->dimension == 2 ? 0 : list[2]);
    set->r[i] = list[r->dimension];
  }
  for (int i = balls; i < set->n; i++, capsule += CAPSULE_REALS)
    pebble_set_put(set, i, vec3(capsule[0], capsule[1], capsule[2]),
                   vec3(capsule[3], capsule[4], capsule[5]), capsule[CAPSULE_REALS - 1]);
  for (int i = 0; i < set->n; i++) set->material[i] = r->material;
}

/* True if all radii of a key, the last of `stride` numbers of each pebble, are > 0; else the first few
   that are not are noted. The same on all ranks. */
static bool radii_are_sound(const Reading *r, const char *key, const char *what, int stride)
{
  enum { TOLD = 5 };
  int           n, bad = 0;
  const double *list = option_reals(r->options, "template", r->name, key, &n);

  for (int i = 0; i < n / stride; i++) {
    const double radius = list[(i + 1) * stride - 1];

    if (radius > 0 || bad++ >= TOLD) continue;
    option_mistake(r->options, "template", r->name, key,
                   "%s %d of %d, number %d of the list: radius %g m: must be > 0", what, i + 1,
                   n / stride, (i + 1) * stride, radius);
  }
  return bad == 0;
}

enum {
  COLUMN_X,
  COLUMN_Y,
  COLUMN_Z,
  COLUMN_R,
  COLUMN_X2,
  COLUMN_Y2,
  COLUMN_Z2,
  COLUMN_MATERIAL,
  COLUMN_GROUP
};

static const CsvColumn pebble_columns[] = {
  COLUMNS_PEBBLE,
  COLUMNS_CAPSULE(1),
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
  csv_resolve(csv, COLUMN_MATERIAL, "material", r->with.n, names, r->material, &r->part.findings,
              &index);
  for (int i = 0; i < r->part.set.n; i++) r->part.set.material[i] = index[i];
  array_free(&index);
  array_free(&names);
}

/* Set the groups of pebbles whose cell is not empty; the others keep theirs. */
static PetscErrorCode read_groups(Reading *r, const Parallel *self, const Csv *csv)
{
  uint64_t *mask;

  PetscFunctionBeginUser;
  PetscCall(groups_of_column(self, csv, COLUMN_GROUP, "group", r->groups, GROUP_PEBBLES,
                             &r->part.findings, &mask));
  for (int i = 0; i < r->part.set.n; i++)
    if (csv_word(csv, COLUMN_GROUP, i)[0])
      r->part.set.group[i] = groups_of_row(csv, COLUMN_GROUP, mask, i);
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
                     &r->part.findings));
  pebble_set_create((int)csv.n, &r->part.set);
  set_groups(&r->part.set, r->in_groups);
  if (csv.has[COLUMN_X2] && r->dimension == 2)
    finding_add(&r->part.findings, 1,
                "columns x2, y2 and z2: not available in two dimensions, where pebbles are discs");
  for (int i = 0; i < r->part.set.n && r->part.findings.n == 0; i++) {
    pebble_set_put(&r->part.set, i, csv_vec3(&csv, COLUMN_X, i),
                   csv_vec3(&csv, csv.has[COLUMN_X2] ? COLUMN_X2 : COLUMN_X, i),
                   csv_real(&csv, COLUMN_R, i));
    r->part.set.material[i] = r->material;
  }
  if (r->part.findings.n == 0 && csv.has[COLUMN_MATERIAL]) read_materials(r, &csv);
  if (r->part.findings.n == 0 && csv.has[COLUMN_GROUP]) PetscCall(read_groups(r, &self, &csv));
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
  made = form_make(form, &sizes, option_real(r->options, "template", r->name, "scale"),
                   r->with.list[r->material].density, &r->part.set, &r->part.found.mesh.mass,
                   r->part.found.mesh.why);
  for (int i = 0; made && i < r->part.set.n; i++) r->part.set.material[i] = r->material;
  return made;
}

/* Make the pebbles of a mesh, of shapes or of a form, scale included; *made false: the reason is in
   found.mesh.why, or in the findings. */
static void make(Reading *r, bool *made)
{
  MeshFound *found = &r->part.found.mesh;

  if (has(r, "form")) {
    *made = make_form(r);
    return;
  }
  if (has(r, "mesh"))
    pebbles_from_mesh(r->options, r->name, r->material, r->with.list[r->material].density,
                      &r->part.set, found, &r->part.findings);
  else
    pebbles_from_shapes(r->options, r->name, &r->with, r->material, &r->part.set, found,
                        &r->part.findings);
  *made = found->made;
}

/* ---- templates ---- */

/* Find the mass properties, with the materials at the template's density, of pebbles that are read or
   made here unless they are of a file. On one rank. */
static void find(Reading *r)
{
  const bool     listed = has(r, "pebbles") || has(r, "capsules");
  TemplateFound *found  = &r->part.found;
  bool           made   = true;

  found->n = 0;
  if (listed) read_listed(r);
  else if (!r->filed) make(r, &made);
  found->report = (ShapeReport){.sound = made || r->part.findings.n > 0};
  if (!found->report.sound) memcpy(found->report.why, found->mesh.why, sizeof found->mesh.why);
  if (r->part.findings.n > 0 || !made) return;
  if (!r->filed) set_groups(&r->part.set, r->in_groups);
  r->part.set.dimension = r->dimension;
  for (int i = 0; i < r->part.set.n && (listed || r->filed); i++) {
    const double scale = option_real(r->options, "template", r->name, "scale");

    r->part.set.x[i] = vec3_scale(scale, r->part.set.x[i]);
    if (r->part.set.axis) r->part.set.axis[i] = vec3_scale(scale, r->part.set.axis[i]);
    r->part.set.r[i] *= scale;
  }
  if (!pebbles_are_sound(&r->part.set, &r->with, found->report.why)) found->report.sound = false;
  else template_mass(r->options, r->name, &r->with, &r->part.set, found);
  found->n        = r->part.set.n;
  found->capsules = r->part.set.axis != NULL;
}

/* Send the results of rank 0 to all ranks. */
static PetscErrorCode send_found(Reading *r, const Parallel *par)
{
  PebbleSet *set = &r->part.set;
  size_t     n;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &r->part.found, sizeof r->part.found, 0));
  if (par->rank > 0) {
    pebble_set_create(r->part.found.n, set);
    set_groups(set, 0);
    if (r->part.found.capsules) pebble_set_axes(set);
  }
  n = (size_t)r->part.found.n;
  if (set->axis) PetscCall(parallel_bcast(par, set->axis, n * sizeof *set->axis, 0));
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
  bool same = a->n == b->n && !a->role == !b->role &&
              near(a->mass.mass, b->mass.mass, a->mass.mass) &&
              near(a->mass.volume, b->mass.volume, a->mass.volume) &&
              vec3_norm(vec3_sub(a->mass.principal, b->mass.principal)) <=
                1e-9 * vec3_norm(a->mass.principal);

  for (int i = 0; same && i < a->n; i++) {
    same = a->material[i] == b->material[i] && a->group[i] == b->group[i] &&
           template_role(a, i) == template_role(b, i) &&
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
  PetscCall(templates_add(&again, r->name, &r->part.set, &r->part.found.mass));
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
  PetscCall(templates_add(templates, r->name, &r->part.set, &r->part.found.mass));
  t                = &templates->list[templates->n - 1];
  t->density       = r->part.found.density;
  t->inertia_given = source && source->is_given;
  snprintf(what, sizeof what, "template %s", r->name);
  shape_warn(warnings, what, &r->part.found.report);
  if (r->part.found.mesh.made) mesh_found_print(par, warnings, what, &r->part.found.mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Begin to read a template. */
static void start(Options *options, const char *name, const Materials *materials,
                  const Templates *templates, Groups *groups, Reading *r)
{
  double density;

  *r = (Reading){.options   = options,
                 .name      = name,
                 .with      = {.n = materials->n},
                 .groups    = groups,
                 .dimension = templates->dimension == 2 ? 2 : 3};
  if (!template_check(options, name, materials, templates->dimension)) return;
  density = template_real(options, name, "density");
  groups_of_option(options, "template", name, "pebble_group", groups, GROUP_PEBBLES, &r->in_groups);
  array_create(&r->with.list, sizeof *r->with.list, r->with.n);
  for (int m = 0; m < r->with.n; m++) {
    r->with.list[m] = materials->list[m];
    if (density > 0) r->with.list[m].density = density;
  }
  r->material = materials_find(materials, word(r, "material"));
  r->checked  = radii_are_sound(r, "pebbles", "pebble", r->dimension + 1) &&
               radii_are_sound(r, "capsules", "capsule", CAPSULE_REALS);
  r->filed = r->checked && has(r, "file");
}

/* Read a file of pebbles on rank 0, tell all ranks the groups that it names, and pass the pebbles to the
   rank that finds the mass properties. */
static PetscErrorCode read_file(const Parallel *par, const Parallel *mates, Reading *r)
{
  PetscFunctionBeginUser;
  if (par->rank == 0) {
    PetscCall(read_filed(r));
    r->part.found.n = r->part.findings.n > 0 ? 0 : r->part.set.n;
  }
  PetscCall(parallel_bcast(par, r->groups, sizeof *r->groups, 0));
  PetscCall(template_pass(mates, 0, r->finder, &r->part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send what was found to all ranks, and add the template, or note what is wrong with it. */
static PetscErrorCode finish(const Parallel *par, const Parallel *mates, Reading *r,
                             Templates *templates, Warnings *warnings)
{
  const ShapeReport *report   = &r->part.found.report;
  Findings          *findings = &r->part.findings;
  const int          there    = templates_find(templates, r->name);
  const char        *key      = option_is_set(r->options, "template", r->name, "mesh")     ? "mesh"
                                : option_is_set(r->options, "template", r->name, "shapes") ? "shapes"
                                                                                           : "file";

  PetscFunctionBeginUser;
  PetscCall(template_pass(mates, r->finder, 0, &r->part));
  PetscCall(findings_gather(par, findings));
  PetscCall(send_found(r, par));
  findings_report(findings, r->options, "template", r->name, key);
  if (!report->sound) option_mistake(r->options, "template", r->name, NULL, "%s", report->why);
  else if (there < 0 && report->clash[0]) /* of a checkpoint they were merged */
    option_mistake(r->options, "template", r->name, NULL, "%s", report->clash);
  if (findings->n == 0 && report->sound) {
    if (there >= 0) PetscCall(compare(r, &templates->list[there]));
    else PetscCall(add(par, r, templates, warnings));
  }
  pebble_set_free(&r->part.set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Templates that a rank finds before the results are sent: it bounds the memory of those in hand. */
enum { EACH_AT_ONCE = 16, NO_FINDER = -1 };

/* The ranks that find mass properties. */
typedef struct {
  Parallel mates; /* those of the node of rank 0; on other nodes `rank` is NO_FINDER */
  int      n;     /* their number, on all ranks; 1: rank 0 alone, and mates are all ranks */
} Finders;

static PetscErrorCode finders_open(const Parallel *par, int n_templates, Finders *f)
{
  Parallel heads;
  int      first = par->rank;

  PetscFunctionBeginUser;
  *f = (Finders){.mates = *par, .n = 1};
  if (n_templates < 2 || par->size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_by_node(par, &f->mates, &heads));
  PetscCall(communicator_free(&heads.comm));
  f->n = f->mates.size;
  PetscCall(parallel_bcast(par, &f->n, sizeof f->n, 0));
  PetscCall(parallel_bcast(&f->mates, &first, sizeof first, 0));
  if (first != 0) f->mates.rank = NO_FINDER;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode finders_close(const Parallel *par, Finders *f)
{
  PetscFunctionBeginUser;
  if (f->mates.comm != par->comm) PetscCall(communicator_free(&f->mates.comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find n templates, each on one rank, and add them in order. */
static PetscErrorCode find_some(const Parallel *par, const Finders *f, int n, Reading *list,
                                Templates *templates, Warnings *warnings)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++)
    if (list[k].checked && list[k].finder == f->mates.rank) find(&list[k]);
  for (int k = 0; k < n; k++) {
    if (list[k].checked) PetscCall(finish(par, &f->mates, &list[k], templates, warnings));
    array_free(&list[k].with.list);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if a checkpoint has the template and the scenario does not declare it anew. */
static bool is_there(Options *options, const Templates *templates, const char *name)
{
  return templates_find(templates, name) >= 0 &&
         options_object_is_stored(options, "template", name);
}

PetscErrorCode templates_read(const Parallel *par, Options *options, const Materials *materials,
                              Templates *templates, Groups *groups, Warnings *warnings)
{
  const char *const *names;
  const int          n = options_objects(options, "template", &names);
  Finders            f;
  Reading           *list;
  int                n_new = 0, some = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) n_new += !is_there(options, templates, names[k]);
  PetscCall(finders_open(par, n_new, &f));
  array_create(&list, sizeof *list, min_int(n_new, EACH_AT_ONCE * f.n));
  for (int k = 0, left = n_new; k < n; k++) {
    if (is_there(options, templates, names[k])) continue;
    start(options, names[k], materials, templates, groups, &list[some]);
    list[some].finder = some % f.n;
    if (list[some].filed) PetscCall(read_file(par, &f.mates, &list[some]));
    some++;
    if (--left > 0 && some < EACH_AT_ONCE * f.n) continue;
    PetscCall(find_some(par, &f, some, list, templates, warnings));
    some = 0;
  }
  array_free(&list);
  PetscCall(finders_close(par, &f));
  for (int k = 0; k < n; k++) { /* stored templates, too, as checkpoints do not keep it */
    const int there = templates_find(templates, names[k]);

    if (there >= 0)
      templates->list[there].still = !option_bool(options, "template", names[k], "turns");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
