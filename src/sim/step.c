/* SPDX-License-Identifier: MIT */
/* The step; its stages in order: run_stages, near the end. Evaluation is optimistic: contacts are
   computed with the present lists and quanta, while a maximum over all ranks (overlapped with the
   end of the load reduction) finds whether these were sufficient. If not, they are renewed, and the
   contacts are evaluated again from the same committed memory. */
#include "contact/member_loads.h"
#include "interaction/phases.h"
#include "sim/bodies.h"
#include "sim/breakdown.h"
#include "sim/carried.h"
#include "sim/changing.h"
#include "sim/eventing.h"
#include "sim/exits.h"
#include "sim/rebuild.h"
#include "sim/servoing.h"
#include "sim/sim.h"

/* Values reduced by MPI_MAX over all ranks in every evaluation. */
enum {
  AGREE_MOVED      = 0 * TRAVEL_REALS, /* each Travel takes TRAVEL_REALS values */
  AGREE_AHEAD      = 1 * TRAVEL_REALS,
  AGREE_NEAR_MOVED = 2 * TRAVEL_REALS,
  AGREE_NEAR_AHEAD = 3 * TRAVEL_REALS,
  AGREE_FORCE      = 4 * TRAVEL_REALS,
  AGREE_TORQUE,
  AGREE_WORK,
  AGREE_DEPTH,
  AGREE_LEFT,
  AGREE_WILD,
  AGREE_RANGE,
  AGREE_STOP,
  AGREE_EXIT,  /* an outlet takes a clump */
  AGREE_REACH, /* Interactions.reached */
  AGREE_MORE,  /* one for each of Loads.more */
  AGREE_MOST = AGREE_MORE + ACCUMULATORS_MOST
};

/* State of a step. A block of pebbles is moved, placed and evaluated before the next one, so that
   its rows are read from memory once. */
typedef struct {
  ContactScene     scene;
  InteractionScene far; /* what interactions see */
  MotionStep       motion;
  MotionReport     report;
  Travel   ahead; /* bound of displacements since the near lists were made, one step ahead */
  bool     moves; /* false: clumps stay as they are, at the start of a run */
  bool     rebuild, balance, narrow; /* due before loads are found */
  bool     moved;    /* all clumps have been moved, and constraints have corrected them */
  bool     moving;   /* clumps move block by block (unless moved), while poses of copies are
                           exchanged; else all have been moved and their pebbles placed */
  bool     received; /* the poses of held copies */
  bool     placed;   /* the early and late blocks, before any was evaluated (place_first) */
  bool     whole;    /* likewise those of copies: all pebbles are placed */
  PetscInt started;  /* owned rows below have been moved; tiles that are sent were moved first */
  double   agreed[AGREE_MOST]; /* of the last evaluation */
  int      evaluations;
  bool     complete; /* lists and quanta were sufficient for the last evaluation */
  Ask      asked;    /* what ranks ask for */
  RunEnd   end;
} Step;

/* ---- motion and places ---- */

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

/* Start the step of owned rows below `row`, in whole tiles, that are not sent and not yet moved. */
static void move_below(Sim *sim, Step *s, PetscInt row)
{
  const PetscInt to =
    (PetscInt)min_int((row + CLUMPS_TILE - 1) / CLUMPS_TILE * CLUMPS_TILE, sim->clumps->n_owned);

  if (to <= s->started) return;
  stage(&sim->stages, STAGE_MOTION);
  move_tiles(sim, s, s->started, to, false);
  s->started = to;
}

/* Bound of the displacements of this step, with rounding to the grid. next_way: of the next step,
   10 % larger. */
static Travel this_way(const Sim *sim, const MotionReport *motion)
{
  return travel_widen(motion->travel, sim->domain.grain);
}

static Travel next_way(const Sim *sim, const MotionReport *motion)
{
  Travel next = travel_widen(this_way(sim, motion), 0.1 * motion->travel.way);

  next.turn *= 1.1;
  return next;
}

