/* SPDX-License-Identifier: MIT */
/* Where a mesh from a file is put: scale, then shift, then a turn about the pivot. The keys are
   those of walls and of regions alike. */
#ifndef SHAPE_MESH_PLACING_H
#define SHAPE_MESH_PLACING_H

#include "base/options.h"
#include "base/vec.h"

typedef struct {
  double scale;
  Vec3   shift, pivot; /* m */
  Quat   attitude;
} MeshPlacing;

/* Keys scale, shift, attitude, pivot. */
extern const Option mesh_placing_options[];
/* The keys shift and pivot alone, for objects that have the others themselves. */
extern const Option mesh_moving_options[];

/* Read them from an object of this section. false: attitude is no turn, or leaves the plane in two
   dimensions; that is noted. */
bool mesh_placing_read(Options *options, const char *kind, const char *object, MeshPlacing *place);
/* Where a point of the file is, m. */
Vec3 mesh_placing_apply(const MeshPlacing *place, Vec3 point);

#endif
