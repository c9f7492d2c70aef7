/* SPDX-License-Identifier: MIT */
/* Angular momentum of joints (ConstraintActs). Sweeps turn clumps by the moments of forces where
   their points are in the sweep, as do Mueller et al. (project.h): by the end of a step. With
   impulses p / dt on clump b and -p / dt on a, and places x + dt v at the end of a step, v after
   the sweeps, the angular momentum of both clumps changes in it, with x the centres at its start
   and l the spins, by

     sum of x x (+-p / dt) + change of l

   So it is kept if l changes by r x (+-p / dt), r the arms, at the start of the step, of one place
   where both forces act. With arms at its end, a joint that pulls by T at the distance d from a
   centre takes the angular momentum T d w dt per time from a body that turns at w. Displacements by
   the sweeps stay. After the sweeps

   - angular momenta of both clumps get the difference, also where one of the two is fixed;
   - the angular momentum that a pair of freely moving clumps has then still given or taken, as its
     points were apart or its force was not along the line between them, is given back to both as
     to one turning rigid body;
   - a clump that a fixed one holds gets the rest of its moment as it turns about the point.

   So velocities differ from the rates of places by a term of second order in dt. A body at rest
   moves away and back within a step, and its moments differ meanwhile though it has no motion. So
   let e be the moments at the end of the step less those in the sweeps, and k the change of moments
   from its start to its end: pairs get the part min(1, (k / e)^2) of e. A body at rest has k = 0,
   and gets no spin. Velocities that forces see in advance, and shown ones, leave out these changes
   (apply.h).

   Moments by the arms at the start of a step make it an explicit one for a body that swings under
   the force, stable only if dt is small enough. With I the inertia tensor of a part of a clump (its
   share of it), p x (t x r) is the moment by a turn t of the clump, and it turns the clump by no
   more than S t,

     S^2 = tr([p] I^-1 [p]^T) tr([r] I^-1 [r]^T) / 4

   (I_zz alone in two dimensions), and of a pair that turns S = |p| / (m d) at most, m the reduced
   mass of both parts, d the distance of their centres; of one that turns about a point m is its own
   mass, d its arm. S < 4 is stable. A pair with S > 1/8 gets the part (8 S)^-4 of either alone:
   random sets of joints gain less energy than without both, and more with parts that fall more
   slowly (docs/physics/constraints.md). A uniform bar that turns at w about its end has S = 3 (w
   dt)^2. */
#include "constraint/apply.h"
#include "constraint/energy.h"

/* S up to which a pair gets the whole difference. */
#define SWING 0.125

/* Where the forces of a pair act: arms from both centres, and the way from the centre of a to that
   of b, m. */
typedef struct {
  Vec3 arm[2], way;
} Levers;

/* A pair after the sweeps. */
typedef struct {
  int32_t   row[2];
  double    share[2];
  Levers    start, end; /* of the step */
  Vec3      by[2];      /* moments at the start less those at the end; then the rest to give */
  Vec3      within[2];  /* moments at the end less those in the sweeps */
  double    moving;     /* part of `within` that is given */
  PairWork *work;
} PairEnds;

static Vec3 arm_of(const double *memory, int side, Quat q)
{
  const double *arm = memory + CONSTRAINT_ARMS + 3 * side;

  return quat_turn(q, (Vec3){arm[0], arm[1], arm[2]});
}

static Levers levers_at(const Constraint *kind, const double *memory, Vec3 a, Quat qa, Vec3 b,
                        Quat qb)
{
  Levers l = {.arm = {arm_of(memory, 0, qa), arm_of(memory, 1, qb)}, .way = vec3_sub(b, a)};

  if (kind->acts == CONSTRAINT_AT_B) l.arm[0] = vec3_add(l.way, l.arm[1]);
  return l;
}

/* ---- moments about the points ---- */

/* Part of an impulse that a pair with this S gets. */
static double part_of(double swing)
{
  const double over = SWING / max_real(swing, SWING);

  return over * over * over * over;
}

/* tr([v] I^-1 [v]^T), v in the principal axes. */
static double response_to(Vec3 v, Vec3 inertia, int dimension)
{
  const double x = v.x * v.x, y = v.y * v.y, z = v.z * v.z;

  if (dimension == 2) return (x + y) / inertia.z;
  return (y + z) / inertia.x + (z + x) / inertia.y + (x + y) / inertia.z;
}

