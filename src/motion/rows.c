/* SPDX-License-Identifier: MIT */
/* Motion of whole tiles, row by row (rows.h). Vectors of three numbers are loaded and stored
   together with the number after them. Stores overlap: a later one corrects the number that the one
   before it has written past its end. */
#include "motion/rows.h"
#include "motion/corrected_row.h"
#include "motion/rotation.h"

enum { AHEAD = 2 * CLUMPS_TILE }; /* distance of the prefetch, rows */

/* Replace the last number of a by that of b. */
ALWAYS_INLINE void join(Four *a, const Four *b)
{
  *a = FOUR_SHUFFLE(*a, *b, 0, 1, 2, 7);
}

/* Read four sums, from `part` on, as reals. */
ALWAYS_INLINE void read_sums(const int64_t *sum, int part, Four *to)
{
  FourBits s;

  four_get_bits(&s, sum + part);
  *to = __builtin_convertvector((FourInts)s, Four);
}

/* Read sums; those that are likely to be 0 in all rows (rare) are converted only if they are not.
   */
ALWAYS_INLINE void read_rare_sums(const int64_t *sum, int part, bool rare, Four *to)
{
  const Four none = {0, 0, 0, 0};

  if (rare && (sum[part] | sum[part + 1] | sum[part + 2] | sum[part + 3]) == 0) *to = none;
  else read_sums(sum, part, to);
}

/* New state of a row; the fourth number of each is not used. */
typedef struct {
  CorrectedState at; /* u: velocity in the step */
  Four           l;  /* momentum in the step, if it turns; the spin of it, and attitude before it */
  Four           spin, w, q; /* w: predicted */
} RowsMoved;

/* Apply the half kicks of the momentum, and predict the spin. */
ALWAYS_INLINE void kick_spin(const RowsStep *s, const double *p, const double *m,
                             const int64_t *sum, bool rare, Four *l, Four *spin, Four *w)
{
  const Four     none  = {0, 0, 0, 0};
  const uint64_t twice = 0x7fe0000000000000; /* twice the exponent bias: 1 / x for powers of two */
  const Four     inverse = m[MOTION_RZ + 1] - none;
  Four           per_mass, torque, arm = p[POSE_WY + 3] - none;

  read_rare_sums(sum, LOAD_TORQUE - 1, rare, &torque);
  four_get(l, m + L);
  four_get(&per_mass, p + W);
  arm    = (Four)(twice - (FourBits)arm);
  torque = torque * (s->turn * arm);
  torque = FOUR_SHUFFLE(torque, torque, 1, 2, 3, 0);
  *l     = (*l + s->half * torque) + s->half * torque;
  *spin  = inverse * *l;
  *w     = inverse * (*l + s->half * torque);
  join(w, &per_mass);
}

/* Check of the centres of many rows at once; the fourth numbers are not used. */
typedef struct {
  FourBits in;  /* negative if all centres that are no NaN are between the edges */
  Four     sum; /* NaN if one of them is */
} RowsLook;

/* Move the centre of a row and change its velocity. p, m, sum: pose, motion and sums of the
   clump. */
ALWAYS_INLINE void move_centre(const RowsStep *s, const double *p, const double *m,
                               const int64_t *sum, bool rare, CorrectedState *at)
{
  Four force, kick, u, x, rest, d;

  read_rare_sums(sum, LOAD_FORCE, rare, &force);
  four_get(&u, m + U);
  four_get(&x, p + X);
  four_get(&rest, m + REST);
  force    = force * s->quantum;
  kick     = s->gravity + (s->half * p[POSE_WY + 2]) * force;
  u        = (u + kick) + kick;
  d        = rest + s->dt * u;
  at->u    = u;
  at->v    = u + kick;
  at->x    = x + ((d + s->magic) - s->magic);
  at->rest = d - (at->x - x);
}

ALWAYS_INLINE void look_at_row(const RowsStep *s, const Four *x, RowsLook *look)
{
  look->in  = look->in & (FourBits)(s->lo - *x) & (FourBits)(*x - s->hi);
  look->sum = look->sum + *x;
}

ALWAYS_INLINE bool is_in(const RowsLook *look)
{
  const FourInts in = (FourInts)look->in;

  return in[0] < 0 && in[1] < 0 && in[2] < 0 &&
         0 * (look->sum[0] + look->sum[1] + look->sum[2]) == 0;
}

