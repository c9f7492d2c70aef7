/* SPDX-License-Identifier: MIT */
/* The tables of docs/reference/files.md, made from those that writing walks, and files compared
   with them.

     files_page log                   markdown: columns of log.csv
     files_page frame                 markdown: arrays of a frame
     files_page walls                 markdown: arrays of a frame of walls
     files_page links                 markdown: arrays of a frame of links
     files_page cell                  markdown: arrays of a frame of the cell
     files_page dump KIND             markdown: columns of dumps of pebbles, clumps ..
     files_page checkpoint            markdown: groups, attributes and datasets of a checkpoint
     files_page frame FILE            every group, dataset and attribute of FILE that is not
   documented or is otherwise, and files_page checkpoint FILE       everything documented that FILE
   lacks; exit status 1 if there is any */
#include "output/checkpoint/columns.h"
#include "output/frames/dump.h"
#include "output/frames/frames.h"
#include "output/frames/vtk_grid.h"
#include "output/table/tables.h"
#include "run/sim.h"
#include <hdf5.h>
#include <stdio.h>

enum { ENTRIES_MOST = 1024, TEXT_MOST = 256, GROUPS_OF_FRAME = 4 };

typedef enum { GROUP, TABLE, ATTRIBUTE } Kind;

typedef struct {
  Kind        kind;
  char        path[2 * HDF5_PATH]; /* an attribute's is OBJECT@NAME */
  Hdf5Type    type;
  int         width; /* as in Hdf5Table; -1: varies */
  const char *unit, *text, *rows, *of;
  bool        has_digest, may_lack, repeats; /* repeats: listed on the page in another group */
  int         seen;
} PageEntry;

typedef struct {
  int       n, n_wrong;
  PageEntry list[ENTRIES_MOST];
} Page;

static PageEntry *page_add(Page *page, Kind kind, const char *path, const char *text)
{
  PageEntry *e = &page->list[page->n++];

  if (page->n == ENTRIES_MOST) abort();
  *e = (PageEntry){.kind = kind, .text = text};
  snprintf(e->path, sizeof e->path, "%.*s", (int)sizeof e->path - 1, path);
  return e;
}

static void page_add_table(Page *page, const Hdf5Table *table, const char *rows, const char *of,
                           const char *text)
{
  PageEntry *e = page_add(page, TABLE, table->path, text);

  e->type  = table->type;
  e->width = table->width;
  e->unit  = table->unit;
  e->rows  = rows;
  e->of    = of;
}

static void page_add_attribute(Page *page, const char *object, const char *name, Hdf5Type type,
                               int n, const char *text)
{
  char path[2 * HDF5_PATH];

  snprintf(path, sizeof path, "%s@%s", object, name);
  *page_add(page, ATTRIBUTE, path, text) =
    (PageEntry){.kind = ATTRIBUTE, .type = type, .width = n, .text = text};
  snprintf(page->list[page->n - 1].path, sizeof path, "%s", path);
}

/* ---- what is documented ---- */

/* The field of this name among all; false: there is none. */
static bool clump_field_find(const char *name, Field *field)
{
  for (int k = 0; clump_field(k, field); k++)
    if (strcmp(field->name, name) == 0) return true;
  return false;
}

/* True for the table of a field that not every run has. */
static bool is_optional(const char *path)
{
  const char *name = strrchr(path, '/') + 1;
  Field       field;
  bool        found = clump_field_find(name, &field);

  if (!found && strncmp(name, "clump_", 6) == 0) found = clump_field_find(name + 6, &field);
  return found && field.use != 0;
}

/* Kinds of frames. */
static const struct {
  const char     *word;
  const CellKind *of;           /* NULL: a frame of pebbles */
  const char     *rows, *cells; /* length of arrays; what a cell is; NULL: a pebble */
} frame_kinds[] = {{"frame", NULL, "pebbles", NULL},
                   {"walls", &frame_facets, "facets", "facet"},
                   {"links", &frame_links, "links", "link"},
                   {"cell", &frame_outlines, "lines", "line"}};

enum { FRAME_KINDS = sizeof frame_kinds / sizeof *frame_kinds };

