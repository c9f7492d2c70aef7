/* SPDX-License-Identifier: MIT */
/* Ball joints: two points that coincide. */
#include "constraint/constraint.h"

static void ball_evaluate(const void *self, ConstraintBatch *b)
{
  const Vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  (void)self;
  for (int k = 0; k < b->n; k++)
    for (int e = 0; e < 3; e++) constraint_of_points(b, e, k, vec3_axis(b->way[k], e), axis[e]);
}

const Constraint constraint_ball = {
  .head      = {.name   = "ball",
                .text   = "Ball joints: two points that coincide.",
                .source = "Mueller et al. 2020, Comput. Graph. Forum 39, 101"},
  .equations = 3,
  .acts      = CONSTRAINT_AT_POINTS,
  .evaluate  = ball_evaluate,
};
