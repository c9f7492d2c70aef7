/* SPDX-License-Identifier: MIT */
/* Reading a checkpoint. Everything in the file is checked before use: sizes before they become
   allocations, values and indices against their bounds, all bits by digests. Each rank reads an
   even share of the rows; the ranks agree on failures after each part. */
#include "output/checkpoint/reader.h"

enum { CHUNK = 1 << 14 }; /* rows of a column read at a time */

PetscInt reader_room(Reader *r, const char *what, int64_t n)
{
  enum { ROW_AT_LEAST = 64 }; /* bytes */

  if (n <= PETSC_MAX_INT / 2 && memory_has(n, ROW_AT_LEAST)) return (PetscInt)n;
  hdf5_fail(r->file, "no memory for %lld %s on one rank: use more ranks", (long long)n, what);
  return 0;
}

/* ---- attributes of /clast ---- */

static void version_check(Reader *r)
{
  int32_t complete = 0;

  if (!hdf5_get(r->file, "/clast", "format_version", HDF5_INT32, 2, r->version)) return;
  if (r->version[0] != CHECKPOINT_MAJOR) {
    hdf5_fail(r->file,
              "has format version %d.%d, this program reads %d.x: use the version of clast that "
              "wrote the file",
              r->version[0], r->version[1], CHECKPOINT_MAJOR);
  }
  if (!hdf5_get(r->file, "/clast", "complete", HDF5_INT32, 0, &complete)) return;
  if (complete != 1) hdf5_fail(r->file, "is not complete");
}

static void attributes_read(Reader *r)
{
  State    *all = &r->columns.attributes;
  StatePart parts[CHECKPOINT_PARTS];
  char      why[CHECKPOINT_BOUNDS_WHY];

  checkpoint_parts(r->c, parts);
  for (int k = 0; k < CHECKPOINT_PARTS; k++) state_declare(all, &parts[k]);
  for (int k = 0; k < all->n; k++) {
    const StateValue *v = &all->list[k];

    if (v->lacking && !hdf5_has_attribute(r->file, "/clast", v->path)) continue; /* zeros */
    if (!hdf5_get(r->file, "/clast", v->path, value_type(v->type), v->count, v->bytes)) return;
  }
  if (!checkpoint_bounds_attributes(&r->columns, r->c, why)) hdf5_fail(r->file, "%s", why);
}

/* ---- columns ---- */

void reader_column(Reader *r, const Column *column, int64_t first)
{
  const size_t  size  = hdf5_row_size(&column->table);
  const int64_t chunk = min_int(CHUNK, max_int(1, column->n));
  char         *packed, why[CHECKPOINT_BOUNDS_WHY];

  if (hdf5_failed(r->file)) return;
  packed = memory_room(NULL, size * (size_t)chunk);
  for (int64_t at = 0; at < column->n && !hdf5_failed(r->file); at += chunk) {
    const int64_t n = min_int(chunk, column->n - at);

    if (!hdf5_read(r->file, &column->table, first + at, n, packed)) break;
    if (!checkpoint_bounds_values(column, first + at, n, packed, why))
      hdf5_fail(r->file, "%s", why);
    column_unpack(column, at, n, packed);
  }
  free(packed);
}

/* Rows that a column must have in the file. */
static int64_t rows_of(const Reader *r, const Column *column)
{
  if (column->rows == ROWS_CONTACTS) return r->n_contacts[column->list];
  return column->rows == ROWS_COMMON ? column->n : r->n_rows[column->rows];
}

PetscInt reader_lengths(Reader *r)
{
  const PetscInt from = r->checked;

  for (; r->checked < r->columns.n; r->checked++) {
    const Column *column = &r->columns.list[r->checked];
    const int64_t n = hdf5_rows(r->file, &column->table), total = rows_of(r, column);

    if (n >= 0 && n != total)
      hdf5_fail(r->file, "%s: %lld rows, not %lld as the other tables of this group",
                column->table.path, (long long)n, (long long)total);
  }
  return from;
}

/* Read all rows of the common columns that were added since the last call. */
static void commons_read(Reader *r)
{
  for (PetscInt k = reader_lengths(r); k < r->columns.n; k++)
    reader_column(r, &r->columns.list[k], 0);
}

int64_t reader_count(Reader *r, const char *path, Hdf5Type type, int width)
{
  Hdf5Table table = {.type = type, .width = width};
  int64_t   n;

  snprintf(table.path, sizeof table.path, "%s", path);
  n = hdf5_rows(r->file, &table);
  return n > 0 ? n : 0;
}

