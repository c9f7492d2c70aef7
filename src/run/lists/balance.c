/* SPDX-License-Identifier: MIT */
/* Dynamic balance: the work of a step as weighted points in space, the new cuts, and the record of
   balances. A pebble and its pairs weigh on the rank whose box holds the pebble, whichever rank
   owns its clump. */
#include "constraint/hard/hard.h"
#include "run/sim.h"

/* Cost of a step on one core, in units of 0.25 ns; the cuts depend on ratios alone. Fitted to the
   stages of ranks with different shares of each, in a dense flow of tetrapods over fixed spheres
   with Hooke contacts (x86-64): 10 ns a clump for its motion, 0 if it is fixed; 1.75 ns a pebble to
   place it and 0.5 for rebuilds; 1.75 ns a near pair and 0.5 for narrowing; 14.5 ns a touching
   pair. Check: docs/lab/scaling.md, imbalance measured by processor time and by this model. */
enum { WORK_CLUMP = 40, WORK_PEBBLE = 9, WORK_PAIR = 9, WORK_CONTACT = 58 };

/* A near pair of interactions: 5.5 ns (Lennard-Jones, single pebbles). */
enum { WORK_FAR = 22 };

/* A hard contact in a sweep: 240 ns (1800 instructions); between lone spheres without friction 24
   ns (90 instructions, and 90 to move the spheres). */
enum { WORK_HARD = 960, WORK_HARD_SPHERES = 96 };

int32_t work_of_link(const LinkSet *set, int object)
{
  const LinkKind *kind = set->kind;

  return 4 * (kind->cost_of ? kind->cost_of(set->objects[object].constants) : kind->cost);
}

static int64_t links_work(const Links *links)
{
  int64_t work = 0;

  for (int s = 0; s < LINK_KINDS; s++)
    for (PetscInt k = 0; k < links->set[s].n; k++)
      work += work_of_link(&links->set[s], links->set[s].list[k].object);
  return work;
}

/* Weight of a pebble before there are lists: in a packed bed it has about two near pairs, most of
   them touching. */
enum { WORK_EXPECTED = WORK_PEBBLE + 2 * (WORK_PAIR + WORK_CONTACT) };

int64_t work_of(int64_t free, int64_t pebbles, int64_t pairs, int64_t contacts)
{
  return WORK_CLUMP * free + WORK_PEBBLE * pebbles + WORK_PAIR * pairs + WORK_CONTACT * contacts;
}

/* It is assumed that half of the near pairs touch, in every sweep. */
int32_t work_of_hard(const Sim *sim)
{
  const Hard *h       = sim->constraints.hard;
  bool        spheres = true;

  for (int k = 0; k < h->n; k++) spheres = spheres && !(h->laws[k].friction > 0);
  for (int t = 0; t < sim->matter.templates.n; t++)
    spheres = spheres && sim->matter.templates.list[t].n == 1;
  return WORK_PAIR + (spheres ? WORK_HARD_SPHERES : WORK_HARD) *
                       (int32_t)min_int(h->sweeps + h->velocity_sweeps, 1000) / 2;
}

static int64_t hard_work(const Sim *sim)
{
  const Hard *h = sim->constraints.hard;

  return h ? work_of_hard(sim) * (int64_t)(h->pairs->pebbles.n + h->pairs->walls.n) : 0;
}

/* Work of this rank with the present lists, pebbles of held copies included. */
static int64_t work_here(const Sim *sim)
{
  return work_of(clumps_count_free(sim->matter.clumps), sim->matter.pebbles->n,
                 sim->pairs->pebbles.n + sim->pairs->walls.n, contacts_count(sim->contacts)) +
         WORK_FAR * (int64_t)interactions_near(sim->interactions) + links_work(&sim->links) +
         hard_work(sim);
}

