/* SPDX-License-Identifier: MIT */
/* Templates of the scenario: rank 0 reads and finds, the others are told, as the last bits of mass properties may differ
   between machines. */
#include "matter/template_read.h"

#include <stdio.h>

#include "base/csv.h"
#include "matter/generate_read.h"
#include "matter/group_read.h"

#define GIVEN "mass_properties=given"

static const Option template_options[] = {
  {.key     = "material",
   .type    = OPTION_NAME,
   .choices = "material",
   .help    = "what its pebbles are made of, if the file does not say otherwise"},
  {.key      = "pebbles",
   .type     = OPTION_REALS,
   .unit     = "m",
   .fallback = "",
   .group    = 4,
   .flags    = PLANAR,
   .help     = "x, y, z and r of each pebble, in any frame; in two dimensions x, y and r"},
  {.key      = "file",
   .type     = OPTION_FILE,
   .fallback = "",
   .help     = "CSV with a pebble a row, in place of pebbles: x,y,z,r[,material][,group]"},
  {.key      = "pebble_group",
   .type     = OPTION_WORDS,
   .fallback = "",
   .help     = "groups of its pebbles where the file does not say otherwise: name or slot=name, one in each slot"},
  {.key      = "scale",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "1",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "factor on all lengths of pebbles, file, mesh or shapes"},
  {.key      = "mass_properties",
   .type     = OPTION_WORD,
   .fallback = "exact",
   .choices  = "exact sum given grid octree montecarlo mesh shapes",
   .help     = "how mass, centre and inertia are found: exact, of the union of the pebbles; sum, of the pebbles each whole; "
               "grid, octree or montecarlo, by cells, boxes or random points in the union; given; those of the mesh; or of the "
               "shapes (the "
               "default if there are some), exact where these do not overlap, else by octree"},
  {.key      = "mass_div",
   .type     = OPTION_INT,
   .fallback = "10",
   .lo       = 1,
   .hi       = 10000,
   .when     = "mass_properties=grid",
   .help     = "cells per smallest radius"},
  {.key      = "mass_tolerance",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "0.01",
   .lo       = MASS_LEAST_TOLERANCE,
   .hi       = 1,
   .flags    = HI_OPEN,
   .when     = "mass_properties=octree shapes",
   .help     = "the volume found may differ from the extrapolated one by this share; a million boxes end it too"},
  {.key      = "mass_samples",
   .type     = OPTION_INT,
   .fallback = "1000000",
   .lo       = 1,
   .hi       = 1e10,
   .when     = "mass_properties=montecarlo",
   .help     = "random points"},
  {.key      = "mass_seed",
   .type     = OPTION_INT,
   .fallback = "1",
   .lo       = 0,
   .hi       = INFINITY,
   .when     = "mass_properties=montecarlo",
   .help     = "another seed, other points; the same seed, the same bits on any number of ranks"},
  {.key      = "density",
   .type     = OPTION_REAL,
   .unit     = "kg/m^3",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "of the whole body, in place of that of its materials"},
  {.key      = "volume",
   .type     = OPTION_REAL,
   .unit     = "m^3",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .when     = GIVEN,
   .help     = "volume of the body, scale included; what pebbles fill is not changed. If not given: mass over density"},
  {.key      = "mass",
   .type     = OPTION_REAL,
   .unit     = "kg",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "mass of the body, scale included; with mass_properties: given, volume times density if not given; with the "
               "others the mass and inertia found are multiplied, so that the mass is this"},
  {.key   = "position",
   .type  = OPTION_VEC3,
   .unit  = "m",
   .flags = PLANAR | FLAT,
   .when  = GIVEN,
   .help  = "centre of mass among the pebbles, scale included"},
  {.key  = "inertia",
   .type = OPTION_REALS,
   .unit = "kg m^2",
   .when = GIVEN,
   .help =
     "about the centre, in the axes of the pebbles, scale included: xx, yy, zz, or xx, yy, zz, xy, xz, yz; in two dimensions "
     "zz alone will do"},
  {.key = NULL},
};

static const Option *const further_options[] = {mesh_options, NULL};

const OptionKind template_kind = {
  .name = "template", .named = true, .options = template_options, .more = further_options, .text = "shapes that clumps share"};

