/* SPDX-License-Identifier: MIT */
/* Series of files for ParaView (5.11 and newer): one file for each time, so that a crash loses at
   most one, and an index of them with their times, the only place from which ParaView 5.11 reads
   times of VTKHDF files.

   DIR/SERIES/clast-<step>.hdf, of VTKHDF 1.0, and DIR/SERIES.hdf.series; or with the ending vtp. */
#ifndef OUTPUT_TABLE_SERIES_H
#define OUTPUT_TABLE_SERIES_H

#include "output/hdf5.h"

enum { SERIES_WHY = 1024 };

/* A file of a series: one of HDF5, written by all ranks, or one of text that rank 0 prints. */
typedef struct SeriesFile SeriesFile;
struct SeriesFile {
  int64_t     step;
  double      time; /* s */
  int         pack; /* level of compression; 0: none */
  const void *scene;
  /* its content (output/hdf5.h) */
  PetscErrorCode (*write)(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file);
  void (*print)(FILE *file, const void *scene); /* in place of `write`: a .vtp file */
};

/* Write a file and add it to the index.

   written  false: it was not written, `why` (SERIES_WHY bytes) has the reason; the index keeps the
            others

   Collective; the same outcome on all ranks. */
PetscErrorCode series_write(const Parallel *par, const char *dir, const char *series,
                            const SeriesFile *file, bool *written, char *why);
/* Remove from the index of files of this ending those later than `time` (s), -HUGE_VAL: all, and
   those that are not there. Files are not removed. Collective. Error: PETSC_ERR_FILE_WRITE. */
PetscErrorCode series_cut(const Parallel *par, const char *dir, const char *series,
                          const char *ending, double time);

#endif
