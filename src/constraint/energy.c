/* SPDX-License-Identifier: MIT */
/* Energy that each pair adds in a step, and its limit: a pair loses the excess (energy.h). */
#include "constraint/energy.h"
#include "constraint/apply.h"
#include "constraint/correct.h"
#include "constraint/hard/hard.h"
#include "constraint/kinds/rods.h"
#include "constraint/levers.h"

/* Angle by which clumps turn in a step, rad, up to which nothing is taken from a pair. */
#define SLOW 0.02

void energy_keep(const Constraints *c, const ConstraintScene *s)
{
  LinkSet *set = constraint_set(s->links);

  for (PetscInt k = 0; k < set->n && !c->central; k++) {
    double *memory = link_memory(set, k);

    memory[CONSTRAINT_ENERGY]  = memory[CONSTRAINT_ENERGY + 1];
    memory[CONSTRAINT_COUNTED] = memory[CONSTRAINT_COUNTED + 1];
  }
}

PetscErrorCode energy_begin(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  PetscFunctionBeginUser;
  c->counted = !c->central && set->total > 0;
  if (!c->counted) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&c->work, sizeof *c->work, set->n, &c->work_capacity));
  if (set->n > 0) memset(c->work, 0, (size_t)set->n * sizeof *c->work);
  if (!c->contacts) apply_put_aside(c, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void energy_note(const ConstraintScene *s, const Pair *p)
{
  for (int side = 0; side < 2; side++) {
    const Pose *at = &s->clumps->pose[p->row[side]];

    p->work->v[side] = at->v;
    p->work->w[side] = at->w;
    p->work->q[side] = at->q;
  }
}

static bool turns_freely(const Clumps *c, int32_t row)
{
  return !(c->blocked[row] & BLOCK_TURN) && !clump_is_still(c, row);
}

/* Energy that a clump gains at a constant angular momentum as it turns, J. */
static double gained_by_turning(const Clumps *c, const Pair *p, int side)
{
  const int32_t row = p->row[side];
  const Pose   *at  = &c->pose[row];
  const Vec3    w   = p->work->w[side];

  if (!turns_freely(c, row)) return 0;
  return 0.5 * (vec3_dot(clump_momentum(w, p->work->q[side], c->inertia[row]), at->w) -
                vec3_dot(clump_momentum(at->w, at->q, c->inertia[row]), w));
}

/* Work on both clumps, J. */
static double work_of(const Clumps *c, const Pair *p)
{
  const PairWork *w = p->work;
  const Pose     *a = &c->pose[p->row[0]], *b = &c->pose[p->row[1]];
  const Vec3      way = vec3_sub(vec3_add(b->v, w->v[1]), vec3_add(a->v, w->v[0]));
  double          sum = vec3_dot(w->force, way) + vec3_dot(w->turn[0], vec3_add(a->w, w->w[0])) +
               vec3_dot(w->turn[1], vec3_add(b->w, w->w[1]));

  sum *= 0.5 / p->batch->dt;
  for (int side = 0; side < 2; side++) sum += gained_by_turning(c, p, side) / p->shares[side];
  return sum;
}

static double stored_in(const Clumps *c, const Pair *p)
{
  const double dt  = p->batch->dt;
  double       sum = 0, change[CONSTRAINT_EQUATIONS];
  Equations    block;

  pair_errors(c, p, &block);
  block_solve(&block, change);
  for (int e = 0; e < block.n; e++) sum += change[e] * block.lack[e];
  return 0.5 * sum / (dt * dt);
}

/* Inverse mass of the part of a clump that belongs to the pair, 1/kg. */
static double inverse_of(const Clumps *c, const Pair *p, int side)
{
  const int32_t row = p->row[side];

  return c->blocked[row] == BLOCK_ALL || clump_is_driven(c, row) ? 0
                                                                 : p->shares[side] / c->mass[row];
}

static double square(Vec3 v)
{
  return vec3_dot(v, v);
}

/* Square of the larger angle by which one of two clumps turns in a step, rad^2. */
static double larger_turn(Vec3 a, Vec3 b, double dt)
{
  return dt * dt * max_real(square(a), square(b));
}

static bool is_fast(const Clumps *c, const Pair *p)
{
  const PairWork *w  = p->work;
  const double    dt = p->batch->dt, before = larger_turn(w->w[0], w->w[1], dt);

  return max_real(before, larger_turn(c->pose[p->row[0]].w, c->pose[p->row[1]].w, dt)) >
         SLOW * SLOW;
}

/* Square of the angle by which a pair turns in a step, rad^2. */
static double turn_of(const Clumps *c, const Pair *p)
{
  const PairWork *w   = p->work;
  const double    far = square(vec3_sub(c->pose[p->row[1]].x, c->pose[p->row[0]].x)),
               around = far > 0 ? square(vec3_sub(w->v[1], w->v[0])) / far : 0;

  return p->batch->dt * p->batch->dt * (square(w->w[0]) + square(w->w[1]) + around);
}

/* Kinetic energy of both parts before the sweeps, in the frame of their centre of mass, J. */
static double energy_of(const Clumps *c, const Pair *p)
{
  const PairWork *w    = p->work;
  const double    both = inverse_of(c, p, 0) + inverse_of(c, p, 1);
  double          sum  = both > 0 ? 0.5 * square(vec3_sub(w->v[1], w->v[0])) / both : 0;

  for (int side = 0; side < 2; side++)
    if (inverse_of(c, p, side) > 0)
      sum += 0.5 / p->shares[side] *
             vec3_dot(w->w[side], clump_momentum(w->w[side], w->q[side], c->inertia[p->row[side]]));
  return sum;
}

/* ---- losses ---- */

/* Relative motion of two clumps, as six equations. */
static const Constraint       twist  = {.equations = 6};
static const ConstraintObject damper = {.kind = &twist};

static void put_twist(ConstraintBatch *b, int i)
{
  const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, none = {0, 0, 0};
  const Vec3 to_a = vec3_axpy(b->a[i].arm, 0.5, b->way[i]),
             to_b = vec3_axpy(b->b[i].arm, -0.5, b->way[i]);

  for (int e = 0; e < 3; e++) {
    b->along[e][i]      = axes[e];
    b->turn_a[e][i]     = vec3_cross(axes[e], to_a);
    b->turn_b[e][i]     = vec3_cross(to_b, axes[e]);
    b->along[3 + e][i]  = none;
    b->turn_a[3 + e][i] = vec3_scale(-1, axes[e]);
    b->turn_b[3 + e][i] = axes[e];
  }
}

/* Take this energy from the relative motion of a pair, or all that it has; returns the energy
   taken, J. */
static double take(const Constraints *c, const ConstraintScene *s, Pair p, double energy)
{
  const double dt  = s->dt;
  double       all = 0, change[CONSTRAINT_EQUATIONS], none[CONSTRAINT_EQUATIONS] = {0};
  Equations    block = {.n = 6};

  put_twist(c->batch, p.i);
  p.object = &damper;
  p.work   = NULL;
  for (int e = 0; e < 6; e++) {
    block.lack[e]  = -dt * pair_rate(s->clumps, &p, e);
    block.least[e] = -INFINITY;
    block.most[e]  = INFINITY;
  }
  pair_respond(s->clumps, &p, &block);
  block_solve(&block, change);
  for (int e = 0; e < 6; e++) all += 0.5 * change[e] * block.lack[e] / (dt * dt);
  if (!(all > 0)) return 0;
  energy = min_real(energy, all);
  for (int e = 0; e < 6; e++) change[e] *= 1 - sqrt(1 - energy / all);
  pair_add(c, s, &p, change, none);
  return energy;
}

/* ---- pairs ---- */

static bool is_driven(const Constraints *c, const Pair *p, PetscInt k)
{
  const double *lambda = c->lambda + (size_t)k * (size_t)c->equations;

  for (int e = 0; e < p->object->kind->equations; e++)
    if (equation_is_in(p->object->kind->driven, e) && lambda[e] != 0) return true;
  return false;
}

static void limit(const Constraints *c, const ConstraintScene *s, const Pair *p, PetscInt k,
                  double *memory)
{
  const double before = memory[CONSTRAINT_ENERGY], after = stored_in(s->clumps, p);
  double       excess = 0;

  if (memory[CONSTRAINT_COUNTED] > 0 && is_fast(s->clumps, p))
    excess =
      work_of(s->clumps, p) + after - before - turn_of(s->clumps, p) * energy_of(s->clumps, p);
  memory[CONSTRAINT_COUNTED + 1] = !is_driven(c, p, k);
  if (!(memory[CONSTRAINT_COUNTED + 1] > 0) || !isfinite(excess)) excess = 0;
  if (excess > 0) excess -= take(c, s, *p, excess);
  memory[CONSTRAINT_ENERGY + 1] = after - max_real(excess, 0);
}

static void limit_tile(Constraints *c, const ConstraintScene *s, LinkSet *set,
                       const ConstraintObject *o)
{
  constraint_batch(o->kind, &c->tile->batch, s->dt, c->batch);
  o->kind->evaluate(o->own, c->batch);
  for (int i = 0; i < c->batch->n; i++) {
    const PetscInt k      = c->tile->link[i];
    double        *memory = link_memory(set, k), with_contacts[2];
    const Pair     p      = {.object = o,
                             .batch  = c->batch,
                             .shares = pair_shares(c, set, k, memory, with_contacts),
                             .work   = &c->work[k],
                             .row    = {set->row[k][0], set->row[k][1]},
                             .i      = i};

    if (!rod_is_between_centres(set, k)) limit(c, s, &p, k, memory);
  }
}

/* Correct the angular momenta of joints, which are about the points at the start of the step
   (levers.h). */
static PetscErrorCode put_levers(Constraints *c, const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(correction_refresh(s));
  levers_add(c, s);
  PetscCall(correction_reduce(s));
  apply_levers(c, s, true);
  apply_sums(c, s, false);
  apply_levers(c, s, false);
  loads_clear_rows(s->loads, s->clumps->n_owned, s->clumps->n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode energy_limit(Constraints *c, const ConstraintScene *s)
{
  LinkSet           *set   = constraint_set(s->links);
  const ContactScene scene = {.domain = s->domain, .clumps = s->clumps};
  LinkCursor         at    = {.only = c->rods.others};

  PetscFunctionBeginUser;
  if (!c->counted) PetscFunctionReturn(PETSC_SUCCESS);
  apply_velocities(c, s);
  if (c->levers) PetscCall(put_levers(c, s));
  PetscCall(correction_refresh(s));
  while (links_next_tile(set, &scene, s->templates, &at, c->tile))
    limit_tile(c, s, set, set->objects[at.object].constants);
  PetscCall(correction_reduce(s));
  apply_sums(c, s, false);
  loads_clear_rows(s->loads, s->clumps->n_owned, s->clumps->n);
  if (!c->contacts) apply_take_back(c, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}
