/* SPDX-License-Identifier: MIT */
/* Rank 0 does what the C library computes (roots, bells) and tells the others; the rest is + - * / on every rank. */
#include "sim/fill_plan.h"

#include "base/csv.h"
#include "base/elementary.h"
#include "matter/mass.h"

#define SIZED "size=equal uniform normal lognormal table"

const Option fill_options[] = {
  {.key      = "fraction_by",
   .type     = OPTION_WORD,
   .fallback = "",
   .choices  = "number mass volume",
   .help     = "fill: what fraction is a share of; default number"},
  {.key      = "mass",
   .type     = OPTION_REAL,
   .unit     = "kg",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "fill: in place of count: as many clumps as come nearest to this mass"},
  {.key      = "volume_fraction",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "",
   .lo       = 0,
   .hi       = 1,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "fill: in place of count: as many clumps as come nearest to this share of the box"},
  {.key      = "size",
   .type     = OPTION_WORD,
   .fallback = "",
   .choices  = "none equal uniform normal lognormal table",
   .help     = "fill: how sizes are spread; default none, all as their template"},
  {.key      = "size_of",
   .type     = OPTION_WORD,
   .fallback = "",
   .choices  = "scale diameter largest",
   .when     = SIZED,
   .help = "fill: what a size is: scale, the factor on the template's lengths (default); diameter, of the sphere (disc) of the "
           "clump's volume; or largest, the diameter of its largest pebble"},
  {.key      = "size_by",
   .type     = OPTION_WORD,
   .fallback = "",
   .choices  = "number mass",
   .when     = SIZED,
   .help     = "fill: shares of the spread are of the number of clumps (default) or of their mass"},
  {.key      = "size_lo",
   .type     = OPTION_REAL,
   .unit     = "1 or m",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .when     = "size=uniform normal lognormal",
   .help     = "fill: no smaller ones; normal and lognormal end 3 deviations (of the logarithm) below the middle if not given"},
  {.key      = "size_hi",
   .type     = OPTION_REAL,
   .unit     = "1 or m",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .when     = "size=uniform normal lognormal",
   .help     = "fill: no larger ones; normal and lognormal end 3 deviations above the middle if not given"},
  {.key      = "size_mean",
   .type     = OPTION_REAL,
   .unit     = "1 or m",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .when     = "size=equal normal lognormal",
   .help     = "fill: mean size, before the curve is cut to its limits"},
  {.key      = "size_deviation",
   .type     = OPTION_REAL,
   .unit     = "1 or m",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN | HI_OPEN,
   .when     = "size=normal lognormal",
   .help     = "fill: standard deviation of the size (not of its logarithm), before the curve is cut"},
  {.key      = "size_table",
   .type     = OPTION_REALS,
   .unit     = "1 or m",
   .fallback = "",
   .group    = 2,
   .when     = "size=table",
   .help = "fill: size, passing, size, passing, ...: straight between; the last passing is the whole (1, 100, ...), a first one "
           "above 0 is the share of the first size, and a size given twice has a share of its own"},
  {.key      = "size_file",
   .type     = OPTION_FILE,
   .fallback = "",
   .when     = "size=table",
   .help     = "fill: CSV with such a point a row, in place of size_table: size,passing"},
  {.key      = "orientation",
   .type     = OPTION_WORD,
   .fallback = "",
   .choices  = "random fixed ranges",
   .help     = "fill: random, any attitude as likely as any other (default); fixed, of the template's axes; or angles in ranges"},
  {.key      = "quaternion",
   .type     = OPTION_REALS,
   .unit     = "1",
   .fallback = "",
   .count    = 4,
   .when     = "orientation=fixed",
   .help     = "fill: w, x, y, z of any length; turns the template's axes as given into the lab's"},
  {.key      = "axis",
   .type     = OPTION_VEC3,
   .unit     = "1",
   .fallback = "",
   .when     = "orientation=fixed",
   .help     = "fill: in place of quaternion, with angle: right-handed about this axis, of any length"},
  {.key      = "angle",
   .type     = OPTION_REAL,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .when     = "orientation=fixed",
   .help     = "fill: by which the template is turned about axis"},
  {.key      = "azimuth",
   .type     = OPTION_REALS,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .count    = 2,
   .when     = "orientation=ranges",
   .help     = "fill: from, to of the turn about z, which comes last; 0 if not given"},
  {.key      = "elevation",
   .type     = OPTION_REALS,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .count    = 2,
   .when     = "orientation=ranges",
   .help     = "fill: of the turn about y, which comes second"},
  {.key      = "tilt",
   .type     = OPTION_REALS,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .count    = 2,
   .when     = "orientation=ranges",
   .help     = "fill: of the turn about x, which comes first"},
  {.key = NULL},
};

