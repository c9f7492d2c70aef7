/* SPDX-License-Identifier: MIT */
/* Motion in a step with its constraints, and new lists (step.h). */
#include "constraint/apply.h"
#include "constraint/hard/hard.h"
#include "run/module_states.h"
#include "run/step/step.h"

ConstraintScene step_constraint_scene(Sim *sim)
{
  return (ConstraintScene){.domain     = &sim->space.domain,
                           .templates  = &sim->matter.templates,
                           .walls      = &sim->walls,
                           .clumps     = sim->matter.clumps,
                           .pebbles    = sim->matter.pebbles,
                           .links      = &sim->links,
                           .halo       = sim->space.halo,
                           .driven     = &sim->motion.walls.driven,
                           .loads      = sim->loads,
                           .deforms    = &sim->deforms,
                           .exclusions = &sim->exclusions,
                           .dt         = sim->clock.dt,
                           .gravity    = vec3_norm(sim->settings.gravity),
                           .last       = sim->settings.integrator->last};
}

ConstraintWork step_constraint_work(Sim *sim)
{
  return (ConstraintWork){.taken    = ledger_sum(&sim->energy.ledger, &ledger_constraints),
                          .supplied = ledger_sum(&sim->energy.ledger, &ledger_motors),
                          .walls    = ledger_sum(&sim->energy.ledger, &ledger_walls),
                          .groups   = ledger_sum(&sim->energy.ledger, &ledger_driven)};
}

/* Input of constraints in a step in which clumps move. */
static ConstraintScene moving_scene(Sim *sim, const Step *s)
{
  ConstraintScene scene = step_constraint_scene(sim);

  scene.motion = &s->motion;
  return scene;
}

PetscErrorCode step_correct(Sim *sim, Step *s)
{
  const ConstraintScene scene     = moving_scene(sim, s);
  const ConstraintWork  work      = step_constraint_work(sim);
  const ContactVisitor  listeners = contact_listeners_visitor(&sim->modules.listeners, false);

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_CONSTRAINT);
  if (sim->constraints.hard) constraints_begin(&sim->constraints, &scene);
  PetscCall(constraints_project(&sim->constraints, &scene, &s->report, &work));
  if (sim->modules.listeners.any) hard_visit(sim->constraints.hard, &scene, &listeners);
  s->corrected = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_move_and_correct(Sim *sim, Step *s)
{
  const ConstraintScene scene = moving_scene(sim, s);
  const bool            hard  = sim->constraints.hard;

  PetscFunctionBeginUser;
  driven_clear(scene.driven); /* sums of the step before; constraints may have ended with it */
  reactions_clear(sim->matter.clumps);
  if (!constraints_hold(&sim->constraints, &sim->links)) {
    if (sim->matter.clumps->borne) constraints_forget(sim->matter.clumps);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  stage(&sim->stages, STAGE_CONSTRAINT);
  constraints_note(&sim->constraints, &scene);
  if (!hard) constraints_begin(&sim->constraints, &scene);
  stage(&sim->stages, STAGE_MOTION);
  constraints_move(&sim->constraints, &scene, &s->report);
  if (hard) PetscCall(step_renew_for_contacts(sim, s));
  if (s->end == RUN_GOES_ON) PetscCall(step_correct(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_settle(Sim *sim, Step *s)
{
  const ConstraintScene scene  = step_constraint_scene(sim);
  const int64_t         passes = sim->settings.static_passes;

  PetscFunctionBeginUser;
  if (passes == 0 || !constraints_hold(&sim->constraints, &sim->links))
    PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_CONSTRAINT);
  PetscCall(constraints_settle(&sim->constraints, &scene, passes, &s->report));
  s->plan      = PLAN_REBUILD;
  s->corrected = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_renew_lists(Sim *sim, Step *s, StepPlan plan)
{
  PetscFunctionBeginUser;
  if (plan >= PLAN_REBUILD) {
    PetscCall(sim_rebuild(sim, s->motion.dt, plan == PLAN_FORCED_BALANCE));
    s->report.left = false;
  } else PetscCall(sim_narrow(sim));
  s->moved_next = lists_next_travel(sim, &s->report, s->travel_before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_move_to_new_lists(Sim *sim, Step *s)
{
  const bool rebuild = s->plan >= PLAN_REBUILD;
  bool       lost;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  if (!s->corrected)
    motion_start(sim->matter.clumps, &s->motion, 0, sim->matter.clumps->n_owned, sim->loads,
                 &s->report);
  sim->lists.moved = travel_add(sim->lists.moved, lists_step_travel(sim, &s->report));
  lost             = rebuild && !s->report.in_range;
  stage(&sim->stages, rebuild ? STAGE_MIGRATE : STAGE_NARROW);
  /* positions must be finite before they are wrapped and assigned to ranks */
  if (rebuild) PetscCall(parallel_any(&sim->par, &lost));
  if (lost) {
    PetscCall(breakdown_tell_lost(sim));
    s->end = RUN_BROKEN;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(step_renew_lists(sim, s, s->plan));
  PetscFunctionReturn(PETSC_SUCCESS);
}
