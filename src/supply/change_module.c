/* SPDX-License-Identifier: MIT */
/* The module of changes (change.h). */
#include "matter/group_read.h"
#include "motion/prescribed/wall_motion.h"
#include "supply/change.h"

static ChangeScene scene_of(const World *w)
{
  return (ChangeScene){.clumps    = w->clumps,
                       .materials = w->materials,
                       .templates = w->templates,
                       .groups    = w->groups,
                       .driven    = driven_groups(&w->motions->driven)};
}

static PetscErrorCode read(void *self, World *w)
{
  const SourceScene scene = source_scene(w);

  PetscFunctionBeginUser;
  PetscCall(changes_read(&scene, self));
  PetscCall(module_take(&changes_module, self, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Refuse to change the size of a free wall, and to free one that has no mass. */
static void check_free_walls(const World *w, const Change *change)
{
  for (int k = 0; k < w->walls->n; k++) {
    const char *wall = w->walls->list[k].name;
    uint64_t    groups;
    bool        grows, frees;

    if (!w->walls->list[k].carried || !change->kind) continue;
    grows = change->kind->growth != NULL;
    frees = change->kind->frees && option_real_or(w->options, "wall", wall, "mass", -1) == 0;
    if (!grows && !frees) continue;
    groups_selected(w->options, "wall", wall, "group", w->groups, &groups);
    if (change->groups == 0 || change->groups & groups)
      option_mistake(
        w->options, "change", change->name, "groups", "free wall %s is among them, %s", wall,
        grows ? "whose size cannot change" : "which has no mass: it can only be driven");
  }
}

/* Events, which come first in the list of modules, have said which changes they start. */
static PetscErrorCode resolve(void *self, World *w)
{
  const SourceScene scene = source_scene(w);
  Changes          *all   = self;

  PetscFunctionBeginUser;
  changes_find_groups(&scene, all);
  if (!options_are_sound(w->options, "event")) PetscFunctionReturn(PETSC_SUCCESS);
  changes_check(&scene, all);
  for (int k = 0; k < all->n; k++) check_free_walls(w, &all->list[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode foresee(void *self, World *w)
{
  const ChangeScene scene = scene_of(w);
  const PetscInt    n     = w->extremes->n_owned;

  PetscFunctionBeginUser;
  PetscCall(changes_foresee(self, &scene, w->extremes));
  /* extremes that the run before the restart had used include the clumps that changes may make */
  if (*w->known == n) *w->known = w->extremes->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums, bool seen)
{
  const double now = clock_reached(w->clock);
  ChangeScene  scene;
  bool         removed;

  (void)sums;
  (void)seen;
  PetscFunctionBeginUser;
  if (!changes_are_due(self, now)) PetscFunctionReturn(PETSC_SUCCESS);
  scene = scene_of(w);
  world_complete(w);
  PetscCall(changes_make(self, w->par, &scene, w->clock->step, now, &removed));
  PetscCall(driven_anchor(w->par, w->options, w->domain, false, &w->motions->driven, w->clumps));
  PetscCall(world_renew(w, removed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)w;
  return self ? changes_list(self, STATE_FOLDER, parts) : changes_document(STATE_FOLDER, parts);
}

static void end(void *self)
{
  changes_free(self);
}

const Module changes_module = {.name  = "changes",
                               .size  = sizeof(Changes),
                               .needs = "material template clumps change inlet",
                               .setup = {.read = read, .resolve = resolve, .foresee = foresee},
                               .step  = {.end = end_step},
                               .list  = list,
                               .free  = end};
