/* SPDX-License-Identifier: MIT */
/* Steps of random bodies: one pass of motion over them, their state, and comparison of states to
   the bit. */
#ifndef STEPS_H
#define STEPS_H

#include "bodies.h"

enum { MOST = 200 };

static const double dt      = 0.01; /* s */
static const Vec3   gravity = {0.3, -9.81, 1.7}, flat_gravity = {0.3, -9.81, 0};

/* Columns of a row that motion may change. */
typedef struct {
  Pose   pose;
  Motion motion;
  Vec3   w, force, torque;
} Moment;

static inline Moment state_of(const Clumps *c, PetscInt a)
{
  return (Moment){.pose   = c->pose[a],
                  .motion = c->motion[a],
                  .w      = c->w[a],
                  .force  = c->force[a],
                  .torque = c->torque[a]};
}

static inline bool same_bits(const void *a, const void *b, size_t size)
{
  return memcmp(a, b, size) == 0;
}

static inline bool is_zero(Vec3 v)
{
  return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Equal after motion_start, except: the momentum of clumps with all rotations blocked, which is
   unspecified until the step is finished; the sign of zero of the angular velocity of clumps that
   never rotate. */
static inline bool same_midway(const Clumps *c, PetscInt a, Moment x, Moment y)
{
  if ((c->blocked[a] & BLOCK_TURN) == BLOCK_TURN) x.motion.momentum = y.motion.momentum;
  if (clump_is_still(c, a) && is_zero(x.pose.w)) x.pose.w = y.pose.w;
  return same_bits(&x, &y, sizeof x);
}

/* Equal after motion_finish, except for the sign of zero of the momentum of clumps that never
   rotate. */
static inline bool same_finished(const Clumps *c, PetscInt a, Moment x, Moment y)
{
  if (clump_is_still(c, a) && is_zero(x.motion.momentum) && is_zero(y.motion.momentum))
    x.motion.momentum = y.motion.momentum;
  return same_bits(&x, &y, sizeof x);
}

static inline bool same_travel(Travel a, Travel b)
{
  bool same = a.turn == b.turn && a.way == b.way;

  for (int k = 0; k < 3; k++) same = same && a.lo[k] == b.lo[k] && a.hi[k] == b.hi[k];
  return same;
}

static inline bool same_report(MotionReport a, MotionReport b)
{
  return same_travel(a.travel, b.travel) && a.left == b.left && a.in_range == b.in_range;
}

static inline MotionStep step_of(const Bodies *b, bool pending)
{
  return (MotionStep){.domain  = &b->domain,
                      .dt      = dt,
                      .gravity = b->domain.dimension == 2 ? flat_gravity : gravity,
                      .pending = pending};
}

static inline void finish(Bodies *b)
{
  const MotionStep step = step_of(b, false);

  motion_finish(b->clumps, b->loads, &step);
}

static inline MotionReport start(Bodies *b, bool pending, Loads *loads)
{
  const MotionStep step   = step_of(b, pending);
  MotionReport     report = MOTION_NOTHING;

  motion_start(b->clumps, &step, 0, b->clumps->n_owned, loads, &report);
  return report;
}

/* First number: a different offset in the lots for each n. */
static inline uint64_t first_of(int n)
{
  return (uint64_t)(1001 * n);
}

#endif
