/* SPDX-License-Identifier: MIT */
/* Bounds of motion_moved against the displacement of every pebble, now and after one more step. */
#include "bodies.h"

#include "motion/rotation.h"

enum { MOST = 70 };

static const double rounding = 1e-13; /* m; rounding of sums and roots of lengths up to 50 m */

/* ---- pebbles, one by one ---- */

static Vec3 pebble_of(const Bodies *b, PetscInt a, int i, Vec3 x, Quat q)
{
  const Template *t = &b->templates.list[b->clumps->template[a]];

  return vec3_add(x, quat_turn(q, vec3_scale(b->clumps->scale[a], t->offset[i])));
}

/* Exact displacements since motion_mark, by testing every pebble and every pair. */
typedef struct {
  Travel travel; /* of centres; of pebbles by rotation, and in total */
  double two;    /* largest relative displacement of two pebbles, m */
} Truth;

enum { MOST_ALL = MOST * MOST_PEBBLES };

/* Attitude after rotation with constant angular velocity, in steps small enough to be exact. */
static Quat turned_by(Quat q, Vec3 w, double after)
{
  for (int k = 0; k < 64; k++) q = rotation_spin(q, w, after / 64);
  return q;
}

/* after: extrapolated by this time with the present velocities, s. */
static Truth truth_of(const Bodies *b, double after)
{
  static Vec3   ways[MOST_ALL];
  const Clumps *c     = b->clumps;
  Truth         truth = {.travel = TRAVEL_NONE};
  int           n     = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Pose *p = &c->pose[a];
    const Vec3  x = vec3_axpy(p->x, after, p->v), way = vec3_sub(x, c->x0[a]);
    const Quat  q   = turned_by(p->q, p->w, after);
    Travel      own = {.lo = {way.x, way.y, way.z}, .hi = {way.x, way.y, way.z}};

    for (int i = 0; i < b->templates.list[c->template[a]].n; i++) {
      ways[n]  = vec3_sub(pebble_of(b, a, i, x, q), pebble_of(b, a, i, c->x0[a], c->q0[a]));
      own.turn = fmax(own.turn, vec3_norm(vec3_sub(ways[n], way)));
      own.way  = fmax(own.way, vec3_norm(ways[n]));
      n++;
    }
    truth.travel = travel_join(truth.travel, own);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) truth.two = fmax(truth.two, vec3_norm(vec3_sub(ways[i], ways[j])));
  return truth;
}

/* ---- facts ---- */

/* Mark, then displace clumps by up to `way` along each axis and rotate them: tan of half the angle
   up to `turn` along each axis. */
static void go(Bodies *b, uint64_t number, double way, double turn)
{
  motion_mark(b->clumps, NULL);
  for (PetscInt a = 0; a < b->clumps->n_owned; a++) {
    Random     r = random_stream(number, RANDOM_TEST, (uint64_t)b->clumps->id[a]);
    const Vec3 u = draw_vec(&r, turn, false);

    b->clumps->pose[a].x = vec3_add(b->clumps->pose[a].x, draw_vec(&r, way, false));
    b->clumps->pose[a].q = quat_mul(
      b->clumps->pose[a].q, quat_normalized((Quat){draw(&r, -1, 1) < 0 ? -1 : 1, u.x, u.y, u.z}));
    b->clumps->pose[a].v = draw_vec(&r, way, false);
    b->clumps->pose[a].w = draw_vec(&r, 3 * turn, false);
  }
}

static void check_bound(Travel moved, Truth truth)
{
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(moved.lo[k], truth.travel.lo[k], rounding); /* rounding of the sum */
    CHECK_NEAR(moved.hi[k], truth.travel.hi[k], rounding); /* likewise */
  }
  CHECK(truth.travel.turn <= moved.turn + rounding);
  CHECK(truth.travel.way <= moved.way + rounding);
  CHECK(truth.travel.way <= 2 * travel_bound(moved) + rounding);
  CHECK(truth.two <= 2 * travel_bound(moved) + rounding);
}

