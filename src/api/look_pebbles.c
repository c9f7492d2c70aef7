/* SPDX-License-Identifier: MIT */
/* The table "pebbles": those of owned clumps, by clumps. Where the lists of this rank have all of
   them, they are their first rows, in this order; a rank lacks pebbles of its clumps that are far
   from its box. */
#include "api/look.h"
#include "run/lists/lists.h"

typedef struct {
  const Sim    *sim;
  const Clumps *clumps;
  const Template *template;
  PetscInt a; /* row of the clump */
  int      member;
} At;

static Vec3 arm_of(const At *at)
{
  return pebble_arm(at->clumps->pose[at->a].q,
                    vec3_scale(at->clumps->scale[at->a], at->template->offset[at->member]),
                    at->sim->space.domain.magic);
}

/* Fillers: the value of a pebble, as dumps have it. */
/* clang-format off */
#define FILLER(of, Type, value) \
  static void fill_##of(const At *at, void *row) \
  { \
    const Clumps *c = at->clumps; \
\
    (void)c; \
    *(Type *)row = value; \
  }
FILLER(clump, int64_t, c->id[at->a])
FILLER(member, int32_t, at->member)
FILLER(template, int32_t, c->template[at->a])
FILLER(material, int32_t, at->template->material[at->member])
FILLER(position, Vec3, vec3_add(c->pose[at->a].x, arm_of(at)))
FILLER(wrapped, Vec3, vec3_add(domain_wrapped(&at->sim->space.domain, c->pose[at->a].x), arm_of(at)))
FILLER(radius, double, c->scale[at->a] * at->template->radius[at->member])
FILLER(velocity, Vec3, vec3_add(c->motion[at->a].v, vec3_cross(c->w[at->a], arm_of(at))))
FILLER(angular_velocity, Vec3, c->w[at->a])
FILLER(attitude, Quat, quat_mul(c->pose[at->a].q, quat_conjugate(at->template->mass.axes)))

static const struct {
  RowColumn column;
  void (*fill)(const At *at, void *row);
  bool moves; /* it needs the velocities at the end of the step */
} columns[] = {
  {{"clump",            "1",       CLAST_INT64, 1, 0}, fill_clump,            false},
  {{"member",           "1",       CLAST_INT32, 1, 0}, fill_member,           false},
  {{"template",         "1",       CLAST_INT32, 1, 0}, fill_template,         false},
  {{"material",         "1",       CLAST_INT32, 1, 0}, fill_material,         false},
  {{"position",         "m",       CLAST_REAL,  3, 0}, fill_position,         false},
  {{"radius",           "m",       CLAST_REAL,  1, 0}, fill_radius,           false},
  {{"velocity",         "m s-1",   CLAST_REAL,  3, 0}, fill_velocity,         true},
  {{"angular_velocity", "rad s-1", CLAST_REAL,  3, 0}, fill_angular_velocity, true},
  {{"attitude",         "1",       CLAST_REAL,  4, 0}, fill_attitude,         false},
};
/* clang-format on */

enum { COLUMNS = sizeof columns / sizeof *columns };

static const char *column_name(const clast *self, int k)
{
  (void)self;
  return k < COLUMNS ? columns[k].column.name : NULL;
}

static int column_find(const char *name)
{
  int k = 0;

  while (strcmp(columns[k].column.name, name) != 0) k++;
  return k;
}

/* Static passes move clumps; velocities are shown with the answers of constraints to loads. */
static bool needs_loads(const clast *self, const char *column)
{
  return self->sim->settings.static_passes > 0 ||
         (columns[column_find(column)].moves && self->sim->constraints.shows);
}

/* Number of pebbles of owned clumps, whose rows change with lists alone. */
static int64_t count(clast *self)
{
  const Matter *m        = &self->sim->matter;
  const int64_t rebuilds = self->sim->stages.counters.rebuilds;

  if (self->counted == rebuilds + 1) return self->pebbles;
  self->counted = rebuilds + 1;
  self->pebbles = 0;
  for (PetscInt a = 0; a < m->clumps->n_owned; a++)
    self->pebbles += m->templates.list[m->clumps->template[a]].n;
  return self->pebbles;
}

