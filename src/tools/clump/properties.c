/* SPDX-License-Identifier: MIT */
/* Verb properties: mass properties of pebbles and shapes by each requested method, and of meshes,
   as a table side by side or as JSON. */
#include "tools/clump/verbs.h"
#include <float.h>

typedef struct {
  const char    *name; /* method */
  MassProperties mass;
  Vec3           axis[3], axes_error; /* of the mass, for the table */
  /* sum of the pebbles' volumes over this volume, minus 1; -INFINITY for a mesh */
  double overlap;
  double seconds;
  bool   found;
  char   why[256]; /* reason if not found */
} Found;

/* Print one JSON object on one line; found->found must be true. */
static void found_json(const Found *found)
{
  const MassProperties *m = &found->mass;

  printf("{\"method\": \"%s\", \"volume\": %s, \"mass\": %s", found->name, real_text(m->volume).s,
         real_text(m->mass).s);
  pebble_write_vec3(stdout, ", \"centre\": [", m->centre, ", ", "]");
  inertia_json(m->inertia, m->principal, m->axes);
  pebble_write_vec3(stdout, ", \"axes_error\": [", mass_axes_error(m), ", ", "]");
  if (found->overlap >= -1) printf(", \"overlap\": %s", real_text(found->overlap).s);
  printf(", \"error\": %s, \"centre_error\": %s, \"seconds\": %.6f}\n", real_text(m->error).s,
         real_text(m->centre_error).s, found->seconds);
}

/* A row of the table: label and offset of its number in Found. */
typedef struct {
  const char *label;
  size_t      place;
} Row;

#define MASS(member) offsetof(Found, mass.member)

static const Row solid[] = {
  {"volume", MASS(volume)},
  {"mass", MASS(mass)},
  {"centre x", MASS(centre.x)},
  {"centre y", MASS(centre.y)},
  {"centre z", MASS(centre.z)},
  {"inertia xx", MASS(inertia.xx)},
  {"inertia yy", MASS(inertia.yy)},
  {"inertia zz", MASS(inertia.zz)},
  {"inertia xy", MASS(inertia.xy)},
  {"inertia xz", MASS(inertia.xz)},
  {"inertia yz", MASS(inertia.yz)},
  {"principal 1", MASS(principal.x)},
  {"principal 2", MASS(principal.y)},
  {"principal 3", MASS(principal.z)},
  {"axis 1 x", offsetof(Found, axis[0].x)},
  {"axis 1 y", offsetof(Found, axis[0].y)},
  {"axis 1 z", offsetof(Found, axis[0].z)},
  {"axis 2 x", offsetof(Found, axis[1].x)},
  {"axis 2 y", offsetof(Found, axis[1].y)},
  {"axis 2 z", offsetof(Found, axis[1].z)},
  {"overlap", offsetof(Found, overlap)},
  {NULL, 0},
};

static const Row flat[] = {
  {"area", MASS(volume)},
  {"mass", MASS(mass)},
  {"centre x", MASS(centre.x)},
  {"centre y", MASS(centre.y)},
  {"polar inertia", MASS(inertia.zz)},
  {"inertia xx", MASS(inertia.xx)},
  {"inertia yy", MASS(inertia.yy)},
  {"inertia xy", MASS(inertia.xy)},
  {"principal 1", MASS(principal.x)},
  {"principal 2", MASS(principal.y)},
  {"axis 1 x", offsetof(Found, axis[0].x)},
  {"axis 1 y", offsetof(Found, axis[0].y)},
  {"overlap", offsetof(Found, overlap)},
  {NULL, 0},
};

/* Error bounds: relative for volume, mass and inertia; m for the centre; rad for the axes. */
static const Row bounds[] = {
  {"error bound", MASS(error)},
  {"  of centre", MASS(centre_error)},
  {"  of axis 1", offsetof(Found, axes_error.x)},
  {"  of axis 2", offsetof(Found, axes_error.y)},
  {NULL, 0},
};

static void rows_print(const Row *row, const char *format, int n, const Found *found)
{
  for (; row->label; row++) {
    printf("%-14s", row->label);
    for (int k = 0; k < n; k++) {
      double value;

      memcpy(&value, (const char *)&found[k] + row->place, sizeof value);
      if (found[k].found && value >= -DBL_MAX) printf(format, value);
      else printf(" %19s", "-");
    }
    printf("\n");
  }
}

