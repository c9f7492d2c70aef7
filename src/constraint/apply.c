/* SPDX-License-Identifier: MIT */
/* Motion of owned clumps by their corrections, row by row, and forces on them (apply.h). */
#include "constraint/apply.h"
#include "constraint/energy.h"
#include "constraint/hard/hard.h"
#include "constraint/kinds/rods.h"
#include "motion/rotation.h"

ConstraintBody apply_began(const Clumps *of, PetscInt a)
{
  return (ConstraintBody){.row      = a,
                          .reaction = -1,
                          .x        = of->pose[a].x,
                          .q        = of->pose[a].q,
                          .rest     = of->motion[a].rest,
                          .v        = of->motion[a].v,
                          .momentum = of->motion[a].momentum};
}

static void add_body(Constraints *c, const Clumps *of, PetscInt a)
{
  if (clump_is_gone(of, a) || clump_is_fixed(of, a)) return;
  c->body[c->n] = apply_began(of, a);
  if (clump_is_driven(of, a)) {
    array_reserve(&c->reaction, sizeof *c->reaction, c->n_reactions + 1, &c->reaction_capacity);
    c->body[c->n].reaction        = c->n_reactions;
    c->reaction[c->n_reactions++] = (ConstraintReaction){.row = a};
  }
  c->n++;
}

/* List clumps that do not move in rows. The answer of those that cannot move becomes 0, as they may
   have one from before they were blocked. */
static void add_held(Constraints *c, const ConstraintScene *s)
{
  const RodRows *k  = &c->rows;
  const Clumps  *of = s->clumps;

  for (PetscInt r = 0; r < k->n_runs; r++)
    for (PetscInt a = k->run[r][0]; a < k->run[r][1]; a++) {
      if (k->foreseen[a / CLUMPS_TILE]) a = (a / CLUMPS_TILE + 1) * CLUMPS_TILE - 1; /* all move */
      else if (k->rows.x[a][3] == 0) {
        if (of->answer) of->answer[a] = of->answer_turn[a] = (Vec3){0, 0, 0};
        if (!rod_moves_alike(of, a, s->domain->dimension) || clump_is_driven(of, a))
          add_body(c, of, a);
      }
    }
}

void apply_begin(Constraints *c, const ConstraintScene *s)
{
  const Needs   *needs = &s->links->needs;
  const bool     any   = c->contacts || c->volumes.n > 0; /* of all rows */
  const PetscInt most  = any ? s->clumps->n_owned : needs->n_given;

  c->n = c->n_reactions = 0;
  array_reserve(&c->body, sizeof *c->body, most, &c->body_capacity);
  if (c->central) add_held(c, s);
  for (PetscInt k = 0; k < most && !c->central; k++) {
    const PetscInt a = any ? k : needs->given[k].row;

    if (c->volumes.n > 0 ? true
        : c->contacts    ? c->hard->count[a] > 0
                         : k == 0 || needs->given[k - 1].row != a)
      add_body(c, s->clumps, a);
  }
}

/* ---- one correction ---- */

/* True if the velocity of a clump changes in every sweep: hard contacts need it, or it has axes
   that turn. */
static inline bool changes_at_once(const Constraints *c, const ConstraintScene *s, PetscInt a)
{
  return c->contacts || s->clumps->blocked[a] & BLOCK_BODY_MOVE;
}

static inline void add_velocity(const ConstraintScene *s, PetscInt a, Vec3 by)
{
  Clumps      *c    = s->clumps;
  const double rate = 1 / s->dt;

  c->motion[a].v = vec3_axpy(c->motion[a].v, rate, by);
  c->pose[a].v   = vec3_axpy(c->pose[a].v, rate, by);
}

static inline void move(const Constraints *c, const ConstraintScene *s, PetscInt a, Vec3 by)
{
  Pose        *p     = &s->clumps->pose[a];
  Motion      *m     = &s->clumps->motion[a];
  const double magic = s->domain->magic;

  grid_drift(&p->x.x, &m->rest.x, by.x, magic);
  grid_drift(&p->x.y, &m->rest.y, by.y, magic);
  grid_drift(&p->x.z, &m->rest.z, by.z, magic);
  if (changes_at_once(c, s, a)) add_velocity(s, a, by);
}

/* Turn a clump with rotations blocked about axes of the body: momentum and spin, imposed parts
   included, turn with the body. */
