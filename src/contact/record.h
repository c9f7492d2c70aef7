/* SPDX-License-Identifier: MIT */
/* Record of one contact's memory, sent to another rank at a rebuild or written to a checkpoint. */
#ifndef CONTACT_RECORD_H
#define CONTACT_RECORD_H

#include "space/domain.h"

enum { MEMORY_MOST = 8 }; /* largest number of reals per contact */

typedef struct {
  Id      a, b; /* clumps, canonical order (pairs.h); b of a wall: its index */
  int32_t member_a,
    member_b;    /* index of the pebble in its template; b of a wall: member_of_feature */
  Image   image; /* periods of b relative to a, both centres wrapped */
  int32_t unused;
  Vec3    point; /* reference point, wrapped: the rank whose box holds it counts the contact */
  double  memory[MEMORY_MOST];
} ContactRecord;

/* The place of a wall's feature (matter/surface.h) in the key: negative, as no pebble's index. Its
   own inverse. */
static inline int32_t member_of_feature(int32_t feature)
{
  return -1 - feature;
}

static inline bool record_is_wall(const ContactRecord *record)
{
  return record->member_b < 0;
}

typedef struct {
  PetscInt       n, capacity;
  ContactRecord *list;
} ContactRecords;

#endif
