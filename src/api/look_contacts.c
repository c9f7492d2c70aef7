/* SPDX-License-Identifier: MIT */
/* The tables "contacts" and "links": the columns of dumps of contacts and bonds, found by the same
   visits, and what each keeps. */
#include "api/look.h"
#include "output/frames/dump_module.h"

/* Rows that are being collected. */
typedef struct {
  Dump     dump;
  int      width;  /* of memory */
  double  *memory; /* [capacity][width] */
  PetscInt capacity;
} Collected;

static DumpWhat what_of(const Table *table)
{
  return table == &contact_table ? DUMP_CONTACTS : DUMP_BONDS;
}

static const DumpKind *kind_of(const Table *table)
{
  return (const DumpKind *)dump_kinds[what_of(table)];
}

/* The largest number of reals that a contact, or a link of a kind that the run has, keeps; the same
   on all ranks. */
static int memory_width(const clast *self, const Table *table)
{
  const Links *l = &self->sim->links;
  int          n = table == &contact_table ? self->sim->laws->memory : 0;

  for (int k = 0; k < LINK_KINDS && table == &link_table; k++)
    if (l->set[k].n_objects > 0) n = (int)max_int(n, link_columns(l->set[k].kind));
  return n;
}

static const char *column_name(const clast *self, const Table *table, int k)
{
  const DumpColumn *c = kind_of(table)->columns;

  for (; c->name; c++)
    if (k-- == 0) return c->name;
  return k == 0 && memory_width(self, table) > 0 ? "memory" : NULL;
}

/* ---- rows ---- */

/* Contacts of clumps that have left since are left out. */
static void see(void *self, const ContactSeen *seen, int n)
{
  Collected *to = self;

  for (int i = 0; i < n; i++) {
    const PetscInt k = to->dump.n;
    double        *row;

    if (isnan(seen[i].centre.x) || isnan(seen[i].branch.x)) continue;
    dump_see(&to->dump, &seen[i]);
    if (to->dump.n == k || to->width == 0) continue;
    array_reserve(&to->memory, (size_t)to->width * sizeof *to->memory, k + 1, &to->capacity);
    row = to->memory + (size_t)k * (size_t)to->width;
    for (int m = 0; m < to->width; m++)
      row[m] =
        m < seen[i].n_memory ? seen[i].memory[(size_t)m * (size_t)seen[i].memory_stride] : NAN;
  }
}

