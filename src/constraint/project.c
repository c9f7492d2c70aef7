/* SPDX-License-Identifier: MIT */
/* Sweeps over constraints, which add corrections to sums, and the clumps that follow these. */
#include "constraint/project.h"
#include "constraint/correct.h"
#include "constraint/follow.h"
#include "constraint/hard.h"
#include "motion/rotation.h"

/* ---- one equation ---- */

/* Inverse mass of a clump for an equation: J W J. Blocked degrees of freedom do not respond. */
static double inverse_mass(const Clumps *c, int32_t row, Vec3 along, Vec3 turn)
{
  const Vec3 spin = clump_spin_by(c, row, c->pose[row].q, turn),
             free = clump_free_way(c, row, c->pose[row].q, along);

  return vec3_dot(free, free) / c->mass[row] + vec3_dot(turn, spin);
}

/* Rotation from one attitude to another, to first order, rad. */
static Vec3 rotation_to(Quat from, Quat to)
{
  const Quat   p    = quat_mul(to, quat_conjugate(from));
  const double sign = p.w < 0 ? -2 : 2;

  return vec3_scale(sign, (Vec3){p.x, p.y, p.z});
}

/* Pair i of the tile. */
typedef struct {
  const ConstraintObject *object;
  const ConstraintBatch  *batch;
  const double           *shares;
  const ConstraintStart  *start; /* of both ends; NULL: not damped */
  int32_t                 row[2];
  int                     i;
} Pair;

/* J (x - x of the start of the step). */
static double way_of(const Clumps *c, const Pair *p, int e)
{
  const Pose *a = &c->pose[p->row[0]], *b = &c->pose[p->row[1]];
  const Vec3  moved = vec3_sub(vec3_sub(b->x, p->start[1].x), vec3_sub(a->x, p->start[0].x));

  return vec3_dot(p->batch->along[e][p->i], moved) +
         vec3_dot(p->batch->turn_a[e][p->i], rotation_to(p->start[0].q, a->q)) +
         vec3_dot(p->batch->turn_b[e][p->i], rotation_to(p->start[1].q, b->q));
}

/* Change of lambda by the equation (project.h), kg m; 0 if nothing responds. */
static double change_of(const Clumps *c, const Pair *p, int e, double dt, double lambda)
{
  const ConstraintObject *o    = p->object;
  const ConstraintBatch  *b    = p->batch;
  const double            soft = o->compliance / (dt * dt), g = o->compliance * o->damping / dt;
  const Vec3              along = b->along[e][p->i];
  const double            d = p->shares[0] * inverse_mass(c, p->row[0], along, b->turn_a[e][p->i]) +
                   p->shares[1] * inverse_mass(c, p->row[1], along, b->turn_b[e][p->i]);
  const double under = (1 + g) * d + soft, damping = p->start ? g * way_of(c, p, e) : 0;
  const double least = dt * dt * b->least[e][p->i], most = dt * dt * b->most[e][p->i];
  double       to;

  if (!(d > 0)) return 0;
  to = lambda + (-b->value[e][p->i] - soft * lambda - damping) / under;
  to = min_real(max_real(to, least), most) - lambda;
  return isfinite(to) ? to : 0;
}

/* ---- sums ---- */

/* Add a change of lambda to the sums of both clumps; returns the part of it that is not beyond the
   largest correction. */
static double add_change(const Constraints *c, const ConstraintScene *s, const Pair *p, int e,
                         double change)
{
  const Pose *pose = s->clumps->pose;
  const Vec3  g    = p->batch->along[e][p->i],
             ta    = vec3_scale(pose[p->row[0]].per_arm, p->batch->turn_a[e][p->i]),
             tb    = vec3_scale(pose[p->row[1]].per_arm, p->batch->turn_b[e][p->i]);
  const double largest =
    fabs(change) *
    max_real(correction_largest(g), max_real(correction_largest(ta), correction_largest(tb)));

  if (largest > c->move.largest) change *= c->move.largest / largest;
  correction_add(s->loads->sum + (size_t)p->row[0] * LOAD_PARTS, vec3_scale(-change, g),
                 vec3_scale(change, ta), c);
  correction_add(s->loads->sum + (size_t)p->row[1] * LOAD_PARTS, vec3_scale(change, g),
                 vec3_scale(change, tb), c);
  return change;
}

/* ---- a sweep ---- */

static double *lambda_of(const Constraints *c, PetscInt pair)
{
  return c->lambda + (size_t)pair * CONSTRAINT_EQUATIONS;
}

/* Numbers of equations on both clumps; with hard contacts those of this step. */
static const double *shares_of(const Constraints *c, const LinkSet *set, PetscInt k,
                               double with_contacts[2])
{
  if (!c->hard) return link_memory(set, k) + CONSTRAINT_SHARES;
  for (int side = 0; side < 2; side++) with_contacts[side] = c->hard->shares[set->row[k][side]];
  return with_contacts;
}

