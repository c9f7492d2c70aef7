/* SPDX-License-Identifier: MIT */
/* Room for triangle meshes. */
#include "matter/mesh.h"

PetscErrorCode mesh_create(int n_vertices, int n_faces, Mesh *mesh)
{
  PetscFunctionBeginUser;
  *mesh = (Mesh){.n_vertices = n_vertices, .n_faces = n_faces};
  PetscCall(array_create(&mesh->vertex, sizeof *mesh->vertex, n_vertices));
  PetscCall(array_create(&mesh->face, sizeof *mesh->face, n_faces));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void mesh_free(Mesh *mesh)
{
  array_free(&mesh->vertex);
  array_free(&mesh->face);
  mesh->n_vertices = mesh->n_faces = 0;
}