/* Add this step to the bound of the displacements, and look one step ahead; where that exceeds half
   of the near skin, replace the sum of steps by actual displacements. */
static Travel find_way(Sim *sim, const MotionReport *motion)
{
  Lists *l = &sim->lists;
  Travel ahead;

  l->moved = travel_add(l->moved, this_way(sim, motion));
  ahead    = travel_add(l->moved, next_way(sim, motion));
  if (travel_bound(ahead) > 0.5 * l->near)
    motion_moved(sim->clumps, &sim->templates, sim->clock.dt, &l->moved, &ahead);
  return ahead;
}

/* With constraints: move all clumps, and correct them, so that lists and forces see them where they
   are held. */
static PetscErrorCode move_and_correct(Sim *sim, Step *s)
{
  const ConstraintScene scene = {.domain    = &sim->domain,
                                 .templates = &sim->templates,
                                 .clumps    = sim->clumps,
                                 .links     = &sim->links,
                                 .halo      = sim->halo,
                                 .loads     = sim->loads,
                                 .dt        = s->motion.dt};

  PetscFunctionBeginUser;
  if (!constraints_hold(&sim->constraints, &sim->links)) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_CONSTRAINT);
  PetscCall(constraints_begin(&sim->constraints, &scene));
  stage(&sim->stages, STAGE_MOTION);
  motion_start(sim->clumps, &s->motion, 0, sim->clumps->n_owned, sim->loads, &s->report);
  stage(&sim->stages, STAGE_CONSTRAINT);
  PetscCall(constraints_project(&sim->constraints, &scene, &s->report,
                                ledger_sum(&sim->ledger, &ledger_constraints)));
  s->moved   = true;
  s->started = sim->clumps->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* New lists, of clumps that have all been moved. */
