/* SPDX-License-Identifier: MIT */
/* Grids of flow solvers. */
#include "api/api.h"
#include "interaction/host/host_forces.h"
#include "measure/grid/grid_at.h"
#include "measure/grid/grid_drag.h"

/* Forces of a call, on the clumps that this rank owned then. */
typedef struct {
  bool     acts; /* there was such a call; the same on all ranks */
  PetscInt n, capacity;
  Id      *id;
  Vec3    *force, *torque;
} GridForces;

enum { FORCES_PUSH, FORCES_DRAG, FORCES };

struct clast_grid {
  clast      *sim;
  clast_grid *before; /* the grid of the simulation that was made before it */
  FlowGrid    cells;
  GridShares  shares;
  GridForces  forces[FORCES];
};

_Static_assert(sizeof(Vec3) == 3 * sizeof(double), "rows of the host are vectors");
_Static_assert((int)CLAST_AT_CENTRES == GRID_AT_CENTRES && (int)CLAST_BY_SHARES == GRID_BY_SHARES &&
                 (int)CLAST_DI_FELICE == DRAG_DI_FELICE && (int)CLAST_ERGUN == DRAG_ERGUN,
               "words are those of measure/grid");

/* ---- the forces of all grids ---- */

/* Let the forces of all grids act from the next evaluation on. *done false: they cannot, as is
   told; then those before go on. Collective. */
