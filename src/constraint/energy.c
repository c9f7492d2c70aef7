/* SPDX-License-Identifier: MIT */
/* Energies of clumps and pairs (energy.h). */
#include "constraint/energy.h"
#include "constraint/apply.h"
#include "constraint/hard/hard.h"
#include "constraint/kinds/rods.h"
#include "constraint/shown.h"

/* ---- energy taken from a clump ---- */

static double spin_energy(const Clumps *c, PetscInt a, Quat q, Vec3 momentum)
{
  return 0.5 * vec3_dot(momentum, clump_spin_by(c, a, q, momentum));
}

/* Half of the change of velocity and spin of a clump by the other forces before the sweeps. With a
   last kick (motion/integrator.h) it is the difference between pose and state. */
static HardKick half_kick(const ConstraintScene *s, PetscInt a, bool turned)
{
  const Clumps *c    = s->clumps;
  const Quat    q    = c->pose[a].q;
  const double  half = 0.5 * s->dt;
  HardKick      kick = {.w = {0, 0, 0}};

  if (s->last > 0 || !s->motion) {
    kick.v = vec3_sub(c->pose[a].v, c->motion[a].v);
    if (turned) kick.w = vec3_sub(c->pose[a].w, follow_spin(c, a));
    return kick;
  }
  kick.v = vec3_scale(half, clump_free_way(c, a, q, clump_pull(c, a, s->motion->gravity)));
  if (turned) kick.w = clump_spin_by(c, a, q, vec3_scale(half, c->torque[a]));
  return kick;
}

/* Energy taken from a clump, J: the work of the impulses on the mean of the velocities before and
   after them, half a kick by other forces earlier, when the step before ended. With constant forces
   beside the constraints the sum of energies is constant to rounding. */
static double energy_taken(const Clumps *c, const ConstraintBody *b, bool turned,
                           const HardKick *kick)
{
  const PetscInt a    = b->row;
  const Vec3     v    = c->motion[a].v;
  const Vec3     mean = vec3_sub(vec3_scale(0.5, vec3_add(v, b->v)), kick->v);
  const double   spin = turned ? spin_energy(c, a, b->q, b->momentum) -
                                 spin_energy(c, a, c->pose[a].q, c->motion[a].momentum) +
                                 vec3_dot(vec3_sub(c->motion[a].momentum, b->momentum), kick->w)
                               : 0;

  return spin - c->mass[a] * vec3_dot(vec3_sub(v, b->v), mean);
}

void taken_add(const ConstraintScene *s, const ConstraintBody *b, bool turned, bool lifts,
               Sum *taken)
{
  const Clumps  *c    = s->clumps;
  const PetscInt a    = b->row;
  const HardKick kick = half_kick(s, a, turned);

  sum_add(taken, energy_taken(c, b, turned, &kick));
  if (lifts) {
    /* work of the other forces, in the kicks before and after, on the displacement that changes no
       velocity, by which hard contacts push overlapping bodies apart */
    const Vec3 more =
      vec3_axpy(vec3_sub(b->v, c->motion[a].v), 1 / s->dt, vec3_sub(c->pose[a].x, b->x));

    sum_add(taken, 2 * c->mass[a] * vec3_dot(kick.v, more));
  }
}

/* ---- energy of a pair ---- */

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

/* Set the velocities in poses to those of the motion; apply_take_back later adds the difference to
   them again. */
static void put_aside(const Constraints *c, const ConstraintScene *s)
{
  Clumps *of = s->clumps;

  for (PetscInt k = 0; k < c->n; k++) {
    ConstraintBody *b = &c->body[k];
    Pose           *p = &of->pose[b->row];

    if (b->reaction >= 0) continue; /* it follows a motion */
    b->seen      = p->v;
    b->seen_turn = p->w;
    p->v         = of->motion[b->row].v;
    p->w         = follow_spin(of, b->row);
  }
}

