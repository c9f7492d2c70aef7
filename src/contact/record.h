/* SPDX-License-Identifier: MIT */
/* One contact's memory on its way: to another rank at a rebuild, or into a checkpoint. */
#ifndef CONTACT_RECORD_H
#define CONTACT_RECORD_H

#include "space/domain.h"

enum { MEMORY_MOST = 8 }; /* reals a law may keep per contact */

typedef struct {
  Id      a, b;               /* clumps, canonical order (pairs.h); b is a wall's index when member_b == WALL_MEMBER */
  int32_t member_a, member_b; /* pebbles of their templates */
  Image   image;              /* of b relative to a, both centres wrapped */
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
