/* SPDX-License-Identifier: MIT */
/* Verb convert: writes the pebbles of one file in another format, or a mesh or shapes. */
#include "tools/clump/body.h"
#include "tools/clump/given.h"
#include "tools/clump/shape_file.h"
#include "tools/clump/surface.h"
#include "tools/clump/tell.h"
#include "tools/clump/verbs.h"

static bool names_are_lost(const Request *request, const PebbleBody *body)
{
  bool named = false;

  for (int i = 0; i < body->set.n; i++)
    named = named || body->materials.list[body->set.material[i]].name[0];
  return named && !request->to->has_materials;
}

static PetscErrorCode body_write(const Request *request, PebbleBody *body, bool *good)
{
  char why[4096];

  PetscFunctionBeginUser;
  *good = mass_exact.find(&body->set, &body->materials, &request->options, &body->mass, why);
  if (!*good) {
    refuse("%s: %s", request->file[0], why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  mass_principal(&body->mass);
  given_use(request, body);
  given_tell(request, body);
  if (names_are_lost(request, body))
    note("%s: the format stores no names of materials: they are lost", request->file[1]);
  if (request->to->is_turned)
    note("%s: coordinates are about the centre of mass, along the principal axes, as the format "
         "requires",
         request->file[1]);
  PetscCall(pebble_file_write(request->to, request->file[1], body, good, why, sizeof why));
  if (!*good) refuse("%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode convert_pebbles(const Request *request, bool *good)
{
  PebbleBody body = {.name = ""};
  char       name[NAME_LENGTH];

  PetscFunctionBeginUser;
  body_name(request->file[1], name);
  body.name = name;
  PetscCall(body_read(request, &body, good));
  if (*good) PetscCall(body_write(request, &body, good));
  pebble_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode convert_run(const Request *request, int *status)
{
  const char *from = request->file[0];
  bool        good;

  PetscFunctionBeginUser;
  if (mesh_body_is_in(from) || shape_file_is_in(from)) PetscCall(surface_convert(request, &good));
  else PetscCall(convert_pebbles(request, &good));
  *status = good ? EXIT_DONE : EXIT_USAGE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const VerbPlugin verb_convert = {
  .head    = {.name = "convert", .text = "the same body in another format"},
  .use     = "IN OUT",
  .needs   = "two files",
  .n_files = 2,
  .run     = convert_run,
};
