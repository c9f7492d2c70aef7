/* SPDX-License-Identifier: MIT */
/* The step. Evaluation is optimistic: contacts are computed with the lists and quanta at hand while the ranks find out
   together (one maximum, overlapped with the end of the load reduction) whether these were good enough; if not, they are mended
   and the contacts are evaluated again from the same committed memory. */
#include "sim/sim.h"

/* What ranks agree on in every step, as maxima. */
enum {
  AGREE_MOVED      = 0 * TRAVEL_REALS, /* travels as numbers */
  AGREE_AHEAD      = 1 * TRAVEL_REALS,
  AGREE_NEAR_MOVED = 2 * TRAVEL_REALS,
  AGREE_NEAR_AHEAD = 3 * TRAVEL_REALS,
  AGREE_FORCE      = 4 * TRAVEL_REALS,
  AGREE_WORK,
  AGREE_DEPTH,
  AGREE_LEFT,
  AGREE_NOT_FINITE,
  AGREE_RANGE,
  AGREE_STOP,
  AGREE_N
};

static void note(double *seconds, double *since)
{
  PetscLogDouble now;

  (void)PetscTime(&now);
  *seconds += now - *since;
  *since = now;
}

/* An evaluation of loads: for bodies as they are, or `moving`, with the start of their step ahead of it, while poses are under
   way from and to other ranks. A block of pebbles is moved, placed and evaluated before the next one, so that its rows are read
   from memory once; late ones wait with their contacts until loads of copies are on their way. */
typedef struct {
  ContactScene scene;
  MotionStep   step;
  MotionReport motion;
  Travel       ahead; /* since the near lists were made, after one more step like this */
  bool         moving, stop;
  PetscInt     moved; /* owned rows that have been, but for tiles that are sent, which were moved first */
} Evaluation;

/* Start the step of the owned rows from .. to - 1: of tiles that are sent to other ranks, or of the others. */
static void move_tiles(Sim *sim, Evaluation *e, PetscInt from, PetscInt to, bool sent)
{
  PetscInt tile = from / CLUMPS_TILE;

  while (tile * CLUMPS_TILE < to) {
    const PetscInt first = tile;

    if (sim->sent[tile++] != sent) continue;
    while (tile * CLUMPS_TILE < to && sim->sent[tile] == sent) tile++;
    motion_start(sim->clumps, &e->step, first * CLUMPS_TILE, (PetscInt)min_int(tile * CLUMPS_TILE, to), sim->loads, &e->motion);
  }
}

/* Start the step of owned rows below `row`, as far as that is still to be done; whole tiles. */
static void move_below(Sim *sim, Evaluation *e, PetscInt row)
{
  const PetscInt to = (PetscInt)min_int((row + CLUMPS_TILE - 1) / CLUMPS_TILE * CLUMPS_TILE, sim->clumps->n_owned);

  if (to <= e->moved) return;
  stage(&sim->stages, STAGE_MOTION);
  move_tiles(sim, e, e->moved, to, false);
  e->moved = to;
}

/* A block's poses, and pebbles from poses; if nothing moves, they are where they were placed when lists were made. */
static void place_block(Sim *sim, Evaluation *e, int b)
{
  const Block    block = sim->pairs->block[b];
  PetscLogDouble since;

  if (!e->moving) return;
  PetscCallVoid(PetscTime(&since));
  move_below(sim, e, sim->pebbles->clump[block.to - 1] + 1);
  note(&sim->times.motion, &since);
  stage(&sim->stages, STAGE_PLACE);
  pebbles_place(sim->pebbles, sim->clumps, block.from, block.to, sim->domain.magic);
  note(&sim->times.place, &since);
}

