/* SPDX-License-Identifier: MIT */
/* Pebbles from a mesh: by one method or by all, written in any format, with a report of what they are off. */
#include "clump/body.h"
#include "clump/draw.h"
#include "clump/tell.h"
#include "clump/trial.h"
#include "clump/verbs.h"

enum { MOST_METHODS = 16 };

/* Lengths are asked in units of the mesh, and --smallest is one. */
static bool try(const Request *request, const MeshBody *solid, const Generator *method, Trial *trial)
{
  GenerateOptions options = request->generate;
  char            why[256];

  *trial           = (Trial){.method = method};
  options.method   = method;
  options.smallest = request->generate.smallest / solid->diameter;
  if (!generate_options_are_sound(&options, why)) return refuse("%s", why);
  trial->made = generate(&solid->mesh, &options, &trial->set, &trial->report, why);
  return trial->made || refuse("%s: %s: %s", request->file[0], generator_name(method), why);
}

/* The one of fewest pebbles among those that meet what was asked; if none does, the one of the least volume error; -1: none. */
static int best_of(int n, const Trial *trial)
{
  int best = -1;

  for (int k = 0; k < n; k++) {
    const GenerateReport *a = &trial[k].report, *b = best >= 0 ? &trial[best].report : NULL;

    if (!trial[k].made) continue;
    if (!b || a->all_met > b->all_met) best = k;
    else if (a->all_met == b->all_met && (a->all_met ? a->pebbles < b->pebbles : a->error[CLUMP_VOLUME] < b->error[CLUMP_VOLUME]))
      best = k;
  }
  return best;
}

/* Mass properties for formats that have room for them. */
static bool weigh(const Request *request, const MeshBody *solid, PebbleBody *body)
{
  char why[256];

  if (request->mesh_mass) {
    body->mass = solid->mass;
    return true;
  }
  if (!mass_exact.find(&body->set, &body->materials, &request->options, &body->mass, why)) return refuse("%s", why);
  mass_principal(&body->mass);
  return true;
}

static PetscErrorCode trial_write(const Request *request, const MeshBody *solid, const Trial *trial, bool *good)
{
  PebbleBody body = {.set = trial->set};
  char       name[NAME_LENGTH], why[4096];

  PetscFunctionBeginUser;
  body_name(request->file[1], name);
  body.name = name;
  PetscCall(pebble_materials_none(&body.materials));
  body.materials.list[0].density = solid->mass.mass / solid->mass.volume;
  *good                          = weigh(request, solid, &body);
  if (*good) PetscCall(pebble_file_write(request->to, request->file[1], &body, good, why, sizeof why));
  if (!*good) refuse("%s", why);
  if (*good && request->to->is_turned)
    note("%s: about the centre, along the principal axes: the format has no other frame", request->file[1]);
  if (*good && request->picture) PetscCall(draw(request->picture, request->size, solid->mass.axes, &body.set, solid, good));
  array_free(&body.materials.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode answer(const Request *request, const MeshBody *solid, int *status)
{
  Trial trial[MOST_METHODS];
  int   n = 0, best;
  bool  good;

  PetscFunctionBeginUser;
  if (!request->all) try(request, solid, request->generate.method, &trial[n++]);
  for (int k = 0; request->all && generators[k] && n < MOST_METHODS; k++) try(request, solid, generators[k], &trial[n++]);
  best = best_of(n, trial);
  good = best >= 0;
  if (good) PetscCall(trial_write(request, solid, &trial[best], &good));
  *status = !good ? EXIT_USAGE : trial[best].report.all_met ? EXIT_DONE : EXIT_PHYSICS;
  if (good && request->json) trials_json(request, solid, n, trial, best);
  if (good && !request->json) trials_table(request, solid, n, trial, best);
  for (int k = 0; k < n; k++) {
    if (trial[k].made) pebble_set_free(&trial[k].set);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode generate_run(const Request *request, int *status)
{
  MeshBody solid;
  bool     good;

  PetscFunctionBeginUser;
  *status = EXIT_USAGE;
  PetscCall(mesh_body_read(request, request->file[0], &solid, &good));
  if (good) PetscCall(answer(request, &solid, status));
  mesh_body_free(&solid);
  PetscFunctionReturn(PETSC_SUCCESS);
}
