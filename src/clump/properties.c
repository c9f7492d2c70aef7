/* SPDX-License-Identifier: MIT */
/* Mass properties of pebbles by every method asked for. */
#include <petsctime.h>

#include "clump/body.h"
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
  if (found->found) mass_principal(&found->mass);
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

static bool answer(const Request *request, PebbleBody *body)
{
  Found found[MOST_METHODS];
  int   n;

  body_tidy(request, body);
  n = find_all(body, request, found);
  overlap_tell(request, body, n, found);
  if (n == 1 && !found[0].found) return false;
  if (!request->json) found_table(n, found);
  for (int k = 0; k < n && request->json; k++) {
    if (found[k].found) found_json(&found[k]);
  }
  return true;
}

PetscErrorCode properties_run(const Request *request, int *status)
{
  PebbleBody body = {.name = request->file[0]};
  bool       good;

  PetscFunctionBeginUser;
  PetscCall(body_read(request, &body, &good));
  *status = good && answer(request, &body) ? EXIT_DONE : EXIT_USAGE;
  pebble_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}
