/* SPDX-License-Identifier: MIT */
/* Frames of a cell that leans or deforms: a series of files for ParaView beside the frames, with
   the edges of the cell, and those of the box in which centres of clumps are kept.

   DIR/cell/clast-<step>.hdf, DIR/cell.hdf.series */
#ifndef OUTPUT_FRAMES_CELL_FRAMES_H
#define OUTPUT_FRAMES_CELL_FRAMES_H

#include "output/frames/vtk_grid.h"
#include "output/table/series.h"
#include "space/domain.h"

typedef struct {
  int64_t       step;
  double        time; /* s */
  const Domain *domain;
} CellFrame;

/* Get the k-th array of a frame of the cell. Returns false if there are fewer. */
bool cell_frame_array(int k, FrameArray *array);

/* As series_write; rank 0 writes all. Collective. */
PetscErrorCode cell_frames_write(const Parallel *par, const char *dir, const CellFrame *frame,
                                 bool *written, char *why);
#endif