static void project_tile(Constraints *c, const ConstraintScene *s, const LinkSet *set,
                         const ConstraintObject *o)
{
  constraint_batch(o->kind, &c->tile->batch, c->batch);
  o->kind->evaluate(o->own, c->batch);
  for (int i = 0; i < c->batch->n; i++) {
    const PetscInt k = c->tile->link[i];
    double         with_contacts[2];
    const Pair     p      = {.object = o,
                             .batch  = c->batch,
                             .shares = shares_of(c, set, k, with_contacts),
                             .start  = c->damped ? c->start + 2 * k : NULL,
                             .row    = {set->row[k][0], set->row[k][1]},
                             .i      = i};
    double        *lambda = lambda_of(c, k);

    for (int e = 0; e < o->kind->equations; e++)
      lambda[e] += add_change(c, s, &p, e, change_of(s->clumps, &p, e, s->dt, lambda[e]));
  }
}

/* Add the corrections of all pairs to the sums of their clumps. */
static void sweep(Constraints *c, const ConstraintScene *s, const LinkSet *set, int count)
{
  const ContactScene scene = {.domain = s->domain, .clumps = s->clumps};
  LinkCursor         at    = {0};

  while (links_next_tile(set, &scene, s->templates, &at, c->tile)) {
    const ConstraintObject *o = set->objects[at.object].constants;

    if (count < o->sweeps) project_tile(c, s, set, o);
  }
}

static PetscErrorCode refresh(const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(halo_refresh_begin(s->halo, s->clumps));
  PetscCall(halo_refresh_end(s->halo, s->domain, s->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode reduce(const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(halo_reduce_begin(s->halo, s->clumps, s->loads));
  PetscCall(halo_reduce_end(s->halo, s->loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sweeps of hard contacts over velocities. */
static PetscErrorCode correct_velocities(Constraints *c, const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  hard_release(c);
  for (int k = 0; k < c->hard->velocity_sweeps; k++) {
    PetscCall(refresh(s));
    hard_bounce(c, s, k);
    PetscCall(reduce(s));
    follow_sums(c, s, false);
    loads_clear_rows(s->loads, s->clumps->n_owned, s->clumps->n);
  }
  hard_end(c, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a step ---- */

PetscErrorCode constraints_begin(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&c->lambda, CONSTRAINT_EQUATIONS * sizeof *c->lambda, set->n,
                          &c->lambda_capacity));
  if (set->n > 0) memset(c->lambda, 0, (size_t)set->n * CONSTRAINT_EQUATIONS * sizeof *c->lambda);
  if (!c->damped || c->hard) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&c->start, 2 * sizeof *c->start, set->n, &c->start_capacity));
  for (PetscInt k = 0; k < 2 * set->n; k++) {
    const int32_t row = set->row[k / 2][k % 2];

    if (row < 0) continue; /* broken */
    c->start[k] = (ConstraintStart){s->clumps->pose[row].x, s->clumps->pose[row].q};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* With hard contacts clumps have moved and lists may have changed: where they came from, to first order. */
static PetscErrorCode find_starts(Constraints *c, const ConstraintScene *s, const LinkSet *set)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&c->start, 2 * sizeof *c->start, set->n, &c->start_capacity));
  for (PetscInt k = 0; k < 2 * set->n; k++) {
    const int32_t row = set->row[k / 2][k % 2];
    const Pose   *p;

    if (row < 0) continue; /* broken */
    p = &s->clumps->pose[row];
    c->start[k] =
      (ConstraintStart){vec3_axpy(p->x, -s->dt, p->v), rotation_spin(p->q, p->w, -s->dt)};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep the forces of the step. */
static void keep_forces(const Constraints *c, LinkSet *set, double dt)
{
  for (PetscInt k = 0; k < set->n; k++) {
    const ConstraintObject *o      = set->objects[set->list[k].object].constants;
    const double           *lambda = lambda_of(c, k);
    double                  square = 0;

    for (int e = 0; e < o->kind->equations; e++) square += lambda[e] * lambda[e];
    link_memory(set, k)[CONSTRAINT_FORCE] =
      (o->kind->equations == 1 ? lambda[0] : sqrt(square)) / (dt * dt);
  }
}

PetscErrorCode constraints_project(Constraints *c, const ConstraintScene *s, MotionReport *report,
                                   Sum *taken)
{
  LinkSet *set = constraint_set(s->links);

  PetscFunctionBeginUser;
  if (c->hard) PetscCall(hard_begin(c, s));
  if (c->hard && c->damped) PetscCall(find_starts(c, s, set));
  PetscCall(follow_begin(c, s));
  loads_clear_rows(s->loads, s->clumps->n_owned, s->clumps->n);
  for (int k = 0; k < c->sweeps; k++) {
    PetscCall(refresh(s));
    if (set->total > 0) sweep(c, s, set, k);
    if (c->hard) hard_sweep(c, s, k);
    PetscCall(reduce(s));
    follow_sums(c, s, true);
    loads_clear_rows(s->loads, s->clumps->n_owned, s->clumps->n);
  }
  if (c->hard) PetscCall(correct_velocities(c, s));
  follow_end(c, s, report, taken);
  keep_forces(c, set, s->dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}
