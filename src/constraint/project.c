/* SPDX-License-Identifier: MIT */
/* Sweeps over constraints, which add corrections to sums, and the clumps that follow these. */
#include "constraint/project.h"
#include "constraint/apply.h"
#include "constraint/energy.h"
#include "constraint/hard/hard.h"
#include "constraint/kinds/rods.h"
#include "constraint/pair.h"
#include "motion/rotation.h"

/* Bounds of the number m of sweep_momentum: when the sweeps have converged, the error of all modes
   has fallen at least by exp(-m). */
#define MOMENTUM_LEAST 2
#define MOMENTUM_MOST  24
/* Turn of a part of a clump in a sweep, rad, above which its pair has no momentum: gradients are
   not those of the sweep before then, and what starts from l + b (l - the last l) may diverge. */
#define CALM 0.03

/* ---- a sweep ---- */

static double *lambda_of(const Constraints *c, PetscInt pair)
{
  return c->lambda + (size_t)pair * (size_t)c->equations;
}

double sweep_momentum(int k, int n)
{
  const double m = min_real(max_real(0.5 * sqrt(n), MOMENTUM_LEAST), MOMENTUM_MOST);

  return k + 1 < n ? max_real(0, min_real(k / (k + 3.0), (n - m) / (n + m))) : 0;
}

/* Sweep from multipliers y, to which the clumps correspond, to new ones l: then y becomes l +
   momentum (l - the last l). */
static void project_pair(const Constraints *c, const ConstraintScene *s, const Pair *p, PetscInt k,
                         double momentum)
{
  const int n      = p->object->kind->equations;
  double   *lambda = lambda_of(c, k), *last = c->last + (lambda - c->lambda);
  double    change[CONSTRAINT_EQUATIONS];

  pair_solve(s->clumps, p, lambda, change);
  if (momentum > 0 && pair_turns(s->clumps, p, change, CALM)) momentum = 0;
  for (int e = 0; e < n; e++) {
    const double to = lambda[e] + change[e];

    change[e] += momentum * (to - last[e]);
    last[e] = to;
  }
  pair_add(c, s, p, change, lambda);
}

/* Remove the part `last` of the last step's impulses of limits and motors from the velocities,
   which contain it, unless an equation with the same gradient keeps its rate. */
static void leave_out_limits(const Constraints *c, const ConstraintScene *s, const Pair *p,
                             PetscInt k)
{
  const double          *memory                       = link_memory(constraint_set(s->links), k);
  const ConstraintBatch *b                            = p->batch;
  double                 change[CONSTRAINT_EQUATIONS] = {0}, none[CONSTRAINT_EQUATIONS] = {0};
  int                    one = -1;

  for (int e = p->object->kind->equations - 1; e >= 0; e--) {
    if (!equation_is_in(p->object->kind->stiff, e)) continue;
    if (vec3_is_zero(b->along[e][p->i]) && vec3_is_zero(b->turn_a[e][p->i]) &&
        vec3_is_zero(b->turn_b[e][p->i]))
      continue; /* no gradient */
    if (pair_keeps_rate(p, e)) return;
    one = e;
  }
  if (one < 0) return; /* there are none */
  change[one] = -s->last * s->dt * s->dt * memory[CONSTRAINT_LIMITED];
  pair_add(c, s, p, change, none);
}

/* Evaluate and correct the pairs of Constraints.batch. */
static void project_tile(const Constraints *c, const ConstraintScene *s, const ConstraintObject *o,
                         int count, bool rates)
{
  const LinkSet *set      = constraint_set(s->links);
  const double   momentum = sweep_momentum(count, o->sweeps);

  o->kind->evaluate(o->own, c->batch);
  for (int i = 0; i < c->batch->n; i++) {
    const PetscInt k = c->tile->link[i];
    Pair           p = pair_of(c, set, o, i);

    p.rates = rates;
    p.acts  = c->tile->batch.memory[i][CONSTRAINT_FORCE] != 0;
    if (c->damped && !rates) p.start = c->start + 2 * k;
    if (c->counted && !rates) p.work = &c->work[k];
    if (count == 0 && p.work) energy_note(s, &p);
    if (count < 0) leave_out_limits(c, s, &p, k);
    else project_pair(c, s, &p, k, momentum);
  }
}

