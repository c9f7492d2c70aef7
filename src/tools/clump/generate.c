/* SPDX-License-Identifier: MIT */
/* Verb generate: pebbles from a mesh or from shapes by one method or by all; writes the best clump
   and reports its errors, as a table side by side or as JSON. */
#include "tools/clump/verbs.h"

typedef struct {
  const Generator *method;
  bool             made;
  PebbleSet        set; /* valid if made */
  GenerateReport   report;
} Trial;

enum { LABEL = -30 };

/* A row: label, JSON key, and offset of its number in GenerateReport. */
typedef struct {
  const char *label, *key;
  size_t      place;
  bool        part; /* a fraction, printed in %; else a length */
} Row;

static const Row sizes[] = {
  {"smallest radius", "smallest", offsetof(GenerateReport, smallest), false},
  {"largest radius", "largest", offsetof(GenerateReport, largest), false},
  {"added to all radii", "expanded", offsetof(GenerateReport, expanded), false},
  {NULL, NULL, 0, false},
};

static const Row errors[] = {
  {"volume error", "volume_error", offsetof(GenerateReport, error[CLUMP_VOLUME]), true},
  {"inertia error", "inertia_error", offsetof(GenerateReport, error[CLUMP_INERTIA]), true},
  {"largest distance / D", "distance_error", offsetof(GenerateReport, error[CLUMP_DISTANCE]), true},
  {"mean distance / D", "mean_error", offsetof(GenerateReport, error[CLUMP_MEAN]), true},
  {NULL, NULL, 0, false},
};

static const Row others[] = {
  {"surface to pebbles, most / D", "gap", offsetof(GenerateReport, gap), true},
  {"pebbles stick out, most / D", "out", offsetof(GenerateReport, out), true},
  {"pebbles stick out, mean / D", "out_mean", offsetof(GenerateReport, out_mean), true},
  {"centre is off / D", "centre_distance", offsetof(GenerateReport, centre), true},
  {"error bound of the shapes", "doubt", offsetof(GenerateReport, doubt), true},
  {NULL, NULL, 0, false},
};

static double number_of(const Trial *trial, const Row *row)
{
  double value;

  memcpy(&value, (const char *)&trial->report + row->place, sizeof value);
  return value;
}

static double seconds_of(const Trial *trial)
{
  const GenerateReport *r = &trial->report;

  return r->seconds_mesh + r->seconds_choice + r->seconds_measure;
}

/* asked: the bounds of the rows, NULL for rows without bounds. An exceeded bound is marked by !. */
static void rows_print(const Row *rows, const double *asked, int n, const Trial *trial)
{
  for (const Row *row = rows; row->label; row++) {
    const int e = (int)(row - rows);

    printf("%*s", LABEL, row->label);
    for (int k = 0; k < n; k++) {
      const bool missed = asked && !trial[k].report.met[e];

      if (!trial[k].made) printf(" %12s", "-");
      else if (!row->part) printf(" %12.6g", number_of(&trial[k], row));
      else printf(" %10.4f%%%s", 100 * number_of(&trial[k], row), missed ? "!" : " ");
    }
    if (asked && asked[e] > 0) printf("   asked %g%%", 100 * asked[e]);
    printf("\n");
  }
}

static int pieces_of(const MeshBody *solid)
{
  return solid->n_shapes > 0 ? solid->n_shapes : solid->mesh.n_faces;
}

static void trials_table(const Request *request, const MeshBody *solid, int n, const Trial *trial,
                         int best)
{
  printf("%s: %d %s, volume %.9g, D (of the sphere of this volume) %.9g\n\n", request->file[0],
         pieces_of(solid),
         solid->n_shapes == 1  ? "shape"
         : solid->n_shapes > 0 ? "shapes"
                               : "triangles",
         solid->mass.volume, solid->diameter);
  printf("%*s", LABEL, "method");
  for (int k = 0; k < n; k++) printf(" %12s", generator_name(trial[k].method));
  printf("\n");
  printf("%*s", LABEL, "pebbles");
  for (int k = 0; k < n; k++) printf(" %12d", trial[k].report.pebbles);
  printf("\n");
  rows_print(sizes, NULL, n, trial);
  rows_print(errors, request->generate.error, n, trial);
  rows_print(others, NULL, n, trial);
  printf("%*s", LABEL, "seconds");
  for (int k = 0; k < n; k++) printf(" %12.2f", seconds_of(&trial[k]));
  printf("\n");
  printf("\n%s: %d pebbles by %s", request->file[1], trial[best].report.pebbles,
         generator_name(trial[best].method));
  if (request->picture) printf("; %s", request->picture);
  printf("\n");
  if (!trial[best].report.all_met)
    printf("not all bounds are met: %s\n",
           trial[best].report.exhausted
             ? "the method finds no further sphere: allow smaller ones, or try another method"
             : "allow more pebbles, with --most");
}

static void trials_json(const MeshBody *solid, int n, const Trial *trial, int best)
{
  static const Row *const all[] = {sizes, errors, others};

  for (int k = 0; k < n; k++) {
    const GenerateReport *r = &trial[k].report;

    if (!trial[k].made) continue;
    printf("{\"method\": \"%s\", \"%s\": %d, \"volume\": %s, \"diameter\": %s, \"pebbles\": %d",
           generator_name(trial[k].method), solid->n_shapes > 0 ? "shapes" : "triangles",
           pieces_of(solid), real_text(solid->mass.volume).s, real_text(solid->diameter).s,
           r->pebbles);
    for (int i = 0; i < 3; i++)
      for (const Row *row = all[i]; row->label; row++)
        printf(", \"%s\": %s", row->key, real_text(number_of(&trial[k], row)).s);
    printf(", \"met\": %s, \"exhausted\": %s, \"written\": %s, \"seconds\": %.6f}\n",
           r->all_met ? "true" : "false", r->exhausted ? "true" : "false",
           k == best ? "true" : "false", seconds_of(&trial[k]));
  }
}

