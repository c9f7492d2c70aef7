/* SPDX-License-Identifier: MIT */
/* Evaluation of pairs of pebbles: tile by tile the pairs of a set are gathered, its interactions add
   their forces or energies, and these go to a sink: the sums of the two clumps, the energy, the virial
   or a visitor. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/visit.h"
#include "interaction/evaluate.h"
#include "interaction/pairs/pair_tile.h"
#include "interaction/sph/phases.h"

/* In quanta: force on a, then torque on a, and torque of the same force about b. */
typedef struct {
  _Alignas(64) int64_t f[3][INTERACTION_TILE], ta[3][INTERACTION_TILE], tb[3][INTERACTION_TILE];
} PairQuanta;

/* Forces on a, N. */
typedef struct {
  _Alignas(64) double x[INTERACTION_TILE], y[INTERACTION_TILE], z[INTERACTION_TILE];
} Forces;

/* ---- loads ---- */

/* Compute the forces on a, N, from `push`, and if `further` from fx, fy, fz. */
KERNEL static void find_forces(const PairBatch *b, bool further, Forces *f)
{
  if (further)
#pragma omp simd
    for (int k = 0; k < b->n; k++) {
      f->x[k] = b->fx[k] - b->push[k] * b->dx[k];
      f->y[k] = b->fy[k] - b->push[k] * b->dy[k];
      f->z[k] = b->fz[k] - b->push[k] * b->dz[k];
    }
  else
#pragma omp simd
    for (int k = 0; k < b->n; k++) {
      f->x[k] = -(b->push[k] * b->dx[k]);
      f->y[k] = -(b->push[k] * b->dy[k]);
      f->z[k] = -(b->push[k] * b->dz[k]);
    }
}

/* Round the forces to quanta. *most: largest |fx| + |fy| + |fz| so far, N; returns the sum of
   these, N: NaN if a force is NaN. */
KERNEL static double round_forces(const Forces *f, int n, double unit, PairQuanta *q, double *most)
{
  double largest = *most, sum = 0;

#pragma omp simd reduction(max : largest) reduction(+ : sum)
  for (int k = 0; k < n; k++) {
    const double size = fabs(f->x[k]) + fabs(f->y[k]) + fabs(f->z[k]);

    q->f[0][k] = quanta(f->x[k], unit);
    q->f[1][k] = quanta(f->y[k], unit);
    q->f[2][k] = quanta(f->z[k], unit);
    largest    = size > largest ? size : largest;
    sum += size;
  }
  *most = largest;
  return sum;
}

/* Round the torques of the forces at these arms to quanta. */
KERNEL static void round_torques(const Forces *f, int n, double (*arm)[INTERACTION_TILE],
                                 const double *per_arm, double unit, int64_t (*q)[INTERACTION_TILE])
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double turn = unit * per_arm[k];

    q[0][k] = quanta(arm[1][k] * f->z[k] - arm[2][k] * f->y[k], turn);
    q[1][k] = quanta(arm[2][k] * f->x[k] - arm[0][k] * f->z[k], turn);
    q[2][k] = quanta(arm[0][k] * f->y[k] - arm[1][k] * f->x[k], turn);
  }
}

/* Add the forces of four pairs to the first four sums of bodies a, of which the fourth gets 0, and
   subtract them from those of bodies b. Integers may wrap: the step is then evaluated again. */
KERNEL static void scatter_fours(const PairTile *t, const PairQuanta *q, int n, int64_t *sum)
{
  for (int k = 0; k + 4 <= n; k += 4) {
    Four f[4];

    for (int m = 0; m < 3; m++) four_get(&f[m], (const double *)&q->f[m][k]);
    f[3] = (Four){0, 0, 0, 0};
    four_turn(f);
    for (int m = 0; m < 4; m++) {
      int64_t *a = sum + (size_t)t->a[k + m] * LOAD_PARTS,
              *b = sum + (size_t)t->b[k + m] * LOAD_PARTS;
      FourBits now;

      four_get_bits(&now, a);
      four_put_bits(a, now + (FourBits)f[m]);
      four_get_bits(&now, b);
      four_put_bits(b, now - (FourBits)f[m]);
    }
  }
}

/* Add three numbers of the pairs from .. n - 1 to the sums of bodies a, from `part` on, and
   subtract the others from those of bodies b. */
