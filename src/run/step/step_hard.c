/* SPDX-License-Identifier: MIT */
/* Hard contacts in a step. They are found and corrected with the present lists, before any rank
   knows whether the lists of another one lack a pair. If the reduction at the end of the step finds
   that some do, clumps go back to where they were when the sweeps began (constraint/hard/hard.c),
   and the sweeps are made again with new lists. */
#include "constraint/hard/hard.h"
#include "contact/memory/unpaired.h"
#include "run/step/step.h"

/* ---- a warning ---- */

/* Warn once that bodies may pass through each other or through a mesh, as contacts are looked for
   only at the end of a step. */
static void warn_of_speed(Sim *sim, Travel way)
{
  const double closer = 2 * travel_bound(way), most = 2 * sim->timestep.scales.smallest;
  const bool   meshes = walls_give_facets(&sim->walls) && way.way > 0.5 * most;

  if (sim->constraints.warned || !(closer > most || meshes)) return;
  sim->constraints.warned = true;
  warning_add(&sim->warnings,
              "hard contacts: in step %" PRId64
              " bodies move by up to %.3g m and may come closer by "
              "%.3g m, while the smallest diameter is %.3g m: they may pass through %s. Take a "
              "smaller dt, or "
              "more substeps",
              sim->clock.step, way.way, closer, most, closer > most ? "each other" : "meshes");
}

/* ---- lists ---- */

/* Make new lists by a plan, of clumps that have moved, before the sweeps. The rest of the step
   keeps these lists. moved: the travel since the near lists were made. */
static PetscErrorCode renew(Sim *sim, Step *s, StepPlan plan, Travel moved)
{
  PetscFunctionBeginUser;
  sim->lists.moved = moved;
  unpaired_hold(sim->contacts); /* memory: sweeps may bring together what is apart now */
  PetscCall(step_renew_lists(sim, s, plan));
  s->plan          = PLAN_REFRESH;
  s->travel_before = travel_add(s->travel_before, s->report.travel);
  s->report.travel = TRAVEL_REST; /* since the lists were made */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Agree on the displacements before the sweeps, and renew lists that may lack a pair that
   overlaps now. */
static PetscErrorCode renew_now(Sim *sim, Step *s, Travel moved)
{
  HardAgreed found = step_hard_doubt(sim, s);
  StepPlan   least;

  PetscFunctionBeginUser;
  PetscCall(parallel_max(&sim->par, (double *)&found, sizeof found / sizeof(double)));
  if (found.out_of_range > 0) {
    PetscCall(breakdown_tell_lost(sim));
    s->end = RUN_BROKEN;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  warn_of_speed(sim, travel_of_maxima(found.way));
  least = lists_plan(sim, &found.moved, sim_time(sim), 0);
  if (least < s->plan) least = s->plan;
  if (least > PLAN_REFRESH) PetscCall(renew(sim, s, least, moved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_renew_for_contacts(Sim *sim, Step *s)
{
  const Travel          moved = travel_add(sim->lists.moved, lists_step_travel(sim, &s->report));
  const ConstraintScene scene = step_constraint_scene(sim);
  const ConstraintWork  work  = step_constraint_work(sim);

  PetscFunctionBeginUser;
  s->hard_doubt = (HardDoubt){.moved = moved, .motion = s->report, .gone = sim->lists.gone};
  if (sim->par.size == 1 || s->plan >= PLAN_REBUILD) {
    PetscCall(renew_now(sim, s, moved));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (s->plan == PLAN_NARROW) {
    PetscCall(renew(sim, s, PLAN_NARROW, moved));
    s->hard_doubt.moved = TRAVEL_REST;
  }
  s->hard_doubt.unsure = true;
  hard_note(sim->constraints.hard, &scene, &s->report, &work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

HardAgreed step_hard_doubt(const Sim *sim, const Step *s)
{
  const bool   in_range = s->hard_doubt.motion.in_range;
  const Travel rest = TRAVEL_REST, moved = in_range ? s->hard_doubt.moved : rest,
               way = in_range ? s->hard_doubt.motion.travel : rest;
  HardAgreed found = {.out_of_range = !in_range};

  travel_to_maxima(travel_add(sim->lists.moved_before, moved), found.moved.built);
  travel_to_maxima(moved, found.moved.near);
  travel_to_maxima(way, found.way);
  return found;
}

/* ---- again ---- */

/* Go back, and make the sweeps and begin the evaluation again with lists by this plan. */
static PetscErrorCode correct_again(Sim *sim, Step *s, StepPlan plan)
{
  const ConstraintScene scene = step_constraint_scene(sim);
  const ConstraintWork  work  = step_constraint_work(sim);

  PetscFunctionBeginUser;
  hard_return(sim->constraints.hard, &scene, &s->report, &work);
  loads_clear(sim->loads, sim->matter.clumps->n);
  sim->lists.gone = s->hard_doubt.gone;
  PetscCall(renew(sim, s, plan, s->hard_doubt.moved));
  contact_listeners_begin(&sim->modules.listeners,
                          &sim->clock); /* they forget the contacts shown before */
  PetscCall(step_correct(sim, s));
  PetscCall(step_move_and_send(sim, s));
  sim->stages.counters.again++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_judge_contacts(Sim *sim, Step *s, bool *again)
{
  const HardAgreed *found = &s->agreed.hard;
  StepPlan          plan;

  PetscFunctionBeginUser;
  *again = false;
  if (!s->hard_doubt.unsure) PetscFunctionReturn(PETSC_SUCCESS);
  s->hard_doubt.unsure = false;
  if (found->out_of_range > 0) PetscFunctionReturn(PETSC_SUCCESS); /* stop_if_broken will see it */
  warn_of_speed(sim, travel_of_maxima(found->way));
  plan   = lists_plan(sim, &found->moved, sim_time(sim), 0);
  *again = plan > PLAN_REFRESH;
  if (*again) PetscCall(correct_again(sim, s, plan));
  PetscFunctionReturn(PETSC_SUCCESS);
}
