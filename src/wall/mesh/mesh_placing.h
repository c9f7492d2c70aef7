/* SPDX-License-Identifier: MIT */
/* Where a mesh from a file is put: scale, then shift, then a turn about the pivot. The keys are
   those of walls and of regions alike. */
#ifndef WALL_MESH_MESH_PLACING_H
#define WALL_MESH_MESH_PLACING_H

#include "base/vec.h"
#include "options/options.h"

typedef struct {
  double scale;
  Vec3   shift, pivot; /* m */
  Quat   attitude;
} MeshPlacing;

/* Keys scale, shift, attitude, pivot. */
extern const Option mesh_placing_options[];
/* The keys shift and pivot alone, for objects that have the others themselves. */
extern const Option mesh_moving_options[];

/* Read these keys from an object of this section. false: the attitude is no rotation, or leaves the
   plane in two dimensions; that is noted. */
bool mesh_placing_read(Options *options, const char *kind, const char *object, MeshPlacing *place);
/* Place of a point of the file, m. */
Vec3 mesh_placing_apply(const MeshPlacing *place, Vec3 point);

#endif
