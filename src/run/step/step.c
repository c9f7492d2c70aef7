/* SPDX-License-Identifier: MIT */
/* The step; its stages in order: run_stages, near the end. Evaluation is optimistic: contacts are
   computed with the present lists and quanta, while a maximum over all ranks (overlapped with the
   end of the load reduction) finds whether these were sufficient. If not, they are renewed, and the
   contacts are evaluated again from the same committed memory. */
#include "run/step/step.h"
#include "constraint/hard/hard.h"
#include "contact/evaluate.h"
#include "contact/memory/unpaired.h"
#include "interaction/sph/passes.h"
#include "motion/total_loads.h"
#include "run/module_states.h"

/* ---- damping and messages ---- */

/* Raise the largest loads of the report to those that damping may reach, which follow
   from weights and velocities. */
static void expect_damping(Sim *sim)
{
  if (sim->motion.damping.used)
    damping_largest(&sim->motion.damping, sim->matter.clumps, sim->settings.gravity,
                    moving_cell_flow(&sim_cell(sim)->moving), &sim->evaluation.report.largest_force,
                    &sim->evaluation.report.largest_torque);
}

/* Sum up the forces on clumps, if their balance is asked for. */
static void sum_forces_on_clumps(Sim *sim)
{
  force_balance_sum(&sim->evaluation.force_balance, sim->matter.clumps, sim->loads,
                    sim->settings.gravity);
}

/* Sum up the loads of the images of a cell that deforms. */
static void add_images(Sim *sim)
{
  if (sim->space.domain.cell.flows)
    cell_loads_end(&sim_cell(sim)->loads, &sim->space.domain, sim->matter.clumps, sim->loads);
}

/* Add the loads that follow from the sum of all others: those of magnetic fields and of damping. */
static void add_loads_by_total(Sim *sim, const Step *s)
{
  const double dt = s->motion.dt; /* 0 at the start of a run */

  if (sim->interactions->magnetic) {
    interactions_gyrate(sim->interactions, &s->interaction);
    gyrate(sim->matter.clumps, sim->interactions->gyration, &sim->motion.damping,
           sim->settings.gravity, dt, sim->loads);
  }
  if (sim->motion.damping.used)
    damping_apply(&sim->motion.damping, sim->matter.clumps, sim->settings.gravity,
                  moving_cell_flow(&sim_cell(sim)->moving), dt, s->scene.dt, sim->loads);
}