const ConstraintObject *constraint_next_tile(const Constraints *c, const ConstraintScene *s,
                                             LinkCursor *at)
{
  const LinkSet          *set   = constraint_set(s->links);
  const ContactScene      scene = {.domain = s->domain, .clumps = s->clumps};
  const ConstraintObject *o;

  if (!links_next_tile(set, &scene, s->templates, at, c->tile)) return NULL;
  o = set->objects[at->object].constants;
  constraint_batch(o->kind, &c->tile->batch, s->dt, c->batch);
  return o;
}

/* Add the corrections of all pairs to the sums of their clumps. */
static void sweep(Constraints *c, const ConstraintScene *s, int count)
{
  LinkCursor at = {.only = c->rods.others};

  rods_sweep(c, s, count);
  if (c->rods.n_others == 0) return;
  if (c->central) rod_rows_lend(c, s);
  for (const ConstraintObject *o; (o = constraint_next_tile(c, s, &at));)
    if (count < o->sweeps) project_tile(c, s, o, count, false);
  if (c->central) rod_rows_take(c, s);
}

/* Sweeps of hard contacts over velocities. */
static PetscErrorCode correct_velocities(Constraints *c, const ConstraintScene *s,
                                         const ConstraintWork *work)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < c->hard->velocity_sweeps; k++) {
    PetscCall(correction_refresh(s));
    if (k == 0) PetscCall(hard_share_anew(c, s));
    if (k == 0) hard_release(c, s);
    hard_bounce(c, s, k);
    PetscCall(apply_all(c, s, false));
  }
  hard_end(c, s, work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a step ---- */

static void clear_others(Constraints *c, PetscInt pairs)
{
  const size_t row = (size_t)c->equations * sizeof(double);

  arrays_reserve(pairs, &c->lambda_capacity, 2, (ArrayPart[]){{&c->lambda, row}, {&c->last, row}});
  if (pairs > 0) memset(c->lambda, 0, (size_t)pairs * row);
  if (pairs > 0) memset(c->last, 0, (size_t)pairs * row);
}

static void clear_multipliers(Constraints *c, PetscInt pairs)
{
  if (c->damped) rods_clear(&c->rods);
  if (c->rods.n_others > 0) clear_others(c, pairs);
}

void sweep_velocities(Constraints *c, const ConstraintScene *s, int count)
{
  LinkCursor at = {0};

  if (count == 0) clear_others(c, constraint_set(s->links)->n);
  for (const ConstraintObject *o; (o = constraint_next_tile(c, s, &at));)
    if (count < o->sweeps) project_tile(c, s, o, count, true);
}

void constraints_note(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);
  LinkCursor     at  = {0};

  energy_keep(c, s);
  if (!c->begins) return;
  for (const ConstraintObject *o; (o = constraint_next_tile(c, s, &at));)
    for (int i = 0; o->kind->place && i < c->batch->n; i++)
      link_memory(set, c->tile->link[i])[CONSTRAINT_KEPT + CONSTRAINT_PLACE] =
        o->kind->place(c->batch, i);
}

/* Find, to first order, where clumps came from: with hard contacts they have moved already, and
   lists may have changed. */
static void find_starts(Constraints *c, const ConstraintScene *s, const LinkSet *set)
{
  array_reserve(&c->start, 2 * sizeof *c->start, set->n, &c->start_capacity);
  for (PetscInt k = 0; k < set->n; k++) {
    const Pose *a, *b;

    if (set->ends[k].row[0] < 0 || set->ends[k].row[1] < 0) continue; /* broken */
    a               = &s->clumps->pose[set->ends[k].row[0]];
    b               = &s->clumps->pose[set->ends[k].row[1]];
    c->start[2 * k] = (ConstraintStart){(Vec3){0, 0, 0}, rotation_spin(a->q, a->w, -s->dt)};
    c->start[2 * k + 1] =
      (ConstraintStart){vec3_axpy(vec3_sub(b->x, a->x), -s->dt, vec3_sub(b->v, a->v)),
                        rotation_spin(b->q, b->w, -s->dt)};
  }
}

