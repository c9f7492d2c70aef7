/* SPDX-License-Identifier: MIT */
/* Verb generate: pebbles from a mesh or from shapes by one method or by all; writes the best clump
   and reports its errors. */
#include "shape/generate/generate_shapes.h"
#include "tools/clump/body.h"
#include "tools/clump/draw.h"
#include "tools/clump/shape_file.h"
#include "tools/clump/tell.h"
#include "tools/clump/trial.h"
#include "tools/clump/verbs.h"

enum { MOST_METHODS = 16 };

/* The body to fill with pebbles. */
typedef struct {
  MeshBody  solid;  /* for shapes: their tessellated surfaces and the mass of their union */
  bool      is_set; /* true: shapes; false: a mesh */
  ShapeFile shapes;
} Source;

/* Run one method. Converts --smallest from a length to a fraction of D. */
static bool try(const Request *request, const Source *source, const Generator *method, Trial *trial)
{
  GenerateOptions options = request->generate;
  char            why[256];

  *trial           = (Trial){.method = method};
  options.method   = method;
  options.smallest = request->generate.smallest / source->solid.diameter;
  if (!generate_options_are_sound(&options, why)) return refuse("%s", why);
  if (source->is_set)
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

/* Set body->mass, for formats that store mass properties: that of the source with --mass mesh or
   shapes, else that of the pebbles. */
static bool weigh(const Request *request, const Source *source, PebbleBody *body)
{
  char why[256];

  if (request->mesh_mass) {
    body->mass = source->solid.mass;
    return true;
  }
  if (!mass_exact.find(&body->set, &body->materials, &request->options, &body->mass, why))
    return refuse("%s", why);
  mass_principal(&body->mass);
  return true;
}

/* Materials of the set; for a mesh one material of its density. The caller frees the list. */
static PetscErrorCode materials_of(const Source *source, Materials *materials)
{
  const Materials *own = &source->shapes.materials;

  PetscFunctionBeginUser;
  if (source->is_set) {
    materials->n = own->n;
    PetscCall(array_create(&materials->list, sizeof *materials->list, own->n));
    memcpy(materials->list, own->list, (size_t)own->n * sizeof *own->list);
  } else {
    PetscCall(pebble_materials_none(materials));
    materials->list[0].density = source->solid.mass.mass / source->solid.mass.volume;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode trial_write(const Request *request, const Source *source, const Trial *trial,
                                  bool *good)
{
  const MeshBody *solid = &source->solid;
  PebbleBody      body  = {.set = trial->set};
  char            name[NAME_LENGTH], why[4096];

  PetscFunctionBeginUser;
  body_name(request->file[1], name);
  body.name = name;
  PetscCall(materials_of(source, &body.materials));
  *good = weigh(request, source, &body);
  if (*good) {
    PetscCall(pebble_file_write(request->to, request->file[1], &body, good, why, sizeof why));
    if (!*good) refuse("%s", why);
  }
  if (*good && request->to->is_turned)
    note("%s: coordinates are about the centre of mass, along the principal axes, as the format "
         "requires",
         request->file[1]);
  if (*good && request->picture)
    PetscCall(draw(request->picture, request->size, solid->mass.axes, &body.set, solid, good));
  array_free(&body.materials.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode answer(const Request *request, const Source *source, int *status)
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
  if (good && request->json) trials_json(request, solid, n, trial, best);
  if (good && !request->json) trials_table(request, solid, n, trial, best);
  for (int k = 0; k < n; k++) {
    if (trial[k].made) pebble_set_free(&trial[k].set);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode source_read(const Request *request, Source *source, bool *good)
{
  MassProperties mass;
  char           why[256];

  PetscFunctionBeginUser;
  *source = (Source){.is_set = shape_file_is_in(request->file[0])};
  if (!source->is_set) {
    PetscCall(mesh_body_read(request, request->file[0], &source->solid, good));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(shape_file_read(request, &source->shapes, good));
  if (*good && !shapes_mass_own(&source->shapes.set, &source->shapes.materials, 0, &mass, why))
    *good = refuse("%s: %s", request->file[0], why);
  if (*good) PetscCall(shape_file_mesh(&source->shapes, &mass, &source->solid));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode generate_run(const Request *request, int *status)
{
  Source source;
  bool   good;

  PetscFunctionBeginUser;
  *status = EXIT_USAGE;
  PetscCall(source_read(request, &source, &good));
  if (good) PetscCall(answer(request, &source, status));
  mesh_body_free(&source.solid);
  shape_file_free(&source.shapes);
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