/* Set a value of each pebble. */
static void fill_all(const clast *self, size_t size, void (*fill)(const At *, void *), void *made)
{
  const Sim *sim = self->sim;
  At         at  = {.sim = sim, .clumps = sim->matter.clumps};
  char      *row = made;

  for (at.a = 0; at.a < at.clumps->n_owned; at.a++) {
    at.template = &sim->matter.templates.list[at.clumps->template[at.a]];
    for (at.member = 0; at.member < at.template->n; at.member++, row += size) fill(&at, row);
  }
}

static void *column_made(clast *self, const char *what, size_t size,
                         void (*fill)(const At *, void *), int64_t *n)
{
  void *made = look_made(self, &pebble_table, what, n);

  if (made) return made;
  *n = count(self);
  array_scratch(&made, size, (size_t)*n + 1);
  fill_all(self, size, fill, made);
  look_keep(self, &pebble_table, what, *n, made);
  return made;
}

/* Columns of the lists that are what is looked for: *stride; NULL: none is. */
static const void *column_of_lists(const clast *self, const char *name, int64_t *stride)
{
  const Pebbles *p       = self->sim->matter.pebbles;
  const bool     is_ball = strcmp(name, "position") == 0 || strcmp(name, "radius") == 0;

  *stride = is_ball ? sizeof(Ball) : sizeof(int32_t);
  if (strcmp(name, "position") == 0) return p->at;
  /* the lists have the reach of a capsule */
  if (strcmp(name, "radius") == 0 && !p->capsules) return &p->at->r;
  if (strcmp(name, "member") == 0) return p->member;
  if (strcmp(name, "material") == 0) return p->material;
  return NULL;
}

/* True if the lists have all pebbles of owned clumps, n of them. */
static bool lists_have_all(const clast *self, int64_t n)
{
  const Pebbles *p = self->sim->matter.pebbles;

  return p->n >= n && (n == 0 || p->clump[n - 1] < self->sim->matter.clumps->n_owned);
}

static PetscErrorCode show(clast *self, int k, void (*fill)(const At *, void *), clast_array *array)
{
  const RowColumn *c    = &columns[k].column;
  const size_t     size = (size_t)c->components * type_size(c->type);
  const bool       wrap = fill == fill_wrapped;
  World           *w    = sim_world(self->sim);
  int64_t          n;
  const void      *data;

  PetscFunctionBeginUser;
  if (columns[k].moves) {
    sim_complete(self->sim);
    PetscCall(world_show(w));
  }
  data   = column_made(self, wrap ? "wrapped" : c->name, size, fill, &n);
  *array = row_column_array(c, data, n, size);
  if (columns[k].moves) world_hide(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode look(clast *self, const char *name, clast_array *array)
{
  const int   k = column_find(name);
  int64_t     n, stride;
  const void *data;

  PetscFunctionBeginUser;
  PetscCall(sim_clear_out(self->sim));
  data = column_of_lists(self, name, &stride);
  n    = count(self);
  if (data && n > 0 && lists_have_all(self, n)) {
    *array        = row_column_array(&columns[k].column, data, n, 0);
    array->stride = stride;
  } else PetscCall(show(self, k, columns[k].fill, array));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void fill_key(const At *at, void *row)
{
  const int64_t key[2] = {at->clumps->id[at->a], at->member};

  memcpy(row, key, sizeof key);
}

static PetscErrorCode rows(clast *self, const char *name, clast_array *array, RowKeys *keys)
{
  const int    k    = column_find(name);
  const bool   wrap = strcmp(name, "position") == 0;
  const size_t size = 2 * sizeof(int64_t);
  int64_t      n;

  PetscFunctionBeginUser;
  PetscCall(sim_clear_out(self->sim));
  PetscCall(show(self, k, wrap ? fill_wrapped : columns[k].fill, array));
  *keys =
    (RowKeys){column_made(self, "key", size, fill_key, &n), size, (int64_t)size, compare_id_pairs};
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Table pebble_table = {
  .name = "pebbles", .column = column_name, .needs_loads = needs_loads, .look = look, .rows = rows};
