/* SPDX-License-Identifier: MIT */
/* Record of one contact's memory, sent to another rank at a rebuild or written to a checkpoint. */
#ifndef CONTACT_RECORD_H
#define CONTACT_RECORD_H

#include "space/domain.h"

enum { MEMORY_MOST = 8 }; /* largest number of reals per contact */

typedef struct {
  Id a, b; /* clumps, canonical order (pairs.h); b is a wall's index when member_b == WALL_MEMBER */
  int32_t member_a, member_b; /* index of the pebble in its template */
  Image   image;              /* periods of b relative to a, both centres wrapped */
  int32_t unused;
  Vec3    point; /* reference point, wrapped: the rank whose box holds it counts the contact */
  double  memory[MEMORY_MOST];
} ContactRecord;

enum { WALL_MEMBER = -1 };

typedef struct {
  PetscInt       n, capacity;
  ContactRecord *list;
} ContactRecords;

#endif
