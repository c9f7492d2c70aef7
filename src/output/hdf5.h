/* SPDX-License-Identifier: MIT */
/* A thin layer over parallel HDF5: tables of numbers in groups, with attributes, written by all ranks together and read by
   each alone.

   Failures stick: after the first one the other calls on that file do nothing, and `why` says what it was. Writing calls
   are collective and agree on failure before they return. Reading calls are not collective: every rank opens the file by
   itself without MPI-IO, so that damage seen by one rank cannot leave the others waiting in a collective call; finish with
   hdf5_agree. HDF5 prints nothing while a file is open here, nor after a failure. */
#ifndef OUTPUT_HDF5_H
#define OUTPUT_HDF5_H

#include "base/parallel.h"

enum { HDF5_PATH = 128, HDF5_WHY = 512 };

/* TEXT: strings of fixed length, filled up with zeros. */
typedef enum { HDF5_REAL, HDF5_INT64, HDF5_INT32, HDF5_BITS, HDF5_BYTE, HDF5_TEXT } Hdf5Type;

/* Rows of equal length. */
typedef struct {
  char        path[HDF5_PATH]; /* from the root */
  Hdf5Type    type;
  int         width; /* numbers in a row: 0 is one number in an array [n], k > 0 makes [n][k]; bytes in a TEXT */
  const char *unit;  /* attribute of this name, or NULL */
} Hdf5Table;

size_t hdf5_row_size(const Hdf5Table *table); /* bytes in memory, packed */

typedef struct Hdf5 Hdf5;

/* Make a new file, replacing an old one, for about so many bytes in tables of all ranks: disk space for them is set aside
   first, because HDF5 does not survive a disk that fills up while a file is open. On failure *file is there too, failed.
   `bytes` counts on rank 0. Collective. */
PetscErrorCode hdf5_create(const Parallel *par, const char *path, int64_t bytes, Hdf5 **file);
/* Groups above it must be there. Collective. */
PetscErrorCode hdf5_group(Hdf5 *file, const char *path);
/* Make a table and fill it with the rows of all ranks in the order of ranks. Collective. */
PetscErrorCode hdf5_write(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, const void *rows);
/* On an existing group or table; values are the same on all ranks. n 0: one number, else an array of n; of a TEXT: ends
   with its zero, n counts nothing. Collective. */
PetscErrorCode hdf5_set(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n, const void *values);
/* A second name for a table. Collective. */
PetscErrorCode hdf5_link(Hdf5 *file, const char *path, const char *name);
/* Bring everything written so far to the disk. Collective. */
PetscErrorCode hdf5_flush(Hdf5 *file);

/* Open for reading. Not collective, but par is where hdf5_agree will agree. */
PetscErrorCode hdf5_open(const Parallel *par, const char *path, Hdf5 **file);
bool           hdf5_has(Hdf5 *file, const char *path);
/* Number of rows of an existing table, which must have the type and width told and data enough for its rows; -1: failed. */
int64_t hdf5_rows(Hdf5 *file, const Hdf5Table *table);
/* Rows first .. first+n-1. */
bool hdf5_read(Hdf5 *file, const Hdf5Table *table, int64_t first, int64_t n, void *rows);
/* An attribute of this type and number (as in hdf5_set; of a TEXT: room for n bytes, ends with a zero). */
bool hdf5_get(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n, void *values);
/* Bytes of the strings of a TEXT table; -1: failed. */
int64_t hdf5_text_width(Hdf5 *file, const char *path);
/* The type of a table of numbers; false: none that is known here. */
bool hdf5_type(Hdf5 *file, const char *path, Hdf5Type *type);
/* Members of a group by name: their number, and the i-th (cut to fit). */
int64_t hdf5_members(Hdf5 *file, const char *group);
bool    hdf5_member(Hdf5 *file, const char *group, int64_t i, char *name, size_t size);

/* Note a failure of this rank's own finding, with the file's name before it. */
__attribute__((format(printf, 2, 3))) void hdf5_fail(Hdf5 *file, const char *format, ...);
bool                                       hdf5_failed(const Hdf5 *file);
/* If one rank has failed all have, with the words of the lowest such rank. Collective. */
PetscErrorCode hdf5_agree(Hdf5 *file);
/* Close; *good and `why` (HDF5_WHY bytes) are the same on all ranks. Collective. */
PetscErrorCode hdf5_close(Hdf5 **file, bool *good, char *why);

/* Names and versions of the libraries in use. */
void hdf5_versions(char *text, size_t size);

#endif
