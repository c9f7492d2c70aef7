/* SPDX-License-Identifier: MIT */
/* Limits and a motor of the free coordinate of a joint: the angle of a hinge, rad, or the place of
   a slider, m. */
#ifndef CONSTRAINT_DRIVE_H
#define CONSTRAINT_DRIVE_H

#include "constraint/constraint.h"

typedef struct {
  double lo, hi; /* limits; -INFINITY and INFINITY: none */
  double speed;  /* that the motor keeps, rad/s or m/s; NAN: none */
  double place;  /* that the motor seeks, no faster than speed, and keeps, rad or m; NAN: none */
  double most;   /* largest force of the motor, N or N m; NAN: there is no motor */
} Drive;

/* Keys of the options of a joint's limits and motor. */
typedef struct {
  const char *limits, *speed, *place, *most;
  double      unit; /* of limits and places, in rad or m */
} DriveKeys;

/* Read the limits of an object, whose other keys are bound to the drive; mistakes are noted. */
void drive_read(Drive *drive, const LinkSource *source, const DriveKeys *keys);
/* Set value and bounds of two equations of pair k: `limit` is that of the limits, limit + 1 that of
   the motor. at, before: angle, rad, or place, m, now and when the step began. The gradients must
   be set already. Without limits, or without a motor, the equation is left out. */
void drive_evaluate(const Drive *drive, ConstraintBatch *b, int limit, int k, double at,
                    double before);

#endif
