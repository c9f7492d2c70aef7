/* SPDX-License-Identifier: MIT */
/* Forces and flows of a tile of pairs, which are added to exact sums (pair_tile.h). */
#include "base/bounds.h"
#include "interaction/evaluate.h"
#include "interaction/pairs/pair_tile.h"

/* In quanta: force on a, then torque on a, and torque of the same force about b. */
typedef struct {
  _Alignas(64) int64_t f[3][INTERACTION_TILE], ta[3][INTERACTION_TILE], tb[3][INTERACTION_TILE];
} PairQuanta;

KERNEL static void find_forces(const PairBatch *b, bool further, PairForces *f)
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

void pair_tile_forces(const PairBatch *b, bool further, PairForces *f)
{
  find_forces(b, further, f);
}

/* Round the forces to quanta. *most: largest |fx| + |fy| + |fz| so far, N; returns the sum of
   these, N: NaN if a force is NaN. */
KERNEL static double round_forces(const PairForces *f, int n, double unit, PairQuanta *q,
                                  double *most)
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
KERNEL static void round_torques(const PairForces *f, int n, double (*arm)[INTERACTION_TILE],
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
  const int32_t *row_a = t->a, *row_b = t->b; /* gcc would read these again after every store */

  for (int k = 0; k + 4 <= n; k += 4) {
    Four f[4];

    for (int m = 0; m < 3; m++) four_get(&f[m], (const double *)&q->f[m][k]);
    f[3] = (Four){0, 0, 0, 0};
    four_turn(f);
    for (int m = 0; m < 4; m++) {
      int64_t *a = sum + (size_t)row_a[k + m] * LOAD_PARTS,
              *b = sum + (size_t)row_b[k + m] * LOAD_PARTS;
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

/* Report what a pair of clump rows makes of an interaction, N or W; flow: its quantity, NULL: it is
   a force. */
static void note_pair(const InteractionScene *s, const Acting *item, int32_t a, int32_t b,
                      double wild, const Quantity *flow, ContactReport *report)
{
  const Id    one = s->clumps->id[a], two = s->clumps->id[b];
  const char *why = isnan(wild) ? item->kind->pair->no_number : NULL;

  if (!interactions_report(report, item->name, item->section, min_int(one, two), wild,
                           why ? why : ""))
    return;
  report->wild_flow = flow;
  report->wild_b    = max_int(one, two);
  report->wild_pair = true;
}

/* Report the first pair whose force is beyond FORCE_MOST; if a work of this step is beyond
   WORK_MOST, the first pair. a, b: clump rows. */
static void note_wild(const InteractionScene *s, const Acting *item, const int32_t *a,
                      const int32_t *b, const PairForces *forces, int n, ContactReport *report)
{
  for (int k = 0; k < n && report->possible; k++) {
    const Vec3 f    = {forces->x[k], forces->y[k], forces->z[k]};
    const bool fits = fabs(f.x) <= FORCE_MOST && fabs(f.y) <= FORCE_MOST && fabs(f.z) <= FORCE_MOST;

    if (!fits || !(report->largest_work <= WORK_MOST))
      note_pair(s, item, a[k], b[k], vec3_norm(f), NULL, report);
  }
}

void pull_note_wild(const InteractionScene *s, const Acting *item, const int32_t *a,
                    const int32_t *b, const PairBatch *batch, ContactReport *report)
{
  PairForces f;

  find_forces(batch, false, &f);
  note_wild(s, item, a, b, &f, batch->n, report);
}

void pair_tile_add_loads(const Interactions *all, const InteractionScene *s, const Acting *item,
                         PairTile *t, const PairForces *f, Loads *loads, ContactReport *report)
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
void pair_tile_add_work(const PairBatch *b, const PairForces *f, double dt, const Loads *loads,
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
void pair_tile_add_losses(const Acting *item, const PairBatch *b, double dt, const Loads *loads,
                          ContactReport *report, Sum *lost)
{
  uint64_t total;

  if (!(item->kind->gives & GIVES_PAIR_LOSS)) return;
  total = total_up(b->n, b->loss, 0.5 * dt, loads->work.inverse, &report->largest_work);
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(lost, (int64_t)total, loads->work.exponent);
}

static void note_flow(const InteractionScene *s, const Acting *item, const PairTile *t, int n,
                      const double *flow, ContactReport *report)
{
  for (int k = 0; k < n; k++)
    if (!(fabs(flow[k]) <= FLOW_MOST))
      note_pair(s, item, t->a[k], t->b[k], flow[k], item->quantity, report);
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

void pair_tile_add_flows(const InteractionScene *s, const Acting *item, const PairTile *t,
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