static void turn_in_body(const ConstraintScene *s, PetscInt a, Vec3 impulse, Vec3 by)
{
  Clumps    *c  = s->clumps;
  Pose      *p  = &c->pose[a];
  const Quat to = rotation_spin(p->q, by, 1);
  const Vec3 w  = clump_along(c, a, p->q, vec3_axpy(p->w, 1 / s->dt, by)),
             l  = clump_along(c, a, p->q, vec3_axpy(c->motion[a].momentum, 1 / s->dt, impulse));

  p->q                  = to;
  p->w                  = clump_from(c, a, to, w);
  c->motion[a].momentum = clump_from(c, a, to, l);
  c->w[a]               = p->w;
}

/* Turn a clump by an angular impulse times dt, kg m^2. */
static void turn(const ConstraintScene *s, PetscInt a, Vec3 impulse)
{
  Clumps    *c      = s->clumps;
  Pose      *p      = &c->pose[a];
  const Vec3 by     = clump_spin_by(c, a, p->q, impulse),
             before = clump_momentum(p->w, p->q, c->inertia[a]);

  if ((c->blocked[a] & BLOCK_TURN) == BLOCK_TURN) return;
  if (c->blocked[a] & BLOCK_BODY) {
    turn_in_body(s, a, impulse, by);
    return;
  }
  p->q                  = rotation_spin(p->q, by, 1);
  c->motion[a].momentum = vec3_axpy(c->motion[a].momentum, 1 / s->dt, impulse);
  p->w                  = c->blocked[a] & BLOCK_TURN
                            ? vec3_axpy(p->w, 1 / s->dt, by)
                            : clump_spin(vec3_axpy(before, 1 / s->dt, impulse), p->q, c->inertia[a]);
}

/* Turn a clump, and with it velocities whose directions are fixed in the body. */
static void turn_and_glide(const ConstraintScene *s, PetscInt a, Vec3 impulse)
{
  Clumps    *c    = s->clumps;
  const Quat from = c->pose[a].q;

  turn(s, a, impulse);
  if (!(c->blocked[a] & BLOCK_BODY_MOVE)) return;
  (void)motion_glide(c, a, from, c->pose[a].q, &c->motion[a].v);
  (void)motion_glide(c, a, from, c->pose[a].q, &c->pose[a].v);
}

static void add_spin(const ConstraintScene *s, PetscInt a, Vec3 impulse)
{
  Clumps *c = s->clumps;
  Pose   *p = &c->pose[a];

  if ((c->blocked[a] & BLOCK_TURN) == BLOCK_TURN) return;
  c->motion[a].momentum = vec3_axpy(c->motion[a].momentum, 1 / s->dt, impulse);
  p->w                  = vec3_axpy(p->w, 1 / s->dt, clump_spin_by(c, a, p->q, impulse));
  if (c->blocked[a] & BLOCK_BODY) c->w[a] = p->w;
}

/* Displacement of a clump by its sum of impulses; blocked directions are left out. */
static inline Vec3 way_of(const Constraints *c, const ConstraintScene *s, PetscInt a,
                          const int64_t *sum)
{
  const Clumps *of  = s->clumps;
  const Vec3    way = vec3_scale(1 / of->mass[a], loads_vector(sum + LOAD_FORCE, c->move.quantum));

  if (!(of->blocked[a] & (BLOCK_MOVE | BLOCK_BODY_MOVE))) return way;
  return clump_free_way(of, a, of->pose[a].q, way);
}

void apply_body(const Constraints *c, const ConstraintScene *s, const ConstraintBody *b,
                const int64_t sum[LOAD_PARTS], bool places)
{
  const PetscInt a   = b->row;
  const double   arm = 1 / s->clumps->pose[a].per_arm;

  if (b->reaction >= 0) {
    ConstraintReaction *r = &c->reaction[b->reaction];

    r->impulse = vec3_add(r->impulse, loads_vector(sum + LOAD_FORCE, c->move.quantum));
    r->angular = vec3_add(r->angular, loads_vector(sum + LOAD_TORQUE, c->turn.quantum * arm));
    return;
  }
  if (sum[0] | sum[1] | sum[2]) {
    const Vec3 way = way_of(c, s, a, sum);

    if (places) move(c, s, a, way);
    else add_velocity(s, a, way);
  }
  if (sum[3] | sum[4] | sum[5])
    (places ? turn_and_glide : add_spin)(
      s, a, loads_vector(sum + LOAD_TORQUE, c->turn.quantum / s->clumps->pose[a].per_arm));
}

/* Add the sums of a sweep to the forces of all owned clumps. */
static void reactions_add(const Constraints *c, const ConstraintScene *s)
{
  Clumps *of = s->clumps;

  for (PetscInt a = 0; of->held_force && a < of->n_owned; a++) {
    const int64_t *sum  = s->loads->sum + (size_t)a * LOAD_PARTS;
    const double   turn = c->turn.quantum / of->pose[a].per_arm;

    of->held_force[a] =
      vec3_add(of->held_force[a], loads_vector(sum + LOAD_FORCE, c->move.quantum));
    of->held_torque[a] = vec3_add(of->held_torque[a], loads_vector(sum + LOAD_TORQUE, turn));
  }
}

