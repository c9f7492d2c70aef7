/* SPDX-License-Identifier: MIT */
/* Clumps from a CSV, one in each row, with templates of the scenario. */
#include "base/bounds.h"
#include "matter/group.h"
#include "options/attitude.h"
#include "supply/population/columns.h"
#include "supply/population/population_internal.h"
#include "supply/population/template_read.h"

enum {
  COLUMN_TEMPLATE,
  COLUMN_X,
  COLUMN_QW = COLUMN_X + 3,
  COLUMN_VX = COLUMN_QW + CSV_ATTITUDE,
  COLUMN_WX = COLUMN_VX + 3,
  COLUMN_ID = COLUMN_WX + 3,
  COLUMN_SCALE,
  COLUMN_DENSITY,
  COLUMN_GROUP,
  COLUMN_BLOCKED,
  COLUMN_FIELDS /* the columns of LISTED fields */
};

/* clang-format off */
static const CsvColumn clump_columns[] = {
  {.name = "template", .type = CSV_WORD, .flags = CSV_REQUIRED},
  COLUMNS_PLACE,
  CSV_ATTITUDE_COLUMNS(1), /* and 2 */
  COLUMNS_VELOCITY(3),
  COLUMNS_SPIN(4),
  {.name = "id", .type = CSV_ID},
  {.name = "scale", .type = CSV_REAL, .flags = CSV_POSITIVE, .lo = SCALE_LEAST, .hi = SCALE_MOST},
  {.name = "density", .type = CSV_REAL, .flags = CSV_POSITIVE | CSV_EMPTY, .unit = "kg/m^3",
   .lo = DENSITY_LEAST, .hi = DENSITY_MOST},
  {.name = "group", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "blocked", .type = CSV_WORD, .flags = CSV_EMPTY},
  {0},
};
/* clang-format on */

/* Templates of the scenario, in the order of its list. */
typedef struct {
  int *template; /* index in Templates; -1: it was wrong, as reported before */
  int *of_row;   /* [csv.n] index in the scenario's list */
  bool whole;    /* none of them was wrong */
} Shapes;

/* The columns of clumps: those above, and a column for every field marked LISTED. */
static void list_columns(CsvColumn columns[CSV_MOST_COLUMNS + 1])
{
  int   n = COLUMN_FIELDS;
  Field f;

  memcpy(columns, clump_columns, n * sizeof *columns);
  for (int k = 0; clump_field(k, &f) && n < CSV_MOST_COLUMNS; k++)
    if (f.travels & LISTED)
      columns[n++] = (CsvColumn){.name  = f.name,
                                 .type  = CSV_REAL,
                                 .unit  = f.unit,
                                 .flags = f.type == FIELD_REAL ? 0 : CSV_WHOLE,
                                 .lo    = f.lo,
                                 .hi    = f.hi};
  columns[n] = (CsvColumn){0};
}

/* The LISTED fields for which the file has a column. */
typedef struct {
  int          n, column[CSV_MOST_COLUMNS];
  const Field *field[CSV_MOST_COLUMNS]; /* of the clumps */
} Listed;