static PetscErrorCode measure(Sim *sim)
{
  int64_t most = work_here(sim), total = most;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(&sim->par, &most, 1));
  PetscCall(parallel_sum_int(&sim->par, &total, 1));
  sim->lists.balance.most      = most;
  sim->lists.balance.imbalance = total > 0 ? (double)most * sim->par.size / (double)total : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool balance_is_due(Balance *b, double threshold, bool balanced, bool held_back)
{
  /* the imbalance after a balance counts as the best possible until a lower one is measured */
  b->reached = balanced ? b->imbalance : min_real(b->reached, b->imbalance);
  return threshold > 0 && b->imbalance > threshold &&
         (held_back || b->imbalance > 1.05 * b->reached);
}

/* ---- points ---- */

/* Split the work of a pair: all on the smaller pebble, whose centre is near the contact, if the
   other radius is more than twice as large; else half on each. The same on any number of ranks. If
   all were on the first pebble, whose id is lower, one end of the box would be favoured. */
static void share_rows(int32_t *w, const Ball *at, int32_t a, int32_t b, int32_t work)
{
  const int32_t of_a = at[a].r > 2 * at[b].r ? 0 : at[b].r > 2 * at[a].r ? work : work - work / 2;

  w[a] += of_a;
  w[b] += work - of_a;
}

static void share(int32_t *w, const Ball *at, const PairList *pairs, PetscInt k, int32_t work)
{
  share_rows(w, at, pairs->a[k], pairs->b[k], work);
}

/* Add the work of the pairs of interactions. */
static void weigh_far(const Interactions *all, const Ball *at, int32_t *w)
{
  const RowList *list  = all->n_sets > 0 ? &all->pairs->rows : NULL;
  const int32_t *other = list ? list->other : NULL;

  for (PetscInt r = 0; list && r < list->n_runs; r++)
    for (int32_t m = 0; m < list->run[r].n; m++, other++) {
      const int32_t row = list->run[r].row, before = row_of_other(*other);

      if (*other < 0) share_rows(w, at, before, row, WORK_FAR);
      else share_rows(w, at, row, before, WORK_FAR);
    }
}

static void weigh_hard(const Sim *sim, int32_t *w)
{
  const Hard     *h     = sim->constraints.hard;
  const PairList *pairs = &h->pairs->pebbles, *walls = &h->pairs->walls;
  const int32_t   work = work_of_hard(sim);

  for (PetscInt k = 0; k < pairs->n; k++) share(w, sim->matter.pebbles->at, pairs, k, work);
  for (PetscInt k = 0; k < walls->n; k++) w[walls->a[k]] += work;
}

/* Weights by pebble row, with space for `more` values after them. */
static void weigh_rows(const Sim *sim, PetscInt more, int32_t **weight)
{
  const Pebbles  *p     = sim->matter.pebbles;
  const PairList *pairs = &sim->pairs->pebbles, *walls = &sim->pairs->walls;
  const Touching *touching = &sim->contacts->pebbles[sim->contacts->now],
                 *at_walls = &sim->contacts->walls[sim->contacts->now];
  int32_t *w;

  array_scratch(weight, sizeof **weight, p->n + more);
  w = *weight;
  /* the work of placing a pebble counts in one box only: copies in other boxes have the weight of
     their pairs */
  for (PetscInt i = 0; i < p->n; i++)
    w[i] = box_holds(&sim->space.decomposition.mine, pebble_centre(p, i)) ? WORK_PEBBLE : 0;
  for (PetscInt k = 0; k < pairs->n; k++) share(w, p->at, pairs, k, WORK_PAIR);
  for (PetscInt k = 0; k < touching->n; k++)
    share(w, p->at, pairs, touching->pair[k], WORK_CONTACT);
  weigh_far(sim->interactions, p->at, w);
  for (PetscInt k = 0; k < walls->n; k++) w[walls->a[k]] += WORK_PAIR;
  for (PetscInt k = 0; k < at_walls->n; k++) w[walls->a[at_walls->pair[k]]] += WORK_CONTACT;
  if (sim->constraints.hard) weigh_hard(sim, w);
}

static int32_t motion_work(const Clumps *c, PetscInt a)
{
  return clump_is_fixed(c, a) ? 0 : WORK_CLUMP;
}