/* Loads from a block's contacts. */
static PetscErrorCode apply_block(Sim *sim, const Evaluation *e, int b)
{
  PetscLogDouble since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  stage(&sim->stages, STAGE_CONTACT);
  PetscCall(contacts_apply(sim->contacts, &e->scene, b, sim->loads, &sim->report));
  note(&sim->times.contacts, &since);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Blocks from .. to-1, each placed and evaluated before the next. */
static PetscErrorCode place_and_apply(Sim *sim, Evaluation *e, int from, int to)
{
  PetscFunctionBeginUser;
  for (int b = from; b < to; b++) {
    place_block(sim, e, b);
    PetscCall(apply_block(sim, e, b));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* In a step like this one, with what rounding to the grid may add, or a tenth more. */
static Travel this_way(const Sim *sim, const MotionReport *motion)
{
  return travel_widen(motion->travel, sim->domain.quantum);
}

static Travel next_way(const Sim *sim, const MotionReport *motion)
{
  Travel next = travel_widen(this_way(sim, motion), 0.1 * motion->travel.way);

  next.turn *= 1.1;
  return next;
}

/* Steps add up to a bound of how far bodies have come, looked ahead one step; where it does not do, the truth is found. */
static Travel find_way(Sim *sim, const MotionReport *motion)
{
  Travel ahead;

  sim->moved = travel_add(sim->moved, this_way(sim, motion));
  ahead      = travel_add(sim->moved, next_way(sim, motion));
  if (travel_bound(ahead) > 0.5 * sim->near) motion_moved(sim->clumps, &sim->templates, sim->settings.dt, &sim->moved, &ahead);
  return ahead;
}

/* What this rank has to say about the evaluation. */
static void state(const Sim *sim, const Evaluation *e, double agreed[AGREE_N])
{
  const ContactReport *r        = &sim->report;
  const bool           in_range = e->motion.in_range;

  const Travel moved = in_range ? sim->moved : TRAVEL_REST, ahead = in_range ? e->ahead : TRAVEL_REST;

  travel_to_maxima(travel_add(sim->moved_before, moved), agreed + AGREE_MOVED);
  travel_to_maxima(travel_add(sim->moved_before, ahead), agreed + AGREE_AHEAD);
  travel_to_maxima(moved, agreed + AGREE_NEAR_MOVED);
  travel_to_maxima(ahead, agreed + AGREE_NEAR_AHEAD);
  agreed[AGREE_FORCE]      = r->finite ? r->largest_force : 0;
  agreed[AGREE_WORK]       = r->finite ? r->largest_work : 0;
  agreed[AGREE_DEPTH]      = r->deepest;
  agreed[AGREE_LEFT]       = e->motion.left;
  agreed[AGREE_NOT_FINITE] = !r->finite;
  agreed[AGREE_RANGE]      = !in_range;
  agreed[AGREE_STOP]       = e->stop;
}

/* Loads from contacts: of owned pebbles while poses of the others are under way, of copies, and again of owned pebbles while what
   copies bear is under way; sums from everywhere, agreement. */
static PetscErrorCode evaluate(Sim *sim, Evaluation *e, double agreed[AGREE_N])
{
  const Pairs    *pairs = sim->pairs;
  const int       late  = pairs->n_blocks - pairs->n_late;
  ParallelRequest request;
  PetscLogDouble  since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  stage(&sim->stages, STAGE_CONTACT);
  if (e->moving) loads_clear_rows(sim->loads, sim->clumps->n_owned, sim->clumps->n);
  else PetscCall(loads_clear(sim->loads, sim->clumps->n));
  PetscCall(contacts_begin(sim->contacts, &sim->report));
  note(&sim->times.contacts, &since);
  PetscCall(place_and_apply(sim, e, 0, pairs->n_early));
  for (int b = late; b < pairs->n_blocks; b++) place_block(sim, e, b);
  PetscCall(PetscTime(&since));
  if (e->moving) move_below(sim, e, sim->clumps->n_owned); /* those without a pebble here */
  note(&sim->times.motion, &since);
  stage(&sim->stages, STAGE_REFRESH);
  if (e->moving) PetscCall(halo_refresh_end(sim->halo, &sim->domain, sim->clumps));
  note(&sim->times.refresh, &since);
  PetscCall(place_and_apply(sim, e, pairs->n_early, late));
  PetscCall(PetscTime(&since));
  stage(&sim->stages, STAGE_REDUCE);
  PetscCall(halo_reduce_begin(sim->halo, sim->clumps, sim->loads));
  note(&sim->times.reduce, &since);
  for (int b = late; b < pairs->n_blocks; b++) PetscCall(apply_block(sim, e, b));
  contacts_end(sim->contacts);
  PetscCall(PetscTime(&since));
  stage(&sim->stages, STAGE_MOTION);
  if (e->moving) e->ahead = find_way(sim, &e->motion);
  note(&sim->times.motion, &since);
  stage(&sim->stages, STAGE_REDUCE);
  state(sim, e, agreed);
  PetscCall(parallel_max_begin(&sim->par, agreed, AGREE_N, &request));
  PetscCall(halo_reduce_end(sim->halo, sim->loads));
  PetscCall(parallel_max_end(&request));
  note(&sim->times.reduce, &since);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- when physics stops the run ---- */

static PetscErrorCode report_depth(Sim *sim, double depth)
{
  const ContactReport *r     = &sim->report;
  int64_t              first = r->deepest == depth ? -sim->par.rank : INT64_MIN;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(&sim->par, &first, 1));
  if (first == -sim->par.rank) {
    char other[NAME_LENGTH + 16];

    if (r->deepest_wall) snprintf(other, sizeof other, "wall %s", sim->walls.list[r->deepest_b].name);
    else snprintf(other, sizeof other, "clump %" PRId64, r->deepest_b);
    fprintf(stderr,
            "clast: stopped at step %" PRId64 " (t = %g s, rank %d): clump %" PRId64
            " and %s overlap by %.3g of the smaller radius, more than overlap_limit (%g).\n"
            "       Take a smaller dt, a stiffer contact, or a start without overlaps; or raise run: overlap_limit.\n",
            sim->step, sim_time(sim), sim->par.rank, r->deepest_a, other, depth, sim->settings.overlap_limit);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_lost(const Sim *sim, PetscInt a)
{
  return !(domain_in_range(&sim->domain, sim->clumps->pose[a].x) && isfinite(vec3_norm(sim->clumps->pose[a].v)) &&
           isfinite(vec3_norm(sim->clumps->pose[a].w)));
}

/* Names the lowest clump id that is concerned. */
static PetscErrorCode report_lost(Sim *sim)
{
  const Clumps *c      = sim->clumps;
  int64_t       lowest = INT64_MAX, mine;
  PetscInt      row    = -1;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a) || !is_lost(sim, a) || c->id[a] >= lowest) continue;
    lowest = c->id[a];
    row    = a;
  }
  mine = row >= 0 ? ~lowest : INT64_MIN; /* the complement turns the order round, of all ids */
  PetscCall(parallel_max_int(&sim->par, &mine, 1));
  if (mine == INT64_MIN && sim->par.rank == 0)
    fprintf(stderr,
            "clast: stopped at step %" PRId64 " (t = %g s): a velocity is not a number or out of range. Take a smaller dt.\n",
            sim->step, sim_time(sim));
  if (row >= 0 && mine == ~lowest)
    fprintf(stderr,
            "clast: stopped at step %" PRId64 " (t = %g s, rank %d): clump %" PRId64
            " is at (%g, %g, %g) m with velocity (%g, %g, %g) m/s: not a number, or too far out (|x| < %g m).\n"
            "       Take a smaller dt, or a larger domain or a wall if it flew away.\n",
            sim->step, sim_time(sim), sim->par.rank, lowest, c->pose[row].x.x, c->pose[row].x.y, c->pose[row].x.z,
            c->pose[row].v.x, c->pose[row].v.y, c->pose[row].v.z, sim->domain.limit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode judge(Sim *sim, const double agreed[AGREE_N], RunEnd *end)
{
  PetscFunctionBeginUser;
  *end = RUN_GOES_ON;
  if (agreed[AGREE_RANGE] > 0) {
    PetscCall(report_lost(sim));
    *end = RUN_BROKEN;
  } else if (agreed[AGREE_DEPTH] > sim->settings.overlap_limit) {
    PetscCall(report_depth(sim, agreed[AGREE_DEPTH]));
    *end = RUN_BROKEN;
  } else if (agreed[AGREE_NOT_FINITE] > 0) {
    if (sim->par.rank == 0)
      fprintf(stderr, "clast: stopped at step %" PRId64 " (t = %g s): a contact force is not a number. Take a smaller dt.\n",
              sim->step, sim_time(sim));
    *end = RUN_BROKEN;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the step ---- */

/* By how much lists are, m. */
static double stale(const double *maxima)
{
  return travel_bound(travel_of_maxima(maxima));
}

/* Evaluate until lists and quanta were good enough; then the contacts' memory is committed. */
static PetscErrorCode find_loads(Sim *sim, Evaluation *e, bool *stop, RunEnd *end)
{
  double         agreed[AGREE_N];
  PetscLogDouble since;
  bool           again;

  PetscFunctionBeginUser;
  e->stop = *stop;
  do {
    PetscCall(evaluate(sim, e, agreed));
    e->moving = false;
    sim->gone = sim->gone || agreed[AGREE_LEFT] > 0;
    PetscCall(judge(sim, agreed, end));
    if (*end == RUN_BROKEN) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(PetscTime(&since));
    again = stale(agreed + AGREE_MOVED) > 0.5 * sim->settings.skin;
    if (again) {
      PetscCall(sim_rebuild(sim, e->step.dt, false));
      note(&sim->times.rebuild, &since);
      e->ahead       = next_way(sim, &e->motion);
      e->motion.left = false;
    } else if (stale(agreed + AGREE_NEAR_MOVED) > 0.5 * sim->near) {
      PetscCall(sim_narrow(sim));
      note(&sim->times.narrow, &since);
      e->ahead = next_way(sim, &e->motion);
      again    = true;
    } else {
      /* only ever from a complete list: exponents must not depend on lists */
      again = quanta_raise(sim, agreed[AGREE_FORCE], agreed[AGREE_WORK]);
    }
    sim->counters.repeats += again;
  } while (again);
  sim->rebuild_next = stale(agreed + AGREE_AHEAD) > 0.5 * sim->settings.skin;
  sim->narrow_next  = stale(agreed + AGREE_NEAR_AHEAD) > 0.5 * sim->near;
  *stop             = agreed[AGREE_STOP] > 0;
  contacts_commit(sim->contacts);
  sum_merge(&sim->taken, &sim->contacts->work); /* of the half step to come */
  if (e->scene.dt_before > 0) sum_merge(&sim->taken, &sim->contacts->work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_due(int64_t step, int64_t every)
{
  return every > 0 && step % every == 0;
}

PetscErrorCode sim_begin(Sim *sim, RunEnd *end)
{
  Evaluation e    = {.scene = sim_scene(sim), .motion = MOTION_NOTHING};
  bool       stop = false;

  PetscFunctionBeginUser;
  e.scene.dt_before = 0;
  PetscCall(find_loads(sim, &e, &stop, end));
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_NONE);
  motion_finish(sim->clumps, sim->loads, 0, sim->settings.gravity);
  /* what contacts hold at the start was not taken from anybody */
  PetscCall(contacts_energy(sim->contacts, &e.scene, &sim->taken));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Everything moves, then there are new lists. */
static PetscErrorCode move_to_new_lists(Sim *sim, Evaluation *e, bool rebuild, bool balance, RunEnd *end)
{
  PetscLogDouble since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  motion_start(sim->clumps, &e->step, 0, sim->clumps->n_owned, sim->loads, &e->motion);
  sim->moved = travel_add(sim->moved, this_way(sim, &e->motion));
  note(&sim->times.motion, &since);
  if (rebuild) {
    bool lost = !e->motion.in_range;

    /* nobody may be wrapped or looked for from nowhere */
    PetscCall(parallel_any(&sim->par, &lost));
    if (lost) {
      PetscCall(report_lost(sim));
      *end = RUN_BROKEN;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(sim_rebuild(sim, e->step.dt, balance));
    e->motion.left = false;
    note(&sim->times.rebuild, &since);
  } else {
    PetscCall(sim_narrow(sim));
    note(&sim->times.narrow, &since);
  }
  e->ahead = next_way(sim, &e->motion);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* With the lists as they are everything moves while loads are found: here what other ranks wait for. */
static PetscErrorCode begin_moving(Sim *sim, Evaluation *e)
{
  PetscLogDouble since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  move_tiles(sim, e, 0, sim->clumps->n_owned, true);
  note(&sim->times.motion, &since);
  stage(&sim->stages, STAGE_REFRESH);
  PetscCall(halo_refresh_begin(sim->halo, sim->clumps));
  e->moving = true;
  note(&sim->times.refresh, &since);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end)
{
  const RunSettings *set = &sim->settings;
  Evaluation e = {.scene = sim_scene(sim), .step = {&sim->domain, set->dt, set->gravity, sim->pending}, .motion = MOTION_NOTHING};
  PetscLogDouble since;
  bool           balance, rebuild;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  sim->pending = false;
  sim->step++;
  balance = is_due(sim->step, set->balance_every);
  rebuild = sim->rebuild_next || balance || is_due(sim->step, set->rebuild_every) || set->method == SEARCH_CELLS;
  if (rebuild || sim->narrow_next) PetscCall(move_to_new_lists(sim, &e, rebuild, balance, end));
  else PetscCall(begin_moving(sim, &e));
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_loads(sim, &e, stop, end));
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  sim->pending = true;
  if (time_reached(sim_time(sim), set->dt) >= sim->next_entry) {
    PetscCall(PetscTime(&since));
    PetscCall(sim_enter(sim));
    note(&sim->times.rebuild, &since);
  }
  stage(&sim->stages, STAGE_NONE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void sim_settle(Sim *sim)
{
  PetscLogDouble since;

  if (!sim->pending) return;
  PetscCallVoid(PetscTime(&since));
  motion_finish(sim->clumps, sim->loads, sim->settings.dt, sim->settings.gravity);
  note(&sim->times.motion, &since);
  sim->pending = false;
}
