/* SPDX-License-Identifier: MIT */
/* Columns of a checkpoint are in its digest and come back from the file. */
#include "columns_state.h"

static uint64_t digest_of(const Parallel *par, const Checkpoint *c, Columns *columns)
{
  uint64_t digest;

  for (PetscInt k = 0; k < columns->n; k++) columns->list[k].digest = 0;
  columns_digest_all(columns, c);
  CALL(columns_reduce(par, columns, &digest));
  return digest;
}

/* Flip a bit, of a text in the first byte, of numbers in the last byte but one: the digest must
   change, unless the value is not part of the state. */
static void check_noticed(const Parallel *par, const Checkpoint *c, Columns *columns,
                          const char *name, const Hdf5Table *table, char *value)
{
  const uint64_t before = digest_of(par, c, columns);
  uint64_t       after;
  char *const    byte = value + (table->type == HDF5_TEXT ? 0 : hdf5_row_size(table) - 2);

  *byte ^= 1;
  after = digest_of(par, c, columns);
  *byte ^= 1;
  if ((after == before) != is_beside(name))
    test_fail(__FILE__, __LINE__, "%s: another bit makes %s digest", name,
              after == before ? "the same" : "another");
}

static void everything_is_in_the_digest(const Parallel *par)
{
  Checkpoint c = made_state();
  Columns    columns;

  columns_create(&c, &columns);
  CHECK(columns.n > 50 && columns.attributes.n > 20);
  for (PetscInt k = 0; k < columns.n; k++) {
    const Column *column = &columns.list[k];

    CHECK(column->n > 0);
    CHECK(column->state != is_beside(column->table.path));
    check_noticed(par, &c, &columns, column->table.path, &column->table, column->base);
    check_noticed(par, &c, &columns, column->table.path, &column->table,
                  column->base + column->stride * (size_t)(column->n - 1));
  }
  for (int k = 0; k < columns.attributes.n; k++) {
    const StateValue *v     = &columns.attributes.list[k];
    const Hdf5Table   table = {.type = value_type(v->type), .width = v->count};

    CHECK(v->derived == is_beside(v->path));
    check_noticed(par, &c, &columns, v->path, &table, v->bytes);
  }
  columns_free(&columns);
  checkpoint_free(&c);
  test_end("first and last rows of every table, and every number, are in the digest");
}

/* Exchange the memories of two contacts whose keys differ in one number. */
static void contacts_are_told_apart(const Parallel *par)
{
  for (int k = 0; k < 7; k++) {
    Checkpoint     c        = made_state();
    ContactRecord *pair     = c.contacts->law[0].list;
    double        *memory[] = {record_memory(&c.contacts->law[0], 0),
                               record_memory(&c.contacts->law[0], 1)};
    double         kept;
    uint64_t       before, after;

    pair[1] = pair[0];
    memcpy(memory[1], memory[0], (size_t)c.contacts->law[0].columns * sizeof(double));
    memory[1][0] = memory[0][0] + 1;
    if (k < 2) *(k == 0 ? &pair[1].a : &pair[1].b) += 1;
    else if (k < 4) *(k == 2 ? &pair[1].member_a : &pair[1].member_b) += 1;
    else *(k == 4 ? &pair[1].image.x : k == 5 ? &pair[1].image.y : &pair[1].image.z) += 1;
    CALL(checkpoint_digest(par, &c, &before));
    kept         = memory[0][0];
    memory[0][0] = memory[1][0];
    memory[1][0] = kept;
    CALL(checkpoint_digest(par, &c, &after));
    if (before == after)
      test_fail(__FILE__, __LINE__, "number %d of a contact's name is not in its key", k);
    checkpoint_free(&c);
  }
  test_end("contacts that differ by one number of their name are told apart");
}

static char *packed_rows(const Column *column)
{
  char *rows = malloc(hdf5_row_size(&column->table) * (size_t)column->n + 1);

  column_pack(column, 0, column->n, rows);
  return rows;
}

static const Column *find_column(const Columns *columns, const char *path)
{
  for (PetscInt k = 0; k < columns->n; k++)
    if (strcmp(columns->list[k].table.path, path) == 0) return &columns->list[k];
  return NULL;
}

/* Check that the tables of `before` are in `after` with the same bits. */
static void compare_columns(const Columns *before, const Columns *after)
{
  CHECK_INT(after->n, before->n);
  for (PetscInt k = 0; k < before->n; k++) {
    const Column *p = &before->list[k], *q = find_column(after, p->table.path);
    char         *rows, *others;

    if (!q || q->n != p->n || hdf5_row_size(&q->table) != hdf5_row_size(&p->table)) {
      test_fail(__FILE__, __LINE__, "%s: not as it was", p->table.path);
      continue;
    }
    rows   = packed_rows(p);
    others = packed_rows(q);
    if (memcmp(rows, others, hdf5_row_size(&p->table) * (size_t)p->n) != 0)
      test_fail(__FILE__, __LINE__, "%s: other rows", p->table.path);
    free(rows);
    free(others);
  }
}

static void compare_attributes(const Columns *before, const Columns *after)
{
  CHECK_INT(after->attributes.n, before->attributes.n);
  for (int k = 0; k < before->attributes.n; k++) {
    const StateValue *p = &before->attributes.list[k], *q = &after->attributes.list[k];

    CHECK_TEXT(q->path, p->path);
    if (memcmp(p->bytes, q->bytes, state_value_size(p)) != 0)
      test_fail(__FILE__, __LINE__, "%s: another value", p->path);
  }
}

static void everything_comes_back(const Parallel *par)
{
  Checkpoint made = made_state(), c;
  Columns    before, after;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY] = "";
  bool       good = false;

  if (write_state(par, &made, path)) CALL(checkpoint_read(par, path, &c, &good, why));
  CHECK_TEXT(why, "");
  CHECK(good);
  if (good) {
    columns_create(&made, &before);
    columns_create(&c, &after);
    compare_columns(&before, &after);
    compare_attributes(&before, &after);
    columns_free(&before);
    columns_free(&after);
    checkpoint_free(&c);
  }
  checkpoint_free(&made);
  test_end("every row of every table, and every number, is read as it was written");
}

TESTS(.ranks = {1})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  everything_is_in_the_digest(&par);
  contacts_are_told_apart(&par);
  everything_comes_back(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
