/* SPDX-License-Identifier: MIT */
/* Verb picture: draws pebbles, a mesh, or both. */
#include "shape/shape_mass.h"
#include "tools/clump/body.h"
#include "tools/clump/draw.h"
#include "tools/clump/shape_file.h"
#include "tools/clump/tell.h"
#include "tools/clump/verbs.h"

PetscErrorCode picture_write(const Request *request, const char *path, const PebbleSet *set,
                             Quat axes, bool *good)
{
  MeshBody solid = {.diameter = 0};

  PetscFunctionBeginUser;
  *good = true;
  if (request->mesh) PetscCall(mesh_body_read(request, request->mesh, &solid, good));
  if (*good)
    PetscCall(draw(path, request->size, request->mesh ? solid.mass.axes : axes, set,
                   request->mesh ? &solid : NULL, good));
  mesh_body_free(&solid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode mesh_draw(const Request *request, bool *good)
{
  MeshBody solid;

  PetscFunctionBeginUser;
  PetscCall(mesh_body_read(request, request->file[0], &solid, good));
  if (*good) PetscCall(draw(request->file[1], request->size, solid.mass.axes, NULL, &solid, good));
  mesh_body_free(&solid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Uses mass_sum for the principal axes: accurate enough for the camera. */
static PetscErrorCode pebbles_draw(const Request *request, bool *good)
{
  PebbleBody body = {.name = request->file[0]};
  char       why[256];

  PetscFunctionBeginUser;
  PetscCall(body_read(request, &body, good));
  if (*good && !mass_sum.find(&body.set, &body.materials, &request->options, &body.mass, why))
    *good = refuse("%s: %s", request->file[0], why);
  if (*good) {
    mass_principal(&body.mass);
    PetscCall(picture_write(request, request->file[1], &body.set, body.mass.axes, good));
  }
  pebble_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode shapes_draw(const Request *request, bool *good)
{
  ShapeFile      body;
  MeshBody       solid;
  MassProperties mass;
  char           why[256];

  PetscFunctionBeginUser;
  PetscCall(shape_file_read(request, &body, good));
  if (*good && !shapes_mass(&body.set, &body.materials, &mass_sum, &request->options, &mass, why))
    *good = refuse("%s: %s", request->file[0], why);
  if (*good) {
    PetscCall(shape_file_mesh(&body, &mass, &solid));
    PetscCall(draw(request->file[1], request->size, mass.axes, NULL, &solid, good));
    mesh_body_free(&solid);
  }
  shape_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode picture_run(const Request *request, int *status)
{
  bool good;

  PetscFunctionBeginUser;
  if (mesh_body_is_in(request->file[0])) PetscCall(mesh_draw(request, &good));
  else if (shape_file_is_in(request->file[0])) PetscCall(shapes_draw(request, &good));
  else PetscCall(pebbles_draw(request, &good));
  *status = good ? EXIT_DONE : EXIT_USAGE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const VerbPlugin verb_picture = {
  .head    = {.name = "picture", .text = "draw a body"},
  .use     = "IN OUT.png",
  .needs   = "two files, the body and the picture",
  .n_files = 2,
  .run     = picture_run,
};
