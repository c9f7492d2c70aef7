/* SPDX-License-Identifier: MIT */
/* The step; its stages in order: run_stages, near the end. Evaluation is optimistic: contacts are
   computed with the present lists and quanta, while a maximum over all ranks (overlapped with the
   end of the load reduction) finds whether these were sufficient. If not, they are renewed, and the
   contacts are evaluated again from the same committed memory. */
#include "run/step/step.h"
#include "contact/memory/unpaired.h"
#include "contact/solid/squeeze.h"
#include "interaction/sph/phases.h"
#include "motion/gyrate.h"
#include "run/link_run.h"
#include "run/lists/rebuild.h"
#include "run/lists/wall_division.h"
#include "run/module_states.h"
#include "run/step/breakdown.h"

/* ---- damping and messages ---- */

/* Raise the largest loads of the report to those that damping may reach, which follow
   from weights and velocities. */
static void expect_damping(Sim *sim)
{
  CellFlow flow;

  if (sim->damping.used)
    damping_largest(&sim->damping, sim->clumps, sim->settings.gravity, cell_run_flow(sim, &flow),
                    &sim->report.largest_force, &sim->report.largest_torque);
}

/* Add the loads that follow from the sum of all others: those of magnetic fields and of damping. */
static PetscErrorCode add_late_loads(Sim *sim, const Step *s)
{
  const double dt = s->motion.dt; /* 0 at the start of a run */
  CellFlow     flow;

  PetscFunctionBeginUser;
  if (sim->interactions->magnetic) {
    PetscCall(interactions_gyrate(sim->interactions, &s->far));
    gyrate(sim->clumps, sim->interactions->gyration, &sim->damping, sim->settings.gravity, dt,
           sim->loads);
  }
  if (sim->damping.used)
    damping_apply(&sim->damping, sim->clumps, sim->settings.gravity, cell_run_flow(sim, &flow), dt,
                  s->scene.dt, sim->loads);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send the loads of copies, all of which are known, to their owners. */
static PetscErrorCode send_loads(Sim *sim)
{
  PetscFunctionBeginUser;
  cell_run_begin_work(sim);
  stage(&sim->stages, STAGE_REDUCE);
  PetscCall(halo_reduce_begin(sim->halo, sim->clumps, sim->loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- agreement of all ranks ---- */

/* Collect what this rank has found, as values of the reduction. */
static void collect_findings(Sim *sim, Step *s)
{
  const ContactReport *r        = &sim->report;
  const bool           in_range = s->report.in_range;
  const Travel         before = sim->lists.moved_before, rest = TRAVEL_REST,
               moved = in_range ? sim->lists.moved : rest, ahead = in_range ? s->ahead : rest;
  double *agreed = s->agreed;

  travel_to_maxima(travel_add(before, moved), agreed + AGREE_MOVED);
  travel_to_maxima(travel_add(before, ahead), agreed + AGREE_AHEAD);
  travel_to_maxima(moved, agreed + AGREE_NEAR_MOVED);
  travel_to_maxima(ahead, agreed + AGREE_NEAR_AHEAD);
  agreed[AGREE_FORCE]  = r->possible ? r->largest_force : 0;
  agreed[AGREE_TORQUE] = r->possible ? r->largest_torque : 0;
  agreed[AGREE_WORK]   = r->possible ? r->largest_work : 0;
  agreed[AGREE_DEPTH]  = r->deepest;
  agreed[AGREE_LEFT]   = s->report.left;
  agreed[AGREE_WILD]   = !r->possible;
  agreed[AGREE_RANGE]  = !in_range;
  agreed[AGREE_STOP]   = sim->limited ? max_real(s->asked, limits_ask(&sim->limits)) : s->asked;
  agreed[AGREE_SEEN]   = in_range && modules_see(sim);
  agreed[AGREE_REACH]  = sim->interactions->reached;
  agreed[AGREE_HELD]   = unpaired_some(sim->contacts);
  for (int k = 0; k < sim->loads->n_more; k++)
    agreed[AGREE_MORE + k] = r->possible ? r->largest_more[k] : 0;
  if (s->found.unsure) step_collect_contacts(sim, s, agreed + AGREE_MORE + sim->loads->n_more);
}

/* Receive the sums of loads and, meanwhile, the maxima over all ranks. */
static PetscErrorCode agree(Sim *sim, Step *s)
{
  ParallelRequest request;

  PetscFunctionBeginUser;
  contacts_end(sim->contacts);
  stage(&sim->stages, STAGE_MOTION);
  if (s->plan == PLAN_REFRESH && s->evaluations == 0) s->ahead = step_find_way(sim, s);
  stage(&sim->stages, STAGE_REDUCE);
  collect_findings(sim, s);
  PetscCall(parallel_max_begin(&sim->par, s->agreed,
                               AGREE_MORE + sim->loads->n_more + (s->found.unsure ? AGREE_HARD : 0),
                               &request));
  if (step_pairs_alone(sim)) PetscCall(halo_reduce_chosen(sim->halo, sim->loads));
  else PetscCall(halo_reduce_end(sim->halo, sim->loads));
  PetscCall(parallel_max_end(&request));
  s->asked        = (Ask)s->agreed[AGREE_STOP];
  sim->lists.gone = sim->lists.gone || s->agreed[AGREE_LEFT] > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

double step_bound_of(const Sim *sim, const double *maxima, const double *built, bool near,
                     double time)
{
  const Travel moved = travel_of_maxima(maxima);

  if (sim->motions.n == 0) return lists_bound(&sim->lists, moved);
  return travel_bound(
    travel_join(moved, wall_motions_travel(&sim->motions, near ? SINCE_NEAR : SINCE_BUILT, time,
                                           travel_of_maxima(built).way)));
}

double step_bound(const Sim *sim, const Step *s, int which, double time)
{
  const bool near = which >= AGREE_NEAR_MOVED;

  return step_bound_of(sim, s->agreed + which,
                       s->agreed + (near ? which - AGREE_NEAR_MOVED + AGREE_MOVED : which), near,
                       time);
}

/* Stop the run if the evaluation is of no use. */
static PetscErrorCode judge(Sim *sim, Step *s)
{
  PetscFunctionBeginUser;
  s->end = RUN_BROKEN;
  if (s->agreed[AGREE_RANGE] > 0) PetscCall(breakdown_lost(sim));
  else if (s->agreed[AGREE_DEPTH] > sim->settings.overlap_limit)
    PetscCall(breakdown_depth(sim, s->agreed[AGREE_DEPTH]));
  else if (s->agreed[AGREE_WILD] > 0) PetscCall(breakdown_wild(sim));
  else s->end = RUN_GOES_ON;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Limit on the evaluations of a step; fewer are enough. Nothing moves between evaluations:
   lists are rebuilt once and narrowed once, quanta are raised once from complete lists (with
   a margin over the largest contribution, which does not depend on them), and a last
   evaluation finds all sufficient. */
enum { EVALUATIONS_MOST = 8 };

/* Renew lists that were insufficient for the evaluation, else quanta; *complete: both were
   sufficient. Quanta are raised from complete lists only, as exponents must not depend on lists. */
static PetscErrorCode mend(Sim *sim, Step *s, bool *complete)
{
  const double force = s->agreed[AGREE_FORCE], work = s->agreed[AGREE_WORK];
  const double now   = sim_time(sim);
  const double moved = step_bound(sim, s, AGREE_MOVED, now);
  StepPlan     plan;
  bool         again;

  PetscFunctionBeginUser;
  *complete = false;
  PetscCall(step_judge_contacts(sim, s, &again));
  if (again) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(judge(sim, s));
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  plan = step_plan(moved > 0.5 * sim->lists.skin || s->agreed[AGREE_REACH] > 1 ||
                     cell_run_is_far(sim, travel_of_maxima(s->agreed + AGREE_MOVED).way),
                   step_bound(sim, s, AGREE_NEAR_MOVED, now) > 0.5 * sim->lists.near);
  if (plan == PLAN_NARROW && s->agreed[AGREE_HELD] > 0) plan = PLAN_REBUILD;
  if (plan == PLAN_REBUILD) phases_widen(sim->interactions, s->agreed[AGREE_REACH]);
  if (plan > PLAN_REFRESH) PetscCall(step_renew_lists(sim, s, plan));
  else *complete = !quanta_raise(sim, force, s->agreed[AGREE_TORQUE], work, s->agreed + AGREE_MORE);
  sim->counters.repeats += !*complete;
  if (*complete || ++s->evaluations < EVALUATIONS_MOST) PetscFunctionReturn(PETSC_SUCCESS);
  breakdown_endless(sim, EVALUATIONS_MOST, force, work, moved);
  s->end = RUN_BROKEN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Note which lists the next step must renew. */
static void find_due_lists(Sim *sim, const Step *s)
{
  const double next = clock_next(&sim->clock);
  Lists       *l    = &sim->lists;

  l->rebuild_next = l->rebuild_next || step_bound(sim, s, AGREE_AHEAD, next) > 0.5 * l->skin;
  l->narrow_next  = l->narrow_next || step_bound(sim, s, AGREE_NEAR_AHEAD, next) > 0.5 * l->near;
}

/* Commit the memory of the evaluation, book energies, and note which lists the next step
   must renew. */
static PetscErrorCode commit(Sim *sim, const Step *s)
{
  Measured measured;

  PetscFunctionBeginUser;
  driven_sum(&sim->motions.driven, &sim->domain, sim->clumps, sim->loads, sim->clock.dt);
  sim->lists.rebuild_next = sim->lists.narrow_next = false;
  find_due_lists(sim, s);
  PetscCall(step_show(sim, s));
  PetscCall(cell_run_see(sim, &s->scene));
  contacts_commit(sim->contacts);
  if (step_moves(s)) interactions_commit(sim->interactions, s->motion.dt);
  phases_keep(sim->interactions, sim->clumps, s->motion.dt);
  if (step_moves(s))
    deforms_yield(&sim->deforms, sim->clumps, s->motion.dt,
                  ledger_sum(&sim->ledger, &ledger_yielding));
  sim->constraints.broke = sim->links.some_broke;
  PetscCall(links_commit(&sim->links, &s->scene, &sim->templates, sim->clock.step, sim_time(sim),
                         ledger_sum(&sim->ledger, &ledger_links_broken)));
  if (sim->clumps->squeeze) squeeze_find(sim->clumps, sim->loads);
  PetscCall(cell_run_respond(sim));
  cell_run_book(sim);
  measured = sim_measured(sim, &s->scene);
  ledger_book(&sim->ledger, &measured, s->scene.dt_before > 0);
  PetscCall(modules_book(sim, s->scene.dt_before > 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the step ---- */

/* The stages of a step, in order. */
static PetscErrorCode run_stages(Sim *sim, Step *s)
{
  bool complete = false; /* lists and quanta were sufficient for the evaluation */

  PetscFunctionBeginUser;
  PetscCall(contact_listeners_begin(&sim->listeners, &sim->clock));
  if (step_moves(s)) PetscCall(step_move_and_correct(sim, s)); /* only if there are constraints */
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->plan == PLAN_REFRESH) PetscCall(step_move_and_send(sim, s));
  else if (s->plan != PLAN_STAND) PetscCall(step_move_to_new_lists(sim, s));
  while (s->end == RUN_GOES_ON && !complete) {
    PetscCall(step_clear_loads(sim, s));
    PetscCall(step_place_first(sim, s)); /* with carried surfaces or phases, as the next one */
    PetscCall(step_find_phases(sim, s));
    PetscCall(step_evaluate_blocks(sim, s, EARLY)); /* while poses of copies are sent */
    step_place_late(sim, s);
    PetscCall(step_receive_poses(sim, s));
    PetscCall(step_evaluate_blocks(sim, s, COPIES));
    PetscCall(step_evaluate_links(sim, s));
    PetscCall(step_evaluate_late(sim, s, true));
    PetscCall(send_loads(sim));
    PetscCall(step_evaluate_late(sim, s, false)); /* while loads of copies are sent */
    PetscCall(step_act_on_bodies(sim, s));
    expect_damping(sim);
    PetscCall(agree(sim, s));
    PetscCall(mend(sim, s, &complete)); /* or new lists or quanta for another evaluation */
  }
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  cell_run_end_work(sim);
  PetscCall(add_late_loads(sim, s));
  PetscCall(commit(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static MotionStep motion_of(Sim *sim)
{
  MotionStep step = {.domain     = &sim->domain,
                     .integrator = sim->settings.integrator,
                     .dt         = sim->clock.dt,
                     .gravity    = sim->settings.gravity,
                     .pending    = sim->pending,
                     .faces      = sim_faces(sim)->reflects ? &sim_faces(sim)->motion : NULL,
                     .baths      = sim->world.baths,
                     .driven     = &sim->motions.driven,
                     .images =
                       sim->domain.cell.flows ? ledger_sum(&sim->ledger, &ledger_cell) : NULL,
                     .profile = lists_profile(&sim->lists)};
  double    *column[3];

  for (int k = 0; phases_transport(sim->interactions, sim->clumps, column) && k < 3; k++)
    step.transport[k] = column[k];
  return step;
}

static Step step_of(Sim *sim)
{
  return (Step){
    .scene  = sim_scene(sim),
    .far    = sim_interaction_scene(sim),
    .motion = motion_of(sim),
    .report = MOTION_NOTHING,
    .plan   = PLAN_STAND,
    .placed = PLACED_ALL, /* at the end of the last step */
    .end    = RUN_GOES_ON,
  };
}

PetscErrorCode sim_begin(Sim *sim, RunEnd *end)
{
  Step     s = step_of(sim);
  Measured measured;

  PetscFunctionBeginUser;
  s.scene.dt_before = 0;
  s.motion.dt       = 0; /* nothing moves */
  s.far.starts      = true;
  (void)sim_world(sim); /* for modules_see and modules_book */
  PetscCall(step_settle(sim, &s));
  PetscCall(run_stages(sim, &s));
  stage(&sim->stages, STAGE_NONE);
  *end = s.end;
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  motion_finish(sim->clumps, sim->loads, &s.motion);
  measured = sim_measured(sim, &s.scene);
  PetscCall(ledger_open(&sim->ledger, &measured));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_due(int64_t step, int64_t every)
{
  return every > 0 && step % every == 0;
}

/* Advance the clock, place the walls, and choose the plan. */
static Step step_begin(Sim *sim)
{
  const Settings *set = &sim->settings;
  const Lists    *l   = &sim->lists;
  Step            s   = step_of(sim);

  sim->pending      = false;
  sim->lists.untold = false; /* poses are sent */
  sim->clock.step++;
  wall_motions_place(&sim->motions, sim_time(sim), &sim->walls);
  cell_run_advance(sim);
  s.far.time = sim_time(sim);
  s.plan     = step_plan(l->rebuild_next || is_due(sim->clock.step, set->rebuild_every) ||
                           set->method->every_step,
                         l->narrow_next);
  if (is_due(sim->clock.step, set->balance_every)) s.plan = PLAN_BALANCE;
  return s;
}

PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end)
{
  Step s;
  bool goes_on;

  PetscFunctionBeginUser;
  PetscCall(wall_division_begin(sim));
  PetscCall(modules_begin_step(sim));
  PetscCall(cell_run_kick(sim));
  s = step_begin(sim);
  if (cell_run_fits(sim)) PetscCall(run_stages(sim, &s));
  else {
    breakdown_cell(sim);
    s.end = RUN_BROKEN;
  }
  goes_on = sim->pending = s.end == RUN_GOES_ON; /* each function below may complete the step */
  stage(&sim->stages, STAGE_MODULES);
  if (goes_on) PetscCall(modules_end_step(sim, s.agreed[AGREE_SEEN] > 0));
  if (goes_on && sim->world.walls_turned) find_due_lists(sim, &s);
  *stop      = s.asked == ASK_STOP;
  sim->asked = s.asked < ASK_SAVE && sim->world.save ? ASK_SAVE : s.asked;
  if (goes_on && clock_reached(&sim->clock) >= sim->links.next) PetscCall(link_run_join(sim));
  stage(&sim->stages, STAGE_NONE);
  *end = s.end;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void sim_complete(Sim *sim)
{
  const Stage      before = sim->stages.now;
  const MotionStep step   = motion_of(sim);

  constraints_tell(&sim->constraints, &sim->links);
  if (!sim->pending) return;
  stage(&sim->stages, STAGE_MOTION);
  motion_finish(sim->clumps, sim->loads, &step);
  sim->pending = false;
  stage(&sim->stages, before);
}
