/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Motion in tiles against a plain implementation clump by clump (the twin), to the bit, for all
   kinds of clumps in random mixes. */
#include "bodies.h"

#include "motion/rotation.h"

enum { MOST = 200 };

static const double dt      = 0.01; /* s */
static const Vec3   gravity = {0.3, -9.81, 1.7}, flat_gravity = {0.3, -9.81, 0};

/* ---- the twin ---- */

/* Columns of a row that motion may change. */
typedef struct {
  Pose   pose;
  Motion motion;
  Vec3   w, force, torque;
} State;

static State state_of(const Clumps *c, PetscInt a)
{
  return (State){.pose   = c->pose[a],
                 .motion = c->motion[a],
                 .w      = c->w[a],
                 .force  = c->force[a],
                 .torque = c->torque[a]};
}

/* Input of the twin for one clump. */
typedef struct {
  uint64_t blocked;
  Vec3     inertia, gravity;
  double   mass, extent, dt;
  bool     planar;
} Twin;

static Twin twin_of(const Bodies *b, PetscInt a, double step)
{
  const Clumps *c      = b->clumps;
  const bool    planar = b->domain.dimension == 2;
  const double  extent = b->templates.list[c->template[a]].extent;

  return (Twin){.blocked = c->blocked[a],
                .inertia = c->inertia[a],
                .gravity = planar ? flat_gravity : gravity,
                .mass    = c->mass[a],
                .extent  = extent * c->scale[a],
                .dt      = step,
                .planar  = planar};
}

static bool turns_blocked(const Twin *t)
{
  return (t->blocked & BLOCK_TURN) == BLOCK_TURN;
}

static bool is_round(const Twin *t)
{
  return t->inertia.x == t->inertia.y && t->inertia.y == t->inertia.z;
}

/* Velocity change in half a step by force and gravity, 0 along blocked axes. */
static Vec3 half_kick(const Twin *t, Vec3 force)
{
  const double inverse_mass = (t->blocked & BLOCK_MOVE) == BLOCK_MOVE ? 0 : 1 / t->mass,
               half         = 0.5 * t->dt;
  Vec3 kick                 = vec3_axpy(vec3_scale(half, t->gravity), half * inverse_mass, force);

  for (int k = 0; k < 3; k++)
    if (t->blocked & ((uint64_t)BLOCK_X << k)) vec3_set(&kick, k, 0);
  return kick;
}

/* Angular velocity from momentum and attitude. */
static Vec3 spin(const Twin *t, const State *s, Quat q, Vec3 momentum)
{
  const Vec3 inverse = {1 / t->inertia.x, 1 / t->inertia.y, 1 / t->inertia.z};

  if (turns_blocked(t)) return s->w;
  if (t->blocked & BLOCK_TURN) return clump_spin_blocked(momentum, q, t->inertia, s->w, t->blocked);
  if (is_round(t)) return vec3_scale(inverse.x, momentum);
  return quat_turn(q, vec3_mul(inverse, quat_turn_back(q, momentum)));
}

static void twin_kick(const Twin *t, Vec3 force, Vec3 torque, State *s)
{
  s->motion.v        = vec3_add(s->motion.v, half_kick(t, force));
  s->motion.momentum = vec3_axpy(s->motion.momentum, 0.5 * t->dt, torque);
}

/* Second half kick. Where rotation is blocked, wholly or in part, the momentum follows from the
   angular velocity. */
static void twin_finish(const Twin *t, Vec3 force, Vec3 torque, State *s)
{
  twin_kick(t, force, torque, s);
  s->force  = force;
  s->torque = torque;
  s->w      = spin(t, s, s->pose.q, s->motion.momentum);
  if (t->blocked & BLOCK_TURN) s->motion.momentum = clump_momentum(s->w, s->pose.q, t->inertia);
}

static double drift(const Domain *d, double *x, double *rest, double way)
{
  const double owed = *rest + way, step = grid_round(d, owed), to = *x + step;

  *rest = owed - (to - *x);
  *x    = to;
  return way;
}

