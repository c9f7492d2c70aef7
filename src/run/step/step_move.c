/* SPDX-License-Identifier: MIT */
/* Motion in a step with its constraints, the age of lists, and new lists (step.h). */
#include "constraint/apply.h"
#include "constraint/hard/hard.h"
#include "run/module_states.h"
#include "run/step/step.h"

/* Travel together with a motion of the images of a cell that deforms, m. */
static Travel with_images(const Sim *sim, Travel travel, double way)
{
  return travel_with_images(travel, way, sim->lists.profile.used);
}

Travel step_this_way(const Sim *sim, const MotionReport *motion)
{
  return with_images(sim, travel_widen(motion->travel, sim->space.domain.grain),
                     sim_cell(sim)->moving.step_way);
}

/* Bound of the displacements of the next step: those of this one and 10 % more. */
static Travel next_way(const Sim *sim, const Step *s)
{
  const Travel all  = travel_add(s->report.travel, s->travel_before);
  Travel       next = with_images(sim, travel_widen(all, sim->space.domain.grain + 0.1 * all.way),
                                  1.1 * sim_cell(sim)->moving.step_way);

  next.turn *= 1.1;
  return next;
}

/* Measure the displacements since the near lists were made; *next: at the end of the next step. */
static void measure_moved(Sim *sim, Travel *next)
{
  Lists            *l    = &sim->lists;
  const MovingCell *cell = &sim_cell(sim)->moving;

  motion_moved(sim->matter.clumps, &sim->matter.templates, sim->clock.dt, lists_profile(l),
               lists_age(l), &l->moved, next);
  l->moved = with_images(sim, l->moved, cell->way);
  *next    = with_images(sim, *next, cell->way + 1.1 * cell->step_way);
}

Travel step_add_travel(Sim *sim, const Step *s)
{
  Lists *l = &sim->lists;
  Travel next;

  l->moved = travel_add(l->moved, step_this_way(sim, &s->report));
  next     = travel_add(l->moved, next_way(sim, s));
  if (lists_bound(l, next) > 0.5 * l->near) measure_moved(sim, &next);
  return next;
}

double step_bound(const Sim *sim, const ListTravel *moved, Since since, double time)
{
  const Travel clumps = travel_of_maxima(since == SINCE_NEAR ? moved->near : moved->built);
  const double way    = travel_of_maxima(moved->built).way;

  if (sim->motion.walls.n == 0) return lists_bound(&sim->lists, clumps);
  return travel_bound(
    travel_join(clumps, wall_motions_travel(&sim->motion.walls, since, time, way)));
}

StepPlan step_plan_for(const Sim *sim, const ListTravel *moved, double time, double ahead)
{
  return step_plan(step_bound(sim, moved, SINCE_BUILT, time) > 0.5 * (sim->lists.skin - ahead),
                   step_bound(sim, moved, SINCE_NEAR, time) > 0.5 * sim->lists.near);
}

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
    PetscCall(sim_rebuild(sim, s->motion.dt, plan == PLAN_BALANCE));
    s->report.left = false;
  } else PetscCall(sim_narrow(sim));
  s->moved_next = next_way(sim, s);
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
  sim->lists.moved = travel_add(sim->lists.moved, step_this_way(sim, &s->report));
  lost             = rebuild && !s->report.in_range;
  stage(&sim->stages, rebuild ? STAGE_MIGRATE : STAGE_NARROW);
  /* positions must be finite before they are wrapped and assigned to ranks */
  if (rebuild) PetscCall(parallel_any(&sim->par, &lost));
  if (lost) {
    PetscCall(breakdown_lost(sim));
    s->end = RUN_BROKEN;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(step_renew_lists(sim, s, s->plan));
  PetscFunctionReturn(PETSC_SUCCESS);
}