void constraints_begin(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  rods_begin(c, s);
  if (c->central) rod_rows_begin(c, s);
  clear_multipliers(c, set->n);
  if (c->hard) return;
  if (c->damped) rods_note(c, s, false);
  if (c->damped || c->levers) {
    array_reserve(&c->start, 2 * sizeof *c->start, set->n, &c->start_capacity);
    for (PetscInt k = 0; k < 2 * set->n; k++) {
      const int32_t row = set->ends[k / 2].row[k % 2];

      if (row < 0) continue; /* broken */
      c->start[k] = (ConstraintStart){s->clumps->pose[row].x, s->clumps->pose[row].q};
    }
  }
}

/* Force of the equations in a set: that of the equation if there is one, else the norm. */
static double force_of(const double *lambda, const Constraint *kind, unsigned set)
{
  double square = 0, one = 0;
  int    n = 0;

  for (int e = 0; e < kind->equations; e++)
    if (equation_is_in(set, e)) {
      one = lambda[e];
      square += one * one;
      n++;
    }
  return n == 1 ? one : sqrt(square);
}

static double sum_of(const double *lambda, unsigned set)
{
  double sum = 0;

  for (int e = 0; e < CONSTRAINT_EQUATIONS && set >> e; e++)
    if (equation_is_in(set, e)) sum += lambda[e];
  return sum;
}

/* True if constraints are the only links. */
static bool are_alone(const Links *links)
{
  for (int k = 0; k < LINK_KINDS; k++)
    if (links->set[k].kind != &link_constraints && links->set[k].n_objects > 0) return false;
  return true;
}

/* Store the forces of the step in the memory of pairs. For rods that do not break this is done only
   when they are asked for, as the memory of links is far apart. */
static void keep_forces(Constraints *c, const Links *links, LinkSet *set, double dt)
{
  const size_t columns = (size_t)link_columns(set->kind);

  set->quiet = c->rods.n_others == 0 && !c->rods.breaks && are_alone(links);
  if (set->quiet) c->owed = dt;
  else rods_keep(&c->rods, set, dt);
  for (PetscInt k = 0; c->rods.n_others > 0 && k < set->n; k++) {
    const ConstraintObject *o      = set->objects[set->list[k].object].constants;
    const double           *lambda = lambda_of(c, k);
    double                 *memory = set->memory + (size_t)k * columns;

    if (!c->rods.others[k]) continue;
    memory[CONSTRAINT_FORCE]  = force_of(lambda, o->kind, ~o->kind->angles) / (dt * dt);
    memory[CONSTRAINT_TORQUE] = force_of(lambda, o->kind, o->kind->angles) / (dt * dt);
    if (o->kind->stiff) memory[CONSTRAINT_LIMITED] = sum_of(lambda, o->kind->stiff) / (dt * dt);
  }
}

/* Add the work of the motors of Constraints.batch: they supply it, the other equations take it. */
static void add_motors(const Constraints *c, const ConstraintObject *o, double dt,
                       const ConstraintWork *work)
{
  for (int i = 0; i < c->batch->n; i++) {
    const double *lambda = lambda_of(c, c->tile->link[i]);
    const double  way    = o->kind->place(c->batch, i) - c->batch->numbers[i][CONSTRAINT_PLACE];

    for (int e = 0; e < o->kind->equations; e++) {
      if (!equation_is_in(o->kind->driven, e)) continue;
      sum_add(work->supplied, lambda[e] / (dt * dt) * way);
      sum_add(work->taken, lambda[e] / (dt * dt) * way);
    }
  }
}

