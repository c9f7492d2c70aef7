/* SPDX-License-Identifier: MIT */
/* Forces of pairs of pebbles: tile by tile the pairs of a set are gathered, its interactions add
   their forces, and these go to the sums of the two clumps. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/visit.h"
#include "interaction/evaluate.h"
#include "interaction/pairs/ways.h"
#include "interaction/sph/phases.h"

/* Rows and arms of the pairs of a batch, padded to a multiple of four with the last pair. */
typedef struct {
  const int32_t *i, *j; /* pebble rows of a and b: in the list, or in end_i, end_j if padded */
  int32_t        end_i[INTERACTION_TILE], end_j[INTERACTION_TILE];
  int32_t        a[INTERACTION_TILE], b[INTERACTION_TILE]; /* clump rows */
  /* where some pebbles are not at their clumps' centres: arms, m, and Pose.per_arm, 1/m */
  _Alignas(64) double arm_a[3][INTERACTION_TILE], arm_b[3][INTERACTION_TILE],
    per_arm[2][INTERACTION_TILE];
} PairTile;

/* In quanta: force on a, then torque on a, and torque of the same force about b. */
typedef struct {
  _Alignas(64) int64_t f[3][INTERACTION_TILE], ta[3][INTERACTION_TILE], tb[3][INTERACTION_TILE];
} PairQuanta;

/* Forces on a, N. */
typedef struct {
  _Alignas(64) double x[INTERACTION_TILE], y[INTERACTION_TILE], z[INTERACTION_TILE];
} Forces;

/* ---- gathering ---- */

KERNEL static void find_clumps(const int32_t *clump, const int32_t *pebble, int n, int32_t *row)
{
#pragma omp simd
  for (int k = 0; k < n; k++) row[k] = clump[pebble[k]];
}

void pull_clumps(const int32_t *clump, const int32_t *pebble, int n, int32_t *row)
{
  find_clumps(clump, pebble, n, row);
}

/* Rows of the pairs from .. from + n - 1 of the near list; returns n padded. lone: as in
   Interactions. */
static int find_rows(const PairList *list, const Pebbles *p, bool lone, PetscInt from, int n,
                     PairTile *t)
{
  t->i = list->a + from;
  t->j = list->b + from;
  if (n % 4 != 0) {
    memcpy(t->end_i, t->i, (size_t)n * sizeof *t->i);
    memcpy(t->end_j, t->j, (size_t)n * sizeof *t->j);
    for (; n % 4 != 0; n++) {
      t->end_i[n] = t->end_i[n - 1];
      t->end_j[n] = t->end_j[n - 1];
    }
    t->i = t->end_i;
    t->j = t->end_j;
  }
  if (lone) {
    memcpy(t->a, t->i, (size_t)n * sizeof *t->a);
    memcpy(t->b, t->j, (size_t)n * sizeof *t->b);
    return n;
  }
  find_clumps(p->clump, t->i, n, t->a);
  find_clumps(p->clump, t->j, n, t->b);
  return n;
}

/* x, and 0 where it is NaN. */
#define KNOWN(x) ((Four)((FourInts)(x) & (FourInts)((x) == (x))))

KERNEL static void gather_points(const Ball *at, const int32_t *i, const int32_t *j, int n,
                                 PairBatch *b)
{
  const Four zero = {0, 0, 0, 0};

  for (int k = 0; k < n; k += 4) {
    Four d[4], d2;

    four_ways(at, i + k, j + k, d, &d2);
    four_put(b->dx + k, d[0]);
    four_put(b->dy + k, d[1]);
    four_put(b->dz + k, d[2]);
    four_put(b->d2 + k, d2);
    four_put(b->push + k, zero);
  }
}

void pull_points(const Ball *at, const int32_t *i, const int32_t *j, int n, PairBatch *b)
{
  gather_points(at, i, j, n, b);
}

KERNEL static void gather_arms(const Ball *at, const Pose *pose, int n, PairTile *t)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };
  Four x[4], c[4], e[4];

  for (int k = 0; k < n; k += 4) {
    four_gather(&at->x, BALL, t->i + k, x);
    four_gather(&pose->x.x + POSE_X, POSE_REALS, t->a + k, c);
    four_gather(&pose->x.x + POSE_WY, POSE_REALS, t->a + k, e); /* wy wz 1/m 1/arm */
    for (int m = 0; m < 3; m++) four_put(&t->arm_a[m][k], KNOWN(x[m] - c[m]));
    four_put(&t->per_arm[0][k], e[3]);
    four_gather(&at->x, BALL, t->j + k, x);
    four_gather(&pose->x.x + POSE_X, POSE_REALS, t->b + k, c);
    four_gather(&pose->x.x + POSE_WY, POSE_REALS, t->b + k, e);
    for (int m = 0; m < 3; m++) four_put(&t->arm_b[m][k], KNOWN(x[m] - c[m]));
    four_put(&t->per_arm[1][k], e[3]);
  }
}

