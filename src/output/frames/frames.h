/* SPDX-License-Identifier: MIT */
/* Frames: a series of files for ParaView, with a point and a radius per pebble.

   DIR/frames/clast-<step>.hdf, DIR/frames.hdf.series (series_cut). Arrays of points:
   frame_arrays.h. */
#ifndef OUTPUT_FRAMES_FRAMES_H
#define OUTPUT_FRAMES_FRAMES_H

#include "output/frames/frame_arrays.h"
#include "output/table/series.h"

enum { FRAMES_WHY = SERIES_WHY };

/* Get the k-th array of a frame. Returns false if there are fewer. */
bool frame_array(int k, FrameArray *array);

/* Write one frame and add it to the index. Clumps are not split at periodic faces: each is shifted
   so that its centre is in the box. Uses the owned rows of clumps, whose `w` must be up to date.

   only     mask of the groups of clumps in it; 0: all
   walls    [n_walls] those that move
   pack     level of compression, 0: none
   written  false: this frame was not written, `why` (FRAMES_WHY bytes) has the reason; the index
            keeps the others

   Collective; the same outcome on all ranks. */
PetscErrorCode frames_write(const Parallel *par, const char *dir, int64_t step, double time,
                            const Clumps *clumps, const Templates *templates, const Groups *groups,
                            uint64_t only, const Domain *domain, int n_walls,
                            const FrameWall *walls, int pack, bool *written, char *why);

#endif