/* Send the loads of copies, all of which are known, to their owners. */
static PetscErrorCode send_loads(Sim *sim)
{
  PetscFunctionBeginUser;
  if (sim->space.domain.cell.flows)
    cell_loads_begin(&sim_cell(sim)->loads, &sim->space.domain, sim->matter.clumps, sim->loads);
  stage(&sim->stages, STAGE_REDUCE);
  PetscCall(halo_reduce_begin(sim->space.halo, sim->matter.clumps, sim->loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- agreement of all ranks ---- */

static inline void put_travel(const Travel *before, const Travel *since, ListTravel *to)
{
  travel_to_maxima(travel_add(*before, *since), to->built);
  travel_to_maxima(*since, to->near);
}

/* Set this rank's part of what is agreed on. */
static void collect_findings(Sim *sim, Step *s)
{
  const ContactReport *r        = &sim->evaluation.report;
  const bool           in_range = s->report.in_range;
  /* the travel of a lost clump may be NaN, and NaN has no maximum */
  const Travel rest = TRAVEL_REST;
  Agreed      *mine = &s->agreed; /* of all ranks after `agree` */

  put_travel(&sim->lists.moved_before, in_range ? &sim->lists.moved : &rest, &mine->moved);
  put_travel(&sim->lists.moved_before, in_range ? &s->moved_next : &rest, &mine->moved_next);
  mine->force        = r->possible ? r->largest_force : 0;
  mine->torque       = r->possible ? r->largest_torque : 0;
  mine->work         = r->possible ? r->largest_work : 0;
  mine->depth        = r->deepest;
  mine->reach        = sim->interactions->reached;
  mine->surface_way  = in_range ? step_surface_way(sim) : 0;
  mine->pull         = r->possible ? r->pull : 0;
  mine->ask          = sim->limits.watched ? max_real(s->ask, limits_ask(&sim->limits)) : s->ask;
  mine->left         = s->report.left;
  mine->wild         = !r->possible;
  mine->out_of_range = !in_range;
  mine->end_wanted   = in_range && modules_want_end(sim);
  mine->unpaired     = unpaired_some(sim->contacts);
  for (int k = 0; k < sim->loads->n_more; k++) mine->more[k] = r->possible ? r->largest_more[k] : 0;
  if (s->hard_doubt.unsure) mine->hard = step_hard_doubt(sim, s);
}

/* With the present lists, all clumps have moved now: add their travel to that of the lists. */
static void add_travel(Sim *sim, Step *s)
{
  if (s->plan != PLAN_REFRESH || s->evaluations > 0) return;
  stage(&sim->stages, STAGE_MOTION);
  s->moved_next = lists_add_step(sim, &s->report, s->travel_before);
}

/* Receive the sums of loads and, meanwhile, the maxima over all ranks. */
static PetscErrorCode agree(Sim *sim, Step *s)
{
  ParallelRequest request;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_REDUCE);
  collect_findings(sim, s);
  PetscCall(parallel_max_begin(&sim->par, (double *)&s->agreed, AGREED_REALS, &request));
  if (step_pairs_alone(sim)) PetscCall(halo_reduce_chosen(sim->space.halo, sim->loads));
  else PetscCall(halo_reduce_end(sim->space.halo, sim->loads));
  PetscCall(parallel_reduce_end(&request));
  s->ask          = (Ask)s->agreed.ask;
  sim->lists.gone = sim->lists.gone || s->agreed.left > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if clumps of a cell that deforms must be wrapped by a rebuild, as they have moved by up to
   `way` (m) since the last one. Lists that age by displacements relative to the flow do not notice
   a common motion. */
static bool needs_wrapping(const Sim *sim, double way)
{
  return sim->space.domain.cell.flows && way > domain_shortest(&sim->space.domain);
}

static bool is_too_deep(const Sim *sim, const Step *s)
{
  return s->agreed.depth > depth_most(sim_depth(sim), sim->settings.overlap_limit);
}

/* Stop the run if positions or loads are out of range. Overlaps beyond the limit alone stop it only
   when the step has been completed. */
static PetscErrorCode stop_if_broken(Sim *sim, Step *s)
{
  const bool lost = s->agreed.out_of_range > 0, wild = s->agreed.wild > 0;

  PetscFunctionBeginUser;
  if (lost) PetscCall(breakdown_tell_lost(sim));
  else if (wild && is_too_deep(sim, s)) PetscCall(breakdown_tell_depth(sim, s));
  else if (wild) PetscCall(breakdown_tell_wild(sim));
  if (lost || wild) s->end = RUN_BROKEN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Limit on the evaluations of a step. Fewer are enough: lists are rebuilt once and narrowed once,
   quanta are raised once from complete lists (with a margin over the largest contribution, which
   does not depend on them), and a last evaluation finds all sufficient. Between evaluations clumps
   stay where they are, but for sweeps of hard contacts, which are made again once at most
   (step_judge_contacts). */
enum { EVALUATIONS_MOST = 8 };

/* Count an evaluation that was not sufficient; stop the run after too many. */
static PetscErrorCode count_repeat(Sim *sim, Step *s)
{
  const Agreed *all = &s->agreed;

  PetscFunctionBeginUser;
  sim->stages.counters.repeats++;
  s->evaluations++;
  if (s->evaluations < EVALUATIONS_MOST) PetscFunctionReturn(PETSC_SUCCESS);
  if (is_too_deep(sim, s)) PetscCall(breakdown_tell_depth(sim, s));
  else
    breakdown_tell_endless(sim, EVALUATIONS_MOST, all->force, all->work,
                           lists_moved_by(sim, &all->moved, SINCE_BUILT, sim_time(sim)));
  s->end = RUN_BROKEN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The plan by which lists are renewed that were insufficient for the evaluation; PLAN_REFRESH: they
   were sufficient. */
static StepPlan plan_to_repeat(const Sim *sim, const Agreed *all)
{
  const StepPlan plan = lists_plan(sim, &all->moved, sim_time(sim), sim->lists.gap_needed);

  if (all->reach > 1 || /* a clump acts farther than lists reach */
      needs_wrapping(sim, travel_of_maxima(all->moved.built).way) ||
      (plan == PLAN_NARROW && all->unpaired > 0))
    return PLAN_REBUILD;
  return plan;
}

/* Judge the evaluation by what all ranks have agreed on: *complete if hard contacts, lists and
   quanta were sufficient. Else renew the lists that were not, or raise the quanta, so that the
   loads can be evaluated again. Quanta are raised from complete lists only, as exponents must not
   depend on lists. */
static PetscErrorCode judge_evaluation(Sim *sim, Step *s, bool *complete)
{
  const Agreed      *all     = &s->agreed;
  const LargestLoads largest = {
    .force = all->force, .torque = all->torque, .work = all->work, .more = all->more};
  StepPlan plan;
  bool     again;

  PetscFunctionBeginUser;
  *complete = false;
  PetscCall(step_judge_contacts(sim, s, &again));
  if (again) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(stop_if_broken(sim, s));
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  step_prepare_look(sim, all);
  plan = plan_to_repeat(sim, all);
  if (plan == PLAN_REBUILD) passes_widen(sim->interactions, all->reach);
  if (plan > PLAN_REFRESH) PetscCall(step_renew_lists(sim, s, plan));
  else *complete = !quanta_raise(&sim->world, &sim->timestep.scales, &largest);
  if (!*complete) PetscCall(count_repeat(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Before anything is committed: sum up the forces of contacts, if their balance is asked for. */
static void sum_forces_of_contacts(Sim *sim, const ContactScene *scene)
{
  const Stage before = sim->stages.now;

  if (!sim->evaluation.force_balance.asked) return;
  stage(&sim->stages, STAGE_OUTPUT);
  force_balance_see(&sim->evaluation.force_balance, sim->contacts, &sim->links, scene,
                    &sim->matter.templates);
  stage(&sim->stages, before);
}

/* Show the contacts of the step to listeners (contact/contact_listeners.h). */
static void show_contacts(Sim *sim, const Step *s)
{
  const ContactVisitor to     = contact_listeners_visitor(&sim->modules.listeners, false),
                       to_far = contact_listeners_visitor(&sim->modules.listeners, true);
  const Stage before          = sim->stages.now;

  if (!sim->modules.listeners.any) return;
  stage(&sim->stages, STAGE_OUTPUT);
  contacts_visit(sim->contacts, &s->scene, &to);
  links_visit(&sim->links, &s->scene, &sim->matter.templates, &to);
  constraints_store_forces(&sim->constraints, &sim->links);
  constraints_visit(&sim->links, &s->scene, &sim->matter.templates, &to);
  if (contact_listeners_ask_far(&sim->modules.listeners))
    interactions_visit(sim->interactions, &s->interaction, &to_far);
  contact_listeners_end(&sim->modules.listeners, s->scene.clumps);
  stage(&sim->stages, before);
}

/* Look at the complete evaluation while its memory can still be seen with that of the step before:
   note which lists the next step must renew, show contacts, look for a time step. */
static PetscErrorCode look_at_evaluation(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  sim->lists.rebuild_next = sim->lists.narrow_next = false;
  lists_find_due(sim, &s->agreed.moved_next, step_gap_needed(sim, sim->clock.step + 1));
  show_contacts(sim, s);
  PetscCall(step_look_for_dt(sim, s));
  sum_forces_of_contacts(sim, &s->scene);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the memory of the evaluation that of the run: contacts, interactions, yielding, links. */
static void commit_memory(Sim *sim, const Step *s)
{
  contacts_commit(sim->contacts);
  sim->evaluation.stands = sim->evaluation.done = true;
  sim->evaluation.dt_before                     = s->scene.dt_before;
  sim->evaluation.on_walls                      = sim->contacts->n_walls > 0;
  if (step_moves(s)) interactions_commit(sim->interactions, s->motion.dt);
  passes_keep(sim->interactions, sim->matter.clumps, s->motion.dt);
  if (step_moves(s))
    deforms_yield(&sim->deforms, sim->matter.clumps, s->motion.dt,
                  ledger_sum(&sim->energy.ledger, &ledger_yielding));
  sim->constraints.broke = sim->links.some_broke;
  links_commit(&sim->links, &s->scene, &sim->matter.templates, sim->clock.step, sim_time(sim),
               ledger_sum(&sim->energy.ledger, &ledger_links_broken));
}

/* Book what the loads of the step have done: in the ledger of energies, and in modules. */
static PetscErrorCode book_step(Sim *sim, const Step *s)
{
  Measured measured;

  PetscFunctionBeginUser;
  if (sim->matter.clumps->squeeze) squeeze_find(sim->matter.clumps, sim->loads);
  if (sim->space.domain.cell.flows)
    cell_loads_book(&sim_cell(sim)->loads, &sim->space.domain, sim->clock.dt,
                    &sim->motion.damping.flow);
  measured = sim_measured(sim, &s->scene);
  ledger_book(&sim->energy.ledger, &measured, step_moves(s));
  PetscCall(modules_book(sim, step_moves(s)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the step ---- */

/* The stages of a step, in order. */
static PetscErrorCode run_stages(Sim *sim, Step *s)
{
  bool complete = false; /* lists and quanta were sufficient for the evaluation */

  PetscFunctionBeginUser;
  contact_listeners_begin(&sim->modules.listeners, &sim->clock);
  if (step_moves(s)) PetscCall(step_move_and_correct(sim, s));
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->plan == PLAN_REFRESH) PetscCall(step_move_and_send(sim, s));
  else if (s->plan != PLAN_STAND) PetscCall(step_move_to_new_lists(sim, s));
  while (s->end == RUN_GOES_ON && !complete) {
    step_clear_loads(sim, s);
    step_add_hard_wall_loads(sim);
    PetscCall(step_place(sim, s, step_placed_before_blocks(sim)));
    PetscCall(step_run_passes(sim, s));
    PetscCall(step_evaluate_blocks(sim, s, EARLY));  /* Own blocks, while poses are sent. */
    PetscCall(step_place(sim, s, PLACED_RECEIVED));  /* Place late blocks, wait for poses. */
    PetscCall(step_evaluate_blocks(sim, s, COPIES)); /* Blocks that need these poses. */
    step_evaluate_solids(sim, s);
    step_evaluate_links(sim, s);
    if (step_late_before_sending(sim)) PetscCall(step_evaluate_blocks(sim, s, LATE));
    PetscCall(send_loads(sim));
    if (!step_late_before_sending(sim))
      PetscCall(step_evaluate_blocks(sim, s, LATE)); /* Other own blocks, while loads are sent. */
    PetscCall(step_act_on_bodies(sim, s));
    expect_damping(sim);
    contacts_end(sim->contacts);
    add_travel(sim, s);
    PetscCall(agree(sim, s));
    PetscCall(judge_evaluation(sim, s, &complete)); /* If not complete, all begins anew. */
  }
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  sum_forces_on_clumps(sim);
  add_images(sim);
  add_loads_by_total(sim, s);
  if (is_too_deep(sim, s)) PetscCall(breakdown_tell_depth(sim, s)); /* the step is completed */
  /* the loads are complete: the ledger books their work on groups that follow motions */
  driven_sum(&sim->motion.walls.driven, &sim->space.domain, sim->matter.clumps, sim->loads,
             sim->clock.dt);
  PetscCall(look_at_evaluation(sim, s));
  commit_memory(sim, s);
  PetscCall(book_step(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static MotionStep motion_of(Sim *sim)
{
  MotionStep step = {
    .domain     = &sim->space.domain,
    .integrator = sim->settings.integrator,
    .dt         = sim->clock.dt,
    .gravity    = sim->settings.gravity,
    .pending    = sim->motion.half_kick_due,
    .faces      = sim_faces(sim)->reflects ? &sim_faces(sim)->motion : NULL,
    .baths      = sim->world.baths,
    .driven     = &sim->motion.walls.driven,
    .images  = sim->space.domain.cell.flows ? ledger_sum(&sim->energy.ledger, &ledger_cell) : NULL,
    .left    = ledger_sum(&sim->energy.ledger, &ledger_left),
    .through = sim->world.through,
    .profile = lists_profile(&sim->lists)};
  double *column[3];

  for (int k = 0; passes_transport(sim->interactions, sim->matter.clumps, column) && k < 3; k++)
    step.transport[k] = column[k];
  return step;
}

static Step step_of(Sim *sim)
{
  return (Step){
    .scene       = sim_scene(sim),
    .interaction = sim_interaction_scene(sim),
    .motion      = motion_of(sim),
    .report      = MOTION_NOTHING,
    .plan        = PLAN_STAND,
    .placed      = PLACED_ALL, /* at the end of the last step */
    .end         = RUN_GOES_ON,
  };
}

PetscErrorCode sim_begin(Sim *sim, RunEnd *end)
{
  World   *world = sim_world(sim);
  Step     s     = step_of(sim);
  Measured measured;

  PetscFunctionBeginUser;
  s.scene.dt_before    = 0;
  s.motion.dt          = 0; /* nothing moves */
  s.interaction.starts = true;
  PetscCall(step_settle(sim, &s));
  PetscCall(run_stages(sim, &s));
  stage(&sim->stages, STAGE_NONE);
  *end = s.end;
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  if (is_too_deep(sim, &s)) *end = RUN_TOO_DEEP;
  depth_note(sim_depth(sim), s.agreed.depth);
  PetscCall(cell_begin(sim_cell(sim), world));
  motion_finish(sim->matter.clumps, sim->loads, &s.motion);
  measured = sim_measured(sim, &s.scene);
  PetscCall(ledger_open(&sim->energy.ledger, &measured, false));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_due(int64_t step, int64_t every)
{
  return every > 0 && step % every == 0;
}

/* Advance the cell. If its gradient has changed, the profile of the present lists, with which their
   age is judged, is no longer that of the flow: they are rebuilt. */
static void advance_cell(Sim *sim)
{
  const double reach = sim_reach(sim, sim->lists.skin);

  if (moving_cell_advance(&sim_cell(sim)->moving, sim_time(sim), sim->clock.dt, reach) &&
      sim->lists.profile.used)
    sim->lists.rebuild_next = true;
}

/* Advance the clock, place the walls, and choose the plan. */
static Step step_begin(Sim *sim)
{
  const Settings *set = &sim->settings;
  const Lists    *l   = &sim->lists;
  Step            s   = step_of(sim);

  sim->motion.half_kick_due = false; /* s.motion has it, for the first kick of this step */
  sim->lists.unmarked = false; /* copies learn from the poses of this step which clumps are gone */
  sim->clock.step++;
  wall_motions_place(&sim->motion.walls, sim_time(sim), &sim->walls);
  advance_cell(sim);
  s.interaction.time = sim_time(sim);
  s.plan             = step_plan(l->rebuild_next || is_due(sim->clock.step, set->rebuild_every) ||
                                   set->method->every_step,
                                 l->narrow_next);
  if (is_due(sim->clock.step, set->balance_every)) s.plan = PLAN_FORCED_BALANCE;
  if (step_places_at_once(sim, s.plan)) s.motion.pebbles = sim->matter.pebbles;
  return s;
}

PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end)
{
  Step s;
  bool goes_on;

  PetscFunctionBeginUser;
  PetscCall(sim_divide_walls(sim)); /* once, before the first step */
  PetscCall(step_adapt_dt(sim));
  PetscCall(modules_begin_step(sim));
  s = step_begin(sim);
  if (moving_cell_fits(&sim_cell(sim)->moving)) PetscCall(run_stages(sim, &s));
  else {
    breakdown_tell_cell(sim);
    s.end = RUN_BROKEN;
  }
  goes_on = s.end == RUN_GOES_ON;
  /* modules, and links that are made now, may complete the step */
  sim->motion.half_kick_due = goes_on;
  stage(&sim->stages, STAGE_MODULES);
  if (goes_on) PetscCall(modules_end_step(sim, s.agreed.end_wanted > 0));
  if (goes_on) step_shorten_dt(sim);
  if (goes_on && sim->world.motions_changed)
    lists_find_due(sim, &s.agreed.moved_next, step_gap_needed(sim, sim->clock.step + 1));
  *stop              = s.ask == ASK_STOP;
  sim->limits.agreed = s.ask < ASK_SAVE && sim->world.save ? ASK_SAVE : s.ask;
  /* links that the scenario makes at a given time */
  if (goes_on && clock_reached(&sim->clock) >= sim->links.next) PetscCall(sim_join_links(sim));
  stage(&sim->stages, STAGE_NONE);
  *end = goes_on && is_too_deep(sim, &s) ? RUN_TOO_DEEP : s.end;
  if (goes_on) depth_note(sim_depth(sim), s.agreed.depth);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void sim_complete(Sim *sim)
{
  const Stage      before = sim->stages.now;
  const MotionStep step   = motion_of(sim);

  constraints_store_forces(&sim->constraints, &sim->links);
  if (!sim->motion.half_kick_due) return;
  stage(&sim->stages, STAGE_MOTION);
  motion_finish(sim->matter.clumps, sim->loads, &step);
  sim->motion.half_kick_due = false;
  stage(&sim->stages, before);
}
