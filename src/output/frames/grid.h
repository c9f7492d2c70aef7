/* SPDX-License-Identifier: MIT */
/* Files of a probe on a grid: VTKHDF 1.0, UnstructuredGrid of voxels, or of pixels if the grid is
   one layer (ParaView 5.11 fails on ImageData), one file for each time, and their index (series.h):
   DIR/grid-NAME/clast-<step>.hdf, DIR/grid-NAME.hdf.series. */
#ifndef OUTPUT_FRAMES_GRID_H
#define OUTPUT_FRAMES_GRID_H

#include "measure/probe/probe.h"
#include "output/table/series.h"

/* Write one file: numbers of n points of this rank, as probe_evaluate gives them. written, why: as
   in series_write. Collective. */
PetscErrorCode grid_write(const Parallel *par, const char *dir, int64_t step, double time,
                          const Probe *probe, int64_t n, const double *numbers, bool *written,
                          char *why);
/* Remove later files from the index, as series_cut. Collective. */
PetscErrorCode grid_cut(const Parallel *par, const char *dir, const Probe *probe, double time);

#endif
