/* SPDX-License-Identifier: MIT */
/* Looks at the state, as columns of tables; the tables are in look_*.c. */
#include "api/look.h"

static const Table *const tables[] = {&clump_table, &pebble_table,    &contact_table,
                                      &link_table,  &wall_look_table, &total_table};
enum { TABLES = sizeof tables / sizeof *tables };

size_t type_size(clast_type type)
{
  static const size_t of[] = {[CLAST_REAL]  = sizeof(double),
                              [CLAST_INT32] = sizeof(int32_t),
                              [CLAST_INT64] = sizeof(int64_t),
                              [CLAST_BITS]  = sizeof(uint64_t),
                              [CLAST_TEXT]  = 1};

  return of[type];
}

/* ---- what looks have made ---- */

typedef struct {
  const Table *table;
  const char  *what;
  int64_t      n;
  void        *made;
} Made;

struct Looked {
  int64_t  changes; /* of the state, when they were made */
  PetscInt n, capacity;
  Made    *list;
};

static void forget(Looked *all)
{
  for (PetscInt k = 0; k < all->n; k++) array_free(&all->list[k].made);
  all->n = 0;
}

void looked_free(clast *self)
{
  gathered_free(self);
  if (!self->looked) return;
  forget(self->looked);
  array_free(&self->looked->list);
  array_free(&self->looked);
}

void *look_made(const clast *self, const Table *table, const char *what, int64_t *n)
{
  const Looked *all = self->looked;

  for (PetscInt k = 0; all && all->changes == self->changes && k < all->n; k++)
    if (all->list[k].table == table && strcmp(all->list[k].what, what) == 0) {
      *n = all->list[k].n;
      return all->list[k].made;
    }
  *n = 0;
  return NULL;
}

void look_keep(clast *self, const Table *table, const char *what, int64_t n, void *made)
{
  Looked *all = self->looked;

  if (!all) array_create(&self->looked, sizeof *self->looked, 1);
  all = self->looked;
  if (all->changes != self->changes) forget(all);
  all->changes = self->changes;
  array_reserve(&all->list, sizeof *all->list, all->n + 1, &all->capacity);
  all->list[all->n++] = (Made){table, what, n, made};
}

/* ---- tables ---- */

static const Table *table_find(const char *name)
{
  for (int k = 0; k < TABLES; k++)
    if (strcmp(tables[k]->name, name) == 0) return tables[k];
  return NULL;
}

const char *clast_column(const clast *self, const char *table, int k)
{
  const Table *found = table_find(name_given(table));

  return found && sim_of(self) && k >= 0 ? found->column(self, k) : NULL;
}

static bool has_column(const clast *self, const Table *table, const char *name)
{
  const char *column;

  for (int k = 0; (column = table->column(self, k)); k++)
    if (strcmp(column, name) == 0) return true;
  return false;
}

/* Say which tables, or columns of a table, there are. */
static void say_lacking(clast *self, const Table *table, const char *what, const char *name)
{
  const char *column;

  text_add(&self->said, "there is no %s '%s'; there are:", what, name);
  for (int k = 0; !table && k < TABLES; k++) text_add(&self->said, " %s", tables[k]->name);
  for (int k = 0; table && (column = table->column(self, k)); k++)
    text_add(&self->said, " %s", column);
  text_add(&self->said, "\n");
}

PetscErrorCode table_ready(clast *self, const char *name, const char *column, const Table **found,
                           clast_status *status)
{
  const Table *table = table_find(name);

  PetscFunctionBeginUser;
  *found = NULL;
  if (!table || !has_column(self, table, column)) {
    say_lacking(self, table, table ? "column" : "table", table ? column : name);
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!table->needs_loads || table->needs_loads(self, column)) PetscCall(run_begin_once(self));
  if (self->run.end == RUN_BROKEN) *status = CLAST_STOPPED;
  else *found = table;
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  const char  *table, *column;
  clast_array *array;
} View;

static PetscErrorCode view(clast *self, void *arguments, clast_status *status)
{
  const View  *v = arguments;
  const Table *table;

  PetscFunctionBeginUser;
  if (is_lacking(self, v->array, "the array", status)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(table_ready(self, v->table, v->column, &table, status));
  if (table) PetscCall(table->look(self, v->column, v->array));
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_view(clast *self, const char *table, const char *column, clast_array *array)
{
  View v = {.table = name_given(table), .column = name_given(column), .array = array};

  if (array) *array = (clast_array){.data = NULL};
  return on_whole(self, view, &v);
}
