/* SPDX-License-Identifier: MIT */
/* Forces by which a host pushes clumps: their way to the owners, and the force of the columns. */
#include "base/bounds.h"
#include "contact/geometry.h"
#include "interaction/evaluate.h"
#include "interaction/host/host_forces.h"
#include "matter/waiting.h"

enum { PARTS = 6 };

static const char *const part_names[PARTS] = {"fx", "fy", "fz", "tx", "ty", "tz"};

_Static_assert((int)PARTS <= (int)ID_REALS, "the load of an entry is a row");

/* ---- entries ---- */

/* The entries as rows, to be freed with array_free. */
static IdRow *rows_of(const Pushes *p)
{
  IdRow *rows;

  array_create(&rows, sizeof *rows, (size_t)p->n + 1);
  for (PetscInt k = 0; k < p->n; k++) {
    const Vec3 none = {0, 0, 0}, f = p->force ? p->force[k] : none,
               t = p->torque ? p->torque[k] : none;

    rows[k] = (IdRow){p->id[k], {f.x, f.y, f.z, t.x, t.y, t.z}};
  }
  return rows;
}

/* Note loads that may not be. */
static void check_values(PetscInt n, const IdRow *rows, int dimension, IdFault *fault)
{
  for (PetscInt k = 0; k < n; k++)
    for (int i = 0; i < PARTS; i++) {
      const double value = rows[k].value[i];
      const char  *unit  = i < 3 ? "N" : "N m";

      if (!(fabs(value) <= FORCE_MOST))
        id_fault(fault, rows[k].id, "clump %" PRId64 ": %s is %g %s; allowed are numbers up to %g",
                 rows[k].id, part_names[i], value, unit, FORCE_MOST);
      else if (dimension == 2 && i >= 2 && i < 5 && value != 0)
        id_fault(fault, rows[k].id,
                 "clump %" PRId64
                 ": %s is %g %s and leaves the plane; in two dimensions fz, tx and "
                 "ty must be 0",
                 rows[k].id, part_names[i], value, unit);
    }
}

/* ---- sums of the entries of each clump ---- */

/* Loads of rows, one each. */
typedef struct {
  PetscInt  n;
  PetscInt *row;
  double (*load)[PARTS];
} Pushed;

/* The exact sum of entries, of which there are some. */
static void sum_entries(const OwnedRow *entries, PetscInt n, double load[PARTS])
{
  memcpy(load, entries->value, PARTS * sizeof *load);
  for (int i = 0; i < PARTS && n > 1; i++) {
    Sum sum = {.added = 0};

    for (PetscInt k = 0; k < n; k++) sum_add(&sum, entries[k].value[i]);
    load[i] = sum_value(&sum);
  }
}

/* entries: in ascending order of rows. */
static void sum_up(PetscInt n, const OwnedRow *entries, Pushed *p)
{
  array_scratch(&p->row, sizeof *p->row, (size_t)n + 1);
  array_scratch(&p->load, sizeof *p->load, (size_t)n + 1);
  for (PetscInt k = 0, end; k < n; k = end) {
    for (end = k; end < n && entries[end].row == entries[k].row;) end++;
    p->row[p->n] = entries[k].row;
    sum_entries(entries + k, end - k, p->load[p->n++]);
  }
}

static Vec3 force_of(const double load[PARTS])
{
  return (Vec3){load[0], load[1], load[2]};
}

static Vec3 torque_of(const double load[PARTS])
{
  return (Vec3){load[3], load[4], load[5]};
}

/* Note sums that no evaluation would take (act.c). */
static void check_sums(const Pushed *p, const Clumps *c, IdFault *fault)
{
  for (PetscInt k = 0; k < p->n; k++) {
    const double force = vec3_norm(force_of(p->load[k])), torque = vec3_norm(torque_of(p->load[k])),
                 size = force + COUPLE_SHARE * c->pose[p->row[k]].per_arm * torque;
    const Id id       = c->id[p->row[k]];

    if (!(size <= FORCE_MOST))
      id_fault(fault, id,
               "clump %" PRId64 ": its force is %g N, and its torque %g N m, which acts as %g N; "
               "allowed are %g N in all",
               id, force, torque, size - force, FORCE_MOST);
  }
}

/* ---- the force ---- */

/* Constants of the force. */
typedef struct {
  bool by_grids; /* it is that of grids, not that of calls */
  bool any;      /* clumps may be pushed */
} Push;

static bool find_loads(void *self, Interactions *all, const InteractionScene *scene,
                       ContactReport *report, RowLoads *loads)
{
  const Push   *push = self;
  const Clumps *c    = scene->clumps;

  (void)all;
  (void)report;
  *loads = (RowLoads){push->by_grids ? c->grid_force : c->pushed,
                      push->by_grids ? c->grid_torque : c->pushed_torque, true};
  return push->any;
}

