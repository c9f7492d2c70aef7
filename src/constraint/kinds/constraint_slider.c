/* SPDX-License-Identifier: MIT */
/* Sliders: a point that stays on a line of the other clump, with a constant relative attitude; with
   limits of the place, and a motor. */
#include "base/bounds.h"
#include "constraint/attitude.h"
#include "constraint/drive.h"
#include "constraint/kinds/joint.h"
#include "options/rows.h"

/* clang-format off */
static const Option slider_options[] = {
  REALS(KEY("places"),     "m",   OPTIONAL, SIGNED(LENGTH_MOST),
      "lower and upper limit of the place of point b on the axis, counted from point a; default: "
      "no limits", .count = 2),
  REAL(KEY("motor_speed"), "m/s", OPTIONAL, SIGNED(SPEED_MOST),
      "speed of b along the axis relative to a, which a motor keeps"),
  REAL(KEY("motor_place"), "m",   OPTIONAL, SIGNED(LENGTH_MOST),
      "place of point b, as in `places`, which a motor seeks, no faster than motor_speed, and "
      "keeps"),
  REAL(KEY("motor_force"), "N",   OPTIONAL, UP_TO(FORCE_MOST),
      "largest force of the motor; required with motor_speed and motor_place"),
  {NULL},
};
/* clang-format on */

static const DriveKeys slider_keys = {.limits = "places",
                                      .speed  = "motor_speed",
                                      .place  = "motor_place",
                                      .most   = "motor_force",
                                      .unit   = 1};

/* First equations of the limits and of the attitude; those across the axis come first, the motor is
   after the limits. */
enum { SLIDER_LIMIT = 2, SLIDER_TURN = 4 };

static void slider_read(void *self, const LinkSource *s)
{
  *(Drive *)self = drive_read(s, &slider_keys);
}

static Vec3 axis_of(const ConstraintBatch *b, int k)
{
  const double *n = b->numbers[k] + JOINT_AXIS;

  return quat_turn(b->a[k].q, (Vec3){n[0], n[1], n[2]});
}

static double place_of(const ConstraintBatch *b, int k)
{
  return vec3_dot(b->way[k], axis_of(b, k));
}

static void slider_begin(const void *self, const ConstraintBatch *b, int k, double *numbers)
{
  (void)self;
  numbers[JOINT_PLACE] = place_of(b, k);
}

static double slider_way(const ConstraintBatch *b, int k)
{
  return place_of(b, k) - b->numbers[k][JOINT_PLACE];
}

static void evaluate_turn(ConstraintBatch *b, int k, Quat turned)
{
  const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, turn = attitude_vector(turned);

  for (int e = 0; e < 3; e++)
    constraint_of_attitude(b, SLIDER_TURN + e, k, vec3_axis(turn, e),
                           attitude_gradient(turned, turn, axes[e]));
}

static void slider_evaluate(const void *self, ConstraintBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Joint  j     = joint_of(b, k);
    const Vec3   axis  = axis_of(b, k);
    const double place = place_of(b, k);

    for (int e = 0; e < 2; e++) {
      const Vec3 across = quat_turn(b->a[k].q, j.across[e]);

      constraint_along(b, e, k, vec3_dot(b->way[k], across), across, false);
      constraint_along(b, SLIDER_LIMIT + e, k, 0, axis, false);
    }
    drive_evaluate(self, b, SLIDER_LIMIT, k, place, b->numbers[k][JOINT_PLACE]);
    evaluate_turn(b, k, j.turned);
  }
}

const Constraint constraint_slider = {
  .head      = {.name    = "slider",
                .text    = "Sliders: a point on a line of the other clump, and a constant relative "
                                "attitude; limits and a motor.",
                .source  = "Mueller et al. 2020, Comput. Graph. Forum 39, 101",
                .options = {slider_options}},
  .size      = sizeof(Drive),
  .equations = 7,
  .acts      = CONSTRAINT_AT_B,
  .angles    = 7 << SLIDER_TURN,
  .stiff     = 3 << SLIDER_LIMIT,
  .driven    = 1 << (SLIDER_LIMIT + 1),
  .columns   = joint_columns,
  .read      = slider_read,
  .fault     = joint_fault_sliding,
  .start     = joint_start,
  .begin     = slider_begin,
  .way       = slider_way,
  .evaluate  = slider_evaluate,
};