static int frame_kind(const char *word)
{
  int k = 0;

  while (k < FRAME_KINDS && strcmp(frame_kinds[k].word, word) != 0) k++;
  return k;
}

static void frame_create(Page *page, int kind)
{
  static const char *const groups[] = {"/VTKHDF", "/VTKHDF/PointData", "/VTKHDF/CellData",
                                       "/VTKHDF/FieldData"};
  static const char *const of[]     = {[FRAME_OF_FILE]   = "frame",
                                       [FRAME_OF_CELLS]  = "cells",
                                       [FRAME_OF_PEBBLE] = "pebble",
                                       [FRAME_OF_CLUMP]  = "clump"};
  const CellKind          *of_cells = frame_kinds[kind].of;
  FrameArray               a;

  for (int k = 0; k < GROUPS_OF_FRAME; k++) page_add(page, GROUP, groups[k], "");
  page_add_attribute(page, "/VTKHDF", "Version", HDF5_INT64, 2, "");
  page_add_attribute(page, "/VTKHDF", "Type", HDF5_TEXT, 0, "");
  for (int k = 0; of_cells ? cell_file_array(of_cells, k, &a) : frame_array(k, &a); k++) {
    const char *cells = frame_kinds[kind].cells,
               *rows =
                 cells && !strstr(a.table.path, "/CellData/") ? "length" : frame_kinds[kind].rows;

    page_add_table(page, &a.table, a.of == FRAME_OF_FILE ? "1" : rows,
                   cells && a.of == FRAME_OF_CELLS ? cells : of[a.of], a.text);
    page->list[page->n - 1].may_lack = is_optional(a.table.path) ||
                                       strstr(a.table.path, "/wear_") ||
                                       strcmp(a.table.path, "/VTKHDF/FieldData/cell") == 0;
  }
}