/* Number of rows of a common table, which every rank holds whole. */
static int count_common(Reader *r, const char *path, Hdf5Type type, int width)
{
  const int64_t n = reader_count(r, path, type, width);

  if (n > PETSC_MPI_INT_MAX / 2) hdf5_fail(r->file, "%s: %lld rows", path, (long long)n);
  return hdf5_failed(r->file) ? 0 : (int)n;
}

/* ---- data that every rank holds whole ---- */

static void materials_read(Reader *r)
{
  Materials *materials;

  array_create(&r->c->materials, sizeof *r->c->materials, 1);
  materials    = r->c->materials;
  materials->n = count_common(r, "/clast/materials/name", HDF5_TEXT, NAME_LENGTH);
  array_create(&materials->list, sizeof *materials->list, materials->n);
  columns_add_common(&r->columns, r->c, COMMON_MATERIALS);
  commons_read(r);
}

/* Read the groups; files of version 1.0 have none. */
static void groups_read(Reader *r)
{
  Groups *groups = &r->c->groups;

  if (!hdf5_has(r->file, "/clast/groups")) return;
  groups->n = count_common(r, "/clast/groups/slot", HDF5_TEXT, GROUP_LENGTH);
  if (groups->n > GROUPS_MOST)
    hdf5_fail(r->file, "/clast/groups: %d groups, more than %d", groups->n, GROUPS_MOST);
  if (hdf5_failed(r->file)) groups->n = 0;
  columns_add_common(&r->columns, r->c, COMMON_GROUPS);
  commons_read(r);
  if (!hdf5_failed(r->file) && !groups_are_sound(groups))
    hdf5_fail(r->file, "/clast/groups: invalid or repeated names");
}

/* True if the file has values of pebbles of this quantity. The same on all ranks. */
static bool has_parts(const Reader *r, int q)
{
  char path[HDF5_PATH], name[NAME_LENGTH];

  if (!quantities[q]->of_pebbles) return false;
  column_of_parts(q, name);
  snprintf(path, sizeof path, "/clast/templates/%s", name);
  return hdf5_has(r->file, path);
}

static void pebbles_read(Reader *r)
{
  int64_t sum = 0;
  char    why[CHECKPOINT_BOUNDS_WHY];

  for (int t = 0; t < r->c->templates->n && !hdf5_failed(r->file); t++) {
    const int n = r->c->templates->list[t].n;

    if (n < 1) hdf5_fail(r->file, "/clast/templates/pebbles: template %d has %d pebbles", t, n);
    sum += n;
  }
  r->columns.n_pebbles = count_common(r, "/clast/templates/pebble_radius", HDF5_REAL, 0);
  if (sum != r->columns.n_pebbles)
    hdf5_fail(r->file, "/clast/templates: the numbers of pebbles of the templates do not sum to "
                       "the rows of pebble_radius");
  if (hdf5_failed(r->file)) r->columns.n_pebbles = 0;
  array_create(&r->columns.pebbles, sizeof *r->columns.pebbles, r->columns.n_pebbles);
  columns_add_common(&r->columns, r->c, COMMON_PEBBLES);
  if (hdf5_has(r->file, "/clast/templates/pebble_group"))
    columns_add_common(&r->columns, r->c, COMMON_PEBBLE_GROUPS); /* since 1.1 */
  if (hdf5_has(r->file, "/clast/templates/pebble_role"))
    columns_add_common(&r->columns, r->c, COMMON_PEBBLE_ROLES); /* since 1.4 */
  for (int q = 0; q < QUANTITIES; q++)
    if (has_parts(r, q)) columns_add_pebble_parts(&r->columns, r->c, q);
  commons_read(r);
  if (!hdf5_failed(r->file) && !checkpoint_bounds_templates(r->c, r->columns.pebbles, why))
    hdf5_fail(r->file, "%s", why);
}

/* parts: quantities of pebbles that the file has, as bits. */
static void template_fill(Template *t, const SavedPebble *pebbles, unsigned parts)
{
  template_create(t);
  for (int i = 0; i < t->n; i++)
    if (pebbles[i].role != PEBBLE_BALL && !t->role) template_create_roles(t);
  for (int q = 0; parts >> q; q++) {
    if (!(parts >> q & 1)) continue;
    array_create(&t->part[q], sizeof *t->part[q], t->n);
    for (int i = 0; i < t->n; i++) t->part[q][i].value = pebbles[i].part[q];
  }
  for (int i = 0; i < t->n; i++) {
    t->offset[i]   = pebbles[i].offset;
    t->radius[i]   = pebbles[i].radius;
    t->material[i] = pebbles[i].material;
    t->group[i]    = pebbles[i].group;
    if (t->role) t->role[i] = (uint8_t)pebbles[i].role;
  }
  template_derive(t);
}

