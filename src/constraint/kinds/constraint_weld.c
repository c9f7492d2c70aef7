/* SPDX-License-Identifier: MIT */
/* Welds: two clumps that keep their relative attitude, and two points that coincide, or the way
   between two centres. */
#include "constraint/kinds/constraint_weld.h"
#include "constraint/attitude.h"
#include "constraint/kinds/constraint_link.h"

/* Numbers of a pair, in the axes of clump a. */
enum { WELD_WAY, WELD_ATTITUDE = 3 };

static const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static bool is_zero(Vec3 v)
{
  return v.x == 0 && v.y == 0 && v.z == 0;
}

static void weld_start(const void *self, const ConstraintBatch *b, int k, const LinkGiven *given,
                       double *numbers)
{
  const Quat q   = attitude_relative(b->a[k].q, b->b[k].q);
  const Vec3 way = quat_turn_back(b->a[k].q, b->way[k]);

  (void)self;
  (void)given;
  memcpy(numbers + WELD_ATTITUDE, &q, sizeof q);
  if (is_zero(b->a[k].arm) && is_zero(b->b[k].arm)) memcpy(numbers + WELD_WAY, &way, sizeof way);
}

Vec3 weld_way(const double *memory)
{
  const double *a = memory + CONSTRAINT_ARMS, *b = a + 3, *at = memory + CONSTRAINT_KEPT + WELD_WAY,
               *q = memory + CONSTRAINT_KEPT + WELD_ATTITUDE;
  const Vec3 arms = vec3_sub((Vec3){a[0], a[1], a[2]},
                             quat_turn((Quat){q[0], q[1], q[2], q[3]}, (Vec3){b[0], b[1], b[2]}));

  return vec3_add(arms, (Vec3){at[0], at[1], at[2]});
}

static void weld_evaluate(const void *self, ConstraintBatch *b)
{
  (void)self;
  for (int k = 0; k < b->n; k++) {
    const double *at = b->numbers[k] + WELD_WAY, *q = b->numbers[k] + WELD_ATTITUDE;
    const Quat    r    = attitude_since(b->a[k].q, b->b[k].q, (Quat){q[0], q[1], q[2], q[3]});
    const Vec3    turn = attitude_vector(r);

    for (int e = 0; e < 3; e++) {
      const Vec3 axis = quat_turn(b->a[k].q, axes[e]);

      constraint_along(b, e, k, vec3_dot(b->way[k], axis) - at[e], axis, false);
      constraint_of_attitude(b, 3 + e, k, vec3_axis(turn, e), attitude_gradient(r, turn, axes[e]));
    }
  }
}

const Constraint constraint_weld = {
  .head      = {.name   = "weld",
                .text   = "Welds: two points that coincide, or two centres, and the relative attitude "
                               "of their clumps, as the run starts.",
                .source = "Mueller et al. 2020, Comput. Graph. Forum 39, 101"},
  .equations = 6,
  .acts      = CONSTRAINT_AT_B,
  .angles    = 7 << 3,
  .start     = weld_start,
  .evaluate  = weld_evaluate,
};
