/* SPDX-License-Identifier: MIT */
/* Skins of deformable bodies. An object of `clumps` gives a mesh, whose vertices are the nodes of a
   body, and the centres of any number of such bodies. */
#ifndef SHAPE_MESH_SKIN_H
#define SHAPE_MESH_SKIN_H

#include "shape/mesh/mesh.h"

/* Keys of the skin, of objects of the kind `clumps`. */
extern const Option skin_options[];

/* The nodes of one body as vertices, about the origin, and its elements as faces: triangles, or in
   two dimensions segments {from, to, to}. Faults go to findings; the mesh is then empty. Free with
   mesh_free. Local. */
void skin_make(const Options *options, const char *object, int dimension, Mesh *mesh,
               Findings *findings);
/* Id of node `vertex` of body k. */
int64_t skin_id(const Options *options, const char *object, const Mesh *mesh, int k, int vertex);
/* Centres of the bodies, `dimension` numbers each; *n: bodies. */
const double *skin_centres(const Options *options, const char *object, int dimension, int *n);

#endif
