/* SPDX-License-Identifier: MIT */
/* The step. Evaluation is optimistic: contacts are computed with the lists and quanta at hand while the ranks find out
   together (one maximum, overlapped with the load reduction) whether these were good enough; if not, they are mended and
   the contacts are evaluated again from the same committed memory. */
#include "sim/sim.h"

/* What ranks agree on in every step, as maxima. */
enum {
  AGREE_MOVED,
  AGREE_AHEAD,
  AGREE_NEAR_MOVED,
  AGREE_NEAR_AHEAD,
  AGREE_FORCE,
  AGREE_TORQUE,
  AGREE_WORK,
  AGREE_DEPTH,
  AGREE_LEFT,
  AGREE_NOT_FINITE,
  AGREE_RANGE,
  AGREE_STOP,
  AGREE_N
};

enum { RAISE = 16 }; /* headroom over a contribution that was too large, so that raising is rare */

static void note(double *seconds, double *since)
{
  PetscLogDouble now;

  (void)PetscTime(&now);
  *seconds += now - *since;
  *since = now;
}

/* Block by block: pebbles from poses, loads from contacts. */
static PetscErrorCode apply_blocks(Sim *sim, const ContactScene *scene, int from, int to)
{
  const Pairs   *pairs = sim->pairs;
  PetscLogDouble since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  for (int b = from; b < to; b++) {
    stage(&sim->stages, STAGE_PLACE);
    pebbles_place(sim->pebbles, sim->clumps, pairs->row[b], pairs->row[b + 1], sim->domain.magic);
    note(&sim->times.place, &since);
    stage(&sim->stages, STAGE_CONTACT);
    PetscCall(contacts_apply(sim->contacts, scene, b, sim->loads, &sim->report));
    note(&sim->times.contacts, &since);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Loads from contacts, those of owned pebbles while poses of the others are under way (`refreshing`); sums from everywhere,
   agreement. */
static PetscErrorCode evaluate(Sim *sim, const ContactScene *scene, const MotionReport *motion, double ahead, bool refreshing,
                               bool stop, double agreed[AGREE_N])
{
  ContactReport  *r = &sim->report;
  ParallelRequest request;
  PetscLogDouble  since;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&since));
  stage(&sim->stages, STAGE_CONTACT);
  PetscCall(loads_clear(sim->loads, sim->clumps->n));
  PetscCall(contacts_begin(sim->contacts, r));
  note(&sim->times.contacts, &since);
  PetscCall(apply_blocks(sim, scene, 0, sim->pairs->n_inside));
  PetscCall(PetscTime(&since));
  stage(&sim->stages, STAGE_REFRESH);
  if (refreshing) PetscCall(halo_refresh_end(sim->halo, &sim->domain, sim->clumps));
  note(&sim->times.refresh, &since);
  PetscCall(apply_blocks(sim, scene, sim->pairs->n_inside, sim->pairs->n_blocks));
  contacts_end(sim->contacts);
  stage(&sim->stages, STAGE_REDUCE);
  PetscCall(PetscTime(&since));
  agreed[AGREE_MOVED]      = motion->in_range ? sim->moved_before + sim->moved : 0;
  agreed[AGREE_AHEAD]      = motion->in_range ? sim->moved_before + ahead : 0;
  agreed[AGREE_NEAR_MOVED] = motion->in_range ? sim->moved : 0;
  agreed[AGREE_NEAR_AHEAD] = motion->in_range ? ahead : 0;
  agreed[AGREE_FORCE]      = r->finite ? r->largest_force : 0;
  agreed[AGREE_TORQUE]     = r->finite ? r->largest_torque : 0;
  agreed[AGREE_WORK]       = r->finite ? r->largest_work : 0;
  agreed[AGREE_DEPTH]      = r->deepest;
  agreed[AGREE_LEFT]       = motion->left;
  agreed[AGREE_NOT_FINITE] = !r->finite;
  agreed[AGREE_RANGE]      = !motion->in_range;
  agreed[AGREE_STOP]       = stop;
  PetscCall(parallel_max_begin(&sim->par, agreed, AGREE_N, &request));
  PetscCall(halo_reduce_begin(sim->halo, sim->clumps, sim->loads));
  PetscCall(halo_reduce_end(sim->halo, sim->clumps, sim->loads));
  PetscCall(parallel_max_end(&request));
  note(&sim->times.reduce, &since);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Coarser quanta where a contribution was too large; were there any? The exponents depend on physics alone. */
static bool raise_quanta(Loads *loads, const double agreed[AGREE_N])
{
  Quantum *const quanta[] = {&loads->force, &loads->torque, &loads->work};
  const int      index[]  = {AGREE_FORCE, AGREE_TORQUE, AGREE_WORK};
  bool           raised   = false;

  for (int k = 0; k < 3; k++) {
    if (agreed[index[k]] <= quanta[k]->largest) continue;
    *quanta[k] = quantum_for(RAISE * agreed[index[k]], loads->spare);
    raised     = true;
  }
  return raised;
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
  const Vec3 x = sim->clumps->x[a];

  return !(fabs(x.x) < sim->domain.limit && fabs(x.y) < sim->domain.limit && fabs(x.z) < sim->domain.limit &&
           isfinite(vec3_norm(sim->clumps->pose[a].v)) && isfinite(vec3_norm(sim->clumps->pose[a].w)));
}

/* Names the lowest clump id that is concerned. */
static PetscErrorCode report_lost(Sim *sim)
{
  const Clumps *c      = sim->clumps;
  int64_t       lowest = INT64_MAX, mine;
  PetscInt      row    = -1;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!is_lost(sim, a) || c->id[a] >= lowest) continue;
    lowest = c->id[a];
    row    = a;
  }
  mine = row >= 0 ? -lowest : INT64_MIN;
  PetscCall(parallel_max_int(&sim->par, &mine, 1));
  if (mine == INT64_MIN && sim->par.rank == 0)
    fprintf(stderr,
            "clast: stopped at step %" PRId64 " (t = %g s): a velocity is not a number or out of range. Take a smaller dt.\n",
            sim->step, sim_time(sim));
  if (row >= 0 && mine == -lowest)
    fprintf(stderr,
            "clast: stopped at step %" PRId64 " (t = %g s, rank %d): clump %" PRId64
            " is at (%g, %g, %g) m with velocity (%g, %g, %g) m/s: not a number, or too far out (|x| < %g m).\n"
            "       Take a smaller dt, or a larger domain or a wall if it flew away.\n",
            sim->step, sim_time(sim), sim->par.rank, lowest, c->x[row].x, c->x[row].y, c->x[row].z, c->pose[row].v.x,
            c->pose[row].v.y, c->pose[row].v.z, sim->domain.limit);
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

