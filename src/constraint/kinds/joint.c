/* SPDX-License-Identifier: MIT */
/* Axes of joints (joint.h). */
#include "constraint/kinds/joint.h"
#include "base/bounds.h"
#include "constraint/attitude.h"

#define AXIS_COLUMN(letters) \
  { \
    .name = letters, .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "1", .lo = -LENGTH_MOST, \
    .hi = LENGTH_MOST \
  }

const CsvColumn joint_columns[] = {AXIS_COLUMN("ux"), AXIS_COLUMN("uy"), AXIS_COLUMN("uz"), {NULL}};

static Vec3 axis_given(const LinkGiven *given)
{
  return (Vec3){given->value[0], given->value[1], given->value[2]};
}

static const char *fault_of(const LinkGiven *given, bool in_plane)
{
  Vec3       axis  = axis_given(given);
  const bool right = in_plane ? axis.z == 0 : axis.x == 0 && axis.y == 0;

  if (!vec3_normalize(&axis)) return "have an axis ux,uy,uz of length 0: give its direction";
  if (given->dimension == 3 || right) return NULL;
  return in_plane ? "have an axis ux,uy,uz out of the plane: in two dimensions uz is 0"
                  : "have an axis ux,uy,uz that is not along z: in two dimensions ux and uy are 0";
}

const char *joint_fault_turning(const LinkGiven *given)
{
  return fault_of(given, false);
}

const char *joint_fault_sliding(const LinkGiven *given)
{
  return fault_of(given, true);
}

/* Seen from the other clump the same axis turns the other way. */
void joint_start(const void *self, const ConstraintBatch *b, int k, const LinkGiven *given,
                 double *numbers)
{
  const Quat q    = attitude_relative(b->a[k].q, b->b[k].q);
  Vec3       axis = vec3_scale(given->reversed ? -1 : 1, axis_given(given));

  (void)self;
  (void)vec3_normalize(&axis);
  axis = quat_turn_back(b->a[k].q, axis);
  memcpy(numbers + JOINT_AXIS, &axis, sizeof axis);
  memcpy(numbers + JOINT_ATTITUDE, &q, sizeof q);
}

Joint joint_of(const ConstraintBatch *b, int k)
{
  const double *n = b->numbers[k] + JOINT_AXIS, *q = b->numbers[k] + JOINT_ATTITUDE;
  Joint         j = {.axis   = {n[0], n[1], n[2]},
                     .turned = attitude_since(b->a[k].q, b->b[k].q, (Quat){q[0], q[1], q[2], q[3]})};

  attitude_across(j.axis, j.across);
  return j;
}
