/* SPDX-License-Identifier: MIT */
/* Hard contacts in a step. They are found and corrected with the present lists, before any rank
   knows whether the lists of another one lack a pair. If the reduction at the end of the step finds
   that some do, clumps go back to where they were when the sweeps began (constraint/hard/hard_before.c),
   and the sweeps are made again with new lists. */
#include "constraint/hard/hard.h"
#include "contact/memory/unpaired.h"
#include "run/lists/rebuild.h"
#include "run/step/breakdown.h"
#include "run/step/step.h"

/* Values that are reduced, if FoundContacts.unsure. */
enum {
  HARD_MOVED = 0 * TRAVEL_REALS, /* as AGREE_MOVED and AGREE_NEAR_MOVED, when contacts were found */
  HARD_NEAR  = 1 * TRAVEL_REALS,
  HARD_WAY   = 2 * TRAVEL_REALS, /* of this step */
  HARD_RANGE = 3 * TRAVEL_REALS,
};

/* ---- a warning ---- */

static bool has_meshes(const Sim *sim)
{
  for (int w = 0; w < sim->walls.n; w++)
    if (sim->walls.list[w].surface->geometry.tells_facet) return true;
  return false;
}

/* Warn once that bodies may pass through each other or through a mesh, as contacts are looked for
   only at the end of a step. */
static void warn_of_speed(Sim *sim, Travel way)
{
  const double closer = 2 * travel_bound(way), most = 2 * sim->scales.smallest;
  const bool   meshes = has_meshes(sim) && way.way > 0.5 * most;

  if (sim->constraints.told || !(closer > most || meshes)) return;
  sim->constraints.told = true;
  warning_add(
    &sim->warnings,
    "hard contacts: in step %" PRId64 " bodies move by up to %.3g m, and may come closer by "
    "%.3g m: they may pass through %s (smallest diameter %.3g m); take a smaller dt, or more "
    "substeps",
    sim->clock.step, way.way, closer, closer > most ? "each other" : "meshes", most);
}

/* ---- lists ---- */

/* Make new lists by the step's plan, of clumps that have moved, before the sweeps. The rest of the
   step keeps these lists. */
static PetscErrorCode renew(Sim *sim, Step *s, Travel moved)
{
  PetscFunctionBeginUser;
  sim->lists.moved = moved;
  unpaired_hold(sim->contacts); /* sweeps may bring back what is apart now */
  PetscCall(step_renew_lists(sim, s, s->plan));
  s->plan          = PLAN_REFRESH;
  s->before_lists  = travel_add(s->before_lists, s->report.travel);
  s->report.travel = TRAVEL_REST; /* since the lists were made */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The plan for lists that must have all pairs which overlap where contacts were found. */
static StepPlan plan_for_contacts(const Sim *sim, const double *agreed)
{
  const Lists *l   = &sim->lists;
  const double now = sim_time(sim), *built = agreed + HARD_MOVED;

  return step_plan(step_bound_of(sim, agreed + HARD_MOVED, built, false, now) > 0.5 * l->skin,
                   step_bound_of(sim, agreed + HARD_NEAR, built, true, now) > 0.5 * l->near);
}

/* Agree on the displacements before the sweeps, and renew lists that may lack a pair that
   overlaps now. */
static PetscErrorCode renew_now(Sim *sim, Step *s, Travel moved)
{
  double   agreed[AGREE_HARD];
  StepPlan least;

  PetscFunctionBeginUser;
  step_collect_contacts(sim, s, agreed);
  PetscCall(parallel_max(&sim->par, agreed, AGREE_HARD));
  if (agreed[HARD_RANGE] > 0) {
    PetscCall(breakdown_lost(sim));
    s->end = RUN_BROKEN;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  warn_of_speed(sim, travel_of_maxima(agreed + HARD_WAY));
  least = plan_for_contacts(sim, agreed);
  if (s->plan < least) s->plan = least;
  if (s->plan > PLAN_REFRESH) PetscCall(renew(sim, s, moved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_renew_for_contacts(Sim *sim, Step *s)
{
  const Travel          moved = travel_add(sim->lists.moved, step_this_way(sim, &s->report));
  const ConstraintScene scene = step_constraint_scene(sim);
  const ConstraintWork  work  = step_constraint_work(sim);

  PetscFunctionBeginUser;
  s->found = (FoundContacts){.moved = moved, .motion = s->report, .gone = sim->lists.gone};
  if (sim->par.size == 1 || s->plan >= PLAN_REBUILD) {
    PetscCall(renew_now(sim, s, moved));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (s->plan == PLAN_NARROW) {
    PetscCall(renew(sim, s, moved));
    s->found.moved = TRAVEL_REST;
  }
  s->found.unsure = true;
  PetscCall(hard_note(sim->constraints.hard, &scene, &s->report, &work));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void step_collect_contacts(const Sim *sim, const Step *s, double *agreed)
{
  const bool   in_range = s->found.motion.in_range;
  const Travel rest = TRAVEL_REST, moved = in_range ? s->found.moved : rest,
               way = in_range ? s->found.motion.travel : rest;

  travel_to_maxima(travel_add(sim->lists.moved_before, moved), agreed + HARD_MOVED);
  travel_to_maxima(moved, agreed + HARD_NEAR);
  travel_to_maxima(way, agreed + HARD_WAY);
  agreed[HARD_RANGE] = !in_range;
}

/* ---- again ---- */

/* Go back, and make the sweeps and begin the evaluation again with new lists. */
static PetscErrorCode correct_again(Sim *sim, Step *s)
{
  const ConstraintScene scene = step_constraint_scene(sim);
  const ConstraintWork  work  = step_constraint_work(sim);

  PetscFunctionBeginUser;
  hard_return(sim->constraints.hard, &scene, &s->report, &work);
  PetscCall(loads_clear(sim->loads, sim->clumps->n));
  sim->lists.gone = s->found.gone;
  PetscCall(renew(sim, s, s->found.moved));
  PetscCall(contact_listeners_begin(&sim->listeners,
                                    &sim->clock)); /* they forget the contacts shown before */
  PetscCall(step_correct(sim, s));
  PetscCall(step_move_and_send(sim, s));
  sim->counters.again++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_judge_contacts(Sim *sim, Step *s, bool *again)
{
  const double *agreed = s->agreed + AGREE_MORE + sim->loads->n_more;

  PetscFunctionBeginUser;
  *again = false;
  if (!s->found.unsure) PetscFunctionReturn(PETSC_SUCCESS);
  s->found.unsure = false;
  if (agreed[HARD_RANGE] > 0) PetscFunctionReturn(PETSC_SUCCESS); /* the run stops */
  warn_of_speed(sim, travel_of_maxima(agreed + HARD_WAY));
  s->plan = plan_for_contacts(sim, agreed);
  *again  = s->plan > PLAN_REFRESH;
  if (*again) PetscCall(correct_again(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}