static void gather_radii(const Ball *at, const PairTile *t, PairBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    b->ra[k] = at[t->i[k]].r;
    b->rb[k] = at[t->j[k]].r;
  }
}

/* Velocity of a pebble relative to the centre of its clump. */
static Vec3 velocity_at(const Pose *pose, const Ball *at)
{
  return vec3_cross(pose->w, vec3_sub((Vec3){at->x, at->y, at->z}, pose->x));
}

static void gather_velocities(const InteractionScene *s, const PairTile *t, PairBatch *b)
{
  const Ball *at   = s->pebbles->at;
  const Pose *pose = s->clumps->pose;

  for (int k = 0; k < b->n; k++) {
    const Pose *a = &pose[t->a[k]], *c = &pose[t->b[k]];
    const Vec3  slip = vec3_sub(velocity_at(a, &at[t->i[k]]), velocity_at(c, &at[t->j[k]])),
               v     = vec3_add(vec3_sub(a->v, c->v), slip);

    b->vx[k] = isfinite(b->d2[k]) ? v.x : 0;
    b->vy[k] = isfinite(b->d2[k]) ? v.y : 0;
    b->vz[k] = isfinite(b->d2[k]) ? v.z : 0;
  }
}

static void clear_forces(PairBatch *b)
{
  double *const columns[] = {b->fx, b->fy, b->fz};

  for (int c = 0; c < 3; c++) memset(columns[c], 0, (size_t)b->n * sizeof(double));
}

static void gather(const Interactions *all, const InteractionScene *s, const Set *set,
                   PetscInt from, int n, PairTile *t, PairBatch *b)
{
  const int full = find_rows(&all->pairs->pebbles, s->pebbles, all->lone, from, n, t);

  b->n = n;
  b->i = t->i;
  b->j = t->j;
  b->a = t->a;
  b->b = t->b;
  gather_points(s->pebbles->at, t->i, t->j, full, b);
  if (all->extended) gather_arms(s->pebbles->at, s->clumps->pose, full, t);
  if (set->needs & NEEDS_PAIR_VELOCITY) gather_velocities(s, t, b);
  if (set->needs & NEEDS_PAIR_RADII) gather_radii(s->pebbles->at, t, b);
  if (set->needs & NEEDS_PAIR_FORCE) clear_forces(b);
}

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

/* ---- evaluation ---- */

/* Evaluate the interactions of a set: the sum of those that conserve energy as one force, then each
   of those that lose energy. */
static void apply(Interactions *all, const InteractionScene *s, const Set *set, PairTile *t,
                  Loads *loads, ContactReport *report, Sum *lost)
{
  const bool further = set->needs & NEEDS_PAIR_FORCE;
  PairBatch *b       = all->pair;
  Forces     f;

  for (int m = 0; m < set->n; m++) {
    const Acting *item = &all->list[set->list[m]];

    put_values(all, s, item, t, b);
    pull(s, item, t, b);
    add_flows(s, item, t, b, loads, report);
    add_losses(item, b, s->dt, loads, report, lost);
    if (m + 1 < set->keeps) continue;
    find_forces(b, further, &f);
    if (m >= set->keeps) add_work(b, &f, s->dt, loads, report, lost);
    add_loads(all, s, item, t, &f, loads, report);
    if (m + 1 == set->n) return;
    memset(b->push, 0, sizeof b->push);
    if (further) clear_forces(b);
  }
}

