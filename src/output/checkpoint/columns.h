/* SPDX-License-Identifier: MIT */
/* A checkpoint as a list of columns (datasets), each mapped to its memory, and of attributes.
   Writing, reading, digests and comparison all use this list, so that new state is added in one
   place.

   Digests of tables depend neither on the order of the rows nor on the ranks that hold them: they
   are the sum modulo 2^64 over rows of a hash of (path of the table, key of the row, numbers of the
   row). The key identifies the row: a clump's id, the ends of a contact, or the index. Numbers are
   hashed as 64-bit words, so that the digest does not depend on the byte order of the machine.
   Digests are for detection of damage and comparison of states; they are not cryptographic. */
#ifndef OUTPUT_CHECKPOINT_COLUMNS_H
#define OUTPUT_CHECKPOINT_COLUMNS_H

#include "output/checkpoint/checkpoint.h"

/* ---- digests ---- */

/* Digest of n packed rows. keys NULL: the key is the index, from `first` on. Digests of parts of a
   table add up to that of the whole. */
uint64_t digest_rows(const Hdf5Table *table, int64_t n, const uint64_t *keys, int64_t first,
                     const void *rows);
/* Key of a row that n numbers identify. */
uint64_t digest_key(int n, const int64_t *values);
/* Contribution of a table or attribute with this name and digest to the digest of all state, which
   is the sum of the contributions. */
uint64_t digest_item(const char *name, uint64_t digest);

/* ---- columns ---- */

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
  const char *text,
    *count; /* description, and name of the number of rows, for docs/reference/files.md */
  RowKind rows;
  int     list; /* ROWS_CONTACTS: index of the list of records */
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
  int32_t  material, role;
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
void columns_create(const Checkpoint *checkpoint, Columns *columns);
void columns_free(Columns *columns);

/* Tables that every rank holds whole, in the order of the file, but for those of quantities of
   pebbles before the last. */
typedef enum {
  COMMON_MATERIALS,
  COMMON_TEMPLATES,
  COMMON_ORDERS, /* of templates: given density, inertia */
  COMMON_PEBBLES,
  COMMON_PEBBLE_GROUPS,
  COMMON_PEBBLE_ROLES, /* if there are capsules */
  COMMON_GROUPS
} CommonTable;

/* For reading: each of these appends one part to `columns`, which starts as {0}. */
void columns_add_common(Columns *columns, const Checkpoint *c, CommonTable table);
void columns_add_pebble_parts(Columns *columns, const Checkpoint *c, int q); /* of a quantity */
/* Name of the table of quantity q in /clast/templates. */
void column_of_parts(int q, char name[NAME_LENGTH]);
void columns_add_value(Columns *columns, StateValue *value); /* of Checkpoint.state */
void columns_add_scenario(Columns *columns, char *scenario, size_t size);
void columns_add_clumps(Columns *columns, Clumps *clumps);
void columns_add_waiting(Columns *columns, Waiting *waiting);
/* The list of one law is in /clast/contacts or, if the law has a name, in a folder of
   this name there. */
void columns_add_contacts(Columns *columns, LawRecords *contacts, int list);
/* kind: index in link_kinds. */
void columns_add_links(Columns *columns, LinkSet *set, int kind);
/* Type, width, unit and path (prefix + name) of the table of a field. */
void field_table(const Field *field, const char *prefix, Hdf5Table *table);
/* Type of a value in the file. */
Hdf5Type value_type(StateType type);

/* Number of rows of a kind (ROWS_CONTACTS: of this list) in memory; ROWS_COMMON has none. */
int64_t rows_count(const Checkpoint *checkpoint, RowKind rows, int list);
/* The numbers that identify row i, whichever rank has it. Returns how many they are. */
enum { ROW_KEYS = 8 };
int row_key(const Checkpoint *checkpoint, RowKind rows, int list, int64_t i, int64_t key[ROW_KEYS]);
/* Number k of a packed row: its bits, or the whole number; and as a double, of BITS and INT64 as near
   as one can be. */
uint64_t row_word(Hdf5Type type, const char *row, int k);
double   row_number(Hdf5Type type, const char *row, int k);

/* Copy rows from memory to a packed buffer, and back. */
void column_pack(const Column *column, int64_t first, int64_t n, char *packed);
void column_unpack(const Column *column, int64_t first, int64_t n, const char *packed);
/* For all columns of this kind (ROWS_CONTACTS: of this list), add the digest of the rows now in
   memory, by their keys. Local. */
void columns_digest(Columns *columns, const Checkpoint *checkpoint, RowKind rows, int list);
/* Add the digests of rows of every kind. */
void columns_digest_all(Columns *columns, const Checkpoint *checkpoint);
/* Sum the digests of all columns over the ranks, common rows once, and compute the digest of all
   state. Collective. */
PetscErrorCode columns_reduce(const Parallel *par, Columns *columns, uint64_t *state);

/* ---- contents besides columns and attributes of state: what H5MD 1.1 requires, and user, host and
   date of writing ---- */

typedef struct {
  const char *path, *text;
} HeadingGroup;

typedef struct {
  const char *object, *name, *text;
  Hdf5Type    type;
  int         n;  /* as in hdf5_set */
  size_t      at; /* offset of the value in the struct Heading of checkpoint_write.c */
} HeadingAttribute;

extern const HeadingGroup heading_groups[]; /* end with path == NULL */
extern const HeadingAttribute
  heading_attributes[]; /* end with name == NULL; the last one is `complete` */

/* edge lengths of the box, as H5MD requires them; of a cell with vectors, three edges by rows */
extern const Hdf5Table heading_edges;
extern const char
  *const heading_link[2]; /* a table of clumps, and its second name, required by H5MD */

/* Folder of a list of contacts in the file. */
enum { CONTACTS_FOLDER = NAME_LENGTH + 16 };
void contacts_folder(const LawRecords *contacts, char folder[CONTACTS_FOLDER]);

#endif
