/* SPDX-License-Identifier: MIT */
/* Extremes of a tile, found with few instructions; single contacts are looked at only if one is out
   of bounds. */
#include "contact/extremes.h"
#include "base/bounds.h"
#include "base/kernel.h"
#include "contact/terms/couples.h"

/* fmax as a comparison, which vectorises. */
static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

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
  const Vec3 f  = {b->fx[k], b->fy[k], b->fz[k]};
  const Vec3 ta = vec3_cross((Vec3){t->arm_ax[k], t->arm_ay[k], t->arm_az[k]}, f),
             tb = vec3_cross((Vec3){t->arm_bx[k], t->arm_by[k], t->arm_bz[k]}, f);

  return larger(larger(larger(fabs(ta.x), fabs(ta.y)), fabs(ta.z)) * t->per_arm_a[k],
                larger(larger(fabs(tb.x), fabs(tb.y)), fabs(tb.z)) * t->per_arm_b[k]) /
         LOAD_ARMS;
}

static double force_size(const ContactBatch *b, int k)
{
  return sqrt(b->fx[k] * b->fx[k] + b->fy[k] * b->fy[k] + b->fz[k] * b->fz[k]);
}

static double work_size(const ContactBatch *b, double dt, int k)
{
  return fabs(dt * (b->fx[k] * b->vx[k] + b->fy[k] * b->vy[k] + b->fz[k] * b->vz[k]));
}

static bool is_possible(const Tile *t, const ContactBatch *b, bool couples, double dt, int k)
{
  return fabs(b->fx[k]) <= FORCE_MOST && fabs(b->fy[k]) <= FORCE_MOST &&
         fabs(b->fz[k]) <= FORCE_MOST && work_size(b, dt, k) <= WORK_MOST &&
         (!couples || (couple_torque(t, b, k) <= FORCE_MOST && couple_work(b, dt, k) <= WORK_MOST));
}

/* Report the tile's first contact whose force, couple or work is beyond FORCE_MOST or WORK_MOST. */
static void note_wild(const ContactScene *s, const Tile *t, const ContactBatch *b, bool couples,
                      const PairList *list, const int32_t *hits, ContactReport *report)
{
  for (int k = 0; k < b->n && report->possible; k++) {
    if (is_possible(t, b, couples, 0.5 * s->dt, k)) continue;
    report->possible = false;
    report->wild   = couples ? larger(force_size(b, k), couple_torque(t, b, k)) : force_size(b, k);
    report->wild_a = s->clumps->id[t->a[k]];
    report->wild_wall = t->b[k] < 0;
    report->wild_b    = t->b[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b[k]];
  }
}

void extremes_watch(const ContactScene *s, const Tile *t, const ContactBatch *b, const Law *law,
                    const PairList *list, const int32_t *hits, ContactReport *report)
{
  const bool couples = law->gives & GIVES_COUPLE;
  /* overlap over the smaller radius; above it the contact point is outside the smaller pebble */
  const double inside = 4;
  double       over, sum;

  find_extremes(t, b, min_real(s->overlap_limit, inside), &over, &report->deepest_gap, &sum);
  if (couples) sum += couples_size(t, b);
  if (!(sum <= FORCE_MOST && report->largest_work <= WORK_MOST))
    note_wild(s, t, b, couples, list, hits, report);
  if (law->keeps > 0) /* contact points of gaps may be farther out than arms allow for */
    for (int e = 0; e < b->n_apart; e++)
      report->largest_force = larger(force_of_torque(t, b, b->apart[e]), report->largest_force);
  for (int k = 0; over > 0 && k < b->n; k++) {
    const double relative = -b->gap[k] / t->smaller[k];

    if (relative > inside)
      report->largest_force = larger(force_of_torque(t, b, k), report->largest_force);
    if (relative <= report->deepest || relative <= s->overlap_limit) continue;
    report->deepest      = relative;
    report->deepest_a    = s->clumps->id[t->a[k]];
    report->deepest_wall = t->b[k] < 0;
    report->deepest_b    = t->b[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b[k]];
  }
}