PetscErrorCode apply_all(const Constraints *c, const ConstraintScene *s, bool places)
{
  PetscFunctionBeginUser;
  PetscCall(correction_reduce(s));
  reactions_add(c, s);
  for (PetscInt k = 0; k < c->n; k++) {
    int64_t *sum = s->loads->sum + (size_t)c->body[k].row * LOAD_PARTS;

    apply_body(c, s, &c->body[k], sum, places);
    for (int part = 0; part < LOAD_PARTS; part++) sum[part] = 0;
  }
  for (PetscInt k = 0; k < s->links->needs.n_given; k++) {
    const PetscInt a = s->links->needs.given[k].row;

    loads_clear_rows(s->loads, a, a + 1);
  }
  if (reactions_are_asked(s))
    loads_clear_rows(s->loads, 0, s->clumps->n_owned); /* of fixed clumps */
  loads_clear_rows(s->loads, s->clumps->n_owned, s->clumps->n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the end ---- */

/* True if corrections have turned a clump, or changed its angular momentum. */
static bool has_turned(const Clumps *c, const ConstraintBody *b)
{
  const Quat q = c->pose[b->row].q;
  const Vec3 l = c->motion[b->row].momentum;

  return q.w != b->q.w || q.x != b->q.x || q.y != b->q.y || q.z != b->q.z || l.x != b->momentum.x ||
         l.y != b->momentum.y || l.z != b->momentum.z;
}

/* Travel of a clump by its corrections. */
static Travel travel_of(const Clumps *c, const ConstraintBody *b, bool turned)
{
  const Pose *p    = &c->pose[b->row];
  const Vec3  d    = vec3_sub(p->x, b->x);
  double      turn = 0;

  if (turned) {
    const Quat r = quat_mul(quat_conjugate(b->q), p->q);

    turn = 2 * sqrt(r.x * r.x + r.y * r.y + r.z * r.z) * c->extent[b->row];
  }
  return (Travel){
    .lo = {d.x, d.y, d.z}, .hi = {d.x, d.y, d.z}, .turn = turn, .way = vec3_norm(d) + turn};
}

/* Add the part `last` of the next impulse by constraints, taken to be equal to the last one, to the
   velocity that forces see, as the kick that ends a step does for other forces. So a chain that
   hangs at rest shows no velocity. A collision does not happen again in the next step: where hard
   contacts (hard) have changed a velocity by more than forces do in two steps, no more than that is
   added. */
static void predict(Clumps *c, const Hard *hard, const ConstraintBody *b, bool turned,
                    const ConstraintScene *s)
{
  const PetscInt a = b->row;
  Pose          *p = &c->pose[a];
  const Vec3     v = vec3_sub(vec3_sub(c->motion[a].v, b->v), b->given), none = {0, 0, 0},
             l = turned ? vec3_sub(vec3_sub(c->motion[a].momentum, b->momentum), b->given_momentum)
                        : none,
             w = turned ? clump_spin_by(c, a, p->q, l) : none;
  double part  = 1;

  if (c->answer) {
    c->answer[a]      = vec3_scale(0.5, v);
    c->answer_turn[a] = vec3_scale(0.5, l);
  }
  if (hard) {
    const double size = max_real(vec3_norm(v), c->extent[a] * vec3_norm(w));

    if (size > hard->rest[a]) part = hard->rest[a] / size;
  }
  if (c->borne) {
    c->borne[a]        = vec3_scale(part / s->dt, v);
    c->borne_torque[a] = vec3_scale(part / s->dt, l);
  }
  p->v = vec3_axpy(p->v, s->last * part, v);
  if (turned) p->w = vec3_axpy(p->w, s->last * part, w);
}

/* ---- velocities of poses ---- */

/* Spin that forces see, with their kick. */
static Vec3 spin_seen(const Clumps *c, const ConstraintBody *b)
{
  const PetscInt a = b->row;
  const Pose    *p = &c->pose[a];

  if (c->blocked[a] & BLOCK_TURN) {
    const Vec3 before = motion_spin(c, a, b->q, b->momentum);

    return vec3_add(p->w, vec3_sub(b->seen_turn, before));
  }
  return clump_spin(
    vec3_add(c->motion[a].momentum,
             vec3_sub(clump_momentum(b->seen_turn, b->q, c->inertia[a]), b->momentum)),
    p->q, c->inertia[a]);
}

void apply_take_back(const Constraints *c, const ConstraintScene *s)
{
  Clumps *of = s->clumps;

  for (PetscInt k = 0; k < c->n; k++) {
    const ConstraintBody *b = &c->body[k];
    Pose                 *p = &of->pose[b->row];

    if (b->reaction >= 0) continue;
    p->v = vec3_add(b->seen, vec3_sub(of->motion[b->row].v, b->limited));
    p->w = has_turned(of, b) ? spin_seen(of, b) : b->seen_turn;
  }
}

/* Change the velocity of a clump by its whole displacement over dt, unless sweeps have changed it.
   */
static inline void change_velocity(const Constraints *c, const ConstraintScene *s,
                                   const ConstraintBody *b)
{
  const PetscInt a = b->row;

  if (changes_at_once(c, s, a)) return;
  add_velocity(
    s, a,
    vec3_add(vec3_sub(s->clumps->pose[a].x, b->x), vec3_sub(s->clumps->motion[a].rest, b->rest)));
}

void apply_velocities(const Constraints *c, const ConstraintScene *s)
{
  for (PetscInt k = 0; k < c->n; k++) {
    ConstraintBody *b = &c->body[k];
    Motion         *m = &s->clumps->motion[b->row];
    Pose           *p = &s->clumps->pose[b->row];

    if (b->reaction >= 0 || c->contacts) continue;
    if (changes_at_once(c, s, b->row)) {
      b->seen = vec3_add(b->seen, vec3_sub(m->v, b->v));
    } else {
      p->v = b->seen; /* the same sum as without counting */
      change_velocity(c, s, b);
      b->seen = p->v;
      p->v    = m->v;
    }
    b->limited = m->v;
  }
}

void apply_end_body(const Constraints *c, const ConstraintScene *s, const ConstraintBody *b,
                    bool turned, MotionReport *report, Travel *more, Sum *taken)
{
  const Vec3 x    = s->clumps->pose[b->row].x;
  const bool gone = domain_has_left(s->domain, x);

  if (!c->counted) change_velocity(c, s, b);
  if (!motion_is_possible(s->clumps, b->row) || !(gone || domain_in_range(s->domain, x))) {
    report->in_range = false;
    return;
  }
  if (taken) taken_add(s, b, turned, c->hard, taken);
  predict(s->clumps, c->contacts ? c->hard : NULL, b, turned, s);
  *more = travel_join(*more, travel_of(s->clumps, b, turned));
  if (!gone) return;
  report->left = true;
  if (s->motion) motion_drop(s->clumps, s->motion, b->row);
  else clump_drop(s->clumps, b->row);
}

void apply_end(const Constraints *c, const ConstraintScene *s, MotionReport *report,
               const ConstraintWork *work)
{
  const double over  = 1 / (s->dt * s->dt);
  Sum         *taken = work ? work->taken : NULL;
  Travel       more  = TRAVEL_REST;

  for (PetscInt k = 0; k < c->n; k++)
    apply_end_body(c, s, &c->body[k], has_turned(s->clumps, &c->body[k]), report, &more, taken);
  if (c->central) rod_rows_end(c, s, report, &more, taken);
  report->travel = travel_add(report->travel, more);
  for (PetscInt k = 0; work && k < c->n_reactions; k++) {
    const ConstraintReaction *r = &c->reaction[k];
    const double              done =
      driven_react(s->driven, s->domain, s->clumps, r->row, vec3_scale(over, r->impulse),
                   vec3_scale(over, r->angular), s->dt);

    sum_add(work->groups, done);
    sum_add(work->taken, done);
  }
}

/* ---- forces on single clumps ---- */

void reactions_clear(Clumps *c)
{
  const Vec3 none = {0, 0, 0};

  for (PetscInt a = 0; c->held_force && a < c->n_owned; a++)
    c->held_force[a] = c->held_torque[a] = none;
}

void reactions_add_rows(const Constraints *c, const ConstraintScene *s)
{
  const RodRows *k  = &c->rows;
  Clumps        *of = s->clumps;

  for (PetscInt r = 0; of->held_force && r < k->n_runs; r++)
    for (PetscInt a = k->run[r][0]; a < k->run[r][1]; a++)
      of->held_force[a] =
        vec3_add(of->held_force[a], loads_vector(k->rows.sum[a], c->move.quantum));
}

void reactions_end(const ConstraintScene *s)
{
  const double over = 1 / (s->dt * s->dt);
  Clumps      *of   = s->clumps;

  for (PetscInt a = 0; of->held_force && a < of->n_owned; a++) {
    of->held_force[a]  = vec3_scale(over, of->held_force[a]);
    of->held_torque[a] = vec3_scale(over, of->held_torque[a]);
  }
}
