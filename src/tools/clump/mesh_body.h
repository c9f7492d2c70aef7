/* SPDX-License-Identifier: MIT */
/* Bodies given by their surface: closed triangle meshes in STL files. */
#ifndef TOOLS_CLUMP_MESH_BODY_H
#define TOOLS_CLUMP_MESH_BODY_H

#include "shape/mesh/mesh.h"
#include "tools/clump/request.h"

typedef struct {
  Mesh           mesh;
  MassProperties mass;
  double         diameter; /* of the sphere of equal volume, m */
  int            n_shapes; /* shapes whose surfaces the mesh holds; 0: a mesh from a file */
} MeshBody;

/* True if the name ends in .stl or .STL. */
bool mesh_body_is_in(const char *path);
/* Read a closed mesh, multiply its lengths by the request's scale, and compute its mass properties
   at the density of the request. *good is false on failure, after the message has been printed;
   mesh_body_free may be called in any case. */
PetscErrorCode mesh_body_read(const Request *request, const char *path, MeshBody *solid,
                              bool *good);
void           mesh_body_free(MeshBody *solid);

#endif
