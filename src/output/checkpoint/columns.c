/* SPDX-License-Identifier: MIT */
/* Tables of all columns and attributes of a checkpoint; packing of rows. */
#include "output/checkpoint/columns.h"
#include <stdio.h>

/* ---- tables of columns: name, unit, text, type, numbers in a row, offset in memory ---- */

typedef struct {
  const char *name, *unit, *text;
  Hdf5Type    type;
  int         width; /* as in Hdf5Table */
  size_t      member;
} Item; /* a table ends with name == NULL */

static const Item material_items[] = {
  {"name", NULL, "name in the scenario", HDF5_TEXT, NAME_LENGTH, offsetof(Material, name)},
  {"density", "kg m-3", "density; in two dimensions kg/m^2", HDF5_REAL, 0,
   offsetof(Material, density)},
  {"young", "Pa", "Young's modulus", HDF5_REAL, 0, offsetof(Material, young)},
  {"poisson", "1", "Poisson's ratio", HDF5_REAL, 0, offsetof(Material, poisson)},
  {NULL},
};

static const Item template_items[] = {
  {"name", NULL, "name in the scenario", HDF5_TEXT, NAME_LENGTH, offsetof(Template, name)},
  {"pebbles", "1", "number of pebbles", HDF5_INT32, 0, offsetof(Template, n)},
  {"volume", "m+3",
   "volume, overlaps counted once if the mass method does; in two dimensions the area, m^2",
   HDF5_REAL, 0, offsetof(Template, mass.volume)},
  {"mass", "kg", "mass at scale 1", HDF5_REAL, 0, offsetof(Template, mass.mass)},
  {"centre", "m", "centre of mass in the axes given in the scenario", HDF5_REAL, 3,
   offsetof(Template, mass.centre)},
  {"inertia", "kg m+2",
   "inertia about the centre of mass in the axes given: xx, yy, zz, xy, xz, yz", HDF5_REAL, 6,
   offsetof(Template, mass.inertia)},
  {"principal", "kg m+2", "principal moments of inertia, ascending", HDF5_REAL, 3,
   offsetof(Template, mass.principal)},
  {"axes", "1", "unit quaternion w, x, y, z that turns the principal frame into the axes given",
   HDF5_REAL, 4, offsetof(Template, mass.axes)},
  {"error", "1", "bound on the relative error of volume, mass and inertia", HDF5_REAL, 0,
   offsetof(Template, mass.error)},
  /* must be last: templates_read drops it for files of version 1.0; not state: no result depends on
     it */
  {"centre_error", "m", "bound on the error of the centre of mass", HDF5_REAL, 0,
   offsetof(Template, mass.centre_error)},
  {NULL},
};

static const Item order_items[] = {
  {"density", "kg m-3",
   "density of the template where the scenario gives one; 0: that of its materials", HDF5_REAL, 0,
   offsetof(Template, density)},
  {"inertia_given", "1",
   "1: the inertia was given and does not follow scale or density; 0: it was computed", HDF5_INT32,
   0, offsetof(Template, inertia_given)},
  {NULL},
};

static const Item pebble_items[] = {
  {"pebble_offset", "m", "centre of the pebble from the centre of mass, principal frame, scale 1",
   HDF5_REAL, 3, offsetof(SavedPebble, offset)},
  {"pebble_radius", "m", "radius at scale 1", HDF5_REAL, 0, offsetof(SavedPebble, radius)},
  {"pebble_material", "1", "row of its material in /clast/materials", HDF5_INT32, 0,
   offsetof(SavedPebble, material)},
  {NULL},
};

static const Item pebble_group_items[] = {
  {"pebble_group", "1", "groups of the pebble: bit k for row k of /clast/groups", HDF5_BITS, 0,
   offsetof(SavedPebble, group)},
  {NULL},
};

