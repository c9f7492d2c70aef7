/* SPDX-License-Identifier: MIT */
/* Clumps from a CSV with one sphere per row. Rows of one clump_id may be anywhere in the file: each
   is sent to the rank given by a hash of its clump_id, which assembles the clump. */
#include "base/mail.h"
#include "base/random.h"
#include "matter/group.h"
#include "supply/population/columns.h"
#include "supply/population/population_internal.h"
#include "supply/population/template_read.h"

enum {
  COLUMN_CLUMP,
  COLUMN_X,
  COLUMN_R = COLUMN_X + 3,
  COLUMN_MATERIAL,
  COLUMN_VX,
  COLUMN_WX      = COLUMN_VX + 3,
  COLUMN_BLOCKED = COLUMN_WX + 3,
  COLUMN_GROUP,
  COLUMN_PEBBLE_GROUP,
  COLUMN_BOND
};

/* clang-format off */
static const CsvColumn sphere_columns[] = {
  {.name = "clump_id", .type = CSV_ID},
  COLUMNS_PEBBLE,
  {.name = "material", .type = CSV_WORD, .flags = CSV_EMPTY},
  COLUMNS_VELOCITY(1),
  COLUMNS_SPIN(2),
  {.name = "blocked", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "group", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "pebble_group", .type = CSV_WORD, .flags = CSV_EMPTY},
  {.name = "bond_id", .type = CSV_REAL, .flags = CSV_WHOLE, .lo = BOND_NONE, .hi = PETSC_MPI_INT_MAX},
  {0},
};
/* clang-format on */

/* One sphere, as sent to another rank: up to `material` only if the file has no column of what
   follows. */
typedef struct {
  Id       id; /* clump_id */
  int64_t  row, line;
  Vec3     x;
  double   r;
  int32_t  material;
  Start    start;
  uint64_t group, pebble_group;
  int64_t  bond_id;
} Row;

/* Rows of one clump: first .. first + n - 1 of the sorted rows. */
typedef struct {
  PetscInt first, n;
  PetscInt shape; /* index in `shapes`; -1: a lone sphere */
} Body;

typedef struct {
  Population       *p;
  const Csv        *csv;
  Findings         *findings;
  int              *material;             /* [csv->n] */
  uint64_t         *group, *pebble_group; /* masks of the words; NULL: no such column */
  const MassMethod *method;
  double            density;   /* replaces that of the materials; 0: not given */
  Materials         materials; /* copies with that density */
  Row              *rows;
  PetscInt          n_rows, n_bodies, n_shapes, shapes_capacity;
  Body             *bodies;
  BodyShape        *shapes; /* of clumps of several spheres */
  int              *sphere; /* [materials] template of the unit sphere, -1: none yet */
} Spheres;

/* ---- rows as read ---- */

static void materials_resolve(Spheres *s)
{
  const Materials *materials = s->p->materials;
  const int        otherwise =
    materials_find(materials, option_word(s->p->options, "clumps", s->p->name, "material"));
  const char **names;

  array_create(&names, sizeof *names, materials->n);
  for (int m = 0; m < materials->n; m++) names[m] = materials->list[m].name;
  if (s->csv->has[COLUMN_MATERIAL]) {
    csv_resolve(s->csv, COLUMN_MATERIAL, "material", materials->n, names, otherwise, s->findings,
                &s->material);
  } else {
    array_create(&s->material, sizeof *s->material, s->csv->n);
    for (PetscInt i = 0; i < s->csv->n; i++) s->material[i] = otherwise;
    if (otherwise < 0 && s->p->par->rank == 0 &&
        !option_is_set(s->p->options, "clumps", s->p->name, "material"))
      finding_add(s->findings, 0,
                  "there is no column material: add it, or give the material of all rows by key");
  }
  array_free(&names);
}

