/* SPDX-License-Identifier: MIT */
/* Records of contacts, sent to another rank at a rebuild or written to a checkpoint. Each law has a
   list of its own, so that a record is as large as the memory of its law. */
#ifndef CONTACT_MEMORY_RECORD_H
#define CONTACT_MEMORY_RECORD_H

#include "base/mail.h"
#include "space/domain.h"

/* Largest number of reals that a law keeps for a contact. */
enum { MEMORY_MOST = 4096 };

typedef struct {
  Id a, b; /* clumps, canonical order (pairs.h); b of a wall: its index */
  /* index of the pebble in its template; b of a wall: member_of_feature */
  int32_t member_a, member_b;
  Image   image; /* periods of b relative to a, both centres wrapped */
  int32_t law;   /* index of its list in ContactRecords */
  Vec3    point; /* reference point, wrapped: the rank whose box holds it counts the contact */
} ContactRecord;

/* The place of a wall's feature (wall/surface.h) in the key: negative, so that it differs from
   every index of a pebble. The function is its own inverse. */
static inline int32_t member_of_feature(int32_t feature)
{
  return -1 - feature;
}

/* n records of one law with `columns` reals of memory each. */
typedef struct {
  char     name[NAME_LENGTH]; /* of the law; empty: of any law, as in a checkpoint of one list */
  PetscInt n, capacity;
  int      columns; /* set before the first record */
  ContactRecord *list;
  double        *memory; /* [n][columns] */
} LawRecords;

/* Origin of the memory of a law: reals of the list `from` (-1: none). */
typedef struct {
  int  from;
  int *column; /* [reals of the law] column in that list, -1: zero; owned */
} MemoryMap;

/* Records of all laws, a list for each. Starts as {0}. Owned: free with records_free. */
typedef struct {
  int         n;
  LawRecords *law;
  int         n_map;
  /* [n_map] for each law of the run, where the lists are of other laws (a restart); NULL: list k is
     that of law k */
  MemoryMap *map;
  bool       begin; /* what touches and has no record becomes a contact: the scenario was changed */
  /* contacts that are farther apart than their law keeps end, as sizes, or the scenario, were
     changed */
  bool end;
} ContactRecords;

/* Make n empty lists. */
void records_create(ContactRecords *records, int n);
void records_free(ContactRecords *records);
/* Number of records in all lists; of reals per record in the longest. */
PetscInt records_count(const ContactRecords *records);
int      records_columns(const ContactRecords *records);
/* Make room for n records. */
void records_reserve(LawRecords *records, PetscInt n);
/* Append a record; memory: [columns]. */
void records_add(LawRecords *records, const ContactRecord *key, const void *memory);
/* Append the records of a delivered mail, each with its key, with the index of its list, and its
   memory. */
void records_take(ContactRecords *records, const Mail *mail);
/* Post record k of the list `law` to a rank; one: space for it (record_bytes). */
void record_post(Mail *mail, int rank, const LawRecords *records, int law, PetscInt k, char *one);
/* Memory of record k. */
static inline double *record_memory(const LawRecords *records, PetscInt k)
{
  return records->memory + (size_t)k * (size_t)records->columns;
}
/* Bytes of a record that is sent: key and memory. */
static inline size_t record_bytes(int columns)
{
  return sizeof(ContactRecord) + (size_t)columns * sizeof(double);
}

#endif
