/* SPDX-License-Identifier: MIT */
/* Limits and a motor of the one way in which a joint is free: an angle, rad, or a place, m. */
#ifndef CONSTRAINT_DRIVE_H
#define CONSTRAINT_DRIVE_H

#include "constraint/constraint.h"

typedef struct {
  double lo, hi; /* limits; -INFINITY and INFINITY: none */
  double speed;  /* of the motor, 1/s; NAN: it has none */
  double place;  /* that the motor seeks; NAN: none */
  double most;   /* largest force of the motor, N or N m */
} Drive;

/* Keys of a joint's drive. */
typedef struct {
  const char *limits, *speed, *place, *most;
  double      unit; /* of limits and places, in rad or m */
} DriveKeys;

/* Read the keys of an object; mistakes are noted. */
Drive drive_read(const LinkSource *source, const DriveKeys *keys);
/* Values and bounds of the equations of the limits (`limit`) and of the motor (limit + 1) of pair k,
   which is at `at`, and was at `before` when the step began. Equations that do not hold are left out;
   the gradients of both are set already. */
void drive_evaluate(const Drive *drive, ConstraintBatch *b, int limit, int k, double at,
                    double before);

#endif
