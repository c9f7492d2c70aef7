/* SPDX-License-Identifier: MIT */
/* The state, as columns of tables. */
#include "api/api.h"
#include "run/lists/lists.h"

typedef struct {
  const char  *column;
  clast_array *array;
} Looks;

/* A table. */
typedef struct {
  const char *name;
  /* Name of column k; NULL: there are no more. */
  const char *(*column)(const clast *self, int k);
  /* Set the array, of a column that the table has. Collective. */
  PetscErrorCode (*look)(clast *self, const Looks *looks);
  /* True if the column is known before the first evaluation; NULL: none is. */
  bool (*given)(const clast *self, const char *column);
} Table;

/* ---- clumps ---- */

static const char *clump_column(const clast *self, int k)
{
  const Field *fields = self->sim->matter.clumps->fields;

  for (int i = 0; i < k && fields[0].name; i++) fields++;
  return fields[0].name;
}

static clast_type type_of(FieldType type)
{
  static const clast_type of[] = {
    [FIELD_REAL] = CLAST_REAL,   [FIELD_VEC3] = CLAST_REAL,   [FIELD_QUAT] = CLAST_REAL,
    [FIELD_INT32] = CLAST_INT32, [FIELD_IMAGE] = CLAST_INT32, [FIELD_ID] = CLAST_INT64,
    [FIELD_BITS] = CLAST_BITS};

  return of[type];
}

/* True if clumps have it from the scenario, without an evaluation. */
static bool clump_has(const clast *self, const char *column)
{
  const Field   *f    = field_find(self->sim->matter.clumps->fields, column);
  const unsigned uses = USE_ANCHORS | USE_BOND_IDS | ((1u << QUANTITIES) - 1);

  return f && f->travels & SAVED && !(f->travels & SUMMED) && (f->use == 0 || f->use & uses) &&
         strcmp(column, "force") != 0 && strcmp(column, "torque") != 0;
}

static PetscErrorCode look_at_clumps(clast *self, const Looks *looks)
{
  const Clumps *c;
  const Field  *field;

  PetscFunctionBeginUser;
  PetscCall(sim_clear_out(self->sim));
  sim_complete(self->sim);
  c             = self->sim->matter.clumps;
  field         = field_find(c->fields, looks->column);
  *looks->array = (clast_array){.data       = c->n_owned > 0 ? field_item(field, c, 0) : NULL,
                                .n          = c->n_owned,
                                .components = field_components(field),
                                .type       = type_of(field->type),
                                .stride     = (int64_t)field_stride(field),
                                .unit       = field->unit};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- totals ---- */

/* Index of a total in TotalValues, and its column; -1: it is none of this run. */
static int total_find(const clast *self, const char *name, int number, TotalColumn *column)
{
  const ContactScene scene    = sim_scene(self->sim);
  const Measured     measured = sim_measured(self->sim, &scene);

  for (int k = 0; totals_column(k, column); k++) {
    if (!total_is_used(column, &measured)) continue;
    if (name ? strcmp(column->name, name) == 0 : number-- == 0) return k;
  }
  return -1;
}

static const char *total_column(const clast *self, int k)
{
  TotalColumn *column = (TotalColumn *)&self->column; /* where the name is kept */

  return total_find(self, NULL, k, column) >= 0 ? column->name : NULL;
}

static PetscErrorCode look_at_totals(clast *self, const Looks *looks)
{
  const int k = total_find(self, looks->column, 0, &self->column);

  PetscFunctionBeginUser;
  PetscCall(totals_now(sim_world(self->sim), &self->totals));
  *looks->array = (clast_array){.data       = &self->totals.value[k],
                                .n          = 1,
                                .components = 1,
                                .type       = CLAST_REAL,
                                .stride     = sizeof(double),
                                .unit       = self->column.unit ? self->column.unit : ""};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tables ---- */

static const Table tables[] = {
  {"clumps", clump_column, look_at_clumps, clump_has},
  {"totals", total_column, look_at_totals, NULL},
};
enum { TABLES = sizeof tables / sizeof *tables };

static const Table *table_find(const char *name)
{
  for (int k = 0; k < TABLES; k++)
    if (strcmp(tables[k].name, name) == 0) return &tables[k];
  return NULL;
}

const char *clast_column(const clast *self, const char *table, int k)
{
  const Table *found = table_find(table);

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
  for (int k = 0; !table && k < TABLES; k++) text_add(&self->said, " %s", tables[k].name);
  for (int k = 0; table && (column = table->column(self, k)); k++)
    text_add(&self->said, " %s", column);
  text_add(&self->said, "\n");
}

typedef struct {
  const char *table;
  Looks       looks;
} View;

static PetscErrorCode view(clast *self, void *arguments, clast_status *status)
{
  const View  *v     = arguments;
  const Table *table = table_find(v->table);
  const bool   known = table && has_column(self, table, v->looks.column);

  PetscFunctionBeginUser;
  if (!known || !table->given || !table->given(self, v->looks.column))
    PetscCall(run_begin_once(self));
  if (known) PetscCall(table->look(self, &v->looks));
  else {
    say_lacking(self, table, table ? "column" : "table", table ? v->looks.column : v->table);
    *status = CLAST_MISTAKES;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_view(clast *self, const char *table, const char *column, clast_array *array)
{
  View v = {.table = table, .looks = {.column = column, .array = array}};

  *array = (clast_array){.data = NULL};
  return on_whole(self, view, &v);
}
