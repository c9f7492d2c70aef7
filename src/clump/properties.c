/* SPDX-License-Identifier: MIT */
/* Mass properties of pebbles by every method asked for. */
#include <petsctime.h>

#include "clump/body.h"
#include "clump/draw.h"
#include "clump/found.h"
#include "clump/tell.h"
#include "clump/verbs.h"

enum { MOST_METHODS = 16 };

static void find(const PebbleBody *body, const Request *request, const MassMethod *method, Found *found)
{
  char           why[256] = "";
  PetscLogDouble start, end;

  *found = (Found){.name = method->name};
  PetscCallVoid(PetscTime(&start));
  found->found = method->find(&body->set, &body->materials, &request->options, &found->mass, why);
  if (found->found) {
    mass_principal(&found->mass);
    found->overlap = pebbles_overlap(&body->set, found->mass.volume);
  }
  PetscCallVoid(PetscTime(&end));
  found->seconds = end - start;
  if (!found->found) refuse("%s: %s: %s", request->file[0], method->name, why);
}

/* One if it is named, exact alone for JSON, else all. */
static int find_all(const PebbleBody *body, const Request *request, Found *found)
{
  const MassMethod *one = request->method;
  int               n   = 0;

  if (!one && request->json && !request->all) one = &mass_exact;
  if (one) find(body, request, one, &found[n++]);
  for (int k = 0; !one && mass_methods[k] && n < MOST_METHODS; k++) find(body, request, mass_methods[k], &found[n++]);
  return n;
}

static void overlap_tell(const Request *request, const PebbleBody *body, int n, const Found *found)
{
  const double rounding = 1e-9 + body->set.n * 0x1p-51; /* of the bound, when no pair shares anything */

  for (int k = 0; k < n; k++) {
    if (strcmp(found[k].name, mass_sum.name) == 0 && found[k].found && found[k].mass.error > rounding)
      note("%s: pebbles overlap; sum counts what they share as often as it is covered", request->file[0]);
  }
}

/* The first that was found; NULL: none. */
static const Found *print(const Request *request, int n, const Found *found)
{
  const Found *first = NULL;

  for (int k = n - 1; k >= 0; k--) first = found[k].found ? &found[k] : first;
  if (first && !request->json) found_table(request->choice.dimension, n, found);
  for (int k = 0; k < n && request->json; k++) {
    if (found[k].found) found_json(&found[k]);
  }
  return first;
}

static PetscErrorCode pebbles_run(const Request *request, bool *good)
{
  PebbleBody   body = {.name = request->file[0]};
  Found        found[MOST_METHODS];
  const Found *first = NULL;
  int          n     = 0;

  PetscFunctionBeginUser;
  PetscCall(body_read(request, &body, good));
  if (*good) {
    body_tidy(request, &body);
    n = find_all(&body, request, found);
    overlap_tell(request, &body, n, found);
    first = print(request, n, found);
    *good = first != NULL;
  }
  if (first && request->picture) PetscCall(picture_write(request, request->picture, &body.set, first->mass.axes, good));
  pebble_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A mesh is measured in one way, which is exact. */
static PetscErrorCode mesh_run(const Request *request, bool *good)
{
  Found          found = {.name = "mesh", .found = true, .overlap = -INFINITY};
  MeshBody       solid;
  PetscLogDouble start, end;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  PetscCall(mesh_body_read(request, request->file[0], &solid, good));
  PetscCall(PetscTime(&end));
  found.mass    = solid.mass;
  found.seconds = end - start;
  if (*good) print(request, 1, &found);
  if (*good && request->picture) PetscCall(draw(request->picture, request->size, solid.mass.axes, NULL, &solid, good));
  mesh_body_free(&solid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode properties_run(const Request *request, int *status)
{
  bool good;

  PetscFunctionBeginUser;
  if (mesh_body_is_in(request->file[0])) PetscCall(mesh_run(request, &good));
  else PetscCall(pebbles_run(request, &good));
  *status = good ? EXIT_DONE : EXIT_USAGE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
