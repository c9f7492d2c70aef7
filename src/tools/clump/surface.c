/* SPDX-License-Identifier: MIT */
/* Conversion of meshes and shapes (surface.h). */
#include "tools/clump/surface.h"
#include "shape/mesh/mesh_obj.h"
#include "shape/mesh/mesh_stl.h"
#include "shape/shape_read.h"
#include "tools/clump/shape_file.h"
#include "tools/clump/tell.h"

bool surface_fits(const char *from, const char *to)
{
  if ((mesh_body_is_in(to) && !mesh_is_obj(to)) || (shape_file_is_in(to) && shape_file_is_in(from)))
    return true;
  if (shape_file_is_in(to)) return refuse("%s: a mesh can be written to an .stl file only", from);
  return refuse("%s: it has no pebbles; make them with clast-clump generate", from);
}

static bool mesh_write(const char *path, const Mesh *mesh)
{
  char why[512];

  return mesh_write_stl(path, mesh, why, sizeof why) || refuse("%s", why);
}

static PetscErrorCode convert_mesh(const Request *request, bool *good)
{
  MeshBody body;

  PetscFunctionBeginUser;
  PetscCall(mesh_body_read(request, request->file[0], &body, good));
  *good = *good && mesh_write(request->file[1], &body.mesh);
  mesh_body_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode convert_shapes(const Request *request, bool *good)
{
  ShapeFile body;
  Mesh      mesh;
  char      why[512];

  PetscFunctionBeginUser;
  PetscCall(shape_file_read(request, &body, good));
  if (*good && shape_file_is_in(request->file[1])) {
    *good = shapes_write(request->file[1], &body.set, &body.materials, why, sizeof why) ||
            refuse("%s", why);
  } else if (*good) {
    PetscCall(shape_file_surface(&body, &mesh));
    *good = mesh_write(request->file[1], &mesh);
    mesh_free(&mesh);
  }
  shape_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode surface_convert(const Request *request, bool *good)
{
  PetscFunctionBeginUser;
  if (shape_file_is_in(request->file[0])) PetscCall(convert_shapes(request, good));
  else PetscCall(convert_mesh(request, good));
  PetscFunctionReturn(PETSC_SUCCESS);
}
