/* SPDX-License-Identifier: MIT */
/* The equations of a pair, their solution and their corrections (pair.h). */
#include "constraint/pair.h"
#include "constraint/apply.h"
#include "constraint/hard/hard.h"

/* ---- solution: an active set of bounds, and Cholesky factors of the free equations ---- */

/* Indices of the free equations, and their number. */
typedef struct {
  int n, row[CONSTRAINT_EQUATIONS];
} Free;

static double entry(const Equations *b, int i, int k)
{
  return i >= k ? b->a[i][k] : b->a[k][i];
}

/* As solve_free where all equations are free, but without indices, which is faster. */
static void solve_all(const Equations *b, double *change)
{
  double l[CONSTRAINT_EQUATIONS][CONSTRAINT_EQUATIONS], over[CONSTRAINT_EQUATIONS];

  for (int i = 0; i < b->n; i++) {
    const double all  = b->a[i][i] + b->soft[i];
    double       left = all, sum = b->lack[i];

    for (int k = 0; k < i; k++) {
      double part = b->a[i][k];

      for (int m = 0; m < k; m++) part -= l[i][m] * l[k][m];
      l[i][k] = l[k][k] > 0 ? part / l[k][k] : 0;
      left -= l[i][k] * l[i][k];
      sum -= l[i][k] * over[k];
    }
    l[i][i] = left > 1e-12 * all ? sqrt(left) : 0;
    over[i] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
  for (int i = b->n - 1; i >= 0; i--) {
    double sum = over[i];

    for (int k = i + 1; k < b->n; k++) sum -= l[k][i] * change[k];
    change[i] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
}

/* Solve the free equations for their changes, with the given changes of the others. A pivot below
   1e-12 of its diagonal is rounding: such an equation depends on those before it. */
static void solve_free(const Equations *b, const Free *f, double *change)
{
  double l[CONSTRAINT_EQUATIONS][CONSTRAINT_EQUATIONS], y[CONSTRAINT_EQUATIONS];

  for (int i = 0; i < f->n; i++) {
    const int    row  = f->row[i];
    const double all  = entry(b, row, row) + b->soft[row];
    double       left = all;

    for (int k = 0; k < i; k++) {
      double sum = entry(b, row, f->row[k]);

      for (int m = 0; m < k; m++) sum -= l[i][m] * l[k][m];
      l[i][k] = l[k][k] > 0 ? sum / l[k][k] : 0;
      left -= l[i][k] * l[i][k];
    }
    l[i][i] = left > 1e-12 * all ? sqrt(left) : 0;
  }
  for (int i = 0; i < f->n; i++) {
    double sum = b->lack[f->row[i]];

    for (int k = 0; k < i; k++) sum -= l[i][k] * y[k];
    for (int k = 0; k < b->n; k++) sum -= change[k] * entry(b, f->row[i], k);
    y[i] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
  for (int i = f->n - 1; i >= 0; i--) {
    double sum = y[i];

    for (int k = i + 1; k < f->n; k++) sum -= l[k][i] * change[f->row[k]];
    change[f->row[i]] = l[i][i] > 0 ? sum / l[i][i] : 0;
  }
}

/* Limit a change so that the multiplier stays within its bounds. */
static double within(const Equations *b, int e, double change)
{
  const double to = b->lambda[e] + change;

  if (to < b->least[e]) return b->least[e] - b->lambda[e];
  return to > b->most[e] ? b->most[e] - b->lambda[e] : change;
}

/* Set changes that lead beyond a bound to the bound; their equations are no longer free. False if
   there are none. */
static bool put_on_bounds(const Equations *b, Free *f, double *change)
{
  int n = 0;

  for (int i = 0; i < f->n; i++) {
    const int    e  = f->row[i];
    const double to = within(b, e, change[e]);

    if (to == change[e]) f->row[n++] = e;
    else change[e] = to;
  }
  if (n == f->n) return false;
  f->n = n;
  return true;
}

static void solve_many(const Equations *b, double *change)
{
  Free f = {0};

  for (int e = 0; e < b->n; e++) {
    change[e] = 0;
    if (!(b->a[e][e] > 0)) continue;
    if (b->least[e] < b->most[e]) f.row[f.n++] = e;
    else change[e] = within(b, e, 0);
  }
  do {
    for (int i = 0; i < f.n; i++) change[f.row[i]] = 0;
    if (f.n == b->n) solve_all(b, change);
    else solve_free(b, &f, change);
  } while (put_on_bounds(b, &f, change));
}

void block_solve(const Equations *b, double *change)
{
  if (b->n > 1) solve_many(b, change);
  else change[0] = b->a[0][0] > 0 ? within(b, 0, b->lack[0] / (b->a[0][0] + b->soft[0])) : 0;
  for (int e = 0; e < b->n; e++)
    if (!isfinite(change[e])) change[e] = 0;
}

/* ---- W J of a clump (project.h): how its centre moves along a gradient, and how it turns ---- */

/* Response of a clump. If it is free to turn, its inverse inertia in the lab frame is found once,
   as most pairs have several equations. */
typedef struct {
  const Clumps *clumps;
  int32_t       row;
  double        inverse_mass;
  bool          moves, turns; /* free to: no such degree of freedom is blocked */
  Sym3          inverse;      /* inertia */
} Response;

/* turning: some equation turns the clump. */
static inline Response response_of(const Clumps *c, int32_t row, bool turning)
{
  const Vec3 i = c->inertia[row];
  Response   r = {.clumps       = c,
                  .row          = row,
                  .inverse_mass = 1 / c->mass[row],
                  .moves        = !(c->blocked[row] & (BLOCK_MOVE | BLOCK_BODY_MOVE)),
                  .turns        = turning && !(c->blocked[row] & BLOCK_TURN)};

  if (r.turns) r.inverse = sym3_of_body((Vec3){1 / i.x, 1 / i.y, 1 / i.z}, c->pose[row].q);
  return r;
}

/* Displacement of the centre by the gradient of its position. */
static inline Vec3 response_move(const Response *r, Vec3 along)
{
  if (!r->moves) along = clump_free_way(r->clumps, r->row, r->clumps->pose[r->row].q, along);
  return vec3_scale(r->inverse_mass, along);
}

/* Rotation by the gradient of its rotations. */
static inline Vec3 response_turn(const Response *r, Vec3 u)
{
  if (r->turns) return sym3_mul(r->inverse, u);
  if (vec3_is_zero(u)) return u;
  return clump_spin_by(r->clumps, r->row, r->clumps->pose[r->row].q, u);
}

/* ---- the equations of a pair ---- */

/* Add the part of one end to n J W J. */
static void add_end(const Clumps *c, const Pair *p, int side, Equations *block)
{
  const ConstraintBatch *b      = p->batch;
  const double           share  = p->shares[side];
  const Vec3(*turns)[LINK_TILE] = side ? b->turn_b : b->turn_a;
  Vec3     along[CONSTRAINT_EQUATIONS], turn[CONSTRAINT_EQUATIONS];
  bool     turning = false;
  Response r;

  for (int e = 0; e < block->n; e++) {
    along[e] = b->along[e][p->i];
    turn[e]  = turns[e][p->i];
    turning  = turning || !vec3_is_zero(turn[e]);
  }
  r = response_of(c, p->row[side], turning);
  for (int e = 0; e < block->n; e++) {
    const Vec3 moved = response_move(&r, along[e]), turned = response_turn(&r, turn[e]);

    for (int f = e; f < block->n; f++)
      block->a[f][e] += share * (vec3_dot(moved, along[f]) + vec3_dot(turned, turn[f]));
  }
}

/* Rotation from one attitude to another, to first order, rad. */
static Vec3 rotation_to(Quat from, Quat to)
{
  const Quat   p    = quat_mul(to, quat_conjugate(from));
  const double sign = p.w < 0 ? -2 : 2;

  return vec3_scale(sign, (Vec3){p.x, p.y, p.z});
}

/* J (x - x of the start of the step). */
static double way_of(const Clumps *c, const Pair *p, int e)
{
  const Pose *a = &c->pose[p->row[0]], *b = &c->pose[p->row[1]];
  const Vec3  moved = vec3_sub(vec3_sub(b->x, a->x), vec3_sub(p->start[1].x, p->start[0].x));

  return vec3_dot(p->batch->along[e][p->i], moved) +
         vec3_dot(p->batch->turn_a[e][p->i], rotation_to(p->start[0].q, a->q)) +
         vec3_dot(p->batch->turn_b[e][p->i], rotation_to(p->start[1].q, b->q));
}

/* Bound of lambda for a bound of the force. In a pass without time dt is infinite, and 0 stays
   0. */
static inline double bound_of(double force, double square)
{
  return force == 0 ? 0 : square * force;
}

/* Set the equation (project.h), divided by 1 + g. */
static void put_equation(const Clumps *c, const Pair *p, int e, Equations *block)
{
  const ConstraintObject *o  = p->object;
  const ConstraintBatch  *b  = p->batch;
  const double            dt = b->dt, soft = compliance_of(o, e) / (dt * dt),
               g       = compliance_of(o, e) * o->damping[equation_is_in(o->kind->angles, e)] / dt,
               damping = p->start && g > 0 ? g * way_of(c, p, e) : 0;

  block->soft[e]  = soft / (1 + g);
  block->lack[e]  = (-b->value[e][p->i] - soft * block->lambda[e] - damping) / (1 + g);
  block->least[e] = bound_of(b->least[e][p->i], dt * dt);
  block->most[e]  = bound_of(b->most[e][p->i], dt * dt);
}

double pair_rate(const Clumps *c, const Pair *p, int e)
{
  const Pose *a = &c->pose[p->row[0]], *b = &c->pose[p->row[1]];

  return vec3_dot(p->batch->along[e][p->i], vec3_sub(b->v, a->v)) +
         vec3_dot(p->batch->turn_a[e][p->i], a->w) + vec3_dot(p->batch->turn_b[e][p->i], b->w);
}

bool pair_keeps_rate(const Pair *p, int e)
{
  const double least = p->batch->least[e][p->i], most = p->batch->most[e][p->i];

  if (isinf(least) && isinf(most)) return true;
  return (isinf(least) || isinf(most)) && p->object->kind->equations == 1 && p->acts;
}

static void put_rate(const Clumps *c, const Pair *p, int e, Equations *block)
{
  const bool kept = pair_keeps_rate(p, e);

  block->soft[e]  = 0;
  block->lack[e]  = kept ? -p->batch->dt * pair_rate(c, p, e) : 0;
  block->least[e] = kept ? -INFINITY : 0;
  block->most[e]  = kept ? INFINITY : 0;
}

void pair_respond(const Clumps *c, const Pair *p, Equations *block)
{
  add_end(c, p, 0, block);
  add_end(c, p, 1, block);
}

void pair_errors(const Clumps *c, const Pair *p, Equations *block)
{
  const double dt = p->batch->dt;

  *block = (Equations){.n = p->object->kind->equations};
  for (int e = 0; e < block->n; e++) {
    block->soft[e]  = compliance_of(p->object, e) / (dt * dt);
    block->lack[e]  = -p->batch->value[e][p->i];
    block->least[e] = bound_of(p->batch->least[e][p->i], dt * dt);
    block->most[e]  = bound_of(p->batch->most[e][p->i], dt * dt);
  }
  pair_respond(c, p, block);
}

void pair_solve(const Clumps *c, const Pair *p, const double *lambda, double *change)
{
  Equations block = {.n = p->object->kind->equations};

  memcpy(block.lambda, lambda, (size_t)block.n * sizeof *lambda);
  for (int e = 0; e < block.n; e++) (p->rates ? put_rate : put_equation)(c, p, e, &block);
  pair_respond(c, p, &block);
  block_solve(&block, change);
}

void pair_shares(const Constraints *c, const LinkSet *set, PetscInt k, const double *memory,
                 double shares[2])
{
  for (int side = 0; side < 2; side++)
    shares[side] =
      c->contacts ? c->hard->shares[set->ends[k].row[side]] : memory[CONSTRAINT_SHARES + side];
}

Pair pair_of(const Constraints *c, const LinkSet *set, const ConstraintObject *o, int i)
{
  const PetscInt k = c->tile->link[i];
  Pair           p = {
              .object = o, .batch = c->batch, .row = {set->ends[k].row[0], set->ends[k].row[1]}, .i = i};

  pair_shares(c, set, k, c->tile->batch.memory[i], p.shares);
  return p;
}

/* ---- sums ---- */

/* Largest turn of the part of a clump in a sweep, rad: beyond it, gradients do not tell where its
   points go. */
#define TURN_MOST 1

/* Angle by which the part of an end turns by an angular impulse times dt, rad; 0 if it is no more
   than `most`. */
static double turn_beyond(const Clumps *c, const Pair *p, int side, Vec3 impulse, double most)
{
  const int32_t row   = p->row[side];
  const Vec3    i     = c->inertia[row];
  const double  least = min_real(i.x, min_real(i.y, i.z)), share = p->shares[side];
  double        turn;

  if ((c->blocked[row] & BLOCK_TURN) == BLOCK_TURN) return 0;
  if (share * vec3_norm(impulse) <= most * least) return 0;
  turn = share * vec3_norm(clump_spin_by(c, row, c->pose[row].q, impulse));
  return turn > most ? turn : 0;
}

bool pair_turns(const Clumps *c, const Pair *p, const double *change, double most)
{
  Vec3 a = {0}, b = {0};

  for (int e = 0; e < p->object->kind->equations; e++) {
    a = vec3_axpy(a, change[e], p->batch->turn_a[e][p->i]);
    b = vec3_axpy(b, change[e], p->batch->turn_b[e][p->i]);
  }
  return turn_beyond(c, p, 0, a, most) > 0 || turn_beyond(c, p, 1, b, most) > 0;
}

void pair_add(const Constraints *c, const ConstraintScene *s, const Pair *p, const double *change,
              double *lambda)
{
  const Pose            *pose = s->clumps->pose;
  const ConstraintBatch *b    = p->batch;
  const int              n    = p->object->kind->equations;
  Vec3                   g = {0}, ta = {0}, tb = {0}, ma = {0}, mb = {0};
  double                 largest, part, turn;

  for (int e = 0; e < n; e++) {
    g  = vec3_axpy(g, change[e], b->along[e][p->i]);
    ta = vec3_axpy(ta, change[e] * pose[p->row[0]].per_arm, b->turn_a[e][p->i]);
    tb = vec3_axpy(tb, change[e] * pose[p->row[1]].per_arm, b->turn_b[e][p->i]);
    if (equation_is_in(p->object->kind->angles, e)) continue;
    ma = vec3_axpy(ma, change[e], b->turn_a[e][p->i]);
    mb = vec3_axpy(mb, change[e], b->turn_b[e][p->i]);
  }
  largest = max_real(vec3_largest(g), max_real(vec3_largest(ta), vec3_largest(tb)));
  turn =
    max_real(turn_beyond(s->clumps, p, 0, vec3_scale(1 / pose[p->row[0]].per_arm, ta), TURN_MOST),
             turn_beyond(s->clumps, p, 1, vec3_scale(1 / pose[p->row[1]].per_arm, tb), TURN_MOST));
  part = largest > c->move.largest ? c->move.largest / largest : 1;
  if (part * turn > TURN_MOST) part = TURN_MOST / turn;
  correction_add(c, s, p->row[0], vec3_scale(-part, g), vec3_scale(part, ta));
  correction_add(c, s, p->row[1], vec3_scale(part, g), vec3_scale(part, tb));
  for (int e = 0; e < n; e++) lambda[e] += part * change[e];
  if (!p->work) return;
  p->work->force     = vec3_axpy(p->work->force, part, g);
  p->work->turn[0]   = vec3_axpy(p->work->turn[0], part / pose[p->row[0]].per_arm, ta);
  p->work->turn[1]   = vec3_axpy(p->work->turn[1], part / pose[p->row[1]].per_arm, tb);
  p->work->moment[0] = vec3_axpy(p->work->moment[0], part, ma);
  p->work->moment[1] = vec3_axpy(p->work->moment[1], part, mb);
}