/* While a plan is read. */
typedef struct {
  const Parallel  *par;
  Options         *options;
  const Templates *templates;
  FillPlan        *plan;
  bool             good;
} Reading;

static bool has(const Reading *r, const char *key)
{
  return option_has_value(r->options, "clumps", r->plan->name, key);
}

static double real(const Reading *r, const char *key)
{
  return option_real(r->options, "clumps", r->plan->name, key);
}

static const char *word(const Reading *r, const char *key)
{
  return option_word(r->options, "clumps", r->plan->name, key);
}

static bool is_word(const Reading *r, const char *key, const char *value)
{
  return strcmp(word(r, key), value) == 0;
}

/* Given, but perhaps wrong. */
static bool is_set(const Reading *r, const char *key)
{
  return option_is_set(r->options, "clumps", r->plan->name, key);
}

#define MISTAKE(r, key, ...) \
  do { \
    option_mistake((r)->options, "clumps", (r)->plan->name, key, __VA_ARGS__); \
    (r)->good = false; \
  } while (0)

/* A key that must be there; given but wrong was noted before. */
static void need(Reading *r, const char *key, const char *by)
{
  if (has(r, key)) return;
  if (!is_set(r, key)) MISTAKE(r, key, "missing: %s needs it", by);
  r->good = false;
}

/* Just one of the keys, of which there are two or three. */
static void need_one(Reading *r, const char *by, const char *const keys[])
{
  const char *given[3];
  int         n = 0;

  for (int k = 0; keys[k]; k++)
    if (is_set(r, keys[k])) given[n++] = keys[k];
  if (n == 0) MISTAKE(r, keys[0], "missing: %s needs it, or %s%s%s", by, keys[1], keys[2] ? ", or " : "", keys[2] ? keys[2] : "");
  else if (n > 1) MISTAKE(r, given[1], "is one too many, as there is %s", given[0]);
  else if (!has(r, given[0])) r->good = false; /* noted before */
}

/* ---- the box and what is in it ---- */

static const Template *template_at(const Reading *r, int k)
{
  return &r->templates->list[r->plan->templates[k]];
}

/* Of several materials, and nobody said what to take for all of it. */
static bool has_no_density(const Template *t)
{
  for (int i = 1; i < t->n; i++)
    if (t->material[i] != t->material[0]) return t->density == 0;
  return false;
}

