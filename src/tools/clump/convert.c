/* SPDX-License-Identifier: MIT */
/* Verb convert: writes the body of a file in another format: pebbles, a mesh or shapes. */
#include "shape/mesh/mesh_files.h"
#include "tools/clump/verbs.h"

bool surface_fits(const char *from, const char *to)
{
  const BodyKind kind = body_kind(to);

  if (kind == BODY_MESH && !mesh_is_obj(to)) return true;
  if (kind == BODY_SHAPES && body_kind(from) == BODY_SHAPES) return true;
  if (kind == BODY_SHAPES) return refuse("%s: a mesh can be written to an .stl file only", from);
  return refuse("%s: it has no pebbles; make them with clast-clump generate", from);
}

/* Write shapes, or the surface of shapes or of a mesh, to the second file. */
static bool convert_surface(const Request *request, Body *body)
{
  const char *to = request->file[1];
  ShapeFile  *s  = &body->shapes;
  char        why[512];

  if (body_kind(to) == BODY_SHAPES)
    return shapes_write(to, &s->set, &s->materials, why, sizeof why) || refuse("%s", why);
  if (body->kind == BODY_SHAPES) shape_file_surface(s, &body->solid.mesh);
  return mesh_write_stl(to, &body->solid.mesh, why, sizeof why) || refuse("%s", why);
}

static PetscErrorCode convert_pebbles(const Request *request, Body *body, bool *good)
{
  PebbleBody *p     = &body->pebbles;
  bool        named = false; /* some material has a name */
  char        why[256];

  PetscFunctionBeginUser;
  *good = body_mass(body, &mass_exact, &request->options, &p->mass, why) ||
          refuse("%s: %s", request->file[0], why);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  given_use(request, p);
  given_tell(request, p);
  for (int i = 0; i < p->set.n; i++) named = named || p->materials.list[p->set.material[i]].name[0];
  if (named && !request->to->has_materials)
    note("%s: the format stores no names of materials: they are lost", request->file[1]);
  PetscCall(body_write(request, p, good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode convert_run(const Request *request, int *status)
{
  Body body;
  bool good;

  PetscFunctionBeginUser;
  PetscCall(body_read(request, &body, &good));
  if (good && body.kind == BODY_PEBBLES) PetscCall(convert_pebbles(request, &body, &good));
  else if (good) good = convert_surface(request, &body);
  *status = good ? EXIT_DONE : EXIT_USAGE;
  body_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const VerbPlugin verb_convert = {
  .head    = {.name = "convert", .text = "the same body in another format"},
  .use     = "IN OUT",
  .needs   = "two files",
  .n_files = 2,
  .run     = convert_run,
};