static void scatter(const PairTile *t, int64_t (*qa)[INTERACTION_TILE],
                    int64_t (*qb)[INTERACTION_TILE], int from, int n, int part, int64_t *sum)
{
  for (int k = from; k < n; k++) {
    int64_t *a = sum + (size_t)t->a[k] * LOAD_PARTS + part,
            *b = sum + (size_t)t->b[k] * LOAD_PARTS + part;

    for (int m = 0; m < 3; m++) {
      loads_add(&a[m], qa[m][k]);
      loads_add(&b[m], (int64_t)(0 - (uint64_t)qb[m][k]));
    }
  }
}

/* Report what a pair of clump rows makes of an interaction, N or W. */
static void note_pair(const InteractionScene *s, const Acting *item, int32_t a, int32_t b,
                      double wild, ContactReport *report)
{
  const Id one = s->clumps->id[a], two = s->clumps->id[b];

  report->possible  = false;
  report->wild      = wild;
  report->wild_a    = one < two ? one : two;
  report->wild_b    = one < two ? two : one;
  report->wild_by   = item->name;
  report->wild_of   = item->section;
  report->wild_why  = isnan(wild) && item->kind->pair->no_number ? item->kind->pair->no_number : "";
  report->wild_pair = true;
}

/* Report the first pair whose force is beyond FORCE_MOST; if a work of this step is beyond
   WORK_MOST, the first pair. a, b: clump rows. */
static void note_wild(const InteractionScene *s, const Acting *item, const int32_t *a,
                      const int32_t *b, const Forces *forces, int n, ContactReport *report)
{
  for (int k = 0; k < n && report->possible; k++) {
    const Vec3 f    = {forces->x[k], forces->y[k], forces->z[k]};
    const bool fits = fabs(f.x) <= FORCE_MOST && fabs(f.y) <= FORCE_MOST && fabs(f.z) <= FORCE_MOST;

    if (!fits || !(report->largest_work <= WORK_MOST))
      note_pair(s, item, a[k], b[k], vec3_norm(f), report);
  }
}

void pull_note_wild(const InteractionScene *s, const Acting *item, const int32_t *a,
                    const int32_t *b, const PairBatch *batch, ContactReport *report)
{
  Forces f;

  find_forces(batch, false, &f);
  note_wild(s, item, a, b, &f, batch->n, report);
}

static void add_loads(const Interactions *all, const InteractionScene *s, const Acting *item,
                      PairTile *t, const Forces *f, Loads *loads, ContactReport *report)
{
  const int    n    = all->pair->n;
  const double unit = loads->force.inverse;
  PairQuanta   q;
  const double sum = round_forces(f, n, unit, &q, &report->largest_force);

  if (!(sum <= FORCE_MOST && report->largest_work <= WORK_MOST))
    note_wild(s, item, t->a, t->b, f, n, report);
  scatter_fours(t, &q, n, loads->sum);
  scatter(t, q.f, q.f, n - n % 4, n, LOAD_FORCE, loads->sum);
  if (!all->extended) return;
  round_torques(f, n, t->arm_a, t->per_arm[0], loads->torque.inverse, q.ta);
  round_torques(f, n, t->arm_b, t->per_arm[1], loads->torque.inverse, q.tb);
  scatter(t, q.ta, q.tb, 0, n, LOAD_TORQUE, loads->sum);
}

/* Work taken from the bodies in half a step, to *lost. */
static void add_work(const PairBatch *b, const Forces *f, double dt, const Loads *loads,
                     ContactReport *report, Sum *lost)
{
  uint64_t total = 0; /* may wrap; not used then */

  for (int k = 0; k < b->n; k++) {
    const double work = -0.5 * dt * (f->x[k] * b->vx[k] + f->y[k] * b->vy[k] + f->z[k] * b->vz[k]);

    total += (uint64_t)quanta(work, loads->work.inverse);
    report->largest_work = max_real(report->largest_work, fabs(work));
  }
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(lost, (int64_t)total, loads->work.exponent);
}

/* Sum of factor x value in units, which may wrap; *most: largest size of factor x value so far. */
KERNEL static uint64_t total_up(int n, const double *value, double factor, double unit,
                                double *most)
{
  uint64_t total   = 0;
  double   largest = *most;

#pragma omp simd reduction(max : largest) reduction(+ : total)
  for (int k = 0; k < n; k++) {
    const double size = fabs(factor * value[k]);

    total += (uint64_t)quanta(factor * value[k], unit);
    largest = size > largest ? size : largest;
  }
  *most = largest;
  return total;
}

