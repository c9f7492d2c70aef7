/* SPDX-License-Identifier: MIT */
/* The table "clumps": owned rows of the columns of clumps. */
#include "api/look.h"
#include "run/lists/lists.h"

/* Fields that are the state, follow from it at the end of a step, or are given by the host; others
   serve lists and predictions. */
static bool is_shown(const Field *f)
{
  return f->travels & (SAVED | SHOWN | SHARED | LISTED) || f->use == USE_HELD ||
         f->use == USE_PUSHED;
}

static const char *column_name(const clast *self, int k)
{
  for (const Field *f = self->sim->matter.clumps->fields; f->name; f++)
    if (is_shown(f) && k-- == 0) return f->name;
  return NULL;
}

static bool is_among(const char *name, int n, const char *const names[])
{
  for (int k = 0; k < n; k++)
    if (strcmp(names[k], name) == 0) return true;
  return false;
}
#define IS_AMONG(name, names) is_among(name, sizeof(names) / sizeof *(names), names)

static bool needs_loads(const clast *self, const char *column)
{
  static const char *const loads[] = {
    "force", "torque", "constraint_force", "constraint_torque", "borne", "borne_torque"};
  const Field *f = field_find(self->sim->matter.clumps->fields, column);

  return self->sim->settings.static_passes > 0 || f->travels & SUMMED || IS_AMONG(column, loads) ||
         (f->at.column >= offsetof(Clumps, found) &&
          f->at.column < offsetof(Clumps, found) + sizeof(self->sim->matter.clumps->found));
}

/* Columns that the last half kick of a step does not change: it can wait for the next step. */
static bool is_complete(const char *column)
{
  static const char *const complete[] = {
    "id",
    "template",
    "blocked",
    "scale",
    "mass",
    "inertia",
    "position",
    "image",
    "orientation",
    "group",
    "anchor_orientation",
    "bond_id",
    "position_rest",
    "extent",
    "lead",
    "anchor_position",
  };

  return IS_AMONG(column, complete);
}

static clast_type type_of(FieldType type)
{
  static const clast_type of[] = {
    [FIELD_REAL] = CLAST_REAL,   [FIELD_VEC3] = CLAST_REAL,   [FIELD_QUAT] = CLAST_REAL,
    [FIELD_INT32] = CLAST_INT32, [FIELD_IMAGE] = CLAST_INT32, [FIELD_ID] = CLAST_INT64,
    [FIELD_BITS] = CLAST_BITS};

  return of[type];
}

static PetscErrorCode look(clast *self, const char *column, clast_array *array)
{
  const Clumps *c;
  const Field  *field;

  PetscFunctionBeginUser;
  PetscCall(sim_clear_out(self->sim));
  if (!is_complete(column)) sim_complete(self->sim);
  c      = self->sim->matter.clumps;
  field  = field_find(c->fields, column);
  *array = (clast_array){.data       = c->n_owned > 0 ? field_item(field, c, 0) : NULL,
                         .n          = c->n_owned,
                         .components = field_components(field),
                         .type       = type_of(field->type),
                         .stride     = (int64_t)field_stride(field),
                         .unit       = field->unit};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Centres in the box. */
static void wrap_positions(clast *self, clast_array *array)
{
  const Clumps *c = self->sim->matter.clumps;
  int64_t       n;
  Vec3         *x = look_made(self, &clump_table, "wrapped", &n);

  if (!x) {
    array_create(&x, sizeof *x, (size_t)c->n_owned + 1);
    for (PetscInt a = 0; a < c->n_owned; a++)
      x[a] = domain_wrapped(&self->sim->space.domain, c->pose[a].x);
    look_keep(self, &clump_table, "wrapped", c->n_owned, x);
  }
  array->data   = x;
  array->stride = sizeof *x;
}

/* The images of these. */
static void wrap_images(clast *self, clast_array *array)
{
  const Domain *d = &self->sim->space.domain;
  const Clumps *c = self->sim->matter.clumps;
  int64_t       n;
  Image        *image = look_made(self, &clump_table, "reduced", &n);

  if (!image) {
    array_create(&image, sizeof *image, (size_t)c->n_owned + 1);
    for (PetscInt a = 0; a < c->n_owned; a++)
      image[a] = image_add(c->image[a], domain_boxes(d, c->pose[a].x));
    look_keep(self, &clump_table, "reduced", c->n_owned, image);
  }
  array->data   = image;
  array->stride = sizeof *image;
}

static PetscErrorCode rows(clast *self, const char *column, clast_array *array, RowKeys *keys)
{
  PetscFunctionBeginUser;
  PetscCall(look(self, column, array));
  if (strcmp(column, "position") == 0) wrap_positions(self, array);
  else if (strcmp(column, "image") == 0) wrap_images(self, array);
  *keys = (RowKeys){self->sim->matter.clumps->id, sizeof(Id), sizeof(Id), compare_ids};
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Table clump_table = {
  .name = "clumps", .column = column_name, .needs_loads = needs_loads, .look = look, .rows = rows};
