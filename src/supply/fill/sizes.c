/* SPDX-License-Identifier: MIT */
/* Distributions of the sizes of clumps of fills and inlets. */
#include "options/csv.h"
#include "options/rows.h"
#include "supply/fill/fill_internal.h"

/* clang-format off */
static const Option size_options[] = {
  WORD(KEY("size_of"), OPTIONAL, "scale diameter largest",
      "fill, inlet: meaning of a size: scale, the factor on the template's lengths (default); "
      "diameter, of the sphere (disc) of the clump's volume; or largest, the diameter of its "
      "largest pebble"),
  WORD(KEY("size_by"), OPTIONAL, "number mass",
      "fill, inlet: the distribution is by number of clumps (default) or by their mass"),
  {0},
};

static const Option size_limit_options[] = {
  REAL(KEY_IN("size_lo", Sizes, lo), "1 or m", OPTIONAL, RANGE_OF(LENGTH),
      "fill, inlet: least size; default for normal and lognormal: 3 standard deviations (of the "
      "logarithm) below the median"),
  REAL(KEY_IN("size_hi", Sizes, hi), "1 or m", OPTIONAL, RANGE_OF(LENGTH),
      "fill, inlet: largest size; default for normal and lognormal: 3 standard deviations (of the "
      "logarithm) above the median"),
  {0},
};

static const Option size_mean_options[] = {
  REAL(KEY_IN("size_mean", Sizes, mean), "1 or m", OPTIONAL, RANGE_OF(LENGTH),
      "fill, inlet: mean size, before the curve is cut to its limits"),
  {0},
};
/* clang-format on */

const Plugin *const size_heads[] = {SIZE_KINDS(PLUGIN_HEAD) NULL};

bool sizes_refuse(char *why, const char *text)
{
  snprintf(why, SIZES_WHY, "%s", text);
  return false;
}

/* False, with the reason, if limits that are given (not NAN) are not 0 < lo < hi. */
static bool limits_are_sound(double lo, double hi, char *why)
{
  if (!isnan(lo) && !(lo > 0)) return sizes_refuse(why, "the lower limit must be > 0");
  if (isnan(lo) || isnan(hi) || lo < hi) return true;
  snprintf(why, SIZES_WHY, "the lower limit %g must be below the upper one %g", lo, hi);
  return false;
}

static void curve_reserve(Curve *c, int n)
{
  c->n = n;
  array_create(&c->size, sizeof *c->size, n);
  array_create(&c->share, sizeof *c->share, n);
}

/* Make the curve of n pairs of size and passing. */
static void curve_of_points(int n, const double *points, Curve *c)
{
  const double whole = points[2 * n - 1];

  curve_reserve(c, n);
  for (int i = 0; i < n; i++) {
    c->size[i]  = points[2 * i];
    c->share[i] = (points[2 * i + 1] - (i > 0 ? points[2 * i - 1] : 0)) / whole;
  }
}

/* ---- equal: all have the mean size ---- */

static bool equal_sound(const Sizes *s, char *why)
{
  return (isfinite(s->mean) && s->mean > 0) || sizes_refuse(why, "the mean must be > 0");
}

static void equal_curve(const Sizes *s, Curve *c)
{
  const double points[] = {s->mean, 1};

  curve_of_points(1, points, c);
}

const SizeKind sizes_equal = {.head  = {.name    = "equal",
                                        .text    = "All have the mean size.",
                                        .options = {size_options, size_mean_options}},
                              .needs = {"size_mean"},
                              .sound = equal_sound,
                              .curve = equal_curve};

/* ---- uniform ---- */

static bool uniform_sound(const Sizes *s, char *why)
{
  if (!(isfinite(s->lo) && isfinite(s->hi))) return sizes_refuse(why, "both limits are needed");
  return limits_are_sound(s->lo, s->hi, why);
}

static void uniform_curve(const Sizes *s, Curve *c)
{
  const double points[] = {s->lo, 0, s->hi, 1};

  curve_of_points(2, points, c);
}

const SizeKind sizes_uniform = {.head  = {.name    = "uniform",
                                          .text    = "Any size between the limits is as likely.",
                                          .options = {size_options, size_limit_options}},
                                .needs = {"size_lo", "size_hi"},
                                .sound = uniform_sound,
                                .curve = uniform_curve};

/* ---- normal and lognormal ---- */

enum { PIECES = 16384 };

/* In standard deviations: default limit of a curve; limit beyond which the tail is below double
   precision. */
static const double cut = 3, nothing_beyond = 8.5;

/* clang-format off */
static const Option size_deviation_options[] = {
  REAL(KEY_IN("size_deviation", Sizes, deviation), "1 or m", OPTIONAL, POSITIVE_UP_TO(LENGTH_MOST),
      "fill, inlet: standard deviation of the size (not of its logarithm), before the curve is "
      "cut"),
  {0},
};
/* clang-format on */

/* Probability of a standard normal variable between a < b; taken in one tail, so that no digits
   cancel. */
static double normal_between(double a, double b)
{
  if (a >= 0) return 0.5 * (erfc(a / sqrt(2)) - erfc(b / sqrt(2)));
  return 0.5 * (erfc(-b / sqrt(2)) - erfc(-a / sqrt(2)));
}

