/* SPDX-License-Identifier: MIT */
/* A checkpoint as a list of columns and single numbers: which table of the file is which memory. Writing, reading, digests
   and comparison all walk it; what is to be saved is added here once. */
#ifndef OUTPUT_COLUMNS_H
#define OUTPUT_COLUMNS_H

#include "output/checkpoint.h"
#include "output/hdf5.h"

/* Whose rows: of the clumps, waiting clumps or contacts of this rank, or the same on all ranks. */
typedef enum { ROWS_CLUMPS, ROWS_WAITING, ROWS_CONTACTS, ROWS_COMMON } RowKind;

typedef struct {
  Hdf5Table table;
  RowKind   rows;
  bool      state;  /* part of the digest of all state */
  int64_t   n;      /* rows in memory */
  char     *base;   /* of row 0; owned by the checkpoint */
  size_t    stride; /* bytes from row to row */
  uint64_t  digest; /* of what columns_digest has seen so far */
} Column;

/* One value or a few of the group /clast. */
typedef struct {
  const char *name;
  Hdf5Type    type;
  int         n; /* as in hdf5_set and hdf5_get */
  void       *value;
  bool        state;
} Scalar;

/* Pebbles of all templates, one after the other. */
typedef struct {
  Vec3     offset;
  double   radius;
  int32_t  material;
  uint64_t group;
} SavedPebble;

enum { SCALARS_MOST = 32, FACES_LENGTH = 64 };

typedef struct {
  PetscInt     n, capacity;
  Column      *list;
  int          n_scalars;
  Scalar       scalars[SCALARS_MOST];
  char         faces[FACES_LENGTH]; /* boundary conditions in words */
  int64_t      n_pebbles;
  SavedPebble *pebbles; /* owned */
} Columns;

/* All columns and scalars of a whole checkpoint. Pointers into it; it is not changed. */
PetscErrorCode columns_create(const Checkpoint *checkpoint, Columns *columns);
void           columns_free(Columns *columns);

/* The parts of it, for reading: appended to columns, which starts as {0}. */
void           columns_add_scalars(Columns *columns, Checkpoint *checkpoint);
PetscErrorCode columns_add_materials(Columns *columns, Materials *materials);
PetscErrorCode columns_add_templates(Columns *columns, Templates *templates);
PetscErrorCode columns_add_pebbles(Columns *columns);
PetscErrorCode columns_add_pebble_groups(Columns *columns);
PetscErrorCode columns_add_groups(Columns *columns, Groups *groups);
PetscErrorCode columns_add_extra(Columns *columns, Extra *extra);
PetscErrorCode columns_add_scenario(Columns *columns, char *scenario, size_t size);
PetscErrorCode columns_add_clumps(Columns *columns, Clumps *clumps);
PetscErrorCode columns_add_waiting(Columns *columns, Waiting *waiting);
PetscErrorCode columns_add_contacts(Columns *columns, ContactRecords *contacts, int memory);
/* Boundary conditions from and to words; false: unknown words. */
bool columns_faces_read(const Columns *columns, Boundary boundary[3]);

/* Rows between memory and a packed buffer. */
void column_pack(const Column *column, int64_t first, int64_t n, char *packed);
void column_unpack(const Column *column, int64_t first, int64_t n, const char *packed);
/* Keys of the rows of this kind (output/digest.h); NULL for common ones. array_free them. */
PetscErrorCode columns_keys(const Checkpoint *checkpoint, RowKind rows, uint64_t **keys);
/* Add the digest of the rows now in memory of all columns of this kind. Not collective. */
PetscErrorCode columns_digest(Columns *columns, RowKind rows, const uint64_t *keys);
/* Sum the digests over all ranks; common rows count once. Then the digest of all state. Collective. */
PetscErrorCode columns_reduce(const Parallel *par, Columns *columns, uint64_t *state);

#endif
