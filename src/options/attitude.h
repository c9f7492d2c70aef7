/* SPDX-License-Identifier: MIT */
/* Attitudes that the user gives: a quaternion w, x, y, z of any length, which turns the axes of the
   body into those of the lab, or an axis and an angle in degrees, right-handed about it. All keys
   and files read them here.

     attitude: [0.7071, 0, 0, 0.7071]
     attitude: {axis: [0, 0, 1], angle: 90}      # keys attitude_axis and attitude_angle */
#ifndef OPTIONS_ATTITUDE_H
#define OPTIONS_ATTITUDE_H

#include "base/elementary.h"
#include "options/csv.h"
#include "options/rows.h"

/* Largest angle, degrees. */
#define ATTITUDE_ANGLE_MOST 3600.

/* Rows of a key NAME: NAME, NAME_axis, NAME_angle; the default is that of the quaternion. The next
   three are other names of the three, space separated, or NULL; they apply on the condition `with`,
   or NULL. */
/* clang-format off */
#define ATTITUDE_ROWS_WHEN(name, preset, quaternion, axis, angle, with, ...) \
  REALS(KEY(name),         "",        preset,   ANY_NUMBER, __VA_ARGS__ \
      "; a quaternion w, x, y, z of any length, or {axis, angle}", .count = 4, .also = quaternion, \
      .when = with), \
  VEC3(KEY(name "_axis"),  "1",       OPTIONAL, ANY_NUMBER, \
      "in place of the quaternion: axis of the turn, of any length; in two dimensions z, which need " \
      "not be given", .also = axis, .when = with), \
  REAL(KEY(name "_angle"), "degrees", OPTIONAL, SIGNED(ATTITUDE_ANGLE_MOST), \
      "with the axis: angle of the turn, right-handed about it", .also = angle, .when = with)
/* clang-format on */
#define ATTITUDE_ROWS_ALSO(name, preset, quaternion, axis, angle, ...) \
  ATTITUDE_ROWS_WHEN(name, preset, quaternion, axis, angle, NULL, __VA_ARGS__)
/* Rows of the key `attitude`, which may also be called orientation or quaternion; axis and angle
   are further names of those two, each with a blank before it, or "". */
#define ATTITUDE_OWN_ROWS(preset, axis, angle, ...) \
  ATTITUDE_ROWS_ALSO("attitude", preset, "orientation quaternion", \
                     "orientation_axis quaternion_axis" axis, \
                     "orientation_angle quaternion_angle" angle, __VA_ARGS__)

/* Keys of an attitude. */
typedef struct {
  const char *quaternion, *axis, *angle;
} AttitudeKeys;
#define ATTITUDE_KEYS(name) \
  (AttitudeKeys) \
  { \
    name, name "_axis", name "_angle" \
  }

/* How the numbers of a quaternion become one of length 1. Exact: those of a unit quaternion keep
   their bits, to within the rounding of the length, as a state that is read back needs it. */
typedef enum { ATTITUDE_SCALED, ATTITUDE_EXACT } AttitudeRounding;

/* True if the user gave the attitude, in one way or the other, perhaps wrongly. Call after
   options_check. */
bool option_has_attitude(const Options *options, const char *kind, const char *object,
                         AttitudeKeys keys);

/* Read an attitude; without one, and without a default, *q is the identity. Of a quaternion and an
   axis with its angle that are given by two sources the later one counts; the other one is then
   taken as not given. False: it is wrong, or given in both ways by one source, or turns out of the
   plane in two dimensions, and a mistake is noted. Call after options_check_plane. */
bool option_attitude(Options *options, const char *kind, const char *object, AttitudeKeys keys,
                     AttitudeRounding rounding, Quat *q);

/* The turn by degrees about a unit axis. Of + - * / and square roots alone: the same bits on all
   ranks. */
static inline Quat attitude_turn(Vec3 axis, double degrees)
{
  double s, c;

  sine_cosine_degrees(degrees / 2, &s, &c);
  return (Quat){c, s * axis.x, s * axis.y, s * axis.z};
}
/* The same about an axis of any length; false: that is zero. */
bool attitude_about(Vec3 axis, double degrees, Quat *q);
/* The quaternion of length 1 of these numbers; false: all are zero, and *q stays as it is. */
bool attitude_of(Quat numbers, AttitudeRounding rounding, Quat *q);

/* Columns of an attitude in a table, all of a group or none: CSV_ATTITUDE of them, from qw on. Two
   groups, GROUP and GROUP + 1. */
/* clang-format off */
enum { CSV_ATTITUDE = 8 };
#define CSV_ATTITUDE_COLUMNS(of_group) \
  {.name = "qw", .type = CSV_REAL, .group = (of_group)}, \
  {.name = "qx", .type = CSV_REAL, .flags = CSV_ACROSS, .group = (of_group)}, \
  {.name = "qy", .type = CSV_REAL, .flags = CSV_ACROSS, .group = (of_group)}, \
  {.name = "qz", .type = CSV_REAL, .group = (of_group)}, \
  {.name = "axis_x", .type = CSV_REAL, .flags = CSV_ACROSS, .group = (of_group) + 1}, \
  {.name = "axis_y", .type = CSV_REAL, .flags = CSV_ACROSS, .group = (of_group) + 1}, \
  {.name = "axis_z", .type = CSV_REAL, .group = (of_group) + 1}, \
  {.name = "angle", .type = CSV_REAL, .group = (of_group) + 1, .unit = "degrees", \
   .lo = -ATTITUDE_ANGLE_MOST, .hi = ATTITUDE_ANGLE_MOST}
/* clang-format on */

/* True if the file has an attitude; qw: the column of that name. */
static inline bool csv_has_attitude(const Csv *csv, int qw)
{
  return csv->has[qw] || csv->has[qw + 7];
}

/* The attitude of row i; the identity if the file has none. False, with a finding: it is none. */
bool csv_attitude(const Csv *csv, int qw, PetscInt i, Findings *findings, Quat *q);

#endif
