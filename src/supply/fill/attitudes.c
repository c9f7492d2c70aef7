/* SPDX-License-Identifier: MIT */
/* Distributions of the attitudes of clumps of fills and inlets. */
#include "base/elementary.h"
#include "options/rows.h"
#include "supply/fill/fill_internal.h"

const Plugin *const attitude_heads[]       = {ATTITUDE_KINDS(PLUGIN_HEAD) NULL};
const Plugin *const inlet_attitude_heads[] = {INLET_ATTITUDES(PLUGIN_HEAD) NULL};

/* Rotation by degrees, right-handed about a unit axis. */
static Quat attitude_about(Vec3 axis, double degrees)
{
  double s, c;

  sine_cosine_degrees(degrees / 2, &s, &c);
  return (Quat){c, s * axis.x, s * axis.y, s * axis.z};
}

void fill_attitudes_read(FillReading *r)
{
  Attitudes *const    a    = &r->spec->attitudes;
  const AttitudeKind *kind = &attitude_random;

  if (fill_has(r, "orientation"))
    kind = (const AttitudeKind *)plugin_find(
      strcmp(r->spec->kind, "inlet") == 0 ? inlet_attitude_heads : attitude_heads,
      fill_word(r, "orientation"));
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
static const Option quaternion_options[] = {
  REALS(KEY("quaternion"), "1", OPTIONAL, ANY_NUMBER,
      "fill, inlet: w, x, y, z, of any length: rotation of the template's axes, as given, in the "
      "lab", .count = 4),
  {NULL},
};

const Option attitude_axis_keys[] = {
  VEC3_PLANAR(KEY("axis"), "1", OPTIONAL, ANY_NUMBER,
      "fill, of any length: direction from point to the other end of a cylinder or cone; with "
      "other regions, in place of quaternion, with angle: axis of the rotation"),
  {NULL},
};

static const Option angle_options[] = {
  REAL(KEY("angle"), "degree", OPTIONAL, SIGNED(3600),
      "fill: angle by which the template is turned about axis, right-handed"),
  {NULL},
};
/* clang-format on */

/* Numbers are scaled first, as the squares of the largest doubles overflow. */
static void read_quaternion(Fixed *f, FillReading *r, const double q[4])
{
  const double size = max_real(max_real(fabs(q[0]), fabs(q[1])), max_real(fabs(q[2]), fabs(q[3])));

  if (size > 0)
    f->attitude = quat_normalized((Quat){q[0] / size, q[1] / size, q[2] / size, q[3] / size});
  else
    FILL_MISTAKE(r, "quaternion",
                 "(0, 0, 0, 0) is no rotation: give a quaternion that is not zero");
}

static void read_axis(Fixed *f, FillReading *r)
{
  Vec3 axis = option_vec3(r->options, r->spec->kind, r->spec->name, "axis");

  if (vec3_normalize(&axis))
    f->attitude = quat_normalized(attitude_about(axis, fill_real(r, "angle")));
  else FILL_MISTAKE(r, "axis", "is zero: give a direction");
}

static void check_flat(const Fixed *f, FillReading *r, const char *key)
{
  if (r->spec->dimension == 2 && (f->attitude.x != 0 || f->attitude.y != 0))
    FILL_MISTAKE(r, key,
                 "does not turn about z: in two dimensions (run: dimension: 2) allowed: x = y = 0");
}

/* For objects whose key `axis` is that of a region. */
static void quaternion_read(void *own, FillReading *r)
{
  int           n;
  const double *q = option_reals(r->options, r->spec->kind, r->spec->name, "quaternion", &n);

  fill_need(r, "quaternion", "orientation: fixed");
  if (n == 4) read_quaternion(own, r, q);
  check_flat(own, r, "quaternion");
}

static void fixed_read(void *own, FillReading *r)
{
  static const char *const ways[] = {"quaternion", "axis", NULL};
  Fixed *const             f      = own;
  int                      n;
  const double *q = option_reals(r->options, r->spec->kind, r->spec->name, "quaternion", &n);

  if (fill_is_word(r, "region", "cylinder") || fill_is_word(r, "region", "cone")) {
    if (!fill_is_set(r, "angle")) quaternion_read(own, r);
    else
      FILL_MISTAKE(r, "angle",
                   "goes with an axis of its own, but here it is that of the region: "
                   "give the attitude by quaternion");
    return;
  }
  fill_need_one(r, "orientation: fixed", ways);
  if (fill_is_set(r, "axis")) fill_need(r, "angle", "axis");
  else if (fill_is_set(r, "angle")) FILL_MISTAKE(r, "angle", "goes with axis, which is not given");
  if (!r->good) return;
  if (n == 4) read_quaternion(f, r, q);
  else read_axis(f, r);
  check_flat(f, r, fill_has(r, "axis") ? "axis" : "quaternion");
}

static Quat fixed_draw(const void *own, int dimension, Quat axes, Random *random)
{
  (void)dimension;
  (void)random;
  return quat_normalized(quat_mul(((const Fixed *)own)->attitude, axes));
}

const AttitudeKind attitude_fixed = {
  .head = {.name    = "fixed",
           .text    = "One attitude of the template's axes.",
           .options = {quaternion_options, attitude_axis_keys, angle_options}},
  .size = sizeof(Fixed),
  .read = fixed_read,
  .draw = fixed_draw};

/* A fixed attitude by its quaternion alone, for inlets, whose key `axis` is that of a region. */
const AttitudeKind attitude_quaternion = {.head = {.name = "fixed",
                                                   .text = "One attitude of the template's axes.",
                                                   .options = {quaternion_options}},
                                          .size = sizeof(Fixed),
                                          .read = quaternion_read,
                                          .draw = fixed_draw};

/* ---- ranges ---- */

typedef struct {
  double of[3][2]; /* degrees: azimuth, elevation, tilt */
} Ranges;

/* clang-format off */
static const Option range_options[] = {
  REALS(KEY("azimuth"),   "degree", OPTIONAL, SIGNED(3600),
      "fill, inlet: range (from, to) of the turn about z, which comes last; default 0", .count = 2),
  REALS(KEY("elevation"), "degree", OPTIONAL, SIGNED(3600),
      "fill, inlet: range of the turn about y, which comes second; default 0", .count = 2),
  REALS(KEY("tilt"),      "degree", OPTIONAL, SIGNED(3600),
      "fill, inlet: range of the turn about x, which comes first; default 0", .count = 2),
  {NULL},
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
  if (!any) FILL_MISTAKE(r, "orientation", "ranges needs one of azimuth, elevation and tilt");
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

    turn[k] = attitude_about(vec3(k == 2, k == 1, k == 0), angle);
  }
  return quat_normalized(quat_mul(quat_mul(quat_mul(turn[0], turn[1]), turn[2]), axes));
}

const AttitudeKind attitude_ranges = {
  .head = {.name = "ranges", .text = "Uniform angles in ranges.", .options = {range_options}},
  .size = sizeof(Ranges),
  .read = ranges_read,
  .draw = ranges_draw};
