/* SPDX-License-Identifier: MIT */
/* Frames of links: a series of files for ParaView beside the frames, with a line for each spring,
   bond and constraint that holds, and its force.

   DIR/links/clast-<step>.hdf, DIR/links.hdf.series */
#ifndef OUTPUT_FRAMES_LINK_FRAMES_H
#define OUTPUT_FRAMES_LINK_FRAMES_H

#include "base/vec.h"
#include "matter/world.h"
#include "output/frames/vtk_grid.h"
#include "output/table/series.h"

/* A link in a frame. */
typedef struct {
  Vec3    a, b; /* its two points, one after the other, m */
  int64_t id_a, id_b;
  int32_t object;          /* number of its object in the scenario */
  double  tension, torque; /* N, N m */
} LinkRow;

typedef struct {
  int64_t            step;
  double             time; /* s */
  int                n_objects;
  const char *const *name; /* [n_objects] of all kinds, one kind after the other */
  int64_t            n;    /* of this rank */
  const LinkRow     *row;  /* [n] */
  int                pack; /* level of compression, 0: none */
} LinkFrame;

/* Rows of the links that this rank evaluates, to be freed with array_free; *n: their number.
   Local. */
PetscErrorCode link_rows_find(const World *world, int64_t *n, LinkRow **row);

/* Get the k-th array of a frame of links. Returns false if there are fewer. */
bool link_frame_array(int k, FrameArray *array);

/* As series_write; rows are in the order of ranks. Collective. */
PetscErrorCode link_frames_write(const Parallel *par, const char *dir, const LinkFrame *frame,
                                 bool *written, char *why);
#endif
