/* SPDX-License-Identifier: MIT */
/* Series of files for ParaView (5.11 and newer): one VTKHDF 1.0 file for each time, so that a crash
   loses at most one, and an index of them with their times, the only place from which ParaView 5.11
   reads times of VTKHDF files.

   DIR/SERIES/clast-<step>.hdf, DIR/SERIES.hdf.series. */
#ifndef OUTPUT_TABLE_SERIES_H
#define OUTPUT_TABLE_SERIES_H

#include "output/hdf5.h"

enum { SERIES_WHY = 1024 };

/* A file of a series. */
typedef struct {
  int64_t     step;
  double      time;  /* s */
  int64_t     bytes; /* of its tables */
  int         pack;  /* level of compression; 0: none */
  const void *scene;
  PetscErrorCode (*write)(const Parallel *par, Hdf5 *file, const void *scene); /* collective */
} SeriesFile;

/* Write a file and add it to the index.

   written  false: it was not written, `why` (SERIES_WHY bytes) has the reason; the index keeps the
            others

   Collective; the same outcome on all ranks. */
PetscErrorCode series_write(const Parallel *par, const char *dir, const char *series,
                            const SeriesFile *file, bool *written, char *why);
/* Remove from the index the files later than `time` (s), -HUGE_VAL: all, and those that are not
   there. Files are not removed. Collective. Error: PETSC_ERR_FILE_WRITE. */
PetscErrorCode series_cut(const Parallel *par, const char *dir, const char *series, double time);

/* The index DIR/SERIES.series alone, SERIES with the ending of its files: drop entries later than
   `time` or without a file, append `name`, which is relative to DIR, unless NULL, and write it; an
   empty one is removed. *good false: it was not written, `why` has the reason. Rank 0 only. */
void series_index(const char *dir, const char *series, const char *name, double time, bool *good,
                  char *why);

#endif