static Quat twin_turn(const Twin *t, const State *s)
{
  const Vec3 inverse = {1 / t->inertia.x, 1 / t->inertia.y, 1 / t->inertia.z},
             l       = s->motion.momentum;
  const Quat q       = s->pose.q;

  if (turns_blocked(t) && s->w.x == 0 && s->w.y == 0 && s->w.z == 0) return q;
  if (t->blocked & BLOCK_TURN) {
    const Quat middle = rotation_spin(q, spin(t, s, q, l), 0.5 * t->dt);

    return rotation_spin(q, spin(t, s, middle, l), t->dt);
  }
  if (t->planar || is_round(t)) return rotation_spin(q, vec3_scale(inverse.z, l), t->dt);
  return rotation_free(q, l, inverse, t->dt);
}

static bool is_fixed(const Twin *t, const State *s)
{
  const Vec3 v = s->motion.v, w = s->w;

  return t->blocked == BLOCK_ALL && v.x == 0 && v.y == 0 && v.z == 0 && w.x == 0 && w.y == 0 &&
         w.z == 0;
}

/* First half kick, drift and rotation; velocities predicted to the end of the step; the report. */
static MotionReport twin_start(const Twin *t, const Domain *d, Vec3 force, Vec3 torque, State *s)
{
  MotionReport report = {.in_range = true};
  double       way[3], chord = 0;
  Quat         turned, by;

  twin_kick(t, force, torque, s);
  s->pose.v = vec3_add(s->motion.v, half_kick(t, force));
  way[0]    = drift(d, &s->pose.x.x, &s->motion.rest.x, t->dt * s->motion.v.x);
  way[1]    = drift(d, &s->pose.x.y, &s->motion.rest.y, t->dt * s->motion.v.y);
  way[2]    = drift(d, &s->pose.x.z, &s->motion.rest.z, t->dt * s->motion.v.z);
  turned    = twin_turn(t, s);
  by        = quat_mul(quat_conjugate(s->pose.q), turned);
  if (t->extent > 0 && !is_fixed(t, s))
    chord = 2 * sqrt(by.x * by.x + by.y * by.y + by.z * by.z) * t->extent;
  s->pose.q = turned;
  s->pose.w = spin(t, s, turned, vec3_axpy(s->motion.momentum, 0.5 * t->dt, torque));
  for (int k = 0; k < 3; k++) report.travel.lo[k] = report.travel.hi[k] = way[k];
  report.travel.turn = chord;
  report.travel.way  = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) + chord;
  report.left        = domain_has_left(d, s->pose.x);
  return report;
}

static Vec3 sum_at(const Bodies *b, PetscInt a, int part, double quantum)
{
  const int64_t *sum = b->loads->sum + (size_t)a * LOAD_PARTS + (size_t)part;

  return vec3((double)sum[0] * quantum, (double)sum[1] * quantum, (double)sum[2] * quantum);
}

static Vec3 summed_force(const Bodies *b, PetscInt a)
{
  return sum_at(b, a, LOAD_FORCE, b->loads->force.quantum);
}

static Vec3 summed_torque(const Bodies *b, PetscInt a)
{
  return sum_at(b, a, LOAD_TORQUE,
                LOAD_ARMS * b->loads->force.quantum / b->clumps->pose[a].per_arm);
}

/* ---- comparing ---- */

static bool same_bits(const void *a, const void *b, size_t size)
{
  return memcmp(a, b, size) == 0;
}