enum { MOST_METHODS = 16 };

/* Run one method. Converts --smallest from a length to a fraction of D. */
static bool try(const Request *request, const Body *source, const Generator *method, Trial *trial)
{
  GenerateOptions options = request->generate;
  char            why[256];

  *trial           = (Trial){.method = method};
  options.method   = method;
  options.smallest = request->generate.smallest / source->solid.diameter;
  if (!generate_options_are_sound(&options, why)) return refuse("%s", why);
  if (source->kind == BODY_SHAPES)
    trial->made = generate_shapes(&source->shapes.set, &source->shapes.materials, &options,
                                  &trial->set, &trial->report, why);
  else trial->made = generate(&source->solid.mesh, &options, &trial->set, &trial->report, why);
  return trial->made || refuse("%s: %s: %s", request->file[0], generator_name(method), why);
}

/* Index of the trial to write: fewest pebbles among those that meet all bounds; if none does, the
   smallest volume error; -1 if no trial succeeded. */
static int best_of(int n, const Trial *trial)
{
  int best = -1;

  for (int k = 0; k < n; k++) {
    const GenerateReport *a = &trial[k].report, *b = best >= 0 ? &trial[best].report : NULL;

    if (!trial[k].made) continue;
    if (!b || a->all_met > b->all_met) best = k;
    else if (a->all_met == b->all_met &&
             (a->all_met ? a->pebbles < b->pebbles
                         : a->error[CLUMP_VOLUME] < b->error[CLUMP_VOLUME]))
      best = k;
  }
  return best;
}

/* Materials of the set; for a mesh one material of its density. The caller frees the list. */
static void materials_of(const Body *source, Materials *materials)
{
  const Materials *own = &source->shapes.materials;

  if (source->kind == BODY_SHAPES) {
    materials->n = own->n;
    array_create(&materials->list, sizeof *materials->list, own->n);
    memcpy(materials->list, own->list, (size_t)own->n * sizeof *own->list);
  } else {
    pebble_materials_none(materials);
    materials->list[0].density = source->solid.mass.mass / source->solid.mass.volume;
  }
}

static PetscErrorCode trial_write(const Request *request, const Body *source, const Trial *trial,
                                  bool *good)
{
  const MeshBody *solid = &source->solid;
  PebbleBody      body  = {.set = trial->set, .mass = solid->mass};
  char            why[256];

  PetscFunctionBeginUser;
  materials_of(source, &body.materials);
  *good = true;
  /* mass properties, for formats that store them: with --mass mesh or shapes those of the source */
  if (!request->mesh_mass) {
    *good = mass_exact.find(&body.set, &body.materials, &request->options, &body.mass, why) ||
            refuse("%s", why);
    if (*good) mass_principal(&body.mass);
  }
  if (*good) PetscCall(body_write(request, &body, good));
  if (*good && request->picture)
    PetscCall(draw(request->picture, request->size, solid->mass.axes, &body.set, solid, good));
  array_free(&body.materials.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode run_methods(const Request *request, const Body *source, int *status)
{
  const MeshBody *solid = &source->solid;
  Trial           trial[MOST_METHODS];
  int             n = 0, best;
  bool            good;

  PetscFunctionBeginUser;
  if (!request->all) try(request, source, request->generate.method, &trial[n++]);
  for (int k = 0; request->all && generators[k] && n < MOST_METHODS; k++)
    try(request, source, generators[k], &trial[n++]);
  best = best_of(n, trial);
  good = best >= 0;
  if (good) PetscCall(trial_write(request, source, &trial[best], &good));
  *status = !good ? EXIT_USAGE : trial[best].report.all_met ? EXIT_DONE : EXIT_PHYSICS;
  if (good && request->json) trials_json(solid, n, trial, best);
  if (good && !request->json) trials_table(request, solid, n, trial, best);
  for (int k = 0; k < n; k++)
    if (trial[k].made) pebble_set_free(&trial[k].set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Complete the body of shapes by their surfaces and the mass of their union. */
static bool find_solid(const Request *request, Body *body)
{
  MassProperties mass;
  char           why[256];

  if (!shapes_mass_own(&body->shapes.set, &body->shapes.materials, 0, &mass, why))
    return refuse("%s: %s", request->file[0], why);
  shape_file_mesh(&body->shapes, &mass, &body->solid);
  return true;
}

static PetscErrorCode generate_run(const Request *request, int *status)
{
  Body body;
  bool good;

  PetscFunctionBeginUser;
  *status = EXIT_USAGE;
  PetscCall(body_read(request, &body, &good));
  if (good && body.kind == BODY_SHAPES) good = find_solid(request, &body);
  if (good) PetscCall(run_methods(request, &body, status));
  body_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const VerbPlugin verb_generate = {
  .head    = {.name = "generate",
              .text = "fill a mesh or .shapes with pebbles until error bounds hold"},
  .use     = "ROCK.stl OUT",
  .needs   = "two files, the mesh or shapes and the output",
  .n_files = 2,
  .run     = generate_run,
};
