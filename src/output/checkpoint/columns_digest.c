/* SPDX-License-Identifier: MIT */
/* Digests of the columns of a checkpoint, and of all of its state. */
#include "output/checkpoint/columns.h"
#include "output/checkpoint/digest.h"

enum { CHUNK = 1 << 14 }; /* rows packed at a time */

static PetscErrorCode clump_keys(const Clumps *clumps, uint64_t **keys)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(keys, sizeof **keys, clumps->n_owned));
  for (PetscInt a = 0; a < clumps->n_owned; a++) (*keys)[a] = (uint64_t)clumps->id[a];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode contact_keys(const LawRecords *contacts, uint64_t **keys)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(keys, sizeof **keys, contacts->n));
  for (PetscInt k = 0; k < contacts->n; k++) {
    const ContactRecord *r      = &contacts->list[k];
    const int64_t        name[] = {r->a,       r->b,       r->member_a, r->member_b,
                                   r->image.x, r->image.y, r->image.z};

    (*keys)[k] = digest_key(7, name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode link_keys(const LinkSet *links, uint64_t **keys)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(keys, sizeof **keys, links->n));
  for (PetscInt k = 0; k < links->n; k++) {
    const Link   *l      = &links->list[k];
    const int64_t name[] = {l->a,       l->b,       l->member_a, l->member_b,
                            l->image.x, l->image.y, l->image.z,  l->object};

    (*keys)[k] = digest_key(8, name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keys of rows (output/checkpoint/digest.h), to be freed with array_free; NULL for common rows. */
static PetscErrorCode row_keys(const Checkpoint *c, RowKind rows, int list, uint64_t **keys)
{
  const int kind = rows_link_kind(rows);

  *keys = NULL;
  if (kind >= 0) return link_keys(&c->links[kind], keys);
  switch (rows) {
  case ROWS_CLUMPS: return clump_keys(c->clumps, keys);
  case ROWS_WAITING: return clump_keys(c->waiting->clumps, keys);
  case ROWS_CONTACTS: return contact_keys(&c->contacts->law[list], keys);
  default: return PETSC_SUCCESS;
  }
}

static PetscErrorCode digest_column(Column *column, const uint64_t *keys)
{
  const size_t  size  = hdf5_row_size(&column->table);
  const int64_t chunk = min_int(CHUNK, max_int(1, column->n));
  Hdf5Table     table = column->table;
  char         *packed;

  PetscFunctionBeginUser;
  memcpy(table.path, column->item, sizeof table.path);
  PetscCall(PetscMalloc1(size * (size_t)chunk, &packed));
  for (int64_t first = 0; first < column->n; first += chunk) {
    const int64_t n = min_int(chunk, column->n - first);

    column_pack(column, first, n, packed);
    column->digest += digest_rows(&table, n, keys ? keys + first : NULL, first, packed);
  }
  PetscCall(PetscFree(packed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_digest(Columns *columns, const Checkpoint *c, RowKind rows, int list)
{
  uint64_t *keys;

  PetscFunctionBeginUser;
  PetscCall(row_keys(c, rows, list, &keys));
  for (PetscInt k = 0; k < columns->n; k++)
    if (columns->list[k].rows == rows && columns->list[k].list == list)
      PetscCall(digest_column(&columns->list[k], keys));
  array_free(&keys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode columns_digest_all(Columns *columns, const Checkpoint *c)
{
  PetscFunctionBeginUser;
  for (RowKind rows = ROWS_CLUMPS; rows <= ROWS_COMMON; rows++) {
    const int lists = rows == ROWS_CONTACTS ? c->contacts->n : 1;

    for (int list = 0; list < lists; list++) PetscCall(columns_digest(columns, c, rows, list));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static uint64_t attribute_digest(const StateValue *v)
{
  const Hdf5Table table = {.type = value_type(v->type), .width = v->count};

  return digest_rows(&table, 1, NULL, 0, v->bytes);
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
    const StateValue *v = &columns->attributes.list[k];

    if (!v->derived) state += digest_item(v->path, attribute_digest(v));
  }
  return state;
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
  for (PetscInt k = 0; k < columns->n; k++) columns->list[k].digest = (uint64_t)sums[k];
  *state = state_digest(columns);
  PetscCall(PetscFree(sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}