static bool is_sphere(const Sim *sim, PetscInt a)
{
  const Template *t = &sim->matter.templates.list[sim->matter.clumps->template[a]];

  return t->n == 1 && vec3_dot(t->offset[0], t->offset[0]) == 0;
}

/* Append the links of this rank at their reference points from index `at` on; returns the next
   index. */
static PetscInt weigh_links(const Sim *sim, PetscInt at, Vec3 *x, int32_t *weight)
{
  for (int s = 0; s < LINK_KINDS; s++)
    for (PetscInt k = 0; k < sim->links.set[s].n; k++) {
      weight[at] = work_of_link(&sim->links.set[s], sim->links.set[s].list[k].object);
      x[at++]    = link_point(&sim->space.domain, &sim->links.set[s].list[k]);
    }
  return at;
}

/* The motion of a clump that is a sphere is added to the weight of its pebble, to save memory; rows
   of clumps that have left weigh nothing. */
void sim_weigh(const Sim *sim, Points *points)
{
  const Clumps  *c    = sim->matter.clumps;
  const Pebbles *p    = sim->matter.pebbles;
  PetscInt       more = 0, n = 0, at = 0;
  int32_t       *weight;
  Vec3          *x;

  for (PetscInt a = 0; a < c->n_owned; a++) more += !is_sphere(sim, a);
  more += links_of_rank(&sim->links);
  weigh_rows(sim, more, &weight);
  for (PetscInt i = 0; i < p->n; i++) {
    if (ball_is_gone(p->at[i])) weight[i] = 0;
    else if (p->clump[i] < c->n_owned && is_sphere(sim, p->clump[i]))
      weight[i] += motion_work(c, p->clump[i]);
    n += weight[i] > 0;
  }
  array_scratch(&x, sizeof *x, n + more);
  for (PetscInt i = 0; i < p->n; i++) {
    if (weight[i] == 0) continue;
    weight[at] = weight[i];
    x[at++]    = domain_wrapped(&sim->space.domain, pebble_centre(p, i));
  }
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (is_sphere(sim, a) || clump_is_gone(c, a) || clump_is_fixed(c, a)) continue;
    weight[at] = motion_work(c, a);
    x[at++]    = domain_wrapped(&sim->space.domain, c->pose[a].x);
  }
  at      = weigh_links(sim, at, x, weight);
  *points = (Points){.n = at, .x = x, .weight = weight};
}

/* ---- cuts ---- */

/* Seed of the next random cuts; -1: cuts are not random. */
static int64_t random_cuts(const Sim *sim)
{
  const int64_t first = sim->settings.decomp_random;

  return first < 0 ? -1 : first + sim->lists.balance.builds;
}

static PetscErrorCode cut_freely(Sim *sim, const Points *points)
{
  PetscFunctionBeginUser;
  decomposition_free(&sim->space.decomposition);
  PetscCall(decomposition_build(&sim->par, &sim->space.domain, points, sim->par.size,
                                random_cuts(sim), &sim->space.decomposition));
  sim->lists.balance.builds++; /* different cuts at the next balance */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Points and weights before there are lists: pebbles with the expected contacts, and clumps. */
static void weigh_ahead(const Sim *sim, Points *points)
{
  const Clumps *c = sim->matter.clumps;
  PetscInt      n = 0, at = 0;
  int32_t      *weight;
  Vec3         *x;

  for (PetscInt a = 0; a < c->n_owned; a++)
    n += sim->matter.templates.list[c->template[a]].n + !is_sphere(sim, a);
  array_scratch(&x, sizeof *x, n);
  array_scratch(&weight, sizeof *weight, n);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t      = &sim->matter.templates.list[c->template[a]];
    const bool      sphere = is_sphere(sim, a);

    for (int i = 0; i < t->n; i++) {
      const Vec3 arm =
        pebble_arm(c->pose[a].q, vec3_scale(c->scale[a], t->offset[i]), sim->space.domain.magic);

      weight[at] = WORK_EXPECTED + (sphere ? motion_work(c, a) : 0);
      x[at++]    = domain_wrapped(&sim->space.domain, vec3_add(c->pose[a].x, arm));
    }
    if (sphere || clump_is_fixed(c, a)) continue;
    weight[at] = motion_work(c, a);
    x[at++]    = domain_wrapped(&sim->space.domain, c->pose[a].x);
  }
  *points = (Points){.n = at, .x = x, .weight = weight};
}

