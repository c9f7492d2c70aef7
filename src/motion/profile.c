/* SPDX-License-Identifier: MIT */
/* The field is a cubic through the middles of the velocities found in bins along an axis. */
#include "motion/profile.h"

enum { BINS = 16, SAMPLES = 32 };

/* Extremes of velocities in bins, as numbers whose maxima over ranks are those of all clumps. */
typedef struct {
  double at[3][BINS][6]; /* axis; bin; -lo, then hi, of x, y, z; -INFINITY: nobody */
} Bins;

static int bin_of(double z, double lo, double hi)
{
  return hi > lo ? (int)max_int(0, min_int(BINS - 1, (int64_t)(BINS * ((z - lo) / (hi - lo))))) : 0;
}

static void bins_fill(const Clumps *c, const double *lo, const double *hi, Bins *b)
{
  for (double *x = b->at[0][0]; x < b->at[0][0] + 3 * BINS * 6; x++) *x = -INFINITY;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 v = c->motion[a].v;

    if (!isfinite(v.x + v.y + v.z) || clump_is_gone(c, a)) continue;
    for (int axis = 0; axis < 3; axis++) {
      double *to = b->at[axis][bin_of(vec3_axis(c->pose[a].x, axis), lo[axis], hi[axis])];

      for (int k = 0; k < 3; k++) {
        to[k]     = max_real(to[k], -vec3_axis(v, k));
        to[3 + k] = max_real(to[3 + k], vec3_axis(v, k));
      }
    }
  }
}

static double bin_middle(int bin)
{
  return (2 * bin + 1.0) / BINS - 1;
}

/* Solve the normal equations of a fit by elimination; the sums that are on the diagonal are raised
   a little, so that there is a solution for any number of bins. */
static void solve(double m[PROFILE_TERMS][PROFILE_TERMS], double *x)
{
  for (int i = 0; i < PROFILE_TERMS; i++) m[i][i] += 1e-6;
  for (int i = 0; i < PROFILE_TERMS; i++)
    for (int j = i + 1; j < PROFILE_TERMS; j++) {
      const double f = m[j][i] / m[i][i];

      for (int k = i; k < PROFILE_TERMS; k++) m[j][k] -= f * m[i][k];
      x[j] -= f * x[i];
    }
  for (int i = PROFILE_TERMS - 1; i >= 0; i--) {
    for (int k = i + 1; k < PROFILE_TERMS; k++) x[i] -= m[i][k] * x[k];
    x[i] /= m[i][i];
  }
}

/* Fit component k by least squares. */
static void fit(const double bin[BINS][6], int k, double c[PROFILE_TERMS])
{
  double m[PROFILE_TERMS][PROFILE_TERMS] = {{0}};

  for (int i = 0; i < PROFILE_TERMS; i++) c[i] = 0;
  for (int b = 0; b < BINS; b++) {
    double power[PROFILE_TERMS] = {1};

    if (bin[b][k] == -INFINITY) continue;
    for (int i = 1; i < PROFILE_TERMS; i++) power[i] = power[i - 1] * bin_middle(b);
    for (int i = 0; i < PROFILE_TERMS; i++) {
      for (int j = 0; j < PROFILE_TERMS; j++) m[i][j] += power[i] * power[j];
      c[i] += 0.5 * power[i] * (bin[b][3 + k] - bin[b][k]);
    }
  }
  solve(m, c);
}

/* Bound of (|F'| + |F'_z|) / 2: the largest of samples, plus the largest change between them by the
   slopes. */
static double rate_of(const Profile *p)
{
  double most = 0, bend = 0;

  for (int i = 0; i <= SAMPLES; i++) {
    const double s = 2.0 * i / SAMPLES - 1;
    Vec3         f;

    for (int k = 0; k < 3; k++)
      vec3_set(&f, k, p->c[k][1] + s * (2 * p->c[k][2] + s * 3 * p->c[k][3]));
    most = max_real(most, 0.5 * (vec3_norm(f) + fabs(vec3_axis(f, p->axis))));
  }
  for (int k = 0; k < 3; k++) bend += 2 * fabs(p->c[k][2]) + 6 * fabs(p->c[k][3]);
  return 1.000001 * p->scale * (most + bend / SAMPLES);
}

