/* SPDX-License-Identifier: MIT */
/* What the files hdf5*.c share; nobody else includes it.

     hdf5.c        failures, opening and closing, what tables are made of
     hdf5_write.c  groups, tables and attributes, by all ranks together
     hdf5_read.c   tables and attributes, by each rank alone */
#ifndef OUTPUT_HDF5_INTERNAL_H
#define OUTPUT_HDF5_INTERNAL_H

#include "output/hdf5.h"
#include <hdf5.h>

enum { HDF5_DIMENSIONS = 2 }; /* of a table, at most */

struct Hdf5 {
  const Parallel *par;
  char            path[HDF5_WHY / 2];
  hid_t           id, transfer;
  bool            writes, failed;
  char            why[HDF5_WHY];
  H5E_auto2_t     print; /* the caller's, while ours is to be silent */
  void           *print_data;
};

/* Note that `what` failed inside HDF5, with the reason that its innermost function gave. */
void hdf5_fail_inside(Hdf5 *file, const char *where, const char *what);

size_t hdf5_type_size(Hdf5Type type); /* bytes of a number, or of a letter */
/* To be closed with H5Tclose. text: bytes of a TEXT. */
hid_t hdf5_type_create(Hdf5Type type, size_t text);
/* Of a table of n rows: how many dimensions, and their sizes. */
int hdf5_dimensions(const Hdf5Table *table, int64_t n, hsize_t size[HDF5_DIMENSIONS]);
/* Rows first .. first+n-1 of an open table: written from `from`, or, where that is NULL, read to `to`; false: HDF5 failed. */
bool hdf5_rows_move(Hdf5 *file, const Hdf5Table *table, hid_t id, int64_t first, int64_t n, const void *from, void *to);

#endif
