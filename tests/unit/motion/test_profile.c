/* SPDX-License-Identifier: MIT */
/* Bounds of displacements relative to a velocity profile, against every pair of pebbles. */
#include "steps.h"

enum { BODIES = 96, STEPS = 12 };

static const double spare = 1e-12; /* rounding of sums of lengths up to 50 m */

/* A flow that is fast at the top, of clumps that differ by up to `noise`. */
static void flow(Bodies *b, double noise)
{
  Random r = random_stream(5, RANDOM_TEST, (uint64_t)test_rank());

  for (PetscInt a = 0; a < b->clumps->n_owned; a++) {
    const double z = b->clumps->pose[a].x.z + 1;

    if (clump_is_fixed(b->clumps, a)) continue;
    b->clumps->motion[a].v =
      vec3_add(vec3(0.4 * z * sqrt(fabs(z)), -0.05 * z, 0.01 * z), draw_vec(&r, noise, false));
  }
}

/* free: none of them is blocked, turns or is pulled. */
static void flowing(Bodies *b, int n, double noise, bool free)
{
  bodies_of_range(b, 3, first_of(n) + (uint64_t)(1000 * test_rank()), n);
  for (PetscInt a = 0; free && a < n; a++) {
    b->clumps->blocked[a]         = 0;
    b->clumps->motion[a].momentum = b->clumps->torque[a] = b->clumps->force[a] = vec3(0, 0, 0);
  }
  clumps_prepare(b->clumps, &b->templates);
  flow(b, noise);
}

static Profile profile_of(const Bodies *b)
{
  Parallel par;
  Profile  p;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(profile_find(&par, &b->domain, b->clumps, 2, &p));
  CALL(parallel_destroy(&par));
  return p;
}

/* Ranks have the bits of the first. */
static bool same_everywhere(Profile p)
{
  Profile first = p;

  CALL(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, PETSC_COMM_WORLD));
  return p.used == first.used && p.axis == first.axis && p.rate == first.rate &&
         memcmp(p.c, first.c, sizeof p.c) == 0;
}

static void a_profile_is_found_where_there_is_one(void)
{
  Bodies b;

  flowing(&b, BODIES, 0.05, true);
  CHECK(profile_of(&b).used && profile_of(&b).axis == 2);
  CHECK(same_everywhere(profile_of(&b)));
  b.domain.boundary[2] = BOUNDARY_PERIODIC;
  CHECK(!profile_of(&b).used || profile_of(&b).axis != 2);
  b.domain.boundary[2] = BOUNDARY_OPEN;
  flow(&b, 100);
  CHECK(!profile_of(&b).used);
  bodies_destroy(&b);
  test_end("a profile is found along an axis that is not periodic, the same on all ranks, and none "
           "in a gas");
}

/* Two points approach no faster than rate w, and the field differs by 2 rate w at most. */
static void the_rate_is_a_bound(void)
{
  Random  r    = random_stream(6, RANDOM_TEST, 0);
  double  most = 0;
  Profile p;
  Bodies  b;

  flowing(&b, BODIES, 0.05, true);
  p = profile_of(&b);
  CHECK(p.used);
  for (int k = 0; k < 20000; k++) {
    const Vec3 x = draw_vec(&r, 6, false), w = draw_vec(&r, k % 2 ? 1e-2 : 2, false),
               y      = vec3_add(x, w),
               f      = vec3_sub(profile_at(&p, vec3_axis(y, p.axis)),
                                 profile_at(&p, vec3_axis(x, p.axis)));
    const double size = vec3_norm(w);

    CHECK(-vec3_dot(f, w) / size <= p.rate * size + spare);
    CHECK(vec3_norm(f) <= 2 * p.rate * size + spare);
    most = fmax(most, -vec3_dot(f, w) / (size * size));
  }
  CHECK(most > 0.5 * p.rate);
  bodies_destroy(&b);
  test_end("the rate of a profile bounds how fast points approach, and is not twice too large");
}

static Vec3 pebble_of(const Bodies *b, PetscInt a, int i, Vec3 x, Quat q)
{
  const Template *t = &b->templates.list[b->clumps->template[a]];

  return vec3_add(x, quat_turn(q, vec3_scale(b->clumps->scale[a], t->offset[i])));
}

/* Largest excess over the bound, m, of the approach of two pebbles since motion_mark. after: time
   by which positions are extrapolated, s. */