static void rows_check(Spheres *s)
{
  const Csv *csv = s->csv;
  uint64_t   blocked;

  for (PetscInt i = 0; i < csv->n; i++) {
    if (csv->has[COLUMN_BLOCKED] && !blocked_parse(csv_word(csv, COLUMN_BLOCKED, i), 3, &blocked))
      finding_add(s->findings, csv->line[i], "column blocked: '%.40s' " BLOCKED_LETTERS ", or be -",
                  csv_word(csv, COLUMN_BLOCKED, i));
    if (csv->has[COLUMN_CLUMP] && csv_id(csv, COLUMN_CLUMP, i) == INT64_MAX)
      finding_add(s->findings, csv->line[i],
                  "column clump_id: %" PRId64 " cannot be used as an id: give any other",
                  csv_id(csv, COLUMN_CLUMP, i));
  }
}

static Row row_of(const Spheres *s, PetscInt i)
{
  const Csv *csv = s->csv;
  Row        row;

  memset(&row, 0, sizeof row); /* padding is sent too */
  row.id       = csv->has[COLUMN_CLUMP] ? csv_id(csv, COLUMN_CLUMP, i) : 0;
  row.row      = csv->first + i;
  row.line     = csv->line[i];
  row.x        = csv_vec3(csv, COLUMN_X, i);
  row.r        = csv_real(csv, COLUMN_R, i);
  row.material = s->material[i];
  row.start.v  = csv_vec3(csv, COLUMN_VX, i);
  row.start.w  = csv_vec3(csv, COLUMN_WX, i);
  if (csv->has[COLUMN_BLOCKED])
    blocked_parse(csv_word(csv, COLUMN_BLOCKED, i), s->p->templates->dimension, &row.start.blocked);
  if (csv->has[COLUMN_BOND]) row.bond_id = lrint(csv_real(csv, COLUMN_BOND, i));
  if (s->group) row.group = groups_of_row(csv, COLUMN_GROUP, s->group, i);
  if (s->pebble_group)
    row.pebble_group = groups_of_row(csv, COLUMN_PEBBLE_GROUP, s->pebble_group, i);
  return row;
}

/* ---- bodies ---- */

