/* SPDX-License-Identifier: MIT */
/* Hinges: two points that coincide, and an axis about which the clumps turn; with limits of the
   angle, and a motor. */
#include "base/bounds.h"
#include "constraint/attitude.h"
#include "constraint/drive.h"
#include "constraint/kinds/joint.h"
#include "options/rows.h"

#define ANGLE_MOST 3.6e6 /* degrees */

/* clang-format off */
static const Option hinge_options[] = {
  REALS(KEY("angles"),      "degrees", OPTIONAL, SIGNED(ANGLE_MOST),
      "lower and upper limit of the angle of b relative to a, right-handed about the axis, full "
      "turns included; 0 is the angle when the run starts; default: no limits", .count = 2),
  REAL(KEY("motor_rate"),   "rad/s",   OPTIONAL, SIGNED(SPIN_MOST),
      "rate of b about the axis relative to a, which a motor keeps"),
  REAL(KEY("motor_angle"),  "degrees", OPTIONAL, SIGNED(ANGLE_MOST),
      "angle of b relative to a, as in `angles`, which a motor seeks, no faster than motor_rate, "
      "and keeps"),
  REAL(KEY("motor_torque"), "N m",     OPTIONAL, UP_TO(FORCE_MOST),
      "largest torque of the motor; required with motor_rate and motor_angle"),
  {NULL},
};
/* clang-format on */

static const DriveKeys hinge_keys = {.limits = "angles",
                                     .speed  = "motor_rate",
                                     .place  = "motor_angle",
                                     .most   = "motor_torque",
                                     .unit   = PETSC_PI / 180};

/* First equations of the axis and of the limits; those of the points come first, the motor last. */
enum { HINGE_AXIS = 3, HINGE_LIMIT = 5 };

static void hinge_read(void *self, const LinkSource *s)
{
  *(Drive *)self = drive_read(s, &hinge_keys);
}

/* Angle, counted on over full turns from the one at the start of the step. */
static double angle_of(const ConstraintBatch *b, int k, const Joint *j, Vec3 *gradient)
{
  const double angle = attitude_twist(j->turned, j->axis, gradient);
  const double turns = floor((b->numbers[k][JOINT_PLACE] - angle) / (2 * PETSC_PI) + 0.5);

  return angle + 2 * PETSC_PI * turns;
}

static void hinge_begin(const void *self, const ConstraintBatch *b, int k, double *numbers)
{
  const Joint j = joint_of(b, k);
  Vec3        gradient;

  (void)self;
  numbers[JOINT_PLACE] = angle_of(b, k, &j, &gradient);
}

static double hinge_way(const ConstraintBatch *b, int k)
{
  const Joint j = joint_of(b, k);
  Vec3        gradient;

  return angle_of(b, k, &j, &gradient) - b->numbers[k][JOINT_PLACE];
}

/* Set the two equations that keep the axis of b along that of a. */
static void evaluate_axis(ConstraintBatch *b, int k, const Joint *j)
{
  const Vec3 now = quat_turn(j->turned, j->axis), off = vec3_cross(j->axis, now);

  for (int e = 0; e < 2; e++)
    constraint_of_attitude(b, HINGE_AXIS + e, k, vec3_dot(j->across[e], off),
                           vec3_cross(now, vec3_cross(j->across[e], j->axis)));
}

static void hinge_evaluate(const void *self, ConstraintBatch *b)
{
  const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  for (int k = 0; k < b->n; k++) {
    const Joint  j = joint_of(b, k);
    Vec3         gradient;
    const double angle = angle_of(b, k, &j, &gradient);

    for (int e = 0; e < 3; e++) constraint_of_points(b, e, k, vec3_axis(b->way[k], e), axes[e]);
    evaluate_axis(b, k, &j);
    for (int e = HINGE_LIMIT; e <= HINGE_LIMIT + 1; e++)
      constraint_of_attitude(b, e, k, 0, gradient);
    drive_evaluate(self, b, HINGE_LIMIT, k, angle, b->numbers[k][JOINT_PLACE]);
  }
}

const Constraint constraint_hinge = {
  .head      = {.name    = "hinge",
                .text    = "Hinges: two points that coincide, and a common axis; limits and a motor.",
                .source  = "Mueller et al. 2020, Comput. Graph. Forum 39, 101",
                .options = {hinge_options}},
  .size      = sizeof(Drive),
  .equations = 7,
  .acts      = CONSTRAINT_AT_POINTS,
  .angles    = 15 << HINGE_AXIS,
  .stiff     = 3 << HINGE_LIMIT,
  .driven    = 1 << (HINGE_LIMIT + 1),
  .columns   = joint_columns,
  .read      = hinge_read,
  .fault     = joint_fault_turning,
  .start     = joint_start,
  .begin     = hinge_begin,
  .way       = hinge_way,
  .evaluate  = hinge_evaluate,
};