static void found_table(int dimension, int n, Found *found)
{
  for (int k = 0; k < 3 * n; k++)
    found[k / 3].axis[k % 3] =
      quat_turn(found[k / 3].mass.axes, vec3(k % 3 == 0, k % 3 == 1, k % 3 == 2));
  for (int k = 0; k < n; k++) found[k].axes_error = mass_axes_error(&found[k].mass);
  printf("%-14s", "method");
  for (int k = 0; k < n; k++) printf(" %19s", found[k].name);
  printf("\n");
  rows_print(dimension == 2 ? flat : solid, " %19.12g", n, found);
  rows_print(bounds, " %19.1e", n, found);
  printf("%-14s", "seconds");
  for (int k = 0; k < n; k++) printf(" %19.4f", found[k].seconds);
  printf("\n");
}

enum { MOST_METHODS = 16 };

/* Sum of the volumes of all parts over `volume`, minus 1; 0 for method sum, -INFINITY on
   failure. */
static double overlap_of(const Body *of, const MassOptions *options, double volume)
{
  MassProperties sum;
  char           why[256];
  double         overlap;

  if (of->kind == BODY_PEBBLES) overlap = pebbles_overlap(&of->pebbles.set, volume);
  else overlap = body_mass(of, &mass_sum, options, &sum, why) ? sum.volume / volume - 1 : -INFINITY;
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

static void find(const Body *of, const Request *request, const MassMethod *method, Found *found)
{
  const double start = wall_seconds();

  *found         = (Found){.name = method->head.name};
  found->found   = body_mass(of, method, &request->options, &found->mass, found->why);
  found->seconds = wall_seconds() - start;
  if (found->found && !is_finite(&found->mass)) {
    found->found = false;
    snprintf(found->why, sizeof found->why,
             "lengths too small or too large for double precision: take other units");
  }
  if (found->found) found->overlap = overlap_of(of, &request->options, found->mass.volume);
  else refuse("%s: %s: %s", request->file[0], method->head.name, found->why);
}

static void overlap_tell(const Body *of, const Request *request, int n, Found *found)
{
  /* error bound of mass_sum when no two parts overlap, by rounding */
  const double   rounding = 1e-9;
  MassProperties whole;
  char           why[256];

  for (int k = 0; k < n; k++) {
    if (strcmp(found[k].name, mass_sum.head.name) != 0 || !found[k].found ||
        !(found[k].mass.error > rounding))
      continue;
    if (body_mass(of, &mass_exact, &request->options, &whole, why) ||
        body_mass(of, &mass_octree, &request->options, &whole, why)) {
      found[k].overlap = overlap_of(of, &request->options, whole.volume);
      note("%s: its parts overlap: method sum counts shared volume once for each part, %.3g %% of "
           "the volume too much",
           request->file[0], 100 * found[k].overlap);
    }
  }
}

/* Print the table or JSON. Returns the first method that succeeded, or NULL. */
static const Found *print(const Request *request, int n, Found *found)
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

/* Find the mass properties by the named method, by exact alone for JSON without --method, else by
   all methods, and print them. Returns those of the first method that succeeded, or NULL. */
static const Found *run_methods(const Body *of, const Request *request, Found *found)
{
  const MassMethod *one = request->method;
  int               n   = 0;

  if (!one && request->json && !request->all) one = &mass_exact;
  if (one) find(of, request, one, &found[n++]);
  for (int k = 0; !one && mass_methods[k] && n < MOST_METHODS; k++)
    find(of, request, mass_methods[k], &found[n++]);
  overlap_tell(of, request, n, found);
  return print(request, n, found);
}

static PetscErrorCode properties_run(const Request *request, int *status)
{
  const double start = wall_seconds();
  Found        found[MOST_METHODS];
  const Found *first = NULL;
  Body         body;
  bool         good;

  PetscFunctionBeginUser;
  *status = EXIT_USAGE;
  if (request->method && body_kind(request->file[0]) == BODY_MESH) {
    refuse("--method %s: a mesh has one method, which is exact: omit --method",
           request->method->head.name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(body_read(request, &body, &good));
  if (good && body.kind == BODY_MESH) {
    found[0] = (Found){.name    = "mesh",
                       .mass    = body.solid.mass,
                       .overlap = -INFINITY,
                       .seconds = wall_seconds() - start,
                       .found   = true};
    first    = print(request, 1, found);
  } else if (good) {
    if (body.kind == BODY_PEBBLES) {
      body_tidy(request, &body.pebbles);
      given_tell(request, &body.pebbles);
    }
    first = run_methods(&body, request, found);
  }
  good = first && (!request->nodes || nodes_print(request, &body.shapes));
  if (good && request->picture)
    PetscCall(body_draw(request, request->picture, &body, &first->mass, &good));
  if (good) *status = EXIT_DONE;
  body_free(&body);
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
