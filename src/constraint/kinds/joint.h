/* SPDX-License-Identifier: MIT */
/* Joints with an axis: hinges and sliders. List files give the axis in the lab frame when the run
   starts; it turns with clump a. */
#ifndef CONSTRAINT_KINDS_JOINT_H
#define CONSTRAINT_KINDS_JOINT_H

#include "constraint/constraint.h"

/* Numbers that a pair keeps: axis and relative attitude at the start, in the axes of clump a; angle
   or place when the step began; CONSTRAINT_LIMITED (constraint_link.h). */
enum { JOINT_AXIS, JOINT_ATTITUDE = 3, JOINT_PLACE = 7, JOINT_LIMITED };

/* A pair, in the axes of clump a. */
typedef struct {
  Vec3 axis, across[2]; /* perpendicular unit vectors */
  Quat turned;          /* rotation of b since the start */
} Joint;

/* Columns of the axis, of any length. Angles and places are those of b relative to a. */
extern const CsvColumn joint_columns[];

/* Pair k of a batch, from its numbers and attitudes. */
Joint joint_of(const ConstraintBatch *batch, int k);
/* fault() and start() of the kinds (constraint.h): check the axis of a rotation or of a shift; set axis
   and attitude. */
const char *joint_fault_turning(const LinkGiven *given);
const char *joint_fault_sliding(const LinkGiven *given);
void joint_start(const void *self, const ConstraintBatch *batch, int k, const LinkGiven *given,
                 double *numbers);

#endif
