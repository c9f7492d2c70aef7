/* SPDX-License-Identifier: MIT */
/* Three numbers that belong together are loaded and stored with the one after them. Stores overlap: a
   later one puts right what the one before it has written past its end. */
#include "motion/rows.h"
#include "base/kernel.h"
#include "motion/watch.h"

/* Constants of the pass, each repeated four times. */
typedef struct {
  Four   gravity; /* times half of the step, m/s */
  Four   quantum; /* of forces, N */
  Four   dt, half, magic;
  double turn; /* quantum of torques over the arm, N */
} RowsStep;

/* The first three numbers of a, and the last of b. */
ALWAYS_INLINE void join(Four *a, const Four *b)
{
  *a = __builtin_shufflevector(*a, *b, 0, 1, 2, 7);
}

/* Four sums from `part` on, as reals. */
ALWAYS_INLINE void read_sums(const int64_t *sum, int part, Four *to)
{
  FourBits s;

  four_get_bits(&s, sum + part);
  *to = __builtin_convertvector((FourInts)s, Four);
}

/* New state of a row; the fourth number of each is not used. */
typedef struct {
  Four u, to; /* velocity in the step, centre */
  Four l, q;  /* momentum in the step, and attitude before it; if it turns */
} RowsMoved;

/* Half kicks of the momentum, and the predicted spin. */
ALWAYS_INLINE void kick_spin(const RowsStep *s, double *p, double *m, const int64_t *sum, Four *l,
                             Four *w)
{
  const Four     none  = {0, 0, 0, 0};
  const uint64_t twice = 0x7fe0000000000000; /* twice the exponent bias: 1 / x for powers of two */
  const Four     per_mass = p[POSE_WY + 2] - none, inverse = m[MOTION_RZ + 1] - none;
  Four           torque, arm                               = p[POSE_WY + 3] - none;

  read_sums(sum, LOAD_TORQUE - 1, &torque);
  four_get(l, m + L);
  arm    = (Four)(twice - (FourBits)arm);
  torque = torque * (s->turn * arm);
  torque = __builtin_shufflevector(torque, torque, 1, 2, 3, 0);
  *l     = (*l + s->half * torque) + s->half * torque;
  *w     = inverse * (*l + s->half * torque);
  join(w, &per_mass);
}

/* Move one row: p, m and sum of the clump. bad: see rows_move. */
ALWAYS_INLINE void move_row(const RowsStep *s, bool turns, double *p, double *m, int64_t *sum,
                            RowsMoved *to, Four *bad)
{
  const Four     none = {0, 0, 0, 0};
  const FourBits zero = {0, 0, 0, 0};
  Four           force, kick, v, w = none, x, rest, d, before, predicted;

  read_sums(sum, LOAD_FORCE, &force);
  if (turns) {
    kick_spin(s, p, m, sum, &to->l, &w);
    four_get(&to->q, p + Q);
  }
  four_put_bits(sum, zero);
  four_put_bits(sum + 2, zero);
  four_get(&before, m + U);
  four_get(&predicted, p + V);
  four_get(&x, p + X);
  four_get(&rest, m + REST);
  force  = force * s->quantum;
  kick   = s->gravity + (s->half * p[POSE_WY + 2]) * force;
  to->u  = (before + kick) + kick;
  v      = to->u + kick;
  d      = rest + s->dt * to->u;
  to->to = x + ((d + s->magic) - s->magic);
  d      = d - (to->to - x);
  *bad   = *bad + 0 * ((to->to + v) + SPIN_PROBE * w);
  join(&d, &rest);
  if (!turns) { /* nothing puts right what is written past an end */
    join(&to->u, &before);
    join(&to->to, &x);
    join(&v, &predicted);
  }
  four_put(m + U, to->u);
  if (turns) four_put(m + L, to->l);
  four_put(m + REST, d);
  four_put(p + X, to->to);
  four_put(p + V, v);
  if (turns) four_put(p + W, w);
}

/* Move the centre of a pebble, whose radius stays. */
ALWAYS_INLINE void place(Ball *at, Four to)
{
  Four before;

  four_get(&before, &at->x);
  join(&to, &before);
  four_put(&at->x, to);
}

/* at: pebbles of the rows, or NULL. */
ALWAYS_INLINE double move_all(const RowsStep *step, bool turns, Pose *pose, Motion *motion,
                              int64_t *sum, Ball *at, MotionTile *t)
{
  const RowsStep s   = *step;
  Four           bad = {0, 0, 0, 0};

  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    RowsMoved row[4];
    Four      u[4], x[4], l[4], q[4];

    for (int i = 0; i < 4; i++) {
      move_row(&s, turns, &pose[k + i].x.x, &motion[k + i].v.x, sum + (size_t)(k + i) * LOAD_PARTS,
               &row[i], &bad);
      u[i] = row[i].u;
      x[i] = row[i].to;
      if (turns) l[i] = row[i].l;
      if (turns) q[i] = row[i].q;
      if (turns) t->motion[INVERSE + 2][k + i] = motion[k + i].inverse_inertia.z;
    }
    for (int i = 0; at && i < 4; i++) place(&at[k + i], x[i]);
    four_turn(u);
    four_turn(x);
    for (int i = 0; i < 3; i++) four_put(&t->motion[U + i][k], u[i]);
    for (int i = 0; i < 3; i++) four_put(&t->pose[X + i][k], x[i]);
    if (!turns) continue;
    four_turn(l);
    four_turn(q);
    for (int i = 0; i < 3; i++) four_put(&t->motion[L + i][k], l[i]);
    for (int i = 0; i < 4; i++) four_put(&t->pose[Q + i][k], q[i]);
  }
  return bad[0] + bad[1] + bad[2];
}

KERNEL static double move_spheres(const RowsStep *step, Pose *pose, Motion *motion, int64_t *sum,
                                  Ball *at, MotionTile *t)
{
  return at ? move_all(step, true, pose, motion, sum, at, t)
            : move_all(step, true, pose, motion, sum, NULL, t);
}

KERNEL static double move_points(const RowsStep *step, Pose *pose, Motion *motion, int64_t *sum,
                                 Ball *at, MotionTile *t)
{
  return at ? move_all(step, false, pose, motion, sum, at, t)
            : move_all(step, false, pose, motion, sum, NULL, t);
}

double rows_move(Clumps *c, const MotionStep *step, PetscInt from, const Loads *loads, bool turns,
                 MotionTile *t)
{
  const Four     none = {0, 0, 0, 0};
  const double   half = 0.5 * step->dt;
  const Vec3     g    = vec3_scale(half, step->gravity);
  const RowsStep s    = {.gravity = {g.x, g.y, g.z, 0},
                         .quantum = loads->force.quantum - none,
                         .dt      = step->dt - none,
                         .half    = half - none,
                         .magic   = step->domain->magic - none,
                         .turn    = loads->torque.quantum};

  return (turns ? move_spheres : move_points)(&s, c->pose + from, c->motion + from,
                                              loads->sum + (size_t)from * LOAD_PARTS,
                                              step->pebbles ? step->pebbles->at + from : NULL, t);
}

KERNEL static void put_attitudes(MotionTile *t, Pose *pose)
{
  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    Four q[4];

    for (int i = 0; i < 4; i++) four_get(&q[i], &t->turned[i][k]);
    four_turn(q);
    for (int i = 0; i < 4; i++) four_put(&pose[k + i].x.x + Q, q[i]);
  }
}

void rows_turn(Clumps *c, PetscInt from, MotionTile *t)
{
  put_attitudes(t, c->pose + from);
}