static double worst(const Bodies *b, Travel moved, double after)
{
  const Clumps *c    = b->clumps;
  double        most = -INFINITY, extent = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) extent = fmax(extent, c->extent[a]);
  for (PetscInt a = 0; a < c->n_owned; a++)
    for (PetscInt d = 0; d < a; d++) {
      const Vec3 xa = vec3_axpy(c->pose[a].x, after, c->pose[a].v),
                 xd = vec3_axpy(c->pose[d].x, after, c->pose[d].v);

      if (clump_is_gone(c, a) || clump_is_gone(c, d)) continue;
      for (int i = 0; i < b->templates.list[c->template[a]].n; i++) {
        const int    j    = i % b->templates.list[c->template[d]].n;
        const double then = vec3_norm(vec3_sub(pebble_of(b, a, i, c->x0[a], c->q0[a]),
                                               pebble_of(b, d, j, c->x0[d], c->q0[d]))),
                     now  = vec3_norm(vec3_sub(pebble_of(b, a, i, xa, c->pose[a].q),
                                               pebble_of(b, d, j, xd, c->pose[d].q)));

        most = fmax(most, then - now - 2 * travel_bound_in(moved, then + 4 * extent));
      }
    }
  return most;
}

/* Sums of the travel of steps, and displacements since motion_mark. ratio: of the bound to that
   without a profile. */
static void go(int n, double noise, double *ratio)
{
  Travel     moved = TRAVEL_REST, exact, ahead;
  MotionStep step;
  Profile    p;
  Bodies     b;

  flowing(&b, n, noise, noise < 1);
  p    = profile_of(&b);
  step = step_of(&b, false);
  if (p.used) step.profile = &p;
  motion_mark(b.clumps, step.profile);
  for (int k = 0; k < STEPS; k++) {
    MotionReport report = MOTION_NOTHING;

    motion_start(b.clumps, &step, 0, n, b.loads, &report);
    moved = travel_add(moved, travel_widen(report.travel, b.domain.grain));
    CHECK(worst(&b, moved, 0) <= spare);
    flow(&b, noise); /* other deviations in the next step */
  }
  motion_moved(b.clumps, &b.templates, 0, step.profile, STEPS * dt, &exact, &ahead);
  CHECK(worst(&b, exact, 0) <= spare);
  CHECK_NEAR(exact.strain, p.used ? moved.strain : 0, 1e-14); /* rounding of the sum */
  *ratio = 2;
  if (p.used) *ratio = travel_bound_in(exact, 2) / travel_bound(exact);
  bodies_destroy(&b);
}

static void no_pair_comes_closer_than_the_bound(void)
{
  double least = 1, ratio;

  for (int n = 2; n <= BODIES; n += 31)
    for (int k = 0; k < 3; k++) {
      go(n, k == 0 ? 0.02 : k, &ratio);
      least = fmin(least, ratio);
    }

  CHECK(least < 0.6);
  test_end("no two pebbles come closer than the bound relative to a profile, in steps and since "
           "they were marked");
}

/* Clumps that do not turn, with constant velocities: a tile that is fixed, one that is moved by
   rows, and one that is not full. They cross the profile by as much as its thickness. */
static void steps_add_up_to_displacements(void)
{
  enum { ALL = 2 * CLUMPS_TILE + 9 };
  Travel     moved = TRAVEL_REST, exact, ahead;
  MotionStep step;
  double     most = 0;
  Profile    p;
  Bodies     b;

  flowing(&b, ALL, 0.05, true);
  p = profile_of(&b);
  CHECK(p.used && p.axis == 2);
  for (PetscInt a = 0; a < ALL; a++) {
    b.clumps->blocked[a] = a < CLUMPS_TILE ? BLOCK_ALL : BLOCK_TURN;
    b.clumps->w[a]       = vec3(0, 0, 0);
    b.clumps->motion[a].v =
      a < CLUMPS_TILE ? vec3(0, 0, 0) : vec3_sub(b.clumps->motion[a].v, vec3(0, 0, 9));
  }
  clumps_prepare(b.clumps, &b.templates);
  loads_clear(b.loads, b.clumps->n);
  step         = step_of(&b, false);
  step.gravity = vec3(0, 0, 0);
  step.profile = &p;
  motion_mark(b.clumps, step.profile);
  for (int k = 0; k < STEPS; k++) {
    MotionReport report = MOTION_NOTHING;

    motion_start(b.clumps, &step, 0, ALL, b.loads, &report);
    moved        = travel_add(moved, report.travel);
    step.pending = true;
  }
  motion_moved(b.clumps, &b.templates, 0, &p, STEPS * dt, &exact, &ahead);
  for (int k = 0; k < 3; k++) { /* each step rounds places to the grid */
    CHECK_NEAR(moved.lo[k], exact.lo[k], STEPS * b.domain.grain + spare);
    CHECK_NEAR(moved.hi[k], exact.hi[k], STEPS * b.domain.grain + spare);
    most = fmax(most, exact.hi[k] - exact.lo[k]);
  }
  CHECK(most > 0.1);
  bodies_destroy(&b);
  test_end("the travel of steps relative to a profile adds up to displacements since the mark");
}

TESTS(.ranks = {1, 3})
{
  a_profile_is_found_where_there_is_one();
  the_rate_is_a_bound();
  no_pair_comes_closer_than_the_bound();
  steps_add_up_to_displacements();
}