enum { COLUMN_X, COLUMN_Y, COLUMN_Z, COLUMN_R, COLUMN_MATERIAL, COLUMN_GROUP };

static const CsvColumn pebble_columns[] = {
  {.name = "x", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "m"},
  {.name = "y", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "m"},
  {.name = "z", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_ACROSS, .unit = "m"},
  {.name = "r", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_POSITIVE, .unit = "m", .alias = "radius"},
  {.name = "material", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "group", .type = CSV_WORD, .flags = CSV_EMPTY},
  {NULL},
};

/* ---- shapes ---- */

/* Below this the sum of volumes is that of the union: rounding of tangent pebbles. */
static const double overlap_seen = 1e-9;

/* Merging and connection: what does not depend on the mass method. */
static void look_at(PebbleSet *set, ShapeReport *report)
{
  *report = (ShapeReport){.sound = true, .merged = pebbles_merge(set)};
  if (set->n > 1) report->gap = pebbles_gap(set);
}

void shape_find(PebbleSet *set, const Materials *materials, const MassMethod *method, const MassOptions *options,
                MassProperties *mass, ShapeReport *report)
{
  MassProperties whole;
  char           ignored[256];

  look_at(set, report);
  report->sound = method->find(set, materials, options, mass, report->why);
  if (!report->sound) return;
  mass_principal(mass);
  if (method != &mass_sum || set->n == 1 || !mass_exact.find(set, materials, options, &whole, ignored)) return;
  report->overlap = pebbles_overlap(set, whole.volume);
  if (report->overlap < overlap_seen) report->overlap = 0;
}

void shape_warn(Warnings *warnings, const char *what, const ShapeReport *report)
{
  if (report->merged > 0)
    warning_add(warnings, "%s: %d pebble%s with the same centre and radius as another merged into it", what, report->merged,
                report->merged == 1 ? "" : "s");
  if (report->gap > 0)
    warning_add(warnings, "%s: its pebbles do not connect, there is a gap of %g m between its parts", what, report->gap);
  if (report->overlap > 0)
    warning_add(warnings, "%s: its pebbles overlap, so mass_properties: sum counts %.3g %% of its volume twice; exact does not",
                what, 100 * report->overlap);
}

/* ---- pebbles ---- */

