/* SPDX-License-Identifier: MIT */
/* Bodies given by their surface: closed triangle meshes in STL files. */
#ifndef CLUMP_MESH_BODY_H
#define CLUMP_MESH_BODY_H

#include "clump/request.h"
#include "matter/mesh.h"

typedef struct {
  Mesh           mesh;
  MassProperties mass;
  double         diameter; /* of the sphere of its volume, m */
  int            n_shapes; /* that the mesh is the surfaces of; 0: a mesh from a file */
} MeshBody;

/* By the ending of the name. */
bool mesh_body_is_in(const char *path);
/* Read a closed mesh, all lengths times the request's scale, and find its mass properties with the density of the request.
   What is wrong has been told; mesh_body_free is right after that, too. */
PetscErrorCode mesh_body_read(const Request *request, const char *path, MeshBody *solid, bool *good);
void           mesh_body_free(MeshBody *solid);

#endif
