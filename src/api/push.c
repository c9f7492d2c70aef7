/* SPDX-License-Identifier: MIT */
/* Forces that the host gives: pushes by id, and callbacks. */
#include "api/api.h"
#include "interaction/host/host_forces.h"

void take_forces(clast *self)
{
  Sim *sim = self->sim;

  timestep_take_forces(sim, !host_calls(sim->interactions), self->began || sim->clock.step > 0);
}

/* ---- pushes ---- */

static PetscErrorCode push(clast *self, void *arguments, clast_status *status)
{
  Pushes *pushes = arguments;
  IdFault fault  = {.found = false};
  bool    done;

  PetscFunctionBeginUser;
  if (pushes->n > 0 && !pushes->id) {
    id_fault(&fault, INT64_MIN, "there are %" PetscInt_FMT " entries and no ids", pushes->n);
    pushes->n = 0;
  } else if (pushes->n < 0) {
    id_fault(&fault, INT64_MIN, "n is no number of entries from 0 to %d", PETSC_MPI_INT_MAX);
    pushes->n = 0;
  }
  PetscCall(host_push(sim_world(self->sim), pushes, &fault, &done));
  if (done) take_forces(self);
  else *status = CLAST_MISTAKES;
  if (fault.found)
    text_add(&self->said, "clast_push: %s. No clump is pushed by this call.\n", fault.text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

_Static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Quat) == 4 * sizeof(double) &&
                 sizeof(Id) == sizeof(int64_t),
               "rows of the host are vectors, quaternions and ids");

clast_status clast_push(clast *self, int64_t n, const int64_t id[], const double force[][3],
                        const double torque[][3])
{
  Pushes pushes = {.n      = n >= 0 && n <= PETSC_MPI_INT_MAX ? (PetscInt)n : -1,
                   .id     = id,
                   .force  = (const Vec3 *)force,
                   .torque = (const Vec3 *)torque};

  return on_whole(self, push, &pushes);
}

static PetscErrorCode push_none(clast *self, void *arguments, clast_status *status)
{
  (void)arguments;
  (void)status;
  host_push_none(sim_world(self->sim));
  return PETSC_SUCCESS;
}

clast_status clast_push_none(clast *self)
{
  return on_whole(self, push_none, NULL);
}

/* ---- callbacks ---- */

_Static_assert((int)CLAST_POSITION == HOST_POSITION && (int)CLAST_ORIENTATION == HOST_ORIENTATION &&
                 (int)CLAST_VELOCITY == HOST_VELOCITY &&
                 (int)CLAST_ANGULAR_VELOCITY == HOST_ANGULAR_VELOCITY &&
                 (int)CLAST_MASS == HOST_MASS && (int)CLAST_RADIUS == HOST_RADIUS &&
                 (int)CLAST_MATERIAL == HOST_MATERIAL && (int)CLAST_TEMPLATE == HOST_TEMPLATE &&
                 (int)CLAST_GROUPS == HOST_GROUPS && (int)CLAST_ID == HOST_ID,
               "columns are those of interaction/host/host_forces.h");

typedef double (*Rows)[3];
typedef const double (*ConstRows)[3];

/* Call the host's function, with the state of the process that is the host's. */
static bool call_host(const HostCall *call, HostBodies *b)
{
  clast       *self     = call->caller;
  clast_force *function = (clast_force *)call->function;
  clast_bodies bodies   = {.n                = b->n,
                           .time             = b->time,
                           .id               = b->id,
                           .position         = (ConstRows)b->x,
                           .orientation      = (const double(*)[4])b->q,
                           .velocity         = (ConstRows)b->v,
                           .angular_velocity = (ConstRows)b->w,
                           .mass             = b->mass,
                           .radius           = b->radius,
                           .material         = b->material,
                           .template_index   = b->template,
                           .groups           = b->group,
                           .force            = (Rows)b->force,
                           .torque           = (Rows)b->torque};
  int          failed;

  guard_leave(self);
  failed = function(call->context, &bodies);
  guard_return(self);
  if (failed && bodies.why) snprintf(b->why, sizeof b->why, "%s", bodies.why);
  else if (failed)
    snprintf(b->why, sizeof b->why, "it has returned %d and tells no reason", failed);
  return !failed;
}

typedef struct {
  HostCall call;
  int      number;
} Adds;

static PetscErrorCode add(clast *self, void *arguments, clast_status *status)
{
  Adds *a   = arguments;
  Sim  *sim = self->sim;

  PetscFunctionBeginUser;
  if (sim->space.domain.cell.flows)
    text_add(&self->said,
             "clast_force_add: forces on bodies do not go with a cell that deforms, whose "
             "images move.\n");
  else if (!a->call.function) text_add(&self->said, "clast_force_add: there is no function.\n");
  else if (a->call.columns & ~(unsigned)HOST_COLUMNS)
    text_add(&self->said, "clast_force_add: there are no columns %#x.\n",
             a->call.columns & ~(unsigned)HOST_COLUMNS);
  else if ((a->number = host_call_add(sim->interactions, &a->call)) == 0)
    text_add(&self->said,
             "clast_force_add: there are %d forces of the host: take one back by "
             "clast_force_remove.\n",
             HOST_FORCES_MOST);
  if (self->said.n > 0) *status = CLAST_MISTAKES;
  else take_forces(self);
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_force_add(clast *self, clast_force *function, void *context, unsigned columns,
                             int *number)
{
  Adds         a      = {.call = {.call     = call_host,
                                  .columns  = columns,
                                  .caller   = self,
                                  .context  = context,
                                  .function = (void (*)(void))function}};
  clast_status status = on_whole(self, add, &a);

  if (number) *number = a.number;
  return status;
}

static PetscErrorCode take_back(clast *self, void *arguments, clast_status *status)
{
  const int *number = arguments;

  PetscFunctionBeginUser;
  if (host_call_remove(self->sim->interactions, *number)) take_forces(self);
  else {
    text_add(&self->said, "clast_force_remove: there is no callback of the number %d.\n", *number);
    *status = CLAST_MISTAKES;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_force_remove(clast *self, int number)
{
  return on_whole(self, take_back, &number);
}
