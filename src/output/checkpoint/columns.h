/* SPDX-License-Identifier: MIT */
/* A checkpoint as a list of columns (datasets), each mapped to its memory, and of attributes.
   Writing, reading, digests and comparison all use this list, so that new state is added in one
   place. */
#ifndef OUTPUT_CHECKPOINT_COLUMNS_H
#define OUTPUT_CHECKPOINT_COLUMNS_H

#include "output/checkpoint/checkpoint.h"
#include "output/hdf5.h"

/* Kind of rows: clumps, waiting clumps, contacts or links of this rank, or data that are the same
   on all ranks. */
typedef enum {
  ROWS_CLUMPS,
  ROWS_WAITING,
  ROWS_CONTACTS,
  ROWS_LINKS, /* and LINK_KINDS - 1 more, one for each kind of link */
  ROWS_COMMON = ROWS_LINKS + LINK_KINDS
} RowKind;

/* Index of the kind of link of these rows; -1: they are no links. */
static inline int rows_link_kind(RowKind rows)
{
  return rows >= ROWS_LINKS && rows < ROWS_COMMON ? (int)rows - ROWS_LINKS : -1;
}

typedef struct {
  Hdf5Table   table;
  const char *text, *count; /* description, and name of the number of rows, for docs/files.md */
  RowKind     rows;
  int         list; /* ROWS_CONTACTS: index of the list of records */
  /* path by which digests count the rows: tables of the same item in the lists of several
     laws count as one */
  char     item[HDF5_PATH];
  bool     state;  /* true: part of the digest of all state */
  int64_t  n;      /* rows in memory */
  char    *base;   /* row 0; owned by the checkpoint */
  size_t   stride; /* bytes from row to row */
  uint64_t digest; /* sum over the rows that columns_digest was given so far */
} Column;

/* Row of the table of pebbles, which holds those of all templates one after the other. */
typedef struct {
  Vec3     offset;
  double   radius;
  int32_t  material;
  uint64_t group;
  double   part[QUANTITIES]; /* of quantities of pebbles (PebblePart.value) */
} SavedPebble;

typedef struct {
  PetscInt     n, capacity;
  Column      *list;
  State        attributes; /* of the group /clast; owned */
  int64_t      n_pebbles;
  SavedPebble *pebbles; /* owned */
} Columns;

/* List all columns of a checkpoint, which point into it, and copy its attributes. */
PetscErrorCode columns_create(const Checkpoint *checkpoint, Columns *columns);
void           columns_free(Columns *columns);

/* For reading: each of these appends one part to `columns`, which starts as {0}. */
PetscErrorCode columns_add_materials(Columns *columns, Materials *materials);
PetscErrorCode columns_add_templates(Columns *columns, Templates *templates);
PetscErrorCode columns_add_template_orders(Columns   *columns,
                                           Templates *templates); /* given density, inertia */
PetscErrorCode columns_add_pebbles(Columns *columns);
PetscErrorCode columns_add_pebble_groups(Columns *columns);
PetscErrorCode columns_add_pebble_parts(Columns *columns, int q); /* of a quantity of pebbles */
/* Name of the table of quantity q in /clast/templates. */
void           column_of_parts(int q, char name[NAME_LENGTH]);
PetscErrorCode columns_add_groups(Columns *columns, Groups *groups);
PetscErrorCode columns_add_value(Columns *columns, StateValue *value); /* of Checkpoint.state */
PetscErrorCode columns_add_scenario(Columns *columns, char *scenario, size_t size);
PetscErrorCode columns_add_clumps(Columns *columns, Clumps *clumps);
PetscErrorCode columns_add_waiting(Columns *columns, Waiting *waiting);
/* The list of one law is in /clast/contacts or, if the law has a name, in a folder of
   this name there. */
PetscErrorCode columns_add_contacts(Columns *columns, LawRecords *contacts, int list);
/* kind: index in link_kinds. */
PetscErrorCode columns_add_links(Columns *columns, LinkSet *set, int kind);
/* Type, width, unit and path (prefix + name) of the table of a field. */
void field_table(const Field *field, const char *prefix, Hdf5Table *table);
/* Type of a value in the file. */
Hdf5Type value_type(StateType type);

/* Copy rows from memory to a packed buffer, and back. */
void column_pack(const Column *column, int64_t first, int64_t n, char *packed);
void column_unpack(const Column *column, int64_t first, int64_t n, const char *packed);
/* For all columns of this kind (ROWS_CONTACTS: of this list), add the digest of the rows now in
   memory, by their keys (output/checkpoint/digest.h). Local. */
PetscErrorCode columns_digest(Columns *columns, const Checkpoint *checkpoint, RowKind rows,
                              int list);
/* The same for rows of every kind. */
PetscErrorCode columns_digest_all(Columns *columns, const Checkpoint *checkpoint);
/* Sum the digests of all columns over the ranks, common rows once, and compute the digest of all
   state. Collective. */
PetscErrorCode columns_reduce(const Parallel *par, Columns *columns, uint64_t *state);

/* Folder of a list of contacts in the file. */
enum { CONTACTS_FOLDER = NAME_LENGTH + 16 };
void contacts_folder(const LawRecords *contacts, char folder[CONTACTS_FOLDER]);

#endif
