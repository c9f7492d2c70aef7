/* SPDX-License-Identifier: MIT */
/* A checkpoint as a list of columns (datasets) and scalars (attributes), each mapped to its memory.
   Writing, reading, digests and comparison all use this list, so that new state is added in one
   place. */
#ifndef OUTPUT_COLUMNS_H
#define OUTPUT_COLUMNS_H

#include "output/checkpoint.h"
#include "output/hdf5.h"

/* Kind of rows: clumps, waiting clumps, contacts or links of this rank, or data that are the same on
   all ranks. */
typedef enum { ROWS_CLUMPS, ROWS_WAITING, ROWS_CONTACTS, ROWS_LINKS, ROWS_COMMON } RowKind;

typedef struct {
  Hdf5Table   table;
  const char *text, *count; /* description, and name of the number of rows, for docs/files.md */
  RowKind     rows;
  int         list;            /* ROWS_CONTACTS: index of the list of records */
  char        item[HDF5_PATH]; /* path by which digests count the rows: tables of the same item in
                                  the lists of several laws count as one */
  bool        state;           /* true: part of the digest of all state */
  int64_t     n;               /* rows in memory */
  char       *base;            /* row 0; owned by the checkpoint */
  size_t      stride;          /* bytes from row to row */
  uint64_t    digest;          /* sum over the rows that columns_digest was given so far */
} Column;

/* An attribute of the group /clast: one value or a short array. */
typedef struct {
  const char *name, *unit, *text;
  Hdf5Type    type;
  int         n; /* as in hdf5_set and hdf5_get */
  void       *value;
  double      lo, hi; /* bounds of each number; both 0: none */
  bool        state;
} Scalar;

/* Row of the table of pebbles, which holds those of all templates one after the other. */
typedef struct {
  Vec3     offset;
  double   radius;
  int32_t  material;
  uint64_t group;
} SavedPebble;

enum { SCALARS_MOST = 32 };

typedef struct {
  PetscInt     n, capacity;
  Column      *list;
  int          n_scalars;
  Scalar       scalars[SCALARS_MOST];
  char         faces[FACES_LENGTH]; /* boundary conditions as words, e.g. "open open periodic" */
  int64_t      n_pebbles;
  SavedPebble *pebbles; /* owned */
} Columns;

/* List all columns and scalars of a checkpoint. They point into it; it is not changed. */
PetscErrorCode columns_create(const Checkpoint *checkpoint, Columns *columns);
void           columns_free(Columns *columns);

/* For reading: append one part to `columns`, which starts as {0}. */
void           columns_add_scalars(Columns *columns, Checkpoint *checkpoint);
PetscErrorCode columns_add_materials(Columns *columns, Materials *materials);
PetscErrorCode columns_add_templates(Columns *columns, Templates *templates);
PetscErrorCode columns_add_template_orders(Columns   *columns,
                                           Templates *templates); /* given density, inertia */
PetscErrorCode columns_add_pebbles(Columns *columns);
PetscErrorCode columns_add_pebble_groups(Columns *columns);
PetscErrorCode columns_add_groups(Columns *columns, Groups *groups);
PetscErrorCode columns_add_extra(Columns *columns, Extra *extra);
PetscErrorCode columns_add_scenario(Columns *columns, char *scenario, size_t size);
PetscErrorCode columns_add_clumps(Columns *columns, Clumps *clumps);
PetscErrorCode columns_add_waiting(Columns *columns, Waiting *waiting);
/* The list of one law: in /clast/contacts, or if it has a name in a folder of this name there. */
PetscErrorCode columns_add_contacts(Columns *columns, LawRecords *contacts, int list);
PetscErrorCode columns_add_links(Columns *columns, Links *links);
/* Type, width, unit and path (prefix + name) of the table of a field. */
void field_table(const Field *field, const char *prefix, Hdf5Table *table);
/* Convert the words of `faces` to boundary conditions. Returns false if a word is unknown. */
bool columns_faces_read(const Columns *columns, Boundary boundary[3]);

/* Copy rows from memory to a packed buffer, and back. */
void column_pack(const Column *column, int64_t first, int64_t n, char *packed);
void column_unpack(const Column *column, int64_t first, int64_t n, const char *packed);
/* For all columns of this kind (ROWS_CONTACTS: of this list), add the digest of the rows now in
   memory, by their keys (output/digest.h). Local. */
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