static const Item group_items[] = {
  {"slot", NULL,
   "slot of the group: the text before = where the group is written slot=name, else Default",
   HDF5_TEXT, GROUP_LENGTH, offsetof(Group, slot)},
  {"name", NULL, "name of the group", HDF5_TEXT, GROUP_LENGTH, offsetof(Group, name)},
  {"used", "1", "1: clumps have it; 2: pebbles of templates have it; 3: both", HDF5_INT32, 0,
   offsetof(Group, used)},
  {NULL},
};

static const Item contact_items[] = {
  {"id_a", "1", "id of one clump", HDF5_INT64, 0, offsetof(ContactRecord, a)},
  {"id_b", "1",
   "id of the other clump; of a contact with a wall: index of the wall in the scenario, from 0",
   HDF5_INT64, 0, offsetof(ContactRecord, b)},
  {"member_a", "1", "pebble of clump a: index in its template, from 0", HDF5_INT32, 0,
   offsetof(ContactRecord, member_a)},
  {"member_b", "1",
   "pebble of clump b; of a contact with a wall: -1 - feature of its surface; a plane has feature "
   "0",
   HDF5_INT32, 0, offsetof(ContactRecord, member_b)},
  {"image", "1", "periodic image of b that a touches: position of b + image x box lengths",
   HDF5_INT32, 3, offsetof(ContactRecord, image)},
  {"point", "m",
   "point by which the contact is assigned to a rank, set at the last rebuild of the pair lists; "
   "not the point of contact",
   HDF5_REAL, 3, offsetof(ContactRecord, point)},
  {NULL},
};

static const Item link_items[] = {
  {"id_a", "1", "id of one clump", HDF5_INT64, 0, offsetof(Link, a)},
  {"id_b", "1", "id of the other clump", HDF5_INT64, 0, offsetof(Link, b)},
  {"member_a", "1", "pebble of clump a: index in its template; -1: the link is with its centre",
   HDF5_INT32, 0, offsetof(Link, member_a)},
  {"member_b", "1", "the same of clump b", HDF5_INT32, 0, offsetof(Link, member_b)},
  {"object", "1", "index of its object in the scenario, among those of its kind, from 0",
   HDF5_INT32, 0, offsetof(Link, object)},
  {"image", "1", "periodic image of b that a is linked to: position of b + image x box lengths",
   HDF5_INT32, 3, offsetof(Link, image)},
  {NULL},
};

/* columns_add_contacts sets the width to that of the law. */
static const Item memory_item = {"memory",
                                 NULL,
                                 "state of the contact law; absent if it has none. /clast/"
                                 "memory_names has the names of its columns: those of laws whose "
                                 "contacts outlast touching begin with apart (1: the surfaces were "
                                 "apart), then the terms in their order: tangential: "
                                 "hooke: stretch x, y, z (m) of the spring; "
                                 "tangential: mindlin: tangential force x, y, z (N) and the "
                                 "contact radius it belongs to (m); rolling: elastic_plastic: "
                                 "couple x, y, z of the spring (N m) and its stiffness (N m/rad)",
                                 HDF5_REAL,
                                 0,
                                 0};

/* ---- the list ---- */

/* Location of a group of columns: a folder of the file, and an array of structs or a single column
   in memory. */
typedef struct {
  const char *folder, *count; /* count: a word for the number of rows, in texts */
  RowKind     rows;
  int64_t     n;
  void       *list; /* may be NULL when n is 0 */
  size_t      stride;
} Place;