/* Move one row. rare: loads are likely to be 0. */
ALWAYS_INLINE void move_row(const RowsStep *s, bool turns, bool rare, const double *p,
                            const double *m, const int64_t *sum, RowsMoved *to)
{
  move_centre(s, p, m, sum, rare, &to->at);
  if (!turns) return;
  kick_spin(s, p, m, sum, rare, &to->l, &to->spin, &to->w);
  four_get(&to->q, p + Q);
}

/* Write a moved row. */
ALWAYS_INLINE void put_row(bool turns, double *p, double *m, RowsMoved *to)
{
  CorrectedState *at = &to->at;
  Four            rest, u, x, v;

  four_get(&rest, m + REST);
  join(&at->rest, &rest);
  if (!turns) { /* nothing puts right what is written past an end */
    four_get(&u, m + U);
    four_get(&x, p + X);
    four_get(&v, p + V);
    join(&at->u, &u);
    join(&at->x, &x);
    join(&at->v, &v);
  }
  four_put(m + U, at->u);
  if (turns) four_put(m + L, to->l);
  four_put(m + REST, at->rest);
  four_put(p + X, at->x);
  four_put(p + V, at->v);
  if (turns) four_put(p + W, to->w);
}

/* Move the centre of a pebble, whose radius stays. */
ALWAYS_INLINE void place(Ball *at, const Four *to)
{
  Four x = *to, before;

  four_get(&before, &at->x);
  join(&x, &before);
  four_put(&at->x, x);
}

/* Write `some` of the four numbers of rows k .. k+3 to columns of the tile. */
ALWAYS_INLINE void put_columns(Four row[4], int some, int k, double (*column)[CLUMPS_TILE])
{
  four_turn(row);
  for (int i = 0; i < some; i++) four_put(&column[i][k], row[i]);
}

/* Find the attitudes after the step, in the columns and in the poses; returns the sum of squared
   spins. */
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

/* Add the corrections of row k, which has moved. */
ALWAYS_INLINE void correct(RowsCorrections *c, int k, CorrectedState *at, Four *way, Four *work)
{
  const Four    none = {0, 0, 0, 0};
  CorrectedDone done;
  Four          to, below;

  corrected_add(&c->step, c->x[k], c->rest[k], c->sum[k], &to, &below);
  four_put_bits(c->sum[k], ((FourBits){0, 0, 0, 0}));
  *way = *work = none;
  if (corrected_row(&c->step, &to, &below, at, &done)) {
    if (c->answer) corrected_answer(&c->answer[k], &done.answer);
    *way  = done.way;
    *work = done.work;
    return;
  }
  c->left |= (uint32_t)1 << k;
  four_put(c->x[k], to);
  four_put(c->rest[k], below);
}

/* Move all rows of a tile. at: pebbles of the rows, or NULL. by: corrections, or NULL. */
ALWAYS_INLINE bool move_all(const RowsStep *step, bool turns, Pose *pose, Motion *motion,
                            int64_t *sum, Ball *at, RowsCorrections *by, MotionTile *t)
{
  const RowsStep  s     = *step;
  double          spins = 0;
  RowsLook        look  = {.in = ~(FourBits){0, 0, 0, 0}};
  RowsCorrections of    = {0};

  if (by) of = *by;
  for (int k = 0; k < CLUMPS_TILE; k += 4) {
    RowsMoved row[4];
    Four      u[4], w[4], q[4], way[4], work[4];

    if (!turns) lines_ahead(&pose[k + AHEAD], 4 * sizeof(Pose));
    lines_ahead(&motion[k + AHEAD], 4 * sizeof(Motion));
    lines_ahead(sum + (size_t)(k + AHEAD) * LOAD_PARTS, 4 * LOAD_PARTS * sizeof *sum);
    for (int i = 0; i < 4; i++) {
      double *p = &pose[k + i].x.x, *m = &motion[k + i].v.x;

      move_row(&s, turns, by, p, m, sum + (size_t)(k + i) * LOAD_PARTS, &row[i]);
      u[i] = row[i].at.u;
      if (by) correct(&of, k + i, &row[i].at, &way[i], &work[i]);
      else look_at_row(&s, &row[i].at.x, &look);
      if (at) place(&at[k + i], &row[i].at.x);
      put_row(turns, p, m, &row[i]);
      if (turns) w[i] = row[i].spin;
      if (turns) q[i] = row[i].q;
    }
    for (int i = 0; i < 4 * LOAD_PARTS; i += 4)
      four_put_bits(sum + (size_t)k * LOAD_PARTS + i, ((FourBits){0, 0, 0, 0}));
    if (by) corrected_columns(way, work, k, of.tile);
    put_columns(u, 3, k, &t->motion[U]);
    if (!turns) continue;
    put_columns(w, 3, k, &t->pose[W]);
    put_columns(q, 4, k, &t->pose[Q]);
  }
  if (by) by->left = of.left;
  if (turns) spins = turn_all(s.dt[0], t, pose);
  return is_in(&look) && spins <= SPIN_MOST * SPIN_MOST;
}

