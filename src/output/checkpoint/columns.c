/* SPDX-License-Identifier: MIT */
/* Tables of all columns and attributes of a checkpoint; packing of rows. */
#include "output/checkpoint/columns.h"

/* ---- tables of columns ---- */

typedef struct {
  const char *name, *unit, *text;
  Hdf5Type    type;
  int         width; /* as in Hdf5Table */
  size_t      member;
} Item; /* a table ends with name == NULL */

/* clang-format off */

/* A member of ROW, and its text. */
#define COLUMN(label, of_type, numbers, member_of_row, of_unit, says) \
  {.name = label, .unit = of_unit, .text = says, .type = HDF5_##of_type, .width = numbers, \
   .member = offsetof(ROW, member_of_row)}

#define ROW Material
static const Item material_items[] = {
  COLUMN("name", TEXT, NAME_LENGTH, name, NULL, "name in the scenario"),
  COLUMN("density", REAL, 0, density, "kg m-3", "density; in two dimensions kg/m^2"),
  COLUMN("young", REAL, 0, young, "Pa", "Young's modulus"),
  COLUMN("poisson", REAL, 0, poisson, "1", "Poisson's ratio"),
  {0},
};

#undef ROW
#define ROW Template
static const Item template_items[] = {
  COLUMN("name", TEXT, NAME_LENGTH, name, NULL, "name in the scenario"),
  COLUMN("pebbles", INT32, 0, n, "1", "number of pebbles"),
  COLUMN("volume", REAL, 0, mass.volume, "m+3",
    "volume, overlaps counted once if the mass method does; in two dimensions the area, m^2"),
  COLUMN("mass", REAL, 0, mass.mass, "kg", "mass at scale 1"),
  COLUMN("centre", REAL, 3, mass.centre, "m", "centre of mass in the axes given in the scenario"),
  COLUMN("inertia", REAL, 6, mass.inertia, "kg m+2",
    "inertia about the centre of mass in the axes given: xx, yy, zz, xy, xz, yz"),
  COLUMN("principal", REAL, 3, mass.principal, "kg m+2", "principal moments of inertia, ascending"),
  COLUMN("axes", REAL, 4, mass.axes, "1",
    "unit quaternion w, x, y, z that turns the principal frame into the axes given"),
  COLUMN("error", REAL, 0, mass.error, "1",
    "bound on the relative error of volume, mass and inertia"),
  /* must be last: templates_read drops it for files of version 1.0; not state: no result depends
     on it */
  COLUMN("centre_error", REAL, 0, mass.centre_error, "m", "bound on the error of the centre of mass"),
  {0},
};

static const Item order_items[] = {
  COLUMN("density", REAL, 0, density, "kg m-3",
    "density of the template where the scenario gives one; 0: that of its materials"),
  COLUMN("inertia_given", INT32, 0, inertia_given, "1",
    "1: the inertia was given and does not follow scale or density; 0: it was computed"),
  {0},
};

#undef ROW
#define ROW SavedPebble
static const Item pebble_items[] = {
  COLUMN("pebble_offset", REAL, 3, offset, "m",
    "centre of the pebble from the centre of mass, principal frame, scale 1"),
  COLUMN("pebble_radius", REAL, 0, radius, "m", "radius at scale 1"),
  COLUMN("pebble_material", INT32, 0, material, "1", "row of its material in /clast/materials"),
  {0},
};

static const Item pebble_group_items[] = {
  COLUMN("pebble_group", BITS, 0, group, "1",
    "groups of the pebble: bit k for row k of /clast/groups"),
  {0},
};

static const Item pebble_role_items[] = {
  COLUMN("pebble_role", INT32, 0, role, "1",
    "0: a ball; 1: the middle of a capsule, whose two ends follow; 2: an end; not there without capsules"),
  {0},
};

#undef ROW
#define ROW Group
static const Item group_items[] = {
  COLUMN("slot", TEXT, GROUP_LENGTH, slot, NULL,
    "slot of the group: the text before = where the group is written slot=name, else Default"),
  COLUMN("name", TEXT, GROUP_LENGTH, name, NULL, "name of the group"),
  COLUMN("used", INT32, 0, used, "1", "1: clumps have it; 2: pebbles of templates have it; 3: both; 0: it selects a template"),
  {0},
};