static PetscErrorCode add(Columns *columns, const Place *place, const Item *item)
{
  Column *c;

  PetscFunctionBeginUser;
  PetscCall(
    array_reserve(&columns->list, sizeof *columns->list, columns->n + 1, &columns->capacity));
  c  = &columns->list[columns->n++];
  *c = (Column){.table  = {.type = item->type, .width = item->width, .unit = item->unit},
                .text   = item->text,
                .count  = place->count,
                .rows   = place->rows,
                .state  = true,
                .n      = place->n,
                .base   = place->list ? (char *)place->list + item->member : NULL,
                .stride = place->stride};
  snprintf(c->table.path, sizeof c->table.path, "%s/%s", place->folder, item->name);
  memcpy(c->item, c->table.path, sizeof c->item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode add_items(Columns *columns, const Place *place, const Item *items)
{
  PetscFunctionBeginUser;
  for (; items->name; items++) PetscCall(add(columns, place, items));
  PetscFunctionReturn(PETSC_SUCCESS);
}

Hdf5Type value_type(StateType type)
{
  static const Hdf5Type types[] = {[STATE_REAL]  = HDF5_REAL,
                                   [STATE_INT64] = HDF5_INT64,
                                   [STATE_INT32] = HDF5_INT32,
                                   [STATE_BITS]  = HDF5_BITS,
                                   [STATE_TEXT]  = HDF5_TEXT};

  return types[type];
}

PetscErrorCode columns_add_materials(Columns *columns, Materials *materials)
{
  const Place place = {"/clast/materials", "materials",     ROWS_COMMON,
                       materials->n,       materials->list, sizeof(Material)};

  return add_items(columns, &place, material_items);
}

static Place template_place(Templates *templates)
{
  return (Place){"/clast/templates", "templates",     ROWS_COMMON,
                 templates->n,       templates->list, sizeof(Template)};
}

PetscErrorCode columns_add_templates(Columns *columns, Templates *templates)
{
  const Place place = template_place(templates);

  PetscFunctionBeginUser;
  PetscCall(add_items(columns, &place, template_items));
  columns->list[columns->n - 1].state = false; /* centre_error */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_template_orders(Columns *columns, Templates *templates)
{
  const Place place = template_place(templates);

  return add_items(columns, &place, order_items);
}

static Place pebble_place(Columns *columns)
{
  return (Place){"/clast/templates", "pebbles of all templates", ROWS_COMMON,
                 columns->n_pebbles, columns->pebbles,           sizeof(SavedPebble)};
}

PetscErrorCode columns_add_pebbles(Columns *columns)
{
  const Place place = pebble_place(columns);

  return add_items(columns, &place, pebble_items);
}

PetscErrorCode columns_add_pebble_groups(Columns *columns)
{
  const Place place = pebble_place(columns);

  return add_items(columns, &place, pebble_group_items);
}

void column_of_parts(int q, char name[NAME_LENGTH])
{
  snprintf(name, NAME_LENGTH, "pebble_%s", quantities[q]->name);
}

PetscErrorCode columns_add_pebble_parts(Columns *columns, int q)
{
  const Place  place = pebble_place(columns);
  const Field *f     = &quantities[q]->of_pebble;
  char         name[NAME_LENGTH];
  const Item   item = {name,      f->unit, f->text,
                       HDF5_REAL, 0,       offsetof(SavedPebble, part) + (size_t)q * sizeof(double)};

  column_of_parts(q, name);
  return add(columns, &place, &item);
}

PetscErrorCode columns_add_groups(Columns *columns, Groups *groups)
{
  const Place place = {"/clast/groups", "groups",     ROWS_COMMON,
                       groups->n,       groups->list, sizeof(Group)};

  return add_items(columns, &place, group_items);
}

PetscErrorCode columns_add_value(Columns *columns, StateValue *v)
{
  const Place place = {"", "length", ROWS_COMMON, v->n, v->bytes, state_number_size(v->type)};
  const Item  item  = {
      .name = v->path + 1, .unit = v->unit, .text = v->text, .type = value_type(v->type)};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, &item));
  columns->list[columns->n - 1].state =
    strncmp(v->path, DERIVED_FOLDER "/", sizeof DERIVED_FOLDER) != 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add a text that is no state. */
static PetscErrorCode add_text(Columns *columns, const char *name, const char *says, char *text,
                               size_t size)
{
  const Item  item  = {.name = name, .text = says, .type = HDF5_TEXT, .width = (int)size};
  const Place place = {"/clast", "1", ROWS_COMMON, 1, text, size};

  PetscFunctionBeginUser;
  PetscCall(add(columns, &place, &item));
  columns->list[columns->n - 1].state = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_scenario(Columns *columns, char *scenario, size_t size)
{
  return add_text(columns, "scenario", "resolved scenario (resolved.yaml)", scenario, size);
}

void field_table(const Field *field, const char *prefix, Hdf5Table *table)
{
  static const Hdf5Type types[] = {
    [FIELD_REAL] = HDF5_REAL,   [FIELD_VEC3] = HDF5_REAL,   [FIELD_QUAT] = HDF5_REAL,
    [FIELD_INT32] = HDF5_INT32, [FIELD_IMAGE] = HDF5_INT32, [FIELD_ID] = HDF5_INT64,
    [FIELD_BITS] = HDF5_BITS};

  *table = (Hdf5Table){.type  = types[field->type],
                       .width = field_components(field) > 1 ? field_components(field) : 0,
                       .unit  = field->unit};
  snprintf(table->path, sizeof table->path, "%s%s", prefix, field->name);
}

/* Add all fields marked SAVED, n rows each, of the struct `owner`. */
static PetscErrorCode add_fields(Columns *columns, const char *folder, const char *count,
                                 RowKind rows, const Field *fields, const void *owner, int64_t n)
{
  PetscFunctionBeginUser;
  for (const Field *f = fields; f->name; f++) {
    const Place place = {folder, count, rows, n, field_item(f, owner, 0), field_stride(f)};
    Hdf5Table   table;

    field_table(f, "", &table);
    if (f->travels & SAVED)
      PetscCall(
        add(columns, &place, &(Item){f->name, f->unit, f->text, table.type, table.width, 0}));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_clumps(Columns *columns, Clumps *clumps)
{
  return add_fields(columns, "/particles/clumps", "clumps", ROWS_CLUMPS, clumps->fields, clumps,
                    clumps->n_owned);
}

PetscErrorCode columns_add_waiting(Columns *columns, Waiting *waiting)
{
  const int64_t n = waiting->clumps->n_owned;

  PetscFunctionBeginUser;
  PetscCall(add_fields(columns, "/clast/waiting", "waiting clumps", ROWS_WAITING,
                       waiting->clumps->fields, waiting->clumps, n));
  PetscCall(add_fields(columns, "/clast/waiting", "waiting clumps", ROWS_WAITING, waiting_fields,
                       waiting, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void contacts_folder(const LawRecords *contacts, char folder[CONTACTS_FOLDER])
{
  snprintf(folder, CONTACTS_FOLDER, "/clast/contacts%s%s", contacts->name[0] ? "/" : "",
           contacts->name);
}

PetscErrorCode columns_add_contacts(Columns *columns, LawRecords *contacts, int list)
{
  char           folder[CONTACTS_FOLDER];
  const PetscInt from   = columns->n;
  const size_t   stride = (size_t)contacts->columns * sizeof(double);
  const Place    place  = {folder,      "contacts",     ROWS_CONTACTS,
                           contacts->n, contacts->list, sizeof(ContactRecord)};
  const Place    rows = {folder, "contacts", ROWS_CONTACTS, contacts->n, contacts->memory, stride};
  Item           memory = memory_item;

  PetscFunctionBeginUser;
  contacts_folder(contacts, folder);
  memory.width = contacts->columns;
  PetscCall(add_items(columns, &place, contact_items));
  if (memory.width > 0) PetscCall(add(columns, &rows, &memory));
  for (PetscInt k = from; k < columns->n; k++) {
    Column *c = &columns->list[k];

    c->list = list;
    snprintf(c->item, sizeof c->item, "/clast/contacts%.80s", strrchr(c->table.path, '/'));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_add_links(Columns *columns, LinkSet *set, int kind)
{
  char          folder[NAME_LENGTH + 16];
  const RowKind rows = (RowKind)(ROWS_LINKS + kind);
  const size_t  size = (size_t)link_columns(set->kind) * sizeof(double);
  size_t        at   = 0;

  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "/clast/links/%s", set->kind->head.name);
  PetscCall(add_items(columns,
                      &(Place){folder, set->kind->head.name, rows, set->n, set->list, sizeof(Link)},
                      link_items));
  for (const MemoryField *f = set->kind->memory; f && f->name; f++) {
    const Item item = {f->name,
                       f->unit,
                       "kept by the link: docs/links.md, docs/constraints.md",
                       HDF5_REAL,
                       f->components > 1 ? f->components : 0,
                       at};

    PetscCall(
      add(columns, &(Place){folder, set->kind->head.name, rows, set->n, set->memory, size}, &item));
    at += (size_t)f->components * sizeof(double);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode pebbles_flatten(Columns *columns, const Templates *templates)
{
  int64_t k = 0;

  PetscFunctionBeginUser;
  columns->n_pebbles = 0;
  for (int t = 0; t < templates->n; t++) columns->n_pebbles += templates->list[t].n;
  PetscCall(
    array_create(&columns->pebbles, sizeof *columns->pebbles, (PetscInt)columns->n_pebbles));
  for (int t = 0; t < templates->n; t++) {
    const Template *from = &templates->list[t];

    for (int i = 0; i < from->n; i++) {
      SavedPebble *to = &columns->pebbles[k++];

      *to = (SavedPebble){.offset   = from->offset[i],
                          .radius   = from->radius[i],
                          .material = from->material[i],
                          .group    = from->group[i]};
      for (int q = 0; q < QUANTITIES; q++)
        if (from->part[q]) to->part[q] = from->part[q][i].value;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_create(const Checkpoint *checkpoint, Columns *columns)
{
  Checkpoint *c =
    (Checkpoint *)checkpoint; /* not written to: columns are mutable for reading a file */
  StatePart parts[CHECKPOINT_PARTS];

  PetscFunctionBeginUser;
  *columns = (Columns){.n = 0};
  checkpoint_parts(c, parts);
  for (int k = 0; k < CHECKPOINT_PARTS; k++)
    PetscCall(state_gather(&columns->attributes, &parts[k]));
  PetscCall(columns_add_clumps(columns, c->clumps));
  PetscCall(columns_add_waiting(columns, c->waiting));
  for (int g = 0; g < c->contacts->n; g++)
    PetscCall(columns_add_contacts(columns, &c->contacts->law[g], g));
  for (int k = 0; k < LINK_KINDS; k++)
    if (c->links[k].total > 0) PetscCall(columns_add_links(columns, &c->links[k], k));
  PetscCall(columns_add_materials(columns, c->materials));
  PetscCall(columns_add_templates(columns, c->templates));
  PetscCall(columns_add_template_orders(columns, c->templates));
  PetscCall(pebbles_flatten(columns, c->templates));
  PetscCall(columns_add_pebbles(columns));
  PetscCall(columns_add_pebble_groups(columns));
  for (int q = 0; q < QUANTITIES; q++)
    if (quantities[q]->of_pebbles && c->clumps->uses >> q & 1)
      PetscCall(columns_add_pebble_parts(columns, q));
  PetscCall(columns_add_groups(columns, &c->groups));
  for (int i = 0; i < c->state.n; i++) PetscCall(columns_add_value(columns, &c->state.list[i]));
  if (c->scenario) PetscCall(columns_add_scenario(columns, c->scenario, strlen(c->scenario) + 1));
  if (c->memory_names && c->memory_names[0])
    PetscCall(add_text(columns, "memory_names",
                       "columns of contacts/memory, from 0, by the names of what they hold: a line "
                       "for each contact law that has any",
                       c->memory_names, strlen(c->memory_names) + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void columns_free(Columns *columns)
{
  array_free(&columns->list);
  array_free(&columns->pebbles);
  state_free(&columns->attributes);
  columns->n = columns->capacity = 0;
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

      if (end)
        memset(end, 0, size - (size_t)(end - to)); /* zero the bytes after the end of the text */
    }
  }
}

void column_unpack(const Column *column, int64_t first, int64_t n, const char *packed)
{
  const size_t size = hdf5_row_size(&column->table);

  for (int64_t i = 0; i < n; i++)
    memcpy(column->base + column->stride * (size_t)(first + i), packed + size * (size_t)i, size);
}
