/* SPDX-License-Identifier: MIT */
/* Measurement of the costs of the model (cost.h): steps of the simulation give those of clumps,
   pebbles and rebuilds; an evaluation in which nothing touches separates pairs from contacts;
   copies are timed in a small periodic box on one rank, without messages. */
#include "constraint/hard/hard.h"
#include "tools/plan/cost.h"

/* Sums over a number of steps. */
typedef struct {
  double steps;
  double clumps, pebbles, pairs, contacts; /* times steps; pebbles: only steps that placed them */
  double held;                             /* ns, by the balance, times steps */
  double motion, place, evaluate, narrow, rebuild, holding; /* s */
  double picked;  /* listed pairs, summed over narrowings */
  double rebuilt; /* pebbles and listed pairs, summed over rebuilds */
} Tally;

enum { TALLY_REALS = sizeof(Tally) / sizeof(double) };

static double near_pairs(const Sim *sim)
{
  return (double)(sim->pairs->pebbles.n + sim->pairs->walls.n +
                  interactions_near(sim->interactions));
}

static void tally_times(Tally *t, const Sim *sim, double sign)
{
  const StageTimes s = stages_times(&sim->stages);

  t->motion += sign * s.motion;
  t->place += sign * s.place;
  t->evaluate += sign * (s.contacts - sim->stages.seconds[STAGE_CONSTRAINT]);
  t->holding += sign * sim->stages.seconds[STAGE_CONSTRAINT];
  t->narrow += sign * s.narrow;
  t->rebuild += sign * s.rebuild;
}