static PetscErrorCode pebbles_from_list(const Options *options, const char *name, int dimension, PebbleSet *set)
{
  const int     stride = dimension + 1;
  int           n;
  const double *list = option_reals(options, "template", name, "pebbles", &n);

  PetscFunctionBeginUser;
  PetscCall(pebble_set_create(n / stride, set));
  for (int i = 0; i < set->n; i++) {
    set->x[i] = vec3(list[stride * i], list[stride * i + 1], dimension == 2 ? 0 : list[stride * i + 2]);
    set->r[i] = list[stride * i + dimension];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode resolve_materials(const Csv *csv, const Materials *materials, int otherwise, PebbleSet *set,
                                        Findings *findings)
{
  const char **names;
  int         *index;

  PetscFunctionBeginUser;
  PetscCall(array_create(&names, sizeof *names, materials->n));
  for (int m = 0; m < materials->n; m++) names[m] = materials->list[m].name;
  PetscCall(csv_resolve(csv, COLUMN_MATERIAL, "material", materials->n, names, otherwise, findings, &index));
  for (int i = 0; i < set->n; i++) set->material[i] = index[i];
  array_free(&index);
  array_free(&names);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* `set` has those of pebbles whose cell is empty. */
static PetscErrorCode resolve_groups(const Parallel *self, const Csv *csv, Groups *groups, PebbleSet *set, Findings *findings)
{
  uint64_t *mask;

  PetscFunctionBeginUser;
  PetscCall(groups_of_column(self, csv, COLUMN_GROUP, "group", groups, GROUP_PEBBLES, findings, &mask));
  for (int i = 0; i < set->n; i++) {
    if (csv_word(csv, COLUMN_GROUP, i)[0]) set->group[i] = groups_of_row(csv, COLUMN_GROUP, mask, i);
  }
  array_free(&mask);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode groups_set(PebbleSet *set, uint64_t mask)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&set->group, sizeof *set->group, set->n));
  for (int i = 0; i < set->n; i++) set->group[i] = mask;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rank 0 alone reads the whole file: a template is small beside what it is used for. */
static PetscErrorCode pebbles_from_file(const char *path, const Materials *materials, int otherwise, uint64_t in_groups,
                                        Groups *groups, int dimension, PebbleSet *set, Findings *findings)
{
  CsvColumn plane[CSV_MOST_COLUMNS + 1];
  Parallel  self;
  Csv       csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, csv_columns(pebble_columns, dimension, plane), &csv, findings));
  PetscCall(pebble_set_create((int)csv.n, set));
  PetscCall(groups_set(set, in_groups));
  for (int i = 0; i < set->n && findings->n == 0; i++) {
    set->x[i]        = csv_vec3(&csv, COLUMN_X, i);
    set->r[i]        = csv_real(&csv, COLUMN_R, i);
    set->material[i] = otherwise;
  }
  if (findings->n == 0 && csv.has[COLUMN_MATERIAL]) PetscCall(resolve_materials(&csv, materials, otherwise, set, findings));
  if (findings->n == 0 && csv.has[COLUMN_GROUP]) PetscCall(resolve_groups(&self, &csv, groups, set, findings));
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- mass ---- */

/* Of a flat body only the polar moment matters, and is the sum of the others; off the plane it would turn out of it. */
static bool flatten(Sym3 *i, char *why)
{
  const bool flat = i->xz == 0 && i->yz == 0 && fabs(i->xx + i->yy - i->zz) <= 1e-6 * fabs(i->zz);

  if (!flat)
    snprintf(why, 256,
             "inertia: xx %g, yy %g, zz %g, xz %g, yz %g: in two dimensions zz is xx + yy, xz and yz are 0; zz alone will do",
             i->xx, i->yy, i->zz, i->xz, i->yz);
  i->zz = i->xx + i->yy;
  return flat;
}

/* A number or, if it is not given, 0. */
static double real_or_none(const Options *options, const char *name, const char *key)
{
  return option_has_value(options, "template", name, key) ? option_real(options, "template", name, key) : 0;
}

/* The density that volume and mass of a body are related by; 0: it has none, as there are several. */
static double density_of(const Materials *materials, const PebbleSet *set)
{
  for (int i = 1; i < set->n; i++)
    if (materials->list[set->material[i]].density != materials->list[set->material[0]].density) return 0;
  return materials->list[set->material[0]].density;
}

static void find_given(const Options *options, const char *name, const Materials *materials, PebbleSet *set, MassProperties *mass,
                       ShapeReport *report)
{
  const double  density = density_of(materials, set);
  double        volume = real_or_none(options, name, "volume"), total = real_or_none(options, name, "mass");
  int           n;
  const double *i       = option_reals(options, "template", name, "inertia", &n);
  Sym3          inertia = {0};

  look_at(set, report);
  if (n == 1) inertia = (Sym3){.xx = 0.5 * i[0], .yy = 0.5 * i[0], .zz = i[0]};
  if (n >= 3) inertia = (Sym3){.xx = i[0], .yy = i[1], .zz = i[2]};
  if (n == 6) inertia = (Sym3){i[0], i[1], i[2], i[3], i[4], i[5]};
  report->sound = set->dimension != 2 || flatten(&inertia, report->why);
  if (!report->sound) return;
  if ((volume == 0 || total == 0) && density == 0) {
    report->sound = false;
    snprintf(report->why, sizeof report->why,
             "its materials differ in density: give volume and mass, or one of them and density");
    return;
  }
  if (volume == 0) volume = total / density;
  if (total == 0) total = volume * density;
  report->sound = mass_given(volume, total, option_vec3(options, "template", name, "position"), inertia, mass, report->why);
}

/* Another mass of the same body: its inertia goes along. */
static void bring_to_mass(MassProperties *mass, double total)
{
  const double share = total / mass->mass;
  const Sym3   i     = mass->inertia;

  mass->inertia   = (Sym3){share * i.xx, share * i.yy, share * i.zz, share * i.xy, share * i.xz, share * i.yz};
  mass->principal = vec3_scale(share, mass->principal);
  mass->mass      = total;
}

/* Materials with one density in place of theirs, to be freed with array_free; 0: with theirs. */
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

/* A key that does not go with the method is none of its business, and not asked for. */
static MassOptions method_options(const Options *options, const char *name, const char *method)
{
  MassOptions o = mass_defaults;

  if (strcmp(method, "grid") == 0) o.div = (int)option_int(options, "template", name, "mass_div");
  if (strcmp(method, "octree") == 0) o.tolerance = option_real(options, "template", name, "mass_tolerance");
  if (strcmp(method, "montecarlo") == 0) {
    o.samples = option_int(options, "template", name, "mass_samples");
    o.seed    = (uint64_t)option_int(options, "template", name, "mass_seed");
  }
  return o;
}

/* ---- one template ---- */

/* What rank 0 tells the others; then come the pebbles. */
typedef struct {
  int            n;
  MassProperties mass;
  ShapeReport    report;
  double         density; /* as said, or as follows from mass and volume that were; 0: that of its materials */
  MeshFound      mesh;
} Found;

static void scale_pebbles(PebbleSet *set, double scale)
{
  for (int i = 0; i < set->n; i++) {
    set->x[i] = vec3_scale(scale, set->x[i]);
    set->r[i] *= scale;
  }
}

static void find_mass(const Options *options, const char *name, const Materials *materials, PebbleSet *set, Found *found)
{
  const char       *method = option_word(options, "template", name, "mass_properties");
  const double      total  = real_or_none(options, name, "mass");
  const MassOptions how    = method_options(options, name, method);

  if (strcmp(method, "given") == 0) find_given(options, name, materials, set, &found->mass, &found->report);
  else if (strcmp(method, "mesh") == 0 || strcmp(method, "shapes") == 0) {
    look_at(set, &found->report);
    found->mass = found->mesh.mass;
  } else shape_find(set, materials, mass_method_find(method), &how, &found->mass, &found->report);
  if (!found->report.sound) return;
  found->density = real_or_none(options, name, "density");
  if (strcmp(method, "given") != 0 && total > 0) bring_to_mass(&found->mass, total);
  if (total > 0 && found->density == 0) found->density = found->mass.mass / found->mass.volume;
}

/* On rank 0. */
static PetscErrorCode find(const Options *options, const char *name, const Materials *materials, uint64_t in_groups,
                           Groups *groups, int dimension, PebbleSet *set, Found *found, Findings *findings)
{
  const int    material = materials_find(materials, option_word(options, "template", name, "material"));
  const double density  = real_or_none(options, name, "density");
  Materials    with;

  PetscFunctionBeginUser;
  if (option_has_value(options, "template", name, "pebbles")) {
    PetscCall(pebbles_from_list(options, name, dimension, set));
    for (int i = 0; i < set->n; i++) set->material[i] = material;
    PetscCall(groups_set(set, in_groups));
  } else if (option_has_value(options, "template", name, "mesh") || option_has_value(options, "template", name, "shapes")) {
    if (option_has_value(options, "template", name, "mesh"))
      PetscCall(pebbles_from_mesh(options, name, material, density > 0 ? density : materials->list[material].density, set,
                                  &found->mesh, findings));
    else {
      PetscCall(materials_with(materials, density, &with));
      PetscCall(pebbles_from_shapes(options, name, &with, material, set, &found->mesh, findings));
      array_free(&with.list);
    }
    if (findings->n == 0 && !found->mesh.made) {
      found->report = (ShapeReport){.sound = false};
      memcpy(found->report.why, found->mesh.why, sizeof found->report.why);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (findings->n == 0) PetscCall(groups_set(set, in_groups));
  } else {
    PetscCall(pebbles_from_file(option_word(options, "template", name, "file"), materials, material, in_groups, groups, dimension,
                                set, findings));
  }
  set->dimension      = dimension;
  found->report.sound = true;
  if (findings->n > 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (!found->mesh.made) scale_pebbles(set, option_real(options, "template", name, "scale"));
  PetscCall(materials_with(materials, density, &with));
  if (!pebbles_are_sound(set, &with, found->report.why)) found->report.sound = false;
  else find_mass(options, name, &with, set, found);
  array_free(&with.list);
  found->n = set->n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode tell(const Parallel *par, PebbleSet *set, Found *found, Groups *groups)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, found, sizeof *found, 0));
  PetscCall(parallel_bcast(par, groups, sizeof *groups, 0));
  if (par->rank > 0) {
    PetscCall(pebble_set_create(found->n, set));
    PetscCall(groups_set(set, 0));
  }
  PetscCall(parallel_bcast(par, set->x, (size_t)found->n * sizeof *set->x, 0));
  PetscCall(parallel_bcast(par, set->r, (size_t)found->n * sizeof *set->r, 0));
  PetscCall(parallel_bcast(par, set->material, (size_t)found->n * sizeof *set->material, 0));
  PetscCall(parallel_bcast(par, set->group, (size_t)found->n * sizeof *set->group, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Of volume, mass and density, which the body's has, given mass properties need one of the first two at least. */
static bool check_amounts(Options *options, const char *name)
{
  const bool volume = option_is_set(options, "template", name, "volume"), mass = option_is_set(options, "template", name, "mass");

  if (!volume && !mass)
    option_mistake(options, "template", name, "mass", "missing: mass_properties: given needs it, or volume, or both");
  else if (volume && mass && option_is_set(options, "template", name, "density"))
    option_mistake(options, "template", name, "density", "is one too many, as there are volume and mass");
  else
    return volume == option_has_value(options, "template", name, "volume") &&
           mass == option_has_value(options, "template", name, "mass");
  return false;
}

static bool inertia_fits(int n, int dimension)
{
  return n == 3 || n == 6 || (n == 1 && dimension == 2);
}

/* What the pebbles come from: exactly one of these. */
static const char *const sources[][2] = {{"pebbles", "pebbles"}, {"file", "a file"}, {"mesh", "a mesh"}, {"shapes", "shapes"}};

enum { N_SOURCES = sizeof sources / sizeof *sources };

/* The one that is given, or NULL, noted. */
static const char *source_of(Options *options, const char *name)
{
  int n = 0, given[N_SOURCES];

  for (int k = 0; k < N_SOURCES; k++) {
    if (option_is_set(options, "template", name, sources[k][0])) given[n++] = k;
  }
  if (n == 1) return sources[given[0]][0];
  if (n == 0) option_mistake(options, "template", name, NULL, "has no shape: give pebbles, a file, a mesh or shapes");
  else
    option_mistake(options, "template", name, NULL, "has %s and %s: give one of them", sources[given[0]][1],
                   sources[given[1]][1]);
  return NULL;
}

/* What can be said before any file is read; true: go on. */
static bool check(Options *options, const char *name, const Materials *materials, int dimension)
{
  const bool  mass = mesh_mass_check(options, name), mesh = mesh_options_check(options, name);
  const char *method = option_word(options, "template", name, "mass_properties"), *source = source_of(options, name);
  bool        good = mass && mesh && source && option_has_value(options, "template", name, source); /* wrong: noted already */
  int         n;

  if (strlen(name) >= NAME_LENGTH) {
    option_mistake(options, "template", name, NULL, "the name is longer than %d characters", NAME_LENGTH - 1);
    good = false;
  }
  if (dimension == 2 && source && (strcmp(source, "mesh") == 0 || strcmp(source, "shapes") == 0)) {
    option_mistake(options, "template", name, source, "there are no bodies in a plane: give pebbles or a file, of discs");
    good = false;
  }
  if (strcmp(method, "given") == 0) {
    option_reals(options, "template", name, "inertia", &n);
    if (n != 0 && !inertia_fits(n, dimension))
      option_mistake(options, "template", name, "inertia", "%d numbers: give %s3 (xx, yy, zz) or 6 (xx, yy, zz, xy, xz, yz)", n,
                     dimension == 2 ? "1 (zz), " : "");
    good = good && inertia_fits(n, dimension) && option_has_value(options, "template", name, "position") &&
           check_amounts(options, name);
  } else if (option_is_set(options, "template", name, "mass") && option_is_set(options, "template", name, "density")) {
    option_mistake(options, "template", name, "mass", "is one too many, as there is density");
    good = false;
  } else if (strcmp(method, "mesh") != 0 && strcmp(method, "shapes") != 0 && !mass_method_find(method)) {
    good = false; /* no such word: noted already */
  }
  return good && materials_find(materials, option_word(options, "template", name, "material")) >= 0 &&
         option_has_value(options, "template", name, "scale");
}

static bool near(double a, double b, double size)
{
  return fabs(a - b) <= 1e-9 * size; /* libraries that print or compute otherwise than the one that wrote the checkpoint */
}

static bool same_shape(const Template *a, const Template *b)
{
  bool same = a->n == b->n && near(a->mass.mass, b->mass.mass, a->mass.mass) &&
              near(a->mass.volume, b->mass.volume, a->mass.volume) &&
              vec3_norm(vec3_sub(a->mass.principal, b->mass.principal)) <= 1e-9 * vec3_norm(a->mass.principal);

  for (int i = 0; same && i < a->n; i++) {
    same = a->material[i] == b->material[i] && a->group[i] == b->group[i] && near(a->radius[i], b->radius[i], a->bound) &&
           near(vec3_norm(vec3_sub(a->offset[i], b->offset[i])), 0, a->bound);
  }
  return same;
}

/* A template of the checkpoint that is declared once more. */
static PetscErrorCode compare(Options *options, const char *name, const PebbleSet *set, const MassProperties *mass,
                              const Template *there)
{
  Templates again = {.dimension = set->dimension};

  PetscFunctionBeginUser;
  PetscCall(templates_add(&again, name, set, mass));
  if (!same_shape(there, &again.list[0]))
    option_mistake(options, "template", name, NULL,
                   "differs from the template of this name in the checkpoint, whose clumps are made of it: choose another name");
  templates_free(&again);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode add(const Options *options, const char *name, const PebbleSet *set, const Found *found,
                          Templates *templates)
{
  Template *t;

  PetscFunctionBeginUser;
  PetscCall(templates_add(templates, name, set, &found->mass));
  t                = &templates->list[templates->n - 1];
  t->density       = found->density;
  t->inertia_given = strcmp(option_word(options, "template", name, "mass_properties"), "given") == 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What findings are about. */
static const char *source_key(const Options *options, const char *name)
{
  if (option_is_set(options, "template", name, "mesh")) return "mesh";
  return option_is_set(options, "template", name, "shapes") ? "shapes" : "file";
}

static PetscErrorCode read_one(const Parallel *par, Options *options, const char *name, const Materials *materials,
                               Templates *templates, Groups *groups, Warnings *warnings)
{
  const int there = templates_find(templates, name), dimension = templates->dimension == 2 ? 2 : 3;
  Findings  findings = {0};
  PebbleSet set      = {0};
  Found     found    = {0};
  char      what[NAME_LENGTH + 16];
  uint64_t  in_groups;

  PetscFunctionBeginUser;
  groups_of_option(options, "template", name, "pebble_group", groups, GROUP_PEBBLES, &in_groups);
  if (par->rank == 0) PetscCall(find(options, name, materials, in_groups, groups, dimension, &set, &found, &findings));
  PetscCall(findings_gather(par, &findings));
  PetscCall(tell(par, &set, &found, groups));
  set.dimension = dimension;
  snprintf(what, sizeof what, "template %s", name);
  findings_report(&findings, options, "template", name, source_key(options, name));
  if (!found.report.sound) option_mistake(options, "template", name, NULL, "%s", found.report.why);
  if (findings.n == 0 && found.report.sound) {
    if (there >= 0) PetscCall(compare(options, name, &set, &found.mass, &templates->list[there]));
    else PetscCall(add(options, name, &set, &found, templates));
    if (there < 0) shape_warn(warnings, what, &found.report);
    if (there < 0 && found.mesh.made) mesh_found_tell(par, warnings, what, &found.mesh);
  }
  pebble_set_free(&set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode templates_read(const Parallel *par, Options *options, const Materials *materials, Templates *templates,
                              Groups *groups, Warnings *warnings)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "template", &n, &names));
  for (int k = 0; k < n; k++) {
    if (templates_find(templates, names[k]) >= 0 && options_object_is_stored(options, "template", names[k])) continue;
    if (check(options, names[k], materials, templates->dimension))
      PetscCall(read_one(par, options, names[k], materials, templates, groups, warnings));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