static bool is_zero(Vec3 v)
{
  return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Equal after motion_start, except: the momentum of clumps with all rotations blocked, which is
   unspecified until the step is finished; the sign of zero of the angular velocity of clumps that
   never rotate. */
static bool same_midway(const Clumps *c, PetscInt a, State x, State y)
{
  if ((c->blocked[a] & BLOCK_TURN) == BLOCK_TURN) x.motion.momentum = y.motion.momentum;
  if (clump_is_still(c, a) && is_zero(x.pose.w)) x.pose.w = y.pose.w;
  return same_bits(&x, &y, sizeof x);
}

/* Equal after motion_finish, except for the sign of zero of the momentum of clumps that never
   rotate. */
static bool same_finished(const Clumps *c, PetscInt a, State x, State y)
{
  if (clump_is_still(c, a) && is_zero(x.motion.momentum) && is_zero(y.motion.momentum))
    x.motion.momentum = y.motion.momentum;
  return same_bits(&x, &y, sizeof x);
}

static bool same_travel(Travel a, Travel b)
{
  bool same = a.turn == b.turn && a.way == b.way;

  for (int k = 0; k < 3; k++) same = same && a.lo[k] == b.lo[k] && a.hi[k] == b.hi[k];
  return same;
}

static bool same_report(MotionReport a, MotionReport b)
{
  return same_travel(a.travel, b.travel) && a.left == b.left && a.in_range == b.in_range;
}

static void report_join(MotionReport *all, MotionReport one)
{
  all->travel = travel_join(all->travel, one.travel);
  all->left |= one.left;
  all->in_range &= one.in_range;
}

/* Reports are equal to the bit except `turn`, to which a fixed clump may contribute rounding if its
   tile has others, and `way`, which may combine the largest drift with the largest turn. fastest:
   largest drift, m. */
static void check_report(MotionReport found, MotionReport twin, double fastest)
{
  const double spare = 1 + 1e-14; /* rounding of a root and a sum */
  const double slip =
    1e-14; /* rounding of a product of quaternions, times an extent of some metres */

  CHECK(found.travel.turn >= twin.travel.turn && found.travel.turn <= twin.travel.turn + slip);
  twin.travel.turn = found.travel.turn;

  CHECK(found.travel.way * spare >= twin.travel.way);
  CHECK(found.travel.way <= (fastest + twin.travel.turn) * spare);
  twin.travel.way = found.travel.way;
  CHECK(same_report(found, twin));
}

static MotionStep step_of(const Bodies *b, bool pending)
{
  return (MotionStep){.domain  = &b->domain,
                      .dt      = dt,
                      .gravity = b->domain.dimension == 2 ? flat_gravity : gravity,
                      .pending = pending};
}

static void finish(Bodies *b)
{
  motion_finish(b->clumps, b->loads, dt, b->domain.dimension == 2 ? flat_gravity : gravity);
}

static MotionReport start(Bodies *b, bool pending, Loads *loads)
{
  const MotionStep step   = step_of(b, pending);
  MotionReport     report = MOTION_NOTHING;

  motion_start(b->clumps, &step, 0, b->clumps->n_owned, loads, &report);
  return report;
}

/* ---- facts ---- */

/* TILE_ bits that occurred, to check that the tests cover all of them; true if there was a whole
   tile of fixed clumps. */
static unsigned seen;
static bool     seen_fixed;

static void look_at_tiles(const Bodies *b)
{
  for (PetscInt a = 0; a < b->clumps->n_owned; a += CLUMPS_TILE) {
    const unsigned has = b->clumps->tile[a / CLUMPS_TILE];

    seen |= has;
    seen_fixed |= !(has & TILE_FREE) && a + CLUMPS_TILE <= b->clumps->n_owned;
  }
}

/* First number: a different offset in the lots for each n. */
static uint64_t first_of(int n)
{
  return (uint64_t)(1001 * n);
}

static void start_as_the_twin(int dimension, int n)
{
  MotionReport found, expected = MOTION_NOTHING;
  double       fastest = 0;
  int64_t      wrong   = 0;
  State        twins[MOST];
  Bodies       b;

  bodies_of_range(&b, dimension, first_of(n), n);
  look_at_tiles(&b);
  for (PetscInt a = 0; a < n; a++) {
    const Twin   twin = twin_of(&b, a, dt);
    MotionReport one;

    twins[a] = state_of(b.clumps, a);
    one      = twin_start(&twin, &b.domain, twins[a].force, twins[a].torque, &twins[a]);
    fastest  = fmax(fastest, one.travel.way - one.travel.turn);
    report_join(&expected, one);
  }
  found = start(&b, false, NULL);
  for (PetscInt a = 0; a < n; a++)
    wrong += !same_midway(b.clumps, a, state_of(b.clumps, a), twins[a]);
  CHECK_INT(wrong, 0);
  check_report(found, expected, fastest);
  bodies_destroy(&b);
}

static void finish_as_the_twin(int dimension, int n)
{
  int64_t wrong = 0;
  Bodies  b;
  State   twins[MOST];

  bodies_of_range(&b, dimension, first_of(n), n);
  for (PetscInt a = 0; a < n; a++) {
    const Twin twin = twin_of(&b, a, dt);

    twins[a] = state_of(b.clumps, a);
    twin_finish(&twin, summed_force(&b, a), summed_torque(&b, a), &twins[a]);
  }
  finish(&b);
  for (PetscInt a = 0; a < n; a++)
    wrong += !same_finished(b.clumps, a, state_of(b.clumps, a), twins[a]);
  CHECK_INT(wrong, 0);
  bodies_destroy(&b);
}

static void bodies_move_as_by_themselves(int dimension, const char *fact)
{
  seen       = 0;
  seen_fixed = false;
  for (int n = 1; n <= MOST; n++) start_as_the_twin(dimension, n);
  for (int n = 1; n <= MOST; n++) finish_as_the_twin(dimension, n);
  CHECK_INT(seen, TILE_MOVE_BLOCKED | TILE_TURN_BLOCKED | TILE_STILL | TILE_ROUND | TILE_NOT_ROUND |
                    TILE_EXTENDED | TILE_FIXED | TILE_FREE);
  CHECK(seen_fixed);
  test_end(fact);
}

/* Equal except the columns that a pending step leaves as they are: w of clumps that rotate freely,
   force and torque. */
static bool same_but_not_asked_for(const Clumps *c, PetscInt a, State pending, State finished)
{
  pending.force  = finished.force;
  pending.torque = finished.torque;
  if (!(c->blocked[a] & BLOCK_TURN)) pending.w = finished.w;
  return same_midway(c, a, pending, finished);
}

static void two_passes_as_one(int dimension, int n)
{
  MotionReport once, twice;
  int64_t      wrong = 0;
  Bodies       one, two;

  bodies_of_range(&one, dimension, first_of(n), n);
  bodies_of_range(&two, dimension, first_of(n), n);
  once = start(&one, true, one.loads);
  finish(&two);
  twice = start(&two, false, two.loads);
  for (PetscInt a = 0; a < n; a++)
    wrong +=
      !same_but_not_asked_for(one.clumps, a, state_of(one.clumps, a), state_of(two.clumps, a));
  CHECK_INT(wrong, 0);
  CHECK(same_report(once, twice));
  bodies_destroy(&one);
  bodies_destroy(&two);
}

static void a_pending_step_is_finished_and_started_in_one_pass(void)
{
  for (int n = 1; n <= MOST; n++) two_passes_as_one(2 + n % 2, n);
  for (int n = 1; n <= MOST; n += 7) two_passes_as_one(3 - n % 2, n);
  test_end(
    "a pending step is finished and the next started in one pass, with the same bits as in two");
}

/* Each of n clumps in the first row by itself, against the same clump among the others. */
static void alone_as_in_company(int dimension, uint64_t first, int n, bool pending)
{
  int64_t wrong = 0;
  Bodies  all;

  bodies_of_range(&all, dimension, first, n);
  if (pending) start(&all, true, all.loads);
  else finish(&all);
  for (PetscInt a = 0; a < n; a++) {
    Bodies one;
    State  alone, among;

    bodies_of_range(&one, dimension, first + (uint64_t)a, 1);
    if (pending) start(&one, true, one.loads);
    else finish(&one);
    alone = state_of(one.clumps, 0);
    among = state_of(all.clumps, a);
    wrong += pending ? !same_midway(all.clumps, a, among, alone)
                     : !same_finished(all.clumps, a, among, alone);
    bodies_destroy(&one);
  }
  CHECK_INT(wrong, 0);
  bodies_destroy(&all);
}

static void neighbours_do_not_matter(void)
{
  for (int dimension = 2; dimension <= 3; dimension++)
    for (int n = MOST - 3; n <= MOST; n++) {
      alone_as_in_company(dimension, first_of(n), n, false);
      alone_as_in_company(dimension, first_of(n), n, true);
    }
  test_end("a clump moves in the same way alone and among others in a tile");
}

/* Ranges of whole tiles, from the last to the first, against all rows at once. */
static void pieces_as_the_whole(Random *r, int n, bool pending)
{
  MotionReport found = MOTION_NOTHING, expected;
  PetscInt     end   = n;
  int64_t      wrong = 0;
  Bodies       pieces, whole;
  MotionStep   step;

  bodies_of_range(&pieces, 3, first_of(n), n);
  bodies_of_range(&whole, 3, first_of(n), n);
  step     = step_of(&pieces, pending);
  expected = start(&whole, pending, whole.loads);
  while (end > 0) {
    const PetscInt tiles = (end - 1) / CLUMPS_TILE,
                   from  = (PetscInt)(random_bits(r) % (uint64_t)(tiles + 1)) * CLUMPS_TILE;

    motion_start(pieces.clumps, &step, from, end, pieces.loads, &found);
    end = from;
  }
  for (PetscInt a = 0; a < n; a++) {
    const State x = state_of(pieces.clumps, a), y = state_of(whole.clumps, a);

    wrong += !same_bits(&x, &y, sizeof x);
  }
  CHECK_INT(wrong, 0);
  CHECK(same_report(found, expected));
  bodies_destroy(&pieces);
  bodies_destroy(&whole);
}

static void a_range_may_come_in_pieces(void)
{
  Random r = random_stream(8, RANDOM_TEST, 0);

  for (int n = 1; n <= MOST; n += 3) pieces_as_the_whole(&r, n, n % 2);
  test_end("rows and report are the same if rows start in ranges of whole tiles, in any order, as "
           "if all start at once");
}

/* Start rows from .. to - 1; `to` is n or the first row of a tile. */
static void only_these(int n, PetscInt from, PetscInt to, bool pending)
{
  MotionReport report = MOTION_NOTHING;
  int64_t      wrong  = 0;
  MotionStep   step;
  Bodies       b, before;

  bodies_of_range(&b, 3, first_of(n), n);
  bodies_of_range(&before, 3, first_of(n), n);
  step = step_of(&b, pending);
  motion_start(b.clumps, &step, from, to, b.loads, &report);
  for (PetscInt a = 0; a < b.clumps->n_owned; a++)
    for (int part = 0; part < LOAD_PARTS; part++) {
      const size_t k = (size_t)a * LOAD_PARTS + (size_t)part;

      wrong += b.loads->sum[k] != (a >= from && a < to ? 0 : before.loads->sum[k]);
    }
  CHECK_INT(wrong, 0);
  for (PetscInt a = 0; a < b.clumps->n; a++) {
    const State x = state_of(b.clumps, a), y = state_of(before.clumps, a);

    if (a < from || a >= to) wrong += !same_bits(&x, &y, sizeof x);
    else if (b.clumps->blocked[a] == 0)
      wrong += same_bits(&x, &y, sizeof x); /* gravity acts on each */
  }
  CHECK_INT(wrong, 0);
  bodies_destroy(&b);
  bodies_destroy(&before);
}

static void other_rows_are_left_alone(void)
{
  for (int n = 1; n <= MOST; n += 13)
    for (PetscInt from = 0; from < n; from += CLUMPS_TILE)
      for (PetscInt to = from + CLUMPS_TILE; to < n + CLUMPS_TILE; to += CLUMPS_TILE)
        only_these(n, from, (PetscInt)min_int(to, n), (from + to) / CLUMPS_TILE % 2);
  test_end("load sums of rows that have started are zero; sums and state of all other rows, also "
           "of copies, are unchanged");
}

/* ---- findings ---- */

/* Fault in one clump. */
typedef enum {
  FORCE_NAN,
  TORQUE_NAN,
  SPEED_NAN,
  SPEED_ENDLESS,
  PLACE_NAN,
  FAR_OUT,
  LEFT,
  LEFT_FAR,
  MISHAPS
} Mishap;

static void befall(Bodies *b, PetscInt a, Mishap what)
{
  Clumps *c = b->clumps;

  switch (what) {
  case FORCE_NAN: c->force[a].y = NAN; break;
  case TORQUE_NAN: c->torque[a].x = NAN; break;
  case SPEED_NAN: c->motion[a].v.z = NAN; break;
  case SPEED_ENDLESS: c->motion[a].v.x = INFINITY; break;
  case PLACE_NAN: c->pose[a].x.z = NAN; break;
  case FAR_OUT: c->pose[a].x.z = -1.5 * b->domain.limit.z; break;
  case LEFT: c->pose[a].x.y = b->domain.hi.y + 1; break;
  case LEFT_FAR: c->pose[a].x.y = 2 * b->domain.limit.y; break;
  default: break;
  }
}

/* Report on n clumps far from any face, one of which, row a, has a fault. */
static MotionReport report_of(int n, PetscInt a, Mishap what)
{
  const MotionStep step   = {.dt = 1e-3};
  MotionReport     report = MOTION_NOTHING;
  MotionStep       mine   = step;
  Bodies           b;

  bodies_create(&b, 3);
  for (int k = 0; k < n; k++) (void)bodies_add(&b, (uint64_t)k);
  for (PetscInt k = 0; k < n; k++) {
    b.clumps->pose[k].x  = grid_round3(&b.domain, vec3(1, 1.5, 1));
    b.clumps->blocked[k] = 0;
  }
  bodies_prepare(&b, 0);
  befall(&b, a, what);
  mine.domain = &b.domain;
  motion_start(b.clumps, &mine, 0, n, NULL, &report);
  if (n > CLUMPS_TILE)
    motion_start(b.clumps, &mine, 0, a / CLUMPS_TILE * CLUMPS_TILE, NULL,
                 &report); /* must keep earlier findings */
  bodies_destroy(&b);
  return report;
}

static void mishaps_are_noticed(void)
{
  const int counts[] = {1, 2, 3, 4, 5, 7, 32, 33, 39, 75};

  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    for (PetscInt a = 0; a < counts[k]; a++)
      for (Mishap what = 0; what <= MISHAPS; what++) {
        const MotionReport report = report_of(counts[k], a, what);

        CHECK_INT(report.in_range, what >= LEFT);
        if (report.in_range) CHECK_INT(report.left, what < MISHAPS);
      }
  test_end("in any row values that are NaN or out of range are reported, and clumps that have left "
           "through an open face, however far");
}

/* Along a free axis where doubles are 32 quanta apart, in steps of 0.3 and 1.7 quanta: no
   displacement is lost, and the reported travel bounds every step. */
static void no_drift_is_lost_far_out(void)
{
  enum { STEPS = 1000 };

  for (int k = 0; k < 2; k++) {
    Bodies       b;
    MotionStep   step   = {.dt = 1e-3};
    MotionReport report = MOTION_NOTHING;
    double       from, way, most = 0;

    bodies_create(&b, 3);
    (void)bodies_add(&b, 0);
    b.clumps->blocked[0] = 0;
    bodies_prepare(&b, 0);
    from                     = 0.9 * b.domain.limit.z;
    b.clumps->pose[0].x      = vec3(1, 1.5, from);
    b.clumps->motion[0].v    = vec3(0, 0, (k ? 1.7 : 0.3) * b.domain.quantum / step.dt);
    b.clumps->motion[0].rest = vec3(0, 0, 0);
    b.clumps->force[0] = b.clumps->torque[0] = vec3(0, 0, 0);
    step.domain                              = &b.domain;
    way                                      = step.dt * b.clumps->motion[0].v.z;
    CHECK_BITS(b.domain.grain, 32 * b.domain.quantum);
    CHECK(domain_in_range(&b.domain, b.clumps->pose[0].x));
    for (int s = 0; s < STEPS; s++) {
      const double before = b.clumps->pose[0].x.z;

      motion_start(b.clumps, &step, 0, 1, NULL, &report);
      most = fmax(most, fabs(b.clumps->pose[0].x.z - before));
    }
    CHECK(most <= report.travel.hi[2] + b.domain.grain);
    CHECK_NEAR((b.clumps->pose[0].x.z - from) + b.clumps->motion[0].rest.z, STEPS * way,
               1e-9 * STEPS * way); /* rounding */
    CHECK(b.clumps->pose[0].x.z > from);
    bodies_destroy(&b);
  }
  test_end(
    "far out along a free axis, where coordinates are coarser than the grid, no drift is lost");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  bodies_move_as_by_themselves(3, "tiles of all kinds of clumps start and finish steps with the "
                                  "same bits as the clump-by-clump twin");
  bodies_move_as_by_themselves(2, "the same in two dimensions");
  a_pending_step_is_finished_and_started_in_one_pass();
  neighbours_do_not_matter();
  a_range_may_come_in_pieces();
  other_rows_are_left_alone();
  mishaps_are_noticed();
  no_drift_is_lost_far_out();
  return test_finish();
}
