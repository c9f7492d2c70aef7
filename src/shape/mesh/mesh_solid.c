/* SPDX-License-Identifier: MIT */
/* Reads meshes of solids. */
#include "shape/mesh/mesh_solid.h"

#include "shape/mesh/mesh_obj.h"
#include "shape/mesh/mesh_seams.h"

PetscErrorCode mesh_solid_read(const char *path, Mesh *mesh, MeshReport *report, Findings *findings)
{
  const int64_t before = findings->n;

  PetscFunctionBeginUser;
  *report = (MeshReport){.n_open = 0};
  PetscCall(mesh_read(path, mesh_merge_default, mesh, findings));
  if (findings->n > before) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(mesh_seams_split(mesh_merge_default, mesh));
  PetscCall(mesh_check(mesh, report, findings));
  PetscFunctionReturn(PETSC_SUCCESS);
}