PetscErrorCode sim_decompose(Sim *sim)
{
  const Stage before = stage(&sim->stages, STAGE_CUTS);
  Points      points = {0};

  PetscFunctionBeginUser;
  if (sim->par.size > 1) weigh_ahead(sim, &points); /* a single box needs no cuts */
  PetscCall(cut_freely(sim, &points));
  stage(&sim->stages, before);
  points_free(&points);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The errors of the cuts add up over the levels of the tree: their sum may reach half of
   (threshold - 1), but no more than 0.05. */
static BalanceLimits limits_of(const Sim *sim, bool forced, int parts)
{
  const double threshold = sim->settings.balance_threshold;
  const double room      = threshold > 0 ? min_real(threshold - 1, 0.1) : 0.1;
  int          levels    = 1;

  while (1 << levels < parts) levels++;
  return (BalanceLimits){.tolerance = forced ? 0 : 0.5 * room / levels,
                         .fraction  = sim->settings.balance_fraction};
}

/* ---- cuts of a run on so many ranks ---- */

PetscErrorCode sim_cut(const Sim *sim, int parts, Decomposition *out)
{
  const int64_t next = random_cuts(sim); /* the run's own cuts used next - 1 */
  Points        points;

  PetscFunctionBeginUser;
  weigh_ahead(sim, &points);
  PetscCall(decomposition_build(&sim->par, &sim->space.domain, &points, parts,
                                next >= 0 ? next - 1 : -1, out));
  points_free(&points);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_cut_again(const Sim *sim, Decomposition *cut)
{
  const BalanceLimits limits = limits_of(sim, !sim->folder.goes_on, cut->nodes[0].count);
  BalanceOutcome      outcome;
  Points              points;

  PetscFunctionBeginUser;
  sim_weigh(sim, &points);
  PetscCall(decomposition_balance(&sim->par, &sim->space.domain, &points, &limits, cut, &outcome));
  points_free(&points);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first balance of a new run is made once, so its cost matters little: it is made if the excess
   of the imbalance over 1 is 20 % of that needed for later balances. */
bool sim_cuts_again(const Sim *sim, int parts, double imbalance)
{
  const double threshold = sim->settings.balance_threshold;

  return parts > 1 && threshold > 0 && sim->settings.decomp_random < 0 &&
         imbalance > (sim->folder.goes_on ? threshold : 1 + 0.2 * (threshold - 1));
}

/* ---- a balance ---- */

/* Seconds per unit of work, from the times measured since the last rebuild. */
static PetscErrorCode calibrate(Sim *sim)
{
  const int64_t steps   = sim->clock.step - sim->lists.built;
  int64_t       sums[2] = {(int64_t)(1e9 * (stages_busy(&sim->stages) - sim->lists.balance.busy)),
                           steps * work_here(sim)};

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, sums, 2));
  if (sums[0] > 0 && sums[1] > 0)
    sim->lists.balance.scale = 1e-9 * (double)sums[0] / (double)sums[1];
  else if (sim->lists.balance.scale == 0) sim->lists.balance.scale = WORK_SECONDS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Count the clumps and contact records that change rank by the new cuts, and the bytes of these. */
static void count_moves(const Sim *sim, const ContactRecords *records, int64_t moves[3])
{
  const Clumps *c = sim->matter.clumps;

  for (PetscInt a = 0; a < c->n_owned; a++)
    moves[0] +=
      !clump_is_gone(c, a) &&
      decomposition_rank(&sim->space.decomposition,
                         domain_wrapped(&sim->space.domain, c->pose[a].x)) != sim->par.rank;
  for (int g = 0; g < records->n; g++)
    for (PetscInt k = 0; k < records->law[g].n; k++) {
      const Vec3 point = records->law[g].list[k].point;

      if (decomposition_rank(&sim->space.decomposition, point) == sim->par.rank) continue;
      moves[1]++;
      moves[2] += (int64_t)record_bytes(records->law[g].columns);
    }
}

PetscErrorCode sim_balance(Sim *sim, bool forced, const ContactRecords *records)
{
  const BalanceLimits limits   = limits_of(sim, forced, sim->par.size);
  BalanceOutcome      outcome  = {0};
  BalanceRow         *row      = &sim->lists.balance.last;
  int64_t             moves[3] = {0}; /* clumps, records, bytes of these */
  Points              points;

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_CUTS);
  PetscCall(measure(sim));
  PetscCall(calibrate(sim));
  *row = (BalanceRow){
    .step = sim->clock.step, .time = sim_time(sim), .before = sim->lists.balance.imbalance};
  sim_weigh(sim, &points);
  if (sim->settings.decomp_random >= 0) {
    PetscCall(cut_freely(sim, &points));
    outcome.cuts_moved = sim->par.size - 1;
  } else
    PetscCall(decomposition_balance(&sim->par, &sim->space.domain, &points, &limits,
                                    &sim->space.decomposition, &outcome));
  points_free(&points);
  count_moves(sim, records, moves);
  PetscCall(parallel_sum_int(&sim->par, moves, 3));
  row->cuts_moved = outcome.cuts_moved;
  row->held_back  = outcome.held_back;
  row->clumps     = moves[0];
  row->records    = moves[1];
  row->bytes = moves[0] * (int64_t)fields_size(sim->matter.clumps->fields, MIGRATES) + moves[2];
  sim->stages.counters.balances++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- accounts ---- */

static PetscErrorCode account(Sim *sim, double seconds)
{
  Balance    *b        = &sim->lists.balance;
  BalanceRow *row      = &b->last;
  double      times[2] = {seconds, b->ordinary};
  int64_t     lost     = b->log.lost;

  PetscFunctionBeginUser;
  PetscCall(parallel_max(&sim->par, times, 2));
  row->after   = b->imbalance;
  row->seconds = max_real(times[0] - times[1], 0);
  /* both imbalances are applied to the work of the new lists: the old ones may have had another
     skin */
  row->gain = (row->before / row->after - 1) * (double)b->most * b->scale;
  b->sums.cuts_moved += row->cuts_moved;
  b->sums.held_back += row->held_back;
  b->sums.clumps += row->clumps;
  b->sums.records += row->records;
  b->sums.bytes += row->bytes;
  b->sums.seconds += row->seconds;
  PetscCall(table_write(&sim->par, &b->log, 1, row));
  if (b->log.lost == 1 && lost == 0)
    warning_add(&sim->warnings,
                "no row of balance.csv was written at step %" PRId64
                ", and perhaps none at later steps: %s",
                row->step, strerror(b->log.fault));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_assess_balance(Sim *sim, bool balanced, double since)
{
  const Stage    before = stage(&sim->stages, STAGE_CUTS);
  Balance       *b      = &sim->lists.balance;
  PetscLogDouble now;

  PetscFunctionBeginUser;
  PetscCall(measure(sim));
  if (sim->settings.decomp_random < 0)
    b->next = balance_is_due(b, sim->settings.balance_threshold, balanced,
                             balanced && b->last.held_back > 0);
  b->busy = stages_busy(&sim->stages);
  PetscCall(PetscTime(&now));
  if (balanced) PetscCall(account(sim, now - since));
  else if (sim->stages.counters.rebuilds > 0)
    b->ordinary = b->ordinary > 0 ? 0.8 * b->ordinary + 0.2 * (now - since) : now - since;
  stage(&sim->stages, before);
  PetscFunctionReturn(PETSC_SUCCESS);
}
