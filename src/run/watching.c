/* SPDX-License-Identifier: MIT */
/* Watchers of contacts (watching.h). */
#include "run/watching.h"
#include "constraint/seen.h"
#include "run/sim.h"

PetscErrorCode watching_add(Sim *sim, const Watcher *watcher)
{
  Watching *w = &sim->watching;

  PetscFunctionBeginUser;
  PetscCheck(w->n < WATCHERS_MOST, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "more than %d outputs and measurements of contacts", WATCHERS_MOST);
  w->list[w->n++] = *watcher;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void watching_stop(Sim *sim)
{
  sim->watching.n   = 0;
  sim->watching.any = false;
}

static bool is_due(const Sim *sim, const Watcher *w)
{
  return beat_falls(&w->beat, &sim->clock, sim->clock.step) || sim->clock.step == w->also;
}

PetscErrorCode watching_begin(Sim *sim)
{
  Watching *w = &sim->watching;

  PetscFunctionBeginUser;
  w->any = false;
  for (int k = 0; k < w->n; k++) {
    w->due[k] = is_due(sim, &w->list[k]);
    w->any    = w->any || w->due[k];
    if (w->due[k]) PetscCall(w->list[k].begin(w->list[k].self));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pass contacts on to the watchers that are due. */
static PetscErrorCode pass_on(void *self, const ContactSeen *seen, int n)
{
  const Watching *w = self;

  PetscFunctionBeginUser;
  for (int k = 0; k < w->n; k++) {
    const Watcher *to = &w->list[k];

    for (int i = 0; i < n && w->due[k]; i++) PetscCall(to->see(to->self, &seen[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pass pairs of interactions on to the watchers that ask for them. */
static PetscErrorCode pass_far(void *self, const ContactSeen *seen, int n)
{
  const Watching *w = self;

  PetscFunctionBeginUser;
  for (int k = 0; k < w->n; k++) {
    const Watcher *to = &w->list[k];

    for (int i = 0; i < n && w->due[k] && to->far; i++) PetscCall(to->see(to->self, &seen[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool asks_far(const Watching *w)
{
  for (int k = 0; k < w->n; k++)
    if (w->due[k] && w->list[k].far) return true;
  return false;
}

PetscErrorCode watching_show_hard(Sim *sim, const ConstraintScene *scene)
{
  const ContactVisitor to = {&sim->watching, pass_on};

  PetscFunctionBeginUser;
  if (sim->watching.any) PetscCall(hard_visit(sim->constraints.hard, scene, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode watching_show(Sim *sim, const ContactScene *scene, const InteractionScene *far)
{
  const ContactVisitor to = {&sim->watching, pass_on}, to_far = {&sim->watching, pass_far};
  const Stage          before = sim->stages.now;

  PetscFunctionBeginUser;
  if (!sim->watching.any) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_OUTPUT);
  PetscCall(contacts_visit(sim->contacts, scene, &to));
  PetscCall(links_visit(&sim->links, scene, &sim->templates, &to));
  constraints_tell(&sim->constraints, &sim->links);
  PetscCall(constraints_visit(&sim->links, scene, &sim->templates, &to));
  if (asks_far(&sim->watching)) PetscCall(interactions_visit(sim->interactions, far, &to_far));
  for (int k = 0; k < sim->watching.n; k++)
    if (sim->watching.due[k] && sim->watching.list[k].end)
      sim->watching.list[k].end(sim->watching.list[k].self, scene->clumps);
  stage(&sim->stages, before);
  PetscFunctionReturn(PETSC_SUCCESS);
}
