/* SPDX-License-Identifier: MIT */
/* Shared by hdf5*.c; not for inclusion elsewhere.

     hdf5.c        failures, opening and closing, types and shapes of tables
     hdf5_write.c  writing: groups, tables and attributes by rank 0, rows by each rank
     hdf5_packed.c compressed tables, packed by all ranks
     hdf5_read.c   reading of tables and attributes, by each rank on its own */
#ifndef OUTPUT_HDF5_INTERNAL_H
#define OUTPUT_HDF5_INTERNAL_H

#include "output/hdf5.h"
#include <hdf5.h>

enum { HDF5_DIMENSIONS = 2 }; /* largest number of dimensions of a table */

/* The work of a call of the content. */
typedef enum { HDF5_COUNTS, HDF5_MAKES, HDF5_WRITES } Hdf5Pass;

/* A table to be written. */
typedef struct {
  char    path[HDF5_PATH];
  size_t  size;         /* of a row, bytes */
  int64_t mine, before; /* rows of this rank, and of lower ranks */
  int64_t total;        /* of all */
  int64_t start;        /* of its rows in the file, bytes; 0: it has none, or is compressed */
} Hdf5Part;

typedef struct Hdf5Packing Hdf5Packing; /* a compressed table that waits for its exchange */

struct Hdf5 {
  const Parallel *par;
  char            path[HDF5_WHY / 2];
  hid_t           id;   /* when writing: valid on rank 0 only */
  int             rows; /* descriptor through which this rank writes its rows; -1: none */
  bool            writes, failed;
  Hdf5Pass        pass;
  Hdf5Part       *parts; /* all tables, in the order of the content */
  PetscInt        n_parts, capacity, next;
  int64_t         page;    /* bytes of the file that are written by one rank alone */
  struct Mail    *edges;   /* rows on pages that other ranks write */
  Hdf5Packing    *packing; /* compressed tables that wait */
  PetscInt        n_packing, packing_capacity;
  int64_t         waiting;          /* bytes of them, of all ranks */
  struct Mail    *to_packers;       /* their rows */
  int             pack;             /* level of deflate for tables to be written; 0: none */
  bool            plain;            /* refuse tables that are chunked or filtered */
  hid_t           group;            /* the last one that a path led to, open; 0: none */
  char            found[HDF5_PATH]; /* its path */
  char            why[HDF5_WHY];
  H5E_auto2_t     print; /* HDF5's error printing, to be restored at closing */
  void           *print_data;
};

/* Set before, total of all tables. Collective. */
PetscErrorCode hdf5_place(Hdf5 *file);
/* Call the content to write the rows of this rank. Collective. */
PetscErrorCode hdf5_write_parts(Hdf5 *file, const Hdf5Writing *writing);

/* hdf5_fail with the object `where`, the failed action `what`, and the message of HDF5's innermost
   function. */
void hdf5_fail_inside(Hdf5 *file, const char *where, const char *what);

size_t hdf5_type_size(Hdf5Type type); /* bytes of a number, or of a character of TEXT */
/* HDF5 type in memory and file, to be closed with H5Tclose. text: bytes of a TEXT. */
hid_t hdf5_type_create(Hdf5Type type, size_t text);
/* Number of dimensions of a table of n rows, and their sizes. */
int hdf5_dimensions(const Hdf5Table *table, int64_t n, hsize_t size[HDF5_DIMENSIONS]);

/* Create a table of n rows at `path`: in chunks of so many rows, deflated by this level, or contiguous
   if chunk is 0. < 0: failed. */
hid_t hdf5_table_make(hid_t in, const Hdf5Table *table, const char *path, int64_t n, int64_t chunk,
                      int level);
/* The next n rows of `size` bytes each; room: memory for them, unless they are packed already. */
const void *hdf5_rows_next(Hdf5Rows *rows, int64_t n, size_t size, void *room);

/* ---- hdf5_packed.c ---- */

/* True if a table of so many bytes is compressed in this file. */
bool hdf5_is_packed(const Hdf5 *file, int64_t bytes);
/* Create a compressed table. Rank 0. */
void hdf5_packed_make(Hdf5 *file, const Hdf5Table *table, int64_t total);
/* Write its rows, some time until hdf5_packed_deliver, before which HDF5 does not have them. Collective,
   also after a failure of this rank, as is that. */
PetscErrorCode hdf5_packed_write(Hdf5 *file, const Hdf5Table *table, const Hdf5Part *part,
                                 Hdf5Rows *rows);
/* Write all rows that wait. */
PetscErrorCode hdf5_packed_deliver(Hdf5 *file);

#endif
