/* SPDX-License-Identifier: MIT */
/* Verb properties: mass properties of pebbles and shapes by each requested method, and of
   meshes. */
#include <petsctime.h>

#include "shape/shape_mass.h"
#include "tools/clump/body.h"
#include "tools/clump/draw.h"
#include "tools/clump/found.h"
#include "tools/clump/given.h"
#include "tools/clump/shape_file.h"
#include "tools/clump/tell.h"
#include "tools/clump/verbs.h"

enum { MOST_METHODS = 16 };

/* The body: one of the two is set. */
typedef struct {
  const PebbleBody *pebbles;
  const ShapeFile  *shapes;
} Subject;

static bool measure(const Subject *of, const MassMethod *method, const MassOptions *options,
                    MassProperties *mass, char *why)
{
  if (of->shapes)
    return shapes_mass(&of->shapes->set, &of->shapes->materials, method, options, mass, why);
  if (!method->find(&of->pebbles->set, &of->pebbles->materials, options, mass, why)) return false;
  mass_principal(mass);
  return true;
}

/* Sum of the volumes of all parts over `volume`, minus 1; 0 for method sum, -INFINITY on
   failure. */
static double overlap_of(const Subject *of, const MassOptions *options, double volume)
{
  MassProperties sum;
  char           why[256];
  double         overlap;

  if (of->pebbles) overlap = pebbles_overlap(&of->pebbles->set, volume);
  else overlap = measure(of, &mass_sum, options, &sum, why) ? sum.volume / volume - 1 : -INFINITY;
  return overlap < 0 && overlap > -1 ? 0 : overlap; /* negative by the error of the method */
}

/* Lengths whose fifth power under- or overflows leave no finite inertia. */
static bool is_finite(const MassProperties *m)
{
  const Vec3 c = m->centre, p = m->principal;

  return isfinite(m->volume + m->mass + c.x + c.y + c.z + p.x + p.y + p.z + m->error +
                  m->centre_error) &&
         m->volume > 0 && p.z > 0;
}

static void find(const Subject *of, const Request *request, const MassMethod *method, Found *found)
{
  char           why[256] = "";
  PetscLogDouble start, end;

  *found = (Found){.name = method->head.name};
  PetscCallVoid(PetscTime(&start));
  found->found = measure(of, method, &request->options, &found->mass, why);
  PetscCallVoid(PetscTime(&end));
  found->seconds = end - start;
  if (found->found && !is_finite(&found->mass)) {
    found->found = false;
    snprintf(why, sizeof why,
             "lengths too small or too large for double precision: take other units");
  }
  snprintf(found->why, sizeof found->why, "%s", why);
  if (found->found) found->overlap = overlap_of(of, &request->options, found->mass.volume);
  else refuse("%s: %s: %s", request->file[0], method->head.name, why);
}

/* Run the named method; exact alone for JSON without --method; else all methods. Returns their
   number. */
static int find_all(const Subject *of, const Request *request, Found *found)
{
  const MassMethod *one = request->method;
  int               n   = 0;

  if (!one && request->json && !request->all) one = &mass_exact;
  if (one) find(of, request, one, &found[n++]);
  for (int k = 0; !one && mass_methods[k] && n < MOST_METHODS; k++)
    find(of, request, mass_methods[k], &found[n++]);
  return n;
}

static void overlap_tell(const Subject *of, const Request *request, int n, Found *found)
{
  /* error bound of mass_sum when no two parts overlap, by rounding */
  const double   rounding = 1e-9;
  MassProperties whole;
  char           why[256];

  for (int k = 0; k < n; k++) {
    if (strcmp(found[k].name, mass_sum.head.name) != 0 || !found[k].found ||
        !(found[k].mass.error > rounding))
      continue;
    if (measure(of, &mass_exact, &request->options, &whole, why) ||
        measure(of, &mass_octree, &request->options, &whole, why)) {
      found[k].overlap = overlap_of(of, &request->options, whole.volume);
      note("%s: its parts overlap: method sum counts shared volume once for each part, %.3g %% of "
           "the volume too much",
           request->file[0], 100 * found[k].overlap);
    }
  }
}