/* S of an end. */
static double swing_of(const ConstraintScene *s, const PairEnds *e, int side)
{
  const Clumps *c         = s->clumps;
  const int32_t row       = e->row[side];
  const int     dimension = s->domain->dimension;
  const Quat    q         = e->work->q[side];

  if ((c->blocked[row] & BLOCK_TURN) == BLOCK_TURN || clump_is_driven(c, row)) return 0;
  return 0.5 * e->share[side] *
         sqrt(response_to(quat_turn_back(q, e->work->force), c->inertia[row], dimension) *
              response_to(quat_turn_back(q, e->start.arm[side]), c->inertia[row], dimension));
}

/* Give a pair this part of an impulse on b and of two angular impulses, or less if the largest
   correction limits it; returns the part given. */
static double give(const Constraints *c, const ConstraintScene *s, const PairEnds *e, double part,
                   Vec3 force, const Vec3 turn[2])
{
  const Pose *pose    = s->clumps->pose;
  double      largest = vec3_largest(force);

  for (int side = 0; side < 2; side++)
    largest = max_real(largest, pose[e->row[side]].per_arm * vec3_largest(turn[side]));
  part  = min_real(part, c->move.largest / largest);
  force = vec3_scale(part, force);
  for (int side = 0; side < 2; side++) {
    const Vec3 by = vec3_scale(part, turn[side]);

    correction_add(c, s, e->row[side], side ? force : vec3_scale(-1, force),
                   vec3_scale(pose[e->row[side]].per_arm, by));
    e->work->turn[side] = vec3_add(e->work->turn[side], by);
  }
  e->work->force = vec3_add(e->work->force, force);
  return part;
}

static void find_moments(PairEnds *e)
{
  const Vec3 p = e->work->force;

  e->by[0]     = vec3_cross(p, vec3_sub(e->start.arm[0], e->end.arm[0]));
  e->by[1]     = vec3_cross(vec3_sub(e->start.arm[1], e->end.arm[1]), p);
  e->within[0] = vec3_sub(vec3_cross(p, e->end.arm[0]), e->work->moment[0]);
  e->within[1] = vec3_sub(vec3_cross(e->end.arm[1], p), e->work->moment[1]);
}

/* Part of `within` that is given: less than 1 for a body near rest, whose way to and back in a step
   is no motion. */
static double part_moving(const PairEnds *e)
{
  const Vec3   p     = e->work->force;
  const double moved = vec3_square(e->by[0]) + vec3_square(e->by[1]) +
                       vec3_square(vec3_cross(vec3_sub(e->start.way, e->end.way), p)),
               within = vec3_square(e->within[0]) + vec3_square(e->within[1]);

  return within > moved ? moved / within : 1;
}

/* Give the differences of moments; e->by becomes the rest of them. */
static void give_moments(const Constraints *c, const ConstraintScene *s, PairEnds *e)
{
  const Vec3 none = {0, 0, 0};
  double     part;

  for (int side = 0; side < 2; side++)
    e->by[side] = vec3_axpy(e->by[side], e->moving, e->within[side]);
  part = give(c, s, e, part_of(max_real(swing_of(s, e, 0), swing_of(s, e, 1))), none, e->by);
  for (int side = 0; side < 2; side++) e->by[side] = vec3_scale(1 - part, e->by[side]);
}

/* ---- the rest ---- */

/* True if a clump moves freely by the forces of a pair. */
static bool is_free(const ConstraintScene *s, int32_t row)
{
  const uint64_t plane = s->domain->dimension == 2 ? BLOCK_Z | BLOCK_RX | BLOCK_RY : 0;
  const uint64_t bits  = BLOCK_ALL | BLOCK_BODY | BLOCK_BODY_MOVE;

  return (s->clumps->blocked[row] & bits) == plane && !clump_is_driven(s->clumps, row);
}

/* True if forces of a pair do not move a clump. */
static bool is_held(const ConstraintScene *s, int32_t row)
{
  return (s->clumps->blocked[row] & BLOCK_ALL) == BLOCK_ALL || clump_is_driven(s->clumps, row);
}

/* Inertia tensor of the part of an end. */
static Sym3 tensor_of(const Clumps *c, const PairEnds *e, int side)
{
  return sym3_of_body(vec3_scale(1 / e->share[side], c->inertia[e->row[side]]), e->work->q[side]);
}

/* Turn of both parts, as one rigid body, by an angular impulse. a, b: their tensors; m: reduced
   mass; d: vector between the centres. */