static void templates_read(Reader *r)
{
  Templates *templates;
  unsigned   parts = 0;
  int64_t    k     = 0;

  for (int q = 0; q < QUANTITIES; q++) parts |= (unsigned)has_parts(r, q) << q;
  array_create(&r->c->templates, sizeof *r->c->templates, 1);
  templates            = r->c->templates;
  templates->dimension = r->c->domain.dimension;
  templates->n         = templates->capacity =
    count_common(r, "/clast/templates/name", HDF5_TEXT, NAME_LENGTH);
  array_create(&templates->list, sizeof *templates->list, templates->n);
  columns_add_common(&r->columns, r->c, COMMON_TEMPLATES);
  if (r->version[1] < 1) r->columns.n--; /* files of version 1.0 have no centre_error: it stays 0 */
  if (hdf5_has(r->file, "/clast/templates/density"))
    columns_add_common(&r->columns, r->c, COMMON_ORDERS); /* since 1.1 */
  commons_read(r);
  pebbles_read(r);
  for (int t = 0; t < templates->n && !hdf5_failed(r->file); t++) {
    template_fill(&templates->list[t], &r->columns.pebbles[k], parts);
    k += templates->list[t].n;
  }
}

/* ---- state of further parts ---- */

/* Type of a dataset of state. Returns false if state has no such type. */
static bool type_of(Reader *r, const char *path, StateType *type)
{
  Hdf5Type stored;
  int      text;

  if (!hdf5_type(r->file, path, &stored, &text)) return false;
  for (StateType t = STATE_REAL; t < STATE_TEXT; t++) {
    *type = t;
    if (value_type(t) == stored) return true;
  }
  return false;
}

/* Read one dataset, with the type and length that it has in the file. */
static void value_read(Reader *r, const char *path)
{
  StateType type = STATE_REAL;
  int       n;

  if (!type_of(r, path, &type)) hdf5_fail(r->file, "%s: has a type that no state has", path);
  n = count_common(r, path, value_type(type), 0);
  if (n > STATE_MOST) hdf5_fail(r->file, "%s: %d numbers", path, n);
  if (hdf5_failed(r->file)) return;
  columns_add_value(&r->columns, state_add(&r->c->state, path, type, n));
  commons_read(r);
}

/* Read all datasets of a folder; depth: levels of folders between it and them. */
static void folder_read(Reader *r, const char *folder, int depth)
{
  char *names, path[STATE_PATH];
  int   n;

  hdf5_names(r->file, folder, MEMBERS_MOST, 2 * NAME_LENGTH, &n, &names);
  for (int i = 0; i < n && !hdf5_failed(r->file); i++) {
    const char *name = names + (size_t)i * 2 * NAME_LENGTH;

    if (!state_may_be_called(name) ||
        snprintf(path, STATE_PATH, "%s/%s", folder, name) >= STATE_PATH)
      hdf5_fail(r->file, "%s: has a member with an invalid name", folder);
    else if (depth > 0) folder_read(r, path, depth - 1);
    else value_read(r, path);
  }
  array_free(&names);
}

static void scenario_read(Reader *r)
{
  Hdf5Type type;
  int      width;

  if (!hdf5_has(r->file, "/clast/scenario")) return;
  if (!hdf5_type(r->file, "/clast/scenario", &type, &width) || type != HDF5_TEXT)
    hdf5_fail(r->file, "/clast/scenario: not a text");
  if (count_common(r, "/clast/scenario", HDF5_TEXT, width) != 1)
    hdf5_fail(r->file, "/clast/scenario: not one text");
  if (hdf5_failed(r->file)) return;
  array_create(&r->c->scenario, 1, width);
  columns_add_scenario(&r->columns, r->c->scenario, (size_t)width);
  commons_read(r);
}

/* ---- the whole file ---- */

