/* SPDX-License-Identifier: MIT */
/* Motion in a step, and new lists (step.h). */
#include "constraint/hard/hard.h"
#include "constraint/reaction.h"
#include "run/lists/carried.h"
#include "run/lists/rebuild.h"
#include "run/step/breakdown.h"
#include "run/step/step.h"

/* Start the step of the owned rows from .. to - 1 in tiles that are sent to other ranks, or in the
   others. */
static void move_tiles(Sim *sim, Step *s, PetscInt from, PetscInt to, bool sent)
{
  PetscInt tile = from / CLUMPS_TILE;

  while (tile * CLUMPS_TILE < to) {
    const PetscInt first = tile;

    if (sim->lists.sent[tile++] != sent) continue;
    while (tile * CLUMPS_TILE < to && sim->lists.sent[tile] == sent) tile++;
    motion_start(sim->clumps, &s->motion, first * CLUMPS_TILE,
                 (PetscInt)min_int(tile * CLUMPS_TILE, to), sim->loads, &s->report);
  }
}

void step_move_below(Sim *sim, Step *s, PetscInt row)
{
  const PetscInt to =
    (PetscInt)min_int((row + CLUMPS_TILE - 1) / CLUMPS_TILE * CLUMPS_TILE, sim->clumps->n_owned);

  if (to <= s->started) return;
  stage(&sim->stages, STAGE_MOTION);
  move_tiles(sim, s, s->started, to, false);
  s->started = to;
}

/* Displacement in this step of images that move relative to clumps, m. */
static double way_of_images(const Sim *sim)
{
  return sim->cell.step_way;
}

Travel step_this_way(const Sim *sim, const MotionReport *motion)
{
  return cell_run_widen(sim, travel_widen(motion->travel, sim->domain.grain), way_of_images(sim));
}

/* Bound of the displacements of the next step: those of this one and 10 % more. */
static Travel next_way(const Sim *sim, const Step *s)
{
  const Travel all  = travel_add(s->report.travel, s->before_lists);
  Travel       next = cell_run_widen(sim, travel_widen(all, sim->domain.grain + 0.1 * all.way),
                                     1.1 * way_of_images(sim));

  next.turn *= 1.1;
  return next;
}

/* Measure the displacements since the near lists were made. */
static void find_moved(Sim *sim, Travel *ahead)
{
  Lists       *l   = &sim->lists;
  const double way = sim->cell.way;

  motion_moved(sim->clumps, &sim->templates, sim->clock.dt, lists_profile(l), lists_age(l),
               &l->moved, ahead);
  l->moved = cell_run_widen(sim, l->moved, way);
  *ahead   = cell_run_widen(sim, *ahead, way + 1.1 * way_of_images(sim));
}

Travel step_find_way(Sim *sim, const Step *s)
{
  Lists *l = &sim->lists;
  Travel ahead;

  l->moved = travel_add(l->moved, step_this_way(sim, &s->report));
  ahead    = travel_add(l->moved, next_way(sim, s));
  if (lists_bound(l, ahead) > 0.5 * l->near) find_moved(sim, &ahead);
  return ahead;
}

ConstraintScene step_constraint_scene(Sim *sim)
{
  return (ConstraintScene){.domain     = &sim->domain,
                           .templates  = &sim->templates,
                           .walls      = &sim->walls,
                           .clumps     = sim->clumps,
                           .pebbles    = sim->pebbles,
                           .links      = &sim->links,
                           .halo       = sim->halo,
                           .driven     = &sim->motions.driven,
                           .loads      = sim->loads,
                           .deforms    = &sim->deforms,
                           .exclusions = &sim->exclusions,
                           .dt         = sim->clock.dt,
                           .gravity    = vec3_norm(sim->settings.gravity),
                           .last       = sim->settings.integrator->last};
}

