/* SPDX-License-Identifier: MIT */
/* Size distributions: every kind becomes points of a piecewise linear cumulative curve. */
#include "supply/distribution.h"

#include <math.h>
#include <stdio.h>

enum { WHY_LENGTH = 256, PIECES = 16384 };

/* In standard deviations: default limit of a curve; limit beyond which the tail is below double
   precision. */
static const double cut = 3, nothing_beyond = 8.5;

static bool refuse(char *why, const char *text)
{
  snprintf(why, WHY_LENGTH, "%s", text);
  return false;
}

/* ---- the curve as given ---- */

/* Points of the curve. share[i]: share of the whole between points i - 1 and i; share[0]: of
   exactly the first size. */
typedef struct {
  int     n;
  double *size, *share;
} Curve;

static PetscErrorCode curve_reserve(Curve *c, int n)
{
  PetscFunctionBeginUser;
  c->n = n;
  PetscCall(array_create(&c->size, sizeof *c->size, n));
  PetscCall(array_create(&c->share, sizeof *c->share, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool table_is_sound(const SizeSpread *s, char *why)
{
  double before_size = 0, before = 0;

  for (int i = 0; i < s->n_points; i++) {
    const double size = s->points[2 * i], passing = s->points[2 * i + 1];

    if (!isfinite(size) || !isfinite(passing))
      return refuse(why, "sizes and shares must be finite");
    if (!(size > 0)) return refuse(why, "sizes must be > 0");
    if (size < before_size || passing < before) {
      snprintf(why, WHY_LENGTH,
               "point %d (size %g, passing %g) is below the one before (%g, %g): both must ascend",
               i + 1, size, passing, before_size, before);
      return false;
    }
    before_size = size;
    before      = passing;
  }
  return before > 0 || refuse(why, "nothing passes the largest size: the last share must be > 0");
}

static void curve_of_table(const SizeSpread *s, Curve *c)
{
  const double whole = s->points[2 * s->n_points - 1];

  for (int i = 0; i < c->n; i++) {
    c->size[i]  = s->points[2 * i];
    c->share[i] = (s->points[2 * i + 1] - (i > 0 ? s->points[2 * i - 1] : 0)) / whole;
  }
}

/* Probability of a standard normal variable between a < b; taken in one tail, so that no digits
   cancel. */
static double normal_between(double a, double b)
{
  if (a >= 0) return 0.5 * (erfc(a / sqrt(2)) - erfc(b / sqrt(2)));
  return 0.5 * (erfc(-b / sqrt(2)) - erfc(-a / sqrt(2)));
}

/* Normal distribution in the standardised variable z. */
typedef struct {
  bool   is_log;
  double middle, width; /* mean and deviation of the size, or of its logarithm */
  double from, to;      /* limits of z */
} Bell;

static double bell_size(const Bell *b, double z)
{
  const double x = b->middle + z * b->width;

  return b->is_log ? exp(x) : x;
}

static double bell_place(const Bell *b, double size)
{
  return ((b->is_log ? log(size) : size) - b->middle) / b->width;
}

static bool bell_find(const SizeSpread *s, Bell *b, char *why)
{
  const double ratio = s->deviation / s->mean;

  *b = (Bell){.middle = s->mean, .width = s->deviation, .from = -cut, .to = cut};
  if (s->kind == SIZES_LOGNORMAL) {
    b->is_log = true;
    b->width  = sqrt(log1p(ratio * ratio));
    b->middle = log(s->mean) - 0.5 * b->width * b->width;
  }
  if (!isnan(s->lo)) b->from = max_real(bell_place(b, s->lo), -nothing_beyond);
  if (!isnan(s->hi)) b->to = min_real(bell_place(b, s->hi), nothing_beyond);
  if (!(b->from < b->to)) {
    snprintf(why, WHY_LENGTH, "mean %g and deviation %g leave nothing within the limits", s->mean,
             s->deviation);
    return false;
  }
  if (bell_size(b, b->from) > 0) return true;
  snprintf(why, WHY_LENGTH,
           "mean %g and deviation %g reach down to %g, but sizes must be > 0: give a lower limit",
           s->mean, s->deviation, bell_size(b, b->from));
  return false;
}

static void curve_of_bell(const SizeSpread *s, const Bell *b, Curve *c)
{
  const double whole  = normal_between(b->from, b->to);
  double       before = b->from;

  for (int i = 0; i < c->n; i++) {
    const double z = b->from + (b->to - b->from) * i / PIECES;

    c->size[i]  = bell_size(b, z);
    c->share[i] = i > 0 ? normal_between(before, z) / whole : 0;
    before      = z;
  }
  /* limits exactly as given, without the rounding of exp and log */
  if (!isnan(s->lo) && b->from > -nothing_beyond) c->size[0] = s->lo;
  if (!isnan(s->hi) && b->to < nothing_beyond) c->size[PIECES] = s->hi;
}

static bool spread_is_sound(const SizeSpread *s, char *why)
{
  const bool has_mean =
    s->kind == SIZES_EQUAL || s->kind == SIZES_NORMAL || s->kind == SIZES_LOGNORMAL;
  const bool is_bell = s->kind == SIZES_NORMAL || s->kind == SIZES_LOGNORMAL;

  if (s->kind == SIZES_TABLE) {
    if (s->n_points < 1) return refuse(why, "no points");
    return table_is_sound(s, why);
  }
  if (has_mean && !(isfinite(s->mean) && s->mean > 0)) return refuse(why, "the mean must be > 0");
  if (s->kind == SIZES_EQUAL) return true;
  if (is_bell && !(isfinite(s->deviation) && s->deviation > 0))
    return refuse(why, "the deviation must be > 0");
  if (s->kind == SIZES_UNIFORM && !(isfinite(s->lo) && isfinite(s->hi)))
    return refuse(why, "both limits are needed");
  if (!isnan(s->lo) && !(s->lo > 0)) return refuse(why, "the lower limit must be > 0");
  if (!isnan(s->lo) && !isnan(s->hi) && !(s->lo < s->hi)) {
    snprintf(why, WHY_LENGTH, "the lower limit %g must be below the upper one %g", s->lo, s->hi);
    return false;
  }
  return true;
}

static PetscErrorCode curve_create(const SizeSpread *s, Curve *c, bool *good, char *why)
{
  const double even[] = {s->lo, 0, s->hi, 1}, one[] = {s->mean, 1};
  SizeSpread   table   = *s;
  Bell         bell    = {0};
  const bool   is_bell = s->kind == SIZES_NORMAL || s->kind == SIZES_LOGNORMAL;

  PetscFunctionBeginUser;
  *good = spread_is_sound(s, why) && (!is_bell || bell_find(s, &bell, why));
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->kind != SIZES_TABLE) {
    table.points   = s->kind == SIZES_EQUAL ? one : even;
    table.n_points = s->kind == SIZES_EQUAL ? 1 : 2;
  }
  PetscCall(curve_reserve(c, is_bell ? PIECES + 1 : table.n_points));
  if (is_bell) curve_of_bell(s, &bell, c);
  else curve_of_table(&table, c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- by number ---- */

static double power(double x, int n)
{
  return n == 2 ? x * x : x * x * x;
}

/* For a linear piece from a to b: mean of size^-dimension (from mass to number), and mean of
   size^dimension. Both hold for a = b too. */
static double mean_inverse(double a, double b, int dimension)
{
  return dimension == 2 ? 1 / (a * b) : (a + b) / (2 * a * a * b * b);
}

static double mean_power(double a, double b, int dimension)
{
  return dimension == 2 ? (a * a + a * b + b * b) / 3 : (a + b) * (a * a + b * b) / 4;
}

PetscErrorCode distribution_create(const SizeSpread *spread, Distribution *d, bool *good, char *why)
{
  Curve  c   = {0};
  double sum = 0, largest;

  PetscFunctionBeginUser;
  *d = (Distribution){.dimension = spread->dimension, .by_mass = spread->by_mass};
  PetscCall(curve_create(spread, &c, good, why));
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  d->n    = c.n;
  d->size = c.size;
  PetscCall(array_create(&d->number, sizeof *d->number, d->n));
  largest = c.size[c.n - 1];
  for (int i = 0; i < d->n; i++) {
    const double a = c.size[i > 0 ? i - 1 : 0] / largest,
                 b = c.size[i] / largest; /* scaled: powers stay in range */

    sum += c.share[i] * (d->by_mass ? mean_inverse(a, b, d->dimension) : 1);
    d->number[i] = sum;
    if (!d->by_mass) d->moment += c.share[i] * mean_power(a, b, d->dimension);
  }
  if (d->by_mass) d->moment = 1 / sum;
  d->moment *= power(largest, d->dimension);
  for (int i = 0; i < d->n; i++) d->number[i] /= sum;
  array_free(&c.share);
  *good = isfinite(sum) && d->moment > 0 && isfinite(d->moment);
  if (!*good) {
    refuse(why, "sizes are too far from each other, or from 1");
    distribution_free(d);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode distribution_share(const Parallel *par, Distribution *d)
{
  Distribution of = *d;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &of, sizeof of, 0));
  if (par->rank > 0) {
    PetscCall(array_create(&of.size, sizeof *of.size, of.n));
    PetscCall(array_create(&of.number, sizeof *of.number, of.n));
    PetscCall(parallel_bcast(par, of.size, (size_t)of.n * sizeof *of.size, 0));
    PetscCall(parallel_bcast(par, of.number, (size_t)of.n * sizeof *of.number, 0));
    *d = of;
  } else {
    PetscCall(parallel_bcast(par, d->size, (size_t)d->n * sizeof *d->size, 0));
    PetscCall(parallel_bcast(par, d->number, (size_t)d->n * sizeof *d->number, 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void distribution_free(Distribution *d)
{
  array_free(&d->size);
  array_free(&d->number);
  d->n = 0;
}

/* ---- drawing ---- */

/* Size below which the share t, by number, of the piece a .. b lies. For curves by mass the number
   density in a piece is proportional to size^-dimension; its integral is inverted in closed
   form. */
static double size_within(const Distribution *d, double a, double b, double t)
{
  const double ratio = a / b;
  double       s;

  if (!d->by_mass) s = a + t * (b - a);
  else if (d->dimension == 2) s = a / (1 - t * (1 - ratio));
  else s = a / sqrt(1 - t * (1 - ratio * ratio));
  return s < a ? a : s > b ? b : s;
}

double distribution_size(const Distribution *d, double u)
{
  int lo = 0, hi = d->n - 1; /* number[lo] <= u < number[hi], except at the ends */

  if (d->n == 1 || u < d->number[0]) return d->size[0];
  while (hi - lo > 1) {
    const int mid = lo + (hi - lo) / 2;

    if (d->number[mid] <= u) lo = mid;
    else hi = mid;
  }
  if (!(d->number[hi] > d->number[lo])) return d->size[hi];
  return size_within(d, d->size[lo], d->size[hi],
                     min_real(1, (u - d->number[lo]) / (d->number[hi] - d->number[lo])));
}
