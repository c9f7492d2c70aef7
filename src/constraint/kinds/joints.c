/* SPDX-License-Identifier: MIT */
/* Joints with an axis, and with limits and a motor (drive.h). Hinges: two points that coincide, and
   an axis about which the clumps turn. Sliders: a point that stays on a line of the other clump,
   with a constant relative attitude. List files give the axis in the lab frame when the run starts;
   it turns with clump a. */
#include "constraint/attitude.h"
#include "constraint/drive.h"
#include "options/rows.h"

#define ANGLE_MOST 3.6e6 /* degrees */

/* Numbers that a pair keeps: axis and relative attitude at the start, in the axes of clump a;
   CONSTRAINT_PLACE; CONSTRAINT_LIMITED (constraint_link.h). */
enum { JOINT_AXIS, JOINT_ATTITUDE = 3 };

/* A pair, in the axes of clump a. */
typedef struct {
  Vec3 axis, across[2]; /* perpendicular unit vectors */
  Quat turned;          /* rotation of b since the start */
} Joint;

/* Columns of the axis, of any length. Angles and places are those of b relative to a. */
static const CsvColumn joint_columns[] = {
  CSV_REAL_COLUMN("ux", "1", CSV_REQUIRED, LENGTH_MOST),
  CSV_REAL_COLUMN("uy", "1", CSV_REQUIRED, LENGTH_MOST),
  CSV_REAL_COLUMN("uz", "1", CSV_REQUIRED, LENGTH_MOST),
  {0},
};

/* Fault of an axis: in two dimensions it lies in the plane, or along z. */
static const char *fault_of(const LinkGiven *given, bool in_plane)
{
  Vec3       axis  = constraint_given(given);
  const bool right = in_plane ? axis.z == 0 : axis.x == 0 && axis.y == 0;

  if (!vec3_normalize(&axis)) return "have an axis ux,uy,uz of length 0: give its direction";
  if (given->dimension == 3 || right) return NULL;
  return in_plane ? "have an axis ux,uy,uz out of the plane: in two dimensions uz is 0"
                  : "have an axis ux,uy,uz that is not along z: in two dimensions ux and uy are 0";
}

/* Seen from the other clump the same axis turns the other way. */
static void joint_start(const void *self, const ConstraintBatch *b, int k, const LinkGiven *given,
                        double *numbers)
{
  const Quat q    = attitude_relative(b->a[k].q, b->b[k].q);
  Vec3       axis = vec3_scale(given->reversed ? -1 : 1, constraint_given(given));

  (void)self;
  (void)vec3_normalize(&axis);
  axis = quat_turn_back(b->a[k].q, axis);
  memcpy(numbers + JOINT_AXIS, &axis, sizeof axis);
  memcpy(numbers + JOINT_ATTITUDE, &q, sizeof q);
}

/* Pair k of a batch, from its numbers and attitudes. */
static Joint joint_of(const ConstraintBatch *b, int k)
{
  const double *n = b->numbers[k] + JOINT_AXIS, *q = b->numbers[k] + JOINT_ATTITUDE;
  Joint         j = {.axis   = {n[0], n[1], n[2]},
                     .turned = attitude_since(b->a[k].q, b->b[k].q, (Quat){q[0], q[1], q[2], q[3]})};

  attitude_across(j.axis, j.across);
  return j;
}

/* ---- hinges ---- */

/* clang-format off */
static const Option hinge_options[] = {
  REALS(KEY("angles"),      "degrees", OPTIONAL, SIGNED(ANGLE_MOST),
      "lower and upper limit of the angle of b relative to a, right-handed about the axis, full "
      "turns included; 0 is the angle when the run starts; default: no limits", .count = 2),
  REAL(KEY_IN("motor_rate", Drive, speed), "rad/s",   OPTIONAL, SIGNED(SPIN_MOST),
      "rate of b about the axis relative to a, which a motor keeps"),
  REAL(KEY_IN("motor_angle", Drive, place), "degrees", OPTIONAL, SIGNED(ANGLE_MOST),
      "angle of b relative to a, as in `angles`, which a motor seeks, no faster than motor_rate, "
      "and keeps"),
  REAL(KEY_IN("motor_torque", Drive, most), "N m", OPTIONAL, UP_TO(FORCE_MOST),
      "largest torque of the motor; required with motor_rate and motor_angle"),
  {0},
};
/* clang-format on */

static const DriveKeys hinge_keys = {.limits = "angles",
                                     .speed  = "motor_rate",
                                     .place  = "motor_angle",
                                     .most   = "motor_torque",
                                     .unit   = PETSC_PI / 180};

