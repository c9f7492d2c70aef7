/* SPDX-License-Identifier: MIT */
/* Shared by hdf5*.c; not for inclusion elsewhere.

     hdf5.c        failures, opening and closing, types and shapes of tables
     hdf5_write.c  writing: groups, tables and attributes by rank 0, rows by each rank; compressed
                   tables, packed by all ranks
     hdf5_read.c   reading of tables and attributes, by each rank on its own */
#ifndef OUTPUT_HDF5_INTERNAL_H
#define OUTPUT_HDF5_INTERNAL_H

#include "output/hdf5.h"
#include <hdf5.h>

enum { HDF5_DIMENSIONS = 2 }; /* largest number of dimensions of a table */

struct Hdf5 {
  const Parallel *par;
  char            path[HDF5_WHY / 2];
  hid_t           id;   /* when writing: valid on rank 0 only */
  int             rows; /* descriptor through which this rank writes its rows; -1: none */
  bool            writes, failed;
  int             pack;             /* level of deflate for tables to be written; 0: none */
  bool            plain;            /* refuse tables that are chunked or filtered */
  hid_t           group;            /* the last one that a path led to, open; 0: none */
  char            found[HDF5_PATH]; /* its path */
  char            why[HDF5_WHY];
  H5E_auto2_t     print; /* HDF5's error printing, to be restored at closing */
  void           *print_data;
};

/* hdf5_fail with the object `where`, the failed action `what`, and the message of HDF5's innermost
   function. */
void hdf5_fail_inside(Hdf5 *file, const char *where, const char *what);

size_t hdf5_type_size(Hdf5Type type); /* bytes of a number, or of a character of TEXT */
/* HDF5 type in memory and file, to be closed with H5Tclose. text: bytes of a TEXT. */
hid_t hdf5_type_create(Hdf5Type type, size_t text);
/* Number of dimensions of a table of n rows, and their sizes. */
int hdf5_dimensions(const Hdf5Table *table, int64_t n, hsize_t size[HDF5_DIMENSIONS]);

#endif