static PetscErrorCode digests_check(Reader *r, uint64_t *state)
{
  uint64_t stored;

  PetscFunctionBeginUser;
  columns_digest(&r->columns, r->c, ROWS_COMMON, 0);
  PetscCall(columns_reduce(r->par, &r->columns, state));
  for (PetscInt k = 0; k < r->columns.n; k++) {
    const Column *column = &r->columns.list[k];

    if (!hdf5_get(r->file, column->table.path, "digest", HDF5_BITS, 0, &stored)) break;
    if (stored != column->digest)
      hdf5_fail(r->file, "%s: damaged (its digest differs from the stored one)",
                column->table.path);
  }
  /* not checked for later minor versions, whose state may have tables unknown to this program */
  if (hdf5_get(r->file, "/clast", "digest_state", HDF5_BITS, 0, &stored) && stored != *state &&
      r->version[1] <= CHECKPOINT_MINOR)
    hdf5_fail(r->file, "/clast: damaged (the digest of all state differs from the stored one)");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode file_read(Reader *r, uint64_t *state)
{
  PetscFunctionBeginUser;
  version_check(r);
  attributes_read(r);
  PetscCall(hdf5_agree(r->file));
  if (hdf5_failed(r->file)) PetscFunctionReturn(PETSC_SUCCESS);
  materials_read(r);
  groups_read(r);
  templates_read(r);
  folder_read(r, EXTRAS_FOLDER, 0);
  folder_read(r, STATE_FOLDER, 2); /* since 1.3 */
  scenario_read(r);
  PetscCall(reader_rows(r));
  PetscCall(hdf5_agree(r->file));
  if (hdf5_failed(r->file)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(digests_check(r, state));
  if (r->keep) PetscCall(reader_ids(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void summarize(const Reader *r, uint64_t state, CheckpointSummary *summary)
{
  *summary = (CheckpointSummary){.step      = r->c->clock.step,
                                 .time      = clock_time(&r->c->clock),
                                 .n_clumps  = r->n_rows[ROWS_CLUMPS],
                                 .n_waiting = r->n_rows[ROWS_WAITING],
                                 .digest    = state,
                                 .n         = (int)r->columns.n};
  for (int g = 0; g < r->c->contacts->n; g++) summary->n_contacts += r->n_contacts[g];
  array_create(&summary->list, sizeof *summary->list, r->columns.n);
  for (PetscInt k = 0; k < r->columns.n; k++) {
    const Column    *column = &r->columns.list[k];
    CheckpointTable *table  = &summary->list[k];

    *table = (CheckpointTable){
      .width = column->table.width, .state = column->state, .digest = column->digest};
    snprintf(table->path, sizeof table->path, "%s", column->table.path);
    table->rows = rows_of(r, column);
  }
}

static PetscErrorCode read_or_check(const Parallel *par, const char *path, bool keep, Checkpoint *c,
                                    CheckpointSummary *summary, bool *good, char *why)
{
  Reader   r     = {.par = par, .c = c, .keep = keep};
  uint64_t state = 0;

  PetscFunctionBeginUser;
  memset(c, 0, sizeof *c);
  for (int k = 0; k < LINK_KINDS; k++) c->links[k].kind = link_kinds[k];
  hdf5_open(par, path, true, &r.file);
  PetscCall(hdf5_agree(r.file));
  if (!hdf5_failed(r.file)) PetscCall(file_read(&r, &state));
  PetscCall(hdf5_close(&r.file, good, why));
  if (*good && summary) summarize(&r, state, summary);
  columns_free(&r.columns);
  array_free(&r.n_contacts);
  if (!*good || !keep) checkpoint_free(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_read(const Parallel *par, const char *path, Checkpoint *checkpoint,
                               bool *good, char *why)
{
  return read_or_check(par, path, true, checkpoint, NULL, good, why);
}

PetscErrorCode checkpoint_check(const Parallel *par, const char *path, CheckpointSummary *summary,
                                bool *good, char *why)
{
  Checkpoint scratch;

  return read_or_check(par, path, false, &scratch, summary, good, why);
}

void checkpoint_free(Checkpoint *c)
{
  if (c->materials) array_free(&c->materials->list);
  array_free(&c->materials);
  if (c->templates) templates_free(c->templates);
  array_free(&c->templates);
  if (c->contacts) records_free(c->contacts);
  array_free(&c->contacts);
  for (int k = 0; k < LINK_KINDS; k++) link_set_free(&c->links[k]);
  clumps_destroy(&c->clumps);
  waiting_destroy(&c->waiting);
  state_free(&c->state);
  array_free(&c->scenario);
}