/* Energy that the forces of a batch take from the bodies in half a step (PairBatch.loss), to *lost.
   */
static void add_losses(const Acting *item, const PairBatch *b, double dt, const Loads *loads,
                       ContactReport *report, Sum *lost)
{
  uint64_t total;

  if (!(item->kind->gives & GIVES_PAIR_LOSS)) return;
  total = total_up(b->n, b->loss, 0.5 * dt, loads->work.inverse, &report->largest_work);
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(lost, (int64_t)total, loads->work.exponent);
}

/* ---- quantities of clumps ---- */

/* Values of the quantity of an interaction, and flows of 0. */
static void put_values(const Interactions *all, const InteractionScene *s, const Acting *item,
                       const PairTile *t, PairBatch *b)
{
  const bool     parts = item->quantity && item->quantity->of_pebbles;
  const int32_t *i = parts ? t->i : t->a, *j = parts ? t->j : t->b;
  const double  *value;
  int            q;

  b->found = item->found;
  if (item->kind->gives & GIVES_PAIR_LOSS) memset(b->loss, 0, sizeof b->loss);
  if (!item->quantity) return;
  memset(b->flow_a, 0, (size_t)b->n * sizeof *b->flow_a);
  memset(b->flow_b, 0, (size_t)b->n * sizeof *b->flow_b);
  if (item->kind->phased) return; /* it reads columns */
  q     = quantity_index(item->quantity);
  value = parts ? all->value[q] : s->clumps->quantity[q].predicted;
  for (int k = 0; k < b->n; k++) {
    b->value_a[k] = value[i[k]];
    b->value_b[k] = value[j[k]];
  }
}

static void note_flow(const InteractionScene *s, const Acting *item, const PairTile *t, int n,
                      const double *flow, ContactReport *report)
{
  for (int k = 0; k < n && report->possible; k++) {
    if (fabs(flow[k]) <= FLOW_MOST) continue;
    report->wild_flow = item->quantity;
    note_pair(s, item, t->a[k], t->b[k], flow[k], report);
  }
}

/* Round the flows to quanta. *most: largest size so far of those up to FLOW_MOST; returns the
   number of flows beyond FLOW_MOST or NaN. */
KERNEL static int64_t round_flows(int n, const double *flow, double unit, int64_t *q, double *most)
{
  double  largest = *most;
  int64_t wild    = 0;

#pragma omp simd reduction(max : largest) reduction(+ : wild)
  for (int k = 0; k < n; k++) {
    const double size = fabs(flow[k]), fits = size <= FLOW_MOST ? size : 0;

    q[k] = quanta(flow[k], unit);
    wild += !(size <= FLOW_MOST);
    largest = fits > largest ? fits : largest;
  }
  *most = largest;
  return wild;
}

static void add_flows(const InteractionScene *s, const Acting *item, const PairTile *t,
                      const PairBatch *b, Loads *loads, ContactReport *report)
{
  int64_t      qa[INTERACTION_TILE], qb[INTERACTION_TILE];
  Accumulator *sums;
  double      *most;

  if (!(item->kind->gives & GIVES_PAIR_FLOW) || !item->quantity) return;
  sums = loads_find(loads, item->quantity->fields[QUANTITY_FLOW].name);
  most = &report->largest_more[sums - loads->more];
  if (round_flows(b->n, b->flow_a, sums->quantum.inverse, qa, most))
    note_flow(s, item, t, b->n, b->flow_a, report);
  if (round_flows(b->n, b->flow_b, sums->quantum.inverse, qb, most))
    note_flow(s, item, t, b->n, b->flow_b, report);
  for (int k = 0; k < b->n; k++) {
    loads_add(&sums->sum[t->a[k]], qa[k]);
    loads_add(&sums->sum[t->b[k]], qb[k]);
  }
}

/* ---- groups ---- */

/* Set the distances of pairs that the groups exclude to infinity. kept: the squared distances
   before. */
static void set_apart(const InteractionScene *s, const Acting *item, const PairTile *t,
                      PairBatch *b, double kept[INTERACTION_TILE])
{
  const uint64_t *group = s->clumps->group;

  memcpy(kept, b->d2, sizeof b->d2);
  for (int k = 0; k < b->n; k++)
    if (!(group[t->a[k]] & item->groups) || !(group[t->b[k]] & item->groups)) b->d2[k] = INFINITY;
}