ConstraintWork step_constraint_work(Sim *sim)
{
  return (ConstraintWork){.taken    = ledger_sum(&sim->ledger, &ledger_constraints),
                          .supplied = ledger_sum(&sim->ledger, &ledger_motors),
                          .walls    = ledger_sum(&sim->ledger, &ledger_walls),
                          .groups   = ledger_sum(&sim->ledger, &ledger_driven)};
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
  const ConstraintScene scene = moving_scene(sim, s);
  const ConstraintWork  work  = step_constraint_work(sim);

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_CONSTRAINT);
  if (sim->constraints.hard) PetscCall(constraints_begin(&sim->constraints, &scene));
  PetscCall(constraints_project(&sim->constraints, &scene, &s->report, &work));
  PetscCall(step_show_hard(sim, &scene));
  s->started = sim->clumps->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if lone pebbles are placed as soon as their clumps have moved. */
static bool are_placed_at_once(const Sim *sim)
{
  return sim->pebbles->lone && sim->pebbles->n == sim->clumps->n;
}

PetscErrorCode step_move_and_correct(Sim *sim, Step *s)
{
  const ConstraintScene scene = moving_scene(sim, s);
  const bool            hard  = sim->constraints.hard;

  PetscFunctionBeginUser;
  driven_clear(scene.driven); /* sums of the step before; constraints may have ended with it */
  reactions_clear(sim->clumps);
  if (!constraints_hold(&sim->constraints, &sim->links)) {
    if (sim->clumps->borne) constraints_forget(sim->clumps);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (sim->constraints.central && s->plan == PLAN_REFRESH && are_placed_at_once(sim))
    s->motion.pebbles = sim->pebbles;
  stage(&sim->stages, STAGE_CONSTRAINT);
  constraints_note(&sim->constraints, &scene);
  if (!hard) PetscCall(constraints_begin(&sim->constraints, &scene));
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
  s->plan    = PLAN_REBUILD;
  s->started = sim->clumps->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_renew_lists(Sim *sim, Step *s, StepPlan plan)
{
  PetscFunctionBeginUser;
  if (plan >= PLAN_REBUILD) {
    PetscCall(sim_rebuild(sim, s->motion.dt, plan == PLAN_BALANCE));
    s->report.left = false;
  } else PetscCall(sim_narrow(sim));
  s->ahead = next_way(sim, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool all_moved(const Sim *sim, const Step *s)
{
  return s->started == sim->clumps->n_owned;
}

PetscErrorCode step_move_to_new_lists(Sim *sim, Step *s)
{
  const bool rebuild = s->plan >= PLAN_REBUILD;
  bool       lost;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  if (!all_moved(sim, s))
    motion_start(sim->clumps, &s->motion, 0, sim->clumps->n_owned, sim->loads, &s->report);
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

bool step_pairs_alone(const Sim *sim)
{
  return sim->interactions->n == 0 && !links_are_used(&sim->links) && sim->deforms.n == 0 &&
         !constraints_hold(&sim->constraints, &sim->links) && !sim->constraints.hard &&
         sim->walls.n_carried == 0 && sim->clumps->n_renewed == 0 && sim->loads->n_more == 0;
}

PetscErrorCode step_move_and_send(Sim *sim, Step *s)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  if (!all_moved(sim, s)) {
    if (are_placed_at_once(sim)) s->motion.pebbles = sim->pebbles;
    move_tiles(sim, s, 0, sim->clumps->n_owned, true);
  }
  s->placed = PLACED_NONE;
  stage(&sim->stages, STAGE_REFRESH);
  PetscCall(halo_refresh_begin(sim->halo, sim->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode step_receive_poses(Sim *sim, Step *s)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_REFRESH);
  if (s->placed != PLACED_OWN) PetscFunctionReturn(PETSC_SUCCESS);
  if (step_pairs_alone(sim)) PetscCall(halo_refresh_chosen(sim->halo, &sim->domain, sim->clumps));
  else PetscCall(halo_refresh_end(sim->halo, &sim->domain, sim->clumps));
  carried_place(sim);
  s->placed = PLACED_RECEIVED;
  PetscFunctionReturn(PETSC_SUCCESS);
}
