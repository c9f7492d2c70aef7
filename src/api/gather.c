/* SPDX-License-Identifier: MIT */
/* Columns of all ranks in one order. A row travels as a record: its key, then its value. */
#include "api/look.h"
#include "base/mail.h"

typedef struct {
  const char  *table, *column;
  int          root; /* -1: all ranks */
  clast_array *array;
} Gather;

/* Values of a column that were gathered, kept until the state changes or it is gathered again. */
struct Gathered {
  Gathered    *next;
  int64_t      changes; /* of the state, then */
  const Table *table;
  char        *column, *values;
};

void gathered_free(clast *self)
{
  while (self->gathered) {
    Gathered *first = self->gathered;

    self->gathered = first->next;
    array_free(&first->values);
    free(first->column);
    free(first);
  }
}

/* The place for values of this column. */
static Gathered *place_for(clast *self, const Table *table, const char *column)
{
  Gathered *place;

  if (self->gathered && self->gathered->changes != self->changes) gathered_free(self);
  for (place = self->gathered; place; place = place->next)
    if (place->table == table && strcmp(place->column, column) == 0) return place;
  place          = memory_zero(1, sizeof *place);
  place->next    = self->gathered;
  place->changes = self->changes;
  place->table   = table;
  self->gathered = place;
  place->column  = text_copy(column, strlen(column));
  return place;
}

static size_t item_size(const clast_array *a)
{
  return (size_t)a->components * type_size(a->type);
}

/* Bytes of a record: keys have 64-bit numbers. */
static size_t record_size(const clast_array *a, const RowKeys *keys)
{
  return keys->size + (item_size(a) + 7) / 8 * 8;
}

/* Records of this rank's rows, to be freed with array_free. */
static char *records_of(const clast_array *a, const RowKeys *keys)
{
  const size_t size = record_size(a, keys);
  char        *records;

  array_create(&records, size, (size_t)a->n + 1);
  for (int64_t i = 0; i < a->n; i++) {
    char *to = records + (size_t)i * size;

    memcpy(to, (const char *)keys->first + i * keys->stride, keys->size);
    memcpy(to + keys->size, (const char *)a->data + i * a->stride, item_size(a));
  }
  return records;
}

/* Send n records to one rank; *all: those of all ranks there, *n their number. Collective. */
static PetscErrorCode send_to(const Parallel *par, int rank, size_t size, char *mine, int64_t *n,
                              char **all)
{
  Mail  *mail;
  size_t total = 0, bytes;
  char  *to;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  if (*n > 0) mail_post(mail, rank, mine, (size_t)*n * size);
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    (void)mail_message(mail, m, NULL, &bytes);
    total += bytes;
  }
  array_create(all, 1, total + 1);
  to = *all;
  for (int m = 0; m < mail_messages(mail); m++) {
    const char *message = mail_message(mail, m, NULL, &bytes);

    memcpy(to, message, bytes);
    to += bytes;
  }
  *n = (int64_t)(total / size);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep the values of n items, `stride` bytes apart, as the array. */
static void keep_values(Gathered *place, const char *from, int64_t n, int64_t stride,
                        clast_array *a)
{
  const size_t size = item_size(a);
  char        *values;

  array_create(&values, size, (size_t)n + 1);
  for (int64_t i = 0; i < n; i++) memcpy(values + (size_t)i * size, from + i * stride, size);
  array_free(&place->values);
  place->values = values;
  a->data       = n > 0 ? values : NULL;
  a->n          = n;
  a->stride     = (int64_t)size;
}

static PetscErrorCode gather_rows(const Parallel *par, const RowKeys *keys, int root,
                                  Gathered *place, clast_array *a)
{
  const size_t size = record_size(a, keys);
  int64_t      n    = a->n;
  char        *mine = records_of(a, keys), *all;

  PetscFunctionBeginUser;
  PetscCall(send_to(par, root < 0 ? 0 : root, size, mine, &n, &all));
  array_free(&mine);
  if (n > 1) qsort(all, (size_t)n, size, keys->compare);
  keep_values(place, all + keys->size, n, (int64_t)size, a);
  array_free(&all);
  if (root >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_bcast(par, &n, sizeof n, 0));
  if (par->rank > 0) {
    array_free(&place->values);
    array_create(&place->values, item_size(a), (size_t)n + 1);
  }
  PetscCall(parallel_bcast(par, place->values, (size_t)n * item_size(a), 0));
  a->n      = n;
  a->data   = n > 0 ? place->values : NULL;
  a->stride = (int64_t)item_size(a);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode gather(clast *self, void *arguments, clast_status *status)
{
  const Gather *g = arguments;
  const Table  *table;
  RowKeys       keys;

  PetscFunctionBeginUser;
  if (is_lacking(self, g->array, "the array", status)) PetscFunctionReturn(PETSC_SUCCESS);
  if (g->root < -1 || g->root >= self->sim->par.size) {
    text_add(&self->said,
             "clast_gather: root is %d; allowed: -1, for all ranks, or a rank, 0 to %d\n", g->root,
             self->sim->par.size - 1);
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(table_ready(self, g->table, g->column, &table, status));
  if (!table) PetscFunctionReturn(PETSC_SUCCESS);
  if (table->rows) {
    PetscCall(table->rows(self, g->column, g->array, &keys));
    PetscCall(
      gather_rows(&self->sim->par, &keys, g->root, place_for(self, table, g->column), g->array));
  } else {
    const bool here = g->root < 0 || g->root == self->sim->par.rank;

    PetscCall(table->look(self, g->column, g->array));
    keep_values(place_for(self, table, g->column), g->array->data, here ? g->array->n : 0,
                g->array->stride, g->array);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_gather(clast *self, const char *table, const char *column, int root,
                          clast_array *array)
{
  Gather g = {
    .table = name_given(table), .column = name_given(column), .root = root, .array = array};

  if (array) *array = (clast_array){.data = NULL};
  return on_whole(self, gather, &g);
}
