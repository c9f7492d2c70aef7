/* SPDX-License-Identifier: MIT */
/* The change of a time step that follows the state (measure/timestep/follow.h). It is made as a restart
   with another dt makes it: the step before is completed, so that positions, velocities and forces are
   those of one time, and the next step begins from there with its own dt. */
#include "run/module_states.h"
#include "run/step/step.h"

PetscErrorCode step_follow(Sim *sim)
{
  Follow *f = sim_follow(sim);

  PetscFunctionBeginUser;
  if (!f->on || f->next == f->made) PetscFunctionReturn(PETSC_SUCCESS);
  sim_complete(sim);
  PetscCall(ledger_stretch(&sim->energy.ledger, &sim->par, (double)f->next / (double)f->made));
  follow_change(f, &sim->clock);
  PetscFunctionReturn(PETSC_SUCCESS);
}
