/* SPDX-License-Identifier: MIT */
/* A thin layer over HDF5: tables of numbers in groups, with attributes, written by all ranks
   together and read by each rank on its own.

   Failures are sticky: after the first one all other calls on that file do nothing, and `why` has
   its reason. Only rank 0 calls HDF5 to write, and the ranks agree on failure a few times for each
   file, however many tables it has. Reading calls are local: every rank opens the file, so that
   damage seen by one rank cannot make others hang; finish with hdf5_agree. HDF5 prints nothing while
   a file is open here, nor after a failure. */
#ifndef OUTPUT_HDF5_H
#define OUTPUT_HDF5_H

#include "base/parallel.h"

enum { HDF5_PATH = 128, HDF5_WHY = 512 };

/* Type of the numbers of a table or attribute. BITS: 64-bit unsigned. TEXT: strings of fixed
   length, padded with zeros. */
typedef enum { HDF5_REAL, HDF5_INT64, HDF5_INT32, HDF5_BITS, HDF5_BYTE, HDF5_TEXT } Hdf5Type;

/* A dataset: rows of equal length. */
typedef struct {
  char        path[HDF5_PATH]; /* absolute path in the file */
  Hdf5Type    type;
  int         width; /* numbers per row: 0 is shape [n], k > 0 is [n][k]; TEXT: bytes per string */
  const char *unit;  /* value of the attribute `unit`, or NULL for none */
} Hdf5Table;

size_t hdf5_row_size(const Hdf5Table *table); /* bytes of a packed row in memory */

typedef struct Hdf5 Hdf5;

/* Initialize HDF5 without its shutdown at exit; main programs call it before MPI starts.
   Initialized later, HDF5 1.10 would be shut down by MPI_Finalize, and could crash there if closing
   a file has failed (full disk, quota, limit), as such a file keeps an id that points to freed
   memory. */
void hdf5_start(void);

/* ---- writing ---- */

/* A function that describes what is in a file, by calls of hdf5_group .. hdf5_link: the same ones in
   the same order on all ranks, and each time that it is called. All ranks call it to count the rows;
   then rank 0 alone, to make groups, tables and attributes; then all ranks again, to write the rows.
   So it must call nothing else that is collective. If a table has other rows at a later call, the
   file has failed. */
typedef PetscErrorCode (*Hdf5Content)(Hdf5 *file, const void *context);

typedef struct {
  const char *path;
  int         level;    /* of compression, 0: plain */
  Hdf5Content content;  /* what is in the file */
  Hdf5Content complete; /* attributes to be written after all else is on disk; NULL: nothing is
                           synced here */
  const void *context;  /* of both */
} Hdf5Writing;

/* Write a file, replacing a file or link of this name. Disk space for its tables is reserved first,
   so that a full disk is found before anything is written. level: tables of many rows are compressed
   by shuffle and deflate of this level (1..9), which all tools with HDF5 read; all ranks compress,
   rank 0 writes. *good false: it has failed, `why` (HDF5_WHY bytes, may be NULL) has the reason. The
   same on all ranks. Collective: one scan and one sum of all numbers of rows, one broadcast of where
   the tables are, one or two agreements. */
PetscErrorCode hdf5_write_file(const Parallel *par, const Hdf5Writing *writing, bool *good,
                               char *why);

/* Calls of a content.

   Create a group; its parents must exist. */
PetscErrorCode hdf5_group(Hdf5 *file, const char *path);
/* Create a table with the rows of all ranks in the order of ranks. */
PetscErrorCode hdf5_write(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, const void *rows);
/* A function that makes the next n rows of a table; each row is made once, in order. Local. */
typedef void (*Hdf5Maker)(void *source, int64_t n, void *rows);
/* Rows of this rank: in memory, or made in blocks while they are written. Blocks stay in the cache,
   and no memory is needed for the table, whose fresh pages would cost as much as the numbers. */
typedef struct {
  const void *rows;
  size_t      stride; /* bytes from one row to the next; 0: packed */
  Hdf5Maker   make;   /* NULL: in memory */
  void       *source;
} Hdf5Rows;
/* As hdf5_write. */
PetscErrorCode hdf5_write_rows(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, Hdf5Rows rows);
/* Rows of lower ranks, and of all ranks, of the table at `path`, which may come later in the content;
   0 while rows are counted. */
int64_t hdf5_rows_before(const Hdf5 *file, const char *path);
int64_t hdf5_rows_total(const Hdf5 *file, const char *path);
/* Create an attribute of an existing group or table with rank 0's values. n: 0 for a single number,
   else the length of the array; ignored for TEXT, which ends with a zero. */
PetscErrorCode hdf5_set(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n,
                        const void *values);
/* Create `name` as a hard link to the table `path`. */
PetscErrorCode hdf5_link(Hdf5 *file, const char *path, const char *name);

/* ---- reading ---- */

/* Open for reading. plain: tables that are not contiguous or have filters are refused; this program
   writes no such checkpoints. Soft and external links, and data in other files, are always refused.
   Local; `par` is used by hdf5_agree and hdf5_close. */
void hdf5_open(const Parallel *par, const char *path, bool plain, Hdf5 **file);
/* True if the group or table exists. */
bool hdf5_has(Hdf5 *file, const char *path);
/* True if the object has an attribute of this name. */
bool hdf5_has_attribute(Hdf5 *file, const char *object, const char *name);
/* Number of rows of an existing table; fails if it has not this type and width or lacks data for
   its rows. -1: failed. */
int64_t hdf5_rows(Hdf5 *file, const Hdf5Table *table);
/* Read rows first .. first+n-1. Returns false on failure. */
bool hdf5_read(Hdf5 *file, const Hdf5Table *table, int64_t first, int64_t n, void *rows);
/* Read an attribute of this type and length n as in hdf5_set; TEXT: at most n bytes with its zero.
   Returns false on failure. */
bool hdf5_get(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n, void *values);
/* Type of a table; *text: bytes per string of a TEXT, else 0. Returns false if it is none of
   Hdf5Type, or on failure. */
bool hdf5_type(Hdf5 *file, const char *path, Hdf5Type *type, int *text);
/* Names of the members of a group in alphabetical order, none if there is no such group. More than
   `most` of them, or names of `size` bytes and more, are a failure. *names: [*n] of `size` bytes
   each, zero-padded; free it with array_free. */
void hdf5_names(Hdf5 *file, const char *group, int most, size_t size, int *n, char **names);

/* Mark the file as failed on this rank; the message gets the file's name in front. Ignored if it
   has failed before. */
__attribute__((format(printf, 2, 3))) void hdf5_fail(Hdf5 *file, const char *format, ...);
bool                                       hdf5_failed(const Hdf5 *file);
/* If any rank has failed, mark all as failed with the message of the lowest such rank.
   Collective. */
PetscErrorCode hdf5_agree(Hdf5 *file);
/* Close the file. *good false: it has failed; `why` (HDF5_WHY bytes, may be NULL) has the reason.
   The same on all ranks. Collective. */
PetscErrorCode hdf5_close(Hdf5 **file, bool *good, char *why);

/* Print names and versions of PETSc, HDF5 and MPI to `text`. */
void hdf5_versions(char *text, size_t size);

#endif
