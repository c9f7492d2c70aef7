/* SPDX-License-Identifier: MIT */
/* Frames: series of files for ParaView (series.h). Writing and docs/reference/files.md use the same
   lists of arrays.

     DIR/frames/clast-<step>.hdf   a point, one cell and a radius per pebble: VTK_VERTEX, or of the
                                   middle of a capsule the VTK_LINE from end to end
     DIR/cell/clast-<step>.hdf     of a cell that leans or deforms: the edges of the cell, and those
                                   of the box in which centres of clumps are kept
     DIR/links/clast-<step>.hdf    a line for each spring, bond and constraint that holds, and its
                                   force
     DIR/walls/clast-<step>.hdf    the facets of all walls as they stand, and the loads and the wear
                                   of those of meshes
     DIR/grid-NAME/clast-<step>.hdf   a probe on a grid

   each with an index, such as DIR/frames.hdf.series. */
#ifndef OUTPUT_FRAMES_FRAMES_H
#define OUTPUT_FRAMES_FRAMES_H

#include "matter/group.h"
#include "matter/module.h"
#include "measure/probe/probe.h"
#include "output/frames/vtk_grid.h"
#include "space/domain.h"
#include "wall/surface.h"

/* ---- pebbles ---- */

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
  uint64_t         only; /* mask of the groups of clumps in it; 0: all */
  int64_t          n;    /* number of pebbles of this rank */
} FrameScene;

/* Get the k-th array of a frame. Returns false if there are fewer. */
bool frame_array(int k, FrameArray *array);

/* Write one frame and add it to the index. Clumps are not split at periodic faces: each is shifted
   so that its centre is in the box. Uses the owned rows of clumps, whose `w` must be up to date.

   scene    its numbers of pebbles are set here
   pack     level of compression, 0: none
   written  false: this frame was not written, `why` (SERIES_WHY bytes) has the reason; the index
            keeps the others

   Collective; the same outcome on all ranks. */
PetscErrorCode frames_write(const Parallel *par, const char *dir, FrameScene *scene, int pack,
                            bool *written, char *why);

/* ---- modules that write a series of frames ---- */

typedef struct {
  int64_t lost; /* frames that could not be written */
} FramesState;

/* The hook `write` of such a module: when output opens, remove later files from the index of the
   series; when a frame is due, call `write` (NULL: none is shown), and count it if it was not
   written. what: its name in the warning. Collective. */
PetscErrorCode frames_module_write(FramesState *own, World *w, Output *out, const char *series,
                                   const char *what,
                                   PetscErrorCode (*write)(World *w, const char *dir, bool *written,
                                                           char *why));

/* ---- links ---- */

/* A link in a frame. */
typedef struct {
  Vec3    a, b; /* its two points, one after the other, m */
  int64_t id_a, id_b;
  int32_t object;          /* number of its object in the scenario */
  double  tension, torque; /* N, N m */
} LinkRow;

/* Rows of the links that this rank evaluates, to be freed with array_free; *n: their number.
   Local. */
void link_rows_find(const World *world, int64_t *n, LinkRow **row);

/* ---- probes on grids: voxels, or pixels if the grid is one layer (ParaView 5.11 fails on
   ImageData) ---- */

typedef struct {
  const Probe  *probe;
  int64_t       step;
  double        time;     /* s */
  int64_t       n, first; /* points of this rank; of lower ranks, which grid_write sets */
  const double *numbers;  /* of these points, as probe_evaluate gives them */
} GridFrame;

/* Write one file. written, why: as in series_write. Collective. */
PetscErrorCode grid_write(const Parallel *par, const char *dir, GridFrame *frame, bool *written,
                          char *why);
/* Remove later files from the index, as series_cut. Collective. */
PetscErrorCode grid_cut(const Parallel *par, const char *dir, const Probe *probe, double time);

#endif