static PetscErrorCode run_steps(Sim *sim, int64_t steps, Tally *t, Calibration *how)
{
  bool stop = false;

  PetscFunctionBeginUser;
  tally_times(t, sim, -1);
  for (int64_t k = 0; k < steps && how->end == RUN_GOES_ON; k++) {
    const Counters before = sim->stages.counters;
    const double   placed = sim->stages.seconds[STAGE_PLACE];
    double         times;
    Part           held = {0};

    PetscCall(sim_step(sim, &stop, &how->end));
    times = 1 + (double)(sim->stages.counters.repeats - before.repeats);
    t->steps++;
    t->clumps += sim->matter.clumps->n_owned;
    if (sim->stages.seconds[STAGE_PLACE] > placed)
      t->pebbles += sim->matter.pebbles->n; /* else they were placed when the lists were made */
    t->pairs += times * near_pairs(sim);
    held_here(sim, &held);
    t->contacts += times * (contacts_count(sim->contacts) +
                            (double)held.pull_work / (double)work_of(0, 0, 0, 1));
    t->held += (double)held.held_work / WORK_NANOSECOND;
    t->picked += (double)(sim->stages.counters.narrowings - before.narrowings) * lists_pairs(sim);
    t->rebuilt += (double)(sim->stages.counters.rebuilds - before.rebuilds) *
                  (sim->matter.pebbles->n + lists_pairs(sim));
  }
  sim_complete(sim);
  tally_times(t, sim, 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double share(double seconds, double n)
{
  return n > 0 ? max_real(0, seconds) / n : 0;
}

/* Keep the cheaper per unit of the stored and the new measurement, if both exist. */
static void keep_cheaper(double *seconds, double *n, double new_seconds, double new_n)
{
  if (new_n == 0 || (*n > 0 && share(*seconds, *n) < share(new_seconds, new_n))) return;
  *seconds = new_seconds;
  *n       = new_n;
}

/* Keep the fastest stretch of steps, and the cheapest measurement of placing, narrowing and
   rebuilds, which not every step has, as other processes may slow the machine. */
static void keep_best(Tally *best, const Tally *t)
{
  keep_cheaper(&best->place, &best->pebbles, t->place, t->pebbles);
  keep_cheaper(&best->narrow, &best->picked, t->narrow, t->picked);
  keep_cheaper(&best->holding, &best->held, t->holding, t->held);
  keep_cheaper(&best->rebuild, &best->rebuilt, t->rebuild, t->rebuilt);
  if (best->steps > 0 &&
      (t->motion + t->evaluate) * best->steps >= (best->motion + best->evaluate) * t->steps)
    return;
  best->steps    = t->steps;
  best->clumps   = t->clumps;
  best->pairs    = t->pairs;
  best->contacts = t->contacts;
  best->motion   = t->motion;
  best->evaluate = t->evaluate;
}

static PetscErrorCode run_stretches(Sim *sim, int64_t steps, Tally *best, Calibration *how)
{
  enum { STRETCHES = 50 };

  PetscFunctionBeginUser;
  for (int k = 0; k < STRETCHES && how->end == RUN_GOES_ON; k++) {
    const int64_t n     = steps * (k + 1) / STRETCHES - steps * k / STRETCHES;
    const double  since = wall_seconds();
    Tally         t     = {0};

    PetscCall(run_steps(sim, n, &t, how));
    if (n > 0) how->step = min_real(how->step, (wall_seconds() - since) / (double)n);
    how->contacts += (int64_t)t.contacts;
    if (t.steps > 0) keep_best(best, &t);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Time rebuilds outside of steps, if no step made one. */
static PetscErrorCode try_rebuild(Sim *sim, Tally *t)
{
  enum { TRIES = 3 };

  PetscFunctionBeginUser;
  t->rebuild = INFINITY;
  for (int k = 0; k < TRIES; k++) {
    const double since = wall_seconds();

    PetscCall(sim_rebuild(sim, 0, false));
    t->rebuild = min_real(t->rebuild, wall_seconds() - since);
    t->rebuilt = sim->matter.pebbles->n + lists_pairs(sim);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Seconds of an evaluation on this rank in which no pair touches, as all radii are 0. Its loads are
   not used. */
static double time_pairs(Sim *sim)
{
  enum { TRIES = 5 };
  const ContactScene scene = sim_scene(sim);
  ContactReport      report;
  double             seconds = INFINITY;

  for (PetscInt i = 0; i < sim->matter.pebbles->n; i++)
    sim->matter.pebbles->at[i].r = 0; /* a pair may have its other pebble in a later block */
  for (int k = 0; k < TRIES; k++) {
    double sum = 0;

    contacts_begin(sim->contacts, &report);
    for (int b = 0; b < sim->pairs->n_blocks; b++) {
      const Block block = sim->pairs->block[b];
      double      since;

      /* placing brings the rows into the cache, as in a step */
      pebbles_place(sim->matter.pebbles, sim->matter.clumps, block.from, block.to,
                    sim->space.domain.magic);
      /* the ends of a capsule are placed with it, beyond the block */
      for (PetscInt i = block.from; i < min_int(block.to + CAPSULE_PEBBLES, sim->matter.pebbles->n);
           i++)
        sim->matter.pebbles->at[i].r = 0;
      since = wall_seconds();
      contacts_apply(sim->contacts, &scene, b, sim->loads, &report);
      sum += wall_seconds() - since;
    }
    contacts_end(sim->contacts);
    seconds = min_real(seconds, sum);
  }
  pebbles_place(sim->matter.pebbles, sim->matter.clumps, 0, sim->matter.pebbles->n,
                sim->space.domain.magic);
  return seconds;
}

static int smallest_template(const Templates *t)
{
  int best = 0;

  for (int k = 1; k < t->n; k++)
    if (t->list[k].n < t->list[best].n) best = k;
  return best;
}

/* Cubic lattice of side^3 clumps. */
static void fill_box(const Templates *templates, int template, double spacing, int side,
                     Clumps *clumps)
{
  for (int k = 0; k < side * side * side; k++) {
    const PetscInt row = clumps_add(clumps, templates, k, template, 1);

    clumps->pose[row].x =
      vec3_scale(spacing, (Vec3){k % side, k / side % side, (double)(k / (side * side))});
    clumps->pose[row].q = quat_identity();
  }
}

/* Seconds of one refresh and one reduction. */
static PetscErrorCode time_halo(Halo *halo, const Domain *domain, Clumps *clumps, double *seconds)
{
  enum { TRIES = 9 };
  Loads *loads;

  PetscFunctionBeginUser;
  *seconds = INFINITY;
  loads_create(&loads);
  for (int k = 0; k < TRIES; k++) {
    const double since = wall_seconds();

    loads_clear(loads, clumps->n);
    PetscCall(halo_refresh_begin(halo, clumps));
    PetscCall(halo_refresh_end(halo, domain, clumps));
    PetscCall(halo_reduce_begin(halo, clumps, loads));
    PetscCall(halo_reduce_end(halo, loads));
    *seconds = min_real(*seconds, wall_seconds() - since);
  }
  loads_destroy(&loads);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Cost of a held copy, and of a step without copies. */
static PetscErrorCode time_copies(const Sim *sim, Costs *costs)
{
  enum { SIDE = 12 };
  const Templates *t     = &sim->matter.templates;
  const int template     = t->n > 0 ? smallest_template(t) : -1;
  const double   spacing = template >= 0 ? 2 * t->list[template].bound : 1, length = SIDE * spacing;
  const Boundary around[3] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};
  const Points   none      = {0};
  const Domain   domain =
    domain_create(3, (Vec3){0}, (Vec3){length, length, length}, around, spacing, 0);
  Decomposition whole = {0};
  double        all;
  Parallel      alone;
  Clumps       *clumps;
  Halo         *halo;

  PetscFunctionBeginUser;
  if (template <0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_create(PETSC_COMM_SELF, &alone));
  PetscCall(decomposition_build(&alone, &domain, &none, 1, -1, &whole));
  PetscCall(clumps_create(&clumps));
  PetscCall(halo_create(&alone, INT64_MAX / 4, &halo));
  PetscCall(halo_build(halo, &domain, &whole, t, spacing, clumps));
  PetscCall(time_halo(halo, &domain, clumps, &costs->step));
  fill_box(t, template, spacing, SIDE, clumps);
  PetscCall(halo_build(halo, &domain, &whole, t, spacing, clumps));
  PetscCall(time_halo(halo, &domain, clumps, &all));
  if (clumps->n > clumps->n_owned)
    costs->copy = max_real(0, all - costs->step) / (clumps->n - clumps->n_owned);
  PetscCall(halo_destroy(&halo));
  clumps_destroy(&clumps);
  decomposition_free(&whole);
  PetscCall(parallel_destroy(&alone));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Steps from one rebuild or narrowing to the next: those until half of the present skin is used up
   if the motion goes on as since the last rebuild. If fewer than SOME steps have passed since then:
   `steps` over the number n of rebuilds or narrowings in them. */
static double steps_between(const Sim *sim, int64_t steps, int64_t n, double moved, double skin)
{
  enum { SOME = 10 };
  const double since = (double)(sim->clock.step - sim->lists.built);

  if (since < SOME && n > 0) return (double)steps / (double)n;
  return moved > 0 ? max_real(1, 0.5 * skin * since / moved) : INFINITY;
}

/* Steps between rebuilds, those that the settings request included. */
static double steps_to_rebuild(const Settings *s, double steps)
{
  if (s->method->every_step) return 1;
  if (s->rebuild_every > 0) steps = min_real(steps, (double)s->rebuild_every);
  return s->balance_every > 0 ? min_real(steps, (double)s->balance_every) : steps;
}

/* Exact sums over ranks, the same on every rank; a mean from them weights each rank by its
   amount. */
static PetscErrorCode sum_tally(const Parallel *par, double *values, int n)
{
  Sum sum;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    sum_clear(&sum);
    sum_add(&sum, values[k]);
    PetscCall(sum_reduce(par, &sum, 1));
    values[k] = sum_value(&sum);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode costs_calibrate(Sim *sim, int64_t steps, Costs *costs, Calibration *how)
{
  Tally          t      = {0};
  const Counters before = sim->stages.counters;
  double         idle[2];
  Travel         moved;

  PetscFunctionBeginUser;
  *how = (Calibration){.steps = steps, .step = INFINITY, .end = RUN_GOES_ON};
  PetscCall(run_stretches(sim, steps, &t, how));
  if (how->end != RUN_GOES_ON) PetscFunctionReturn(PETSC_SUCCESS);
  how->rebuilds   = sim->stages.counters.rebuilds - before.rebuilds;
  how->narrowings = sim->stages.counters.narrowings - before.narrowings;
  moved           = lists_moved(&sim->lists);
  PetscCall(travel_agree(&sim->par, &moved));
  costs->between = steps_to_rebuild(
    &sim->settings,
    steps_between(sim, steps, how->rebuilds, lists_bound(&sim->lists, moved), sim->lists.skin));
  costs->picks =
    steps_between(sim, steps, how->narrowings, lists_bound(&sim->lists, moved), sim->lists.near);
  if (how->narrowings == 0) {
    const double since = wall_seconds();

    PetscCall(sim_narrow(sim));
    t.narrow += wall_seconds() - since;
    t.picked += lists_pairs(sim);
  }
  if (how->rebuilds == 0) PetscCall(try_rebuild(sim, &t));
  idle[0] = time_pairs(sim);
  idle[1] = near_pairs(sim);
  PetscCall(sum_tally(&sim->par, idle, 2));
  PetscCall(sum_tally(&sim->par, (double *)&t, TALLY_REALS));
  PetscCall(parallel_sum_int(&sim->par, &how->contacts, 1));
  costs->clump   = share(t.motion, t.clumps);
  costs->pebble  = share(t.place, t.pebbles);
  costs->pair    = min_real(share(idle[0], idle[1]), share(t.evaluate, t.pairs));
  costs->contact = share(t.evaluate - costs->pair * t.pairs, t.contacts);
  costs->held    = share(t.holding, t.held);
  costs->narrow  = share(t.narrow, t.picked);
  costs->rebuild = share(t.rebuild, t.rebuilt);
  PetscCall(parallel_max(&sim->par, &how->step, 1));
  PetscCall(time_copies(sim, costs));
  PetscCall(parallel_max(&sim->par, &costs->step, 1));
  PetscCall(parallel_max(&sim->par, &costs->copy, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}