static int compare_rows(const void *a, const void *b)
{
  const Row *p = a, *q = b;

  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* Send each row to the rank that assembles its clump, and sort the rows received. */
static PetscErrorCode rows_route(Spheres *s)
{
  const Csv *csv  = s->csv;
  const bool more = csv->has[COLUMN_VX] || csv->has[COLUMN_WX] || csv->has[COLUMN_BLOCKED] ||
                    s->group || s->pebble_group || csv->has[COLUMN_BOND];
  const size_t size = more ? sizeof(Row) : offsetof(Row, start);
  Mail        *mail;
  PetscInt     n = 0;

  PetscFunctionBeginUser;
  mail_create(s->p->par, &mail);
  for (PetscInt i = 0; i < csv->n; i++) {
    const Row row = row_of(s, i);

    mail_post(mail, (int)(mix_bits((uint64_t)row.id) % (uint64_t)s->p->par->size), &row, size);
  }
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t bytes;

    mail_message(mail, m, NULL, &bytes);
    n += (PetscInt)(bytes / size);
  }
  array_create(&s->rows, sizeof *s->rows, n);
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      bytes;
    const char *message = mail_message(mail, m, NULL, &bytes);

    for (size_t at = 0; at < bytes; at += size) memcpy(&s->rows[s->n_rows++], message + at, size);
  }
  mail_destroy(&mail);
  sort_items(s->rows, n, sizeof *s->rows, compare_rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void bodies_find(Spheres *s)
{
  const bool together = s->csv->has[COLUMN_CLUMP];

  array_create(&s->bodies, sizeof *s->bodies, s->n_rows);
  for (PetscInt i = 0; i < s->n_rows; i++) {
    if (!together || i == 0 || s->rows[i].id != s->rows[i - 1].id)
      s->bodies[s->n_bodies++] = (Body){.first = i, .shape = -1};
    s->bodies[s->n_bodies - 1].n++;
  }
}

/* Report values of a clump that differ between its rows. They are not averaged, as that would hide
   a mistake in the file. */
static void body_check(Spheres *s, const Body *body)
{
  const Row *first = &s->rows[body->first];

  for (PetscInt i = 1; i < body->n; i++) {
    const Row  *row  = first + i;
    const char *what = NULL;

    if (!vec3_equal(row->start.v, first->start.v)) what = "velocity";
    else if (!vec3_equal(row->start.w, first->start.w)) what = "angular velocity";
    else if (row->start.blocked != first->start.blocked) what = "blocked";
    else if (row->group != first->group) what = "group";
    else if (row->bond_id != first->bond_id) what = "bond_id";
    if (what)
      finding_add(s->findings, row->line,
                  "the %s of clump_id %" PRId64 " differs from that in line %" PRId64
                  ", but they are one body",
                  what, row->id, first->line);
  }
}

/* Number of clumps with a doubtful value, and the largest of these values. */
typedef struct {
  int64_t n;
  double  worst;
  Id      id; /* of the largest; the lowest id among equals */
} Oddity;

static void oddity_add(Oddity *o, double value, Id id)
{
  if (!(value > 0)) return;
  if (o->n == 0 || value > o->worst || (value == o->worst && id < o->id)) {
    o->worst = value;
    o->id    = id;
  }
  o->n++;
}

static PetscErrorCode oddity_reduce(const Parallel *par, Oddity *o)
{
  const double mine  = o->n > 0 ? o->worst : 0;
  double       worst = mine;
  int64_t      low;

  PetscFunctionBeginUser;
  PetscCall(parallel_max(par, &worst, 1));
  low = o->n > 0 && mine == worst ? ~o->id : INT64_MIN; /* ~ reverses the order without overflow */
  PetscCall(parallel_max_int(par, &low, 1));
  PetscCall(parallel_sum_int(par, &o->n, 1));
  o->worst = worst;
  o->id    = ~low;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void body_find(Spheres *s, Body *body, Oddity odd[3])
{
  const Row  *first = &s->rows[body->first];
  BodyShape   shape = {.id = first->id};
  ShapeReport report;

  if (body->n == 1 && first->pebble_group == 0) return;
  pebble_set_create((int)body->n, &shape.set);
  if (s->pebble_group) array_create(&shape.set.group, sizeof *shape.set.group, body->n);
  if (s->p->templates->dimension == 2) shape.set.dimension = 2;
  for (int i = 0; i < shape.set.n; i++) {
    shape.set.x[i]        = vec3_sub(first[i].x, first->x);
    shape.set.r[i]        = first[i].r;
    shape.set.material[i] = first[i].material;
    if (s->pebble_group) shape.set.group[i] = first[i].pebble_group;
  }
  shape_find(&shape.set, &s->materials, s->method, &mass_defaults, &shape.mass, &report);
  if (!report.sound)
    finding_add(s->findings, first->line, "clump_id %" PRId64 ": %s", first->id, report.why);
  else if (report.clash[0])
    finding_add(s->findings, first->line, "clump_id %" PRId64 ": %s", first->id, report.clash);
  oddity_add(&odd[0], report.merged, first->id);
  oddity_add(&odd[1], report.gap, first->id);
  oddity_add(&odd[2], report.overlap, first->id);
  if (shape.set.n == 1 && first->pebble_group == 0) {
    pebble_set_free(&shape.set);
    return;
  }
  body->shape = s->n_shapes;
  array_reserve(&s->shapes, sizeof *s->shapes, s->n_shapes + 1, &s->shapes_capacity);
  s->shapes[s->n_shapes++] = shape;
}

static void warn(const Spheres *s, const Oddity odd[3])
{
  Warnings   *w    = s->p->warnings;
  const char *name = s->p->name;

  if (odd[0].n > 0)
    option_warning(s->p->options, w, "clumps", name, NULL,
                   "in %" PRId64 " of its bodies spheres with the same centre and radius "
                   "were merged: the most, %.0f, in clump %" PRId64,
                   odd[0].n, odd[0].worst, odd[0].id);
  if (odd[1].n > 0)
    option_warning(
      s->p->options, w, "clumps", name, NULL,
      "in %" PRId64
      " of its bodies the spheres do not connect; the widest gap, %g m, is in clump %" PRId64,
      odd[1].n, odd[1].worst, odd[1].id);
  if (odd[2].n > 0)
    option_warning(
      s->p->options, w, "clumps", name, NULL,
      "in %" PRId64
      " of its bodies spheres overlap, so mass_properties: sum counts part of them twice; most, "
      "%.3g %% of its volume, in clump %" PRId64,
      odd[2].n, 100 * odd[2].worst, odd[2].id);
}

/* Clumps of several spheres; *good: no mistake was found in any. */
static PetscErrorCode bodies_build(Spheres *s, bool *good)
{
  Oddity odd[3] = {{0}, {0}, {0}};

  PetscFunctionBeginUser;
  for (PetscInt b = 0; b < s->n_bodies; b++) {
    body_check(s, &s->bodies[b]);
    body_find(s, &s->bodies[b], odd);
  }
  PetscCall(population_report(s->p, "spheres", good));
  for (int k = 0; k < 3; k++) PetscCall(oddity_reduce(s->p->par, &odd[k]));
  if (*good) warn(s, odd);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- clumps ---- */

static PetscErrorCode unit_spheres_find(Spheres *s)
{
  const int n = s->p->materials->n;
  int64_t  *used;

  PetscFunctionBeginUser;
  array_create(&used, sizeof *used, n);
  array_create(&s->sphere, sizeof *s->sphere, n);
  for (PetscInt b = 0; b < s->n_bodies; b++)
    if (s->bodies[b].shape < 0) used[s->rows[s->bodies[b].first].material]++;
  PetscCall(parallel_sum_int(s->p->par, used, n));
  for (int m = 0; m < n; m++) {
    s->sphere[m] = -1;
    if (used[m] > 0) PetscCall(population_unit_sphere(s->p, m, &s->sphere[m]));
  }
  array_free(&used);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void body_add(Spheres *s, const Body *body)
{
  const Row   *first  = &s->rows[body->first];
  const Origin origin = {.object = s->p->object, .row = first->row, .line = first->line};
  PetscInt     row;

  if (body->shape < 0) {
    const int shape = s->sphere[first->material];

    if (shape < 0) return; /* its name is used otherwise: a mistake reported above */
    row = population_add(s->p, origin, first->id, shape, first->r, s->density);
    population_place(s->p->clumps, row, first->x, s->p->templates->list[shape].mass.axes,
                     first->start);
  } else {
    const BodyShape *shape = &s->shapes[body->shape];

    row = population_add(s->p, origin, first->id, shape->place, 1, 0);
    population_place(s->p->clumps, row, vec3_add(first->x, shape->mass.centre), shape->mass.axes,
                     first->start);
  }
  if (s->csv->has[COLUMN_BOND]) s->p->clumps->bond_id[row] = (int32_t)first->bond_id;
  s->p->clumps->group[row] = s->group ? first->group : s->p->objects[s->p->object].groups;
}

static PetscErrorCode bodies_add(Spheres *s)
{
  PetscFunctionBeginUser;
  if (s->csv->has[COLUMN_BOND]) PetscCall(clumps_use(s->p->clumps, USE_BOND_IDS));
  clumps_reserve(s->p->clumps, s->p->clumps->n_owned + s->n_bodies);
  PetscCall(unit_spheres_find(s));
  if (s->csv->has[COLUMN_CLUMP]) PetscCall(population_share_shapes(s->p, s->n_shapes, s->shapes));
  for (PetscInt b = 0; b < s->n_bodies; b++) body_add(s, &s->bodies[b]);
  if (!s->csv->has[COLUMN_CLUMP]) s->p->objects[s->p->object].n_free = s->csv->total;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one object ---- */

static PetscErrorCode groups_resolve(Spheres *s)
{
  const Csv *csv = s->csv;

  PetscFunctionBeginUser;
  if (csv->has[COLUMN_GROUP]) {
    PetscCall(groups_of_column(s->p->par, csv, COLUMN_GROUP, "group", s->p->groups, GROUP_CLUMPS,
                               s->findings, &s->group));
    s->group[0] = s->p->objects[s->p->object].groups;
  }
  if (csv->has[COLUMN_PEBBLE_GROUP])
    PetscCall(groups_of_column(s->p->par, csv, COLUMN_PEBBLE_GROUP, "pebble_group", s->p->groups,
                               GROUP_PEBBLES, s->findings, &s->pebble_group));
  if (csv->has[COLUMN_PEBBLE_GROUP] && !csv->has[COLUMN_CLUMP] && s->p->par->rank == 0)
    finding_add(s->findings, 0,
                "column pebble_group: needs clump_id, as groups of pebbles belong to the shape of "
                "a body; give "
                "lone spheres a group");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the settings; *good false: a mistake was reported. */
static void settings_read(Spheres *s, bool *good)
{
  Population      *p         = s->p;
  const Materials *materials = p->materials;

  s->method  = mass_method_find(option_word(p->options, "clumps", p->name, "mass_properties"));
  s->density = option_real_or(p->options, "clumps", p->name, "density", 0);
  array_create(&s->materials.list, sizeof *s->materials.list, materials->n);
  s->materials.n = materials->n;
  for (int m = 0; m < materials->n; m++) {
    s->materials.list[m] = materials->list[m];
    if (s->density > 0) s->materials.list[m].density = s->density;
  }
  *good = s->method != NULL && (!option_is_set(p->options, "clumps", p->name, "material") ||
                                option_has_value(p->options, "clumps", p->name, "material"));
  if (s->csv->has[COLUMN_CLUMP] && strlen(p->name) > NAME_LENGTH - 22) {
    CLUMPS_MISTAKE(p, NULL, "the name is longer than %d characters, which bodies of spheres allow",
                   NAME_LENGTH - 22);
    *good = false;
  }
}

static PetscErrorCode object_read(Spheres *s)
{
  bool good;

  PetscFunctionBeginUser;
  settings_read(s, &good);
  if (!good) PetscFunctionReturn(PETSC_SUCCESS);
  materials_resolve(s);
  PetscCall(groups_resolve(s));
  rows_check(s);
  PetscCall(population_report(s->p, "spheres", &good));
  if (!good) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->csv->has[COLUMN_CLUMP]) PetscCall(rows_route(s));
  else { /* every row is a clump, and stays on the rank that read it */
    array_create(&s->rows, sizeof *s->rows, s->csv->n);
    for (; s->n_rows < s->csv->n; s->n_rows++) s->rows[s->n_rows] = row_of(s, s->n_rows);
  }
  bodies_find(s);
  PetscCall(bodies_build(s, &good));
  if (good) PetscCall(bodies_add(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void spheres_free(Spheres *s)
{
  for (PetscInt k = 0; k < s->n_shapes; k++) pebble_set_free(&s->shapes[k].set);
  array_free(&s->shapes);
  array_free(&s->bodies);
  array_free(&s->rows);
  array_free(&s->material);
  array_free(&s->group);
  array_free(&s->pebble_group);
  array_free(&s->materials.list);
  array_free(&s->sphere);
}

PetscErrorCode population_read_spheres(Population *p)
{
  CsvColumn        plane[CSV_MOST_COLUMNS + 1];
  const CsvColumn *columns = csv_columns(sphere_columns, p->templates->dimension, plane);
  Csv              csv;
  Spheres          s = {.p = p, .csv = &csv, .findings = &p->objects[p->object].findings};
  bool             good;

  PetscFunctionBeginUser;
  PetscCall(csv_read(p->par, option_word(p->options, "clumps", p->name, "spheres"), columns, &csv,
                     s.findings));
  PetscCall(population_report(p, "spheres", &good));
  if (good) PetscCall(object_read(&s));
  spheres_free(&s);
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}
