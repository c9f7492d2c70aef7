/* SPDX-License-Identifier: MIT */
/* The step. Evaluation is optimistic: contacts are computed with the present lists and quanta,
   while a maximum over all ranks (overlapped with the end of the load reduction) finds whether
   these were sufficient. If not, they are renewed, and the contacts are evaluated again from the
   same committed memory. */
#include "base/bounds.h"
#include "sim/sim.h"
#include "supply/population.h"

/* Values reduced by MPI_MAX over all ranks in every step. */
enum {
  AGREE_MOVED      = 0 * TRAVEL_REALS, /* each Travel takes TRAVEL_REALS values */
  AGREE_AHEAD      = 1 * TRAVEL_REALS,
  AGREE_NEAR_MOVED = 2 * TRAVEL_REALS,
  AGREE_NEAR_AHEAD = 3 * TRAVEL_REALS,
  AGREE_FORCE      = 4 * TRAVEL_REALS,
  AGREE_WORK,
  AGREE_DEPTH,
  AGREE_LEFT,
  AGREE_WILD,
  AGREE_RANGE,
  AGREE_STOP,
  AGREE_MORE, /* one for each of Loads.more */
  AGREE_MOST = AGREE_MORE + ACCUMULATORS_MOST
};

static void note(double *seconds, double *since)
{
  PetscLogDouble now;

  (void)PetscTime(&now);
  *seconds += now - *since;
  *since = now;
}

/* State of an evaluation of loads: for clumps as they are, or, if `moving`, with the first half of
   their step done on the way, while poses are exchanged with other ranks. A block of pebbles is
   moved, placed and evaluated before the next one, so that its rows are read from memory once; late
   blocks are evaluated while loads of copies are sent. */
typedef struct {
  ContactScene scene;
  MotionStep   step;
  MotionReport motion;
  Travel       ahead; /* bound of displacements since the near lists were made, one step ahead */
  bool         moving, stop; /* stop: this rank requests an early stop */
  PetscInt     moved; /* owned rows below have been moved; tiles that are sent were moved first */
} Evaluation;

/* Start the step of the owned rows from .. to - 1 in tiles that are sent to other ranks, or in the
   others. */
static void move_tiles(Sim *sim, Evaluation *e, PetscInt from, PetscInt to, bool sent)
{
  PetscInt tile = from / CLUMPS_TILE;

  while (tile * CLUMPS_TILE < to) {
    const PetscInt first = tile;

    if (sim->lists.sent[tile++] != sent) continue;
    while (tile * CLUMPS_TILE < to && sim->lists.sent[tile] == sent) tile++;
    motion_start(sim->clumps, &e->step, first * CLUMPS_TILE,
                 (PetscInt)min_int(tile * CLUMPS_TILE, to), sim->loads, &e->motion);
  }
}

/* Start the step of owned rows below `row`, in whole tiles, that are not sent and not yet moved. */
static void move_below(Sim *sim, Evaluation *e, PetscInt row)
{
  const PetscInt to =
    (PetscInt)min_int((row + CLUMPS_TILE - 1) / CLUMPS_TILE * CLUMPS_TILE, sim->clumps->n_owned);

  if (to <= e->moved) return;
  stage(&sim->stages, STAGE_MOTION);
  move_tiles(sim, e, e->moved, to, false);
  e->moved = to;
}

/* Move the clumps of a block and place its pebbles; if nothing moves, they were placed when lists
   were made. */
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

/* Add the loads from a block's contacts. */
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
  Travel ahead;

  sim->lists.moved = travel_add(sim->lists.moved, this_way(sim, motion));
  ahead            = travel_add(sim->lists.moved, next_way(sim, motion));
  if (travel_bound(ahead) > 0.5 * sim->lists.near)
    motion_moved(sim->clumps, &sim->templates, sim->clock.dt, &sim->lists.moved, &ahead);
  return ahead;
}