static PetscErrorCode read_box(Reading *r)
{
  static const char *const amounts[] = {"count", "mass", "volume_fraction", NULL};
  FillPlan *const          p         = r->plan;
  const char *const       *names;

  PetscFunctionBeginUser;
  need_one(r, "a random fill", amounts);
  need(r, "lo", "a random fill");
  need(r, "hi", "a random fill");
  p->amount   = has(r, "count") ? "count" : has(r, "mass") ? "mass" : "volume_fraction";
  p->count    = option_int(r->options, "clumps", p->name, "count");
  p->lo       = option_vec3(r->options, "clumps", p->name, "lo");
  p->hi       = option_vec3(r->options, "clumps", p->name, "hi");
  p->velocity = option_vec3(r->options, "clumps", p->name, "velocity");
  p->attempts = option_int(r->options, "clumps", p->name, "attempts");
  p->density  = has(r, "density") ? real(r, "density") : 0;
  if (has(r, "lo") && has(r, "hi") && !(p->lo.x < p->hi.x && p->lo.y < p->hi.y && (p->dimension == 2 || p->lo.z < p->hi.z)))
    MISTAKE(r, "hi", "(%g, %g, %g) m must be beyond lo (%g, %g, %g) m in every direction", p->hi.x, p->hi.y, p->hi.z, p->lo.x,
            p->lo.y, p->lo.z);
  names = option_words(r->options, "clumps", p->name, "template", &p->n_templates);
  PetscCall(array_create(&p->templates, sizeof *p->templates, p->n_templates));
  for (int k = 0; k < p->n_templates; k++) {
    p->templates[k] = templates_find(r->templates, names[k]);
    r->good         = r->good && p->templates[k] >= 0;
    if (p->templates[k] >= 0 && p->density > 0 && has_no_density(template_at(r, k)))
      MISTAKE(r, "density", "template %s is of several materials, so it has no one density to replace", names[k]);
  }
  r->good = r->good && p->n_templates > 0 && p->attempts > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sizes ---- */

static const CsvColumn size_columns[] = {
  {.name = "size", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_POSITIVE, .alias = "diameter"},
  {.name = "passing", .type = CSV_REAL, .flags = CSV_REQUIRED},
  {NULL},
};

/* Points of the file, as in size_table; freed with array_free. Rank 0. */
static PetscErrorCode read_points(const char *path, SizeSpread *spread, double **points, Findings *findings)
{
  Parallel self;
  Csv      csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, size_columns, &csv, findings));
  PetscCall(array_create(points, sizeof **points, 2 * csv.n));
  for (PetscInt i = 0; i < csv.n && findings->n == 0; i++) {
    (*points)[2 * i]     = csv_real(&csv, 0, i);
    (*points)[2 * i + 1] = csv_real(&csv, 1, i);
  }
  spread->n_points = (int)csv.n;
  spread->points   = *points;
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static SizeSpread spread_of(const Reading *r)
{
  static const char *const kinds[] = {[SIZES_EQUAL]     = "equal",
                                      [SIZES_UNIFORM]   = "uniform",
                                      [SIZES_NORMAL]    = "normal",
                                      [SIZES_LOGNORMAL] = "lognormal",
                                      [SIZES_TABLE]     = "table"};
  SizeSpread               s       = {.dimension = r->plan->dimension,
                                      .by_mass   = is_word(r, "size_by", "mass"),
                                      .lo        = real(r, "size_lo"),
                                      .hi        = real(r, "size_hi"),
                                      .mean      = real(r, "size_mean"),
                                      .deviation = real(r, "size_deviation")};

  while (s.kind < SIZES_TABLE && !is_word(r, "size", kinds[s.kind])) s.kind++;
  s.points = option_reals(r->options, "clumps", r->plan->name, "size_table", &s.n_points);
  s.n_points /= 2;
  return s;
}

static void check_spread(Reading *r, const SizeSpread *s)
{
  static const char *const tables[] = {"size_table", "size_file", NULL};
  const bool               is_bell  = s->kind == SIZES_NORMAL || s->kind == SIZES_LOGNORMAL;

  if (s->kind == SIZES_TABLE) need_one(r, "size: table", tables);
  if (s->kind == SIZES_EQUAL || is_bell) need(r, "size_mean", "this kind of size");
  if (is_bell) need(r, "size_deviation", "this kind of size");
  if (s->kind == SIZES_UNIFORM) {
    need(r, "size_lo", "size: uniform");
    need(r, "size_hi", "size: uniform");
  }
}

/* What rank 0 found out about sizes. */
typedef struct {
  bool good;
  char why[256];
} Sizes;

