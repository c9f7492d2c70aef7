/* SPDX-License-Identifier: MIT */
/* The list of what a checkpoint holds. */
#include "output/columns.h"
#include "output/digest.h"
#include <stdio.h>

enum { CHUNK = 1 << 14 }; /* rows packed at a time */

/* ---- the list ---- */

/* Where a group of columns lies: a folder of the file, an array of structs (or one column) in memory. */
typedef struct {
  const char *folder;
  RowKind     rows;
  int64_t     n;
  void       *list; /* may be NULL when n is 0 */
  size_t      stride;
} Place;

static PetscErrorCode add(Columns *columns, const Place *place, const char *name, const char *unit, Hdf5Type type, int width,
                          size_t member)
{
  Column *c;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&columns->list, sizeof *columns->list, columns->n + 1, &columns->capacity));
  c  = &columns->list[columns->n++];
  *c = (Column){.table  = {.type = type, .width = width, .unit = unit},
                .rows   = place->rows,
                .state  = true,
                .n      = place->n,
                .base   = place->list ? (char *)place->list + member : NULL,
                .stride = place->stride};
  snprintf(c->table.path, sizeof c->table.path, "%s/%s", place->folder, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void set_scalar(Columns *columns, const char *name, Hdf5Type type, int n, void *value, bool state)
{
  columns->scalars[columns->n_scalars++] = (Scalar){name, type, n, value, state};
}

void columns_add_scalars(Columns *columns, Checkpoint *c)
{
  set_scalar(columns, "step", HDF5_INT64, 0, &c->step, true);
  set_scalar(columns, "time", HDF5_REAL, 0, &c->time, true);
  set_scalar(columns, "dt", HDF5_REAL, 0, &c->dt, true);
  set_scalar(columns, "first_step", HDF5_INT64, 0, &c->n0, true);
  set_scalar(columns, "first_time", HDF5_REAL, 0, &c->t0, true);
  set_scalar(columns, "dimension", HDF5_INT32, 0, &c->dimension, true);
  set_scalar(columns, "lo", HDF5_REAL, 3, &c->lo, true);
  set_scalar(columns, "hi", HDF5_REAL, 3, &c->hi, true);
  set_scalar(columns, "boundary", HDF5_TEXT, FACES_LENGTH, columns->faces, true);
  set_scalar(columns, "position_quantum", HDF5_REAL, 0, &c->quantum, true);
  set_scalar(columns, "force_exponent", HDF5_INT32, 0, &c->force, true);
  set_scalar(columns, "torque_exponent", HDF5_INT32, 0, &c->torque, true);
  set_scalar(columns, "work_exponent", HDF5_INT32, 0, &c->work, true);
  set_scalar(columns, "spare_bits", HDF5_INT32, 0, &c->spare, true);
  set_scalar(columns, "dissipated", HDF5_INT64, SUM_LIMBS, c->dissipated.limb, true);
  set_scalar(columns, "next_id", HDF5_INT64, 0, &c->next_id, true);
  set_scalar(columns, "removed", HDF5_INT64, 0, &c->removed, true);
  set_scalar(columns, "inserted", HDF5_INT64, 0, &c->inserted, true);
  set_scalar(columns, "memory", HDF5_INT32, 0, &c->memory, true);
  set_scalar(columns, "creator", HDF5_TEXT, NAME_LENGTH, c->creator, false);
  set_scalar(columns, "ranks", HDF5_INT32, 0, &c->ranks, false);
}

PetscErrorCode columns_add_materials(Columns *columns, Materials *materials)
{
  const Place place = {"/clast/materials", ROWS_COMMON, materials->n, materials->list, sizeof(Material)};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, "name", NULL, HDF5_TEXT, NAME_LENGTH, offsetof(Material, name)));
  PetscCall(add(columns, &place, "density", "kg m-3", HDF5_REAL, 0, offsetof(Material, density)));
  PetscCall(add(columns, &place, "young", "Pa", HDF5_REAL, 0, offsetof(Material, young)));
  PetscCall(add(columns, &place, "poisson", "1", HDF5_REAL, 0, offsetof(Material, poisson)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_templates(Columns *columns, Templates *templates)
{
  const Place place = {"/clast/templates", ROWS_COMMON, templates->n, templates->list, sizeof(Template)};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, "name", NULL, HDF5_TEXT, NAME_LENGTH, offsetof(Template, name)));
  PetscCall(add(columns, &place, "pebbles", "1", HDF5_INT32, 0, offsetof(Template, n)));
  PetscCall(add(columns, &place, "volume", "m+3", HDF5_REAL, 0, offsetof(Template, mass.volume)));
  PetscCall(add(columns, &place, "mass", "kg", HDF5_REAL, 0, offsetof(Template, mass.mass)));
  PetscCall(add(columns, &place, "centre", "m", HDF5_REAL, 3, offsetof(Template, mass.centre)));
  PetscCall(add(columns, &place, "inertia", "kg m+2", HDF5_REAL, 6, offsetof(Template, mass.inertia)));
  PetscCall(add(columns, &place, "principal", "kg m+2", HDF5_REAL, 3, offsetof(Template, mass.principal)));
  PetscCall(add(columns, &place, "axes", "1", HDF5_REAL, 4, offsetof(Template, mass.axes)));
  PetscCall(add(columns, &place, "error", "1", HDF5_REAL, 0, offsetof(Template, mass.error)));
  /* the last, as files of version 1.0 have none; nothing hangs on it */
  PetscCall(add(columns, &place, "centre_error", "m", HDF5_REAL, 0, offsetof(Template, mass.centre_error)));
  columns->list[columns->n - 1].state = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_template_orders(Columns *columns, Templates *templates)
{
  const Place place = {"/clast/templates", ROWS_COMMON, templates->n, templates->list, sizeof(Template)};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, "density", "kg m-3", HDF5_REAL, 0, offsetof(Template, density)));
  PetscCall(add(columns, &place, "inertia_given", "1", HDF5_INT32, 0, offsetof(Template, inertia_given)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_pebbles(Columns *columns)
{
  const Place place = {"/clast/templates", ROWS_COMMON, columns->n_pebbles, columns->pebbles, sizeof(SavedPebble)};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, "pebble_offset", "m", HDF5_REAL, 3, offsetof(SavedPebble, offset)));
  PetscCall(add(columns, &place, "pebble_radius", "m", HDF5_REAL, 0, offsetof(SavedPebble, radius)));
  PetscCall(add(columns, &place, "pebble_material", "1", HDF5_INT32, 0, offsetof(SavedPebble, material)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_pebble_groups(Columns *columns)
{
  const Place place = {"/clast/templates", ROWS_COMMON, columns->n_pebbles, columns->pebbles, sizeof(SavedPebble)};

  return add(columns, &place, "pebble_group", "1", HDF5_BITS, 0, offsetof(SavedPebble, group));
}

PetscErrorCode columns_add_groups(Columns *columns, Groups *groups)
{
  const Place place = {"/clast/groups", ROWS_COMMON, groups->n, groups->list, sizeof(Group)};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, "slot", NULL, HDF5_TEXT, GROUP_LENGTH, offsetof(Group, slot)));
  PetscCall(add(columns, &place, "name", NULL, HDF5_TEXT, GROUP_LENGTH, offsetof(Group, name)));
  PetscCall(add(columns, &place, "used", "1", HDF5_INT32, 0, offsetof(Group, used)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_extra(Columns *columns, Extra *extra)
{
  void       *list  = extra->integers ? (void *)extra->integers : (void *)extra->reals;
  const Place place = {"/clast/extras", ROWS_COMMON, extra->n, list, 8};

  return add(columns, &place, extra->name, NULL, extra->integers ? HDF5_INT64 : HDF5_REAL, 0, 0);
}

PetscErrorCode columns_add_scenario(Columns *columns, char *scenario, size_t size)
{
  const Place place = {"/clast", ROWS_COMMON, 1, scenario, size};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, "scenario", NULL, HDF5_TEXT, (int)size, 0));
  columns->list[columns->n - 1].state = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Hdf5Type field_storage(const Field *field)
{
  static const Hdf5Type types[] = {
    [FIELD_REAL] = HDF5_REAL,   [FIELD_VEC3] = HDF5_REAL, [FIELD_QUAT] = HDF5_REAL, [FIELD_INT32] = HDF5_INT32,
    [FIELD_IMAGE] = HDF5_INT32, [FIELD_ID] = HDF5_INT64,  [FIELD_BITS] = HDF5_BITS};

  return types[field->type];
}

/* All that a field table marks as saved, of n rows of the struct it is about. */
static PetscErrorCode add_fields(Columns *columns, const char *folder, RowKind rows, const Field *fields, const void *owner,
                                 int64_t n)
{
  PetscFunctionBeginUser;
  for (const Field *f = fields; f->name; f++) {
    const int   width = field_components(f) > 1 ? field_components(f) : 0;
    const Place place = {folder, rows, n, field_item(f, owner, 0), field_stride(f)};

    if (f->travels & SAVED) PetscCall(add(columns, &place, f->name, f->unit, field_storage(f), width, 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_clumps(Columns *columns, Clumps *clumps)
{
  return add_fields(columns, "/particles/clumps", ROWS_CLUMPS, clump_fields, clumps, clumps->n_owned);
}

PetscErrorCode columns_add_waiting(Columns *columns, Waiting *waiting)
{
  const int64_t n = waiting->clumps->n_owned;

  PetscFunctionBeginUser;
  PetscCall(add_fields(columns, "/clast/waiting", ROWS_WAITING, clump_fields, waiting->clumps, n));
  PetscCall(add_fields(columns, "/clast/waiting", ROWS_WAITING, waiting_fields, waiting, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_contacts(Columns *columns, ContactRecords *contacts, int memory)
{
  const Place place = {"/clast/contacts", ROWS_CONTACTS, contacts->n, contacts->list, sizeof(ContactRecord)};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, "id_a", "1", HDF5_INT64, 0, offsetof(ContactRecord, a)));
  PetscCall(add(columns, &place, "id_b", "1", HDF5_INT64, 0, offsetof(ContactRecord, b)));
  PetscCall(add(columns, &place, "member_a", "1", HDF5_INT32, 0, offsetof(ContactRecord, member_a)));
  PetscCall(add(columns, &place, "member_b", "1", HDF5_INT32, 0, offsetof(ContactRecord, member_b)));
  PetscCall(add(columns, &place, "image", "1", HDF5_INT32, 3, offsetof(ContactRecord, image)));
  PetscCall(add(columns, &place, "point", "m", HDF5_REAL, 3, offsetof(ContactRecord, point)));
  if (memory > 0) PetscCall(add(columns, &place, "memory", NULL, HDF5_REAL, memory, offsetof(ContactRecord, memory)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode pebbles_flatten(Columns *columns, const Templates *templates)
{
  int64_t k = 0;

  PetscFunctionBeginUser;
  columns->n_pebbles = 0;
  for (int t = 0; t < templates->n; t++) columns->n_pebbles += templates->list[t].n;
  PetscCall(array_create(&columns->pebbles, sizeof *columns->pebbles, (PetscInt)columns->n_pebbles));
  for (int t = 0; t < templates->n; t++) {
    const Template *from = &templates->list[t];

    for (int i = 0; i < from->n; i++)
      columns->pebbles[k++] = (SavedPebble){from->offset[i], from->radius[i], from->material[i], from->group[i]};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_create(const Checkpoint *checkpoint, Columns *columns)
{
  Checkpoint *c = (Checkpoint *)checkpoint; /* the same list serves reading; nobody writes through it here */

  PetscFunctionBeginUser;
  *columns = (Columns){.n = 0};
  snprintf(columns->faces, sizeof columns->faces, "%s %s %s", boundary_names[c->boundary[0]], boundary_names[c->boundary[1]],
           boundary_names[c->boundary[2]]);
  columns_add_scalars(columns, c);
  PetscCall(columns_add_clumps(columns, c->clumps));
  PetscCall(columns_add_waiting(columns, c->waiting));
  PetscCall(columns_add_contacts(columns, c->contacts, c->memory));
  PetscCall(columns_add_materials(columns, c->materials));
  PetscCall(columns_add_templates(columns, c->templates));
  PetscCall(columns_add_template_orders(columns, c->templates));
  PetscCall(pebbles_flatten(columns, c->templates));
  PetscCall(columns_add_pebbles(columns));
  PetscCall(columns_add_pebble_groups(columns));
  PetscCall(columns_add_groups(columns, &c->groups));
  for (int i = 0; i < c->extras.n; i++) PetscCall(columns_add_extra(columns, &c->extras.list[i]));
  if (c->scenario) PetscCall(columns_add_scenario(columns, c->scenario, strlen(c->scenario) + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void columns_free(Columns *columns)
{
  array_free(&columns->list);
  array_free(&columns->pebbles);
  columns->n = columns->capacity = 0;
}

static int find_word(const char *word)
{
  for (int k = 0; boundary_names[k]; k++) {
    if (strcmp(boundary_names[k], word) == 0) return k;
  }
  return -1;
}

bool columns_faces_read(const Columns *columns, Boundary boundary[3])
{
  char word[3][FACES_LENGTH];

  if (sscanf(columns->faces, "%63s %63s %63s", word[0], word[1], word[2]) != 3) return false;
  for (int k = 0; k < 3; k++) {
    if (find_word(word[k]) < 0) return false;
    boundary[k] = (Boundary)find_word(word[k]);
  }
  return true;
}

/* ---- rows ---- */

void column_pack(const Column *column, int64_t first, int64_t n, char *packed)
{
  const size_t size = hdf5_row_size(&column->table);

  for (int64_t i = 0; i < n; i++) {
    char       *to   = packed + size * (size_t)i;
    const char *from = column->base + column->stride * (size_t)(first + i);

    memcpy(to, from, size);
    if (column->table.type == HDF5_TEXT) {
      char *end = memchr(to, 0, size);

      if (end) memset(end, 0, size - (size_t)(end - to)); /* what lies behind the end of a text is no part of it */
    }
  }
}

void column_unpack(const Column *column, int64_t first, int64_t n, const char *packed)
{
  const size_t size = hdf5_row_size(&column->table);

  for (int64_t i = 0; i < n; i++) memcpy(column->base + column->stride * (size_t)(first + i), packed + size * (size_t)i, size);
}

/* ---- digests ---- */

static PetscErrorCode clump_keys(const Clumps *clumps, uint64_t **keys)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(keys, sizeof **keys, clumps->n_owned));
  for (PetscInt a = 0; a < clumps->n_owned; a++) (*keys)[a] = (uint64_t)clumps->id[a];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode contact_keys(const ContactRecords *contacts, uint64_t **keys)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(keys, sizeof **keys, contacts->n));
  for (PetscInt k = 0; k < contacts->n; k++) {
    const ContactRecord *r      = &contacts->list[k];
    const int64_t        name[] = {r->a, r->b, r->member_a, r->member_b, r->image.x, r->image.y, r->image.z};

    (*keys)[k] = digest_key(7, name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_keys(const Checkpoint *c, RowKind rows, uint64_t **keys)
{
  *keys = NULL;
  switch (rows) {
  case ROWS_CLUMPS: return clump_keys(c->clumps, keys);
  case ROWS_WAITING: return clump_keys(c->waiting->clumps, keys);
  case ROWS_CONTACTS: return contact_keys(c->contacts, keys);
  default: return PETSC_SUCCESS;
  }
}

static PetscErrorCode digest_column(Column *column, const uint64_t *keys)
{
  const size_t  size  = hdf5_row_size(&column->table);
  const int64_t chunk = min_int(CHUNK, max_int(1, column->n));
  char         *packed;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(size * (size_t)chunk, &packed));
  for (int64_t first = 0; first < column->n; first += chunk) {
    const int64_t n = min_int(chunk, column->n - first);

    column_pack(column, first, n, packed);
    column->digest += digest_rows(&column->table, n, keys ? keys + first : NULL, first, packed);
  }
  PetscCall(PetscFree(packed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_digest(Columns *columns, RowKind rows, const uint64_t *keys)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < columns->n; k++) {
    if (columns->list[k].rows == rows) PetscCall(digest_column(&columns->list[k], keys));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static uint64_t scalar_digest(const Scalar *scalar)
{
  const Hdf5Table table = {.type = scalar->type, .width = scalar->n};

  return digest_rows(&table, 1, NULL, 0, scalar->value);
}

PetscErrorCode columns_reduce(const Parallel *par, Columns *columns, uint64_t *state)
{
  int64_t *sums;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(columns->n, &sums));
  for (PetscInt k = 0; k < columns->n; k++) {
    const Column *c = &columns->list[k];

    sums[k] = c->rows == ROWS_COMMON && par->rank > 0 ? 0 : (int64_t)c->digest;
  }
  PetscCall(parallel_sum_int(par, sums, (int)columns->n));
  *state = 0;
  for (PetscInt k = 0; k < columns->n; k++) {
    Column *c = &columns->list[k];

    c->digest = (uint64_t)sums[k];
    if (c->state) *state += digest_item(c->table.path, c->digest);
  }
  for (int k = 0; k < columns->n_scalars; k++) {
    if (columns->scalars[k].state) *state += digest_item(columns->scalars[k].name, scalar_digest(&columns->scalars[k]));
  }
  PetscCall(PetscFree(sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}