static PetscErrorCode sweeps(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  PetscFunctionBeginUser;
  loads_clear_rows(s->loads, s->clumps->n_owned, s->clumps->n);
  if (c->volumes.n > 0) volumes_begin(&c->volumes, s->deforms);
  for (int k = 0; k < c->sweeps && c->central; k++) {
    PetscCall(rod_rows_renew(c, s));
    sweep(c, s, k);
    PetscCall(rod_rows_follow(c, s, k == c->sweeps - 1));
  }
  for (int k = 0; k < c->sweeps && !c->central; k++) {
    PetscCall(correction_refresh(s));
    if (set->total > 0) sweep(c, s, k);
    if (c->contacts) PetscCall(hard_share_in_sweep(c, s, k));
    if (c->contacts) hard_sweep(c, s, k);
    PetscCall(apply_all(c, s, true));
    if (c->volumes.n == 0) continue;
    PetscCall(correction_refresh(s)); /* from where the other constraints have moved the nodes */
    PetscCall(volumes_sweep(c, s, k));
    PetscCall(apply_all(c, s, true));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void constraints_move(Constraints *c, const ConstraintScene *s, MotionReport *report)
{
  if (c->central) rod_rows_move(c, s, report);
  else motion_start(s->clumps, s->motion, 0, s->clumps->n_owned, s->loads, report);
}

static void clear_column(Vec3 *column, PetscInt n)
{
  if (column && n > 0) memset(column, 0, (size_t)n * sizeof *column);
}

void constraints_forget(Clumps *of)
{
  clear_column(of->answer, of->n_owned);
  clear_column(of->answer_turn, of->n_owned);
  clear_column(of->borne, of->n_owned);
  clear_column(of->borne_torque, of->n_owned);
}

PetscErrorCode constraints_project(Constraints *c, const ConstraintScene *s, MotionReport *report,
                                   const ConstraintWork *work)
{
  LinkSet      *set    = constraint_set(s->links);
  const Clumps *of     = s->clumps;
  LinkCursor    motors = {0};

  PetscFunctionBeginUser;
  c->contacts = c->hard;
  if (c->hard) PetscCall(hard_begin(c, s));
  if (c->hard || s->clumps->borne) constraints_forget(s->clumps);
  if (c->hard) rods_share(c, s);
  if (c->hard && c->damped) rods_note(c, s, true);
  if (c->hard && (c->damped || c->levers)) find_starts(c, s, set);
  apply_begin(c, s);
  energy_begin(c, s);
  PetscCall(sweeps(c, s));
  PetscCall(energy_limit(c, s));
  if (c->hard) PetscCall(correct_velocities(c, s, work));
  apply_end(c, s, report, work);
  keep_forces(c, s->links, set, s->dt);
  reactions_end(s);
  /* clumps that have moved in rows (rods.h) do not turn, and have no hard contacts */
  for (PetscInt a = 0; c->central && of->borne && of->answer && a < of->n_owned; a++) {
    of->borne[a]        = vec3_scale(2 / s->dt, of->answer[a]);
    of->borne_torque[a] = vec3_scale(2 / s->dt, of->answer_turn[a]);
  }
  c->answers = s->clumps->answer && c->shows;
  if (c->driven) {
    PetscCall(correction_refresh(s));
    for (const ConstraintObject *o; (o = constraint_next_tile(c, s, &motors));)
      if (o->kind->driven) add_motors(c, o, s->dt, work);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void constraints_store_forces(Constraints *c, Links *links)
{
  if (c->owed > 0) rods_keep(&c->rods, constraint_set(links), c->owed);
  c->owed = 0;
}

PetscErrorCode constraints_settle(Constraints *c, const ConstraintScene *scene, int64_t passes,
                                  MotionReport *report)
{
  ConstraintScene s = *scene;

  PetscFunctionBeginUser;
  s.dt        = INFINITY;
  s.motion    = NULL;
  c->contacts = c->counted = false;
  rods_begin(c, &s);
  if (c->central) rod_rows_begin(c, &s);
  if (c->central) rod_rows_move(c, &s, NULL);
  apply_begin(c, &s);
  for (int64_t k = 0; k < passes; k++) {
    clear_multipliers(c, constraint_set(s.links)->n);
    PetscCall(sweeps(c, &s));
  }
  apply_end(c, &s, report, NULL);
  reactions_clear(s.clumps);
  PetscFunctionReturn(PETSC_SUCCESS);
}
