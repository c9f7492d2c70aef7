/* SPDX-License-Identifier: MIT */
/* Attitudes and spins of a tile at the end of a step (tile.h), and velocities of clumps with
   blocked rotations, or with blocked translations along axes of the body. */
#include "motion/rotation.h"
#include "motion/tile.h"

/* Rounds of the implicit midpoint rules. */
enum { ROUNDS = 4 };

static inline Vec3 spin_of(Vec3 momentum, Quat q, Vec3 inverse)
{
  return quat_turn(q, vec3_mul(inverse, quat_turn_back(q, momentum)));
}

/* ---- blocked rotations ---- */

/* Rotation of clumps with some rotations blocked, about axes of the lab or of the body, along which
   angular velocities are imposed: by implicit midpoint rules, which are time-symmetric, so that the
   energy does not drift. Each round raises the order of the error of the angular velocity in the
   middle of the step, in |w| dt, by one. */

/* Axes of the lab: the momentum along free axes stays. */
static Quat turn_in_lab(const Clumps *c, PetscInt a, Quat q, Vec3 momentum, double dt)
{
  Vec3 w = clump_spin_held(c, a, q, momentum);

  for (int k = 0; k < ROUNDS; k++)
    w = clump_spin_held(c, a, rotation_spin(q, w, 0.5 * dt), momentum);
  return rotation_spin(q, w, dt);
}

/* Axes of the body: Euler's equations dM/dt = M x w along the free axes. With nothing imposed, M x
   w does no work, and the rule keeps the energy. */
static Quat turn_in_body(const Clumps *c, PetscInt a, Quat q, double dt, Vec3 *momentum)
{
  const Quat axes    = c->templates->list[c->template[a]].mass.axes;
  const Vec3 imposed = clump_imposed(c, a), start = clump_along(c, a, q, *momentum);
  Vec3       w = clump_spin_along(c, a, start, imposed), rate;
  Quat       to;

  for (int k = 0; k < ROUNDS; k++) {
    rate = vec3_cross(clump_momentum(w, axes, c->inertia[a]), w);
    w    = clump_spin_along(c, a, vec3_axpy(start, 0.5 * dt, rate), imposed);
  }
  rate      = vec3_cross(clump_momentum(w, axes, c->inertia[a]), w);
  to        = rotation_spin(q, clump_from(c, a, q, w), dt);
  w         = clump_spin_along(c, a, vec3_axpy(start, dt, rate), imposed);
  *momentum = clump_from(c, a, to, clump_momentum(w, axes, c->inertia[a]));
  return to;
}

static Quat turn_blocked(const Clumps *c, PetscInt a, Quat q, double dt, Vec3 *momentum)
{
  if (clump_is_still(c, a)) return q;
  if (clump_spin_is_given(c, a)) return rotation_spin(q, c->w[a], dt);
  return c->blocked[a] & BLOCK_BODY ? turn_in_body(c, a, q, dt, momentum)
                                    : turn_in_lab(c, a, q, *momentum, dt);
}

/* ---- tiles ---- */

KERNEL static void turn_free(MotionTile *t, double dt)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++)
    put4(t->turned, k,
         rotation_free(get4(&t->pose[Q], k), get3(&t->motion[L], k), get3(&t->motion[INVERSE], k),
                       dt));
}

/* Rotation about a fixed axis, for clumps with three equal moments and, in two dimensions, for all
   clumps (third principal axis: z). Clumps with zero inverse inertia keep the bits of their
   attitude. all: the tile has no other clumps. */
ALWAYS_INLINE void turn_about(MotionTile *t, double dt, bool all)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 inverse = get3(&t->motion[INVERSE], k);
    const Quat before = get4(&t->pose[Q], k), other = all ? before : get4(t->turned, k);
    const Quat turned = rotation_spin(before, vec3_scale(inverse.z, get3(&t->motion[L], k)), dt);
    const Quat mine   = inverse.z > 0 ? turned : before;
    const bool steady = all || clump_is_round(inverse);

    put4(t->turned, k,
         (Quat){steady ? mine.w : other.w, steady ? mine.x : other.x, steady ? mine.y : other.y,
                steady ? mine.z : other.z});
  }
}

KERNEL static void turn_some_steadily(MotionTile *t, double dt)
{
  turn_about(t, dt, false);
}

KERNEL static void turn_all_steadily(MotionTile *t, double dt)
{
  turn_about(t, dt, true);
}

