/* SPDX-License-Identifier: MIT */
/* Digests of rows, of the columns of a checkpoint, and of all of its state. */
#include "base/random.h"
#include "output/checkpoint/columns.h"

/* ---- rows: one mixing step per number ---- */

#define GOLDEN 0x9e3779b97f4a7c15ULL

static uint64_t stir(uint64_t hash, uint64_t word)
{
  return mix_bits((hash ^ word) + GOLDEN);
}

static uint64_t name_hash(const char *name)
{
  uint64_t hash = GOLDEN;

  for (const char *c = name; *c; c++) hash = stir(hash, (unsigned char)*c);
  return hash;
}

uint64_t digest_key(int n, const int64_t *values)
{
  uint64_t hash = GOLDEN;

  for (int i = 0; i < n; i++) hash = stir(hash, (uint64_t)values[i]);
  return hash;
}

uint64_t digest_item(const char *name, uint64_t digest)
{
  return stir(name_hash(name), digest);
}

uint64_t digest_rows(const Hdf5Table *table, int64_t n, const uint64_t *keys, int64_t first,
                     const void *rows)
{
  const size_t   size  = hdf5_row_size(table);
  const uint64_t name  = name_hash(table->path);
  const int      width = table->width > 0 ? table->width : 1;
  uint64_t       sum   = 0;

  for (int64_t i = 0; i < n; i++) {
    const char *row  = (const char *)rows + size * (size_t)i;
    uint64_t    hash = stir(name, keys ? keys[i] : (uint64_t)(first + i));

    for (int k = 0; k < width; k++) hash = stir(hash, row_word(table->type, row, k));
    sum += hash;
  }
  return sum;
}

/* ---- columns ---- */

enum { CHUNK = 1 << 14 }; /* rows packed at a time */

int64_t rows_count(const Checkpoint *c, RowKind rows, int list)
{
  const int kind = rows_link_kind(rows);

  if (kind >= 0) return c->links[kind].n;
  return rows == ROWS_CLUMPS    ? c->clumps->n_owned
         : rows == ROWS_WAITING ? c->waiting->clumps->n_owned
                                : c->contacts->law[list].n;
}

int row_key(const Checkpoint *c, RowKind rows, int list, int64_t i, int64_t key[ROW_KEYS])
{
  const int kind = rows_link_kind(rows);

  if (kind >= 0) {
    const Link   *l     = &c->links[kind].list[i];
    const int64_t all[] = {l->a,       l->b,       l->member_a, l->member_b,
                           l->image.x, l->image.y, l->image.z,  l->object};

    memcpy(key, all, sizeof all);
    return sizeof all / sizeof *all;
  }
  if (rows == ROWS_CONTACTS) {
    const ContactRecord *r     = &c->contacts->law[list].list[i];
    const int64_t        all[] = {r->a,       r->b,       r->member_a, r->member_b,
                                  r->image.x, r->image.y, r->image.z};

    memcpy(key, all, sizeof all);
    return sizeof all / sizeof *all;
  }
  key[0] = (rows == ROWS_CLUMPS ? c->clumps : c->waiting->clumps)->id[i];
  return 1;
}

static void digest_column(Column *column, const uint64_t *keys)
{
  const size_t  size  = hdf5_row_size(&column->table);
  const int64_t chunk = min_int(CHUNK, max_int(1, column->n));
  Hdf5Table     table = column->table;
  char         *packed;

  memcpy(table.path, column->item, sizeof table.path);
  array_create(&packed, sizeof *packed, size * (size_t)chunk);
  for (int64_t first = 0; first < column->n; first += chunk) {
    const int64_t n = min_int(chunk, column->n - first);

    column_pack(column, first, n, packed);
    column->digest += digest_rows(&table, n, keys ? keys + first : NULL, first, packed);
  }
  array_free(&packed);
}

void columns_digest(Columns *columns, const Checkpoint *c, RowKind rows, int list)
{
  const int64_t n    = rows == ROWS_COMMON ? 0 : rows_count(c, rows, list);
  uint64_t     *keys = NULL; /* NULL for common rows, whose key is the index */
  int64_t       key[ROW_KEYS];

  if (rows != ROWS_COMMON) array_create(&keys, sizeof *keys, n);
  for (int64_t i = 0; i < n; i++) {
    const int many = row_key(c, rows, list, i, key);

    keys[i] = many == 1 ? (uint64_t)key[0] : digest_key(many, key);
  }
  for (PetscInt k = 0; k < columns->n; k++)
    if (columns->list[k].rows == rows && columns->list[k].list == list)
      digest_column(&columns->list[k], keys);
  array_free(&keys);
}

void columns_digest_all(Columns *columns, const Checkpoint *c)
{
  for (RowKind rows = ROWS_CLUMPS; rows <= ROWS_COMMON; rows++) {
    const int lists = rows == ROWS_CONTACTS ? c->contacts->n : 1;

    for (int list = 0; list < lists; list++) columns_digest(columns, c, rows, list);
  }
}

/* Digest of the item of column k over all its tables; 0 and *first false: an earlier
   column has it. */
static uint64_t item_digest(const Columns *columns, PetscInt k, bool *first)
{
  const Column *c   = &columns->list[k];
  uint64_t      sum = 0;

  *first = true;
  for (PetscInt j = 0; c->rows == ROWS_CONTACTS && j < columns->n; j++) {
    if (strcmp(columns->list[j].item, c->item) != 0) continue;
    *first = *first && j >= k;
    sum += columns->list[j].digest;
  }
  return c->rows == ROWS_CONTACTS ? sum : c->digest;
}

/* Digest of all state, from the digests of the columns and the scalars. */
static uint64_t state_digest(const Columns *columns)
{
  uint64_t state = 0;

  for (PetscInt k = 0; k < columns->n; k++) {
    bool           first;
    const uint64_t digest = item_digest(columns, k, &first);

    if (columns->list[k].state && first) state += digest_item(columns->list[k].item, digest);
  }
  for (int k = 0; k < columns->attributes.n; k++) {
    const StateValue *v     = &columns->attributes.list[k];
    const Hdf5Table   table = {.type = value_type(v->type), .width = v->count};

    if (!v->derived) state += digest_item(v->path, digest_rows(&table, 1, NULL, 0, v->bytes));
  }
  return state;
}

PetscErrorCode columns_reduce(const Parallel *par, Columns *columns, uint64_t *state)
{
  int64_t *sums;

  PetscFunctionBeginUser;
  array_create(&sums, sizeof *sums, columns->n);
  for (PetscInt k = 0; k < columns->n; k++) {
    const Column *c = &columns->list[k];

    sums[k] = c->rows == ROWS_COMMON && par->rank > 0 ? 0 : (int64_t)c->digest;
  }
  PetscCall(parallel_sum_int(par, sums, (int)columns->n));
  for (PetscInt k = 0; k < columns->n; k++) columns->list[k].digest = (uint64_t)sums[k];
  *state = state_digest(columns);
  array_free(&sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}
