/* SPDX-License-Identifier: MIT */
/* Distributions of the attitudes of clumps of fills and inlets. */
#include "options/attitude.h"
#include "supply/fill/fill_internal.h"

const Plugin *const attitude_heads[]       = {ATTITUDE_KINDS(PLUGIN_HEAD) NULL};
const Plugin *const inlet_attitude_heads[] = {INLET_ATTITUDES(PLUGIN_HEAD) NULL};

void fill_attitudes_read(FillReading *r)
{
  Attitudes *const    a    = &r->spec->attitudes;
  const AttitudeKind *kind = &attitude_random;

  if (fill_is_set(r, "attitudes") && !fill_is_word(r, "attitudes", "fixed") &&
      fill_has_attitude(r->options, r->spec->kind, r->spec->name))
    FILL_MISTAKE(
      r, "attitude",
      "is one attitude for all clumps, but attitudes: %s is given as well: leave one out",
      fill_word(r, "attitudes"));
  if (fill_has(r, "attitudes"))
    kind = (const AttitudeKind *)plugin_find(
      strcmp(r->spec->kind, "inlet") == 0 ? inlet_attitude_heads : attitude_heads,
      fill_word(r, "attitudes"));
  *a = (Attitudes){.kind = kind, .dimension = r->spec->dimension};
  array_create(&a->own, 1, kind->size);
  if (kind->read) kind->read(a->own, r);
}

Quat attitude_draw(const Attitudes *a, Quat axes, Random *random)
{
  return a->kind->draw(a->own, a->dimension, axes, random);
}

/* ---- random ---- */

static Quat random_draw(const void *own, int dimension, Quat axes, Random *random)
{
  (void)own;
  (void)axes; /* not needed: a uniformly random rotation after any other is uniformly random */
  return dimension == 2 ? random_heading(random) : random_orientation(random);
}

const AttitudeKind attitude_random = {
  .head = {.name   = "random",
           .text   = "Any attitude is as likely as any other.",
           .source = "Marsaglia 1972, Ann. Math. Stat. 43, 645"},
  .draw = random_draw};

/* ---- fixed ---- */

typedef struct {
  Quat attitude; /* rotation of the template's axes as given */
} Fixed;

/* clang-format off */
#define FIXED_ROWS(angle) \
  ATTITUDE_ROWS_ALSO("clump_attitude", OPTIONAL, "clump_orientation", "clump_orientation_axis", \
      "clump_orientation_angle" angle, \
      "fill, inlet: turn from the template's axes as given to the lab")

static const Option fixed_options[] = {FIXED_ROWS(" angle"), {0}};
static const Option inlet_fixed_options[] = {FIXED_ROWS(""), {0}};

const Option attitude_axis_keys[] = {
  VEC3_PLANAR(KEY("axis"), "1", OPTIONAL, ANY_NUMBER,
      "fill, of any length: direction from point to the other end of a cylinder or cone; with "
      "other regions the same as clump_attitude_axis"),
  {0},
};
/* clang-format on */

/* Take the key `attitude` of a fill, or a part of it, in place of that of `clump_attitude`. */
static void take_own(FillReading *r, const char *own, const char **key)
{
  if (!fill_is_set(r, own)) return;
  if (fill_is_set(r, *key)) FILL_MISTAKE(r, own, "is one too many, as there is %s", *key);
  *key = own;
}

static void fixed_read(void *own, FillReading *r)
{
  const char *const  kind = r->spec->kind, *name = r->spec->name;
  const AttitudeKeys keys = ATTITUDE_KEYS("clump_attitude"), attitude = ATTITUDE_KEYS("attitude");
  AttitudeKeys       named = keys;
  const bool round = fill_is_word(r, "region", "cylinder") || fill_is_word(r, "region", "cone");

  if (fill_has_attitude(r->options, kind, name)) {
    take_own(r, attitude.quaternion, &named.quaternion);
    take_own(r, attitude.axis, &named.axis);
    take_own(r, attitude.angle, &named.angle);
  }
  /* a fill may give `axis` and `angle`, if its region has no axis of its own */
  if (strcmp(kind, "clumps") == 0 && !round && fill_is_set(r, "axis")) {
    if (fill_is_set(r, named.axis))
      FILL_MISTAKE(r, "axis", "is one too many, as there is %s", named.axis);
    named.axis = "axis";
  }
  if (!option_has_attitude(r->options, kind, name, named))
    FILL_MISTAKE(r, keys.quaternion, "missing: attitudes: fixed needs it%s",
                 fill_is_word(r, "region", "mesh") ? "; attitude is that of the mesh" : "");
  else if (!option_attitude(r->options, kind, name, named, ATTITUDE_SCALED,
                            &((Fixed *)own)->attitude))
    r->good = false;
}