void energy_begin(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  c->counted = !c->central && set->total > 0;
  if (!c->counted) return;
  array_reserve(&c->work, sizeof *c->work, set->n, &c->work_capacity);
  if (set->n > 0) memset(c->work, 0, (size_t)set->n * sizeof *c->work);
  if (!c->contacts) put_aside(c, s);
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

/* Energy that a clump gains at a constant angular momentum as it turns, J. */
static double gained_by_turning(const Clumps *c, const Pair *p, int side)
{
  const int32_t row = p->row[side];
  const Pose   *at  = &c->pose[row];
  const Vec3    w   = p->work->w[side];

  if (c->blocked[row] & BLOCK_TURN || clump_is_still(c, row)) return 0;
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

/* Square of the larger angle by which one of two clumps turns in a step, rad^2. */
static double larger_turn(Vec3 a, Vec3 b, double dt)
{
  return dt * dt * max_real(vec3_square(a), vec3_square(b));
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
  const double    far = vec3_square(vec3_sub(c->pose[p->row[1]].x, c->pose[p->row[0]].x)),
               around = far > 0 ? vec3_square(vec3_sub(w->v[1], w->v[0])) / far : 0;

  return p->batch->dt * p->batch->dt * (vec3_square(w->w[0]) + vec3_square(w->w[1]) + around);
}

/* Kinetic energy of both parts before the sweeps, in the frame of their centre of mass, J. */
static double energy_of(const Clumps *c, const Pair *p)
{
  const PairWork *w    = p->work;
  const double    both = inverse_of(c, p, 0) + inverse_of(c, p, 1);
  double          sum  = both > 0 ? 0.5 * vec3_square(vec3_sub(w->v[1], w->v[0])) / both : 0;

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
  const Vec3 none = {0, 0, 0};
  const Vec3 to_a = vec3_axpy(b->a[i].arm, 0.5, b->way[i]),
             to_b = vec3_axpy(b->b[i].arm, -0.5, b->way[i]);

  for (int e = 0; e < 3; e++) {
    b->along[e][i]      = constraint_axes[e];
    b->turn_a[e][i]     = vec3_cross(constraint_axes[e], to_a);
    b->turn_b[e][i]     = vec3_cross(to_b, constraint_axes[e]);
    b->along[3 + e][i]  = none;
    b->turn_a[3 + e][i] = vec3_scale(-1, constraint_axes[e]);
    b->turn_b[3 + e][i] = constraint_axes[e];
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

static void limit_tile(Constraints *c, const ConstraintScene *s, const ConstraintObject *o)
{
  const LinkSet *set = constraint_set(s->links);

  o->kind->evaluate(o->own, c->batch);
  for (int i = 0; i < c->batch->n; i++) {
    const PetscInt k      = c->tile->link[i];
    double        *memory = link_memory(set, k);
    const double   before = memory[CONSTRAINT_ENERGY];
    Pair           p      = pair_of(c, set, o, i);
    double         after, excess = 0;

    if (rod_is_between_centres(set, k)) continue;
    p.work = &c->work[k];
    after  = stored_in(s->clumps, &p);
    if (memory[CONSTRAINT_COUNTED] > 0 && is_fast(s->clumps, &p))
      excess =
        work_of(s->clumps, &p) + after - before - turn_of(s->clumps, &p) * energy_of(s->clumps, &p);
    memory[CONSTRAINT_COUNTED + 1] = !is_driven(c, &p, k);
    if (!(memory[CONSTRAINT_COUNTED + 1] > 0) || !isfinite(excess)) excess = 0;
    if (excess > 0) excess -= take(c, s, p, excess);
    memory[CONSTRAINT_ENERGY + 1] = after - max_real(excess, 0);
  }
}

/* Note in ConstraintBody.given what the corrections of levers.c change; called before and after
   clumps follow them. Velocities that forces see in advance leave it out. */
static void note_levers(const Constraints *c, const ConstraintScene *s, bool before)
{
  for (PetscInt k = 0; k < c->n; k++) {
    ConstraintBody *b = &c->body[k];
    const Motion   *m = &s->clumps->motion[b->row];

    b->given          = before ? m->v : vec3_sub(m->v, b->given);
    b->given_momentum = before ? m->momentum : vec3_sub(m->momentum, b->given_momentum);
  }
}

PetscErrorCode energy_limit(Constraints *c, const ConstraintScene *s)
{
  LinkCursor at = {.only = c->rods.others};

  PetscFunctionBeginUser;
  if (!c->counted) PetscFunctionReturn(PETSC_SUCCESS);
  apply_velocities(c, s);
  if (c->levers) { /* moments of joints are about the points at the start of the step */
    PetscCall(correction_refresh(s));
    levers_add(c, s);
    note_levers(c, s, true);
    PetscCall(apply_all(c, s, false));
    note_levers(c, s, false);
  }
  PetscCall(correction_refresh(s));
  for (const ConstraintObject *o; (o = constraint_next_tile(c, s, &at));) limit_tile(c, s, o);
  PetscCall(apply_all(c, s, false));
  if (!c->contacts) apply_take_back(c, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}