/* Values of this rank for the reduction. */
static void state(const Sim *sim, const Evaluation *e, double agreed[AGREE_MOST])
{
  const ContactReport *r        = &sim->report;
  const bool           in_range = e->motion.in_range;

  const Travel moved = in_range ? sim->lists.moved : TRAVEL_REST,
               ahead = in_range ? e->ahead : TRAVEL_REST;

  travel_to_maxima(travel_add(sim->lists.moved_before, moved), agreed + AGREE_MOVED);
  travel_to_maxima(travel_add(sim->lists.moved_before, ahead), agreed + AGREE_AHEAD);
  travel_to_maxima(moved, agreed + AGREE_NEAR_MOVED);
  travel_to_maxima(ahead, agreed + AGREE_NEAR_AHEAD);
  agreed[AGREE_FORCE] = r->possible ? r->largest_force : 0;
  agreed[AGREE_WORK]  = r->possible ? r->largest_work : 0;
  agreed[AGREE_DEPTH] = r->deepest;
  agreed[AGREE_LEFT]  = e->motion.left;
  agreed[AGREE_WILD]  = !r->possible;
  agreed[AGREE_RANGE] = !in_range;
  agreed[AGREE_STOP]  = e->stop;
  for (int k = 0; k < sim->loads->n_more; k++)
    agreed[AGREE_MORE + k] = r->possible ? r->largest_more[k] : 0;
}

/* Loads from contacts: early blocks while poses of copies are on their way, blocks with copies,
   late blocks while loads of copies are on their way; then the sums of loads and the reduction of
   `agreed`. */
static PetscErrorCode evaluate(Sim *sim, Evaluation *e, double agreed[AGREE_MOST])
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
  if (e->moving) move_below(sim, e, sim->clumps->n_owned); /* clumps without a pebble here */
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
  PetscCall(parallel_max_begin(&sim->par, agreed, AGREE_MORE + sim->loads->n_more, &request));
  PetscCall(halo_reduce_end(sim->halo, sim->loads));
  PetscCall(parallel_max_end(&request));
  note(&sim->times.reduce, &since);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- when physics stops the run ---- */

/* Write "clump 7", followed by ", which entered at t = 2 s (clumps: late)," if it entered in the
   last step; id is that of rank `teller`. Collective. */
