/* SPDX-License-Identifier: MIT */
/* Three numbers that belong together are loaded and stored with the one after them. Stores overlap:
   a later one puts right what the one before it has written past its end. */
#include "motion/rows.h"
#include "base/bounds.h"
#include "base/kernel.h"
#include "motion/rotation.h"

enum { AHEAD = 2 * CLUMPS_TILE }; /* distance of the prefetch, rows */

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
  Four l;     /* momentum in the step, if it turns; the spin of it, and attitude before it */
  Four spin, q;
} RowsMoved;

/* Half kicks of the momentum, and the predicted spin. */
ALWAYS_INLINE void kick_spin(const RowsStep *s, double *p, double *m, const int64_t *sum, Four *l,
                             Four *spin, Four *w)
{
  const Four     none  = {0, 0, 0, 0};
  const uint64_t twice = 0x7fe0000000000000; /* twice the exponent bias: 1 / x for powers of two */
  const Four     inverse = m[MOTION_RZ + 1] - none;
  Four           per_mass, torque, arm = p[POSE_WY + 3] - none;

  read_sums(sum, LOAD_TORQUE - 1, &torque);
  four_get(l, m + L);
  four_get(&per_mass, p + W);
  arm    = (Four)(twice - (FourBits)arm);
  torque = torque * (s->turn * arm);
  torque = __builtin_shufflevector(torque, torque, 1, 2, 3, 0);
  *l     = (*l + s->half * torque) + s->half * torque;
  *spin  = inverse * *l;
  *w     = inverse * (*l + s->half * torque);
  join(w, &per_mass);
}

/* What the centres of many rows have in common; the fourth numbers are not used. */
typedef struct {
  FourBits in;  /* negative if those that are numbers are between the edges */
  Four     sum; /* NaN if one is */
} RowsLook;

/* Move one row: p, m and sum of the clump. */
ALWAYS_INLINE void move_row(const RowsStep *s, bool turns, double *p, double *m, int64_t *sum,
                            RowsMoved *to, RowsLook *look)
{
  Four force, kick, v, w, x, rest, d, before, predicted;

  read_sums(sum, LOAD_FORCE, &force);
  if (turns) {
    kick_spin(s, p, m, sum, &to->l, &to->spin, &w);
    four_get(&to->q, p + Q);
  }
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

  look->in  = look->in & (FourBits)(s->lo - to->to) & (FourBits)(to->to - s->hi);
  look->sum = look->sum + to->to;
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
ALWAYS_INLINE void place(Ball *at, const Four *to)
{
  Four x = *to, before;

  four_get(&before, &at->x);
  join(&x, &before);
  four_put(&at->x, x);
}

/* Four numbers of rows k .. k+3, turned to columns of the tile: `some` of them. */
ALWAYS_INLINE void put_columns(Four row[4], int some, int k, double (*column)[CLUMPS_TILE])
{
  four_turn(row);
  for (int i = 0; i < some; i++) four_put(&column[i][k], row[i]);
}

/* Attitudes after the step, in the columns and in the poses; returns the sum of squared spins. */
ALWAYS_INLINE double turn_all(double dt, MotionTile *t, Pose *pose)
{
  double sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int k = 0; k < CLUMPS_TILE; k++) {
    const Vec3 w = get3(&t->pose[W], k);

    put4(t->turned, k, rotation_spin(get4(&t->pose[Q], k), w, dt));
    sum += vec3_dot(w, w);
  }
  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    Four q[4];

    lines_ahead(&pose[k + AHEAD], 4 * sizeof(Pose));
    for (int i = 0; i < 4; i++) four_get(&q[i], &t->turned[i][k]);
    four_turn(q);
    for (int i = 0; i < 4; i++) four_put(&pose[k + i].x.x + Q, q[i]);
  }
  return sum;
}

/* at: pebbles of the rows, or NULL. */
ALWAYS_INLINE bool move_all(const RowsStep *step, bool turns, Pose *pose, Motion *motion,
                            int64_t *sum, Ball *at, MotionTile *t)
{
  const RowsStep s     = *step;
  double         spins = 0;
  RowsLook       look  = {.in = ~(FourBits){0, 0, 0, 0}};
  FourInts       in;

  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    RowsMoved row[4];
    Four      u[4], w[4], q[4];

    if (!turns) lines_ahead(&pose[k + AHEAD], 4 * sizeof(Pose));
    lines_ahead(&motion[k + AHEAD], 4 * sizeof(Motion));
    lines_ahead(sum + (size_t)(k + AHEAD) * LOAD_PARTS, 4 * LOAD_PARTS * sizeof *sum);
    for (int i = 0; i < 4; i++) {
      move_row(&s, turns, &pose[k + i].x.x, &motion[k + i].v.x, sum + (size_t)(k + i) * LOAD_PARTS,
               &row[i], &look);
      u[i] = row[i].u;
      if (at) place(&at[k + i], &row[i].to);
      if (turns) w[i] = row[i].spin;
      if (turns) q[i] = row[i].q;
    }
    for (int i = 0; i < 4 * LOAD_PARTS; i += 4)
      four_put_bits(sum + (size_t)k * LOAD_PARTS + i, ((FourBits){0, 0, 0, 0}));
    put_columns(u, 3, k, &t->motion[U]);
    if (!turns) continue;
    put_columns(w, 3, k, &t->pose[W]);
    put_columns(q, 4, k, &t->pose[Q]);
  }
  if (turns) spins = turn_all(s.dt[0], t, pose);
  in = (FourInts)look.in;
  return in[0] < 0 && in[1] < 0 && in[2] < 0 &&
         0 * (look.sum[0] + look.sum[1] + look.sum[2]) == 0 && spins <= SPIN_MOST * SPIN_MOST;
}

KERNEL static bool move_spheres(const RowsStep *step, Pose *pose, Motion *motion, int64_t *sum,
                                Ball *at, MotionTile *t)
{
  return at ? move_all(step, true, pose, motion, sum, at, t)
            : move_all(step, true, pose, motion, sum, NULL, t);
}

KERNEL static bool move_points(const RowsStep *step, Pose *pose, Motion *motion, int64_t *sum,
                               Ball *at, MotionTile *t)
{
  return at ? move_all(step, false, pose, motion, sum, at, t)
            : move_all(step, false, pose, motion, sum, NULL, t);
}

RowsStep rows_begin(const MotionStep *step, const Loads *loads)
{
  const Four   none = {0, 0, 0, 0};
  const double half = 0.5 * step->dt;
  const Vec3   g    = vec3_scale(half, step->gravity);
  const Edges  e    = watch_edges(step->domain);

  return (RowsStep){.gravity = {g.x, g.y, g.z, 0},
                    .quantum = loads->force.quantum - none,
                    .dt      = step->dt - none,
                    .half    = half - none,
                    .magic   = step->domain->magic - none,
                    .lo      = {e.lo.x, e.lo.y, e.lo.z, 0},
                    .hi      = {e.hi.x, e.hi.y, e.hi.z, 0},
                    .turn    = loads->torque.quantum};
}

bool rows_move(Clumps *c, const RowsStep *step, PetscInt from, const Loads *loads, bool turns,
               Pebbles *pebbles, MotionTile *t)
{
  return (turns ? move_spheres : move_points)(step, c->pose + from, c->motion + from,
                                              loads->sum + (size_t)from * LOAD_PARTS,
                                              pebbles ? pebbles->at + from : NULL, t);
}
