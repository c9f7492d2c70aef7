/* SPDX-License-Identifier: MIT */
/* Normal and lognormal sizes: curves of 16384 pieces, with an error of at most 1e-6 of the whole. */
#include "supply/fill/sizes.h"

#include "base/bounds.h"
#include "options/rows.h"

#include <math.h>
#include <stdio.h>

enum { PIECES = 16384 };

/* In standard deviations: default limit of a curve; limit beyond which the tail is below double
   precision. */
static const double cut = 3, nothing_beyond = 8.5;

/* clang-format off */
static const Option size_deviation_options[] = {
  REAL(KEY("size_deviation"), "1 or m", OPTIONAL, POSITIVE_UP_TO(LENGTH_MOST),
      "fill, inlet: standard deviation of the size (not of its logarithm), before the curve is "
      "cut"),
  {NULL},
};
/* clang-format on */

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

/* False: nothing is left, or sizes reach down to 0; with the reason. */
static bool bell_find(const SizesBell *s, bool is_log, Bell *b, char *why)
{
  const double ratio = s->deviation / s->mean;

  *b = (Bell){.middle = s->mean, .width = s->deviation, .from = -cut, .to = cut};
  if (is_log) {
    b->is_log = true;
    b->width  = sqrt(log1p(ratio * ratio));
    b->middle = log(s->mean) - 0.5 * b->width * b->width;
  }
  if (!isnan(s->lo)) b->from = max_real(bell_place(b, s->lo), -nothing_beyond);
  if (!isnan(s->hi)) b->to = min_real(bell_place(b, s->hi), nothing_beyond);
  if (!(b->from < b->to)) {
    snprintf(why, SIZES_WHY, "mean %g and deviation %g leave nothing within the limits", s->mean,
             s->deviation);
    return false;
  }
  if (bell_size(b, b->from) > 0) return true;
  snprintf(why, SIZES_WHY,
           "mean %g and deviation %g reach down to %g, but sizes must be > 0: give a lower limit",
           s->mean, s->deviation, bell_size(b, b->from));
  return false;
}

static void curve_of_bell(const SizesBell *s, const Bell *b, Curve *c)
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

static PetscErrorCode bell_read(void *own, FillReading *r)
{
  PetscFunctionBeginUser;
  fill_need(r, "size_mean", "this kind of size");
  fill_need(r, "size_deviation", "this kind of size");
  *(SizesBell *)own = (SizesBell){.mean      = fill_real(r, "size_mean"),
                                  .deviation = fill_real(r, "size_deviation"),
                                  .lo        = fill_real(r, "size_lo"),
                                  .hi        = fill_real(r, "size_hi")};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool bell_sound(const SizesBell *s, bool is_log, char *why)
{
  Bell bell;

  if (!(isfinite(s->mean) && s->mean > 0)) return sizes_refuse(why, "the mean must be > 0");
  if (!(isfinite(s->deviation) && s->deviation > 0))
    return sizes_refuse(why, "the deviation must be > 0");
  return sizes_limits_are_sound(s->lo, s->hi, why) && bell_find(s, is_log, &bell, why);
}

static PetscErrorCode bell_curve(const SizesBell *s, bool is_log, Curve *c)
{
  Bell bell;
  char why[SIZES_WHY];

  PetscFunctionBeginUser;
  bell_find(s, is_log, &bell, why);
  PetscCall(curve_reserve(c, PIECES + 1));
  curve_of_bell(s, &bell, c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool normal_sound(const void *own, char *why)
{
  return bell_sound(own, false, why);
}

static PetscErrorCode normal_curve(const void *own, Curve *c)
{
  PetscFunctionBeginUser;
  PetscCall(bell_curve(own, false, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool lognormal_sound(const void *own, char *why)
{
  return bell_sound(own, true, why);
}

static PetscErrorCode lognormal_curve(const void *own, Curve *c)
{
  PetscFunctionBeginUser;
  PetscCall(bell_curve(own, true, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SizeKind sizes_normal = {.head  = {.name    = "normal",
                                         .text    = "A normal distribution, cut at the limits.",
                                         .options = {size_options, size_limit_options,
                                                     size_mean_options, size_deviation_options}},
                               .size  = sizeof(SizesBell),
                               .read  = bell_read,
                               .sound = normal_sound,
                               .curve = normal_curve};

const SizeKind sizes_lognormal = {.head  = {.name = "lognormal",
                                            .text = "A lognormal distribution, cut at the limits.",
                                            .options = {size_options, size_limit_options,
                                                        size_mean_options, size_deviation_options}},
                                  .size  = sizeof(SizesBell),
                                  .read  = bell_read,
                                  .sound = lognormal_sound,
                                  .curve = lognormal_curve};