static Vec3 turn_by(const Sym3 *a, const Sym3 *b, double m, Vec3 d, Vec3 impulse)
{
  const double xx = a->xx + b->xx + m * (d.y * d.y + d.z * d.z),
               yy = a->yy + b->yy + m * (d.z * d.z + d.x * d.x),
               zz = a->zz + b->zz + m * (d.x * d.x + d.y * d.y), xy = a->xy + b->xy - m * d.x * d.y,
               xz = a->xz + b->xz - m * d.x * d.z, yz = a->yz + b->yz - m * d.y * d.z;
  const Sym3 cofactors = {.xx = yy * zz - yz * yz,
                          .yy = zz * xx - xz * xz,
                          .zz = xx * yy - xy * xy,
                          .xy = xz * yz - xy * zz,
                          .xz = xy * yz - xz * yy,
                          .yz = xy * xz - yz * xx};

  return vec3_scale(1 / (xx * cofactors.xx + xy * cofactors.xy + xz * cofactors.xz),
                    sym3_mul(cofactors, impulse));
}

/* Give back to both parts, as one rigid body, the angular momentum that the pair has still taken
   from them. */
static void give_both(const Constraints *c, const ConstraintScene *s, const PairEnds *e)
{
  const Clumps   *of = s->clumps;
  const PairWork *w  = e->work;
  const Vec3      d = e->start.way, p = w->force,
             given = vec3_add(vec3_cross(d, p), vec3_add(w->turn[0], w->turn[1]));
  const double ma = of->mass[e->row[0]] / e->share[0], mb = of->mass[e->row[1]] / e->share[1],
               m = ma * mb / (ma + mb), far = vec3_norm(d);
  Sym3 tensor[2];
  Vec3 by, turn[2];

  if (!(far > 0)) return;
  for (int side = 0; side < 2; side++) tensor[side] = tensor_of(of, e, side);
  by = turn_by(&tensor[0], &tensor[1], m, d, vec3_scale(-e->moving, given));
  for (int side = 0; side < 2; side++) turn[side] = sym3_mul(tensor[side], by);
  give(c, s, e, part_of(vec3_norm(p) / (m * far)), vec3_scale(m, vec3_cross(by, d)), turn);
}

/* Give the rest of its moment to the part on a side that another clump holds, as it turns about the
   point. */
static void give_one(const Constraints *c, const ConstraintScene *s, const PairEnds *e, int side)
{
  const Sym3   none = {0}, tensor = tensor_of(s->clumps, e, side);
  const Vec3   arm = e->start.arm[side];
  const double m = s->clumps->mass[e->row[side]] / e->share[side], far = vec3_norm(arm);
  Vec3         by, turn[2]                                             = {{0, 0, 0}, {0, 0, 0}};

  if (!(far > 0)) return;
  by         = turn_by(&tensor, &none, m, arm, e->by[side]);
  turn[side] = sym3_mul(tensor, by);
  give(c, s, e, part_of(vec3_norm(e->work->force) / (m * far)),
       vec3_scale(side ? m : -m, vec3_cross(arm, by)), turn);
}

void levers_add(const Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  for (PetscInt k = 0; k < set->n; k++) {
    const ConstraintObject *o      = set->objects[set->list[k].object].constants;
    const ConstraintStart  *start  = c->start + 2 * k;
    const double           *memory = link_memory(set, k);
    const Pose             *a, *b;
    PairEnds                e;
    bool                    of_a, of_b; /* their clumps move freely by the forces of the pair */

    if (o->kind->acts == CONSTRAINT_APART || !link_acts(set, s->clumps, k)) continue;
    a = &s->clumps->pose[set->ends[k].row[0]];
    b = &s->clumps->pose[set->ends[k].row[1]];
    e = (PairEnds){.row = {set->ends[k].row[0], set->ends[k].row[1]},
                   .start =
                     levers_at(o->kind, memory, start[0].x, start[0].q, start[1].x, start[1].q),
                   .end  = levers_at(o->kind, memory, a->x, a->q, b->x, b->q),
                   .work = &c->work[k]};
    pair_shares(c, set, k, memory, e.share);
    find_moments(&e);
    e.moving = part_moving(&e);
    give_moments(c, s, &e);
    of_a = is_free(s, e.row[0]);
    of_b = is_free(s, e.row[1]);
    if (of_a && of_b) give_both(c, s, &e);
    else if (of_a && is_held(s, e.row[1])) give_one(c, s, &e, 0);
    else if (of_b && is_held(s, e.row[0])) give_one(c, s, &e, 1);
  }
}
