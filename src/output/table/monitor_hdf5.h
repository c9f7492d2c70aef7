/* SPDX-License-Identifier: MIT */
/* monitors/NAME.h5 and profiles/NAME.h5: the rows of NAME.csv (monitor_rows.h) in HDF5: for each
   column a dataset with attributes `unit`, `text` and its number `column`; step and bin are 64-bit
   integers, all other numbers real.

   The table in text takes each sample as it comes, and survives a kill at any time; the file is
   made anew from it, under a temporary name. */
#ifndef OUTPUT_TABLE_MONITOR_HDF5_H
#define OUTPUT_TABLE_MONITOR_HDF5_H

#include "measure/monitor/monitor.h"
#include "output/hdf5.h"

/* Write the file of all rows that the table has. *written false: it is as it was, and `why`
   (HDF5_WHY bytes) has the reason. Collective. */
PetscErrorCode monitor_hdf5_write(const Parallel *par, const char *dir, const Monitor *monitor,
                                  bool *written, char *why);
/* Remove the file of a former run, if there is one. Collective. */
PetscErrorCode monitor_hdf5_remove(const Parallel *par, const char *dir, const Monitor *monitor);

#endif
