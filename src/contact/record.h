/* SPDX-License-Identifier: MIT */
/* Records of contacts, sent to another rank at a rebuild or written to a checkpoint. */
#ifndef CONTACT_RECORD_H
#define CONTACT_RECORD_H

#include "space/domain.h"

enum {
  MEMORY_MOST = 32
}; /* largest number of reals per contact in a batch; records have no limit */

typedef struct {
  Id      a, b; /* clumps, canonical order (pairs.h); b of a wall: its index */
  int32_t member_a,
    member_b;    /* index of the pebble in its template; b of a wall: member_of_feature */
  Image   image; /* periods of b relative to a, both centres wrapped */
  int32_t unused;
  Vec3    point; /* reference point, wrapped: the rank whose box holds it counts the contact */
} ContactRecord;

/* The place of a wall's feature (matter/surface.h) in the key: negative, so that it differs from
   every index of a pebble. The function is its own inverse. */
static inline int32_t member_of_feature(int32_t feature)
{
  return -1 - feature;
}

/* n records with `columns` reals of memory each. Owned: free with records_free. */
typedef struct {
  PetscInt       n, capacity;
  int            columns; /* set before the first record */
  ContactRecord *list;
  double        *memory; /* [n][columns] */
} ContactRecords;

PetscErrorCode records_reserve(ContactRecords *records, PetscInt n);
void           records_free(ContactRecords *records);
/* Append a record; memory: [columns]. */
PetscErrorCode records_add(ContactRecords *records, const ContactRecord *key, const double *memory);
/* Memory of record k. */
static inline double *record_memory(const ContactRecords *records, PetscInt k)
{
  return records->memory + (size_t)k * (size_t)records->columns;
}
/* Bytes of a record that is sent: key and memory. */
static inline size_t record_bytes(int columns)
{
  return sizeof(ContactRecord) + (size_t)columns * sizeof(double);
}

#endif