/* Print the table or JSON. Returns the first method that succeeded, or NULL. */
static const Found *print(const Request *request, int n, const Found *found)
{
  const Found *first = NULL;

  for (int k = n - 1; k >= 0; k--) first = found[k].found ? &found[k] : first;
  if (first && !request->json) found_table(request->choice.dimension, n, found);
  for (int k = 0; k < n && request->json; k++) {
    if (found[k].found) found_json(&found[k]);
    else if (first)
      printf("{\"method\": \"%s\", \"failed\": \"%s\"}\n", found[k].name, found[k].why);
  }
  return first;
}

static const Found *answer(const Subject *of, const Request *request, Found *found)
{
  const int n = find_all(of, request, found);

  overlap_tell(of, request, n, found);
  return print(request, n, found);
}

static PetscErrorCode pebbles_run(const Request *request, bool *good)
{
  PebbleBody   body = {.name = request->file[0]};
  Found        found[MOST_METHODS];
  const Found *first = NULL;

  PetscFunctionBeginUser;
  PetscCall(body_read(request, &body, good));
  if (*good) {
    body_tidy(request, &body);
    given_tell(request, &body);
    first = answer(&(Subject){.pebbles = &body}, request, found);
    *good = first != NULL;
  }
  if (first && request->picture)
    PetscCall(picture_write(request, request->picture, &body.set, first->mass.axes, good));
  pebble_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode shapes_draw(const Request *request, const ShapeFile *body,
                                  const MassProperties *mass, bool *good)
{
  MeshBody solid;

  PetscFunctionBeginUser;
  PetscCall(shape_file_mesh(body, mass, &solid));
  PetscCall(draw(request->picture, request->size, mass->axes, NULL, &solid, good));
  mesh_body_free(&solid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode shapes_run(const Request *request, bool *good)
{
  ShapeFile    body;
  Found        found[MOST_METHODS];
  const Found *first = NULL;

  PetscFunctionBeginUser;
  PetscCall(shape_file_read(request, &body, good));
  if (*good) {
    first = answer(&(Subject){.shapes = &body}, request, found);
    *good = first != NULL;
  }
  if (*good && request->nodes) *good = nodes_print(request, &body);
  if (*good && request->picture) PetscCall(shapes_draw(request, &body, &first->mass, good));
  shape_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Mass properties of a mesh: one method, exact. */
static PetscErrorCode mesh_run(const Request *request, bool *good)
{
  Found          found = {.name = "mesh", .found = true, .overlap = -INFINITY};
  MeshBody       solid;
  PetscLogDouble start, end;

  PetscFunctionBeginUser;
  if (request->method) {
    *good = refuse("--method %s: a mesh has one method, which is exact: omit --method",
                   request->method->head.name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscTime(&start));
  PetscCall(mesh_body_read(request, request->file[0], &solid, good));
  PetscCall(PetscTime(&end));
  found.mass    = solid.mass;
  found.seconds = end - start;
  if (*good) print(request, 1, &found);
  if (*good && request->picture)
    PetscCall(draw(request->picture, request->size, solid.mass.axes, NULL, &solid, good));
  mesh_body_free(&solid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode properties_run(const Request *request, int *status)
{
  bool good;

  PetscFunctionBeginUser;
  if (shape_file_is_in(request->file[0])) PetscCall(shapes_run(request, &good));
  else if (mesh_body_is_in(request->file[0])) PetscCall(mesh_run(request, &good));
  else PetscCall(pebbles_run(request, &good));
  *status = good ? EXIT_DONE : EXIT_USAGE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const VerbPlugin verb_properties = {
  .head    = {.name = "properties",
              .text = "volume, mass, centre and inertia by every method, side by side"},
  .use     = "FILE",
  .needs   = "a file",
  .n_files = 1,
  .run     = properties_run,
};
