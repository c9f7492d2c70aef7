/* SPDX-License-Identifier: MIT */
/* Joints with an axis, which list files give as the run starts: hinges and sliders. */
#ifndef CONSTRAINT_JOINT_H
#define CONSTRAINT_JOINT_H

#include "constraint/constraint.h"

/* Numbers that a pair keeps: axis and relative attitude at the start, in the axes of clump a; angle or
   place when the step began. */
enum { JOINT_AXIS, JOINT_ATTITUDE = 3, JOINT_PLACE = 7 };

/* A pair, in the axes of clump a. */
typedef struct {
  Vec3 axis, across[2]; /* perpendicular unit vectors */
  Quat turned;          /* rotation of b since the start */
} Joint;

extern const CsvColumn joint_columns[]; /* axis from a to b, lab frame, of any length */

Joint       joint_of(const ConstraintBatch *batch, int k);
const char *joint_fault(const LinkGiven *given);
void joint_start(const void *self, const ConstraintBatch *batch, int k, const LinkGiven *given,
                 double *numbers);

#endif
