/* SPDX-License-Identifier: MIT */
/* Motion reports clumps with NaN, out of range or beyond an open face, and loses no drift far
   out. */
#include "steps.h"

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

/* Faults of clumps whose step takes its loads from sums: these are finite. */
typedef enum {
  ROW_SPEED_NAN,
  ROW_SPEED_MINUS_NAN, /* as processors make it */
  ROW_SPEED_ENDLESS,
  ROW_SPEED_PAST_BOUND,
  ROW_PLACE_NAN,
  ROW_PLACE_MINUS_NAN,
  ROW_FAR_OUT,
  ROW_MOMENTUM_NAN,
  ROW_SPIN_PAST_BOUND,
  ROW_LEFT,
  ROW_LEFT_BELOW,
  ROW_LEFT_FAR,
  ROW_FAULTS
} RowFault;

static void spoil_row(Bodies *b, PetscInt a, RowFault what)
{
  Clumps *c = b->clumps;

  switch (what) {
  case ROW_SPEED_NAN: c->motion[a].v.z = NAN; break;
  case ROW_SPEED_MINUS_NAN: c->motion[a].v.y = -NAN; break;
  case ROW_SPEED_ENDLESS: c->motion[a].v.x = -INFINITY; break;
  case ROW_SPEED_PAST_BOUND: c->motion[a].v.x = 2e30; break;
  case ROW_PLACE_NAN: c->pose[a].x.z = NAN; break;
  case ROW_PLACE_MINUS_NAN: c->pose[a].x.x = -NAN; break;
  case ROW_FAR_OUT: c->pose[a].x.z = -1.5 * b->domain.limit.z; break;
  case ROW_MOMENTUM_NAN: c->motion[a].momentum.y = NAN; break;
  case ROW_SPIN_PAST_BOUND: c->motion[a].momentum.z = 2e30 / c->motion[a].inverse_inertia.z; break;
  case ROW_LEFT: c->pose[a].x.y = b->domain.hi.y + 1; break;
  case ROW_LEFT_BELOW: c->pose[a].x.y = b->domain.lo.y - 1; break;
  case ROW_LEFT_FAR: c->pose[a].x.y = 2 * b->domain.limit.y; break;
  default: break;
  }
}

/* Report on two whole tiles of spheres, or of points of any shape, one of which, row a, has a
   fault. */
static MotionReport report_of_rows(bool points, PetscInt a, RowFault what)
{
  const int    first  = (points ? 11 : 2) * LOT;
  MotionReport report = MOTION_NOTHING;
  MotionStep   step   = {.dt = 1e-3, .pending = true};
  Bodies       b;

  bodies_create(&b, 3);
  for (int k = 0; k < 2 * CLUMPS_TILE; k++) (void)bodies_add(&b, (uint64_t)(first + k % LOT));
  for (PetscInt k = 0; k < 2 * CLUMPS_TILE; k++)
    b.clumps->pose[k].x = grid_round3(&b.domain, vec3(1, 1.5, 1));
  bodies_prepare(&b, 0);
  loads_clear(b.loads, b.clumps->n);
  spoil_row(&b, a, what);
  step.domain = &b.domain;
  motion_start(b.clumps, &step, 0, 2 * CLUMPS_TILE, b.loads, &report);
  bodies_destroy(&b);
  return report;
}

static void faults_of_rows_are_noticed(void)
{
  for (int points = 0; points < 2; points++)
    for (PetscInt a = 0; a < 2 * CLUMPS_TILE; a++)
      for (RowFault what = 0; what <= ROW_FAULTS; what++) {
        const bool         turns  = what == ROW_MOMENTUM_NAN || what == ROW_SPIN_PAST_BOUND;
        const MotionReport report = report_of_rows(points, a, what);

        if (points && turns) continue; /* points have neither */
        CHECK_INT(report.in_range, what >= ROW_LEFT);
        if (report.in_range) CHECK_INT(report.left, what < ROW_FAULTS);
      }
  test_end("so they are in whole tiles of free spheres and points, of which a step is finished and "
           "the next started in one pass");
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

TESTS(.ranks = {1})
{
  mishaps_are_noticed();
  faults_of_rows_are_noticed();
  no_drift_is_lost_far_out();
}