/* What a step like the last one will add to what has been moved, m. */
static double next_way(const MotionReport *motion)
{
  return 1.1 * motion->way;
}

/* Evaluate until lists and quanta were good enough; then the contacts' memory is committed. */
static PetscErrorCode find_loads(Sim *sim, const ContactScene *scene, MotionReport *motion, double ahead, bool refreshing,
                                 double dt, bool *stop, RunEnd *end)
{
  double agreed[AGREE_N];
  bool   again;

  PetscFunctionBeginUser;
  do {
    PetscCall(evaluate(sim, scene, motion, ahead, refreshing, *stop, agreed));
    refreshing = false;
    /* who has left is removed before anything is judged by its contacts */
    if (agreed[AGREE_RANGE] > 0 || agreed[AGREE_LEFT] == 0) PetscCall(judge(sim, agreed, end));
    if (*end == RUN_BROKEN) PetscFunctionReturn(PETSC_SUCCESS);
    again = agreed[AGREE_MOVED] > 0.5 * sim->settings.skin || agreed[AGREE_LEFT] > 0;
    if (again) {
      PetscCall(sim_rebuild(sim, dt, false));
      ahead        = next_way(motion);
      motion->left = false;
    } else if (agreed[AGREE_NEAR_MOVED] > 0.5 * sim->near) {
      PetscCall(sim_narrow(sim));
      ahead = next_way(motion);
      again = true;
    } else {
      again = raise_quanta(sim->loads, agreed); /* only ever from a complete list: exponents must not depend on lists */
    }
    sim->counters.repeats += again;
  } while (again);
  sim->rebuild_next = agreed[AGREE_AHEAD] > 0.5 * sim->settings.skin;
  sim->narrow_next  = agreed[AGREE_NEAR_AHEAD] > 0.5 * sim->near;
  *stop             = agreed[AGREE_STOP] > 0;
  contacts_commit(sim->contacts);
  loads_commit(sim->loads);
  sim->taken_over = false;
  sum_merge(&sim->taken, &sim->contacts->work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_due(int64_t step, int64_t every)
{
  return every > 0 && step % every == 0;
}

PetscErrorCode sim_begin(Sim *sim, RunEnd *end)
{
  ContactScene scene  = sim_scene(sim);
  MotionReport motion = {.in_range = true};
  bool         stop   = false;

  PetscFunctionBeginUser;
  scene.dt_before = 0;
  PetscCall(find_loads(sim, &scene, &motion, 0, false, 0, &stop, end));
  if (*end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  stage(&sim->stages, STAGE_NONE);
  motion_finish(sim->clumps, sim->loads, 0, sim->settings.gravity);
  sim->taken_over = true;
  PetscCall(contacts_energy(sim->contacts, &scene, &sim->taken)); /* what contacts hold at the start was not taken from anybody */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Ways add up to a bound of what has been moved, looked ahead one step; where it does not do, the truth is found. */
static double find_way(Sim *sim, const MotionReport *motion)
{
  double ahead;

  sim->moved += motion->way;
  ahead = sim->moved + next_way(motion);
  if (ahead > 0.5 * sim->near) motion_moved(sim->clumps, &sim->templates, sim->settings.dt, &sim->moved, &ahead);
  return ahead;
}

PetscErrorCode sim_step(Sim *sim, bool *stop, RunEnd *end)
{
  const RunSettings *set   = &sim->settings;
  const ContactScene scene = sim_scene(sim);
  MotionReport       motion;
  PetscLogDouble     since;
  double             ahead;
  bool               balance, refreshing = false;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MOTION);
  PetscCall(PetscTime(&since));
  motion_start(sim->clumps, &sim->domain, set->dt, set->gravity, sim->pending ? sim->loads : NULL, &motion);
  sim->pending = false;
  ahead        = find_way(sim, &motion);
  sim->step++;
  note(&sim->times.motion, &since);
  balance = is_due(sim->step, set->balance_every);
  if (sim->rebuild_next || balance || is_due(sim->step, set->rebuild_every) || set->method == SEARCH_CELLS) {
    bool lost = !motion.in_range;

    /* nobody may be wrapped or looked for from nowhere */
    PetscCall(parallel_any(&sim->par, &lost));
    if (lost) {
      PetscCall(report_lost(sim));
      *end = RUN_BROKEN;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(sim_rebuild(sim, set->dt, balance));
    ahead       = next_way(&motion);
    motion.left = false;
    note(&sim->times.rebuild, &since);
  } else if (sim->narrow_next) {
    PetscCall(sim_narrow(sim));
    ahead = next_way(&motion);
    note(&sim->times.narrow, &since);
  } else {
    stage(&sim->stages, STAGE_REFRESH);
    PetscCall(halo_refresh_begin(sim->halo, sim->clumps));
    refreshing = true;
    note(&sim->times.refresh, &since);
  }
  PetscCall(find_loads(sim, &scene, &motion, ahead, refreshing, set->dt, stop, end));
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
  sim->pending    = false;
  sim->taken_over = true;
}