/* Give the clumps these fields. */
static PetscErrorCode listed_use(const Csv *csv, Clumps *c, Listed *listed)
{
  Field    field[CSV_MOST_COLUMNS], f;
  unsigned uses = 0; /* Field.use */

  PetscFunctionBeginUser;
  listed->n = 0;
  for (int k = 0, column = COLUMN_FIELDS; clump_field(k, &f); k++) {
    if (!(f.travels & LISTED) || !csv->has[column++]) continue;
    uses |= f.use;
    field[listed->n]            = f;
    listed->column[listed->n++] = column - 1;
  }
  PetscCall(clumps_use(c, uses));
  for (int k = 0; k < listed->n; k++) listed->field[k] = field_find(c->fields, field[k].name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void fields_set(const Csv *csv, PetscInt i, const Listed *listed, Clumps *c, PetscInt row)
{
  for (int k = 0; k < listed->n; k++) {
    const Field  *f     = listed->field[k];
    const double  real  = csv_real(csv, listed->column[k], i);
    const int32_t whole = f->type == FIELD_REAL ? 0 : (int32_t)lrint(real);

    memcpy(field_item(f, c, row),
           f->type == FIELD_REAL ? (const void *)&real : (const void *)&whole, field_size(f));
  }
}

static void shapes_find(Population *p, const Csv *csv, Findings *findings, Shapes *s)
{
  const char *const *names;
  const int          n = options_objects(p->options, "template", &names);

  csv_resolve(csv, COLUMN_TEMPLATE, "template", n, names, -1, findings, &s->of_row);
  array_create(&s->template, sizeof *s->template, n);
  s->whole = true;
  for (int k = 0; k < n; k++) {
    s->template[k] = templates_find(p->templates, names[k]);
    s->whole       = s->whole && s->template[k] >= 0;
  }
}

static void row_check(const Population *p, const Csv *csv, PetscInt i, const Shapes *shapes,
                      Findings *findings)
{
  const int template = shapes->of_row[i] >= 0 ? shapes->template[shapes->of_row[i]] : -1;
  const bool  dense  = csv->has[COLUMN_DENSITY] && csv_real(csv, COLUMN_DENSITY, i) > 0;
  const char *refuse =
    dense && template >= 0 ? density_refused(&p->templates->list[template]) : NULL;
  const int64_t line = csv->line[i];
  uint64_t      blocked;
  Quat          q;

  csv_attitude(csv, COLUMN_QW, i, findings, &q);
  if (csv->has[COLUMN_BLOCKED] &&
      !blocked_parse(csv_word(csv, COLUMN_BLOCKED, i), p->templates->dimension, &blocked))
    finding_add(findings, line, "column blocked: '%.40s' " BLOCKED_LETTERS ", or be -",
                csv_word(csv, COLUMN_BLOCKED, i));
  if (csv->has[COLUMN_ID] && csv_id(csv, COLUMN_ID, i) == INT64_MAX)
    finding_add(findings, line, "column id: %" PRId64 " cannot be used as an id: give any other",
                csv_id(csv, COLUMN_ID, i));
  if (refuse) finding_add(findings, line, "column density: %s", refuse);
}

static void row_add(Population *p, const Csv *csv, const uint64_t *mask, PetscInt i, int template,
                    const Listed *listed)
{
  const Origin origin  = {.object = p->object, .row = csv->first + i, .line = csv->line[i]};
  const Id     id      = csv->has[COLUMN_ID] ? csv_id(csv, COLUMN_ID, i) : 0;
  const double scale   = csv->has[COLUMN_SCALE] ? csv_real(csv, COLUMN_SCALE, i) : 1;
  const double density = csv->has[COLUMN_DENSITY] ? csv_real(csv, COLUMN_DENSITY, i) : 0;
  Findings     none    = {0};
  Start        start   = {.v = csv_vec3(csv, COLUMN_VX, i), .w = csv_vec3(csv, COLUMN_WX, i)};
  Quat         q;
  PetscInt     row;

  if (csv->has[COLUMN_BLOCKED])
    blocked_parse(csv_word(csv, COLUMN_BLOCKED, i), p->templates->dimension, &start.blocked);
  csv_attitude(csv, COLUMN_QW, i, &none, &q); /* it was checked before */
  row = population_add(p, origin, id, template, scale, density);
  /* rotation from the principal frame to the axes as given, then to the lab */
  q = quat_normalized(quat_mul(q, p->templates->list[template].mass.axes));
  population_place(p->clumps, row, csv_vec3(csv, COLUMN_X, i), q, start);
  p->clumps->group[row] = csv->has[COLUMN_GROUP] ? groups_of_row(csv, COLUMN_GROUP, mask, i)
                                                 : p->objects[p->object].groups;
  fields_set(csv, i, listed, p->clumps, row);
}

static PetscErrorCode rows_add(Population *p, const Csv *csv, const uint64_t *mask,
                               const Shapes *shapes)
{
  Listed listed;

  PetscFunctionBeginUser;
  PetscCall(listed_use(csv, p->clumps, &listed));
  clumps_reserve(p->clumps, p->clumps->n_owned + csv->n);
  for (PetscInt i = 0; i < csv->n; i++)
    row_add(p, csv, mask, i, shapes->template[shapes->of_row[i]], &listed);
  if (!csv->has[COLUMN_ID]) p->objects[p->object].n_free = csv->total;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_read_file(Population *p)
{
  Findings        *findings = &p->objects[p->object].findings;
  CsvColumn        all[CSV_MOST_COLUMNS + 1], plane[CSV_MOST_COLUMNS + 1];
  const CsvColumn *columns;
  Shapes           shapes = {0};
  uint64_t        *mask   = NULL;
  Csv              csv;
  bool             good;

  PetscFunctionBeginUser;
  list_columns(all);
  columns = csv_columns(all, p->templates->dimension, plane);
  PetscCall(
    csv_read(p->par, option_word(p->options, "clumps", p->name, "file"), columns, &csv, findings));
  PetscCall(population_report(p, "file", &good));
  if (good) {
    shapes_find(p, &csv, findings, &shapes);
    if (csv.has[COLUMN_GROUP]) {
      PetscCall(groups_of_column(p->par, &csv, COLUMN_GROUP, "group", p->groups, GROUP_CLUMPS,
                                 findings, &mask));
      mask[0] = p->objects[p->object].groups;
    }
    for (PetscInt i = 0; i < csv.n; i++) row_check(p, &csv, i, &shapes, findings);
    PetscCall(population_report(p, "file", &good));
    if (good && shapes.whole) PetscCall(rows_add(p, &csv, mask, &shapes));
    array_free(&shapes.template);
    array_free(&shapes.of_row);
    array_free(&mask);
  }
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}
