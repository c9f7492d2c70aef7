/* SPDX-License-Identifier: MIT */
/* Attitudes of a fill. Only + - * / and square roots, so that every rank reads and draws the same.
 */
#include "base/elementary.h"
#include "supply/fill_internal.h"

static const Option fixed_options[] = {
  {.key      = "quaternion",
   .type     = OPTION_REALS,
   .unit     = "1",
   .fallback = "",
   .count    = 4,
   .help     = "fill: w, x, y, z of any length; turns the template's axes as given into the lab's"},
  {.key      = "axis",
   .type     = OPTION_VEC3,
   .unit     = "1",
   .fallback = "",
   .help = "fill: in place of quaternion, with angle: right-handed about this axis, of any length"},
  {.key      = "angle",
   .type     = OPTION_REAL,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .help     = "fill: by which the template is turned about axis"},
  {NULL},
};

static const Option range_options[] = {
  {.key      = "azimuth",
   .type     = OPTION_REALS,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .count    = 2,
   .help     = "fill: from, to of the turn about z, which comes last; 0 if not given"},
  {.key      = "elevation",
   .type     = OPTION_REALS,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .count    = 2,
   .help     = "fill: of the turn about y, which comes second"},
  {.key      = "tilt",
   .type     = OPTION_REALS,
   .unit     = "degree",
   .fallback = "",
   .lo       = -3600,
   .hi       = 3600,
   .count    = 2,
   .help     = "fill: of the turn about x, which comes first"},
  {NULL},
};

static const Plugin turning_random = {.name   = "random",
                                      .text   = "Any attitude is as likely as any other.",
                                      .source = "Marsaglia 1972, Ann. Math. Stat. 43, 645"};
static const Plugin turning_fixed  = {
   .name = "fixed", .text = "One attitude of the template's axes.", .options = {fixed_options}};
static const Plugin turning_ranges = {
  .name = "ranges", .text = "Angles in ranges.", .options = {range_options}};

const Plugin *const turning_heads[] = {[TURN_RANDOM] = &turning_random,
                                       [TURN_FIXED]  = &turning_fixed,
                                       [TURN_RANGES] = &turning_ranges,
                                       NULL};

/* Rotation, right-handed about a unit axis. */
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

static void read_fixed(FillReading *r)
{
  static const char *const ways[] = {"quaternion", "axis", NULL};
  int                      n;
  const double            *q = option_reals(r->options, "clumps", r->spec->name, "quaternion", &n);
  Vec3                     axis = option_vec3(r->options, "clumps", r->spec->name, "axis");
  double                   size;

  fill_need_one(r, "orientation: fixed", ways);
  if (fill_is_set(r, "axis")) fill_need(r, "angle", "axis");
  else if (fill_is_set(r, "angle")) FILL_MISTAKE(r, "angle", "goes with axis, which is not given");
  if (!r->good) return;
  if (n == 4) {
    size =
      max_real(fabs(q[0]),
               largest_of(q[1], q[2],
                          q[3])); /* scaled first, as the squares of the largest doubles overflow */
    if (size > 0)
      r->spec->turning.fixed =
        quat_normalized((Quat){q[0] / size, q[1] / size, q[2] / size, q[3] / size});
    else
      FILL_MISTAKE(r, "quaternion",
                   "(0, 0, 0, 0) is no rotation: give a quaternion that is not zero");
    return;
  }
  size = largest_of(axis.x, axis.y, axis.z);
  if (!(size > 0)) {
    FILL_MISTAKE(r, "axis", "is zero: give a direction");
    return;
  }
  axis = vec3(axis.x / size, axis.y / size, axis.z / size);
  r->spec->turning.fixed =
    quat_normalized(about(vec3_scale(1 / vec3_norm(axis), axis), fill_real(r, "angle")));
}

static void read_range(FillReading *r, const char *key, double range[2])
{
  int           n;
  const double *given = option_reals(r->options, "clumps", r->spec->name, key, &n);

  if (fill_is_set(r, key) && n != 2) r->good = false;
  if (n != 2) return;
  range[0] = given[0];
  range[1] = given[1];
  if (!(given[0] <= given[1]))
    FILL_MISTAKE(r, key, "%g to %g degrees: give the smaller one first", given[0], given[1]);
}

/* In two dimensions a clump turns about z alone. */
static void check_flat(FillReading *r)
{
  static const char about[] =
    "does not turn about z: in two dimensions (run: dimension: 2) allowed: x = y = 0";
  const Quat q = r->spec->turning.fixed;

  if (fill_is_set(r, "elevation"))
    FILL_MISTAKE(r, "elevation",
                 "turns out of the plane: in two dimensions (run: dimension: 2) use azimuth");
  if (fill_is_set(r, "tilt"))
    FILL_MISTAKE(r, "tilt",
                 "turns out of the plane: in two dimensions (run: dimension: 2) use azimuth");
  if (r->spec->turning.kind == TURN_FIXED && (q.x != 0 || q.y != 0))
    FILL_MISTAKE(r, fill_has(r, "axis") ? "axis" : "quaternion", "%s", about);
}

void fill_turning_read(FillReading *r)
{
  Turning *const t = &r->spec->turning;

  t->dimension = r->spec->dimension;
  t->kind      = fill_has(r, "orientation")
                   ? (TurnKind)plugin_index(turning_heads, fill_word(r, "orientation"))
                   : TURN_RANDOM;
  if (t->kind == TURN_FIXED) read_fixed(r);
  if (t->kind == TURN_RANGES) {
    read_range(r, "azimuth", t->azimuth);
    read_range(r, "elevation", t->elevation);
    read_range(r, "tilt", t->tilt);
    if (!fill_is_set(r, "azimuth") && !fill_is_set(r, "elevation") && !fill_is_set(r, "tilt"))
      FILL_MISTAKE(r, "orientation", "ranges needs one of azimuth, elevation and tilt");
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

  if (turning->kind == TURN_RANDOM)
    return turning->dimension == 2 ? random_heading(random) : random_orientation(random);
  if (turning->kind == TURN_FIXED) return quat_normalized(quat_mul(turning->fixed, axes));
  azimuth   = about(vec3(0, 0, 1), angle_in(turning->azimuth, random));
  elevation = about(vec3(0, 1, 0), angle_in(turning->elevation, random));
  tilt      = about(vec3(1, 0, 0), angle_in(turning->tilt, random));
  return quat_normalized(quat_mul(quat_mul(quat_mul(azimuth, elevation), tilt), axes));
}