KERNEL static bool move_spheres(const RowsStep *step, Pose *pose, Motion *motion, int64_t *sum,
                                Ball *at, MotionTile *t)
{
  return at ? move_all(step, true, pose, motion, sum, at, NULL, t)
            : move_all(step, true, pose, motion, sum, NULL, NULL, t);
}

KERNEL static bool move_points(const RowsStep *step, Pose *pose, Motion *motion, int64_t *sum,
                               Ball *at, MotionTile *t)
{
  return at ? move_all(step, false, pose, motion, sum, at, NULL, t)
            : move_all(step, false, pose, motion, sum, NULL, NULL, t);
}

KERNEL static bool correct_rows(const RowsStep *step, bool turns, Pose *pose, Motion *motion,
                                int64_t *sum, Ball *at, RowsCorrections *by, MotionTile *t)
{
  if (turns && at) return move_all(step, true, pose, motion, sum, at, by, t);
  if (turns) return move_all(step, true, pose, motion, sum, NULL, by, t);
  if (at) return move_all(step, false, pose, motion, sum, at, by, t);
  return move_all(step, false, pose, motion, sum, NULL, by, t);
}

/* ---- of whole tiles ---- */

bool rows_fit(const MotionStep *step, unsigned has, int n)
{
  const unsigned kinds = has & ~(unsigned)(TILE_ROUND | TILE_EXTENDED);

  return step->pending && !step->faces && !step->baths && !step->transport[0] &&
         (!step->integrator || step->integrator->first == step->integrator->last) &&
         n == CLUMPS_TILE &&
         (kinds == (TILE_FREE | TILE_TURNS) || kinds == (TILE_FREE | TILE_STILL));
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
               Pebbles *pebbles, RowsCorrections *by, MotionTile *t)
{
  Pose    *pose   = c->pose + from;
  Motion  *motion = c->motion + from;
  int64_t *sum    = loads->sum + (size_t)from * LOAD_PARTS;
  Ball    *at     = pebbles ? pebbles->at + from : NULL;

  if (by) return correct_rows(step, turns, pose, motion, sum, at, by, t);
  return (turns ? move_spheres : move_points)(step, pose, motion, sum, at, t);
}

KERNEL static bool foresee(const RowsStep *step, const Pose *pose, const Motion *motion,
                           const int64_t *sum, double (*restrict x)[4], double (*restrict rest)[4])
{
  const RowsStep s    = *step;
  RowsLook       look = {.in = ~(FourBits){0, 0, 0, 0}};
  FourInts       good = {-1, -1, -1, -1};

  for (int k = 0; k < CLUMPS_TILE; k++) {
    CorrectedState at;

    lines_ahead(&motion[k + AHEAD], sizeof(Motion));
    move_centre(&s, &pose[k].x.x, &motion[k].v.x, sum + (size_t)k * LOAD_PARTS, true, &at);
    look_at_row(&s, &at.x, &look);
    corrected_look(&at.u, &good);
    corrected_look(&at.v, &good);
    at.x[3]    = pose[k].inverse_mass;
    at.rest[3] = 0;
    four_put(x[k], at.x);
    four_put(rest[k], at.rest);
  }
  return is_in(&look) && (four_mask(&good) & 7) == 7;
}

bool rows_foresee(const Clumps *c, const MotionStep *step, PetscInt from, const Loads *loads,
                  const CorrectedRows *k)
{
  const RowsStep s = rows_begin(step, loads);

  return foresee(&s, c->pose + from, c->motion + from, loads->sum + (size_t)from * LOAD_PARTS,
                 k->x + from, k->rest + from);
}