#undef ROW
#define ROW ContactRecord
static const Item contact_items[] = {
  COLUMN("id_a", INT64, 0, a, "1", "id of one clump"),
  COLUMN("id_b", INT64, 0, b, "1",
    "id of the other clump; of a contact with a wall: index of the wall in the scenario, from 0"),
  COLUMN("member_a", INT32, 0, member_a, "1", "pebble of clump a: index in its template, from 0"),
  COLUMN("member_b", INT32, 0, member_b, "1",
    "pebble of clump b; of a contact with a wall: -1 - feature of its surface; a plane has "
    "feature 0"),
  COLUMN("image", INT32, 3, image, "1",
    "periodic image of b that a touches: position of b + image x box lengths"),
  COLUMN("point", REAL, 3, point, "m",
    "point by which the contact is assigned to a rank, set at the last rebuild of the pair "
    "lists; not the point of contact"),
  {0},
};

#undef ROW
#define ROW Link
static const Item link_items[] = {
  COLUMN("id_a", INT64, 0, a, "1", "id of one clump"),
  COLUMN("id_b", INT64, 0, b, "1", "id of the other clump"),
  COLUMN("member_a", INT32, 0, member_a, "1",
    "pebble of clump a: index in its template; -1: the link is with its centre"),
  COLUMN("member_b", INT32, 0, member_b, "1", "the same of clump b"),
  COLUMN("object", INT32, 0, object, "1",
    "index of its object in the scenario, among those of its kind, from 0"),
  COLUMN("image", INT32, 3, image, "1",
    "periodic image of b that a is linked to: position of b + image x box lengths"),
  {0},
};

/* clang-format on */

/* columns_add_contacts sets the width to that of the law. */
static const Item memory_item = {
  .name = "memory",
  .type = HDF5_REAL,
  .text = "state of the contact law; absent if it has none. /clast/"
          "memory_names has the names of its columns: those of laws whose "
          "contacts outlast touching begin with apart (1: the surfaces were "
          "apart), then the terms in their order: tangential: "
          "hooke: stretch x, y, z (m) of the spring; "
          "tangential: mindlin: tangential force x, y, z (N) and the "
          "contact radius it belongs to (m); rolling: elastic_plastic: "
          "couple x, y, z of the spring (N m) and its stiffness (N m/rad)"};

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

static void add(Columns *columns, const Place *place, const Item *item)
{
  Column *c;

  array_reserve(&columns->list, sizeof *columns->list, columns->n + 1, &columns->capacity);
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
}

