/* SPDX-License-Identifier: MIT */
/* The state is changed between two steps. */
#include "api/api.h"
#include "run/module_states.h"
#include "supply/add_rows.h"
#include "supply/change_rows.h"

_Static_assert(sizeof(Id) == sizeof(int64_t), "ids are int64_t");

/* Work that changes the state of a run that goes on. */
static clast_status act(clast *self, Work *work, void *arguments)
{
  if (!self) return CLAST_BROKEN;
  if (self->state != CLAST_OK) return self->state;
  return guarded(self, work, arguments);
}

/* The world in which work is done; NULL: the run has ended as it began. A checkpoint that the run has
   written of this step is not that of the changed state. Collective. */
static PetscErrorCode begin(clast *self, World **world, clast_status *status)
{
  PetscFunctionBeginUser;
  *world = NULL;
  PetscCall(run_begin_once(self));
  *status = status_of_run(self);
  if (*status != CLAST_OK) PetscFunctionReturn(PETSC_SUCCESS);
  self->changes++;
  self->run.saved_step = -1;
  *world               = sim_world(self->sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tell what is wrong, if this rank knows it; else energies of changes count from now on. */
static void refuse(clast *self, bool good, const IdFault *fault, clast_status *status)
{
  self->sim->energy.open = self->sim->energy.open || good;
  if (good) return;
  if (fault->found) text_add(&self->said, "%s\n", fault->text);
  *status = CLAST_MISTAKES;
}

/* The number of rows that this rank gives, in an array. */
static int64_t rows_given(int64_t n, const void *array, IdFault *fault)
{
  if (n < 0) id_fault(fault, INT64_MIN, "the number of clumps is %" PRId64 "; give 0 or more", n);
  if (n > PETSC_MPI_INT_MAX)
    id_fault(fault, INT64_MIN, "the number of clumps is %" PRId64 "; allowed: up to %d on a rank",
             n, PETSC_MPI_INT_MAX);
  else if (n > 0 && !array)
    id_fault(fault, INT64_MIN, "NULL is given for %" PRId64 " clumps; give an array", n);
  return array && !fault->found ? n : 0;
}

/* ---- the scenario ---- */

typedef struct {
  const char *text;
} Item;

static PetscErrorCode do_item(clast *self, void *arguments, clast_status *status)
{
  World *world;
  Text   why = {0};

  PetscFunctionBeginUser;
  PetscCall(begin(self, &world, status));
  if (!world) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(run_do(self->sim, &self->run, ((const Item *)arguments)->text, &why));
  if (why.n > 0) *status = CLAST_MISTAKES;
  if (why.n > 0) text_add(&self->said, "%s", why.s);
  text_free(&why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_do(clast *self, const char *action)
{
  return act(self, do_item, &(Item){.text = name_given(action)});
}

static void say_events(clast *self, const char *name)
{
  const EventSet *set = sim_events(self->sim);

  text_add(&self->said, "there is no event '%s'; there are:", name);
  for (int k = 0; k < set->n; k++) text_add(&self->said, " %s", set->list[k].name);
  text_add(&self->said, "%s\n", set->n > 0 ? "" : " none");
}

static PetscErrorCode run_to(clast *self, void *arguments, clast_status *status)
{
  const char        *name  = ((const Item *)arguments)->text;
  const EventObject *event = events_find(sim_events(self->sim), name);

  PetscFunctionBeginUser;
  if (!event) {
    say_events(self, name);
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(run_begin_once(self));
  *status = status_of_run(self);
  while (*status == CLAST_OK && event->happened == 0) {
    RunEnd end;

    self->changes++;
    PetscCall(run_go(self->sim, &self->run, 1, INFINITY, &end));
    *status = status_of_run(self);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_run_to(clast *self, const char *event)
{
  const clast_status status = act(self, run_to, &(Item){.text = name_given(event)});

  if (status != CLAST_MISTAKES && self) self->state = status;
  return status;
}

/* ---- motions ---- */

typedef struct {
  const char *motion;
  HostPose    pose;
} Move;

static PetscErrorCode move(clast *self, void *arguments, clast_status *status)
{
  const Move *m = arguments;
  World      *world;
  char        why[HOST_WHY];

  PetscFunctionBeginUser;
  PetscCall(begin(self, &world, status));
  if (!world) PetscFunctionReturn(PETSC_SUCCESS);
  run_move(self->sim, m->motion, &m->pose, why);
  if (why[0]) *status = CLAST_MISTAKES;
  if (why[0]) text_add(&self->said, "%s\n", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Vec3 vector(const double *v)
{
  return v ? vec3(v[0], v[1], v[2]) : vec3(0, 0, 0);
}

clast_status clast_move(clast *self, const char *motion, const double shift[3],
                        const double velocity[3], const double turn[4], const double spin[3])
{
  Move m = {.motion = name_given(motion),
            .pose   = {.shift    = vector(shift),
                       .velocity = vector(velocity),
                       .turn = turn ? (Quat){turn[0], turn[1], turn[2], turn[3]} : quat_identity(),
                       .spin = vector(spin)}};

  return act(self, move, &m);
}

/* ---- clumps ---- */

typedef struct {
  const char    *column; /* NULL: they are removed */
  int64_t        n;
  const int64_t *id;
  const void    *values;
} Rows;

static PetscErrorCode change(clast *self, void *arguments, clast_status *status)
{
  const Rows   *rows  = arguments;
  IdFault       fault = {.found = false};
  const int64_t n = rows_given(rows->n, rows->column && !rows->values ? NULL : rows->id, &fault);
  World        *world;
  bool          good = true;

  PetscFunctionBeginUser;
  PetscCall(begin(self, &world, status));
  if (!world) PetscFunctionReturn(PETSC_SUCCESS);
  if (!rows->column) PetscCall(change_rows_delete(world, n, rows->id, &fault, &good));
  else if (change_rows_values(world, rows->column) > 0)
    PetscCall(change_rows_set(world, rows->column, n, rows->id, rows->values, &fault, &good));
  else {
    text_add(&self->said, "no column '%s' can be set; there are:", rows->column);
    change_rows_columns(world, &self->said);
    text_add(&self->said, "\n");
    good = false;
  }
  refuse(self, good, &fault, status);
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_set(clast *self, const char *column, int64_t n, const int64_t id[],
                       const void *values)
{
  return act(self, change,
             &(Rows){.column = name_given(column), .n = n, .id = id, .values = values});
}

clast_status clast_delete(clast *self, int64_t n, const int64_t id[])
{
  return act(self, change, &(Rows){.n = n, .id = id});
}

uint64_t clast_group(const clast *self, const char *groups)
{
  const Sim *sim  = sim_of(self);
  uint64_t   mask = 0;

  return sim && groups_find(&sim->matter.groups, name_given(groups), &mask) ? mask : 0;
}

typedef struct {
  const char *template;
  AddedRows rows;
} Adds;

static PetscErrorCode add(clast *self, void *arguments, clast_status *status)
{
  const Adds *adds  = arguments;
  IdFault     fault = {.found = false};
  AddedRows   rows  = adds->rows;
  int64_t    *ids   = NULL;
  World      *world;
  bool        good = true;
  int template;

  PetscFunctionBeginUser;
  PetscCall(begin(self, &world, status));
  if (!world) PetscFunctionReturn(PETSC_SUCCESS);
  rows.n   = rows_given(rows.n, rows.position, &fault);
  template = add_rows_template(world, adds->template);
  if (template <0) {
    text_add(&self->said, "there is no template '%s'; there are:", adds->template);
    add_rows_templates(world, &self->said);
    text_add(&self->said, "\n");
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!rows.id) array_create(&ids, sizeof *ids, (size_t)rows.n);
  for (int64_t k = 0; !rows.id && k < rows.n; k++) ids[k] = -1;
  if (!rows.id) rows.id = ids;
  PetscCall(add_rows(world, template, &rows, &fault, &good));
  array_free(&ids);
  refuse(self, good, &fault, status);
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_add(clast *self, const char *template_name, int64_t n,
                       const double position[][3], const double orientation[][4],
                       const double velocity[][3], const double angular_velocity[][3],
                       const double scale[], int64_t id[])
{
  Adds adds = {.template = name_given(template_name),
               .rows     = {.n           = n,
                            .position    = position,
                            .orientation = orientation,
                            .velocity    = velocity,
                            .spin        = angular_velocity,
                            .scale       = scale,
                            .id          = id}};

  return act(self, add, &adds);
}
