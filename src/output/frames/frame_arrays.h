/* SPDX-License-Identifier: MIT */
/* Points of a frame: one, and one cell (VTK_VERTEX), per pebble.

   Arrays on points are those of the tables in frame_arrays.c and the fields of clumps marked SHOWN
   or SHARED. Writing and docs/files.md use the same list. */
#ifndef OUTPUT_FRAMES_FRAME_ARRAYS_H
#define OUTPUT_FRAMES_FRAME_ARRAYS_H

#include "matter/group.h"
#include "output/frames/vtk_grid.h"
#include "space/domain.h"
#include "wall/surface.h"

/* A wall that moves, and its displacement. */
typedef struct {
  const char  *name;
  Displacement at; /* from its position in the scenario */
} FrameWall;

typedef struct {
  int64_t          step;
  double           time; /* s */
  const Clumps    *clumps;
  const Templates *templates;
  const Groups    *groups;
  const Domain    *domain;
  int              n_walls;
  const FrameWall *walls;
  uint64_t         only;               /* mask of the groups of clumps in it; 0: all */
  int64_t          n, first, n_points; /* numbers of pebbles of this rank, lower ranks, all ranks */
} FrameScene;

/* Get the k-th array of the grid and of points. Returns false if there are fewer. */
bool frame_point_array(int k, FrameArray *array);
/* Write them to a new file. Collective. */
PetscErrorCode frame_points_write(const Parallel *par, Hdf5 *file, const FrameScene *scene);
/* Bytes per pebble in the file. */
int64_t frame_point_size(const Groups *groups, const Field *fields);

#endif