static void add_items(Columns *columns, const Place *place, const Item *items)
{
  for (; items->name; items++) add(columns, place, items);
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

/* The tables that every rank holds whole, and their places. */
static Place common_place(const Columns *columns, const Checkpoint *c, CommonTable table)
{
  switch (table) {
  case COMMON_MATERIALS:
    return (Place){"/clast/materials", "materials",        ROWS_COMMON,
                   c->materials->n,    c->materials->list, sizeof(Material)};
  case COMMON_GROUPS:
    return (Place){"/clast/groups",        "groups",     ROWS_COMMON, c->groups.n,
                   (void *)c->groups.list, sizeof(Group)};
  case COMMON_TEMPLATES:
  case COMMON_ORDERS:
    return (Place){"/clast/templates", "templates",        ROWS_COMMON,
                   c->templates->n,    c->templates->list, sizeof(Template)};
  default: /* of pebbles */
    return (Place){"/clast/templates", "pebbles of all templates", ROWS_COMMON,
                   columns->n_pebbles, columns->pebbles,           sizeof(SavedPebble)};
  }
}

void columns_add_common(Columns *columns, const Checkpoint *c, CommonTable table)
{
  static const Item *const items[] = {
    [COMMON_MATERIALS] = material_items,      [COMMON_GROUPS] = group_items,
    [COMMON_TEMPLATES] = template_items,      [COMMON_ORDERS] = order_items,
    [COMMON_PEBBLES] = pebble_items,          [COMMON_PEBBLE_GROUPS] = pebble_group_items,
    [COMMON_PEBBLE_ROLES] = pebble_role_items};
  const Place place = common_place(columns, c, table);

  add_items(columns, &place, items[table]);
  if (table == COMMON_TEMPLATES) columns->list[columns->n - 1].state = false; /* centre_error */
}

void column_of_parts(int q, char name[NAME_LENGTH])
{
  snprintf(name, NAME_LENGTH, "pebble_%s", quantities[q]->name);
}

void columns_add_pebble_parts(Columns *columns, const Checkpoint *c, int q)
{
  const Place  place = common_place(columns, c, COMMON_PEBBLES);
  const Field *f     = &quantities[q]->of_pebble;
  char         name[NAME_LENGTH];
  const Item   item = {name,      f->unit, f->text,
                       HDF5_REAL, 0,       offsetof(SavedPebble, part) + (size_t)q * sizeof(double)};

  column_of_parts(q, name);
  add(columns, &place, &item);
}

void columns_add_value(Columns *columns, StateValue *v)
{
  const Place place = {"", "length", ROWS_COMMON, v->n, v->bytes, state_number_size(v->type)};
  const Item  item  = {
      .name = v->path + 1, .unit = v->unit, .text = v->text, .type = value_type(v->type)};

  add(columns, &place, &item);
  columns->list[columns->n - 1].state =
    strncmp(v->path, DERIVED_FOLDER "/", sizeof DERIVED_FOLDER) != 0;
}

/* Add a text that is no state. */
static void add_text(Columns *columns, const char *name, const char *says, char *text, size_t size)
{
  const Item  item  = {.name = name, .text = says, .type = HDF5_TEXT, .width = (int)size};
  const Place place = {"/clast", "1", ROWS_COMMON, 1, text, size};

  add(columns, &place, &item);
  columns->list[columns->n - 1].state = false;
}

void columns_add_scenario(Columns *columns, char *scenario, size_t size)
{
  add_text(columns, "scenario", "resolved scenario (resolved.yaml)", scenario, size);
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
static void add_fields(Columns *columns, const char *folder, const char *count, RowKind rows,
                       const Field *fields, const void *owner, int64_t n)
{
  for (const Field *f = fields; f->name; f++) {
    const Place place = {folder, count, rows, n, field_item(f, owner, 0), field_stride(f)};
    Hdf5Table   table;

    field_table(f, "", &table);
    if (f->travels & SAVED)
      add(columns, &place, &(Item){f->name, f->unit, f->text, table.type, table.width, 0});
  }
}

void columns_add_clumps(Columns *columns, Clumps *clumps)
{
  add_fields(columns, "/particles/clumps", "clumps", ROWS_CLUMPS, clumps->fields, clumps,
             clumps->n_owned);
}

void columns_add_waiting(Columns *columns, Waiting *waiting)
{
  const int64_t n = waiting->clumps->n_owned;

  add_fields(columns, "/clast/waiting", "waiting clumps", ROWS_WAITING, waiting->clumps->fields,
             waiting->clumps, n);
  add_fields(columns, "/clast/waiting", "waiting clumps", ROWS_WAITING, waiting_fields, waiting, n);
}

void contacts_folder(const LawRecords *contacts, char folder[CONTACTS_FOLDER])
{
  snprintf(folder, CONTACTS_FOLDER, "/clast/contacts%s%s", contacts->name[0] ? "/" : "",
           contacts->name);
}

void columns_add_contacts(Columns *columns, LawRecords *contacts, int list)
{
  char           folder[CONTACTS_FOLDER];
  const PetscInt from   = columns->n;
  const size_t   stride = (size_t)contacts->columns * sizeof(double);
  const Place    place  = {folder,      "contacts",     ROWS_CONTACTS,
                           contacts->n, contacts->list, sizeof(ContactRecord)};
  const Place    rows = {folder, "contacts", ROWS_CONTACTS, contacts->n, contacts->memory, stride};
  Item           memory = memory_item;

  contacts_folder(contacts, folder);
  memory.width = contacts->columns;
  add_items(columns, &place, contact_items);
  if (memory.width > 0) add(columns, &rows, &memory);
  for (PetscInt k = from; k < columns->n; k++) {
    Column *c = &columns->list[k];

    c->list = list;
    snprintf(c->item, sizeof c->item, "/clast/contacts%.80s", strrchr(c->table.path, '/'));
  }
}

void columns_add_links(Columns *columns, LinkSet *set, int kind)
{
  char          folder[NAME_LENGTH + 16];
  const RowKind rows = (RowKind)(ROWS_LINKS + kind);
  const size_t  size = (size_t)link_columns(set->kind) * sizeof(double);
  size_t        at   = 0;

  snprintf(folder, sizeof folder, "/clast/links/%s", set->kind->head.name);
  add_items(columns, &(Place){folder, set->kind->head.name, rows, set->n, set->list, sizeof(Link)},
            link_items);
  for (const MemoryField *f = set->kind->memory; f && f->name; f++) {
    const Item item = {f->name,
                       f->unit,
                       "kept by the link: docs/physics/links.md, docs/physics/constraints.md",
                       HDF5_REAL,
                       f->components > 1 ? f->components : 0,
                       at};

    add(columns, &(Place){folder, set->kind->head.name, rows, set->n, set->memory, size}, &item);
    at += (size_t)f->components * sizeof(double);
  }
}

static void pebbles_flatten(Columns *columns, const Templates *templates)
{
  int64_t k = 0;

  columns->n_pebbles = 0;
  for (int t = 0; t < templates->n; t++) columns->n_pebbles += templates->list[t].n;
  array_create(&columns->pebbles, sizeof *columns->pebbles, columns->n_pebbles);
  for (int t = 0; t < templates->n; t++) {
    const Template *from = &templates->list[t];

    for (int i = 0; i < from->n; i++) {
      SavedPebble *to = &columns->pebbles[k++];

      *to = (SavedPebble){.offset   = from->offset[i],
                          .radius   = from->radius[i],
                          .material = from->material[i],
                          .role     = template_role(from, i),
                          .group    = from->group[i]};
      for (int q = 0; q < QUANTITIES; q++)
        if (from->part[q]) to->part[q] = from->part[q][i].value;
    }
  }
}

void columns_create(const Checkpoint *checkpoint, Columns *columns)
{
  Checkpoint *c =
    (Checkpoint *)checkpoint; /* not written to: columns are mutable for reading a file */
  StatePart parts[CHECKPOINT_PARTS];

  *columns = (Columns){.n = 0};
  checkpoint_parts(c, parts);
  for (int k = 0; k < CHECKPOINT_PARTS; k++) state_gather(&columns->attributes, &parts[k]);
  columns_add_clumps(columns, c->clumps);
  columns_add_waiting(columns, c->waiting);
  for (int g = 0; g < c->contacts->n; g++) columns_add_contacts(columns, &c->contacts->law[g], g);
  for (int k = 0; k < LINK_KINDS; k++)
    if (c->links[k].total > 0) columns_add_links(columns, &c->links[k], k);
  pebbles_flatten(columns, c->templates);
  for (CommonTable table = COMMON_MATERIALS; table <= COMMON_PEBBLE_GROUPS; table++)
    columns_add_common(columns, c, table);
  for (int t = 0; t < c->templates->n; t++)
    if (c->templates->list[t].role) {
      columns_add_common(columns, c, COMMON_PEBBLE_ROLES);
      break;
    }
  for (int q = 0; q < QUANTITIES; q++)
    if (quantities[q]->of_pebbles && c->clumps->uses >> q & 1)
      columns_add_pebble_parts(columns, c, q);
  columns_add_common(columns, c, COMMON_GROUPS);
  for (int i = 0; i < c->state.n; i++) columns_add_value(columns, &c->state.list[i]);
  if (c->scenario) columns_add_scenario(columns, c->scenario, strlen(c->scenario) + 1);
  if (c->memory_names && c->memory_names[0])
    add_text(columns, "memory_names",
             "columns of contacts/memory, from 0, by the names of what they hold: a line "
             "for each contact law that has any",
             c->memory_names, strlen(c->memory_names) + 1);
}

void columns_free(Columns *columns)
{
  array_free(&columns->list);
  array_free(&columns->pebbles);
  state_free(&columns->attributes);
  columns->n = columns->capacity = 0;
}

/* ---- rows ---- */

uint64_t row_word(Hdf5Type type, const char *row, int k)
{
  uint64_t word;
  int32_t  half;

  switch (type) {
  case HDF5_BYTE:
  case HDF5_TEXT: return (unsigned char)row[k];
  case HDF5_INT32: memcpy(&half, row + 4 * (size_t)k, 4); return (uint64_t)(int64_t)half;
  default: memcpy(&word, row + 8 * (size_t)k, 8); return word;
  }
}

double row_number(Hdf5Type type, const char *row, int k)
{
  const uint64_t word = row_word(type, row, k);
  double         real;

  if (type == HDF5_BITS) return (double)word;
  if (type != HDF5_REAL) return (double)(int64_t)word;
  memcpy(&real, &word, sizeof real);
  return real;
}

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