static PetscErrorCode renew_lists(Sim *sim, Step *s)
{
  PetscFunctionBeginUser;
  if (s->rebuild) {
    PetscCall(sim_rebuild(sim, s->motion.dt, s->balance));
    s->report.left = false;
  } else PetscCall(sim_narrow(sim));
  s->ahead = next_way(sim, &s->report);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Move all clumps, then rebuild or narrow. */
static PetscErrorCode move_to_new_lists(Sim *sim, Step *s)
{
  bool lost;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  if (!s->moved)
    motion_start(sim->clumps, &s->motion, 0, sim->clumps->n_owned, sim->loads, &s->report);
  sim->lists.moved = travel_add(sim->lists.moved, this_way(sim, &s->report));
  lost             = s->rebuild && !s->report.in_range;
  stage(&sim->stages, s->rebuild ? STAGE_MIGRATE : STAGE_NARROW);
  /* positions must be finite before they are wrapped and assigned to ranks */
  if (s->rebuild) PetscCall(parallel_any(&sim->par, &lost));
  if (lost) {
    PetscCall(breakdown_lost(sim));
    s->end = RUN_BROKEN;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(renew_lists(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* With the present lists clumps move while loads are found: first those with copies elsewhere,
   whose poses are sent. */
static PetscErrorCode move_and_send(Sim *sim, Step *s)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  if (!s->moved) move_tiles(sim, s, 0, sim->clumps->n_owned, true);
  s->moving = true;
  stage(&sim->stages, STAGE_REFRESH);
  PetscCall(halo_refresh_begin(sim->halo, sim->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Wait for the poses of held copies. */
static PetscErrorCode receive_poses(Sim *sim, Step *s)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_REFRESH);
  if (s->moving && !s->received) {
    PetscCall(halo_refresh_end(sim->halo, &sim->domain, sim->clumps));
    carried_place(sim);
  }
  s->received = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- loads from contacts ---- */

/* EARLY: blocks of pebbles of owned clumps alone. COPIES: blocks whose pairs have a pebble of a
   copy. LATE: as EARLY, kept for the time in which loads are sent. */
typedef enum { EARLY, COPIES, LATE } Blocks;

/* Move the clumps of a block and place its pebbles, unless that was done when lists were made. */
static void place_block(Sim *sim, Step *s, int b)
{
  const Block block = sim->pairs->block[b];

  if (!s->moving) return;
  move_below(sim, s, sim->pebbles->clump[block.to - 1] + 1);
  stage(&sim->stages, STAGE_PLACE);
  pebbles_place(sim->pebbles, sim->clumps, block.from, block.to, sim->domain.magic);
}

/* Loads of zero, those of clumps yet to be moved excepted: motion reads and zeroes these. */
static PetscErrorCode clear_loads(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_CONTACT);
  if (s->moving) loads_clear_rows(sim->loads, sim->clumps->n_owned, sim->clumps->n);
  else PetscCall(loads_clear(sim->loads, sim->clumps->n));
  PetscCall(contacts_begin(sim->contacts, &sim->report));
  if (sim->contacts->by_member) PetscCall(member_loads_begin(sim->contacts, sim->pebbles->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Move, place and evaluate block by block; late blocks have been placed (place_late). */
static PetscErrorCode evaluate_blocks(Sim *sim, Step *s, Blocks which)
{
  const Pairs *pairs  = sim->pairs;
  const int    ends[] = {0, pairs->n_early, pairs->n_blocks - pairs->n_late, pairs->n_blocks};

  PetscFunctionBeginUser;
  for (int b = ends[which]; b < ends[which + 1]; b++) {
    if ((which == COPIES && !s->whole) || (which == EARLY && !s->placed)) place_block(sim, s, b);
    stage(&sim->stages, STAGE_CONTACT);
    PetscCall(contacts_apply(sim->contacts, &s->scene, b, sim->loads, &sim->report));
    if (sim->interactions->n_sets == 0) continue;
    stage(&sim->stages, STAGE_INTERACTION);
    PetscCall(interactions_pull(sim->interactions, &s->far, b, sim->loads, &sim->report,
                                &sim->contacts->work));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Evaluate the links, which may have ends on other ranks. */
static PetscErrorCode evaluate_links(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_CONTACT);
  PetscCall(links_apply(&sim->links, &s->scene, &sim->templates, sim->loads, &sim->contacts->work,
                        &sim->report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Move and place what is left, as pebbles of copies may touch any: the late blocks, and clumps
   without a pebble here. */
static void place_late(Sim *sim, Step *s)
{
  const Pairs *pairs = sim->pairs;

  if (s->placed) return;
  for (int b = pairs->n_blocks - pairs->n_late; b < pairs->n_blocks; b++) place_block(sim, s, b);
  if (s->moving) move_below(sim, s, sim->clumps->n_owned);
}

/* Surfaces that clumps carry may be touched by any pebble, and phases of interactions see all pairs:
   move all clumps and wait for all poses before any block is evaluated. */
static PetscErrorCode place_first(Sim *sim, Step *s)
{
  const Pairs *pairs  = sim->pairs;
  const bool   phased = sim->interactions->phased;

  PetscFunctionBeginUser;
  if ((sim->walls.n_carried == 0 && !phased) || !s->moving) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->par.size == 1 && !phased) { /* the clumps that carry them are among those that are sent:
                                          moved */
    carried_place(sim);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int b = 0; b < pairs->n_early; b++) place_block(sim, s, b);
  place_late(sim, s);
  PetscCall(receive_poses(sim, s));
  s->placed = true;
  if (!phased) PetscFunctionReturn(PETSC_SUCCESS);
  for (int b = pairs->n_early; b < pairs->n_blocks - pairs->n_late; b++) place_block(sim, s, b);
  s->whole = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What interactions find of all pairs before the forces, with messages of its own. */
static PetscErrorCode find_phases(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  if (!sim->interactions->phased) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_INTERACTION);
  PetscCall(phases_find(sim->interactions, &s->far, &sim->par, sim->halo, &sim->report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The late blocks before loads are sent, if they may act on clumps of other ranks that carry surfaces,
   or after. */
static PetscErrorCode evaluate_late(Sim *sim, Step *s, bool before)
{
  PetscFunctionBeginUser;
  if (before == (sim->walls.n_carried > 0 && sim->par.size > 1))
    PetscCall(evaluate_blocks(sim, s, LATE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fields act on owned clumps, all of which have been moved. What they lose counts with contacts. */
static PetscErrorCode act_on_bodies(Sim *sim, const Step *s)
{
  PetscFunctionBeginUser;
  if (sim->interactions->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_INTERACTION);
  PetscCall(
    interactions_act(sim->interactions, &s->far, sim->loads, &sim->report, &sim->contacts->work));
  PetscCall(interactions_attract(sim->interactions, &s->far, sim->loads, &sim->report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Damping may be as large as a part of a weight, and follows from velocities. */
static void expect_damping(Sim *sim)
{
  if (sim->damping.used)
    damping_largest(&sim->damping, sim->clumps, sim->settings.gravity, &sim->report.largest_force,
                    &sim->report.largest_torque);
}

/* Damping acts on the sum of all other loads. */
static void damp(Sim *sim, const Step *s)
{
  if (sim->damping.used)
    damping_apply(&sim->damping, sim->clumps, sim->settings.gravity, s->moves ? s->motion.dt : 0,
                  s->scene.dt, sim->loads);
}

/* Send the loads of copies, all of which are known, to their owners. */
static PetscErrorCode send_loads(Sim *sim)
{
  PetscFunctionBeginUser;
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
  agreed[AGREE_EXIT]   = in_range && exits_are_due(sim);
  agreed[AGREE_REACH]  = sim->interactions->reached;
  for (int k = 0; k < sim->loads->n_more; k++)
    agreed[AGREE_MORE + k] = r->possible ? r->largest_more[k] : 0;
}

/* Receive the sums of loads and, meanwhile, the maxima over all ranks. */
static PetscErrorCode agree(Sim *sim, Step *s)
{
  ParallelRequest request;

  PetscFunctionBeginUser;
  contacts_end(sim->contacts);
  stage(&sim->stages, STAGE_MOTION);
  if (s->moving) s->ahead = find_way(sim, &s->report);
  s->moving = false;
  stage(&sim->stages, STAGE_REDUCE);
  collect_findings(sim, s);
  PetscCall(parallel_max_begin(&sim->par, s->agreed, AGREE_MORE + sim->loads->n_more, &request));
  PetscCall(halo_reduce_end(sim->halo, sim->loads));
  PetscCall(parallel_max_end(&request));
  s->asked        = (Ask)s->agreed[AGREE_STOP];
  sim->lists.gone = sim->lists.gone || s->agreed[AGREE_LEFT] > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bound of the displacements of all ranks, and of walls, since lists were made until `time`, m. which:
   AGREE_MOVED, or another Travel of s->agreed. */
static double bound_of(const Sim *sim, const Step *s, int which, double time)
{
  const bool   near  = which >= AGREE_NEAR_MOVED;
  const Travel moved = travel_of_maxima(s->agreed + which);
  Travel       built; /* since the last rebuild */

  if (sim->motions.n == 0) return travel_bound(moved);
  built = travel_of_maxima(s->agreed + (near ? which - AGREE_NEAR_MOVED + AGREE_MOVED : which));
  return travel_bound(travel_join(
    moved, wall_motions_travel(&sim->motions, near ? SINCE_NEAR : SINCE_BUILT, time, built.way)));
}

/* Stop the run if the evaluation is of no use. */
static PetscErrorCode judge(Sim *sim, Step *s)
{
  bool meet;
  int  body, other;

  PetscFunctionBeginUser;
  s->end = RUN_BROKEN;
  PetscCall(carried_meet(sim, &meet, &body, &other));
  if (meet) carried_tell(sim, body, other);
  else if (s->agreed[AGREE_RANGE] > 0) PetscCall(breakdown_lost(sim));
  else if (s->agreed[AGREE_DEPTH] > sim->settings.overlap_limit)
    PetscCall(breakdown_depth(sim, s->agreed[AGREE_DEPTH]));
  else if (s->agreed[AGREE_WILD] > 0) PetscCall(breakdown_wild(sim));
  else s->end = RUN_GOES_ON;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Limit on the evaluations of a step, more than can be needed: nothing moves between them, so lists
   are rebuilt once and narrowed once, quanta are raised once from complete lists (with a margin
   over the largest contribution, which does not depend on them), and a last evaluation finds all
   sufficient. */
enum { EVALUATIONS_MOST = 8 };

/* Renew what was insufficient for the evaluation: lists, else quanta, which are raised from
   complete lists only, as exponents must not depend on lists. */
static PetscErrorCode mend(Sim *sim, Step *s)
{
  const double force = s->agreed[AGREE_FORCE], work = s->agreed[AGREE_WORK];
  const double now   = sim_time(sim);
  const double moved = bound_of(sim, s, AGREE_MOVED, now);

  PetscFunctionBeginUser;
  PetscCall(judge(sim, s));
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  s->balance  = false;
  s->rebuild  = moved > 0.5 * sim->lists.skin || s->agreed[AGREE_REACH] > 1;
  s->narrow   = !s->rebuild && bound_of(sim, s, AGREE_NEAR_MOVED, now) > 0.5 * sim->lists.near;
  s->complete = !s->rebuild && !s->narrow &&
                !quanta_raise(sim, force, s->agreed[AGREE_TORQUE], work, s->agreed + AGREE_MORE);
  if (s->rebuild) phases_widen(sim->interactions, s->agreed[AGREE_REACH]);
  if (s->rebuild || s->narrow) PetscCall(renew_lists(sim, s));
  sim->counters.repeats += !s->complete;
  if (s->complete || ++s->evaluations < EVALUATIONS_MOST) PetscFunctionReturn(PETSC_SUCCESS);
  breakdown_endless(sim, EVALUATIONS_MOST, force, work, moved);
  s->end = RUN_BROKEN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the memory of the evaluation that of the contacts, and note what the next step must renew. */
static PetscErrorCode commit(Sim *sim, const Step *s)
{
  const double next = clock_next(&sim->clock);
  Lists       *l    = &sim->lists;
  Measured     measured;

  PetscFunctionBeginUser;
  driven_sum(&sim->motions.driven, &sim->domain, sim->clumps, sim->loads, sim->clock.dt);
  if (s->moves) PetscCall(servoing_respond(sim));
  l->rebuild_next = bound_of(sim, s, AGREE_AHEAD, next) > 0.5 * l->skin;
  l->narrow_next  = bound_of(sim, s, AGREE_NEAR_AHEAD, next) > 0.5 * l->near;
  PetscCall(bodies_note(sim)); /* while pebbles have the rows of the evaluation */
  contacts_commit(sim->contacts);
  if (s->moves) interactions_commit(sim->interactions, s->motion.dt);
  phases_keep(sim->interactions, sim->clumps);
  PetscCall(links_commit(&sim->links, &s->scene, &sim->templates, sim->clock.step, sim_time(sim)));
  measured = sim_measured(sim, &s->scene);
  ledger_book(&sim->ledger, &measured, s->scene.dt_before > 0);
  wall_account_book(sim, s->scene.dt_before > 0);
  if (s->moves) PetscCall(wall_facets_book(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the step ---- */

/* The stages of a step, in order. */
static PetscErrorCode run_stages(Sim *sim, Step *s)
{
  PetscFunctionBeginUser;
  if (s->moves) PetscCall(move_and_correct(sim, s)); /* does nothing without constraints */
  if (s->rebuild || s->narrow) PetscCall(move_to_new_lists(sim, s));
  else if (s->moves) PetscCall(move_and_send(sim, s));
  while (s->end == RUN_GOES_ON && !s->complete) {
    PetscCall(clear_loads(sim, s));
    PetscCall(place_first(sim, s)); /* these two do nothing without such surfaces or phases */
    PetscCall(find_phases(sim, s));
    PetscCall(evaluate_blocks(sim, s, EARLY)); /* while poses of copies are sent */
    place_late(sim, s);
    PetscCall(receive_poses(sim, s));
    PetscCall(evaluate_blocks(sim, s, COPIES));
    PetscCall(evaluate_links(sim, s));
    PetscCall(evaluate_late(sim, s, true));
    PetscCall(send_loads(sim));
    PetscCall(evaluate_late(sim, s, false)); /* while loads of copies are sent */
    PetscCall(act_on_bodies(sim, s));
    expect_damping(sim);
    PetscCall(agree(sim, s));
    PetscCall(mend(sim, s)); /* complete, or new lists or quanta for another evaluation */
  }
  if (s->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  damp(sim, s);
  PetscCall(commit(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Step step_of(Sim *sim)
{
  return (Step){
    .scene  = sim_scene(sim),
    .far    = sim_interaction_scene(sim),
    .motion = {.domain  = &sim->domain,
               .dt      = sim->clock.dt,
               .gravity = sim->settings.gravity,
               .pending = sim->pending,
               .faces   = sim->faces.reflects ? &sim->faces.motion : NULL,
               .driven  = &sim->motions.driven},
    .report = MOTION_NOTHING,
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
  PetscCall(run_stages(sim, &s));
  stage(&sim->stages, STAGE_NONE);
  *end = s.end;
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  motion_finish(sim->clumps, sim->loads, 0, sim->settings.gravity);
  measured = sim_measured(sim, &s.scene);
  PetscCall(ledger_open(&sim->ledger, &measured));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_due(int64_t step, int64_t every)
{
  return every > 0 && step % every == 0;
}

/* Advance the clock, place the walls, and find which lists are due. */
static Step step_begin(Sim *sim)
{
  const Settings *set = &sim->settings;
  Step            s   = step_of(sim);

  sim->pending = false;
  sim->clock.step++;
  wall_motions_place(&sim->motions, sim_time(sim), &sim->walls);
  s.far.time = sim_time(sim);
  s.moves    = true;
  s.balance  = is_due(sim->clock.step, set->balance_every);
  s.rebuild = sim->lists.rebuild_next || s.balance || is_due(sim->clock.step, set->rebuild_every) ||
              set->method->every_step;
  s.narrow = !s.rebuild && sim->lists.narrow_next;
  return s;
}

PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end)
{
  Step s = step_begin(sim);

  PetscFunctionBeginUser;
  PetscCall(run_stages(sim, &s));
  sim->pending = s.end == RUN_GOES_ON;
  if (sim->pending && sim->outlets.n > 0) PetscCall(exits_take(sim, s.agreed[AGREE_EXIT] > 0));
  if (sim->pending && clock_reached(&sim->clock) >= sim->entry.next) PetscCall(sim_enter(sim));
  *stop      = s.asked == ASK_STOP;
  sim->asked = s.asked;
  if (sim->events.n > 0 && s.end == RUN_GOES_ON) PetscCall(eventing_decide(sim));
  if (sim->changes.n > 0 && s.end == RUN_GOES_ON) PetscCall(changing_make(sim));
  stage(&sim->stages, STAGE_NONE);
  *end = s.end;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void sim_complete(Sim *sim)
{
  const Stage before = sim->stages.now;

  if (!sim->pending) return;
  stage(&sim->stages, STAGE_MOTION);
  motion_finish(sim->clumps, sim->loads, sim->clock.dt, sim->settings.gravity);
  sim->pending = false;
  stage(&sim->stages, before);
}