PetscErrorCode interactions_pull(Interactions *all, const InteractionScene *scene, int block,
                                 Loads *loads, ContactReport *report, Sum *lost)
{
  PairTile t;

  PetscFunctionBeginUser;
  for (int set = 0; set < all->n_sets; set++) {
    const PetscInt *start = &all->pairs->pebbles.start[block * all->n_sets + set];

    if (pull_is_central(all, &all->sets[set])) {
      pull_central(all, scene, &all->sets[set], start[0], start[1], loads, report);
      continue;
    }
    for (PetscInt from = start[0]; from < start[1]; from += INTERACTION_TILE) {
      const int n = (int)min_int(INTERACTION_TILE, start[1] - from);

      gather(all, scene, &all->sets[set], from, n, &t, all->pair);
      apply(all, scene, &all->sets[set], &t, loads, report, lost);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

static void add_energy(const Interactions *all, const InteractionScene *s, const Set *set,
                       const PairTile *t, Sum *energy)
{
  PairBatch *b                      = all->pair;
  double     each[INTERACTION_TILE] = {0};

  for (int m = 0; m < set->n; m++) {
    const Acting *item = &all->list[set->list[m]];

    put_values(all, s, item, t, b);
    pair_energy(s, item, t, b, each);
  }
  for (int k = 0; k < b->n; k++) sum_add(energy, each[k]);
}

/* ---- virials ---- */

/* Forces of all interactions of a set, N. */
static void sum_forces(const Interactions *all, const InteractionScene *s, const Set *set,
                       const PairTile *t, Forces *f)
{
  PairBatch *b = all->pair;

  for (int m = 0; m < set->n; m++) {
    const Acting *item = &all->list[set->list[m]];

    put_values(all, s, item, t, b);
    pull(s, item, t, b);
  }
  find_forces(b, set->needs & NEEDS_PAIR_FORCE, f);
}

static void add_virial(const Interactions *all, const InteractionScene *s, const Set *set,
                       const PairTile *t, Sum *virial)
{
  const PairBatch *b = all->pair;
  Forces           f;

  sum_forces(all, s, set, t, &f);
  for (int k = 0; k < b->n; k++) {
    Vec3 way = {b->dx[k], b->dy[k], b->dz[k]}; /* between the centres of the clumps */

    for (int m = 0; m < 3 && all->extended; m++)
      vec3_set(&way, m, vec3_axis(way, m) + t->arm_a[m][k] - t->arm_b[m][k]);
    sum_add(virial, -(f.x[k] * way.x + f.y[k] * way.y + f.z[k] * way.z));
  }
}

/* ---- sums over tiles ---- */

static void each_tile(Interactions *all, const InteractionScene *s,
                      void (*add)(const Interactions *all, const InteractionScene *s,
                                  const Set *set, const PairTile *t, Sum *sum),
                      Sum *sum)
{
  const PetscInt *start;
  PairTile        t;

  if (all->n_sets == 0) return;
  phases_pack(all, s);
  start = all->pairs->pebbles.start;
  for (int cell = 0; cell < all->pairs->n_blocks * all->n_sets; cell++)
    for (PetscInt from = start[cell]; from < start[cell + 1]; from += INTERACTION_TILE) {
      const Set *set = &all->sets[cell % all->n_sets];

      gather(all, s, set, from, (int)min_int(INTERACTION_TILE, start[cell + 1] - from), &t,
             all->pair);
      add(all, s, set, &t, sum);
    }
}

PetscErrorCode pull_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  PetscFunctionBeginUser;
  each_tile(all, scene, add_energy, energy);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void interactions_virial(Interactions *all, const InteractionScene *scene, Sum *virial)
{
  each_tile(all, scene, add_virial, virial);
  if (scene->par->rank == 0 && all->n_sets > 0) sum_add(virial, all->tail.virial);
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

/* Rows of the near list from .. from + n - 1, of one set. */
static PetscErrorCode visit_tile(Interactions *all, const InteractionScene *s, const Set *set,
                                 PetscInt from, int n, const ContactVisitor *to)
{
  PairTile    t;
  Forces      f;
  ContactSeen seen;

  PetscFunctionBeginUser;
  gather(all, s, set, from, n, &t, all->pair);
  sum_forces(all, s, set, &t, &f);
  for (int k = 0; k < n; k++)
    if (see_pair(all, s, set, &t, &f, k, &seen)) PetscCall(to->see(to->self, &seen, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_visit(Interactions *all, const InteractionScene *s,
                                  const ContactVisitor *to)
{
  const PetscInt *start;

  PetscFunctionBeginUser;
  if (all->n_sets == 0) PetscFunctionReturn(PETSC_SUCCESS);
  phases_pack(all, s);
  start = all->pairs->pebbles.start;
  for (int cell = 0; cell < all->pairs->n_blocks * all->n_sets; cell++)
    for (PetscInt from = start[cell]; from < start[cell + 1]; from += INTERACTION_TILE)
      PetscCall(visit_tile(all, s, &all->sets[cell % all->n_sets], from,
                           (int)min_int(INTERACTION_TILE, start[cell + 1] - from), to));
  PetscFunctionReturn(PETSC_SUCCESS);
}