static Quat fixed_draw(const void *own, int dimension, Quat axes, Random *random)
{
  (void)dimension;
  (void)random;
  return quat_normalized(quat_mul(((const Fixed *)own)->attitude, axes));
}

#define FIXED(...) \
  { \
    .head = {.name    = "fixed", \
             .text    = "One attitude of the template's axes.", \
             .options = {__VA_ARGS__}}, \
    .size = sizeof(Fixed), .read = fixed_read, .draw = fixed_draw, \
  }

const AttitudeKind attitude_fixed = FIXED(fixed_options, attitude_axis_keys);
/* Without the keys `axis` and `angle`, which an inlet has for its region. */
const AttitudeKind inlet_attitude_fixed = FIXED(inlet_fixed_options);

/* ---- ranges ---- */

typedef struct {
  double of[3][2]; /* degrees: azimuth, elevation, tilt */
} Ranges;

/* clang-format off */
static const Option range_options[] = {
  REALS(KEY("azimuth"),   "degrees", OPTIONAL, SIGNED(3600),
      "fill, inlet: range (from, to) of the turn about z, which comes last; default 0", .count = 2),
  REALS(KEY("elevation"), "degrees", OPTIONAL, SIGNED(3600),
      "fill, inlet: range of the turn about y, which comes second; default 0", .count = 2),
  REALS(KEY("tilt"),      "degrees", OPTIONAL, SIGNED(3600),
      "fill, inlet: range of the turn about x, which comes first; default 0", .count = 2),
  {0},
};
/* clang-format on */

static void read_range(FillReading *r, const char *key, double range[2])
{
  int           n;
  const double *given = option_reals(r->options, r->spec->kind, r->spec->name, key, &n);

  if (fill_is_set(r, key) && n != 2) r->good = false;
  if (n != 2) return;
  range[0] = given[0];
  range[1] = given[1];
  if (!(given[0] <= given[1]))
    FILL_MISTAKE(r, key, "%g to %g degrees: give the smaller one first", given[0], given[1]);
}

static void ranges_read(void *own, FillReading *r)
{
  static const char *const keys[] = {"azimuth", "elevation", "tilt"};
  bool                     any    = false;

  for (int k = 0; k < 3; k++) {
    read_range(r, keys[k], ((Ranges *)own)->of[k]);
    any = any || fill_is_set(r, keys[k]);
  }
  if (!any) FILL_MISTAKE(r, "attitudes", "ranges needs one of azimuth, elevation and tilt");
  for (int k = 1; k < 3 && r->spec->dimension == 2; k++)
    if (fill_is_set(r, keys[k])) /* a clump turns about z alone */
      FILL_MISTAKE(r, keys[k],
                   "turns out of the plane: in two dimensions (run: dimension: 2) use azimuth");
}

static Quat ranges_draw(const void *own, int dimension, Quat axes, Random *random)
{
  const Ranges *g = own;
  Quat          turn[3];

  (void)dimension;
  for (int k = 0; k < 3; k++) {
    const double angle = g->of[k][0] + random_real(random) * (g->of[k][1] - g->of[k][0]);

    turn[k] = attitude_turn(vec3(k == 2, k == 1, k == 0), angle);
  }
  return quat_normalized(quat_mul(quat_mul(quat_mul(turn[0], turn[1]), turn[2]), axes));
}

const AttitudeKind attitude_ranges = {
  .head = {.name = "ranges", .text = "Uniform angles in ranges.", .options = {range_options}},
  .size = sizeof(Ranges),
  .read = ranges_read,
  .draw = ranges_draw};
