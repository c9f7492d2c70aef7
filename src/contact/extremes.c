/* SPDX-License-Identifier: MIT */
/* Bounds of forces, work and overlaps in an evaluation, and the squeeze of clumps (evaluate.h). */
#include "base/bounds.h"
#include "contact/evaluate.h"

/* Largest excess over the overlap limit (0: none), m; largest overlap so far, m; sum of the force
   components' sizes, N, an upper bound of each. */
KERNEL static void find_extremes(const Tile *t, const ContactBatch *b, double limit,
                                 double *over_out, double *gap_out, double *sum_out)
{
  double over = 0, deepest_gap = *gap_out, sum = 0;

#pragma omp simd reduction(max : over, deepest_gap) reduction(+ : sum)
  for (int k = 0; k < b->n; k++) {
    const double depth = -b->gap[k], more = depth - limit * t->smaller[k];

    over        = more > over ? more : over;
    deepest_gap = depth > deepest_gap ? depth : deepest_gap;
    sum += fabs(b->fx[k]) + fabs(b->fy[k]) + fabs(b->fz[k]);
  }
  *over_out = over;
  *gap_out  = deepest_gap;
  *sum_out  = sum;
}

/* Force that takes as many quanta as the largest torque of contact k, N. */
static double force_of_torque(const Tile *t, const ContactBatch *b, int k)
{
  double most = 0;

  for (int side = 0; side < 2; side++) {
    const TileBody *body   = side == 0 ? &t->a : &t->b;
    const Vec3      torque = vec3_cross(tile_arm(body, k), batch_force(b, k));

    most = max_real(most, vec3_largest(torque) * body->per_arm[k]);
  }
  return most / LOAD_ARMS;
}

/* The couple of contact k as monitored (geometry.h), N. */
ALWAYS_INLINE double couple_torque(const Tile *t, const ContactBatch *b, int k)
{
  return (fabs(b->cx[k]) + fabs(b->cy[k]) + fabs(b->cz[k])) * couple_per_arm(t, k);
}

KERNEL static double sum_couples(const Tile *t, const ContactBatch *b)
{
  double sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int k = 0; k < b->n; k++) sum += couple_torque(t, b, k);
  return sum;
}

double couples_size(const Tile *t, const ContactBatch *b)
{
  return sum_couples(t, b);
}

double couple_work(const ContactBatch *b, double dt, int k)
{
  return fabs(dt * vec3_dot(batch_couple(b, k), batch_spin(b, k)));
}

static bool is_possible(const Tile *t, const ContactBatch *b, bool couples, double dt, int k)
{
  return fabs(b->fx[k]) <= FORCE_MOST && fabs(b->fy[k]) <= FORCE_MOST &&
         fabs(b->fz[k]) <= FORCE_MOST &&
         fabs(dt * vec3_dot(batch_force(b, k), batch_velocity(b, k))) <= WORK_MOST &&
         (!couples || (couple_torque(t, b, k) <= FORCE_MOST && couple_work(b, dt, k) <= WORK_MOST));
}

void report_wild(ContactReport *report, const ContactScene *s, const PairList *list,
                 const int32_t *hits, const Tile *t, int k, double value)
{
  report->possible  = false;
  report->wild      = value;
  report->wild_a    = s->clumps->id[t->a.row[k]];
  report->wild_wall = t->b.row[k] < 0;
  report->wild_b    = t->b.row[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b.row[k]];
}

void extremes_watch(const ContactScene *s, const Tile *t, const ContactBatch *b, const Law *law,
                    const PairList *list, const int32_t *hits, ContactReport *report)
{
  const bool couples = law->gives & GIVES_COUPLE;
  /* overlap over the smaller radius; above it the contact point is outside the smaller pebble */
  const double inside = 4;
  double       over, sum;
  bool         wild;

  find_extremes(t, b, min_real(s->overlap_limit, inside), &over, &report->deepest_gap, &sum);
  if (couples) sum += couples_size(t, b);
  wild = !(sum <= FORCE_MOST && report->largest_work <= WORK_MOST);
  for (int k = 0; wild && k < b->n && report->possible; k++) { /* the first one is reported */
    if (is_possible(t, b, couples, 0.5 * s->dt, k)) continue;
    report_wild(report, s, list, hits, t, k, vec3_norm(batch_force(b, k)));
    if (couples) report->wild = max_real(report->wild, couple_torque(t, b, k));
  }
  if (law->keeps > 0) /* contact points of gaps may be farther out than arms allow for */
    for (int e = 0; e < b->n_apart; e++)
      report->largest_force = max_real(force_of_torque(t, b, b->apart[e]), report->largest_force);
  for (int k = 0; over > 0 && k < b->n; k++) {
    const double relative = -b->gap[k] / t->smaller[k];

    if (relative > inside)
      report->largest_force = max_real(force_of_torque(t, b, k), report->largest_force);
    if (relative <= report->deepest || relative <= s->overlap_limit) continue;
    report->deepest      = relative;
    report->deepest_a    = s->clumps->id[t->a.row[k]];
    report->deepest_wall = t->b.row[k] < 0;
    report->deepest_b    = t->b.row[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b.row[k]];
  }
}

/* ---- squeeze ---- */

static void add_one(Accumulator *to, int32_t row, double value, double *most)
{
  if (row < 0 || !(fabs(value) <= WORK_MOST)) return; /* a force beyond bounds is noted elsewhere */
  loads_add(&to->sum[row], quanta(value, to->quantum.inverse));
  *most = max_real(*most, fabs(value));
}

void squeeze_add(const ContactScene *s, const Tile *t, const ContactBatch *b, Loads *loads,
                 ContactReport *report)
{
  Accumulator *to = s->clumps->squeeze ? loads_find(loads, "squeeze") : NULL;

  for (int k = 0; to && k < b->n; k++) {
    const Vec3 f    = batch_force(b, k);
    double    *most = &report->largest_more[to - loads->more];

    add_one(to, t->a.row[k], vec3_dot(tile_arm(&t->a, k), f), most);
    add_one(to, t->b.row[k], -vec3_dot(tile_arm(&t->b, k), f), most);
  }
}

void squeeze_find(Clumps *c, Loads *loads)
{
  const Accumulator *from = c->squeeze ? loads_find(loads, "squeeze") : NULL;

  for (PetscInt a = 0; from && a < c->n_owned; a++) {
    c->squeeze[a] = (double)from->sum[a] * from->quantum.quantum;
    from->sum[a]  = 0;
  }
}