/* A normal distribution in the standardised variable z. */
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

/* False, with the reason: nothing is left, or sizes reach down to 0. */
static bool bell_find(const Sizes *s, Bell *b, char *why)
{
  const double ratio = s->deviation / s->mean;

  *b = (Bell){.middle = s->mean, .width = s->deviation, .from = -cut, .to = cut};
  if (s->is_log) {
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

static bool bell_sound(const Sizes *s, char *why)
{
  Bell bell;

  if (!(isfinite(s->mean) && s->mean > 0)) return sizes_refuse(why, "the mean must be > 0");
  if (!(isfinite(s->deviation) && s->deviation > 0))
    return sizes_refuse(why, "the deviation must be > 0");
  return limits_are_sound(s->lo, s->hi, why) && bell_find(s, &bell, why);
}

static void bell_curve(const Sizes *s, Curve *c)
{
  Bell   bell;
  char   why[SIZES_WHY];
  double before, whole;

  bell_find(s, &bell, why);
  curve_reserve(c, PIECES + 1);
  whole  = normal_between(bell.from, bell.to);
  before = bell.from;
  for (int i = 0; i < c->n; i++) {
    const double z = bell.from + (bell.to - bell.from) * i / PIECES;

    c->size[i]  = bell_size(&bell, z);
    c->share[i] = i > 0 ? normal_between(before, z) / whole : 0;
    before      = z;
  }
  /* limits exactly as given, without the rounding of exp and log */
  if (!isnan(s->lo) && bell.from > -nothing_beyond) c->size[0] = s->lo;
  if (!isnan(s->hi) && bell.to < nothing_beyond) c->size[PIECES] = s->hi;
}

#define BELL_SIZES(word) \
  { \
    .head  = {.name    = word, \
              .text    = "A " word " distribution, cut at the limits.", \
              .options = {size_options, size_limit_options, size_mean_options, \
                          size_deviation_options}}, \
    .needs = {"size_mean", "size_deviation"}, .sound = bell_sound, .curve = bell_curve, \
  }

const SizeKind sizes_normal = BELL_SIZES("normal"), sizes_lognormal = BELL_SIZES("lognormal");

/* ---- table ---- */

/* clang-format off */
static const Option size_table_options[] = {
  REALS(KEY("size_table"),     "1 or m", OPTIONAL, SIGNED(LENGTH_MOST),
      "fill, inlet: size, passing, size, passing, ...: linear between; the last passing is the "
      "whole (1, 100, ...), a first one above 0 is the share of the first size, and a size given "
      "twice has a share of its own", .group = 2),
  INPUT_FILE(KEY("size_file"), OPTIONAL,
      "fill, inlet: CSV with such a point a row, in place of size_table: size,passing"),
  {0},
};

static const CsvColumn size_columns[] = {
  {"size", CSV_REAL, CSV_REQUIRED | CSV_POSITIVE, .alias = "diameter", .lo = LENGTH_LEAST, .hi = LENGTH_MOST},
  CSV_REAL_COLUMN("passing", NULL, CSV_REQUIRED, LENGTH_MOST),
  {0},
};
/* clang-format on */

static PetscErrorCode table_read(Sizes *t, FillReading *r)
{
  static const char *const ways[]   = {"size_table", "size_file", NULL};
  Findings                 findings = {0};

  PetscFunctionBeginUser;
  fill_need_one(r, "size: table", ways);
  t->points = option_reals(r->options, r->spec->kind, r->spec->name, "size_table", &t->n);
  t->n /= 2;
  if (!r->good) PetscFunctionReturn(PETSC_SUCCESS);
  if (!fill_has(r, "size_file")) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    csv_read_reals(r->par, fill_word(r, "size_file"), size_columns, &t->own, &t->n, &findings));
  t->points = t->own;
  findings_report(&findings, r->options, r->spec->kind, r->spec->name, "size_file");
  r->good = findings.n == 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool table_sound(const Sizes *s, char *why)
{
  double before_size = 0, before = 0;

  if (s->n < 1) return sizes_refuse(why, "no points");
  for (int i = 0; i < s->n; i++) {
    const double size = s->points[2 * i], passing = s->points[2 * i + 1];

    if (!isfinite(size) || !isfinite(passing))
      return sizes_refuse(why, "sizes and shares must be finite");
    if (!(size > 0)) return sizes_refuse(why, "sizes must be > 0");
    if (size < before_size || passing < before) {
      snprintf(why, SIZES_WHY,
               "point %d (size %g, passing %g) is below the one before (%g, %g): both must ascend",
               i + 1, size, passing, before_size, before);
      return false;
    }
    before_size = size;
    before      = passing;
  }
  return before > 0 ||
         sizes_refuse(why, "nothing passes the largest size: the last share must be > 0");
}

static void table_curve(const Sizes *s, Curve *c)
{
  curve_of_points(s->n, s->points, c);
}

const SizeKind sizes_table = {.head  = {.name    = "table",
                                        .text    = "Points of the cumulative curve.",
                                        .options = {size_options, size_table_options}},
                              .read  = table_read,
                              .sound = table_sound,
                              .curve = table_curve};