/* Columns of a checkpoint with all that one may have. */
static PetscErrorCode columns_of_any(const StateParts *parts, Checkpoint *c, Columns *columns)
{
  static Materials materials  = {0};
  static Templates templates  = {0};
  static char      scenario[] = "schema: 1", names[] = "law: 0 name (unit)";

  PetscFunctionBeginUser;
  *c = (Checkpoint){.memory       = MEMORY_MOST,
                    .domain       = {.dimension = 3},
                    .materials    = &materials,
                    .templates    = &templates,
                    .scenario     = scenario,
                    .memory_names = names};
  array_create(&c->contacts, sizeof *c->contacts, 1);
  records_create(c->contacts, 1);
  c->contacts->law[0].columns = MEMORY_MOST;
  PetscCall(clumps_create(&c->clumps));
  PetscCall(waiting_create(&c->waiting));
  PetscCall(clumps_use(c->clumps, ~0U));
  PetscCall(clumps_use(c->waiting->clumps, ~0U));
  for (PetscInt k = 0; k < parts->n; k++) state_declare(&c->state, &parts->list[k]);
  for (int k = 0; k < LINK_KINDS; k++) c->links[k] = (LinkSet){.kind = link_kinds[k], .total = 1};
  columns_create(c, columns);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* With several contact laws each table of contacts is in the group of a law instead. */
static void page_add_of_law(Page *page, const PageEntry *table)
{
  PageEntry *e = &page->list[page->n++];

  *e         = *table;
  e->repeats = true;
  snprintf(e->path, sizeof e->path, "/clast/contacts/<law>%s", strrchr(table->path, '/'));
}

static void page_add_columns(Page *page, const Columns *columns)
{
  for (PetscInt k = 0; k < columns->n; k++) {
    const Column *c = &columns->list[k];
    PageEntry    *e;

    page_add_table(page, &c->table, c->count, NULL, c->text);
    e             = &page->list[page->n - 1];
    e->has_digest = true;
    if (strcmp(e->path, "/clast/scenario") == 0 || strcmp(e->path, "/clast/memory_names") == 0 ||
        strcmp(e->path, "/clast/contacts/memory") == 0)
      e->width = -1;
    if (strstr(e->path, EXTRAS_FOLDER "/") || strstr(e->path, STATE_FOLDER "/") ||
        strstr(e->path, "/links/") || strstr(e->path, "/memory") || is_optional(e->path))
      e->may_lack = true;
    if (c->rows != ROWS_CONTACTS) continue;
    e->may_lack = true;
    page_add_of_law(page, e);
  }
  page_add(page, GROUP, "/clast/contacts/<law>",
           "contacts of one law, if there are several: datasets as in `/clast/contacts`")
    ->may_lack = true;
  page_add_attribute(page, "/clast/contacts/<law>", "memory", HDF5_INT32, 0,
                     "numbers in a row of its `memory`");
  page->list[page->n - 1].may_lack = true;
}

/* Groups of the state of plug-ins, which few files have, and those that they are in. */
static void page_add_folders(Page *page, const StateParts *parts)
{
  static char paths[256][HDF5_PATH];
  const char *last = "";
  int         n    = 0;

  for (PetscInt k = 0; k < parts->n; k++) {
    const char *folder = parts->list[k].folder;

    if (strncmp(folder, STATE_FOLDER, strlen(STATE_FOLDER)) != 0 || strcmp(folder, last) == 0)
      continue;
    for (const char *at = folder + strlen(STATE_FOLDER); at; at = strchr(at + 1, '/')) {
      snprintf(paths[n], HDF5_PATH, "%.*s", (int)(at - folder), folder);
      page_add(page, GROUP, paths[n++], "")->may_lack = true;
    }
    page_add(page, GROUP, folder, "state of such an object")->may_lack = true;
    last                                                               = folder;
  }
}

/* Groups of links, which a file has if there are any. */
static void page_add_links(Page *page)
{
  static char paths[LINK_KINDS][HDF5_PATH];

  page_add(page, GROUP, "/clast/links", "links between clumps, a folder for each kind in use")
    ->may_lack = true;
  for (int k = 0; k < LINK_KINDS; k++) {
    snprintf(paths[k], HDF5_PATH, "/clast/links/%s", link_kinds[k]->head.name);
    page_add(page, GROUP, paths[k], link_kinds[k]->head.text)->may_lack = true;
  }
}

static PetscErrorCode checkpoint_create(Page *page)
{
  static const char species[] = "second name of template, which H5MD asks for";
  StateParts        parts     = {0};
  Checkpoint        c;
  Columns           columns;

  PetscFunctionBeginUser;
  PetscCall(modules_list(NULL, &parts));
  PetscCall(columns_of_any(&parts, &c, &columns));
  for (const HeadingGroup *g = heading_groups; g->path; g++)
    page_add(page, GROUP, g->path, g->text);
  page_add_folders(page, &parts);
  page_add_links(page);
  for (int k = 0; k < columns.attributes.n; k++) {
    const StateValue *v = &columns.attributes.list[k];

    page_add_attribute(page, "/clast", v->path, value_type(v->type), v->count, v->text);
    page->list[page->n - 1].unit = v->unit;
  }
  for (const HeadingAttribute *a = heading_attributes; a->name; a++)
    page_add_attribute(page, a->object, a->name, a->type, a->n, a->text);
  page_add_columns(page, &columns);
  page_add_table(
    page, &heading_edges, "3", NULL,
    "lengths of the domain along x, y and z; with vectors or a deformation [3, 3]: the "
    "edges a, b, c by rows, in which `image` is counted");
  for (int k = 0; k < page->n; k++) {
    if (page->list[k].kind != TABLE || strcmp(page->list[k].path, heading_link[0]) != 0) continue;
    page->list[page->n]      = page->list[k];
    page->list[page->n].text = species;
    snprintf(page->list[page->n++].path, sizeof page->list->path, "%s", heading_link[1]);
    break;
  }
  columns_free(&columns);
  state_free(&c.state);
  array_free(&parts.list);
  clumps_destroy(&c.clumps);
  waiting_destroy(&c.waiting);
  records_free(c.contacts);
  array_free(&c.contacts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- as markdown ---- */

static const char *type_name(Hdf5Type type)
{
  static const char *const names[] = {
    [HDF5_REAL] = "float64", [HDF5_INT64] = "int64", [HDF5_INT32] = "int32",
    [HDF5_BITS] = "uint64",  [HDF5_BYTE] = "uint8",  [HDF5_TEXT] = "string"};

  return names[type];
}

static void print_shape(const PageEntry *e)
{
  if (e->type == HDF5_TEXT) printf("[%s]", e->rows);
  else if (e->width < 0) printf("[%s, `memory`]", e->rows);
  else if (e->width > 0) printf("[%s, %d]", e->rows, e->width);
  else printf("[%s]", e->rows);
}

/* True if /particles/clumps has a dataset of this name. */
static bool is_of_clumps(const Page *page, const char *name)
{
  static const char folder[] = "/particles/clumps/";
  bool              found    = false;

  for (int k = 0; k < page->n; k++) {
    const char *path = page->list[k].path;

    found = found || (strncmp(path, folder, strlen(folder)) == 0 &&
                      strcmp(path + strlen(folder), name) == 0);
  }
  return found;
}

/* Rows of the datasets in a folder, those of folders in it as well if it is `deep`. */
static void print_tables(const Page *page, const char *folder, bool deep)
{
  const size_t length  = strlen(folder);
  const bool   waiting = strcmp(folder, "/clast/waiting/") == 0;

  for (int k = 0; k < page->n; k++) {
    const PageEntry *e    = &page->list[k];
    const char      *name = e->path + length;

    if (e->kind != TABLE || e->repeats || strncmp(e->path, folder, length) != 0 ||
        (!deep && strchr(name, '/')))
      continue;
    if (waiting && is_of_clumps(page, name)) continue;
    printf("| `%s` | %s%s", name, e->of ? e->of : "", e->of ? " | " : "");
    print_shape(e);
    printf(" | %s | %s | %s |\n", type_name(e->type), e->unit ? e->unit : "-", e->text);
  }
}

static void print_attributes(const Page *page, const char *object)
{
  const size_t length = strlen(object);

  for (int k = 0; k < page->n; k++) {
    const PageEntry *e = &page->list[k];

    if (e->kind != ATTRIBUTE || strncmp(e->path, object, length) != 0 || e->path[length] != '@')
      continue;
    printf("| `%s` | ", e->path + length + 1);
    if (e->type != HDF5_TEXT && e->width > 0) printf("[%d] ", e->width);
    printf("%s | %s | %s |\n", type_name(e->type), e->unit ? e->unit : "-", e->text);
  }
}

static bool has(const Page *page, Kind kind, const char *path)
{
  const size_t length = strlen(path);
  bool         found  = false;

  for (int k = 0; k < page->n; k++) {
    const PageEntry *e = &page->list[k];

    if (e->kind == kind && !e->repeats && strncmp(e->path, path, length) == 0 &&
        e->path[length] == (kind == TABLE ? '/' : '@'))
      found = found || !strchr(e->path + length + 1, '/');
  }
  return found;
}

static void print_group(const Page *page, const char *path, const char *text)
{
  char folder[2 * HDF5_PATH];

  printf("\n#### `%s`: %s\n", path, text);
  if (has(page, ATTRIBUTE, path)) {
    printf("\n| attribute | type | unit | meaning |\n|---|---|---|---|\n");
    print_attributes(page, path);
  }
  if (has(page, TABLE, path)) {
    printf("\n| dataset | shape | type | unit | meaning |\n|---|---|---|---|---|\n");
    snprintf(folder, sizeof folder, "%s/", path);
    print_tables(page, folder, false);
  }
}

static void page_print(const Page *page, bool is_frame)
{
  if (is_frame) {
    printf("| array | of the | shape | type | unit | meaning |\n|---|---|---|---|---|---|\n");
    print_tables(page, "/VTKHDF/", true);
    return;
  }
  for (int k = 0; k < page->n; k++) {
    const PageEntry *e = &page->list[k];

    if (e->kind == GROUP && (has(page, TABLE, e->path) || has(page, ATTRIBUTE, e->path)))
      print_group(page, e->path, e->text);
  }
}

static void log_print(void)
{
  OutputColumn c;
  bool         used;

  printf("| column | unit | meaning |\n|---|---|---|\n");
  for (int k = 0; log_column(k, NULL, &used, &c); k++)
    printf("| `%s` | %s | %s |\n", c.name, c.unit ? c.unit : "-", c.text);
}

static int table_print(const char *name)
{
  static const OutputTable *const tables[] = {&wall_table,   &body_table,  &member_table,
                                              &outlet_table, &event_table, &balance_table};

  for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
    if (strcmp(tables[k]->name, name) != 0) continue;
    printf("| column | unit | meaning |\n|---|---|---|\n");
    for (const OutputColumn *c = tables[k]->columns; c->name[0]; c++)
      printf("| `%s` | %s | %s |\n", c->name, c->unit ? c->unit : "-", c->text);
    return 0;
  }
  return 2;
}

static int dump_print(const char *kind)
{
  const DumpKind *of = (const DumpKind *)plugin_find(dump_kinds, kind);

  if (!of) return 2;
  printf("| field | numbers | unit | meaning |\n|---|---|---|---|\n");
  for (const DumpColumn *c = of->columns; c->name; c++)
    printf("| `%s` | %s%d | %s | %s |\n", c->name, c->flags & DUMP_KEY ? "key, " : "",
           c->width > 0 ? c->width : 1, strcmp(c->unit, "1") == 0 ? "-" : c->unit, c->text);
  return 0;
}

/* ---- a file compared ---- */

static void wrong(Page *page, const char *path, const char *what)
{
  printf("%s: %s\n", path, what);
  page->n_wrong++;
}

/* <word> in the pattern stands for any letters but a slash. */
static bool matches(const char *pattern, const char *path)
{
  const char *after;

  if (*pattern != '<') return *pattern == *path && (*path == 0 || matches(pattern + 1, path + 1));
  after = strchr(pattern, '>') + 1;
  for (const char *p = path; *p && *p != '/'; p++) {
    if (matches(after, p + 1)) return true;
  }
  return false;
}

static PageEntry *page_find(Page *page, Kind kind, const char *path)
{
  for (int k = 0; k < page->n; k++) {
    if (page->list[k].kind == kind && matches(page->list[k].path, path)) return &page->list[k];
  }
  return NULL;
}

static bool is_of_type(hid_t type, Hdf5Type wanted)
{
  switch (wanted) {
  case HDF5_REAL: return H5Tequal(type, H5T_IEEE_F64LE) > 0;
  case HDF5_INT64: return H5Tequal(type, H5T_STD_I64LE) > 0;
  case HDF5_INT32: return H5Tequal(type, H5T_STD_I32LE) > 0;
  case HDF5_BITS: return H5Tequal(type, H5T_STD_U64LE) > 0;
  case HDF5_BYTE: return H5Tequal(type, H5T_STD_U8LE) > 0;
  default: return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
  }
}

static void text_get(hid_t attribute, hid_t type, char *text)
{
  memset(text, 0, TEXT_MOST);
  if (H5Tget_class(type) == H5T_STRING && H5Tget_size(type) < TEXT_MOST)
    H5Aread(attribute, type, text);
}

/* unit and digest of tables; all others have an entry. */
static void attribute_check(Page *page, const PageEntry *owner, const char *object, hid_t attribute)
{
  const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  char        name[HDF5_PATH], path[2 * HDF5_PATH], text[TEXT_MOST];
  PageEntry  *e;

  H5Aget_name(attribute, sizeof name, name);
  snprintf(path, sizeof path, "%s@%s", object, name);
  text_get(attribute, type, text);
  e = page_find(page, ATTRIBUTE, path);
  if (owner && strcmp(name, "unit") == 0) {
    if (!owner->unit || strcmp(owner->unit, text) != 0)
      wrong(page, path, "another unit than is documented");
  } else if (owner && strcmp(name, "digest") == 0) {
    if (!owner->has_digest || !is_of_type(type, HDF5_BITS)) wrong(page, path, "not documented");
  } else if (!e) {
    wrong(page, path, "not documented");
  } else {
    const int64_t n = H5Sget_simple_extent_npoints(space);

    e->seen++;
    if (!is_of_type(type, e->type)) wrong(page, path, "another type than is documented");
    if (n != (e->type == HDF5_TEXT || e->width == 0 ? 1 : e->width))
      wrong(page, path, "another number than is documented");
  }
  H5Sclose(space);
  H5Tclose(type);
}

static void attributes_check(Page *page, const PageEntry *owner, const char *path, hid_t object)
{
  const int n        = H5Aget_num_attrs(object);
  int       n_wanted = owner ? (owner->unit != NULL) + owner->has_digest : n;

  for (int k = 0; k < n; k++) {
    const hid_t attribute =
      H5Aopen_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC, (hsize_t)k, H5P_DEFAULT, H5P_DEFAULT);

    attribute_check(page, owner, path, attribute);
    H5Aclose(attribute);
  }
  if (n < n_wanted) wrong(page, path, "lacks its unit or digest");
}

static void table_check(Page *page, const char *path, hid_t table)
{
  const hid_t type = H5Dget_type(table), space = H5Dget_space(table);
  PageEntry  *e       = page_find(page, TABLE, path);
  hsize_t     size[4] = {0, 0, 0, 0};
  int         n_dimensions;

  if (!e) wrong(page, path, "not documented");
  else {
    e->seen++;
    n_dimensions = H5Sget_simple_extent_dims(space, size, NULL);
    if (!is_of_type(type, e->type)) wrong(page, path, "another type than is documented");
    if (e->type != HDF5_TEXT && n_dimensions != (e->width ? 2 : 1))
      wrong(page, path, "another shape than is documented");
    if (e->type != HDF5_TEXT && e->width > 0 && size[1] != (hsize_t)e->width)
      wrong(page, path, "other rows than are documented");
    attributes_check(page, e, path, table);
  }
  H5Sclose(space);
  H5Tclose(type);
}

static void group_walk(Page *page, const char *path, hid_t group)
{
  H5G_info_t info = {0};

  H5Gget_info(group, &info);
  for (hsize_t k = 0; k < info.nlinks; k++) {
    char  name[HDF5_PATH], below[2 * HDF5_PATH];
    hid_t object;

    H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, name, sizeof name, H5P_DEFAULT);
    snprintf(below, sizeof below, "%.120s/%s", path, name);
    object = H5Oopen(group, name, H5P_DEFAULT);
    if (H5Iget_type(object) == H5I_GROUP) {
      PageEntry *e = page_find(page, GROUP, below);

      if (e) e->seen++;
      else wrong(page, below, "not documented");
      attributes_check(page, NULL, below, object);
      group_walk(page, below, object);
    } else {
      table_check(page, below, object);
    }
    H5Oclose(object);
  }
}