/* First equations of the axis and of the limits; those of the points come first, the motor last. */
enum { HINGE_AXIS = 3, HINGE_LIMIT = 5 };

static const char *hinge_fault(const LinkGiven *given)
{
  return fault_of(given, false);
}

static void hinge_read(void *self, const LinkSource *s)
{
  drive_read(self, s, &hinge_keys);
}

/* Angle, counted on over full turns from the one at the start of the step. */
static double angle_of(const ConstraintBatch *b, int k, const Joint *j, Vec3 *gradient)
{
  const double angle = attitude_twist(j->turned, j->axis, gradient);
  const double turns = floor((b->numbers[k][CONSTRAINT_PLACE] - angle) / (2 * PETSC_PI) + 0.5);

  return angle + 2 * PETSC_PI * turns;
}

static double hinge_place(const ConstraintBatch *b, int k)
{
  const Joint j = joint_of(b, k);
  Vec3        gradient;

  return angle_of(b, k, &j, &gradient);
}

static void hinge_evaluate(const void *self, ConstraintBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Joint  j   = joint_of(b, k);
    const Vec3   now = quat_turn(j.turned, j.axis), off = vec3_cross(j.axis, now);
    Vec3         gradient;
    const double angle = angle_of(b, k, &j, &gradient);

    for (int e = 0; e < 3; e++)
      constraint_of_points(b, e, k, vec3_axis(b->way[k], e), constraint_axes[e]);
    for (int e = 0; e < 2; e++) /* the axis of b is kept along that of a */
      constraint_of_attitude(b, HINGE_AXIS + e, k, vec3_dot(j.across[e], off),
                             vec3_cross(now, vec3_cross(j.across[e], j.axis)));
    for (int e = HINGE_LIMIT; e <= HINGE_LIMIT + 1; e++)
      constraint_of_attitude(b, e, k, 0, gradient);
    drive_evaluate(self, b, HINGE_LIMIT, k, angle, b->numbers[k][CONSTRAINT_PLACE]);
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
  .fault     = hinge_fault,
  .start     = joint_start,
  .place     = hinge_place,
  .evaluate  = hinge_evaluate,
};

/* ---- sliders ---- */

/* clang-format off */
static const Option slider_options[] = {
  REALS(KEY("places"),     "m",   OPTIONAL, SIGNED(LENGTH_MOST),
      "lower and upper limit of the place of point b on the axis, counted from point a; default: "
      "no limits", .count = 2),
  REAL(KEY_IN("motor_speed", Drive, speed), "m/s", OPTIONAL, SIGNED(SPEED_MOST),
      "speed of b along the axis relative to a, which a motor keeps"),
  REAL(KEY_IN("motor_place", Drive, place), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "place of point b, as in `places`, which a motor seeks, no faster than motor_speed, and "
      "keeps"),
  REAL(KEY_IN("motor_force", Drive, most), "N", OPTIONAL, UP_TO(FORCE_MOST),
      "largest force of the motor; required with motor_speed and motor_place"),
  {0},
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

static const char *slider_fault(const LinkGiven *given)
{
  return fault_of(given, true);
}

static void slider_read(void *self, const LinkSource *s)
{
  drive_read(self, s, &slider_keys);
}

static Vec3 axis_now(const ConstraintBatch *b, int k)
{
  const double *n = b->numbers[k] + JOINT_AXIS;

  return quat_turn(b->a[k].q, (Vec3){n[0], n[1], n[2]});
}

static double slider_place(const ConstraintBatch *b, int k)
{
  return vec3_dot(b->way[k], axis_now(b, k));
}

static void slider_evaluate(const void *self, ConstraintBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Joint  j     = joint_of(b, k);
    const Vec3   axis  = axis_now(b, k);
    const Vec3   turn  = attitude_vector(j.turned);
    const double place = slider_place(b, k);

    for (int e = 0; e < 2; e++) {
      const Vec3 across = quat_turn(b->a[k].q, j.across[e]);

      constraint_along(b, e, k, vec3_dot(b->way[k], across), across, false);
      constraint_along(b, SLIDER_LIMIT + e, k, 0, axis, false);
    }
    drive_evaluate(self, b, SLIDER_LIMIT, k, place, b->numbers[k][CONSTRAINT_PLACE]);
    for (int e = 0; e < 3; e++)
      constraint_of_attitude(b, SLIDER_TURN + e, k, vec3_axis(turn, e),
                             attitude_gradient(j.turned, turn, constraint_axes[e]));
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
  .fault     = slider_fault,
  .start     = joint_start,
  .place     = slider_place,
  .evaluate  = slider_evaluate,
};
