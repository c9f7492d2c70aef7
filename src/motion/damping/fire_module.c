/* SPDX-License-Identifier: MIT */
/* The module of FIRE (fire.h), whose constants and state are with those of damping. */
#include "matter/module.h"
#include "motion/damping/damping.h"
#include "motion/integrator.h"

extern const Module fire_module;

static PetscErrorCode read(void *self, World *w)
{
  return module_take(&fire_module, self, w); /* damping has read its constants */
}

static FireScene scene_of(const World *w)
{
  return (FireScene){
    .gravity = w->gravity, .flow = w->flow, .dt = w->clock->dt, .last = w->integrator->last};
}

static PetscErrorCode ask(void *self, World *w, AskedSums *asked)
{
  const FireScene scene = scene_of(w);
  Sum            *sums;

  (void)self;
  PetscFunctionBeginUser;
  if (!(w->damping->fire.start > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  world_complete(w);
  PetscCall(asked_sums(asked, FIRE_SUMS, &sums));
  fire_add(w->clumps, &scene, sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums, bool seen)
{
  const FireScene scene = scene_of(w);
  double          of[FIRE_SUMS];

  (void)self;
  (void)seen;
  PetscFunctionBeginUser;
  if (!sums) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < FIRE_SUMS; k++) of[k] = sum_value(&sums[k]);
  fire_mix(&w->damping->fire, w->clumps, &scene, of, world_energy(w, "damping"),
           world_energy(w, "cell"));
  w->touched = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  StatePart part = {.folder = STATE_FOLDER "/damping/fire",
                    .items  = fire_state,
                    .owner  = w ? &w->damping->fire : NULL};

  (void)self;
  PetscFunctionBeginUser;
  if (!w || w->damping->fire.used) PetscCall(state_list_part(parts, part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Module fire_module = {.name  = "fire",
                            .needs = "damping",
                            .setup = {.read = read},
                            .step  = {.ask = ask, .end = end_step},
                            .list  = list};