static PetscErrorCode read_sizes(Reading *r)
{
  FillPlan *const p        = r->plan;
  SizeSpread      spread   = spread_of(r);
  Sizes           sizes    = {.good = true};
  Findings        findings = {0};
  double         *points   = NULL;

  PetscFunctionBeginUser;
  if (!has(r, "size") || is_word(r, "size", "none")) PetscFunctionReturn(PETSC_SUCCESS);
  check_spread(r, &spread);
  if (!r->good) PetscFunctionReturn(PETSC_SUCCESS);
  if (r->par->rank == 0 && has(r, "size_file")) PetscCall(read_points(word(r, "size_file"), &spread, &points, &findings));
  PetscCall(findings_gather(r->par, &findings));
  findings_report(&findings, r->options, "clumps", p->name, "size_file");
  if (r->par->rank == 0 && findings.n == 0) PetscCall(distribution_create(&spread, &p->sizes, &sizes.good, sizes.why));
  PetscCall(parallel_bcast(r->par, &sizes, sizeof sizes, 0));
  if (!sizes.good) MISTAKE(r, has(r, "size_file") ? "size_file" : has(r, "size_table") ? "size_table" : "size", "%s", sizes.why);
  r->good = r->good && findings.n == 0;
  if (r->good) PetscCall(distribution_share(r->par, &p->sizes));
  array_free(&points);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Diameter of the sphere, or disc, of this volume: by the C library, so for one rank. */
static double equivalent(double volume, int dimension)
{
  return dimension == 2 ? 2 * sqrt(volume / PETSC_PI) : cbrt(6 * volume / PETSC_PI);
}

static PetscErrorCode find_units(Reading *r)
{
  FillPlan *const p = r->plan;

  PetscFunctionBeginUser;
  PetscCall(array_create(&p->unit, sizeof *p->unit, p->n_templates));
  for (int k = 0; k < p->n_templates; k++) {
    const Template *t = template_at(r, k);

    p->unit[k] = is_word(r, "size_of", "diameter")  ? equivalent(t->mass.volume, p->dimension)
                 : is_word(r, "size_of", "largest") ? 2 * t->largest
                                                    : 1;
  }
  PetscCall(parallel_bcast(r->par, p->unit, (size_t)p->n_templates * sizeof *p->unit, 0));
  p->smallest = INFINITY;
  for (int k = 0; k < p->n_templates; k++) {
    const Template *t     = template_at(r, k);
    const double    least = p->sizes.n ? p->sizes.size[0] / p->unit[k] : 1;
    const double    most  = p->sizes.n ? p->sizes.size[p->sizes.n - 1] / p->unit[k] : 1;

    p->largest  = max_real(p->largest, most * t->bound);
    p->smallest = min_real(p->smallest, least * t->smallest);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- quotas ---- */

/* A template's clumps on average. */
typedef struct {
  double share;  /* of the number of clumps */
  double mass;   /* kg */
  double volume; /* m^3 (m^2), as its mass properties have it */
  double filled; /* no more than its pebbles can fill */
} Mean;

static Mean mean_of(const Reading *r, int k)
{
  const FillPlan *p      = r->plan;
  const Template *t      = template_at(r, k);
  const double    unit   = p->dimension == 2 ? p->unit[k] * p->unit[k] : p->unit[k] * p->unit[k] * p->unit[k];
  const double    growth = p->sizes.n ? p->sizes.moment / unit : 1;
  double          whole  = 0;

  for (int i = 0; i < t->n; i++)
    whole += p->dimension == 2 ? PETSC_PI * t->radius[i] * t->radius[i] : sphere_volume(t->radius[i]);
  return (Mean){.mass   = growth * (p->density > 0 ? p->density * t->mass.volume : t->mass.mass),
                .volume = growth * t->mass.volume,
                .filled = growth * min_real(whole, t->mass.volume)};
}

/* Shares by number of what is asked by number, mass or volume. */
static void find_shares(Reading *r, Mean *mean)
{
  int           n;
  const double *fraction = option_reals(r->options, "clumps", r->plan->name, "fraction", &n);
  const bool    by_mass = is_word(r, "fraction_by", "mass"), by_volume = is_word(r, "fraction_by", "volume");
  double        sum = 0;

  if (n > 0 && n != r->plan->n_templates) {
    MISTAKE(r, "fraction", "%d shares for %d templates: give one for each", n, r->plan->n_templates);
    n = 0;
  }
  if (is_set(r, "fraction") && !has(r, "fraction")) r->good = false;
  for (int k = 0; k < r->plan->n_templates; k++) {
    mean[k]       = mean_of(r, k);
    mean[k].share = (n > 0 ? fraction[k] : 1) / (by_mass ? mean[k].mass : by_volume ? mean[k].volume : 1);
    sum += mean[k].share;
  }
  for (int k = 0; k < r->plan->n_templates; k++) mean[k].share /= sum;
}

static void find_count(Reading *r, const Mean *mean)
{
  const Vec3   side   = vec3_sub(r->plan->hi, r->plan->lo);
  const double box    = r->plan->dimension == 2 ? side.x * side.y : side.x * side.y * side.z;
  const char  *key    = r->plan->amount;
  double       amount = (double)r->plan->count, mass = 0, volume = 0, filled = 0;

  for (int k = 0; k < r->plan->n_templates; k++) {
    mass += mean[k].share * mean[k].mass;
    volume += mean[k].share * mean[k].volume;
    filled += mean[k].share * mean[k].filled;
  }
  if (has(r, "mass")) amount = real(r, "mass") / mass;
  if (has(r, "volume_fraction")) amount = real(r, "volume_fraction") * box / volume;
  if (!(amount >= 0.5)) {
    MISTAKE(r, key, "is less than half of one clump, which has %g kg and %g m^%d on average", mass, volume, r->plan->dimension);
    return;
  }
  if (amount * filled > box) MISTAKE(r, key, "so many have more volume than the box; make lo..hi larger or the %s smaller", key);
  else if (!(amount < 1e12)) MISTAKE(r, key, "is %g clumps: 1e12 at most", amount);
  else r->plan->count = has(r, "count") ? r->plan->count : (int64_t)(amount + 0.5);
}

/* Largest remainder: everybody gets the whole clumps of his share, and who lost most by that gets one of the rest. */
static PetscErrorCode deal(Reading *r, const Mean *mean)
{
  FillPlan *const p = r->plan;
  double         *lost;
  int64_t         left = p->count;

  PetscFunctionBeginUser;
  PetscCall(array_create(&p->first, sizeof *p->first, p->n_templates + 1));
  PetscCall(array_create(&lost, sizeof *lost, p->n_templates));
  for (int k = 0; k < p->n_templates; k++) {
    const double exact = mean[k].share * (double)p->count;

    p->first[k + 1] = min_int(left, (int64_t)(exact * (1 + 1e-15))); /* thirds of three are one */
    lost[k]         = exact - (double)p->first[k + 1];
    left -= p->first[k + 1];
  }
  for (; left > 0; left--) {
    int most = 0;

    for (int k = 1; k < p->n_templates; k++)
      if (lost[k] > lost[most] + 1e-9) most = k; /* of equals the first, whatever their rounding */
    p->first[most + 1]++;
    lost[most] -= 1;
  }
  for (int k = 0; k < p->n_templates; k++) p->first[k + 1] += p->first[k];
  array_free(&lost);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_amounts(Reading *r)
{
  Mean *mean;

  PetscFunctionBeginUser;
  PetscCall(array_create(&mean, sizeof *mean, r->plan->n_templates));
  find_shares(r, mean);
  if (r->good) find_count(r, mean);
  if (r->good) PetscCall(deal(r, mean));
  array_free(&mean);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- orientation ---- */

/* Right-handed about a unit axis. */
static Quat about(Vec3 axis, double degrees)
{
  double s, c;

  sine_cosine_degrees(degrees / 2, &s, &c);
  return (Quat){c, s * axis.x, s * axis.y, s * axis.z};
}

static double largest_of(double a, double b, double c)
{
  return max_real(fabs(a), max_real(fabs(b), fabs(c)));
}

static void read_fixed(Reading *r)
{
  static const char *const ways[] = {"quaternion", "axis", NULL};
  int                      n;
  const double            *q    = option_reals(r->options, "clumps", r->plan->name, "quaternion", &n);
  Vec3                     axis = option_vec3(r->options, "clumps", r->plan->name, "axis");
  double                   size;

  need_one(r, "orientation: fixed", ways);
  if (is_set(r, "axis")) need(r, "angle", "axis");
  else if (is_set(r, "angle")) MISTAKE(r, "angle", "goes with axis, which is not given");
  if (!r->good) return;
  if (n == 4) {
    size = max_real(fabs(q[0]), largest_of(q[1], q[2], q[3])); /* first, as squares of the largest doubles are none */
    if (size > 0) r->plan->turning.fixed = quat_normalized((Quat){q[0] / size, q[1] / size, q[2] / size, q[3] / size});
    else MISTAKE(r, "quaternion", "is zero: no rotation has it");
    return;
  }
  size = largest_of(axis.x, axis.y, axis.z);
  if (!(size > 0)) {
    MISTAKE(r, "axis", "is zero: give a direction");
    return;
  }
  axis                   = vec3(axis.x / size, axis.y / size, axis.z / size);
  r->plan->turning.fixed = quat_normalized(about(vec3_scale(1 / vec3_norm(axis), axis), real(r, "angle")));
}

static void read_range(Reading *r, const char *key, double range[2])
{
  int           n;
  const double *given = option_reals(r->options, "clumps", r->plan->name, key, &n);

  if (is_set(r, key) && n != 2) r->good = false;
  if (n != 2) return;
  range[0] = given[0];
  range[1] = given[1];
  if (!(given[0] <= given[1])) MISTAKE(r, key, "%g to %g degrees: give the smaller one first", given[0], given[1]);
}

/* In two dimensions a body turns about z alone. */
static void check_flat(Reading *r)
{
  static const char about[] = "does not turn about z: in two dimensions (run: dimension: 2) allowed: x = y = 0";
  const Quat        q       = r->plan->turning.fixed;

  if (is_set(r, "elevation"))
    MISTAKE(r, "elevation", "turns out of the plane: in two dimensions (run: dimension: 2) use azimuth");
  if (is_set(r, "tilt")) MISTAKE(r, "tilt", "turns out of the plane: in two dimensions (run: dimension: 2) use azimuth");
  if (r->plan->turning.kind == TURN_FIXED && (q.x != 0 || q.y != 0))
    MISTAKE(r, has(r, "axis") ? "axis" : "quaternion", "%s", about);
}

static void read_turning(Reading *r)
{
  Turning *const t = &r->plan->turning;

  t->dimension = r->plan->dimension;
  if (is_word(r, "orientation", "fixed")) {
    t->kind = TURN_FIXED;
    read_fixed(r);
  }
  if (is_word(r, "orientation", "ranges")) {
    t->kind = TURN_RANGES;
    read_range(r, "azimuth", t->azimuth);
    read_range(r, "elevation", t->elevation);
    read_range(r, "tilt", t->tilt);
    if (!is_set(r, "azimuth") && !is_set(r, "elevation") && !is_set(r, "tilt"))
      MISTAKE(r, "orientation", "ranges needs one of azimuth, elevation and tilt");
  }
  if (t->dimension == 2) check_flat(r);
}

static double angle_in(const double range[2], Random *random)
{
  return range[0] + random_real(random) * (range[1] - range[0]);
}

Quat turning_draw(const Turning *turning, Quat axes, Random *random)
{
  Quat azimuth, elevation, tilt;

  if (turning->kind == TURN_RANDOM) return turning->dimension == 2 ? random_heading(random) : random_orientation(random);
  if (turning->kind == TURN_FIXED) return quat_normalized(quat_mul(turning->fixed, axes));
  azimuth   = about(vec3(0, 0, 1), angle_in(turning->azimuth, random));
  elevation = about(vec3(0, 1, 0), angle_in(turning->elevation, random));
  tilt      = about(vec3(1, 0, 0), angle_in(turning->tilt, random));
  return quat_normalized(quat_mul(quat_mul(quat_mul(azimuth, elevation), tilt), axes));
}

/* ---- all of it ---- */

PetscErrorCode fill_plan_defaults(Options *options, const char *name)
{
  static const char *const always[][2] = {
    {"attempts", "200"}, {"velocity", "0,0,0"}, {"fraction_by", "number"}, {"size", "none"}, {"orientation", "random"}};
  const bool sized =
    option_has_value(options, "clumps", name, "size") && strcmp(option_word(options, "clumps", name, "size"), "none") != 0;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < sizeof always / sizeof *always; k++)
    PetscCall(option_set_default(options, "clumps", name, always[k][0], always[k][1]));
  if (!sized) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(option_set_default(options, "clumps", name, "size_of", "scale"));
  PetscCall(option_set_default(options, "clumps", name, "size_by", "number"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_plan_read(const Parallel *par, Options *options, const Templates *templates, const char *name, FillPlan *plan,
                              bool *good)
{
  Reading r = {.par = par, .options = options, .templates = templates, .plan = plan, .good = true};

  PetscFunctionBeginUser;
  *plan = (FillPlan){.name = name, .dimension = templates->dimension == 2 ? 2 : 3};
  PetscCall(read_box(&r));
  read_turning(&r);
  if (r.good) PetscCall(read_sizes(&r));
  if (r.good) PetscCall(find_units(&r));
  if (r.good) PetscCall(read_amounts(&r));
  *good = r.good;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void fill_plan_free(FillPlan *plan)
{
  array_free(&plan->templates);
  array_free(&plan->unit);
  array_free(&plan->first);
  distribution_free(&plan->sizes);
}

/* A share in the part `place` of n equal ones. Neighbouring parts mirror each other about their border, so that sums over all
   clumps (their mass) scatter less. */
static double share_in(const FillPlan *p, int64_t first, int64_t place, int64_t n)
{
  Random       random = random_stream(p->seed, RANDOM_FILL + 256 * p->stream, (uint64_t)(first + place / 2));
  const double u      = random_real(&random);

  return ((double)place + (place % 2 ? 1 - u : u)) / (double)n;
}

FillWish fill_plan_wish(const FillPlan *p, int64_t j)
{
  const int64_t place = random_shuffled(p->seed, p->stream, p->count, j);
  int           k     = 0;
  double        share;

  while (place >= p->first[k + 1]) k++;
  if (p->sizes.n == 0) return (FillWish){p->templates[k], 1};
  share = share_in(p, p->first[k], place - p->first[k], p->first[k + 1] - p->first[k]);
  return (FillWish){p->templates[k], distribution_size(&p->sizes, share) / p->unit[k]};
}