static PetscErrorCode act(clast *self, const char *call, bool *done)
{
  Pushes          all   = {.by_grids = true};
  IdFault         fault = {.found = false};
  PetscInt        room  = 0;
  Id             *id    = NULL;
  Vec3           *force = NULL, *torque = NULL;
  const ArrayPart part[] = {ARRAY_PART(id), ARRAY_PART(force), ARRAY_PART(torque)};

  PetscFunctionBeginUser;
  for (const clast_grid *g = self->grids; g; g = g->before)
    for (int k = 0; k < FORCES; k++) {
      const GridForces *f = &g->forces[k];

      if (f->n == 0) continue;
      arrays_reserve(all.n + f->n, &room, 3, part);
      memcpy(id + all.n, f->id, (size_t)f->n * sizeof *id);
      memcpy(force + all.n, f->force, (size_t)f->n * sizeof *force);
      memcpy(torque + all.n, f->torque, (size_t)f->n * sizeof *torque);
      all.n += f->n;
    }
  all.id     = id;
  all.force  = force;
  all.torque = torque;
  PetscCall(host_push(sim_world(self->sim), &all, &fault, done));
  if (*done) take_forces(self);
  if (fault.found) text_add(&self->said, "%s: %s\n", call, fault.text);
  array_free(&id);
  array_free(&force);
  array_free(&torque);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what ranks must agree on ---- */

/* Tell on all ranks, and set *wrong there, if `what` of this rank is wrong. Collective. */
static PetscErrorCode any_wrong(clast *self, bool is_wrong, const char *what, bool *wrong)
{
  PetscFunctionBeginUser;
  *wrong = is_wrong;
  PetscCall(parallel_any(&self->sim->par, wrong));
  if (is_wrong) text_add(&self->said, "%s\n", what);
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { VALUES = 9 };

/* The same for `n` numbers, up to VALUES, which must be those of rank 0. Collective. */
static PetscErrorCode any_differ(clast *self, const double *values, int n, const char *what,
                                 bool *wrong)
{
  double first[VALUES];
  bool   differ = false;

  PetscFunctionBeginUser;
  memcpy(first, values, (size_t)n * sizeof *first);
  PetscCall(parallel_bcast(&self->sim->par, first, (size_t)n * sizeof *first, 0));
  for (int k = 0; k < n; k++) /* that are not equal, and not both no number */
    differ = differ || (first[k] != values[k] && (first[k] == first[k] || values[k] == values[k]));
  PetscCall(any_wrong(self, differ, what, wrong));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether any rank has given an array. One that has nothing to put in it may give NULL, as C++ does.
   Collective. */
static PetscErrorCode any_given(clast *self, const void *array, bool *given)
{
  PetscFunctionBeginUser;
  *given = array != NULL;
  PetscCall(parallel_any(&self->sim->par, given));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* An array of n numbers to put results in: the host's; if it is NULL, one to free, unless no rank has
   given one. Collective. */
static PetscErrorCode room_for(clast *self, double *array, int64_t n, double **room)
{
  bool given;

  PetscFunctionBeginUser;
  PetscCall(any_given(self, array, &given));
  *room = array || !given ? array : memory_zero((size_t)n + 1, sizeof **room);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void room_free(double *array, double *room)
{
  if (!array) free(room);
}

/* ---- life ---- */

typedef struct {
  bool         lacks; /* an argument */
  FlowGrid     given;
  clast_grid **grid;
} Creates;

/* Say what is wrong with a length along an axis; false: nothing is. A grid that nearly ends at a
   periodic face ends there. */
static bool axis_is_wrong(clast *self, const Domain *d, FlowGrid *g, int axis)
{
  const double from = vec3_axis(d->lo, axis), to = vec3_axis(d->hi, axis),
               near = 1e-9 * (to - from), lo = vec3_axis(g->lo, axis), hi = vec3_axis(g->hi, axis);

  if (!(lo < hi) || !isfinite(lo) || !isfinite(hi) || g->n[axis] < 1 || g->n[axis] > 1000000000)
    text_add(&self->said,
             "clast_grid_create: %" PRId64
             " cells from %g to %g along %c; allowed are 1 to 1e9 cells between "
             "two finite places, the lower one first\n",
             g->n[axis], lo, hi, "xyz"[axis]);
  if (!boundary_wraps(d->boundary[axis])) return self->said.n > 0;
  if (fabs(lo - from) <= near) vec3_set(&g->lo, axis, from);
  if (fabs(hi - to) <= near) vec3_set(&g->hi, axis, to);
  g->wraps[axis] =
    !d->cell.now.tilted && vec3_axis(g->lo, axis) == from && vec3_axis(g->hi, axis) == to;
  if (vec3_axis(g->lo, axis) < from || vec3_axis(g->hi, axis) > to)
    text_add(&self->said,
             "clast_grid_create: the grid is from %g to %g along %c, beyond the periodic faces at "
             "%g and %g; "
             "end it there\n",
             lo, hi, "xyz"[axis], from, to);
  return self->said.n > 0;
}

static bool grid_is_wrong(clast *self, FlowGrid *g)
{
  const Domain *d = &self->sim->space.domain;

  g->dimension = d->dimension;
  if (d->cell.flows)
    text_add(&self->said,
             "clast_grid_create: the cell of the domain deforms; grids are for one that stays\n");
  if (templates_capsules(&self->sim->matter.templates))
    text_add(&self->said,
             "clast_grid_create: template %s has capsules; grids are for clumps of spheres\n",
             templates_capsules(&self->sim->matter.templates));
  if (d->dimension == 2) {
    g->lo.z = 0;
    g->hi.z = 1;
    if (g->n[2] != 1)
      text_add(&self->said,
               "clast_grid_create: %" PRId64 " cells along z; in two dimensions there is 1\n",
               g->n[2]);
  }
  for (int axis = 0; axis < d->dimension && self->said.n == 0; axis++)
    if (axis_is_wrong(self, d, g, axis)) return true;
  if (self->said.n == 0 && (double)g->n[0] * (double)g->n[1] * (double)g->n[2] > 1e15)
    text_add(&self->said, "clast_grid_create: the grid has more than 1e15 cells\n");
  return self->said.n > 0;
}

static PetscErrorCode create(clast *self, void *arguments, clast_status *status)
{
  Creates  *creates = arguments;
  FlowGrid *given   = &creates->given, made;
  bool      whole, wrong;

  PetscFunctionBeginUser;
  *status = CLAST_MISTAKES;
  PetscCall(any_wrong(self, creates->lacks,
                      "clast_grid_create: lo, hi, n, from, to or grid is NULL; give all of them",
                      &wrong));
  if (wrong) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(any_differ(
    self,
    (double[]){given->lo.x, given->lo.y, given->lo.z, given->hi.x, given->hi.y, given->hi.z,
               (double)given->n[0], (double)given->n[1], (double)given->n[2]},
    VALUES, "clast_grid_create: lo, hi or n differ between ranks; give the same on all", &wrong));
  if (wrong) PetscFunctionReturn(PETSC_SUCCESS);
  if (grid_is_wrong(self, given)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(flow_grid_create(&self->sim->par, given, &made, &whole));
  if (!whole) {
    text_add(
      &self->said,
      "clast_grid_create: some cell is on no rank or on several; the boxes from .. to - 1 of "
      "all ranks must fill the grid\n");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *creates->grid  = memory_zero(1, sizeof **creates->grid);
  **creates->grid = (clast_grid){.sim = self, .before = self->grids, .cells = made};
  self->grids     = *creates->grid;
  *status         = CLAST_OK;
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_grid_create(clast *self, const double lo[3], const double hi[3],
                               const int64_t n[3], const int64_t from[3], const int64_t to[3],
                               clast_grid **grid)
{
  Creates creates = {.grid = grid};

  if (grid) *grid = NULL;
  creates.lacks = !lo || !hi || !n || !from || !to || !grid;
  if (!creates.lacks)
    creates.given =
      (FlowGrid){.lo   = {lo[0], lo[1], lo[2]},
                 .hi   = {hi[0], hi[1], hi[2]},
                 .n    = {n[0], n[1], n[2]},
                 .mine = {.from = {from[0], from[1], from[2]}, .to = {to[0], to[1], to[2]}}};
  return on_whole(self, create, &creates);
}

static void forces_free(GridForces *f)
{
  array_free(&f->id);
  array_free(&f->force);
  array_free(&f->torque);
}

static void grid_destroy(clast_grid *grid)
{
  for (int k = 0; k < FORCES; k++) forces_free(&grid->forces[k]);
  grid_shares_free(&grid->shares);
  flow_grid_free(&grid->cells);
  free(grid);
}

void grids_free(clast *self)
{
  while (self->grids) {
    clast_grid *last = self->grids;

    self->grids = last->before;
    grid_destroy(last);
  }
}

/* End the forces of the grid, if it has any. */
static PetscErrorCode take_back(clast *self, void *arguments, clast_status *status)
{
  clast_grid *grid = arguments;
  bool        acts = false, done;

  (void)status;
  PetscFunctionBeginUser;
  for (int k = 0; k < FORCES; k++) {
    acts              = acts || grid->forces[k].acts;
    grid->forces[k].n = 0;
  }
  if (acts) PetscCall(act(self, "clast_grid_free", &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_grid_free(clast_grid **grid)
{
  clast_grid  *freed = grid ? *grid : NULL, **at;
  clast_status status;

  if (!freed) return CLAST_OK;
  if (freed->sim->guard) return CLAST_MISTAKES; /* a callback calls it */
  *grid  = NULL;
  status = on_whole(freed->sim, take_back, freed);
  at     = &freed->sim->grids;
  while (*at != freed) at = &(*at)->before;
  *at = freed->before;
  grid_destroy(freed);
  return status;
}

/* Work with a grid, if there is one. */
static clast_status on_grid(clast_grid *grid, Work *work, void *arguments)
{
  return grid ? on_whole(grid->sim, work, arguments) : CLAST_MISTAKES;
}

/* ---- shares ---- */

/* Have the shares of the present state. Collective. */
static PetscErrorCode find_shares(clast_grid *g)
{
  Sim *sim = g->sim->sim;
  bool old;

  PetscFunctionBeginUser;
  PetscCall(sim_clear_out(sim));
  sim_complete(sim);
  old = !grid_shares_are_present(&g->shares, sim->matter.clumps);
  PetscCall(parallel_any(&sim->par, &old));
  if (old)
    grid_shares_find(&g->cells, &sim->space.domain, sim->matter.clumps, &sim->matter.templates,
                     &g->shares);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool are_finite(const double *values, int64_t n)
{
  for (int64_t k = 0; k < n; k++)
    if (!isfinite(values[k])) return false;
  return true;
}

typedef struct {
  clast_grid *grid;
  double     *volume, *momentum;
} Solids;

static PetscErrorCode solids(clast *self, void *arguments, clast_status *status)
{
  const Solids *s      = arguments;
  const int64_t n      = s->grid->cells.n_mine;
  double       *volume = NULL, *momentum = NULL;

  (void)status;
  PetscFunctionBeginUser;
  PetscCall(find_shares(s->grid));
  PetscCall(room_for(self, s->volume, n, &volume));
  PetscCall(room_for(self, s->momentum, 3 * n, &momentum));
  PetscCall(grid_shares_solids(&s->grid->cells, &s->grid->shares, self->sim->matter.clumps, volume,
                               momentum));
  room_free(s->volume, volume);
  room_free(s->momentum, momentum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_grid_solids(clast_grid *grid, double volume[], double momentum[][3])
{
  return on_grid(grid, solids, &(Solids){grid, volume, (double *)momentum});
}

static PetscErrorCode velocity(clast *self, void *arguments, clast_status *status)
{
  const Solids *s = arguments;
  bool          missing;

  PetscFunctionBeginUser;
  PetscCall(any_wrong(self, !s->momentum && s->grid->cells.n_mine > 0,
                      "clast_grid_velocity: velocity is NULL on a rank that has cells", &missing));
  if (missing) {
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(find_shares(s->grid));
  PetscCall(
    grid_shares_velocity(&s->grid->cells, &s->grid->shares, self->sim->matter.clumps, s->momentum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_grid_velocity(clast_grid *grid, double v[][3])
{
  return on_grid(grid, velocity, &(Solids){grid, NULL, (double *)v});
}

/* ---- fields at clumps ---- */

typedef struct {
  clast_grid    *grid;
  clast_grid_how how;
  GridField      field;
} AtClumps;

static PetscErrorCode at_clumps(clast *self, void *arguments, clast_status *status)
{
  const AtClumps *a = arguments;
  GridField       f = a->field;
  const int64_t   n = (int64_t)self->sim->matter.clumps->n_owned * f.components;
  const bool      missing =
    (!f.cells && a->grid->cells.n_mine > 0) || (!f.values && self->sim->matter.clumps->n_owned > 0);
  bool wrong;

  PetscFunctionBeginUser;
  *status = CLAST_MISTAKES;
  PetscCall(any_differ(self, (double[]){f.components, a->how}, 2,
                       "clast_grid_at_clumps: components or how differ between ranks", &wrong));
  if (wrong) PetscFunctionReturn(PETSC_SUCCESS);
  if (f.components < 1 || f.components > 3 || (int)a->how < 0 || a->how > CLAST_BY_SHARES) {
    text_add(&self->said,
             "clast_grid_at_clumps: %d components, how %d; allowed are 1 to 3 components, at "
             "centres (0) or by shares (1)\n",
             f.components, (int)a->how);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(any_wrong(self, missing,
                      "clast_grid_at_clumps: field or values are NULL on a rank that has cells or "
                      "clumps",
                      &wrong));
  if (wrong) PetscFunctionReturn(PETSC_SUCCESS);
  *status = CLAST_OK;
  PetscCall(find_shares(a->grid));
  PetscCall(room_for(self, f.gradients, 3 * n, &f.gradients));
  PetscCall(grid_at_clumps(&a->grid->cells, &self->sim->space.domain, &a->grid->shares,
                           self->sim->matter.clumps, (GridHow)a->how, &f));
  room_free(a->field.gradients, f.gradients);
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_grid_at_clumps(clast_grid *grid, int components, const double field[],
                                  clast_grid_how how, double values[], double gradients[])
{
  return on_grid(grid, at_clumps, &(AtClumps){grid, how, {components, field, values, gradients}});
}

/* ---- forces ---- */

/* Make forces on all owned clumps, which are 0 at first; returns those before. */
static GridForces forces_begin(clast_grid *g, int which)
{
  const Clumps    *c      = g->sim->sim->matter.clumps;
  const GridForces before = g->forces[which];
  GridForces       f      = {.acts = true, .n = c->n_owned};
  const ArrayPart  part[] = {ARRAY_PART(f.id), ARRAY_PART(f.force), ARRAY_PART(f.torque)};

  arrays_reserve(f.n, &f.capacity, 3, part);
  for (PetscInt a = 0; a < f.n; a++) {
    f.id[a]    = c->id[a];
    f.force[a] = f.torque[a] = vec3(0, 0, 0);
  }
  g->forces[which] = f;
  return before;
}

/* Let them act in place of those before, which go on if they cannot: then *status says so.
   Collective. */
static PetscErrorCode forces_end(clast_grid *g, int which, GridForces *before, const char *call,
                                 clast_status *status)
{
  bool done;

  PetscFunctionBeginUser;
  PetscCall(act(g->sim, call, &done));
  if (!done) {
    const GridForces failed = g->forces[which];

    g->forces[which] = *before;
    *before          = failed;
  }
  forces_free(before);
  *status = done ? CLAST_OK : CLAST_MISTAKES;
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  clast_grid   *grid;
  const double *density;
} Densities;

static PetscErrorCode push(clast *self, void *arguments, clast_status *status)
{
  const Densities *p = arguments;
  clast_grid      *g = p->grid;
  GridForces       before, *f = &g->forces[FORCES_PUSH];
  bool             wrong, missing, given;

  PetscFunctionBeginUser;
  PetscCall(any_given(self, p->density, &given));
  PetscCall(any_wrong(
    self, given && !p->density && g->cells.n_mine > 0,
    "clast_grid_push: the density is NULL on a rank that has cells, but not on all", &missing));
  PetscCall(any_wrong(self, p->density && !are_finite(p->density, 3 * g->cells.n_mine),
                      "clast_grid_push: a force density is not finite", &wrong));
  if (missing || wrong) {
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(find_shares(g));
  before = forces_begin(g, FORCES_PUSH);
  if (given) PetscCall(grid_shares_push(&g->cells, &g->shares, p->density, f->force, f->torque));
  PetscCall(forces_end(g, FORCES_PUSH, &before, "clast_grid_push", status));
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_grid_push(clast_grid *grid, const double density[][3])
{
  return on_grid(grid, push, &(Densities){grid, (const double *)density});
}

typedef struct {
  clast_grid *grid;
  GridDrag    drag;
  bool        none;
  double     *reaction;
} Drags;

static const char *drag_is_wrong(const Drags *d)
{
  const GridDrag *drag = &d->drag;
  const int64_t   n    = d->grid->cells.n_mine;

  if (d->grid->cells.dimension == 2) return "clast_grid_drag: drag is for three dimensions";
  if (d->none) return NULL;
  if (!(drag->density > 0) || !(drag->viscosity > 0) || !isfinite(drag->density + drag->viscosity))
    return "clast_grid_drag: density and viscosity must be finite and above 0";
  if (drag->law != DRAG_DI_FELICE && drag->law != DRAG_ERGUN)
    return "clast_grid_drag: the law must be CLAST_DI_FELICE or CLAST_ERGUN";
  if (n > 0 && !drag->velocity) return "clast_grid_drag: the velocity is NULL on a rank with cells";
  if (!are_finite(drag->velocity, 3 * n)) return "clast_grid_drag: a velocity is not finite";
  for (int64_t k = 0; k < n && drag->fraction; k++)
    if (!(drag->fraction[k] > 0) || !(drag->fraction[k] <= 1))
      return "clast_grid_drag: a fraction of the fluid is not above 0 and up to 1";
  return NULL;
}

/* Say what is wrong with it on any rank. Collective. */
static PetscErrorCode any_drag_wrong(clast *self, const Drags *d, bool *wrong)
{
  const char *what = drag_is_wrong(d);

  PetscFunctionBeginUser;
  PetscCall(any_differ(
    self, (double[]){d->none, d->drag.density, d->drag.viscosity, d->drag.law}, 4,
    "clast_grid_drag: density, viscosity or law differ between ranks, or drag is NULL on some",
    wrong));
  if (!*wrong) PetscCall(any_wrong(self, what, what, wrong));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Drag on all clumps, and what it does to cells. Collective. */
static PetscErrorCode find_drag(clast *self, const Drags *d, GridForces *f)
{
  clast_grid  *g    = d->grid;
  GridDrag     drag = d->drag;
  const size_t n    = 3 * (size_t)g->cells.n_mine;
  double      *reaction;
  bool         given;

  PetscFunctionBeginUser;
  if (d->none) {
    if (d->reaction && n > 0) memset(d->reaction, 0, n * sizeof *d->reaction);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(any_given(self, drag.fraction, &given));
  if (given && !drag.fraction) drag.fraction = &drag.density; /* of no cell */
  reaction = d->reaction ? d->reaction : memory_zero(n + 1, sizeof *reaction);
  PetscCall(grid_drag(&g->cells, &g->shares, self->sim->matter.clumps, &self->sim->matter.templates,
                      &drag, f->force, f->torque, reaction));
  room_free(d->reaction, reaction);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode pull(clast *self, void *arguments, clast_status *status)
{
  const Drags *d = arguments;
  clast_grid  *g = d->grid;
  GridForces   before;
  bool         wrong, given, missing;

  PetscFunctionBeginUser;
  *status = CLAST_MISTAKES;
  PetscCall(any_drag_wrong(self, d, &wrong));
  PetscCall(any_given(self, d->drag.fraction, &given));
  PetscCall(any_wrong(
    self, given && !d->drag.fraction && g->cells.n_mine > 0,
    "clast_grid_drag: the fraction is NULL on a rank that has cells, but not on all", &missing));
  if (wrong || missing) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_shares(g));
  before = forces_begin(g, FORCES_DRAG);
  PetscCall(find_drag(self, d, &g->forces[FORCES_DRAG]));
  PetscCall(forces_end(g, FORCES_DRAG, &before, "clast_grid_drag", status));
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_grid_drag(clast_grid *grid, const clast_drag *drag, double reaction[][3])
{
  Drags d = {.grid = grid, .none = !drag, .reaction = (double *)reaction};

  if (drag)
    d.drag = (GridDrag){.density   = drag->density,
                        .viscosity = drag->viscosity,
                        .velocity  = (const double *)drag->velocity,
                        .fraction  = drag->fraction,
                        .law       = (DragLaw)drag->law};
  return on_grid(grid, pull, &d);
}
