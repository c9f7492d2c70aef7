/* SPDX-License-Identifier: MIT */
/* A checkpoint while it is read: checkpoint_read.c has what every rank holds whole, and
   checkpoint_read_rows.c the rows of clumps, contacts and links. */
#ifndef OUTPUT_CHECKPOINT_READER_H
#define OUTPUT_CHECKPOINT_READER_H

#include "output/checkpoint/columns.h"

enum { MEMBERS_MOST = 10000 }; /* of a folder of the file */

typedef struct {
  const Parallel *par;
  Hdf5           *file;
  Checkpoint     *c;
  Columns         columns;
  PetscInt        checked; /* columns whose lengths have been checked */
  bool            keep;    /* true: keep all rows of this rank; false: read them in windows */
  int32_t         version[2];
  int64_t         n_rows[ROWS_COMMON]; /* rows in the file, but for contacts */
  int64_t        *n_contacts;          /* [c->contacts->n] rows of each list */
} Reader;

/* n as a number of rows to allocate; 0 with a failure of the file, on which the ranks agree later,
   if this rank has no memory for so many, as numbers of a damaged file may be of any size. */
PetscInt reader_room(Reader *r, const char *what, int64_t n);
/* Read the column's rows, from row `first` of the file on. */
void reader_column(Reader *r, const Column *column, int64_t first);
/* Fail unless the columns that were added since the last call have as many rows in the file as those
   of their kind. Returns the first of them. */
PetscInt reader_lengths(Reader *r);
/* Number of rows of a table; 0 after a failure. */
int64_t reader_count(Reader *r, const char *path, Hdf5Type type, int width);
/* Read this rank's even share of all rows that ranks do not hold whole, and add them to the digests
   of their columns. Collective. */
PetscErrorCode reader_rows(Reader *r);
/* Fail if two clumps, in the domain or waiting, have the same id, or a contact names none of those
   in the domain. Collective. */
PetscErrorCode reader_ids(Reader *r);

/* ---- checkpoint_bounds.c: bounds of all columns and attributes (base/bounds.h), and relations
   between them. Local. Functions return true if the numbers are valid, else `why`
   (CHECKPOINT_BOUNDS_WHY bytes) has the place in the file and the reason ---- */

enum { CHECKPOINT_BOUNDS_WHY = 256 };

/* Check the attributes of /clast and write them to the checkpoint. */
bool checkpoint_bounds_attributes(const Columns *columns, Checkpoint *c, char *why);
/* Check n packed rows, of which the first is row `first` of the file. */
bool checkpoint_bounds_values(const Column *column, int64_t first, int64_t n, const char *packed,
                              char *why);
/* Check names and axes of templates, and materials, groups and z of their pebbles. */
bool checkpoint_bounds_templates(const Checkpoint *c, const SavedPebble *pebbles, char *why);
/* Check owned row `a` of clumps in the domain or waiting. folder: their group in the file, of minor
   version `minor`. */
bool checkpoint_bounds_clump(const Checkpoint *c, const char *folder, int minor,
                             const Clumps *clumps, PetscInt a, char *why);

#endif
