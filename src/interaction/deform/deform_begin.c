/* SPDX-License-Identifier: MIT */
/* Deformable bodies of a run: made, or taken from a checkpoint (deform.h). */
#include "interaction/deform/deform.h"
#include "matter/module.h"

static DeformScene scene_of(const World *w)
{
  return (DeformScene){
    .par = w->par, .options = w->options, .domain = w->domain, .clumps = w->clumps};
}

static StatePart part_of(Deform *deform, const char *name)
{
  return state_part(STATE_FOLDER, deform_kind.name, name, deform_state, deform);
}

PetscErrorCode deforms_make(World *w)
{
  const DeformScene scene = scene_of(w);

  PetscFunctionBeginUser;
  for (int k = 0; k < w->deforms->n && !options_has_mistakes(w->options); k++) {
    Deform *d = &w->deforms->list[k];
    bool    found;

    world_take(w, part_of(d, d->name), &found);
    PetscCall(deform_make(&scene, w->deforms, k, found));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode deforms_look(World *w, bool more)
{
  DeformScene scene = scene_of(w);

  PetscFunctionBeginUser;
  scene.more = more;
  for (int k = 0; k < w->deforms->n; k++)
    if (!options_object_is_stored(w->options, deform_kind.name, w->deforms->list[k].name))
      PetscCall(deform_make(&scene, w->deforms, k, false));
  deforms_forget(w->deforms);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)self;
  PetscFunctionBeginUser;
  if (!w) state_list_part(parts, part_of(NULL, "<name>"));
  else PetscCall(deforms_gather(w->deforms, w->par));
  for (int k = 0; w && k < w->deforms->n; k++)
    state_list_part(parts, part_of(&w->deforms->list[k], w->deforms->list[k].name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module deforms_module;
const Module        deforms_module = {.name = "deforms", .list = list};