static void moved_bounds_every_pebble(void)
{
  const double dt = 0.3, ways[] = {0, 1e-3, 2}, turns[] = {0, 1e-3, 0.3, 5};

  for (int n = 1; n <= MOST; n += 3)
    for (int k = 0; k < 12; k++) {
      Travel moved, ahead;
      Bodies b;

      bodies_of_range(&b, 3, (uint64_t)(1001 * n), n);
      go(&b, (uint64_t)(10 * n), ways[k / 4], turns[k % 4]);
      motion_moved(b.clumps, &b.templates, dt, NULL, 0, &moved, &ahead);
      check_bound(moved, truth_of(&b, 0));
      check_bound(ahead, truth_of(&b, 1.1 * dt));
      motion_moved(b.clumps, &b.templates, 0, NULL, 0, &moved, &ahead); /* no step ahead */
      check_bound(moved, truth_of(&b, 0));
      check_bound(ahead, truth_of(&b, 0));
      CHECK_NEAR(travel_bound(ahead), travel_bound(moved), 0);
      bodies_destroy(&b);
    }
  test_end("bounds of displacements hold for every pebble and every pair of pebbles, now and after "
           "one more step");
}

static void who_stands_still_has_not_moved(void)
{
  Travel moved, ahead;
  Bodies b;

  bodies_of_range(&b, 3, 0, MOST);
  go(&b, 1, 0, 0);
  motion_moved(b.clumps, &b.templates, 1, NULL, 0, &moved, &ahead);
  CHECK_NEAR(travel_bound(moved), 0, 1e-14); /* |q| = 1 to rounding */
  CHECK_NEAR(travel_bound(ahead), 0, 1e-14); /* likewise */
  bodies_destroy(&b);
  bodies_create(&b, 3);
  motion_moved(b.clumps, &b.templates, 1, NULL, 0, &moved, &ahead);
  CHECK(!(moved.lo[0] <= moved.hi[0]) && !(ahead.lo[0] <= ahead.hi[0]));
  CHECK_NEAR(travel_bound(ahead), 0, 0);
  bodies_destroy(&b);
  test_end("the bound is 0 for clumps at rest and without clumps");
}

/* One rod, rotated about its long axis (x) or about another. */
static void turn_rod(Vec3 about, double half_tangent, Travel *moved, Travel *ahead, Truth *truth)
{
  Bodies   b;
  PetscInt a;

  bodies_create(&b, 3);
  a = clumps_add(b.clumps, &b.templates, 1, ROD, 1.5);
  bodies_prepare(&b, 0);
  b.clumps->pose[a].q = quat_normalized((Quat){0.3, -0.5, 0.7, 0.2});
  motion_mark(b.clumps, NULL);
  b.clumps->pose[a].q = quat_mul(
    b.clumps->pose[a].q, quat_normalized((Quat){1, half_tangent * about.x, half_tangent * about.y,
                                                half_tangent * about.z}));
  b.clumps->pose[a].w = quat_turn(b.clumps->pose[a].q, vec3_scale(2 * half_tangent, about));
  motion_moved(b.clumps, &b.templates, 1, NULL, 0, moved, ahead);
  *truth = truth_of(&b, 0);
  check_bound(*moved, *truth);
  check_bound(*ahead, truth_of(&b, 1.1));
  bodies_destroy(&b);
}

static void long_bodies_move_by_their_width(void)
{
  Travel along, across, ahead, ahead_across;
  Truth  truth;

  turn_rod(vec3(1, 0, 0), 0.05, &along, &ahead, &truth);
  CHECK(along.turn <
        1.5 *
          truth.travel.turn); /* the box around the pebbles instead of the pebbles: up to sqrt(2) */
  turn_rod(vec3(0, 1, 0), 0.05, &across, &ahead_across, &truth);
  CHECK(across.turn < 1.01 * truth.travel.turn); /* the rod is thin */
  test_note("a rod's pebbles: %.3g m about its long axis, %.3g m about another", along.turn,
            across.turn);
  CHECK(10 * along.turn < across.turn);
  CHECK(10 * ahead.turn < ahead_across.turn);
  test_end("the bound of a rod's pebbles follows its width in rotation about its length, and its "
           "length about another axis");
}

TESTS(.ranks = {1})
{
  moved_bounds_every_pebble();
  who_stands_still_has_not_moved();
  long_bodies_move_by_their_width();
}
