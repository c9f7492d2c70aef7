/* SPDX-License-Identifier: MIT */
/* Deformable bodies of a run (deform_run.h). */
#include "run/deform_run.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"
#include "supply/population/population.h"

static DeformScene scene_of(const Sim *sim)
{
  return (DeformScene){
    .par = &sim->par, .options = sim->options, .domain = &sim->domain, .clumps = sim->clumps};
}

static PetscErrorCode list_one(StateParts *parts, const char *name, Deform *deform)
{
  return state_list(parts, STATE_FOLDER, deform_kind.name, name, deform_state, deform);
}

/* Take the skin of an object that the checkpoint has. */
static PetscErrorCode take(Sim *sim, const Checkpoint *ck, Deform *d, bool *found)
{
  StateParts parts = {0};

  PetscFunctionBeginUser;
  *found = false;
  if (!ck) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(list_one(&parts, d->name, d));
  PetscCall(parts_take(sim, ck, parts.list[0], found));
  array_free(&parts.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode deform_run_make(Sim *sim, const Checkpoint *ck)
{
  const DeformScene scene = scene_of(sim);

  PetscFunctionBeginUser;
  for (int k = 0; k < sim->deforms.n && !options_has_mistakes(sim->options); k++) {
    bool found;

    PetscCall(take(sim, ck, &sim->deforms.list[k], &found));
    PetscCall(deform_make(&scene, &sim->deforms, k, found));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode deform_run_look(Sim *sim)
{
  DeformScene scene = scene_of(sim);

  PetscFunctionBeginUser;
  scene.more = population_has_fills(sim->options);
  for (int k = 0; k < sim->deforms.n; k++)
    if (!options_object_is_stored(sim->options, deform_kind.name, sim->deforms.list[k].name))
      PetscCall(deform_make(&scene, &sim->deforms, k, false));
  deforms_forget(&sim->deforms);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void deform_run_limits(const Sim *sim, ShortestContact *s)
{
  for (int k = 0; k < sim->deforms.n; k++) {
    const Deform    *d      = &sim->deforms.list[k];
    const DeformLaw *l      = &d->law;
    const double     square = l->stretching * d->factor[TERM_STRETCHING] +
                          l->content * d->factor[TERM_CONTENT] +
                          l->bending * d->factor[TERM_BENDING] + l->edge * d->factor[TERM_EDGE] +
                          l->tension * d->factor[TERM_TENSION];
    const double time = square > 0 ? PETSC_PI / sqrt(square) : INFINITY,
                 rate = FACE_DASHPOT * l->damping * d->factor[TERM_DAMPING];
    char text[sizeof s->face];

    snprintf(text, sizeof text, "nodes of deformable %s", d->name);
    if (time < s->face_time) memcpy(s->face, text, sizeof text);
    if (rate > s->rate) memcpy(s->dashpot, text, sizeof text);
    s->face_time = fmin(s->face_time, time);
    s->rate      = fmax(s->rate, rate);
  }
}

PetscErrorCode deform_run_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  PetscCall(deforms_gather(&sim->deforms, &sim->par));
  for (int k = 0; k < sim->deforms.n; k++)
    PetscCall(list_one(parts, sim->deforms.list[k].name, &sim->deforms.list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode deform_run_document(StateParts *parts)
{
  return list_one(parts, "<name>", NULL);
}
