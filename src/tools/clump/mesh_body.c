/* SPDX-License-Identifier: MIT */
/* Reads meshes, checks that the mesh is closed and computes its mass properties. */
#include "tools/clump/mesh_body.h"
#include "output/files.h"
#include "shape/mesh/mesh_mass.h"
#include "shape/mesh/mesh_obj.h"
#include "shape/mesh/mesh_solid.h"
#include "tools/clump/tell.h"

bool mesh_body_is_in(const char *path)
{
  const size_t n = strlen(path);

  return mesh_is_obj(path) ||
         (n > 4 && (strcmp(path + n - 4, ".stl") == 0 || strcmp(path + n - 4, ".STL") == 0));
}

static bool density_of(const Request *request, const char *path, double *density)
{
  *density = 1;
  for (int k = 0; k < request->n_densities; k++) {
    if (request->density[k].name)
      return refuse("--density %s: a mesh has no materials: give one density, for %s",
                    request->density[k].name, path);
    *density = request->density[k].value;
  }
  return true;
}

static PetscErrorCode scaled_read(const char *path, double scale, Mesh *mesh, Findings *findings)
{
  MeshReport report;

  PetscFunctionBeginUser;
  if (folder_exists(path)) {
    finding_add(findings, 0, "is a folder");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(mesh_solid_read(path, mesh, &report, findings));
  for (int k = 0; k < mesh->n_vertices; k++) mesh->vertex[k] = vec3_scale(scale, mesh->vertex[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_body_read(const Request *request, const char *path, MeshBody *solid, bool *good)
{
  Findings findings = {0};
  double   density;
  char     why[256];

  PetscFunctionBeginUser;
  *solid = (MeshBody){.diameter = 0};
  *good  = density_of(request, path, &density);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(scaled_read(path, request->scale, &solid->mesh, &findings));
  *good = findings_tell(path, &findings);
  if (*good && !mesh_mass(&solid->mesh, density, &solid->mass, why))
    *good = refuse("%s: %s", path, why);
  if (*good) solid->diameter = cbrt(6 / PETSC_PI * solid->mass.volume);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void mesh_body_free(MeshBody *solid)
{
  mesh_free(&solid->mesh);
}