void tile_turn(const Clumps *c, PetscInt from, int n, double dt, bool planar, unsigned has,
               MotionTile *t)
{
  const bool steady = planar || !(has & TILE_NOT_ROUND);

  if (!steady) turn_free(t, dt);
  if (steady) turn_all_steadily(t, dt);
  else if (has & TILE_ROUND) turn_some_steadily(t, dt);
  for (int k = 0; (has & TILE_TURN_BLOCKED) && k < CLUMPS_TILE; k++) {
    const PetscInt a        = from + row_at(k, n);
    Vec3           momentum = get3(&t->motion[L], k);

    if (!(c->blocked[a] & BLOCK_TURN)) continue;
    put4(t->turned, k, turn_blocked(c, a, get4(&t->pose[Q], k), dt, &momentum));
    put3(&t->motion[L], k, momentum);
  }
}

/* With three equal moments it is parallel to the momentum to the bit. */
Vec3 motion_spin(const Clumps *c, PetscInt a, Quat q, Vec3 momentum)
{
  const Vec3 inverse = c->motion[a].inverse_inertia;

  if (clump_spin_is_given(c, a)) return c->w[a];
  if (c->blocked[a] & BLOCK_TURN) return clump_spin_held(c, a, q, momentum);
  return clump_is_round(inverse) ? vec3_scale(inverse.x, momentum) : spin_of(momentum, q, inverse);
}

Quat motion_turned(const Clumps *c, PetscInt a, Quat q, Vec3 *momentum, double dt, bool planar)
{
  const Vec3 inverse = c->motion[a].inverse_inertia;

  if (c->blocked[a] & BLOCK_TURN) return turn_blocked(c, a, q, dt, momentum);
  return planar || clump_is_round(inverse) ? rotation_spin(q, vec3_scale(inverse.z, *momentum), dt)
                                           : rotation_free(q, *momentum, inverse, dt);
}

/* Angular velocity predicted to the end of the step, for a tile of clumps with three equal moments:
   parallel to the momentum to the bit. */
KERNEL static void predict_round(MotionTile *t, double half)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 momentum = vec3_axpy(get3(&t->motion[L], k), half, get3(&t->load[LOAD_TORQUE], k));

    put3(&t->pose[W], k, vec3_scale(t->motion[INVERSE][k], momentum));
    put4(&t->pose[Q], k, get4(t->turned, k));
  }
}

KERNEL static void predict_any(MotionTile *t, double half)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 momentum = vec3_axpy(get3(&t->motion[L], k), half, get3(&t->load[LOAD_TORQUE], k));
    const Vec3 inverse  = get3(&t->motion[INVERSE], k);
    const Quat turned   = get4(t->turned, k);
    const Vec3 along = vec3_scale(inverse.x, momentum), other = spin_of(momentum, turned, inverse);

    put3(&t->pose[W], k, vec3_choose(clump_is_round(inverse), along, other));
    put4(&t->pose[Q], k, turned);
  }
}

void tile_predict(const Clumps *c, PetscInt from, int n, double more, unsigned has, MotionTile *t)
{
  if (has & TILE_NOT_ROUND) predict_any(t, more);
  else predict_round(t, more);
  for (int k = 0; (has & TILE_TURN_BLOCKED) && k < CLUMPS_TILE; k++) {
    const PetscInt a    = from + row_at(k, n);
    const Vec3 momentum = vec3_axpy(get3(&t->motion[L], k), more, get3(&t->load[LOAD_TORQUE], k));

    if (c->blocked[a] & BLOCK_TURN)
      put3(&t->pose[W], k, motion_spin(c, a, get4(&t->pose[Q], k), momentum));
  }
}

/* ---- translations that are blocked along axes of the body: a blade, a rail, a wheel ---- */

/* Components b of the velocity along the body's axes obey b' = F / m - w x b along the free ones;
   here without F, by the implicit midpoint rule. Without imposed velocities w x b does no work, and
   the rule conserves the energy. */
Vec3 motion_glide(const Clumps *c, PetscInt a, Quat from, Quat to, Vec3 *v)
{
  const Quat axes  = c->templates->list[c->template[a]].mass.axes,
             p     = quat_mul(quat_conjugate(from), to);
  const Vec3 turn  = quat_turn(axes, vec3_scale(2 / p.w, (Vec3){p.x, p.y, p.z})),
             along = clump_way_along(c, a, from, *v), imposed = clump_rounded(along);
  Vec3 start = along, b, change;

  for (int i = 0; i < 3; i++)
    if (c->blocked[a] >> i & BLOCK_X) vec3_set(&start, i, vec3_axis(imposed, i));
  b = start;
  for (int k = 0; k <= ROUNDS; k++) {
    change = unblocked(vec3_cross(turn, b), c->blocked[a]);
    b      = vec3_axpy(start, k < ROUNDS ? -0.5 : -1, change);
  }
  *v = clump_way_from(c, a, to, b);
  return clump_way_from(
    c, a, quat_normalized((Quat){from.w + to.w, from.x + to.x, from.y + to.y, from.z + to.z}),
    vec3_scale(0.5, vec3_add(start, b)));
}
