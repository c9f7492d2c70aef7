/* SPDX-License-Identifier: MIT */
/* The change of a time step that follows the state (measure/timestep/follow.h). It is made as a restart
   with another dt makes it: the step before is completed, so that positions, velocities and forces are
   those of one time, and the next step begins from there with its own dt. */
#include "run/module_states.h"
#include "run/step/step.h"

double step_way(const Sim *sim, const Step *s)
{
  const ImpactSpeeds *speeds = sim_impact(sim);
  const double        start  = speeds->given >= 0 ? speeds->given : speeds->free;

  if (!sim_follow(sim)->on) return 0;
  if (!step_moves(s)) return (start + speeds->walls) * sim->clock.dt;
  return step_this_way(sim, &s->report).way + speeds->walls * sim->clock.dt;
}

double step_ahead(const Sim *sim, int64_t step)
{
  return follow_looks(sim_follow(sim), step) ? sim_follow(sim)->ahead : 0;
}

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
