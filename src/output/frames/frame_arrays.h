/* SPDX-License-Identifier: MIT */
/* Contents of a frame: VTKHDF 1.0, UnstructuredGrid, one partition; one point and one cell
   (VTK_VERTEX) per pebble.

   Arrays on points are those of the tables in frame_arrays.c and the fields of clumps marked SHOWN
   or SHARED. Writing and docs/files.md use the same list. */
#ifndef OUTPUT_FRAMES_FRAME_ARRAYS_H
#define OUTPUT_FRAMES_FRAME_ARRAYS_H

#include "matter/group.h"
#include "output/hdf5.h"
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

/* Kind of array: FILE one value per frame; CELLS the cells that VTK needs to draw points; PEBBLE
   one value per pebble; CLUMP the same value at every pebble of a clump. */
typedef enum { FRAME_OF_FILE, FRAME_OF_CELLS, FRAME_OF_PEBBLE, FRAME_OF_CLUMP } FrameOf;

typedef struct {
  Hdf5Table   table; /* <slot> and <name> in a path are placeholders for those of a group */
  FrameOf     of;
  const char *text;
} FrameArray;

/* Get the k-th array of a frame. Returns false if there are fewer. */
bool frame_array(int k, FrameArray *array);

/* Write all arrays to a new file. Collective. */
PetscErrorCode frame_write(const Parallel *par, Hdf5 *file, const FrameScene *scene);
/* Bytes per pebble in the file. */
int64_t frame_point_size(const Groups *groups, const Field *fields);

#endif