static void pull(const InteractionScene *s, const Acting *item, const PairTile *t, PairBatch *b)
{
  double kept[INTERACTION_TILE];

  if (item->groups) set_apart(s, item, t, b, kept);
  item->kind->pair->pull(item->constants, b);
  if (item->groups) memcpy(b->d2, kept, sizeof kept);
}

static void pair_energy(const InteractionScene *s, const Acting *item, const PairTile *t,
                        PairBatch *b, double *each)
{
  double kept[INTERACTION_TILE];

  if (!item->kind->pair->energy) return;
  if (item->groups) set_apart(s, item, t, b, kept);
  item->kind->pair->energy(item->constants, b, each);
  if (item->groups) memcpy(b->d2, kept, sizeof kept);
}

/* ---- virials ---- */

static void add_virial(const Interactions *all, const PairTile *t, const Forces *f, Sum *virial)
{
  const PairBatch *b = all->pair;

  for (int k = 0; k < b->n; k++) {
    Vec3 way = {b->dx[k], b->dy[k], b->dz[k]}; /* between the centres of the clumps */

    for (int m = 0; m < 3 && all->extended; m++)
      vec3_set(&way, m, vec3_axis(way, m) + t->arm_a[m][k] - t->arm_b[m][k]);
    sum_add(virial, -(f->x[k] * way.x + f->y[k] * way.y + f->z[k] * way.z));
  }
}

/* ---- visits ---- */

/* Pair k of the batch; false: there is no force between these two. */
static bool see_pair(const Interactions *all, const InteractionScene *s, const Set *set,
                     const PairTile *t, const Forces *f, int k, ContactSeen *seen)
{
  const PairBatch *b   = all->pair;
  const Vec3       way = {-b->dx[k], -b->dy[k], -b->dz[k]};
  const Pebbles   *p   = s->pebbles;

  *seen = (ContactSeen){.kind     = SEEN_PAIR,
                        .name     = all->list[set->list[0]].name,
                        .b        = s->clumps->id[t->b[k]],
                        .member_a = p->member[t->i[k]],
                        .member_b = p->member[t->j[k]],
                        .radius_a = p->at[t->i[k]].r,
                        .radius_b = p->at[t->j[k]].r,
                        .force    = {f->x[k], f->y[k], f->z[k]},
                        .gap      = NAN,
                        .age      = NAN};
  if (!isfinite(b->d2[k]) || (f->x[k] == 0 && f->y[k] == 0 && f->z[k] == 0)) return false;
  if (b->d2[k] > 0) seen->normal = vec3_scale(1 / sqrt(b->d2[k]), way);
  if (all->extended) {
    seen->arm_a = (Vec3){t->arm_a[0][k], t->arm_a[1][k], t->arm_a[2][k]};
    seen->arm_b = (Vec3){t->arm_b[0][k], t->arm_b[1][k], t->arm_b[2][k]};
  }
  seen_of_rows(s->domain, s->clumps, t->a[k], t->b[k], seen);
  return true;
}