/* Estimate of the rate at which pair lists age, m/s: half of the diagonal of the box around the
   velocities relative to the profile, plus the strain of the profile. p NULL: velocities relative
   to the box. */
static double ages(const double bin[BINS][6], const Profile *p, double across)
{
  Vec3 size, lo = {INFINITY, INFINITY, INFINITY}, hi = {-INFINITY, -INFINITY, -INFINITY};

  for (int b = 0; b < BINS; b++) {
    if (bin[b][0] == -INFINITY) continue;
    for (int edge = -1; edge <= 1; edge += 2) {
      const Vec3 f = p ? profile_at(p, p->middle + (bin_middle(b) + (double)edge / BINS) / p->scale)
                       : vec3(0, 0, 0);

      for (int k = 0; k < 3; k++) {
        vec3_set(&lo, k, min_real(vec3_axis(lo, k), -bin[b][k] - vec3_axis(f, k)));
        vec3_set(&hi, k, max_real(vec3_axis(hi, k), bin[b][3 + k] - vec3_axis(f, k)));
      }
    }
  }
  size = vec3_sub(hi, lo);
  return 0.5 * vec3_norm(size) + (p ? 0.5 * p->rate * across : 0);
}

PetscErrorCode profile_find(const Parallel *par, const Domain *domain, const Clumps *clumps,
                            double across, Profile *profile)
{
  const double worth = 0.75;
  double       ends[6], lo[3], least;
  Bins         b;

  PetscFunctionBeginUser;
  *profile = (Profile){.used = false};
  for (int k = 0; k < 6; k++) ends[k] = -INFINITY;
  for (PetscInt a = 0; a < clumps->n_owned; a++)
    for (int k = 0; k < 3 && !clump_is_gone(clumps, a); k++) {
      ends[k]     = max_real(ends[k], -vec3_axis(clumps->pose[a].x, k));
      ends[3 + k] = max_real(ends[3 + k], vec3_axis(clumps->pose[a].x, k));
    }
  PetscCall(parallel_max(par, ends, 6));
  for (int k = 0; k < 3; k++) lo[k] = -ends[k];
  bins_fill(clumps, lo, ends + 3, &b);
  PetscCall(parallel_max(par, b.at[0][0], 3 * BINS * 6));
  least = worth * ages(b.at[0], NULL, across);
  for (int axis = 0; axis < 3; axis++) {
    const double hi = ends[3 + axis];
    Profile      p  = {.axis = axis, .middle = 0.5 * (lo[axis] + hi), .scale = 2 / (hi - lo[axis])};

    if (domain->boundary[axis] == BOUNDARY_PERIODIC || !(lo[axis] < hi)) continue;
    for (int k = 0; k < 3; k++) fit(b.at[axis], k, p.c[k]);
    p.rate = rate_of(&p);
    p.used = p.rate > 0 && isfinite(p.rate);
    if (!p.used || !(ages(b.at[axis], &p, across) < least)) continue;
    least    = ages(b.at[axis], &p, across);
    *profile = p;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Axis along which the flow varies; -1: there is none, there are several, or the flow has a
   component along that axis. */
static int axis_of_flow(const Gradient *may)
{
  int axis = -1;

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (may->g[i][j] == 0) continue;
      if (i == j || (axis >= 0 && axis != j)) return -1;
      axis = j;
    }
  return axis;
}

void profile_of_cell(const MovingCell *cell, Profile *p)
{
  enum { CELLS = 3 }; /* clumps move by less than so many cells between rebuilds */
  const Domain   *d    = cell->domain;
  const Gradient *g    = &cell->flow.gradient;
  const int       axis = axis_of_flow(&cell->deformation.may);
  double          rate = 0;

  *p = (Profile){.used = false};
  if (axis < 0 || cell->deformation.varies) return;
  p->axis   = axis;
  p->middle = 0.5 * (vec3_axis(d->lo, axis) + vec3_axis(d->hi, axis));
  p->scale  = 1 / (CELLS * vec3_axis(d->length, axis));
  for (int i = 0; i < 3; i++) {
    p->c[i][1] = g->g[i][axis] / p->scale;
    rate       = hypot(rate, g->g[i][axis]);
  }
  p->rate = rate;
  p->used = rate > 0;
}
