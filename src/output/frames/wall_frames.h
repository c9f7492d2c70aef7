/* SPDX-License-Identifier: MIT */
/* Frames of walls: a series of files for ParaView beside the frames, with the facets of all walls
   as they stand, and the loads and the wear of those of meshes.

   DIR/walls/clast-<step>.hdf, DIR/walls.hdf.series */
#ifndef OUTPUT_FRAMES_WALL_FRAMES_H
#define OUTPUT_FRAMES_WALL_FRAMES_H

#include "output/frames/vtk_grid.h"
#include "output/table/series.h"
#include "wall/facets.h"

/* A facet in a frame of walls. */
typedef struct {
  int32_t wall;     /* index in the scenario */
  Vec3    force;    /* of the clumps on it, N */
  double  pressure; /* normal part of it over the area, Pa; of a segment over the length, N/m */
  double  volume;   /* worn off, m^3 */
  double  depth;    /* volume over the area, m; of a segment over the length, m^2 */
} FacetRow;

typedef struct {
  int64_t            step;
  double             time; /* s */
  int                n_walls;
  const char *const *name;   /* [n_walls] */
  const Facets      *facets; /* rank 0: of all walls; elsewhere empty */
  const FacetRow    *row;    /* [facets->n] */
  bool               wears;  /* with volume and depth */
  int                pack;   /* level of compression, 0: none */
} WallScene;

/* Get the k-th array of a frame of walls. Returns false if there are fewer. */
bool wall_frame_array(int k, FrameArray *array);

/* As series_write. Collective. */
PetscErrorCode wall_frames_write(const Parallel *par, const char *dir, const WallScene *scene,
                                 bool *written, char *why);
#endif