static PetscErrorCode name_clump(Sim *sim, int teller, Id id, char *text, size_t size,
                                 bool *entered)
{
  const Waiting *w   = sim->waiting;
  const double   now = clock_reached(&sim->clock) - sim->clock.dt;
  char           objects[256];

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(&sim->par, &id, sizeof id, teller));
  *entered = false;
  for (PetscInt i = 0; i < w->n_entered; i++)
    *entered = *entered || (w->entered[i] == id && sim->entry.last == sim->clock.step - 1);
  PetscCall(parallel_any(&sim->par, entered));
  population_say_entering(sim->options, now - sim->clock.dt, now, objects, sizeof objects);
  if (*entered)
    snprintf(text, size, "clump %" PRId64 ", which entered at t = %g s (clumps: %s),", id,
             sim_time(sim) - sim->clock.dt, objects);
  else snprintf(text, size, "clump %" PRId64, id);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode report_depth(Sim *sim, double depth)
{
  const ContactReport *r     = &sim->report;
  int64_t              first = r->deepest == depth ? -sim->par.rank : INT64_MIN;
  char                 one[400], other[400];
  bool                 wall, entered[2] = {false, false};

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(&sim->par, &first, 1));
  wall = first == -sim->par.rank && r->deepest_wall;
  PetscCall(parallel_any(&sim->par, &wall));
  PetscCall(name_clump(sim, (int)-first, r->deepest_a, one, sizeof one, &entered[0]));
  if (!wall)
    PetscCall(name_clump(sim, (int)-first, r->deepest_b, other, sizeof other, &entered[1]));
  if (first == -sim->par.rank) {
    if (wall) snprintf(other, sizeof other, "wall %s", sim->walls.list[r->deepest_b].name);
    fprintf(stderr,
            "clast: stopped at step %" PRId64
            " (t = %g s, rank %d): %s and %s overlap by %.3g of the smaller radius, more than "
            "overlap_limit (%g).\n       %s; or raise run: overlap_limit.\n",
            sim->clock.step, sim_time(sim), sim->par.rank, one, other, depth,
            sim->settings.overlap_limit,
            entered[0] || entered[1]
              ? "Let clumps enter where nothing is at that time, or at another time"
              : "Take a stiffer contact, a smaller dt, or a start without overlaps");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The lowest rank with a contact whose force or work is out of range reports it. */
static PetscErrorCode report_wild(Sim *sim)
{
  const ContactReport *r     = &sim->report;
  int64_t              first = r->possible ? INT64_MIN : -sim->par.rank;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(&sim->par, &first, 1));
  if (first == -sim->par.rank) {
    char other[NAME_LENGTH + 16];

    if (r->wild_wall) snprintf(other, sizeof other, "wall %s", sim->walls.list[r->wild_b].name);
    else snprintf(other, sizeof other, "clump %" PRId64, r->wild_b);
    if (r->wild_flow)
      fprintf(stderr,
              "clast: stopped at step %" PRId64
              " (t = %g s, rank %d): the heat flow between clump %" PRId64
              " and %s is %.3g W: not a number, or above the limit (%g W).\n"
              "       Take a smaller dt, or materials of lower conductivity.\n",
              sim->clock.step, sim_time(sim), sim->par.rank, r->wild_a, other, r->wild, FLOW_MOST);
    else
      fprintf(
        stderr,
        "clast: stopped at step %" PRId64 " (t = %g s, rank %d): the force between clump %" PRId64
        " and %s is %.3g N: not a number, or it or its work is above the limit (%g N, %g J).\n"
        "       Take a smaller dt, slower bodies or a softer contact.\n",
        sim->clock.step, sim_time(sim), sim->par.rank, r->wild_a, other, r->wild, FORCE_MOST,
        WORK_MOST);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_lost(const Sim *sim, PetscInt a)
{
  return !(domain_in_range(&sim->domain, sim->clumps->pose[a].x) &&
           motion_is_possible(sim->clumps, a));
}

/* Report the lowest id of the clumps out of range. */
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
  mine = row >= 0 ? ~lowest : INT64_MIN; /* the complement reverses the order, for any id */
  PetscCall(parallel_max_int(&sim->par, &mine, 1));
  if (mine == INT64_MIN && sim->par.rank == 0)
    fprintf(stderr,
            "clast: stopped at step %" PRId64
            " (t = %g s): a velocity is not a number or out of range. Take a smaller dt.\n",
            sim->clock.step, sim_time(sim));
  if (row >= 0 && mine == ~lowest)
    fprintf(stderr,
            "clast: stopped at step %" PRId64 " (t = %g s, rank %d): clump %" PRId64
            " is at (%g, %g, %g) m with velocity (%g, %g, %g) m/s and spin (%g, %g, %g) rad/s: not "
            "a number, or too far out "
            "(|x| < %g, |y| < %g, |z| < %g m) or too fast (%g m/s, %g rad/s along an axis).\n"
            "       Take a smaller dt, or a larger domain or a wall if it flew away.\n",
            sim->clock.step, sim_time(sim), sim->par.rank, lowest, c->pose[row].x.x,
            c->pose[row].x.y, c->pose[row].x.z, c->pose[row].v.x, c->pose[row].v.y,
            c->pose[row].v.z, c->pose[row].w.x, c->pose[row].w.y, c->pose[row].w.z,
            sim->domain.limit.x, sim->domain.limit.y, sim->domain.limit.z, SPEED_MOST, SPIN_MOST);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode judge(Sim *sim, const double agreed[AGREE_MOST], RunEnd *end)
{
  PetscFunctionBeginUser;
  *end = RUN_GOES_ON;
  if (agreed[AGREE_RANGE] > 0) {
    PetscCall(report_lost(sim));
    *end = RUN_BROKEN;
  } else if (agreed[AGREE_DEPTH] > sim->settings.overlap_limit) {
    PetscCall(report_depth(sim, agreed[AGREE_DEPTH]));
    *end = RUN_BROKEN;
  } else if (agreed[AGREE_WILD] > 0) {
    PetscCall(report_wild(sim));
    *end = RUN_BROKEN;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the step ---- */

/* Bound of the displacements since the lists were made, m. */
static double stale(const double *maxima)
{
  return travel_bound(travel_of_maxima(maxima));
}

/* Renew what was insufficient for an evaluation: lists, else quanta, which are raised from complete
   lists only, as exponents must not depend on lists. *again: something was. */
static PetscErrorCode mend(Sim *sim, Evaluation *e, const double agreed[AGREE_MOST], bool *again)
{
  PetscLogDouble since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  *again = true;
  if (stale(agreed + AGREE_MOVED) > 0.5 * sim->lists.skin) {
    PetscCall(sim_rebuild(sim, e->step.dt, false));
    note(&sim->times.rebuild, &since);
    e->ahead       = next_way(sim, &e->motion);
    e->motion.left = false;
  } else if (stale(agreed + AGREE_NEAR_MOVED) > 0.5 * sim->lists.near) {
    PetscCall(sim_narrow(sim));
    note(&sim->times.narrow, &since);
    e->ahead = next_way(sim, &e->motion);
  } else *again = quanta_raise(sim, agreed[AGREE_FORCE], agreed[AGREE_WORK], agreed + AGREE_MORE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Limit on the evaluations of a step, more than can be needed: nothing moves between them, so lists
   are rebuilt once and narrowed once, quanta are raised once from complete lists (with a margin
   over the largest contribution, which does not depend on them), and a last evaluation finds all
   sufficient. */
enum { EVALUATIONS_MOST = 8 };

static void report_endless(const Sim *sim, const double agreed[AGREE_MOST])
{
  if (sim->par.rank == 0)
    fprintf(stderr,
            "clast: stopped at step %" PRId64
            " (t = %g s): lists or quanta of sums are still insufficient after %d evaluations "
            "(largest force %g N, work %g J, movement %g m). Take a smaller dt.\n",
            sim->clock.step, sim_time(sim), EVALUATIONS_MOST, agreed[AGREE_FORCE],
            agreed[AGREE_WORK], stale(agreed + AGREE_MOVED));
}

/* Evaluate until lists and quanta are sufficient, then commit the contacts' memory. *stop: a rank
   requested an early stop in any evaluation; the step is completed all the same. */
static PetscErrorCode find_loads(Sim *sim, Evaluation *e, bool *stop, RunEnd *end)
{
  double agreed[AGREE_MOST];
  bool   again = true;

  PetscFunctionBeginUser;
  *stop = false;
  for (int n = 0; again && n < EVALUATIONS_MOST; n++) {
    e->stop = *stop || (sim->stop_asked && sim->stop_asked(sim));
    PetscCall(evaluate(sim, e, agreed));
    *stop           = agreed[AGREE_STOP] > 0;
    e->moving       = false;
    sim->lists.gone = sim->lists.gone || agreed[AGREE_LEFT] > 0;
    PetscCall(judge(sim, agreed, end));
    if (*end == RUN_BROKEN) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(mend(sim, e, agreed, &again));
    sim->counters.repeats += again;
  }
  if (again) {
    report_endless(sim, agreed);
    *end = RUN_BROKEN;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  sim->lists.rebuild_next = stale(agreed + AGREE_AHEAD) > 0.5 * sim->lists.skin;
  sim->lists.narrow_next  = stale(agreed + AGREE_NEAR_AHEAD) > 0.5 * sim->lists.near;
  contacts_commit(sim->contacts);
  sum_merge(&sim->taken, &sim->contacts->work); /* work of the half step to come */
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
  /* energy stored in contacts at the start was not taken from a clump */
  PetscCall(contacts_energy(sim->contacts, &e.scene, &sim->taken));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Move all clumps, then rebuild or narrow. */
static PetscErrorCode move_to_new_lists(Sim *sim, Evaluation *e, bool rebuild, bool balance,
                                        RunEnd *end)
{
  PetscLogDouble since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  motion_start(sim->clumps, &e->step, 0, sim->clumps->n_owned, sim->loads, &e->motion);
  sim->lists.moved = travel_add(sim->lists.moved, this_way(sim, &e->motion));
  note(&sim->times.motion, &since);
  if (rebuild) {
    bool lost = !e->motion.in_range;

    /* positions must be finite before they are wrapped and assigned to ranks */
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

/* Start a step with the present lists, in which clumps move while loads are found: move the tiles
   that are sent, and send their poses. */
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
  const Settings *set = &sim->settings;
  Evaluation      e   = {.scene  = sim_scene(sim),
                         .step   = {&sim->domain, sim->clock.dt, set->gravity, sim->pending},
                         .motion = MOTION_NOTHING};
  PetscLogDouble  since;
  bool            balance, rebuild;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  sim->pending = false;
  sim->clock.step++;
  balance = is_due(sim->clock.step, set->balance_every);
  rebuild = sim->lists.rebuild_next || balance || is_due(sim->clock.step, set->rebuild_every) ||
            set->method == SEARCH_CELLS;
  if (rebuild || sim->lists.narrow_next)
    PetscCall(move_to_new_lists(sim, &e, rebuild, balance, end));
  else PetscCall(begin_moving(sim, &e));
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_loads(sim, &e, stop, end));
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  sim->pending = true;
  if (clock_reached(&sim->clock) >= sim->entry.next) {
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
  motion_finish(sim->clumps, sim->loads, sim->clock.dt, sim->settings.gravity);
  note(&sim->times.motion, &since);
  sim->pending = false;
}