/* As a constant force. */
static void limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)self;
  (void)body;
  (void)limits;
}

static const Interaction interaction_push = {
  .head     = {.name = "push", .text = "forces by which a host pushes clumps."},
  .size     = sizeof(Push),
  .supplies = true,
  .limits   = limits,
  .body     = &(const BodyForce){.bodies = BODIES_CLUMPS, .find = find_loads},
};

static Push *find(const Interactions *all, bool by_grids)
{
  for (int k = all->given; k < all->n; k++) {
    Push *push = all->list[k].constants;

    if (all->list[k].kind == &interaction_push && push->by_grids == by_grids) return push;
  }
  return NULL;
}

/* Have the columns and the force. *push NULL: there are as many forces as there may be. */
static PetscErrorCode begin(World *w, bool by_grids, Push **push)
{
  PetscFunctionBeginUser;
  *push = find(w->interactions, by_grids);
  if (!*push) {
    Acting        given = {.section = "call",
                           .kind    = &interaction_push,
                           .a       = -1,
                           .b       = -1,
                           .bodies  = BODIES_CLUMPS,
                           .span    = {-INFINITY, INFINITY, INFINITY}};
    const Acting *item;

    snprintf(given.name, sizeof given.name, "%s", by_grids ? "clast_grid" : "clast_push");
    item = interactions_append(w->interactions, &given);
    if (!item) PetscFunctionReturn(PETSC_SUCCESS);
    *push             = item->constants;
    (*push)->by_grids = by_grids;
  }
  PetscCall(clumps_use(w->clumps, USE_PUSHED));
  PetscCall(clumps_use(w->waiting->clumps, USE_PUSHED)); /* its rows become rows of clumps */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- calls ---- */

/* Bring entries to owners, and sum them up. *good false: a fault was noted. Collective. */
static PetscErrorCode deliver(World *w, const Pushes *pushes, Pushed *p, IdFault *fault, bool *good)
{
  const unsigned allowed = pushes->by_grids ? ID_TWICE | ID_NONE : ID_TWICE;
  IdRow         *rows    = rows_of(pushes);
  OwnedRow      *owned   = NULL;
  PetscInt       n;

  PetscFunctionBeginUser;
  if (w->domain->cell.flows)
    id_fault(fault, INT64_MIN,
             "forces on bodies do not go with a cell that deforms, whose images move");
  check_values(pushes->n, rows, w->dimension, fault);
  PetscCall(id_fault_agree(w->par, fault, good));
  if (*good) {
    PetscCall(id_rows_deliver(w->par, w->clumps, pushes->n, rows, allowed, fault, &n, &owned));
    sum_up(n, owned, p);
    check_sums(p, w->clumps, fault);
    PetscCall(id_fault_agree(w->par, fault, good));
  }
  array_free(&rows);
  array_free(&owned);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Let the loads act, by calls or by grids. */
static void take_loads(Clumps *c, const Pushed *p, bool by_grids)
{
  Vec3 *force  = by_grids ? c->grid_force : c->pushed,
       *torque = by_grids ? c->grid_torque : c->pushed_torque;

  for (PetscInt a = 0; by_grids && a < c->n_owned; a++) force[a] = torque[a] = (Vec3){0, 0, 0};
  for (PetscInt k = 0; k < p->n; k++) {
    force[p->row[k]]  = force_of(p->load[k]);
    torque[p->row[k]] = torque_of(p->load[k]);
  }
}

PetscErrorCode host_push(World *w, const Pushes *pushes, IdFault *fault, bool *done)
{
  Pushed pushed = {.n = 0};
  Push  *push   = NULL;

  PetscFunctionBeginUser;
  PetscCall(deliver(w, pushes, &pushed, fault, done));
  if (*done) PetscCall(begin(w, pushes->by_grids, &push));
  if (*done && !push) {
    id_fault(fault, INT64_MIN, "there are %d callbacks: take one back", HOST_FORCES_MOST);
    *done = false;
  }
  if (*done) {
    take_loads(w->clumps, &pushed, pushes->by_grids);
    push->any = true;
  }
  array_free(&pushed.row);
  array_free(&pushed.load);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void host_push_none(World *w)
{
  Push *push = find(w->interactions, false);

  if (!push) return;
  push->any = false;
  for (PetscInt a = 0; a < w->clumps->n_owned; a++)
    w->clumps->pushed[a] = w->clumps->pushed_torque[a] = (Vec3){0, 0, 0};
}
