/* SPDX-License-Identifier: MIT */
/* Plug-in kind AttitudeKind: distributions of the attitudes of clumps of fills and inlets. A kind
   is one file that ends with a const AttitudeKind, and one line in the list below. It uses + -
   * / and square roots only, so that all ranks draw the same bits. */
#ifndef SUPPLY_FILL_ATTITUDES_H
#define SUPPLY_FILL_ATTITUDES_H

#include "supply/fill/fill_internal.h"

typedef struct AttitudeKind {
  Plugin head;
  size_t size; /* of its constants, bytes; they are zero before read() */
  /* Read the keys of a fill into the constants; mistakes are noted, see fill_internal.h. Local; the
     same on every rank. NULL: it has no keys. */
  void (*read)(void *own, FillReading *r);
  /* Draw the rotation from the principal frame of a template with these axes to the lab. dimension
     2: about z alone. */
  Quat (*draw)(const void *own, int dimension, Quat axes, Random *random);
} AttitudeKind;

/* The list. */
#define ATTITUDE_KINDS(X) \
  X(attitude_random) /* attitude_random.c */ \
  X(attitude_fixed)  /* attitude_fixed.c */ \
  X(attitude_ranges) /* attitude_ranges.c */

/* The list for inlets. */
#define INLET_ATTITUDES(X) \
  X(attitude_random)     /* attitude_random.c */ \
  X(attitude_quaternion) /* attitude_fixed.c */ \
  X(attitude_ranges)     /* attitude_ranges.c */

#define ATTITUDE_KIND_DECLARED(kind) extern const AttitudeKind kind;
ATTITUDE_KINDS(ATTITUDE_KIND_DECLARED)
extern const AttitudeKind attitude_quaternion;
#undef ATTITUDE_KIND_DECLARED

/* Rotation by degrees, right-handed about a unit axis. */
Quat attitude_about(Vec3 axis, double degrees);

#endif
