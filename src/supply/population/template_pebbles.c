/* SPDX-License-Identifier: MIT */
/* Pebbles of a template from its options or from a file. */
#include "base/bounds.h"
#include "matter/group_read.h"
#include "options/csv.h"
#include "supply/population/columns.h"
#include "supply/population/template_internal.h"

enum { COLUMN_X, COLUMN_Y, COLUMN_Z, COLUMN_R, COLUMN_MATERIAL, COLUMN_GROUP };

static const CsvColumn pebble_columns[] = {
  COLUMNS_PEBBLE,
  {.name = "material", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "group", .type = CSV_WORD, .flags = CSV_EMPTY},
  {NULL},
};

PetscErrorCode template_pebbles_listed(const Options *options, const char *name, int dimension,
                                       PebbleSet *set)
{
  const int     stride = dimension + 1;
  int           n;
  const double *list = option_reals(options, "template", name, "pebbles", &n);

  PetscFunctionBeginUser;
  PetscCall(pebble_set_create(n / stride, set));
  for (int i = 0; i < set->n; i++) {
    set->x[i] =
      vec3(list[stride * i], list[stride * i + 1], dimension == 2 ? 0 : list[stride * i + 2]);
    set->r[i] = list[stride * i + dimension];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool template_pebbles_formed(const Options *options, const char *name, int material, double density,
                             PebbleSet *set, MassProperties *mass, char *why)
{
  const Form  *form  = form_find(option_word(options, "template", name, "form"));
  FormSizes    sizes = form_defaults(form);
  const double scale = option_real(options, "template", name, "scale");
  bool         made;

  for (int k = 0; k < sizes.n; k++)
    sizes.list[k] = option_real(options, "template", name, form_key(form, k)->key);
  made = form_make(form, &sizes, scale, density, set, mass, why);
  for (int i = 0; made && i < set->n; i++) set->material[i] = material;
  return made;
}

static PetscErrorCode resolve_materials(const Csv *csv, const Materials *materials, int otherwise,
                                        PebbleSet *set, Findings *findings)
{
  const char **names;
  int         *index;

  PetscFunctionBeginUser;
  PetscCall(array_create(&names, sizeof *names, materials->n));
  for (int m = 0; m < materials->n; m++) names[m] = materials->list[m].name;
  PetscCall(csv_resolve(csv, COLUMN_MATERIAL, "material", materials->n, names, otherwise, findings,
                        &index));
  for (int i = 0; i < set->n; i++) set->material[i] = index[i];
  array_free(&index);
  array_free(&names);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the groups of pebbles whose cell is not empty; the others keep theirs. */
static PetscErrorCode resolve_groups(const Parallel *self, const Csv *csv, Groups *groups,
                                     PebbleSet *set, Findings *findings)
{
  uint64_t *mask;

  PetscFunctionBeginUser;
  PetscCall(
    groups_of_column(self, csv, COLUMN_GROUP, "group", groups, GROUP_PEBBLES, findings, &mask));
  for (int i = 0; i < set->n; i++) {
    if (csv_word(csv, COLUMN_GROUP, i)[0])
      set->group[i] = groups_of_row(csv, COLUMN_GROUP, mask, i);
  }
  array_free(&mask);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode template_groups_set(PebbleSet *set, uint64_t mask)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&set->group, sizeof *set->group, set->n));
  for (int i = 0; i < set->n; i++) set->group[i] = mask;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode template_pebbles_filed(const char *path, const Materials *materials, int otherwise,
                                      uint64_t in_groups, Groups *groups, int dimension,
                                      PebbleSet *set, Findings *findings)
{
  CsvColumn plane[CSV_MOST_COLUMNS + 1];
  Parallel  self;
  Csv       csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, csv_columns(pebble_columns, dimension, plane), &csv, findings));
  PetscCall(pebble_set_create((int)csv.n, set));
  PetscCall(template_groups_set(set, in_groups));
  for (int i = 0; i < set->n && findings->n == 0; i++) {
    set->x[i]        = csv_vec3(&csv, COLUMN_X, i);
    set->r[i]        = csv_real(&csv, COLUMN_R, i);
    set->material[i] = otherwise;
  }
  if (findings->n == 0 && csv.has[COLUMN_MATERIAL])
    PetscCall(resolve_materials(&csv, materials, otherwise, set, findings));
  if (findings->n == 0 && csv.has[COLUMN_GROUP])
    PetscCall(resolve_groups(&self, &csv, groups, set, findings));
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}