static PetscErrorCode show_pairs(const Interactions *all, const InteractionScene *s, const Set *set,
                                 const PairTile *t, const Forces *f, const ContactVisitor *to)
{
  ContactSeen seen;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->pair->n; k++)
    if (see_pair(all, s, set, t, f, k, &seen)) PetscCall(to->see(to->self, &seen, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- evaluation ---- */

/* Sinks: where the results of an evaluation of pairs go, as ContactSink (contact/sink.h). */
typedef enum { PAIRS_LOADS, PAIRS_ENERGY, PAIRS_VIRIAL, PAIRS_VISITOR } PairSinkKind;

typedef struct {
  PairSinkKind kind;
  /* PAIRS_LOADS; lost: energy that bodies lose in half a step, J */
  Loads         *loads;
  ContactReport *report;
  Sum           *lost;
  /* PAIRS_ENERGY, PAIRS_VIRIAL; J */
  Sum *sum;
  /* PAIRS_VISITOR */
  const ContactVisitor *visitor;
} PairSink;

/* Add the results of interaction m of the set, which has been evaluated: the sum of those that
   conserve energy as one force, then each of those that lose energy. */
static void add_to_loads(Interactions *all, const InteractionScene *s, const Set *set, int m,
                         PairTile *t, const PairSink *to)
{
  const Acting *item    = &all->list[set->list[m]];
  const bool    further = set->needs & NEEDS_PAIR_FORCE;
  PairBatch    *b       = all->pair;
  Forces        f;

  add_flows(s, item, t, b, to->loads, to->report);
  add_losses(item, b, s->dt, to->loads, to->report, to->lost);
  if (m + 1 < set->keeps) return;
  find_forces(b, further, &f);
  if (m >= set->keeps) add_work(b, &f, s->dt, to->loads, to->report, to->lost);
  add_loads(all, s, item, t, &f, to->loads, to->report);
  if (m + 1 == set->n) return;
  memset(b->push, 0, sizeof b->push);
  if (further) pair_tile_clear_forces(b);
}

/* Evaluate the interactions of a set for the pairs of a tile, which has been gathered. */
static PetscErrorCode evaluate_tile(Interactions *all, const InteractionScene *s, const Set *set,
                                    PairTile *t, const PairSink *to)
{
  PairBatch *b = all->pair;
  double     energy[INTERACTION_TILE];
  Forces     f;

  PetscFunctionBeginUser;
  if (to->kind == PAIRS_ENERGY) memset(energy, 0, sizeof energy);
  for (int m = 0; m < set->n; m++) {
    const Acting *item = &all->list[set->list[m]];

    put_values(all, s, item, t, b);
    if (to->kind == PAIRS_ENERGY) pair_energy(s, item, t, b, energy);
    else pull(s, item, t, b);
    if (to->kind == PAIRS_LOADS) add_to_loads(all, s, set, m, t, to);
  }
  if (to->kind == PAIRS_ENERGY)
    for (int k = 0; k < b->n; k++) sum_add(to->sum, energy[k]);
  if (to->kind == PAIRS_ENERGY || to->kind == PAIRS_LOADS) PetscFunctionReturn(PETSC_SUCCESS);
  find_forces(b, set->needs & NEEDS_PAIR_FORCE, &f);
  if (to->kind == PAIRS_VIRIAL) add_virial(all, t, &f, to->sum);
  if (to->kind == PAIRS_VISITOR) PetscCall(show_pairs(all, s, set, t, &f, to->visitor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Evaluate the pairs of the cells from .. to - 1 of the near list, each of which is of one set. */
static PetscErrorCode evaluate(Interactions *all, const InteractionScene *s, int from, int to,
                               const PairSink *sink)
{
  const PetscInt *start = all->pairs->pebbles.start;
  PairTile        t;

  PetscFunctionBeginUser;
  for (int cell = from; cell < to; cell++) {
    const Set *set = &all->sets[cell % all->n_sets];

    if (sink->kind == PAIRS_LOADS && pull_is_central(all, set)) {
      pull_central(all, s, set, start[cell], start[cell + 1], sink->loads, sink->report);
      continue;
    }
    for (PetscInt at = start[cell]; at < start[cell + 1]; at += INTERACTION_TILE) {
      pair_tile_gather(all, s, set, at, (int)min_int(INTERACTION_TILE, start[cell + 1] - at), &t,
                       all->pair);
      PetscCall(evaluate_tile(all, s, set, &t, sink));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All pairs of this rank, after an evaluation for loads. */
static PetscErrorCode evaluate_all(Interactions *all, const InteractionScene *s,
                                   const PairSink *sink)
{
  PetscFunctionBeginUser;
  if (all->n_sets == 0) PetscFunctionReturn(PETSC_SUCCESS);
  phases_pack(all, s);
  PetscCall(evaluate(all, s, 0, all->pairs->n_blocks * all->n_sets, sink));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_pull(Interactions *all, const InteractionScene *scene, int block,
                                 Loads *loads, ContactReport *report, Sum *lost)
{
  const PairSink sink = {.kind = PAIRS_LOADS, .loads = loads, .report = report, .lost = lost};

  return evaluate(all, scene, block * all->n_sets, (block + 1) * all->n_sets, &sink);
}

PetscErrorCode pull_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  return evaluate_all(all, scene, &(PairSink){.kind = PAIRS_ENERGY, .sum = energy});
}

void interactions_virial(Interactions *all, const InteractionScene *scene, Sum *virial)
{
  /* only visitors may fail */
  (void)evaluate_all(all, scene, &(PairSink){.kind = PAIRS_VIRIAL, .sum = virial});
  if (scene->par->rank == 0 && all->n_sets > 0) sum_add(virial, all->tail.virial);
}

PetscErrorCode interactions_visit(Interactions *all, const InteractionScene *s,
                                  const ContactVisitor *to)
{
  return evaluate_all(all, s, &(PairSink){.kind = PAIRS_VISITOR, .visitor = to});
}
