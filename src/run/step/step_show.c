/* SPDX-License-Identifier: MIT */
/* The contacts of a step, shown to listeners (contact/contact_listeners.h). */
#include "constraint/seen.h"
#include "run/step/step.h"

PetscErrorCode step_show_hard(Sim *sim, const ConstraintScene *scene)
{
  const ContactVisitor to = contact_listeners_visitor(&sim->listeners, false);

  PetscFunctionBeginUser;
  if (sim->listeners.any) PetscCall(hard_visit(sim->constraints.hard, scene, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_show(Sim *sim, const Step *s)
{
  const ContactVisitor to     = contact_listeners_visitor(&sim->listeners, false),
                       to_far = contact_listeners_visitor(&sim->listeners, true);
  const Stage before          = sim->stages.now;

  PetscFunctionBeginUser;
  if (!sim->listeners.any) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_OUTPUT);
  PetscCall(contacts_visit(sim->contacts, &s->scene, &to));
  PetscCall(links_visit(&sim->links, &s->scene, &sim->templates, &to));
  constraints_tell(&sim->constraints, &sim->links);
  PetscCall(constraints_visit(&sim->links, &s->scene, &sim->templates, &to));
  if (contact_listeners_ask_far(&sim->listeners))
    PetscCall(interactions_visit(sim->interactions, &s->far, &to_far));
  contact_listeners_end(&sim->listeners, s->scene.clumps);
  stage(&sim->stages, before);
  PetscFunctionReturn(PETSC_SUCCESS);
}