static void file_compare(Page *page, const char *path)
{
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT),
              root = file < 0 ? -1 : H5Gopen2(file, "/", H5P_DEFAULT);

  if (root < 0) {
    wrong(page, path, "cannot be opened");
    return;
  }
  group_walk(page, "", root);
  H5Gclose(root);
  H5Fclose(file);
  for (int k = 0; k < page->n; k++) {
    if (!page->list[k].seen && !page->list[k].may_lack)
      wrong(page, page->list[k].path, "documented, but not in the file");
  }
}

int main(int argc, char **argv)
{
  static Page page;
  const int   kind     = argc > 1 ? frame_kind(argv[1]) : FRAME_KINDS;
  const bool  is_frame = kind < FRAME_KINDS;

  if (argc == 2 && strcmp(argv[1], "log") == 0) {
    log_print();
    return 0;
  }
  if (argc == 2 && strstr(argv[1], ".csv")) return table_print(argv[1]);
  if (argc == 3 && strcmp(argv[1], "dump") == 0) return dump_print(argv[2]);
  if (argc < 2 || argc > 3 || (!is_frame && strcmp(argv[1], "checkpoint") != 0)) return 2;
  if (PetscInitializeNoArguments()) return 99;
  if (is_frame) frame_create(&page, kind);
  else if (checkpoint_create(&page)) return 99;
  if (argc == 3) file_compare(&page, argv[2]);
  else page_print(&page, is_frame);
  if (PetscFinalize()) return 99;
  return page.n_wrong > 0;
}