/* Rows of this rank, and their memory. Collective. */
static PetscErrorCode find_rows(clast *self, const Table *table, int64_t *n, ContactRow **rows,
                                double **memory)
{
  Collected            all = {.width = memory_width(self, table)};
  const ContactVisitor to  = {&all, see};

  PetscFunctionBeginUser;
  *rows = look_made(self, table, "", n);
  if (!*rows) {
    all.dump = (Dump){
      .world = sim_world(self->sim), .what = what_of(table), .plan = {.kind = kind_of(table)}};
    PetscCall(sim_show_contacts(self->sim, &to));
    if (!all.dump.rows) array_create(&all.dump.rows, sizeof **rows, 1);
    if (!all.memory) array_create(&all.memory, sizeof *all.memory, 1);
    look_keep(self, table, "", all.dump.n, all.dump.rows);
    look_keep(self, table, "memory", all.dump.n, all.memory);
  }
  *rows   = look_made(self, table, "", n);
  *memory = look_made(self, table, "memory", n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- texts ---- */

static int longest(int n, const char *const *names)
{
  size_t most = 1;

  for (int k = 0; k < n; k++)
    if (strlen(names[k]) > most) most = strlen(names[k]);
  return (int)most + 1;
}

/* A column of texts, each of `width` bytes, from the numbers of a member of the rows. */
static char *texts_of(clast *self, const Table *table, const DumpColumn *c, const ContactRow *rows,
                      int64_t n, int width, const char *const *names)
{
  char *texts;

  array_create(&texts, (size_t)width, (size_t)n + 1);
  for (int64_t i = 0; i < n; i++) {
    int32_t number;

    memcpy(&number, (const char *)&rows[i] + c->offset, sizeof number);
    snprintf(texts + (size_t)i * (size_t)width, (size_t)width, "%s", names[number]);
  }
  look_keep(self, table, c->name, n, texts);
  return texts;
}

static void show_texts(clast *self, const Table *table, const DumpColumn *c, const ContactRow *rows,
                       int64_t n, clast_array *array)
{
  const char *const *names = dump_contact_kinds;
  int                count = SEEN_PAIR, width;
  Dumps              dumps = {0};
  int64_t            made_n;
  const char        *made = look_made(self, table, c->name, &made_n);

  if (c->flags & DUMP_NAMED) {
    dump_name_objects(&dumps, sim_world(self->sim));
    names = dumps.object;
    count = dumps.n_objects;
  }
  width = longest(count, names);
  if (!made) made = texts_of(self, table, c, rows, n, width, names);
  array_free(&dumps.object);
  array_free(&dumps.names);
  *array = (clast_array){.data       = n > 0 ? made : NULL,
                         .n          = n,
                         .components = width,
                         .type       = CLAST_TEXT,
                         .stride     = width,
                         .unit       = c->unit};
}

/* ---- columns ---- */

static PetscErrorCode show(clast *self, const Table *table, const char *name, clast_array *array)
{
  static const clast_type types[] = {
    [HDF5_REAL] = CLAST_REAL, [HDF5_INT64] = CLAST_INT64, [HDF5_INT32] = CLAST_INT32};
  const DumpColumn *c     = kind_of(table)->columns;
  const int         width = memory_width(self, table);
  ContactRow       *rows;
  double           *memory;
  int64_t           n;

  PetscFunctionBeginUser;
  PetscCall(find_rows(self, table, &n, &rows, &memory));
  while (c->name && strcmp(c->name, name) != 0) c++;
  if (!c->name)
    *array = row_column_array(&(RowColumn){name, "", CLAST_REAL, width, 0}, memory, n,
                              (size_t)width * sizeof *memory);
  else if (c->flags & (DUMP_NAMED | DUMP_KIND)) show_texts(self, table, c, rows, n, array);
  else {
    const int       points = c->flags & DUMP_PLACE ? kind_of(table)->cells : 1;
    const RowColumn one = {name, c->unit, types[c->type], points * dump_components(c), c->offset};

    *array = row_column_array(&one, rows, n, sizeof *rows);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode show_rows(clast *self, const Table *table, const char *name,
                                clast_array *array, RowKeys *keys)
{
  int64_t n;

  PetscFunctionBeginUser;
  PetscCall(show(self, table, name, array));
  *keys = (RowKeys){look_made(self, table, "", &n), sizeof(ContactRow), sizeof(ContactRow),
                    kind_of(table)->compare};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *contact_column(const clast *self, int k)
{
  return column_name(self, &contact_table, k);
}

static PetscErrorCode contact_look(clast *self, const char *name, clast_array *array)
{
  return show(self, &contact_table, name, array);
}

static PetscErrorCode contact_rows(clast *self, const char *name, clast_array *array, RowKeys *keys)
{
  return show_rows(self, &contact_table, name, array, keys);
}

static const char *link_column(const clast *self, int k)
{
  return column_name(self, &link_table, k);
}

static PetscErrorCode link_look(clast *self, const char *name, clast_array *array)
{
  return show(self, &link_table, name, array);
}

static PetscErrorCode link_rows(clast *self, const char *name, clast_array *array, RowKeys *keys)
{
  return show_rows(self, &link_table, name, array, keys);
}

const Table contact_table = {
  .name = "contacts", .column = contact_column, .look = contact_look, .rows = contact_rows};
const Table link_table = {
  .name = "links", .column = link_column, .look = link_look, .rows = link_rows};
